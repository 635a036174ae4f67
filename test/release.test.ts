import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { COMMANDS } from '../src/cli/commands.ts';
import { homeOf } from '../src/cli/release/home.ts';
import { runCommandLine } from '../src/cli/run.ts';
import type { Ended } from './support/command-line.ts';
import { freshDatabase } from './support/server.ts';

// Release folders, with small releases: they have the files that the commands use, and answer as a test says.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'depono-release-')));
let home = '';
let round = 0;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let sql: Client;

before(async () => {
  database = await freshDatabase({ isMigrated: true });
  sql = new Client({ connectionString: database.url });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  home = join(folder, `home-${++round}`);
});

type Given = { fit?: object; env?: Record<string, string> };

async function depono(args: string[], { fit, env = {} }: Given = {}): Promise<Ended> {
  let [output, errors] = ['', ''];
  const none = join(folder, 'no-data');
  const all: Record<string, string> = { PATH: process.env['PATH'] ?? '', DEPONO_HOME: home, DATA_DIR: none, ...env };
  if (fit !== undefined) Object.assign(all, { DATABASE_URL: database.url, FIT: JSON.stringify(fit), CALLS: calls() });
  const settings = { databaseUrl: database.url, dataDir: folder, operatorEmails: [] };
  const code = await runCommandLine(COMMANDS, args, {
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
    close: async () => undefined,
    context: {
      env: all,
      input: { canAsk: false, confirm: async () => false, readAll: async () => '' },
      settings: () => settings as never,
      services: () => assert.fail('not needed'),
      withConnection: (work) => work(database.url),
      rawOutput: () => assert.fail('not needed'),
      rawInput: () => assert.fail('not needed'),
      untilInterrupted: () => new AbortController().signal,
      serve: async () => 0,
    },
  });
  return { code, output, errors };
}

async function done(args: string[], given?: Given): Promise<string> {
  const { code, output, errors } = await depono(args, given);
  assert.equal(code, 0, errors);
  return output;
}

async function refused(args: string[], words: RegExp, given?: Given): Promise<void> {
  const { code, output, errors } = await depono(args, given);
  assert.ok(code === 1 || code === 2, output);
  assert.match(errors, words);
  assert.doesNotMatch(errors, / at .*\.ts:\d/, 'no stack');
}

const calls = (): string => join(folder, `calls-${round}`);
const called = (): string[] => (existsSync(calls()) ? readFileSync(calls(), 'utf8').trim().split('\n') : []);

const WORKS = { works: true, missing: [], tooNew: null };

/** Answers `migrate --check` with FIT, and records other calls. They last as long as the file HOLD is there. */
const RUN = `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
const args = process.argv.slice(3);
if (process.env.FIT === '"unknown"' && args[1] === '--check') {
  console.error('{"error":"depono migrate has no option --check. See: depono migrate --help"}');
  process.exit(2);
}
if (args[1] === '--check') console.log(process.env.FIT);
else appendFileSync(process.env.CALLS, new URL('..', import.meta.url).pathname + ' ' + args.join(' ') + '\\n');
while (process.env.HOLD && args[1] !== '--check' && existsSync(process.env.HOLD)) await wait(20);
if (process.env.FAIL) { console.error('{"error":"The database cannot be reached."}'); process.exit(2); }`;

const INSTALL = `import { mkdirSync, writeFileSync } from 'node:fs';
export async function install(root, needs) {
  if (process.env.NO_REGISTRY) process.exit(1);
  mkdirSync(root + '/node_modules/package', { recursive: true });
  writeFileSync(root + '/node_modules/package/index.js', JSON.stringify(needs));
}`;

function project(version: string, files: Record<string, string> = {}): string {
  const at = join(folder, `project-${version}-${Math.random()}`);
  const all: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'depono', version, type: 'module' }),
    'scripts/install.mjs': INSTALL,
    'scripts/run.mjs': RUN,
    'src/cli.ts': `console.log('help');`,
    'src/storage/migrations/0020-operators.sql': '-- the schema of 0.2.0\n',
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), content);
  }
  return at;
}

