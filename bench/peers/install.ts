import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Installation = { installed: true } | { installed: false; why: string };

/** Created by installing and starting; everything else in a peer's folder is source. */
const MADE = new Set([
  'node_modules',
  'generated',
  'dist',
  'build',
  'database',
  'types',
  '.cache',
  '.strapi',
  '.strapi-updater.json',
  '.tmp',
]);
const PACKAGES = ['package.json', 'package-lock.json'];
const LIMIT_MS = 15 * 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
const MOST_LINES = 12;

/** Installs a peer from its lock file and builds it, unless that was done for the same files and platform. */
export async function installPeer({ folder }: { folder: string }): Promise<Installation> {
  const home = join(import.meta.dirname, folder);
  try {
    // No install scripts: some would download from other hosts.
    // Not `npm ci`: it requires the packages of all platforms, which a registry may not have.
    const install = [
      'install',
      '--no-save',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    await once(home, { name: 'installed', files: PACKAGES, work: () => npm(home, install) });
    const build = ['run', 'build', '--if-present', '--loglevel=error'];
    await once(home, { name: 'built', files: sourcesOf(home), work: () => npm(home, build) });
    return { installed: true };
  } catch (error) {
    return { installed: false, why: reasonOf(error) };
  }
}

/** The stamp is next to the packages, and so is removed with them. */
async function once(
  home: string,
  { name, files, work }: { name: string; files: readonly string[]; work: () => Promise<void> },
): Promise<void> {
  const note = join(home, 'node_modules', `.peer-${name}`);
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version}`);
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(home, file)));
  const wanted = hash.digest('hex');
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return;
  await work();
  writeFileSync(note, wanted);
}

async function npm(home: string, args: string[]): Promise<void> {
  const cli = process.env['npm_execpath'];
  const [command, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  await promisify(execFile)(command, [...first, ...args], {
    cwd: home,
    timeout: LIMIT_MS,
    maxBuffer: MOST_OUTPUT,
    env: {
      ...process.env,
      // The tools run on the same Node as the benchmark.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      // `prisma generate` checks for its schema engine, a download from another host, without using it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    },
  });
}

function sourcesOf(home: string, below = ''): string[] {
  return readdirSync(join(home, below), { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() ? sourcesOf(home, path) : [path];
    })
    .toSorted();
}

/** The error output of npm and the tool that it ran. */
function reasonOf(error: unknown): string {
  const { message = '', stderr = '', stdout = '' } = error as { message?: string; stderr?: string; stdout?: string };
  const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
  return lines.length === 0 ? message : lines.slice(0, MOST_LINES).join('\n');
}
