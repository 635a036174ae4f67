import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const INSTALLER = pathToFileURL(join(import.meta.dirname, '..', 'scripts', 'install.mjs')).href;
const FOLDERS = ['', 'runtime/node', 'runtime/postgres'];
const START = { isDevelopment: false, needsNode: true, needsPostgres: true };
const TEST = { ...START, isDevelopment: true };
const BEFORE_FIRST_LINE = ['Installing packages (once; needs the package registry) …'];

const folder = mkdtempSync(join(tmpdir(), 'depono-install-'));
const calls = join(folder, 'calls');
/** Replaces npm: records each call, creates node_modules, and exits as the test says. */
const npm = join(folder, 'npm.mjs');
let root = '';
let round = 0;

after(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  root = join(folder, `project-${++round}`);
  for (const name of FOLDERS) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, 'package-lock.json'), `lock of ${name}`);
  }
  rmSync(calls, { force: true });
  behave('process.exit(0)');
});

describe('packages are installed', () => {
  test('only what running needs for a start, everything for the tests, once', async () => {
    assert.deepEqual((await install(START)).lines, BEFORE_FIRST_LINE);
    assert.deepEqual(called(), [
      ' ci --omit=dev --omit=optional --loglevel=error',
      'runtime/node ci --include=optional --loglevel=error',
      'runtime/postgres ci --include=optional --loglevel=error',
    ]);
    assert.deepEqual(await install(START), { code: 0, lines: [] });
    assert.equal((await install(TEST)).code, 0);
    assert.deepEqual(called().slice(3), [' ci --include=dev --include=optional --loglevel=error']);
    assert.deepEqual(await install(START), { code: 0, lines: [] }, 'a start needs no more than the tests have');
    assert.equal(called().length, 4);
  });

  test('neither Node nor PostgreSQL where they are not needed', async () => {
    await install({ isDevelopment: false, needsNode: false, needsPostgres: false });
    assert.equal(called().length, 1);
  });

  test('again when the lock file has changed, and only in that folder', async () => {
    await install(START);
    writeFileSync(join(root, 'runtime/node/package-lock.json'), 'a newer Node');
    await install(START);
    assert.deepEqual(called().slice(3), ['runtime/node ci --include=optional --loglevel=error']);
  });

  test('again after an installation that failed or was killed', async () => {
    behave('process.exit(1)');
    const failed = await install(START);
    assert.equal(failed.code, 1);
    assert.match(failed.lines.at(-1) ?? '', /Check the network, then run the same command again/);
    behave('await new Promise((done) => setTimeout(done, 60_000))');
    const killed = install(START, (pid) => process.kill(-pid, 'SIGKILL'));
    assert.notEqual((await killed).code, 0);
    assert.ok(existsSync(join(root, '.installing')), 'the lock of a killed process stays behind');
    behave('process.exit(0)');
    assert.equal((await install(START)).code, 0);
    assert.ok(!existsSync(join(root, '.installing')));
    assert.deepEqual(await install(START), { code: 0, lines: [] });
  });

  test('once when two commands start at the same time', async () => {
    behave('await new Promise((done) => setTimeout(done, 300))');
    const both = await Promise.all([install(START), install(START)]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    assert.equal(called().length, 3);
  });
});

function behave(ending: string): void {
  const note = `appendFileSync(${JSON.stringify(calls)}, process.cwd() + ' ' + process.argv.slice(2).join(' ') + '\\n')`;
  const lines = [
    `import { appendFileSync, mkdirSync } from 'node:fs'`,
    note,
    `mkdirSync('node_modules', { recursive: true })`,
  ];
  writeFileSync(npm, [...lines, ending].join(';\n'));
}

function called(): string[] {
  const lines = readFileSync(calls, 'utf8').trim().split('\n');
  const inOrder = lines.map((line) => {
    const [cwd = '', ...args] = line.split(' ');
    return `${relative(root, cwd)} ${args.join(' ')}`;
  });
  return [...inOrder.slice(0, 3).sort(), ...inOrder.slice(3)];
}

/** Runs the installer in a process group of its own; `meanwhile` is called once npm has been started. */
async function install(
  needs: typeof START,
  meanwhile?: (pid: number) => void,
): Promise<{ code: number; lines: string[] }> {
  const before = existsSync(calls) ? readFileSync(calls, 'utf8').length : 0;
  const script = `import { install } from '${INSTALLER}'; await install(${JSON.stringify(root)}, ${JSON.stringify(needs)})`;
  const env = { ...process.env, npm_execpath: npm };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, detached: true });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number>((done) => child.on('close', (code) => done(code ?? -1)));
  if (meanwhile !== undefined) {
    while (!existsSync(calls) || readFileSync(calls, 'utf8').length === before) {
      await new Promise((again) => setTimeout(again, 20));
    }
    meanwhile(child.pid as number);
  }
  const code = await ended;
  return { code, lines: output.split('\n').filter((line) => line !== '') };
}
