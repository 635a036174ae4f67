import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../src/storage/embedded/server.ts';
import { IN_DEPTH } from './support/depth.ts';
import { group, isAlive, npmStart, pidFile, postmaster } from './support/npm-start.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'depono-start-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));
/** Created by the first tests and reused, because a new database takes seconds. */
const [ONE, TWO] = [join(folder, 'one'), join(folder, 'two')];

function bash(script: string): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script.replaceAll('curl -s', 'curl -sS')], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

test('npm start: the printed lines work when pasted; Ctrl-C ends everything; the data stays; kill -9 is survived', async () => {
  const dataDir = ONE;
  const first = await npmStart(dataDir);
  assert.match(first.output(), /Operator token {2}[0-9a-f]{64}/);
  const [open, status] = [...first.output().matchAll(/^curl -s[\s\S]*?(?=\n\n|\n$)/gm)].map(([line]) => line);
  assert.deepEqual(JSON.parse(bash(open ?? '')), { success: true, result: 'success' });
  assert.equal(JSON.parse(bash(status ?? '')).state, 'opening');

  const second = await npmStart(dataDir);
  assert.notEqual(await second.ended, 0);
  assert.match(second.output(), /Another Depono is already running on the data folder/);
  assert.equal((await fetch(`${first.baseUrl}/readyz`)).status, 200, 'the first one is not disturbed');

  const pid = postmaster(dataDir);
  group(first, 'SIGINT');
  await first.ended;
  assert.equal(isAlive(pid), false, 'the database has ended');

  const third = await npmStart(dataDir);
  assert.equal(JSON.parse(bash((status ?? '').replace(first.baseUrl, third.baseUrl))).state, 'opening', 'kept');
  const survivor = postmaster(dataDir);
  group(third, 'SIGKILL');
  await third.ended;
  const fourth = await npmStart(dataDir);
  assert.equal(postmaster(dataDir), survivor, 'the database left running is taken over');
  assert.equal(JSON.parse(bash((status ?? '').replace(first.baseUrl, fourth.baseUrl))).state, 'opening');

  group(fourth, 'SIGKILL');
  process.kill(survivor, 'SIGKILL');
  await fourth.ended;
  const fifth = await npmStart(dataDir);
  assert.notEqual(fifth.baseUrl, '', fifth.output());
  assert.equal(
    JSON.parse(bash((status ?? '').replace(first.baseUrl, fifth.baseUrl))).state,
    'opening',
    'also after both were killed',
  );
  // A signal to npm alone, as a supervisor sends it.
  const last = postmaster(dataDir);
  fifth.process.kill('SIGTERM');
  await fifth.ended;
  for (let n = 0; n < 200 && isAlive(last); n++) await wait(20);
  assert.equal(isAlive(last), false);
});

