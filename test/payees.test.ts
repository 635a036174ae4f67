import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isUndecided, stateOfOrder } from '../src/domain/lifecycle/orders.ts';
import { orderRules } from '../src/domain/payee/facts.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { NIL_ID } from '../src/storage/database/ids.ts';
import {
  countOpenOrders,
  listOpenOrders,
  listOrders,
  type ListedOrder,
  type OrderRules,
} from '../src/storage/money/listed-orders.ts';
import { missingSql, PAYEE_JOINS, payParameters } from '../src/storage/money/payees.ts';
import { lockReadyOrders } from '../src/storage/money/payment-runs.ts';
import { stage, type Play } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let database: Database;
before(async () => {
  service = await startService();
  database = await openDatabase(service.databaseUrl, () => undefined);
  await plant();
});
after(async () => {
  await database.end();
  await service.stop();
});

const GERMAN = 'DE89370400440532013000';
const SWISS = 'CH3908704016075473007';
const at = (countryCode: string) => ({ street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode });
const day = (days: number): string => Temporal.Now.plainDateISO('Europe/Zurich').add({ days }).toString();

/** A deposit whose tenancy has ended, ends today or lasts; one whose account is gone. */
async function deposits(): Promise<Play[]> {
  const demo = await stage(service, { preSigned: true });
  const all: Play[] = [];
  for (const tenancyEnd of [day(-1), day(0), day(1), day(1)]) {
    const it = await demo.start();
    await it.play('tenant-signs');
    await it.play('account-opened');
    await it.play('payment');
    await it.play('start-closing', { by: 'tenant', tenancyEnd });
    all.push(it);
  }
  await database.query('update deposits set iban = null, qr_iban = null where id = $1', [all[3]?.id]);
  return all;
}

/** One of each, drawn so that all combinations of two occur. */
function drawn<T>(n: number, from: readonly T[], step: number): T {
  return from[Math.floor(n / step) % from.length] as T;
}

const ORDERS = 1_200;

/** Orders with everything that decides whether they can be sent, in all mixtures. */
async function plant(): Promise<void> {
  const plays = await deposits();
  const accounts = (await Promise.all(plays.map((one) => one.record()))).map(({ iban }) => iban as string | null);
  const rows = Array.from({ length: ORDERS }, (_, n) => {
    const payee = drawn(n, ['tenant', 'landlord', 'payer', 'payer', 'deposit'], 1);
    const hasDeposit = payee === 'tenant' || payee === 'landlord' || (payee === 'payer' && n % 2 === 0);
    const play = plays[Math.floor(n / 5) % plays.length] as Play;
    const iban = payee === 'deposit' ? drawn(n, [...accounts, SWISS], 5) : drawn(n, [null, SWISS, GERMAN, DEMO], 7);
    return {
      organization_id: hasDeposit ? play.partner.organizationId : NIL_ID,
      deposit_id: hasDeposit ? play.id : null,
      id: randomUUID(),
      payment_id: payee === 'payer' || payee === 'deposit' ? randomUUID() : null,
      kind: payee === 'payer' ? 'payback' : payee === 'deposit' ? 'transfer' : 'payout',
      cause:
        payee === 'payer' ? drawn(n, ['late', 'unknown_reference'], 3) : payee === 'deposit' ? 'assigned' : 'closing',
      payee,
      amount_rappen: 100 + n,
      iban,
      bic: drawn(n, [null, 'DEUTDEFF', 'SABRRUMM'], 2),
      address: drawn(n, [null, at('CH'), null, at('RU')], 11),
      holder_name: drawn(n, [null, 'Eva Muster'], 13),
      from_iban: drawn(n, [null, null, null, SWISS], 17),
      needs_release: drawn(n, [false, true], 19),
      released_at: drawn(n, [null, null, new Date()], 23),
      rejection: drawn(n, [null, null, null, null, 'AC04'], 29),
      return_reason: drawn(n, [null, null, null, null, 'MD07'], 31),
      run_id: drawn(n, [null, null, null, 'RUN-1'], 37),
      payer_name: drawn(n, [null, 'Max Keller'], 2),
      payer_address: drawn(n, [null, at('CH'), at('RU')], 3),
    };
  });
  const columns = `r (organization_id uuid, deposit_id uuid, id uuid, payment_id uuid, kind text, cause text, payee text,
    amount_rappen bigint, iban text, bic text, address json, holder_name text, from_iban text, needs_release boolean,
    released_at timestamptz, rejection text, return_reason text, run_id text, payer_name text, payer_address json)`;
  const json = JSON.stringify(rows);
  await database.query(
    `insert into payments (organization_id, deposit_id, id, at, reference, amount_rappen, counted_rappen, payer_name, payer_address)
     select organization_id, deposit_id, payment_id, now(), 'RF18', amount_rappen, 0, payer_name, payer_address
     from json_to_recordset($1) as ${columns} where payment_id is not null`,
    [json],
  );
  await database.query(
    `insert into orders (organization_id, deposit_id, id, payment_id, kind, cause, payee, amount_rappen, iban, bic, address,
       holder_name, from_iban, needs_release, released_at, rejection, return_reason, run_id, ordered_at)
     select organization_id, deposit_id, id, payment_id, kind, cause, payee, amount_rappen, iban, bic, address,
       holder_name, from_iban, needs_release, released_at, rejection, return_reason, run_id, now()
     from json_to_recordset($1) as ${columns}`,
    [json],
  );
}

