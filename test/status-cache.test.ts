import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { StatusFacts } from '../src/domain/contract-status.ts';
import { statusReader, type StatusResult } from '../src/storage/status/contract-status.ts';
import { openDatabase, type Database, type Sql } from '../src/storage/database/database.ts';
import { deleteOldStatusChanges } from '../src/storage/status/status-cache.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

// A process caches what it has read of a deposit. A read after a commit must see the change, whoever made it and however
// long the transaction took.

let service: Service;
let partner: Partner;
let apiKey: string;
let database: Database;
let sql: Client;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service, { contractStatusEnabled: true });
  ({ apiKey } = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`)));
  database = await openDatabase(service.databaseUrl, () => undefined);
  sql = await connected();
});
after(async () => {
  await sql.end();
  await database.end();
  await service.stop();
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  return client;
}

const asTheyAre = (facts: StatusFacts): StatusFacts => facts;

/** Reads like a process, and counts the contracts read from the database. */
function aProcess(): { read: (contract: string) => Promise<StatusFacts | null>; asked: () => number } {
  let asked = 0;
  const counting: Sql = {
    query: ((question: { values: [unknown, unknown, unknown, string[]] }) => {
      asked += question.values[3].length;
      return database.query(question as never);
    }) as never,
  };
  const ask = statusReader(counting, asTheyAre, () => undefined);
  const { organizationId } = partner;
  return {
    read: async (externalContractId) => {
      const { reader, status: facts }: StatusResult<StatusFacts> = await ask({
        organizationId,
        apiKey,
        externalContractId,
      });
      assert.notEqual(reader?.keyId ?? null, null);
      return facts;
    },
    asked: () => asked,
  };
}

async function opened(): Promise<string> {
  const sent = payload();
  assert.equal((await partner.open(sent)).status, 200);
  return String(sent['externalContractId']);
}

const change = (client: Client, contract: string, what: string) =>
  client.query(`update deposits set ${what} where external_contract_id = $1`, [contract]);

test('cached values are not read again until they change', async () => {
  const { read, asked } = aProcess();
  const [contract, other] = [await opened(), await opened()];
  const first = await read(contract);
  assert.equal(first?.state, 'opening');
  assert.equal(await read(contract), first);
  await read(other);
  await change(sql, other, `iban = 'NEW'`);
  assert.equal(await read(contract), first);
  assert.equal(asked(), 2);
  await change(sql, contract, `iban = 'CHANGED'`);
  assert.equal((await read(contract))?.iban, 'CHANGED');
  // While any transaction older than the change is open, even one of other tests, it is read again.
  const isReadAnew = async (): Promise<boolean> => {
    const before = asked();
    await read(contract);
    return asked() > before;
  };
  for (let n = 0; n < 1_000 && (await isReadAnew()); n++) await wait(10);
  assert.equal(await isReadAnew(), false);
  assert.equal((await read(other))?.iban, 'NEW');
});

test('a change of any source of the answer is seen', async (t) => {
  const rows: [what: string, sees: Partial<StatusFacts>][] = [
    [`state = 'open', step = null`, { state: 'open' }],
    [`product = 'insurance'`, { product: 'insurance' }],
    [`iban = 'CH93'`, { iban: 'CH93' }],
    ['rental_deposit_rappen = 123', { rentalDeposit: 123 as never }],
    [`paid_out_at = '2026-01-02 03:04:05Z'`, { paidOutTime: '2026-01-02T03:04:05.000Z' }],
    ['paid_out_tenant_rappen = 45', { paidOutAmountTenant: 45 as never }],
    [`state = 'withdrawn', step = null`, { state: 'withdrawn' }],
  ];
  const { read } = aProcess();
  const contract = await opened();
  for (const [what, sees] of rows) {
    await t.test(what, async () => {
      const known = await read(contract);
      // Begun before everything below, and not yet committed when it is read again.
      await sql.query('begin');
      await change(sql, contract, what);
      assert.deepEqual(await read(contract), known);
      const later = await opened();
      await read(later);
      await sql.query('commit');
      assert.deepEqual(await read(contract), { ...known, ...sees });
      assert.deepEqual(await read(contract), { ...known, ...sees });
    });
  }
});

test('a rolled-back change has no effect', async () => {
  const { read } = aProcess();
  const contract = await opened();
  const known = await read(contract);
  await sql.query('begin');
  await change(sql, contract, `iban = 'NEVER'`);
  await sql.query('rollback');
  assert.deepEqual(await read(contract), known);
});

test('after a withdrawal a new deposit is seen, and a moved one is gone', async () => {
  const { read } = aProcess();
  const sent = payload();
  const contract = String(sent['externalContractId']);
  assert.equal(await read(contract), null);
  for (let round = 0; round < 3; round++) {
    assert.equal((await partner.open(sent)).status, 200);
    assert.equal((await read(contract))?.state, 'opening');
    await change(sql, contract, `state = 'withdrawn', step = null`);
    assert.equal((await read(contract))?.state, 'withdrawn');
  }
  await partner.open(sent);
  await read(contract);
  await sql.query(`update deposits set external_contract_id = 'ELSEWHERE' where external_contract_id = $1`, [contract]);
  assert.equal(await read(contract), null);
});

test('a deposit deleted by hand is gone', async () => {
  const { read } = aProcess();
  const contract = await opened();
  assert.equal((await read(contract))?.state, 'opening');
  // Like an operator who repairs a database; dependent rows may stay.
  await sql.query('delete from deposits where external_contract_id = $1', [contract]);
  assert.equal(await read(contract), null);
});

test('an organization id in capitals is the same organization', async () => {
  const { organizationId } = partner;
  const ask = statusReader(database, asTheyAre, () => undefined);
  const contract = await opened();
  const read = async (id: string) =>
    (await ask({ organizationId: id, apiKey, externalContractId: contract })).status?.iban;
  await read(organizationId.toUpperCase());
  await change(sql, contract, `iban = 'SEEN'`);
  assert.equal(await read(organizationId.toUpperCase()), 'SEEN');
  assert.equal(await read(organizationId), 'SEEN');
});

test('a read after a commit sees the change, under load and with transactions of any length', async () => {
  const contracts = await Promise.all(Array.from({ length: 12 }, opened));
  const stored = new Map(contracts.map((contract) => [contract, 0]));
  const processes = [aProcess(), aProcess()];
  let isOver = false;
  let reads = 0;
  const any = (): string => contracts[Math.floor(Math.random() * contracts.length)] as string;

  /** Each has its own contracts, counts up in their amounts, and knows its last value. */
  const write = async (own: readonly string[]): Promise<void> => {
    const client = await connected();
    for (let amount = 1; amount <= 40; amount++) {
      const contract = own[amount % own.length] as string;
      await client.query('begin');
      await change(client, contract, `rental_deposit_rappen = ${amount}`);
      await wait(Math.random() < 0.2 ? 30 : Math.random() * 3);
      await client.query(Math.random() < 0.1 ? 'rollback' : 'commit').then(({ command }) => {
        if (command === 'COMMIT') stored.set(contract, amount);
      });
    }
    await client.end();
  };
  const read = async (n: number): Promise<void> => {
    while (!isOver) {
      const contract = any();
      const least = stored.get(contract) ?? 0;
      const facts = await processes[n % processes.length]?.read(contract);
      assert.ok((facts?.rentalDeposit ?? 0) >= least, `${contract}: ${facts?.rentalDeposit} after ${least}`);
      reads++;
    }
  };
  const readers = Promise.all(Array.from({ length: 16 }, (_, n) => read(n)));
  await Promise.all([0, 3, 6, 9].map((from) => write(contracts.slice(from, from + 3)))).finally(() => (isOver = true));
  await readers;
  assert.ok(reads > 500);
  const asked = processes.reduce((sum, process) => sum + process.asked(), 0);
  assert.ok(asked < reads, `${asked} of ${reads} were read from the database`);
});

test('after a database failure the cache is not used', async () => {
  let isAway = false;
  const flaky: Sql = {
    query: (question: never) =>
      isAway ? Promise.reject(new Error('the connection is gone')) : database.query(question),
  };
  const ask = statusReader(flaky, asTheyAre, () => undefined);
  const contract = await opened();
  const read = () => ask({ organizationId: partner.organizationId, apiKey, externalContractId: contract });
  await read();
  isAway = true;
  await assert.rejects(read(), /the connection is gone/);
  // Another server comes back that lacks this note.
  await sql.query('alter table deposits disable trigger status_changed');
  await change(sql, contract, `iban = 'OTHER'`);
  await sql.query('alter table deposits enable trigger status_changed');
  isAway = false;
  assert.equal((await read()).status?.iban, 'OTHER');
});

test('changes seen by all processes are removed, and those of another server', async () => {
  await sql.query('delete from status_changes');
  const contract = await opened();
  await change(sql, contract, `iban = 'KEPT'`);
  await sql.query(
    `insert into status_changes select $1::uuid, 'of another server', '9999999999999'::xid8
     union all select $1, 'old ' || n, '3'::xid8 from generate_series(1, 25) n`,
    [partner.organizationId],
  );
  const left = async () =>
    (await sql.query('select external_contract_id as name from status_changes')).rows.map(({ name }) => name);
  await deleteOldStatusChanges(database);
  assert.equal((await left()).length, 26, 'a young server has counted too few');
  const { rows } = await sql.query(`select pg_snapshot_xmin(pg_current_snapshot())::text::integer / 2 as half`);
  const some = { keptFor: rows[0].half, atOnce: 10 };
  await deleteOldStatusChanges(database, some);
  assert.equal((await left()).length, 16);
  while (await deleteOldStatusChanges(database, some));
  assert.deepEqual(await left(), [contract]);
});
