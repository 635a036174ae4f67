import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbedded, type EmbeddedDatabase } from '../src/storage/embedded/server.ts';
import { provideBrowser } from './browser.ts';
import { makeForgetful, makeTemplate } from './test-database.ts';

// Runs every test on the embedded PostgreSQL, then the journeys once more on a second server: the one that
// TEST_DATABASE_URL leads to, or Debian's where it is installed. The journeys in a browser take their turn alone.
//   npm test                          everything
//   npm test -- test/mails.test.ts    some files, on the embedded server

const root = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);

const unitTests = globSync('src/**/*.test.ts', { cwd: root }).sort();
const journeys = globSync('test/*.test.ts', { cwd: root }).sort();
const inBrowser = globSync('test/browser/*.test.ts', { cwd: root }).sort();
/** What has nothing to do with the database that it runs on: papers and programs, and pages walked for what they show. */
const ELSEWHERE = [
  ...['start', 'stop', 'reference', 'sandbox-guide', 'documents', 'register', 'callbacks', 'lifecycle-model'],
  ...['access', 'browser', 'console', 'console-set-up', 'forgery', 'import-errors', 'markup', 'organization'],
  ...['payload-form', 'person-export', 'tenant-closing', 'tenant-pages'],
  ...['apply', 'cli', 'cli-walk', 'doctor', 'import', 'listen', 'logs', 'metrics', 'operations', 'packages', 'roles'],
  ...['crash', 'foreign-ids', 'intrusion', 'key-timing', 'mail-headers', 'secrets', 'threats', 'tricks'],
  ...['bench', 'chaos', 'fuzz', 'sandbox-load'],
];
const ofDatabase = journeys.filter((file) => !ELSEWHERE.some((name) => file === `test/${name}.test.ts`));
const HOW_TO_GET_ONE = 'Install Chromium or Chrome, or let CHROMIUM name the program, to run them.';
/** Every test file is a process that loads the whole service: compiled by the first, it is only read by the others. */
const COMPILED = join(root, 'node_modules', '.cache', 'depono-tests');
/** Files at a time. One more than there are cores, because some tests wait; more than four would want too much of the server. */
const LANES = Math.min(4, availableParallelism() + 1);
/** A browser keeps a core busy by itself. */
const LANES_IN_BROWSER = 2;
/** A server, and the database on it that has been migrated. */
type Server = { url: string; template: string };
let failures = 0;
let running: ChildProcess | null = null;
let isStopping = false;

const files = chosen.length > 0 ? chosen : [...unitTests, ...journeys, ...inBrowser];
const isInBrowser = (file: string): boolean => relative(root, resolve(root, file)).startsWith('test/browser/');
const found = files.some(isInBrowser) ? provideBrowser() : null;
await onEmbedded(undefined, async (server, folder) => {
  const others = files.filter((file) => !isInBrowser(file));
  if (others.length > 0) await run('the embedded PostgreSQL', server, others);
  if (found?.browser === null) console.log(`\nNo test in a browser was run. ${found.why} ${HOW_TO_GET_ONE}`);
  else if (found !== null) {
    const settings = { TEST_BROWSER: found.browser, TEST_FOLDER: folder };
    const title = `the embedded PostgreSQL, with ${found.browser}`;
    await run(title, server, files.filter(isInBrowser), { settings, lanes: LANES_IN_BROWSER });
  }
});
if (chosen.length === 0) await runOnSecondServer();
process.exitCode = failures > 0 ? 1 : 0;

async function runOnSecondServer(): Promise<void> {
  if (isStopping) return;
  const given = process.env['TEST_DATABASE_URL'];
  const debian = debianBinaries();
  if (given !== undefined) await runOnGiven(given);
  else if (debian !== null) await onEmbedded(debian, (server) => run(`PostgreSQL in ${debian}`, server, ofDatabase));
  else console.log('No second PostgreSQL: set TEST_DATABASE_URL, or install Debian’s, to run the journeys on it too.');
}

async function runOnGiven(url: string): Promise<void> {
  const { template, drop } = await makeTemplate(url);
  try {
    await run('the PostgreSQL of TEST_DATABASE_URL', { url, template }, ofDatabase);
  } finally {
    await drop();
  }
}

function debianBinaries(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((version) => Number(version) >= 15) : [];
  const found = versions.sort().map((version) => join(folder, version, 'bin'));
  return found.findLast((binaries) => existsSync(join(binaries, 'initdb'))) ?? null;
}

async function onEmbedded(
  binaries: string | undefined,
  work: (server: Server, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-test-server-'));
  // The database's own user, where there is one, must get in.
  chmodSync(folder, 0o755);
  let database: EmbeddedDatabase | null = null;
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= stopAndRemove());
  const stopAndRemove = async (): Promise<void> => {
    await database?.stop();
    // A browser that was interrupted may still be clearing up itself, and a removal beside it ends halfway.
    for (let tries = 0; existsSync(folder) && tries < 50; tries++) {
      if (tries > 0) await wait(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  };
  const interrupted = async (signal: NodeJS.Signals): Promise<void> => {
    const isOver = running === null ? Promise.resolve() : new Promise<unknown>((over) => running?.once('exit', over));
    running?.kill(signal);
    await isOver;
    await end();
    process.exit(130);
  };
  // Ctrl-C comes twice, from the terminal and from the process that started this one: the second must not cut the first off.
  const stop = (signal: NodeJS.Signals): void => {
    if (!isStopping) void interrupted(signal);
    isStopping = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    database = await startEmbedded(join(folder, 'data'), binaries === undefined ? {} : { binaries });
    const { user, password, host, database: name } = database.connection;
    const url = `postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`;
    await makeForgetful(url);
    // It goes with the server.
    const { template } = await makeTemplate(url);
    await work({ url, template }, folder);
  } finally {
    await end();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function run(
  where: string,
  { url, template }: Server,
  files: readonly string[],
  { settings = {}, lanes = LANES }: { settings?: Record<string, string>; lanes?: number } = {},
): Promise<void> {
  // What was interrupted has ended, and its end is not the beginning of the next.
  if (isStopping) return Promise.resolve();
  console.log(`\nOn ${where}:`);
  const env = {
    ...process.env,
    TEST_SERVER: url,
    TEST_TEMPLATE: template,
    NODE_COMPILE_CACHE: COMPILED,
    ...settings,
  };
  const args = ['--test', `--test-concurrency=${lanes}`, '--test-reporter=spec', ...files];
  const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  running = tests;
  return new Promise((done) => {
    tests.on('exit', (code) => {
      running = null;
      if (code !== 0) failures++;
      done();
    });
  });
}