const packageOf = (version: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'depono', version, type: 'module' }),
});

const git = (at: string, ...args: string[]): string =>
  execFileSync('git', ['-C', at, '-c', 'user.name=x', '-c', 'user.email=x@example.ch', ...args], { encoding: 'utf8' });

function repository(version: string): string {
  const at = project(version);
  git(at, 'init', '-q');
  git(at, 'add', '.');
  git(at, 'commit', '-qm', 'one');
  git(at, 'tag', `v${version}`);
  return at;
}

const versions = (): string[] => (existsSync(join(home, 'releases')) ? readdirSync(join(home, 'releases')) : []);
const current = (): string => readlinkSync(join(home, 'current'));
/** A process of a release, as the service is one, while the work is done. */
async function whileRunning<T>(cwd: string, work: (pid: number) => Promise<T>): Promise<T> {
  const running = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { cwd });
  const ended = new Promise((over) => running.on('close', over));
  try {
    await new Promise((started) => running.on('spawn', started));
    return await work(running.pid ?? 0);
  } finally {
    running.kill();
    await ended;
  }
}

const manifestOf = (version: string): any =>
  JSON.parse(readFileSync(join(home, 'releases', version, 'release.json'), 'utf8'));

describe('depono release add', () => {
  test('a folder: files and packages, with a manifest, readable for the service', async () => {
    const source = project('0.3.0');
    mkdirSync(join(source, 'node_modules'));
    mkdirSync(join(source, 'data'));
    writeFileSync(join(source, 'node_modules', 'development.js'), '');
    writeFileSync(join(source, 'data', 'secret-key'), 'secret');
    chmodSync(join(source, 'package.json'), 0o600);
    assert.match(await done(['release', 'add', source]), /^Release 0\.3\.0 is in .*depono release use 0\.3\.0/);
    const at = join(home, 'releases', '0.3.0');
    assert.deepEqual(JSON.parse(readFileSync(join(at, 'node_modules/package/index.js'), 'utf8')), {
      isDevelopment: false,
      needsNode: true,
      needsPostgres: true,
    });
    assert.ok(!existsSync(join(at, 'node_modules', 'development.js')) && !existsSync(join(at, 'data')));
    assert.equal(statSync(join(at, 'package.json')).mode & 0o777, 0o644);
    const manifest = manifestOf('0.3.0');
    assert.deepEqual([manifest.version, manifest.commit, manifest.schema], ['0.3.0', null, 20]);
    assert.match(manifest.files['node_modules/package/index.js'], /^[0-9a-f]{64}$/);
    assert.deepEqual(versions(), ['0.3.0'], 'nothing partial is left');
    assert.ok(!existsSync(join(home, 'current')), 'nothing is switched');
  });

  test('readable for the service, also where root has a strict umask', async () => {
    const before = process.umask(0o077);
    try {
      home = join(home, 'inner');
      await done(['release', 'add', project('0.3.0')]);
    } finally {
      process.umask(before);
    }
    const modes = ['..', '.', 'releases', 'releases/0.3.0', 'releases/0.3.0/src', 'releases/0.3.0/release.json'].map(
      (path) => (statSync(join(home, path)).mode & 0o777).toString(8),
    );
    assert.deepEqual(modes, ['755', '755', '755', '755', '755', '644']);
    // An installation that was made unreadable before is repaired; more rights than needed stay.
    chmodSync(home, 0o700);
    chmodSync(join(home, 'releases'), 0o2770);
    await done(['release', 'add', project('0.3.1')]);
    assert.equal(statSync(home).mode & 0o7777, 0o755);
    assert.equal(statSync(join(home, 'releases')).mode & 0o7777, 0o2775);
  });

  test('an archive that reaches outside is refused', async () => {
    const other = project('0.9.0');
    const tar = (name: string, ...args: string[]): string => {
      const file = join(folder, `${name}.tar`);
      const source = project('0.3.0');
      symlinkSync('/etc/passwd', join(source, 'link'));
      symlinkSync('../../../../outside', join(source, 'up'));
      symlinkSync(other, join(source, 'other'));
      execFileSync('mkfifo', [join(source, 'pipe')]);
      const files = ['package.json', 'scripts', 'src'];
      execFileSync('tar', ['-c', '-f', file, '-C', source, ...args, ...(name === 'other' ? [] : files)], {
        stdio: 'ignore',
      });
      return file;
    };
    const ROWS: [name: string, args: string[], words: RegExp][] = [
      ['parent', ['-P', '--transform=s,^package.json,../../escaped,'], /\.\./],
      ['absolute', ['-P', `--transform=s,^package.json,${folder}/escaped,`], /absolute path/],
      ['link', ['link'], /symbolic link \(link\)/],
      ['up', ['up'], /symbolic link \(up\)/],
      ['other', ['other'], /symbolic link|not the project/],
      ['pipe', ['pipe'], /pipe is neither a file nor a folder/],
    ];
    for (const [name, args, words] of ROWS) {
      await refused(['release', 'add', tar(name, ...args)], words);
      assert.deepEqual(versions(), [], name);
    }
    assert.ok(!existsSync(join(folder, 'escaped')) && !existsSync(join(home, 'escaped')));
    assert.ok(existsSync(join(other, 'package.json')), 'the target of a link keeps its files');
    execFileSync('mkfifo', [join(other, 'pipe')]);
    await refused(['release', 'add', other], /pipe is neither a file nor a folder/);
  });

  test('a git repository: its commit, or a tag', async () => {
    const source = repository('0.3.0');
    writeFileSync(join(source, 'untracked'), '');
    await done(['release', 'add', source]);
    assert.equal(manifestOf('0.3.0').commit, git(source, 'rev-parse', 'HEAD').trim());
    assert.ok(!existsSync(join(home, 'releases', '0.3.0', 'untracked')));
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'depono', version: '0.4.0' }));
    await refused(['release', 'add', source], /changes that are not committed.*--ref[^]*package\.json/);
    assert.match(await done(['release', 'add', source, '--ref', 'v0.3.0']), /already there, with the same files/);
    await refused(['release', 'add', source, '--ref', 'v9'], /There is no v9 in/);
    await refused(['release', 'add', source, '--ref=--output=/tmp/x'], /There is no --output/);
  });

  test('an archive, packed or not, with a folder or without', async () => {
    const source = repository('0.3.0');
    const commit = git(source, 'rev-parse', 'HEAD').trim();
    for (const [name, ...options] of [['a.tar'], ['b.tar.gz'], ['c.tgz', '--prefix=depono-0.3.0/']] as [string][]) {
      const file = join(folder, name);
      git(source, 'archive', ...options, '-o', file, 'v0.3.0');
      home = join(folder, `home-${name}`);
      await done(['release', 'add', file]);
      assert.equal(manifestOf('0.3.0').commit, commit, name);
      assert.ok(existsSync(join(home, 'releases', '0.3.0', 'scripts', 'run.mjs')));
      // Cut anywhere: not accepted.
      const content = readFileSync(file);
      for (const part of [0, 0.3, 0.9]) {
        writeFileSync(file, content.subarray(0, Math.floor((content.length * part) / 512) * 512));
        await refused(['release', 'add', file], /is not a whole archive of the project/);
      }
      assert.deepEqual(versions(), ['0.3.0']);
    }
  });

  test('an archive from standard input', async () => {
    const source = repository('0.3.1');
    const archive = execFileSync('git', ['-C', source, 'archive', 'HEAD']);
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../src/cli.ts'), 'release', 'add', '-', '--json'],
      {
        env: { PATH: process.env['PATH'] ?? '', DEPONO_HOME: home },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    child.stdin.end(archive);
    let output = '';
    child.stdout.on('data', (text) => (output += String(text)));
    assert.equal(await new Promise((ended) => child.on('close', ended)), 0);
    assert.equal(JSON.parse(output).version, '0.3.1');
  });

  test('a version that is there: the same is fine, another is refused', async () => {
    const source = project('0.3.0');
    await done(['release', 'add', source]);
    const [{ ino }] = [statSync(join(home, 'releases', '0.3.0'))];
    assert.match(await done(['release', 'add', source]), /already there, with the same files/);
    writeFileSync(join(source, 'src', 'cli.ts'), `console.log('other');`);
    await refused(['release', 'add', source], /already there, with other files\. Raise the version/);
    assert.equal(statSync(join(home, 'releases', '0.3.0')).ino, ino);
    await done(['release', 'add', project('0.1.0')]);
    assert.deepEqual(versions().sort(), ['0.1.0', '0.3.0'], 'an older one is fine');
  });

  test('whatever fails, nothing is half there', async () => {
    const link = project('0.3.0');
    symlinkSync('/etc/passwd', join(link, 'src', 'passwd'));
    const ROWS: [source: string, words: RegExp, env?: Record<string, string>][] = [
      [join(folder, 'none'), /There is no .*none\./],
      [project('0.3'), /"0\.3" in package\.json is not a version/],
      ...['../../x', '1.2.3/../../x', '1.2.3 4', ' 1.2.3', '1.2.3\n', '/opt/1.2.3', '1.2.3-a b', '..', ''].map(
        (version): [string, RegExp] => [project('0.3.0', packageOf(version)), /in package\.json is not a version/],
      ),
      [project('0.3.0', { 'package.json': '{}' }), /This is not the project/],
      [link, /symbolic link \(src\/passwd\)/],
      [project('0.3.0', { 'src/cli.ts': 'process.exit(1)' }), /does not start on this machine/],
      [project('0.3.0', { 'scripts/sbom.ts': 'process.exit(1)' }), /bill of materials could not be written/],
      [
        project('0.3.0', { 'scripts/install.mjs': 'export const install = () => process.exit(1)' }),
        /packages could not/,
      ],
    ];
    for (const [source, words] of ROWS) {
      await refused(['release', 'add', source], words);
      assert.deepEqual(versions(), [], String(words));
    }
    await refused(['release', 'add', folder, '--ref', 'x'], /is not a git repository/);
  });

  test('what a killed command has left is removed by the next; what runs is not', async () => {
    mkdirSync(join(home, 'releases', '.partial-999999999-1', 'src'), { recursive: true });
    mkdirSync(join(home, 'releases', `.partial-${process.ppid}-1`));
    mkdirSync(join(home, 'releases', '.removed-0.1.0-1-1'));
    symlinkSync('releases/0.1.0', join(home, '.current-77'));
    await done(['release', 'add', project('0.3.0')]);
    assert.deepEqual(versions().sort(), [`.partial-${process.ppid}-1`, '0.3.0']);
    assert.equal(lstatSync(join(home, '.current-77'), { throwIfNoEntry: false }), undefined);
    assert.match(await done(['release', 'list']), /^VERSION[^\n]*\n0\.3\.0 [^\n]*\n$/, 'only whole ones are listed');
  });
});