const DEMO = 'CH9300762011623852957';
const OPERATOR = 'CH7309999000000000001';
const RULES: [what: string, rules: OrderRules][] = [
  ['as in the test environment', { refusedCountries: ['RU'], demoIban: DEMO, operatorIban: OPERATOR }],
  ['without an account of the operator', { refusedCountries: ['RU'], demoIban: null, operatorIban: null }],
  ['with no country refused', { refusedCountries: [], demoIban: null, operatorIban: OPERATOR }],
  [
    'with the country of an account refused',
    { refusedCountries: ['DE', 'RU'], demoIban: null, operatorIban: OPERATOR },
  ],
];

for (const [what, rules] of RULES) {
  test(`9 what is missing: database and domain agree on every order, ${what}`, async () => {
    const sql = `select o.id, ${missingSql(['$1', '$2', '$3'])} as missing from orders o ${PAYEE_JOINS}`;
    const { rows } = await database.query<{ id: string; missing: string | null }>(sql, payParameters(rules));
    const all = await everyOrder(rules);
    assert.ok(all.length >= ORDERS && rows.length === all.length);
    const byDatabase = new Map(rows.map(({ id, missing }) => [id, missing]));
    for (const order of all) assert.equal(byDatabase.get(order.id), order.missing, JSON.stringify(order));
    const found = new Set(all.map(({ missing }) => missing));
    assert.ok(
      ['account', 'name', 'address', null].every((one) => found.has(one as never)),
      [...found].join(),
    );
  });

  test(`9 counts and lists agree with the state of every order, ${what}`, async () => {
    const open = (await everyOrder(rules)).filter(({ completedAt }) => completedAt === null);
    const states = open.map((order) => [order.id, stateOfOrder(order, order.missing)] as const);
    const counts = await countOpenOrders(database, { rules, most: 10_000 });
    assert.equal(counts.open, open.length);
    for (const need of ['waiting', 'to_release', 'rejected', 'returned'] as const) {
      const expected = states.filter(([, state]) => state === need).map(([id]) => id);
      assert.ok(expected.length > 0, `no order is ${need}`);
      const listed = await listOpenOrders(database, { need, before: null, most: 10_000, rules });
      assert.deepEqual(listed.map(({ id }) => id).toSorted(), expected.toSorted(), need);
      assert.equal(counts[need], expected.length, need);
    }
  });

  test(`9 the export takes the orders that are ready, and no others, ${what}`, async () => {
    const expected = (await everyOrder(rules)).filter(
      (order) => stateOfOrder(order, order.missing) === 'ordered' && !isUndecided(order, order.missing),
    );
    await database.transaction(async (sql) => {
      const ready = await lockReadyOrders(sql, 10_000, rules);
      assert.deepEqual(ready.map(({ id }) => id).toSorted(), expected.map(({ id }) => id).toSorted());
      assert.ok(ready.length > 0);
    });
  });
}

test('9 without OPERATOR_IBAN the own account at the default bank pays: database and domain agree', async () => {
  const rules = { refusedCountries: ['RU'], demoIban: null, operatorIban: null };
  const lacking = async (): Promise<Set<string>> =>
    new Set((await everyOrder(rules)).filter(({ missing }) => missing === 'debtor').map(({ id }) => id));
  const before = await lacking();
  await database.query(`update providers set own_iban = $1 where kind = 'bank' and is_default`, [GERMAN]);
  const after = await lacking();
  assert.ok(before.size > 0 && after.size < before.size);
  const sql = `select o.id from orders o ${PAYEE_JOINS} where ${missingSql(['$1', '$2', '$3'])} = 'debtor'`;
  const { rows } = await database.query<{ id: string }>(sql, payParameters(rules));
  assert.deepEqual(new Set(rows.map(({ id }) => id)), after);
  await database.query(`update providers set own_iban = null where kind = 'bank' and is_default`);
});

test('the rules of the service are those of its settings', () => {
  const services = createServices(service.config, database);
  assert.deepEqual(orderRules(services), {
    refusedCountries: ['RU', 'BY', 'IR', 'KP', 'SY'],
    demoIban: DEMO,
    operatorIban: OPERATOR,
  });
});

async function everyOrder(rules: OrderRules): Promise<ListedOrder[]> {
  return listOrders(database, { filter: null, before: null, most: 10_000, rules });
}
