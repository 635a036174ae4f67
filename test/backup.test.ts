import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import type { Sql } from '../src/storage/database/database.ts';
import { applyInside, MIGRATION_LOCK } from '../src/storage/database/migrate.ts';
import { knownMigrations } from '../src/storage/database/schema-version.ts';
import { oneAtATime, withClient } from '../src/storage/backup/connect.ts';
import { withDump } from '../src/storage/backup/dump.ts';
import { restoreBackup } from '../src/storage/backup/restore-backup.ts';
import { readArchive } from '../src/storage/backup/source.ts';
import { writeBackup, type BackupReport } from '../src/storage/backup/write-backup.ts';
import { depono, settingsOf } from './support/depono.ts';
import { payload } from './support/payload.ts';
import { startPool } from './support/pool.ts';
import { reach, verified, type Play, type Stage } from './support/play.ts';
import { listening, openReceiver, type Receiver } from './support/receiver.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
let receiver: Receiver;
let folder: string;
let plays: Play[];
/** Contracts whose opening was answered before the backup began, and all that were ever sent. */
let answered: string[];
let file: string;
let report: BackupReport;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'depono-backup-'));
  chmodSync(folder, 0o755);
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  receiver = await openReceiver();
  demo = await listening(service, { url: receiver.url });
  plays = [];
  for (const place of ['signed', 'account', 'open', 'closing', 'ordered', 'closed'] as const) {
    const play = await demo.start({ city: 'Zürich\\N\t\n"; copy' });
    await reach(place, play);
    plays.push(play);
  }
  await demo.open(payload({ zip: 'x' }));
  await service.sandbox('POST', '/payments', { reference: '000000000000000000000000000', amount: 12.5 });
  file = join(folder, 'while-calls-run.gz');
  await backUpUnderLoad();
});
after(async () => {
  await service.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls go on before, during and after the backup. */
async function backUpUnderLoad(): Promise<void> {
  answered = [];
  let isOver = false;
  const caller = async (n: number): Promise<void> => {
    for (let k = 0; !isOver; k++) {
      const externalContractId = `LOAD-${n}-${k}`;
      const { status } = await demo.open(payload({ externalContractId }));
      assert.equal(status, 200);
      if (report === undefined) answered.push(externalContractId);
    }
  };
  const callers = [1, 2, 3, 4].map(caller);
  while (answered.length < 40) await new Promise((done) => setTimeout(done, 10));
  const before = answered.length;
  const { code, output, errors } = await depono(settingsOf(service), 'backup', file, '--json');
  isOver = true;
  await Promise.all(callers);
  assert.equal(code, 0, errors);
  report = JSON.parse(output);
  answered.length = before;
}

/** A separate database for one test. */
async function inFresh(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await freshDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

async function ask(url: string, text: string): Promise<any[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const isEmpty = async (url: string): Promise<boolean> =>
  (await ask(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).length === 0;

/** The tables that must be equal: all but those where the restore or the backup itself adds a row. */
const archived = ({ tables }: BackupReport): BackupReport['tables'] =>
  tables.filter(({ table }) => !['bank_hold', 'audit_log', 'backups'].includes(table));

const holds = (url: string): Promise<any[]> => ask(url, 'select why from bank_hold');

/** Constraints, triggers and indexes, with their states. */
const guards = async (url: string): Promise<any[]> => [
  await ask(
    url,
    `select conrelid::regclass::text as t, conname, convalidated, pg_get_constraintdef(oid) as d from pg_constraint
                  where connamespace = 'public'::regnamespace order by 1, 2, 4`,
  ),
  await ask(
    url,
    `select tgrelid::regclass::text as t, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  ),
  await ask(url, `select indexdef from pg_indexes where schemaname = 'public' order by 1`),
];

test('the drill: backed up while calls run, restored into an empty database, equal in every table, and in service again', async () => {
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['while-calls-run.gz'], 'nothing else is left');
  await inFresh(async (url) => {
    const env = { ...settingsOf(service), DATABASE_URL: url };
    const restored = await depono(env, 'restore', file, '--json');
    assert.equal(restored.code, 0, restored.errors);
    const { rows, tables, verification } = JSON.parse(restored.output);
    assert.equal(rows, report.rows);
    assert.deepEqual(tables, report.tables);
    assert.deepEqual(verification.faults, []);
    const again = await writeBackup(url, join(folder, 'again.gz'), { key: null });
    assert.deepEqual(archived(again), archived(report), 'every table has the same rows');
    const exported = await depono(env, 'bank', 'export');
    assert.deepEqual([exported.code, exported.output], [1, ''], 'what was ordered may have gone out since');
    assert.match(exported.errors, /held since .*: a backup of .* was restored\..*depono bank release/);
    assert.deepEqual(await guards(url), await guards(service.databaseUrl));

    const second = await startService({ databaseUrl: url, env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
    try {
      await verified(second);
      for (const { id, record } of plays) {
        assert.deepEqual((await second.operator('GET', `/deposits/${id}`)).body, await record());
      }
      const { body } = await second.operator(
        'GET',
        `/organizations/${demo.organizationId}/deposits?externalContractId=x`,
      );
      assert.deepEqual(body.deposits, []);
      const known = await ask(url, 'select external_contract_id as id from deposits');
      const missing = answered.filter((id) => !known.some((row) => row.id === id));
      assert.deepEqual(missing, [], 'what was answered before is there');
      // Its life goes on: keys, sealed effects, mails and documents work as before.
      const [signed] = plays;
      const moved = await second.sandbox('POST', `/deposits/${signed?.id}/tenant-signs`, {});
      assert.equal(moved.status, 200, moved.text);
      assert.equal((await second.sandbox('GET', '/mailbox')).status, 200);
      await verified(second);
    } finally {
      await second.stop();
    }
  });
  rmSync(join(folder, 'again.gz'));
});

test('the archive is text that psql can read, with a checksum for every table', () => {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  assert.match(text, /^-- Depono backup \{"format":1,/);
  assert.equal(text.match(/^copy ".*" \(.*\) from stdin;$/gm)?.length, report.tables.length);
  assert.equal(text.match(/^\\\.$/gm)?.length, report.tables.length);
  assert.ok(!text.includes(service.config.secretKey));
});

test('restores into the embedded database of a new data folder', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'new-data');
  const env = { DATA_DIR: dataDir, SECRET_KEY: service.config.secretKey };
  const { code, output, errors } = await depono(env, 'restore', file);
  assert.equal(code, 0, errors);
  assert.match(output, /all checksums match/);
  assert.match(output, /all books balance/);
  assert.match(output, /Payment files are on hold\..*depono bank release/);
  const again = await depono(env, 'backup', join(folder, 'embedded.gz'), '--json');
  assert.deepEqual(archived(JSON.parse(again.output)), archived(report));
  const twice = await depono(env, 'restore', file);
  assert.equal(twice.code, 2);
  assert.match(twice.errors, /not empty/);
  const shown = await depono(env, 'backup', join(folder, 'embedded.gz'));
  assert.equal(shown.code, 2);
  assert.match(shown.errors, /is there already/);
});

test('a restore overwrites nothing', async () => {
  await assert.rejects(restoreBackup(service.databaseUrl, await readArchive(file), { key: null }), /not empty/);
  await verified(service);
});

test('another secret key is refused, unless it is confirmed', async () => {
  await inFresh(async (url) => {
    const env = { ...settingsOf(service), DATABASE_URL: url, SECRET_KEY: 'another-secret-key-of-at-least-32-letters' };
    const { code, errors } = await depono(env, 'restore', file);
    assert.equal(code, 2);
    assert.match(errors, /another SECRET_KEY/);
    assert.ok(await isEmpty(url));
    assert.equal((await depono(env, 'restore', file, '--other-key')).code, 0);
  });
});

type Damage = (text: string) => string;
const damages: [what: string, damage: Damage, says: RegExp][] = [
  ['a changed row', (text) => text.replace('LOAD-1-1\t', 'LOAD-1-x\t'), /rows of \w+ in the file/],
  ['a missing row', (text) => text.replace(/^.*LOAD-1-2\t.*\n/m, ''), /rows of \w+ in the file/],
  ['a missing end', (text) => text.slice(0, text.lastIndexOf('-- {"end"')), /ends too early/],
  ['a table that is not there', (text) => text.replace(/"name":"tenants"/, '"name":"lodgers"'), /table lodgers/],
  ['an unknown migration', (text) => text.replace('0001-foundation.sql', '0001-other.sql'), /does not know/],
  ['a newer format', (text) => text.replace('"format":1', '"format":2'), /newer/],
  ['something else', () => 'select 1;\n', /not an archive/],
];
for (const [what, damage, says] of damages) {
  test(`an archive with ${what} is refused, and nothing is restored`, async () => {
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    const damaged = damage(text);
    assert.notEqual(damaged, text);
    const other = join(folder, 'damaged.gz');
    writeFileSync(other, gzipSync(damaged));
    await inFresh(async (url) => {
      await assert.rejects(async () => restoreBackup(url, await readArchive(other), { key: null }), says);
      assert.ok(await isEmpty(url));
    });
  });
}

test('a file that is truncated, not gzip, or missing', async () => {
  const whole = readFileSync(file);
  const short = join(folder, 'short.gz');
  writeFileSync(short, whole.subarray(0, whole.length >> 1));
  await inFresh(async (url) => {
    await assert.rejects(async () => restoreBackup(url, await readArchive(short), { key: null }), /unpacked/);
    copyFileSync(join(import.meta.dirname, '..', 'package.json'), short);
    await assert.rejects(async () => restoreBackup(url, await readArchive(short), { key: null }), /unpacked/);
    assert.ok(await isEmpty(url));
    const env = { ...settingsOf(service), DATABASE_URL: url };
    const missing = await depono(env, 'restore', join(folder, 'none.gz'));
    assert.deepEqual([missing.code, /File not found/.test(missing.errors)], [2, true]);
  });
});

test('an archive of an older version is restored as it was and then migrated', async () => {
  await inFresh(async (old) => {
    const client = new Client({ connectionString: old });
    await client.connect();
    await applyInside(client, 1);
    await client.query(`insert into migrations values (1, '0001-foundation.sql', now())`);
    await client.query(`insert into partners values (gen_random_uuid(), 'Old', 'custom', now())`);
    await client.end();
    const archive = join(folder, 'old.gz');
    assert.equal((await writeBackup(old, archive, { key: null })).migration, 1);
    await inFresh(async (url) => {
      const { migration, migrated } = await restoreBackup(url, await readArchive(archive), { key: null });
      assert.equal(migration, 1);
      assert.deepEqual(
        migrated,
        knownMigrations()
          .map(({ number }) => number)
          .slice(1),
      );
      assert.deepEqual(await ask(url, 'select name from partners'), [{ name: 'Old' }]);
      assert.equal((await holds(url)).length, 1, 'it is held, though its version knew no hold');
      assert.deepEqual(await guards(url), await guards(service.databaseUrl));
    });
  });
});

test('a second restore holds payment files for the newer backup', async () => {
  await inFresh(async (url) => {
    await restoreBackup(url, await readArchive(file), { key: null });
    const [first] = await holds(url);
    const archive = join(folder, 'held.gz');
    await writeBackup(url, archive, { key: null });
    await inFresh(async (other) => {
      const { createdAt } = await restoreBackup(other, await readArchive(archive), { key: null });
      assert.deepEqual(await holds(other), [{ why: `a backup of ${createdAt} was restored` }]);
      assert.notDeepEqual(await holds(other), [first]);
    });
    rmSync(archive);
  });
});

test('an ordinary database user is enough', async () => {
  const role = `plain_${Math.random().toString(36).slice(2)}`;
  await inFresh(async (url) => {
    const name = new URL(url).pathname.slice(1);
    await ask(url, `create role ${role}`);
    await ask(url, `alter schema public owner to ${role}`);
    await ask(url, `alter database ${name} set role to ${role}`);
    assert.deepEqual(await ask(url, 'select current_user::text as who'), [{ who: role }]);
    const { tables } = await restoreBackup(url, await readArchive(file), { key: null });
    assert.deepEqual(tables, report.tables);
    assert.deepEqual(await guards(url), await guards(service.databaseUrl));
  });
  await ask(service.databaseUrl, `drop role ${role}`);
});

test('an interrupted backup leaves nothing behind', async () => {
  const before = readdirSync(folder);
  const interrupted = new AbortController();
  const onRows = (): void => interrupted.abort();
  const { signal } = interrupted;
  const cut = writeBackup(service.databaseUrl, join(folder, 'cut.gz'), { key: null, onRows, signal });
  await assert.rejects(cut, { name: 'AbortError' });
  assert.deepEqual(readdirSync(folder), before);
  const rest = await ask(
    service.databaseUrl,
    `select from pg_stat_activity where application_name = 'depono (backup)'
    and datname = current_database() and state <> 'idle'`,
  );
  assert.deepEqual(rest, []);
});

test('two backups with one name: the second is refused, and the first stays', async () => {
  const before = readdirSync(folder);
  const file = join(folder, 'same.gz');
  const onWritten = async (): Promise<void> => writeFileSync(file, 'of another process');
  await assert.rejects(writeBackup(service.databaseUrl, file, { key: null, onWritten }), /is there already/);
  assert.equal(readFileSync(file, 'utf8'), 'of another process');
  assert.deepEqual(readdirSync(folder).sort(), [...before, 'same.gz'].sort());
});

test('behind a pool that drops our options, the time limits of the role do not apply', async () => {
  const { url, drop } = await freshDatabase({ isMigrated: true });
  const pool = await startPool(url);
  try {
    const name = new URL(url).pathname.slice(1);
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      await ask(url, `alter database ${name} set ${limit} = '1s'`);
    }
    await ask(url, `alter database ${name} set datestyle = 'German'`);
    const limits = async (sql: Sql): Promise<unknown[]> => {
      const { rows } = await sql.query<{ setting: string }>(
        `select setting from pg_settings where name in ('DateStyle', 'statement_timeout', 'lock_timeout',
           'idle_in_transaction_session_timeout') order by name collate "C"`,
      );
      return rows.map(({ setting }) => setting.split(',')[0]);
    };
    const none = ['ISO', '0', '0', '0'];
    assert.deepEqual(await withClient(pool.url, limits), ['German', '1000', '1000', '1000'], 'the pool drops them');
    await withDump(pool.url, { key: null }, async ({ client }) => assert.deepEqual(await limits(client), none));
    await oneAtATime(pool.url, async () => {
      await wait(1_500);
      assert.equal(await oneAtATime(url, async () => undefined), false, 'the lock is still held');
    });
    await ask(url, 'drop schema public cascade; create schema public');
    let seen: unknown[] = [];
    await restoreBackup(pool.url, await readArchive(file), {
      key: null,
      onRestored: async (sql) => void (seen = await limits(sql)),
    });
    assert.deepEqual(seen, none);
    // A service migrates meanwhile: the restore waits for its lock without a limit.
    const migrating = new Client({ connectionString: url });
    await migrating.connect();
    await migrating.query('begin; set local idle_in_transaction_session_timeout = 0');
    await migrating.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const waiting = restoreBackup(pool.url, await readArchive(file), { key: null });
    const refused = assert.rejects(waiting, /not empty/);
    await wait(1_500);
    await migrating.end();
    await refused;
  } finally {
    await pool.stop();
    await drop();
  }
});

test('an empty database has nothing to back up', async () => {
  await inFresh(async (url) => {
    await assert.rejects(writeBackup(url, join(folder, 'empty.gz'), { key: null }), /nothing/);
    assert.ok(!existsSync(join(folder, 'empty.gz')));
  });
});