describe('depono release use, rollback', () => {
  const three = { 'src/storage/migrations/0021-next.sql': '-- works with code from: 0020\nselect 1;\n' };

  test('checks, migrates with the new release, switches in one step, and back', async () => {
    for (const source of [project('0.2.0'), project('0.3.0', three)]) await done(['release', 'add', source]);
    assert.match(await done(['release', 'use', '0.2.0']), /0\.2\.0 is current\.\nStart the service/);
    assert.deepEqual([current(), called()], ['releases/0.2.0', []], 'the first needs no database');

    await refused(['release', 'use', '0.3.0'], /settings name no database[^]*depono\.env/);
    const missing = { works: false, missing: [21], tooNew: null };
    const said = await done(['release', 'use', 'v0.3.0'], { fit: missing });
    assert.match(
      said,
      /0\.3\.0 is current, before it was 0\.2\.0\. Migrations applied: 21\.\nRestart it: systemctl restart/,
    );
    assert.deepEqual(called(), [`${join(home, 'releases/0.3.0')}/ migrate --json`]);
    assert.deepEqual([current(), readlinkSync(join(home, 'previous'))], ['releases/0.3.0', 'releases/0.2.0']);
    assert.deepEqual(readdirSync(home).sort(), ['current', 'previous', 'releases']);
    const { rows } = await sql.query(
      `select verb, thing, about, changes from audit_log order by at desc, id desc limit 1`,
    );
    assert.deepEqual([rows[0].verb, rows[0].thing, rows[0].about], ['use', 'release', { version: '0.3.0' }]);
    assert.deepEqual(rows[0].changes.version, { from: '0.2.0', to: '0.3.0' });
    assert.match(await done(['release', 'use', '0.3.0'], { fit: WORKS }), /in use already/);

    assert.match(await done(['release', 'rollback'], { fit: WORKS }), /0\.2\.0 is current, before it was 0\.3\.0/);
    assert.deepEqual([current(), readlinkSync(join(home, 'previous'))], ['releases/0.2.0', 'releases/0.3.0']);
    const [two] = (await done(['release', 'list', '--json']))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .toReversed();
    assert.deepEqual([two.version, two.is, two.schema], ['0.2.0', 'current', 20]);
  });

  test('refuses what would not run, and changes nothing', async () => {
    const breaking = { 'src/storage/migrations/0021-next.sql': 'drop table deposits;\n' };
    for (const source of [project('0.2.0'), project('0.3.0', breaking)]) await done(['release', 'add', source]);
    await refused(['release', 'rollback'], /no version before/);
    await done(['release', 'use', '0.2.0']);
    const missing = { works: false, missing: [21], tooNew: null };
    const ROWS: [words: RegExp, given: Given, version?: string][] = [
      [/There is no release 7\.0\.0 in .* There are: 0\.3\.0, 0\.2\.0\./, { fit: WORKS }, '7.0.0'],
      [
        /cannot work with the database: migration 22 does not allow it/,
        { fit: { works: false, missing: [], tooNew: 22 } },
      ],
      [/0\.2\.0 cannot work with migration 21 of 0\.3\.0.*--stopped/, { fit: missing }],
      [/could not check the database[^]*cannot be reached/, { fit: {}, env: { FAIL: 'x' } }],
      [/DEPONO_TOKEN is wrong/, { fit: WORKS, env: { DEPONO_TOKEN: 'dok_none' } }],
    ];
    for (const [words, given, version = '0.3.0'] of ROWS) {
      await refused(['release', 'use', version], words, given);
      assert.deepEqual([current(), called()], ['releases/0.2.0', []], String(words));
    }
    await done(['release', 'use', '0.3.0', '--stopped'], { fit: missing });
    assert.equal(current(), 'releases/0.3.0');
  });

  test('asks for what runs, not only for what current names', { skip: !existsSync('/proc') }, async () => {
    const four = { ...three, 'src/storage/migrations/0022-more.sql': '-- works with code from: 0021\nselect 1;\n' };
    for (const source of [project('0.2.0'), project('0.3.0', three), project('0.4.0', four)]) {
      await done(['release', 'add', source]);
    }
    await done(['release', 'use', '0.2.0']);
    const missing = { works: false, missing: [22], tooNew: null };
    await whileRunning(join(home, 'current'), async (pid) => {
      await done(['release', 'use', '0.3.0'], { fit: { ...missing, missing: [21] } });
      const words = /0\.2\.0 cannot work with migration 22 of 0\.4\.0.*Stop all its processes/;
      await refused(['release', 'use', '0.4.0'], words, { fit: missing });
      const runs = new RegExp(`--stopped.*process ${pid} \\(node\\) runs from 0\\.2\\.0`);
      await refused(['release', 'use', '0.4.0', '--stopped'], runs, { fit: missing });
      assert.deepEqual([current(), called().length], ['releases/0.3.0', 1]);

      // A release whose files are gone may not know anything.
      rmSync(join(home, 'releases', '0.2.0'), { recursive: true });
      await refused(['release', 'use', '0.4.0'], words, { fit: missing });
    });
    await done(['release', 'use', '0.4.0'], { fit: missing });
    assert.equal(called().length, 2);
  });

  test('without current the database is checked where there is one', async () => {
    for (const source of [project('0.2.0'), project('0.3.0', three)]) await done(['release', 'add', source]);
    const tooNew = { works: false, missing: [], tooNew: 22 };
    await refused(['release', 'use', '0.2.0'], /migration 22 does not allow it/, { fit: tooNew });
    assert.ok(!existsSync(join(home, 'current')));
    await done(['release', 'use', '0.2.0'], { fit: { works: false, missing: [20], tooNew: null } });
    assert.equal(called().length, 1, 'migrated');

    // Where something is or was in use, there is a database: the settings are missing.
    await done(['release', 'use', '0.3.0'], { fit: WORKS });
    rmSync(join(home, 'current'));
    await refused(['release', 'use', '0.3.0'], /settings name no database/);
  });

  test('a release without migrate --check is asked by its migrations', async () => {
    const { rows } = await sql.query('select max(number) as newest from migrations');
    const newest = String(rows[0].newest).padStart(4, '0');
    await done(['release', 'add', project('0.3.0')]);
    await done(['release', 'use', '0.3.0']);
    await done(['release', 'add', project('0.1.0')]);
    await refused(['release', 'use', '0.1.0'], new RegExp(`migration ${Number(newest)} does not allow`), {
      fit: 'unknown' as never,
    });
    const known = await sql.query('select number, name from migrations');
    const files = known.rows.map(({ name }) => [`src/storage/migrations/${name}`, '-- known']);
    await done(['release', 'add', project('0.2.9', Object.fromEntries(files))]);
    await done(['release', 'use', '0.2.9'], { fit: 'unknown' as never });
    assert.equal(current(), 'releases/0.2.9');
  });

  test('a damaged release is found', async () => {
    for (const version of ['0.2.0', '0.3.0']) await done(['release', 'add', project(version)]);
    await done(['release', 'use', '0.2.0']);
    assert.match(await done(['release', 'verify']), /0\.3\.0: all files[^]*0\.2\.0: all files/);
    const at = join(home, 'releases', '0.3.0');
    const content = readFileSync(join(at, 'src', 'cli.ts'));
    writeFileSync(join(at, 'src', 'cli.ts'), 'changed');
    await refused(['release', 'use', '0.3.0'], /damaged: src\/cli\.ts is changed\. Remove it and add it again/, {
      fit: WORKS,
    });
    writeFileSync(join(at, 'src', 'cli.ts'), content);
    writeFileSync(join(at, 'node_modules', 'more.js'), '');
    rmSync(join(at, 'scripts', 'run.mjs'));
    const { code, output } = await depono(['release', 'verify', '0.3.0']);
    assert.equal(code, 1);
    assert.match(output, /missing: scripts\/run\.mjs\n {2}additional: node_modules\/more\.js/);
    rmSync(join(at, 'release.json'));
    await refused(['release', 'use', '0.3.0'], /not complete/, { fit: WORKS });
    await done(['release', 'remove', '0.3.0']);
    assert.deepEqual(versions(), ['0.2.0']);
  });

  test('a current that is no link of ours is left alone', async () => {
    await done(['release', 'add', project('0.3.0')]);
    mkdirSync(join(home, 'current'));
    await refused(['release', 'use', '0.3.0'], /current is not a link to a release\. Move it away/);
  });
});

