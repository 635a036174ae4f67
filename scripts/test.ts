import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedDatabase } from '../src/storage/embedded/server.ts';

// Runs every test on the embedded PostgreSQL, then the journeys once more on a second server: the one that
// TEST_DATABASE_URL leads to, or Debian's where it is installed.
//   npm test                          everything
//   npm test -- test/mails.test.ts    some files, on the embedded server

const root = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);

const unitTests = globSync('src/**/*.test.ts', { cwd: root }).sort();
const journeys = globSync('test/*.test.ts', { cwd: root }).sort();
/** What has nothing to do with the database that it runs on. */
const ELSEWHERE = [
  'start',
  'stop',
  'reference',
  'sandbox-guide',
  'documents',
  'register',
  'callbacks',
  'lifecycle-model',
];
const ofDatabase = journeys.filter((file) => !ELSEWHERE.some((name) => file === `test/${name}.test.ts`));
let failures = 0;
let running: ChildProcess | null = null;

await onEmbedded(undefined, (server) =>
  run('the embedded PostgreSQL', server, chosen.length > 0 ? chosen : [...unitTests, ...journeys]),
);
if (chosen.length === 0) await runOnSecondServer();
process.exitCode = failures > 0 ? 1 : 0;

async function runOnSecondServer(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  const debian = debianBinaries();
  if (given !== undefined) await run('the PostgreSQL of TEST_DATABASE_URL', given, ofDatabase);
  else if (debian !== null) await onEmbedded(debian, (server) => run(`PostgreSQL in ${debian}`, server, ofDatabase));
  else console.log('No second PostgreSQL: set TEST_DATABASE_URL, or install Debian’s, to run the journeys on it too.');
}

function debianBinaries(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((version) => Number(version) >= 15) : [];
  const found = versions.sort().map((version) => join(folder, version, 'bin'));
  return found.findLast((binaries) => existsSync(join(binaries, 'initdb'))) ?? null;
}

async function onEmbedded(binaries: string | undefined, work: (server: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-test-server-'));
  // The database's own user, where there is one, must get in.
  chmodSync(folder, 0o755);
  let database: EmbeddedDatabase | null = null;
  const end = async (): Promise<void> => {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = async (signal: NodeJS.Signals): Promise<void> => {
    const isOver = running === null ? Promise.resolve() : new Promise<unknown>((over) => running?.once('exit', over));
    running?.kill(signal);
    await isOver;
    await end();
    process.exit(130);
  };
  const stop = (signal: NodeJS.Signals): void => void interrupted(signal);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    database = await startEmbedded(join(folder, 'data'), binaries === undefined ? {} : { binaries });
    const { user, password, host, database: name } = database.connection;
    await work(`postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await end();
  }
}

function run(where: string, server: string, files: readonly string[]): Promise<void> {
  console.log(`\nOn ${where}:`);
  const env = { ...process.env, TEST_SERVER: server };
  const args = ['--test', '--test-concurrency=2', '--test-reporter=spec', ...files];
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
