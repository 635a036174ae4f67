import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbedded, type EmbeddedDatabase } from '../src/storage/embedded/server.ts';
import { provideBrowser } from './browser.ts';
import { makeForgetful, makeTemplate } from './test-database.ts';
import { IN_DEPTH_ONLY, isInBrowser, OF_NO_DATABASE } from './test-files.ts';
import { printTimes, runInLanes, type FileTimes } from './test-lanes.ts';

// Runs the tests.
//   npm test                          all files but those that take long, on the embedded PostgreSQL
//   npm test -- test/mails.test.ts    some files
//   npm test -- --times               also prints the time that each file took
//   npm run test:deep                 what takes long: everything that `npm test` leaves out, on the embedded PostgreSQL, then
//                                     the files that use the database once more on a second one (Debian's). With
//                                     TEST_DATABASE_URL all of it there

const root = join(import.meta.dirname, '..');
const HOW_TO_GET_A_BROWSER = 'Install Chromium or Chrome, or set CHROMIUM to the program, to run them.';
/** A server, and the database on it that has been migrated. */
type Server = { url: string; template: string };

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isDeep = options.includes('--deep');
const interruption = new AbortController();
const times: FileTimes[] = [];
let failures = 0;

// Ctrl-C comes twice, from the terminal and from the process that started this one: the second must not cut the first off.
process.on('SIGINT', () => interruption.abort()).on('SIGTERM', () => interruption.abort());
if (isDeep) await runDeep();
else await onEmbedded(undefined, (server, folder) => runOn('the embedded PostgreSQL', server, quickFiles(), folder));
if (options.includes('--times')) printTimes(times);
if (interruption.signal.aborted) process.exit(130);
process.exitCode = failures > 0 ? 1 : 0;

function allFiles(): string[] {
  if (chosen.length > 0) return chosen.map((file) => relative(root, resolve(root, file)));
  const folders = ['test/browser', 'test/first-hour', 'test', 'src/**'];
  return folders.flatMap((folder) => find(`${folder}/*.test.ts`));
}

/** Files that are named run in any case. */
function quickFiles(): string[] {
  return chosen.length > 0 ? allFiles() : allFiles().filter((file) => !IN_DEPTH_ONLY.has(file));
}

function find(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).sort();
}

/** Files that do more in `npm run test:deep`; where there is a second PostgreSQL, those of `npm test` that use one run there. */
async function runDeep(): Promise<void> {
  process.env['TEST_DEPTH'] = 'deep';
  const files = allFiles();
  const isDeeper = (file: string): boolean =>
    chosen.length > 0 || IN_DEPTH_ONLY.has(file) || readFileSync(join(root, file), 'utf8').includes('/depth.ts');
  const deeper = files.filter(isDeeper);
  const again = chosen.length > 0 ? [] : find('test/*.test.ts').filter((file) => isForSecond(file));
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return runOnGiven(given, [...new Set([...deeper, ...again])]);
  const debian = debianBinaries();
  if (debian === null) {
    console.log('No second PostgreSQL: set TEST_DATABASE_URL, or install Debian’s, to run the tests on it too.');
    await onEmbedded(undefined, (server, folder) => runOn('the embedded PostgreSQL', server, deeper, folder));
    return;
  }
  const here = deeper.filter((file) => !again.includes(file));
  await onEmbedded(undefined, (server, folder) => runOn('the embedded PostgreSQL', server, here, folder));
  if (again.length > 0)
    await onEmbedded(debian, (server, folder) => runOn(`PostgreSQL in ${debian}`, server, again, folder));
}

/** `npm test` has run it on the embedded PostgreSQL. */
function isForSecond(file: string): boolean {
  return !OF_NO_DATABASE.has(file) && !IN_DEPTH_ONLY.has(file);
}

async function runOnGiven(url: string, files: readonly string[]): Promise<void> {
  const { template, drop } = await makeTemplate(url);
  try {
    await runOn('the PostgreSQL of TEST_DATABASE_URL', { url, template }, files);
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
  try {
    database = await startEmbedded(join(folder, 'data'), binaries === undefined ? {} : { binaries });
    const { user, password, host, database: name } = database.connection;
    const url = `postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`;
    await makeForgetful(url);
    // It goes with the server.
    const { template } = await makeTemplate(url);
    await work({ url, template }, folder);
  } finally {
    await database?.stop();
    // A browser that was interrupted may still be removing its own files, which makes a removal at the same time fail.
    for (let tries = 0; existsSync(folder) && tries < 50; tries++) {
      if (tries > 0) await wait(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

async function runOn(
  where: string,
  { url, template }: Server,
  files: readonly string[],
  folder: string = tmpdir(),
): Promise<void> {
  const { signal } = interruption;
  if (signal.aborted) return;
  const found = files.some(isInBrowser) ? provideBrowser() : null;
  const runnable = files.filter((file) => found?.browser !== null || !isInBrowser(file));
  console.log(`\nOn ${where}${typeof found?.browser === 'string' ? `, with ${found.browser}` : ''}:`);
  const env: Record<string, string> = { TEST_SERVER: url, TEST_TEMPLATE: template, TEST_FOLDER: folder };
  if (typeof found?.browser === 'string') env['TEST_BROWSER'] = found.browser;
  const outcome = await runInLanes(runnable, { env, signal });
  times.push(...outcome.times);
  if (!outcome.ok) failures++;
  if (found?.browser === null) console.log(`\nNo test in a browser was run. ${found.why} ${HOW_TO_GET_A_BROWSER}`);
}
