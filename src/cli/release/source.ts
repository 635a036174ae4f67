import { spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, createReadStream, existsSync, mkdirSync, openSync, readdirSync, readSync } from 'node:fs';
import { lstatSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { refuseCommand, wrongCall } from '../command.ts';
import { MADE_HERE } from './manifest.ts';

type Copied = { commit: string | null };

/** Copies the files of the project: from a folder, a git repository, or an archive as `git archive` writes it. */
export async function copySource(source: string, into: string, ref: string | null): Promise<Copied> {
  mkdirSync(into);
  if (source === '-') {
    return unpack(process.stdin, into, { name: 'standard input', isPacked: await startsPacked(process.stdin) });
  }
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined) throw wrongCall(`There is no ${source}.`);
  if (found.isFile()) return unpack(createReadStream(source), into, { name: source, isPacked: isPackedFile(source) });
  if (isRepository(source)) return copyCommit(source, into, ref);
  if (ref !== null) throw wrongCall(`${source} is not a git repository. Leave out --ref.`);
  copyFolder(resolve(source), into);
  return { commit: null };
}

function isRepository(folder: string): boolean {
  const isBare = existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));
  return existsSync(join(folder, '.git')) || isBare;
}

/** What was committed: a release that no one can check out again is of no use in an incident. */
async function copyCommit(folder: string, into: string, ref: string | null): Promise<Copied> {
  if (ref === null && existsSync(join(folder, '.git'))) {
    const { status, stdout, stderr } = git(folder, 'status', '--porcelain', '--untracked-files=no');
    if (status !== 0) throw refuseCommand(`git cannot read ${folder}: ${stderr.trim()}`);
    if (stdout.trim() !== '') {
      throw refuseCommand(
        `${folder} has changes that are not committed. Commit them, or name a tag: --ref v1.2.3\n${stdout.trimEnd()}`,
      );
    }
  }
  const name = ref ?? 'HEAD';
  const { status, stderr } = git(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  if (status !== 0) throw refuseCommand(`There is no ${name} in ${folder}. ${stderr.trim()}`.trim());
  const archive = spawn('git', ['-C', folder, 'archive', '--format=tar', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return unpack(archive.stdout, into, { name: folder, isPacked: false });
}

function git(folder: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  if (error !== undefined) throw wrongCall('git was not found. Install it, or give an archive of the project.');
  return { status, stdout, stderr };
}

/** As .gitignore says: packages, data and logs are no part of the project. */
const NOT_COPIED = /(?:^|\/)(?:node_modules|\.git|\.installing|[^/]*\.log)$|^data$/;

function copyFolder(folder: string, into: string): void {
  cpSync(folder, into, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const inside = relative(folder, path);
      if (NOT_COPIED.test(inside) || MADE_HERE.has(inside)) return false;
      const found = lstatSync(path);
      if (found.isFile() || found.isDirectory() || found.isSymbolicLink()) return true;
      throw refuseCommand(`${inside} is neither a file nor a folder.`);
    },
  });
}

type Archive = { name: string; isPacked: boolean };

/** Reads at once: Node drops what a program has written and nobody reads when it ends. */
async function unpack(archive: Readable, into: string, { name, isPacked }: Archive): Promise<Copied> {
  const ends = watchEnds();
  const tar = spawn('tar', ['-x', '-f', '-', '-C', into, '--no-same-owner', '--no-same-permissions'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  const said = text(tar.stderr);
  const ended = new Promise<number | null>((done) => tar.on('error', () => done(null)).on('close', done));
  const passed = isPacked
    ? pipeline(archive, createGunzip(), ends.stream, tar.stdin)
    : pipeline(archive, ends.stream, tar.stdin);
  const failed = await passed.then(
    () => null,
    (error: unknown) => error as Error & { code?: string },
  );
  const code = await ended;
  // tar may end once it has read the end of the archive.
  const isCut = failed !== null && !['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(failed.code ?? '');
  if (code !== 0 || isCut || !ends.isComplete()) {
    const why = code === null ? 'the program tar was not found' : (await said).trim().split('\n')[0];
    throw refuseCommand(
      `${name} is not a whole archive of the project: ${why || (failed?.message ?? 'its end is missing')}`,
    );
  }
  // tar refuses `..` itself, but puts `/etc/x` below the folder.
  if (/Removing leading/.test(await said)) throw refuseCommand(`${name} has a file with an absolute path.`);
  takeOutOfFolder(into);
  return { commit: ends.commit() };
}

/** The first bytes of gzip. */
const isGzip = (bytes: Buffer | null): boolean => bytes?.[0] === 0x1f && bytes[1] === 0x8b;

function isPackedFile(file: string): boolean {
  const bytes = Buffer.alloc(2);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes);
  } finally {
    closeSync(opened);
  }
  return isGzip(bytes);
}

async function startsPacked(stream: Readable): Promise<boolean> {
  await new Promise<void>((done, fail) => stream.once('readable', done).once('error', fail).once('end', done));
  const first = stream.read() as Buffer | null;
  if (first !== null) stream.unshift(first);
  return isGzip(first);
}

const START = 1024;

type Ends = { stream: Transform; isComplete: () => boolean; commit: () => string | null };

/** Passes an archive on, and remembers its first and last bytes. */
function watchEnds(): Ends {
  let [first, last] = [Buffer.alloc(0), Buffer.alloc(0)];
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (first.length < START) first = Buffer.concat([first, chunk]).subarray(0, START);
      last = Buffer.concat([last, chunk.subarray(-START)]).subarray(-START);
      done(null, chunk);
    },
  });
  return {
    stream,
    // An archive ends with two empty blocks; tar accepts one that was cut before them.
    isComplete: () => last.length === START && last.every((byte) => byte === 0),
    // `git archive` puts the commit into a comment at the beginning.
    commit: () =>
      first[156] === 'g'.charCodeAt(0)
        ? (/ comment=([0-9a-f]{40,64})\n/.exec(first.subarray(512).toString('latin1'))?.[1] ?? null)
        : null,
  };
}

/** An archive may hold everything in one folder (`git archive --prefix=depono/`). */
function takeOutOfFolder(into: string): void {
  const names = readdirSync(into);
  const [only] = names;
  if (names.length !== 1 || only === undefined || !existsSync(join(into, only, 'package.json'))) return;
  // What a link leads to is not part of the archive, and must stay where it is.
  if (!lstatSync(join(into, only)).isDirectory()) return;
  const inner = join(into, `.${basename(into)}`);
  renameSync(join(into, only), inner);
  for (const name of readdirSync(inner)) renameSync(join(inner, name), join(into, name));
  rmdirSync(inner);
}
