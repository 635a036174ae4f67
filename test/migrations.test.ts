import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareSchema } from '../src/storage/database/database.ts';
import { migrate } from '../src/storage/database/migrate.ts';
import { missingIn, tooNew, worksFrom } from '../src/storage/database/schema-version.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let sql: Client;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
  sql = await connected(service.databaseUrl);
});
after(async () => {
  await sql.end();
  await service.stop();
});

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Adds a column to `deposits`, which needs the table for itself: as an upgrade would while the old version serves. */
async function forgetNewest(): Promise<number> {
  const { rows } = await sql.query('select number, name from migrations order by number desc limit 1');
  await sql.query('alter table migrations drop column if exists works_from');
  await sql.query('delete from migrations where number >= 21');
  await sql.query('drop table if exists backups, books_proof, former_accounts, bank_statements');
  return rows[0].number as number;
}

test('behind a long reader a migration gives way to calls again and again, and is applied afterwards', async () => {
  await forgetNewest();
  const reader = await connected(service.databaseUrl);
  await reader.query('begin');
  await reader.query('select count(*) from deposits');
  // The newest migration changes only its own table: here it also needs the deposits.
  const stop = new AbortController();
  const postponed: string[] = [];
  const done = prepareSchema(
    service.databaseUrl,
    (client, options) => migrate(needingDeposits(client), { ...options, onPostponed: (why) => postponed.push(why) }),
    () => undefined,
  );
  const waits: number[] = [];
  const calling = (async () => {
    while (!stop.signal.aborted) {
      const since = Date.now();
      assert.equal((await partner.open(payload())).status, 200);
      waits.push(Date.now() - since);
    }
  })();
  try {
    while (postponed.length < 2) await wait(50);
  } finally {
    await reader.query('rollback');
    await reader.end();
  }
  assert.equal((await done)[0], 21);
  stop.abort();
  await calling;
  assert.ok(Math.max(...waits) < 5_000, `a call waited ${Math.max(...waits)} ms`);
  assert.match(
    postponed[0] ?? '',
    /^migration 0021-\S+ waits: process \d+ .*holds a lock since .* UTC\. It is tried again\.$/,
  );
});

/** As if every migration also changed the table of deposits. */
function needingDeposits(client: Client | import('pg').ClientBase): Client {
  return new Proxy(client as Client, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (name !== 'query') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return (text: string, values?: unknown[]) =>
        text.startsWith('-- ')
          ? target.query(`alter table deposits add column if not exists trial integer; ${text}`)
          : target.query(text, values);
    },
  });
}

test('a migration that holds up calls for too long is rolled back, also where it waits for nothing itself', async () => {
  const database = await freshDatabase({ isMigrated: true });
  const [client, watcher, reader] = await Promise.all([1, 2, 3].map(() => connected(database.url)));
  if (client === undefined || watcher === undefined || reader === undefined) throw new Error('no connection');
  try {
    await client.query('alter table migrations drop column works_from');
    await client.query('delete from migrations where number >= 21');
    await client.query('create table slow (a integer)');
    const slow = new Proxy(client, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (name !== 'query') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        return (text: string, values?: unknown[]) =>
          text.startsWith('-- ')
            ? target.query('lock table slow in access exclusive mode; select pg_sleep(60)')
            : target.query(text, values);
      },
    });
    const refused = assert.rejects(
      migrate(slow, { openWatcher: async () => watcher, givesUpAfterMs: 1 }),
      /0021-\S+ did not get its locks in 0 seconds.*Nothing was changed.*depono migrate/,
    );
    await wait(300);
    const since = Date.now();
    await reader.query('select * from slow');
    assert.ok(Date.now() - since < 5_500, 'the reader waited for at most five seconds');
    await refused;
  } finally {
    for (const one of [client, reader]) await one.end();
    await database.drop();
  }
});

test('a role that may not change the schema runs on a current one, and says what to do on an older one', async () => {
  const database = await freshDatabase({ isMigrated: true });
  const owner = await connected(database.url);
  const role = `reader_${process.pid}_${Date.now()}`;
  try {
    await owner.query(`create role ${role} login password 'x'; grant select on all tables in schema public to ${role}`);
    const url = new URL(database.url);
    url.username = role;
    url.password = 'x';
    assert.deepEqual(await prepareSchema(url.href, migrate, () => undefined), []);
    await owner.query('delete from migrations where number = 21');
    await assert.rejects(
      prepareSchema(url.href, migrate, () => undefined),
      /^Error: Migration 0021-\S+ is missing, and this role may not change the schema\. Run depono migrate with the role that owns/,
    );
    await owner.query('alter database ' + url.pathname.slice(1) + ' set default_transaction_read_only = on');
    await assert.rejects(
      prepareSchema(database.url, migrate, () => undefined),
      /is missing, and this server is read-only/,
    );
  } finally {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await database.drop();
  }
});

const KNOWN = [{ number: 1, name: '0001-a.sql' }];
const COMPATIBLE: [what: string, applied: [number: number, worksFrom: number][], tooNew: number | null][] = [
  ['the same', [[1, 1]], null],
  [
    'a newer one that code from 1 works with',
    [
      [1, 1],
      [2, 1],
    ],
    null,
  ],
  [
    'a newer one that says nothing',
    [
      [1, 1],
      [2, 2],
    ],
    2,
  ],
  [
    'two newer ones, one of them breaking',
    [
      [1, 1],
      [2, 2],
      [3, 1],
    ],
    2,
  ],
  [
    'two newer ones, the second for code from 2',
    [
      [1, 1],
      [2, 1],
      [3, 2],
    ],
    3,
  ],
];
for (const [what, rows, expected] of COMPATIBLE) {
  test(`older code on a newer schema: ${what}`, () => {
    const applied = rows.map(([number, from]) => ({ number, worksFrom: from }));
    assert.equal(tooNew(applied, 1), expected);
    if (expected === null) assert.deepEqual(missingIn(applied, KNOWN), []);
    else assert.throws(() => missingIn(applied, KNOWN), /newer Depono \(migration \d, this one knows 1\)/);
  });
}

test('a migration says which code works with it in a line of its own', () => {
  assert.equal(worksFrom(22, '-- works with code from: 0020\n-- Text.\n'), 20);
  assert.equal(worksFrom(22, '-- Text.\n'), 22);
});