describe('one command at a time', () => {
  const breaking = { 'src/storage/migrations/0021-next.sql': '-- works with code from: 0020\nselect 1;\n' };
  const missing = { works: false, missing: [21], tooNew: null };

  test('while one switches, others are refused, and nothing of it is removed', async () => {
    for (const source of [project('0.1.0'), project('0.2.0'), project('0.3.0', breaking)]) {
      await done(['release', 'add', source]);
    }
    await done(['release', 'use', '0.1.0']);
    await done(['release', 'use', '0.2.0'], { fit: WORKS });
    const HOLD = join(folder, `hold-${round}`);
    writeFileSync(HOLD, '');
    const slow = depono(['release', 'use', '0.3.0'], { fit: missing, env: { HOLD } });
    try {
      while (called().length === 0) await wait(20);
      symlinkSync('releases/0.3.0', join(home, `.current-${process.pid}`));
      const ROWS = [['rollback'], ['use', '0.1.0'], ['use', '0.3.0'], ['remove', '0.3.0'], ['prune', '--keep', '1']];
      for (const args of ROWS) {
        await refused(['release', ...args], /Another release command is running \(process \d+\)/, { fit: WORKS });
      }
      assert.match(await done(['release', 'list']), /0\.2\.0 +current/, 'reading goes on');
      const adding = depono(['release', 'add', project('0.4.0')]);
      await wait(300);
      assert.ok(!versions().includes('0.4.0'));
      assert.ok(lstatSync(join(home, `.current-${process.pid}`), { throwIfNoEntry: false }) !== undefined);
      rmSync(HOLD);
      assert.equal((await adding).code, 0);
    } finally {
      rmSync(HOLD, { force: true });
      assert.equal((await slow).code, 0);
    }
    assert.deepEqual([current(), versions().sort()], ['releases/0.3.0', ['0.1.0', '0.2.0', '0.3.0', '0.4.0']]);
    assert.deepEqual(readdirSync(home).sort(), ['current', 'previous', 'releases']);
  });

  test('a command that was killed blocks no one, but its migration does', async () => {
    for (const source of [project('0.2.0'), project('0.3.0', breaking)]) await done(['release', 'add', source]);
    await done(['release', 'use', '0.2.0']);
    const HOLD = join(folder, `hold-${round}`);
    writeFileSync(HOLD, '');
    const program = join(import.meta.dirname, '../src/cli.ts');
    const given = { DEPONO_HOME: home, DATABASE_URL: database.url, FIT: JSON.stringify(missing), CALLS: calls(), HOLD };
    const child = spawn(process.execPath, [program, 'release', 'use', '0.3.0'], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...given },
      stdio: 'ignore',
    });
    const ended = new Promise((over) => child.on('close', over));
    try {
      while (called().length === 0) await wait(20);
      child.kill('SIGKILL');
      await ended;
      await refused(['release', 'use', '0.3.0'], /Another release command is running/, { fit: WORKS });
    } finally {
      rmSync(HOLD);
    }
    let last = await depono(['release', 'use', '0.3.0'], { fit: WORKS });
    while (/Another release command/.test(last.errors))
      last = await depono(['release', 'use', '0.3.0'], { fit: WORKS });
    assert.equal(last.code, 0, last.errors);
    assert.deepEqual(readdirSync(home).sort(), ['current', 'previous', 'releases']);
  });
});

