import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openExchange } from '../src/bank/exchange-folder.ts';
import { startBankExchange } from '../src/jobs/bank-exchange.ts';
import { startDeliverer } from '../src/jobs/deliverer.ts';
import { isProofDue, proveBooks } from '../src/jobs/prove-books.ts';
import { reconcileOnce } from '../src/jobs/reconcile.ts';
import { watch } from '../src/jobs/watch.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { setHold } from '../src/storage/money/bank-hold.ts';
import { listening, openReceiver, until } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

// What nobody would notice without a metric and a line in the log.

let service: Service;
let database: Database;
let sql: Client;
before(async () => {
  // A web process: what a worker does, the tests do.
  service = await startService({ env: { ROLE: 'web', CALLBACK_ALLOW_PRIVATE: 'true' } });
  database = await openDatabase(service.databaseUrl, () => undefined);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await database.end();
  await service.stop();
});

async function metric(name: string): Promise<number | null> {
  const { text } = await service.call('GET', '/metrics');
  const value = new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

function logged(): { log: (error: unknown, what: string) => void; lines: string[] } {
  const lines: string[] = [];
  return { lines, log: (error, what) => void lines.push(`${what}: ${(error as Error).message}`) };
}

const at = (text: string): Date => new Date(text);
const DUE: [what: string, finishedAt: Date | null, now: Date, isDue: boolean][] = [
  ['never proven', null, at('2026-11-18T12:00:00Z'), true],
  ['by day, last night', at('2026-11-18T01:00:00Z'), at('2026-11-18T12:00:00Z'), false],
  ['by night, last night', at('2026-11-17T01:00:00Z'), at('2026-11-18T01:00:00Z'), true],
  ['by night, an hour ago', at('2026-11-18T01:00:00Z'), at('2026-11-18T02:00:00Z'), false],
  ['half past midnight in Zurich', at('2026-11-17T01:00:00Z'), at('2026-11-17T23:30:00Z'), false],
  ['by day, after a night without a worker', at('2026-11-16T01:00:00Z'), at('2026-11-17T13:30:00Z'), true],
];
for (const [what, finishedAt, now, isDue] of DUE) {
  test(`the books are proven at night: ${what}`, () => assert.equal(isProofDue(finishedAt, now), isDue));
}

test('the books are proven by one process, and the result is a metric', async () => {
  assert.deepEqual([await metric('depono_books_faults'), await metric('depono_books_proof_age_seconds')], [null, null]);
  const { log, lines } = logged();
  const both = await Promise.all([proveBooks(database, { log }), proveBooks(database, { log })]);
  assert.deepEqual(both.sort(), [false, true]);
  assert.equal(await metric('depono_books_faults'), 0);
  const age = await metric('depono_books_proof_age_seconds');
  assert.ok(age !== null && age >= 0 && age < 60);
  assert.deepEqual(lines, []);
  assert.equal(await proveBooks(database, { log }), false, 'not due again');
  await sql.query(`update books_proof set finished_at = clock_timestamp() - interval '37 hours'`);
  assert.equal(await proveBooks(database, { log }), true, 'the day after');
});

test('a fault in the books is a metric and a line in the log', async () => {
  await sql.query('update books_proof set finished_at = null');
  await sql.query(
    `insert into payments (organization_id, id, deposit_id, at, reference, amount_rappen, counted_rappen)
     select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), null, now(), 'RF18000000000539007547034', 100, 0`,
  );
  const { log, lines } = logged();
  assert.equal(await proveBooks(database, { log }), true);
  assert.match(lines.join(), /^the books: [1-9]\d* faults in 0 deposits; to list them: depono deposit verify$/);
  assert.ok(((await metric('depono_books_faults')) ?? 0) > 0);
});

test('6 accounts are compared with the bank by one process, and the result is a metric', async () => {
  const compare = (): Promise<boolean> => reconcileOnce(database, { operatorIban: OWN });
  assert.equal(await metric('depono_bank_accounts_differing'), null);
  const both = await Promise.all([compare(), compare()]);
  assert.deepEqual(both.sort(), [false, true]);
  assert.equal(await metric('depono_bank_accounts_differing'), 0);
  await sql.query(
    `insert into bank_statements (account_iban, statement_id, file_id, read_at, currency, to_on, closing_rappen,
       entries_rappen) values ($1, 'A', gen_random_uuid(), now(), 'CHF', '2026-01-04', 5, 5)`,
    [OWN],
  );
  assert.equal(await compare(), false, 'not due again');
  await sql.query(`update books_proof set reconciled_at = clock_timestamp() - interval '10 minutes'`);
  assert.equal(await compare(), true);
  assert.equal(await metric('depono_bank_accounts_differing'), 1);
});
const OWN = 'CH9300762011623852957';

test('a proof that is interrupted by a stop, or by a crash, is done again', async () => {
  await sql.query('update books_proof set finished_at = null');
  const { log } = logged();
  assert.equal(await proveBooks(database, { log, isStopping: () => true }), false);
  assert.equal((await sql.query('select from books_proof where begun_at is null and finished_at is null')).rowCount, 1);
  await sql.query(`update books_proof set begun_at = clock_timestamp()`);
  assert.equal(await proveBooks(database, { log }), false, 'another process is at it');
  await sql.query(`update books_proof set begun_at = clock_timestamp() - interval '7 hours'`);
  assert.equal(await proveBooks(database, { log }), true, 'it has died');
});

test('a refused file of the bank is counted and logged, without what is in it', async () => {
  const exchange = openExchange(service.config.bankExchangeDir);
  exchange.incoming();
  const path = exchange.inFile('camt.xml');
  writeFileSync(path, '<Document><Name>Lea Brunner</Name></Document>');
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  assert.equal(exchange.unread().files, 1);
  assert.equal(await metric('depono_bank_files_refused_total'), 0);
  const { log, lines } = logged();
  const failed: string[] = [];
  const worker = startBankExchange(createServices(service.config, database), {
    exports: false,
    log,
    onFailed: (step) => failed.push(step),
  });
  while (lines.length === 0) await wait(20);
  await worker.stop();
  assert.deepEqual(lines, ['bank file camt.xml refused: the reason is in the console']);
  assert.equal(await metric('depono_bank_files_refused_total'), 1);
  assert.deepEqual([failed, exchange.unread().files], [[], 0]);
});

test('payment files that cannot be written are counted and logged', async () => {
  const services = createServices(service.config, database);
  const { log, lines } = logged();
  const failed: string[] = [];
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  const worker = startBankExchange(
    { ...services, exchange: { ...services.exchange, prepared: full } },
    { exports: true, log, onFailed: (step) => failed.push(step) },
  );
  while (failed.length === 0) await wait(20);
  await worker.stop();
  assert.deepEqual([failed, lines], [['export'], ['bank export: ENOSPC: no space left on device']]);
});

test('the hold on payment files is a metric', async () => {
  assert.equal(await metric('depono_bank_hold'), 0);
  await setHold(database, 'a trial');
  assert.equal(await metric('depono_bank_hold'), 1);
});

test('a full disk and a missing or old backup are in the log', async () => {
  const { log, lines } = logged();
  const disks = () => ({ data: { free: 5e8, total: 1e12 }, bank: { free: 4e11, total: 1e12 } });
  await watch(database, { disks, hasBackups: false, log });
  assert.deepEqual(lines.splice(0), ['little space for data: 477 MiB free']);
  await watch(database, { disks: () => ({}), hasBackups: true, log });
  assert.deepEqual(lines.splice(0), ['there is no backup: to make one: depono backup']);
  await sql.query(
    `insert into backups (id, at, file, bytes, rows, encrypted, kept)
     values (gen_random_uuid(), now() - interval '30 hours', 'a', 1, 1, true, true),
            (gen_random_uuid(), now() - interval '1 hour', '-', 1, 1, true, false)`,
  );
  await watch(database, { disks: () => ({}), hasBackups: true, log });
  assert.deepEqual(lines.splice(0), ['the last backup is old: 30 hours old']);
});

test('the free space of both disks is a metric', async () => {
  for (const folder of ['data', 'bank']) {
    const [free, size] = [
      await metric(`depono_disk_free_bytes\\{folder="${folder}"\\}`),
      await metric(`depono_disk_size_bytes\\{folder="${folder}"\\}`),
    ];
    assert.ok(free !== null && size !== null && free > 0 && free <= size, `${folder}: ${free} of ${size}`);
  }
});

test('a callback that is given up is counted and logged', async () => {
  const receiver = await openReceiver({ status: 410, body: 'gone' });
  const it = await (await listening(service, { url: receiver.url }, { preSigned: true })).start();
  await it.play('tenant-signs');
  await it.play('account-opened');
  const { log, lines } = logged();
  const services = createServices(service.config, database);
  const deliverer = startDeliverer({
    services,
    baseUrl: () => service.baseUrl,
    allowPrivate: true,
    onAttempt: () => undefined,
    log,
  });
  try {
    await until(() => lines.length > 0, 'a line in the log');
  } finally {
    await deliverer.stop();
    await receiver.close();
  }
  assert.match(lines[0] ?? '', /^delivery [0-9a-f-]{36} given up: the receiver answered 410$/);
  assert.ok(((await metric('depono_deliveries_failed')) ?? 0) >= 1);
});