test('a new database has small log files, and reuses them', async () => {
  const server = await startEmbedded(join(folder, 'log-files'));
  const client = new Client(server.connection);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select name, pg_size_bytes(setting || coalesce(unit, '')) as bytes from pg_settings
       where name in ('wal_segment_size', 'min_wal_size', 'max_wal_size') order by name`,
    );
    const expected = [2 ** 30, 2 ** 30, 4 * 2 ** 20].map(String);
    assert.deepEqual(
      rows.map(({ bytes }) => String(bytes)),
      expected,
    );
  } finally {
    await client.end();
    await server.stop();
  }
});

test('two starts at once on a new data folder: one serves, the other says so', IN_DEPTH, async () => {
  const dataDir = TWO;
  const starts = await Promise.all([npmStart(dataDir), npmStart(dataDir)]);
  const serving = starts.filter(({ baseUrl }) => baseUrl !== '');
  assert.equal(serving.length, 1);
  assert.ok(starts.some((start) => /already running on the data folder/.test(start.output())));
  for (const start of serving) {
    group(start, 'SIGINT');
    await start.ended;
  }
});

test('invalid settings are explained', async () => {
  const start = await npmStart(join(folder, 'three'), { ENVIRONMENT: 'production', PORT: 'x' });
  assert.notEqual(await start.ended, 0);
  assert.match(start.output(), /Depono cannot start with these settings:[\s\S]*PORT is "x"[\s\S]*OPERATOR_TOKEN/);
  assert.doesNotMatch(start.output(), /at .*\.ts:/, 'no stack');
});

test('a port that is taken is explained', async () => {
  const first = await npmStart(ONE);
  const second = await npmStart(TWO, { PORT: new URL(first.baseUrl).port });
  assert.notEqual(await second.ended, 0);
  assert.match(second.output(), /The port is in use by another program/);
  group(first, 'SIGINT');
  await first.ended;
});

test('a data folder with a long name', IN_DEPTH, async () => {
  const start = await npmStart(join(folder, 'long', 'folder '.repeat(20).trim()));
  assert.notEqual(start.baseUrl, '', start.output());
  group(start, 'SIGINT');
  await start.ended;
});

test('Ctrl-C stops it despite an unfinished call, and a crashed server is restarted before', IN_DEPTH, async () => {
  const dataDir = ONE;
  const start = await npmStart(dataDir);
  const first = postmaster(dataDir);
  process.kill(first, 'SIGKILL');
  // Until the loss is noticed, the service is still ready.
  const isOther = (): boolean => existsSync(pidFile(dataDir)) && postmaster(dataDir) !== first;
  for (let n = 0; n < 500 && !(isOther() && (await isReady(start.baseUrl))); n++) await wait(20);
  assert.equal(await isReady(start.baseUrl), true, 'the database was started again');
  assert.notEqual(postmaster(dataDir), first);
  const second = await npmStart(dataDir);
  assert.match(second.output(), /already running on the data folder/, 'and it is still ours');

  const half = connect(Number(new URL(start.baseUrl).port), '127.0.0.1');
  half.on('error', () => undefined);
  half.write('POST /operator/api/partners HTTP/1.1\r\nhost: x\r\ncontent-le');
  await wait(100);
  group(start, 'SIGINT');
  await start.ended;
  half.destroy();
});

test('a stop right after the database crashed leaves no database behind', IN_DEPTH, async () => {
  const dataDir = TWO;
  for (const delay of [5, 30, 60, 120]) {
    const start = await npmStart(dataDir);
    process.kill(postmaster(dataDir), 'SIGKILL');
    await wait(delay);
    group(start, 'SIGINT');
    await start.ended;
    assert.deepEqual(serversOf(dataDir), [], `after ${delay} ms`);
  }
});

/** The processes of this folder's database, where the system shows them. */
function serversOf(dataDir: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`-D\0${dataDir}`);
    } catch {
      return false;
    }
  });
}

async function isReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** What the service reads beside its code. */
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const isRoot = process.getuid?.() === 0;
test('root, in a folder that only root may enter', { skip: IN_DEPTH.skip || (!isRoot && 'needs root') }, async () => {
  const hidden = join(folder, 'hidden');
  mkdirSync(hidden, { mode: 0o700 });
  const clone = join(hidden, 'depono');
  mkdirSync(clone);
  for (const part of [...FILES, 'scripts', 'src', 'docs', 'examples', 'runtime/postgres']) {
    cpSync(join(root, part), join(clone, part), { recursive: true, verbatimSymlinks: true });
  }
  // The packages as they would be there; PostgreSQL, copied above, is out of the database user's reach.
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  mkdirSync(join(clone, 'runtime', 'node'), { recursive: true });
  for (const part of ['package-lock.json', 'node_modules']) {
    symlinkSync(join(root, 'runtime', 'node', part), join(clone, 'runtime', 'node', part));
  }
  const dataDir = join(clone, 'data');
  for (const round of ['new', 'again']) {
    const start = await npmStart(dataDir, {}, clone);
    assert.notEqual(start.baseUrl, '', `${round}: ${start.output()}`);
    group(start, 'SIGINT');
    await start.ended;
  }
  rmSync(readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim(), { recursive: true });
});