test('the lock of a process that has ended counts for nothing', { skip: !existsSync('/proc') }, async () => {
  await done(['release', 'add', project('0.3.0')]);
  const start = (pid: number): string =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19] ?? '';
  // One that is gone, and one whose number another process has now.
  for (const name of ['.lock-999999999-1-1', `.lock-${process.ppid}-1-1`]) writeFileSync(join(home, name), '');
  await done(['release', 'use', '0.3.0']);
  assert.deepEqual(readdirSync(home).sort(), ['current', 'releases']);
  writeFileSync(join(home, `.lock-${process.ppid}-${start(process.ppid)}-1`), '');
  await refused(['release', 'prune'], new RegExp(`Another release command is running \\(process ${process.ppid}\\)`));
});

test('many processes, some of them killed: never two at a time', async () => {
  const root = join(folder, 'contended');
  mkdirSync(root);
  const lock = join(import.meta.dirname, '../src/cli/release/lock.ts');
  const script = `import { mkdirSync, rmdirSync } from 'node:fs';
    import { setTimeout as wait } from 'node:timers/promises';
    import { afterOthers } from ${JSON.stringify(lock)};
    const home = { root: ${JSON.stringify(root)} };
    for (let n = 0; n < 20; n++) await afterOthers(home, () => undefined, async () => {
      if (process.env.DIES && n === 3) process.kill(process.pid, 'SIGKILL');
      mkdirSync(home.root + '/inside');
      await wait(1);
      rmdirSync(home.root + '/inside');
    });`;
  const run = (env: Record<string, string>): Promise<number | null> => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'inherit' });
    return new Promise((ended) => child.on('close', ended));
  };
  const codes = await Promise.all([{}, {}, { DIES: 'x' }, {}, { DIES: 'x' }].map(run));
  assert.deepEqual(codes, [0, 0, null, 0, null]);
  assert.equal(await run({}), 0, 'and removes what they have left');
  assert.deepEqual(readdirSync(root), []);
});

describe('depono release remove, prune', () => {
  test('never the current, the previous, or one that runs', async () => {
    for (const version of ['0.1.0', '0.2.0', '0.3.0', '0.4.0', '0.5.0', '0.6.0']) {
      await done(['release', 'add', project(version)]);
    }
    await done(['release', 'use', '0.1.0']);
    await done(['release', 'use', '0.2.0'], { fit: WORKS });
    await refused(['release', 'remove', '0.2.0'], /stays: it is the current one/);
    await refused(['release', 'remove', '0.1.0'], /stays: it is the way back/);
    await whileRunning(join(home, 'releases', '0.3.0'), async (pid) => {
      if (existsSync('/proc')) await refused(['release', 'remove', '0.3.0'], new RegExp(`process ${pid} .*runs`));
      await refused(['release', 'prune', '--keep', '0'], /--keep is "0"/);
      assert.equal(await done(['release', 'prune', '--keep', '1']), 'Removed: 0.5.0, 0.4.0.\n');
    });
    assert.equal(await done(['release', 'prune', '--keep', '1']), 'Removed: 0.3.0.\n');
    assert.deepEqual(versions().sort(), ['0.1.0', '0.2.0', '0.6.0']);
    assert.equal(await done(['release', 'prune']), 'There is nothing to remove.\n');
  });
});

test('a home behind a link: what runs is found', { skip: !existsSync('/proc') }, async () => {
  const real = join(folder, 'real-home');
  mkdirSync(real);
  symlinkSync(real, home);
  for (const version of ['0.1.0', '0.2.0']) await done(['release', 'add', project(version)]);
  await done(['release', 'use', '0.2.0']);
  rmSync(join(home, 'current'));
  symlinkSync(join(home, 'releases', '0.2.0'), join(home, 'current'));
  assert.match(await done(['release', 'list']), /0\.2\.0 +current/, 'a link that someone has made with its whole path');
  await whileRunning(join(home, 'releases', '0.1.0'), async (pid) => {
    await refused(['release', 'remove', '0.1.0'], new RegExp(`stays: process ${pid}`));
    assert.equal(await done(['release', 'prune', '--keep', '1']), 'There is nothing to remove.\n');
    // Also if only the folder of the releases is elsewhere.
    const elsewhere = join(folder, 'real-releases');
    renameSync(join(real, 'releases'), elsewhere);
    symlinkSync(elsewhere, join(real, 'releases'));
    await refused(['release', 'remove', '0.1.0'], new RegExp(`stays: process ${pid}`));
  });
  assert.equal(await done(['release', 'prune', '--keep', '1']), 'Removed: 0.1.0.\n');
});

test('the home is DEPONO_HOME, or where the release lies', () => {
  assert.equal(homeOf({ DEPONO_HOME: '/opt/depono' }).root, '/opt/depono');
  assert.equal(homeOf({}, '/srv/depono/releases/0.3.0').root, '/srv/depono');
  assert.throws(() => homeOf({}, '/home/anna/depono'), /DEPONO_HOME=\/opt\/depono/);
});
