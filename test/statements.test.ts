import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { moveDeposit } from '../src/actions/move-deposit.ts';
import type { Services } from '../src/actions/services.ts';
import type { Account } from '../src/domain/ledger.ts';
import type { MoveName } from '../src/domain/lifecycle/moves.ts';
import { isInside } from '../src/domain/statements/holdings.ts';
import { rappen } from '../src/domain/values/money.ts';
import { startOfDay, swissDay, type Day } from '../src/domain/values/calendar.ts';
import { createServices } from '../src/services.ts';
import { serviceNow } from '../src/storage/database/clock.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { streamJournal } from '../src/storage/statements/journal.ts';
import { bookItem, bookPayment } from './support/bookings.ts';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { runCount } from './support/depth.ts';
import { stage, TENANT_IBAN, type Play } from './support/play.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let database: Database;
let services: Services;
let cli: CommandLine;
before(async () => {
  service = await startService();
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  cli = await commandLine(service);
});
after(async () => {
  const { body } = await service.operator('GET', '/verification');
  await cli.end();
  await database.end();
  await service.stop();
  assert.deepEqual(body.faults, []);
});

const today = async (): Promise<Day> => swissDay(await serviceNow(database));
const daysAgo = async (days: number): Promise<Day> =>
  Temporal.PlainDate.from(await today())
    .subtract({ days })
    .toString() as Day;

const pay = (it: Play, bookedOn: Day, amount: number): Promise<void> => bookPayment(services, it, bookedOn, amount);
type Item = 'interest' | 'charge' | 'withholding_tax';
const bankItem = (it: Play, kind: Item, bookedOn: Day, amount: number): Promise<void> =>
  bookItem(services, it, { kind, bookedOn, amount });

/** An organization with deposits that wait for their payment. */
async function waiting(...contracts: string[]): Promise<{ organizationId: string; deposits: Play[] }> {
  const own = await stage(service, { preSigned: true, tenantChoosesProduct: false });
  const deposits: Play[] = [];
  for (const externalContractId of contracts) {
    const it = await own.start({ externalContractId });
    for (const move of ['tenant-signs', 'account-opened']) await it.play(move);
    deposits.push(it);
  }
  return { organizationId: own.organizationId, deposits };
}

async function holdings(organizationId: string, at?: string): Promise<any> {
  const query = at === undefined ? '' : `?at=${at}`;
  const { status, body, text } = await service.operator('GET', `/organizations/${organizationId}/holdings${query}`);
  assert.equal(status, 200, text);
  return body;
}

const inBrief = ({ deposits, total }: any): unknown[] => [
  ...deposits.map(({ externalContractId, amount }: any) => `${externalContractId} ${amount}`),
  total,
];

test('7 holdings: what is held at the end of a day, by booking date, in the order of the contracts', async () => {
  const { organizationId, deposits } = await waiting('H-10', 'H-9', 'H-11');
  const [ten, nine] = deposits as [Play, Play, Play];
  const [first, second, third] = [await daysAgo(5), await daysAgo(3), await daysAgo(1)];
  await pay(ten, first, 3560_00);
  await pay(nine, second, 1000_50);
  await bankItem(ten, 'charge', third, 5_00);
  const rows: [day: Day | undefined, expected: unknown[]][] = [
    [await daysAgo(6), [0]],
    [first, ['H-10 3560', 3560]],
    [await daysAgo(4), ['H-10 3560', 3560]],
    [second, ['H-9 1000.5', 'H-10 3560', 4560.5]],
    [third, ['H-9 1000.5', 'H-10 3555', 4555.5]],
    [undefined, ['H-9 1000.5', 'H-10 3555', 4555.5]],
  ];
  for (const [day, expected] of rows)
    assert.deepEqual(inBrief(await holdings(organizationId, day)), expected, day ?? '');
  const { iban } = await nine.record();
  const { at, deposits: now } = await holdings(organizationId);
  assert.equal(at, await today());
  assert.deepEqual(now[0], { depositId: nine.id, externalContractId: 'H-9', iban, amount: 1000.5 });
});

test('7 holdings: what is set aside is held until the bank has paid it; then the deposit is left out', async () => {
  const { organizationId, deposits } = await waiting('S-1');
  const [it] = deposits as [Play];
  await pay(it, await daysAgo(2), 3560_00);
  await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  assert.deepEqual(inBrief(await holdings(organizationId)), ['S-1 3560', 3560]);
  await it.play('payout-completed');
  assert.deepEqual(inBrief(await holdings(organizationId)), [0]);
  assert.deepEqual(inBrief(await holdings(organizationId, await daysAgo(1))), ['S-1 3560', 3560]);
});

test('7 holdings: a corrected account counts from its day on', async () => {
  const { organizationId, deposits } = await waiting('F-1');
  const [it] = deposits as [Play];
  await pay(it, await daysAgo(4), 3560_00);
  const { iban } = await it.record();
  const former = 'CH9300762011623852957';
  await database.query(
    'insert into former_accounts (organization_id, deposit_id, iban, until) values ($1, $2, $3, $4)',
    [organizationId, it.id, former, startOfDay(await daysAgo(1))],
  );
  for (const [day, expected] of [
    [await daysAgo(2), former],
    [await daysAgo(1), iban],
    [await today(), iban],
  ]) {
    assert.equal((await holdings(organizationId, day)).deposits[0].iban, expected, day);
  }
});

for (const [name, at] of [
  ['7 a day in the future is 422', '2999-01-01'],
  ['7 a day that does not exist is 422', '2026-02-30'],
  ['7 another format is 422', '31.12.2025'],
  ['7 an empty day is 422', ''],
] as const) {
  test(`holdings: ${name}`, async () => {
    const { organizationId } = await waiting();
    const { status, body } = await service.operator('GET', `/organizations/${organizationId}/holdings?at=${at}`);
    assert.equal(status, 422);
    assert.deepEqual(
      body.problems.map(({ field }: any) => field),
      ['at'],
    );
  });
}

test('7 holdings: an unknown organization is 404', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    assert.equal((await service.operator('GET', `/organizations/${id}/holdings`)).status, 404);
  }
});

const COLUMNS = ['date', 'depositId', 'externalContractId', 'account', 'counterAccount', 'amount', 'text'];
type Line = Record<string, string>;

async function journal(month: string): Promise<{ text: string; lines: Line[] }> {
  const { status, headers, text } = await service.operator('GET', `/journal?month=${month}`);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  const [head, ...rows] = parse(text);
  assert.deepEqual(head, COLUMNS);
  const lines = rows.map((row) => Object.fromEntries(row.map((cell, place) => [COLUMNS[place] as string, cell])));
  assert.deepEqual(
    lines.map(({ date }) => date),
    lines.map(({ date }) => date).toSorted(),
    'by date',
  );
  return { text, lines };
}

test('7 journal: each posting is one line, the debit account first, by booking day', async () => {
  const { deposits } = await waiting('J-1');
  const [it] = deposits as [Play];
  const [paid, charged] = ['2026-02-27', '2026-03-02'] as [Day, Day];
  await pay(it, paid, 4000_00);
  await bankItem(it, 'interest', paid, 1_05);
  await bankItem(it, 'charge', charged, 2_00);
  const own = async (month: string) =>
    (await journal(month)).lines
      .filter(({ depositId }) => depositId === it.id)
      .map(({ date, externalContractId, account, counterAccount, amount, text }) =>
        [date, externalContractId, account, counterAccount, amount, text?.split(', reference')[0]].join(' | '),
      );
  assert.deepEqual(await own('2026-02'), [
    '2026-02-27 | J-1 | held | payer | 3560.00 | Payment received',
    '2026-02-27 | J-1 | to_pay_back | payer | 440.00 | Payment received, to be paid back',
    '2026-02-27 | J-1 | held | interest | 1.05 | Interest credited by the bank',
  ]);
  assert.deepEqual(await own('2026-03'), ['2026-03-02 | J-1 | charges | held | 2.00 | Charges of the bank']);
});

test('7 journal: money without a deposit is in it, too', async () => {
  const month = (await today()).slice(0, 7);
  const reference = 'RF18539007547034';
  const { status, text } = await service.sandbox('POST', '/payments', { reference, amount: 12.5 });
  assert.ok(status < 300, text);
  const found = (await journal(month)).lines.filter((line) => line['text']?.endsWith(reference));
  assert.deepEqual(
    found.map(({ depositId, externalContractId, account, counterAccount, amount }) => [
      depositId,
      externalContractId,
      account,
      counterAccount,
      amount,
    ]),
    [['', '', 'to_pay_back', 'payer', '12.50']],
  );
});

for (const [name, query] of [
  ['7 a month in the future is 422', '?month=2999-01'],
  ['7 a month that does not exist is 422', '?month=2026-13'],
  ['7 a day is 422', '?month=2026-11-01'],
  ['7 no month is 422', ''],
] as const) {
  test(`journal: ${name}`, async () => {
    const { status, body } = await service.operator('GET', `/journal${query}`);
    assert.equal(status, 422);
    assert.deepEqual(
      body.problems.map(({ field }: any) => field),
      ['month'],
    );
  });
}

test('7 journal: the command writes the same, to standard output or to a new file', async (t) => {
  const month = (await today()).slice(0, 7);
  const folder = mkdtempSync(join(tmpdir(), 'depono-journal-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'journal.csv');
  const { text, lines } = await journal(month);
  assert.ok(lines.length > 0);
  assert.equal(await cli.done('journal', '--month', month), text);
  assert.match(await cli.done('journal', '--month', month, '--out', out), /journal\.csv/);
  assert.equal(readFileSync(out, 'utf8'), text);
  assert.equal((await cli.json('journal', '--month', month)).length, lines.length);
  for (const [args, why] of [
    [['--month', month, '--out', out], /already exists/],
    [['--month', '2999-01'], /is in the future/],
    [['--month', '13/2026'], /is not a month/],
    [[], /Missing option: --month/],
  ] as const) {
    const { code, errors } = await cli.run('journal', ...args);
    assert.equal(code, 2);
    assert.match(errors, why);
  }
});

test('7 a viewer reads both masked', async () => {
  const { organizationId, deposits } = await waiting('V-1');
  const [it] = deposits as [Play];
  await pay(it, '2026-01-15' as Day, 3560_00);
  const token = await tokenOf('viewer');
  const read = (path: string) =>
    service.call('GET', `/operator/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { iban } = await it.record();
  const { body } = await read(`/organizations/${organizationId}/holdings`);
  assert.equal(body.deposits[0].iban, `…${iban.slice(-4)}`);
  const { status, text } = await read('/journal?month=2026-01');
  assert.equal(status, 200);
  const line = parse(text).find(([, depositId]) => depositId === it.id);
  assert.deepEqual(line?.slice(0, 6), ['2026-01-15', it.id, 'V-1', 'held', 'payer', '3560.00']);
});

/** A token that acts with the role of an operator. */
async function tokenOf(role: string): Promise<string> {
  const added = await service.operator('POST', '/operators', { email: `${role}@reader.example`, name: role, role });
  assert.equal(added.status, 201, added.text);
  const { status, body, text } = await service.operator('POST', `/operators/${added.body.id}/tokens`, { name: 'test' });
  assert.equal(status, 201, text);
  return body.token;
}

test('7 the journal of many postings comes in pages, none twice and none missing', async (t) => {
  const fresh = await freshDatabase({ isMigrated: true });
  const sql = await openDatabase(fresh.url, () => undefined);
  t.after(async () => {
    await sql.end();
    await fresh.drop();
  });
  await sql.query(
    `insert into ledger (organization_id, deposit_id, sequence, at, booked_on, amount_rappen, from_account, to_account)
     select gen_random_uuid(), d, n, '2026-04-02T22:30:00Z', case n % 3 when 0 then null else '2026-04-02'::date end,
            n, 'held', 'to_tenant'
     from (select gen_random_uuid() d from generate_series(1, 2)) x, generate_series(1, 1600) n`,
  );
  const found = [];
  for await (const page of streamJournal(sql, { from: '2026-04-01' as Day, until: '2026-05-01' as Day })) {
    found.push(...page);
  }
  assert.equal(found.length, 3200);
  // 22:30 UTC is the next day in Switzerland.
  assert.deepEqual(
    Map.groupBy(found, ({ on }) => on)
      .entries()
      .map(([on, all]) => [on, all.length])
      .toArray(),
    [
      ['2026-04-02', 2 * 1067],
      ['2026-04-03', 2 * 533],
    ],
  );
  const { rows } = await sql.query<{ sum: number }>('select sum(amount_rappen)::bigint as sum from ledger');
  assert.equal(
    found.reduce((sum, { amount }) => sum + amount, 0),
    rows[0]?.sum,
  );
});

const KINDS = ['payment', 'interest', 'charge', 'withholding_tax', 'reversal', 'paid', 'return'] as const;

/** Bookings of the bank in any order, each on some day. */
const anyBooking = fc.record({
  deposit: fc.nat(2),
  day: fc.integer({ min: 0, max: 40 }),
  what: fc.constantFrom(...KINDS),
  amount: fc.integer({ min: 1, max: 400_000 }),
  which: fc.nat(),
});
/** One of each, so that none is missing however few are tried. */
const ALL_KINDS = KINDS.map((what, day) => ({ deposit: 0, day, what, amount: 100, which: 0 }));
type AnyBooking = typeof anyBooking extends fc.Arbitrary<infer T> ? T : never;

test('7 after any bookings: holdings on a day are the sum of the journal up to that day', async () => {
  const { organizationId, deposits } = await waiting('R-1', 'R-2', 'R-3');
  const [paidOut] = deposits as [Play];
  await pay(paidOut, await daysAgo(40), 3560_00);
  await paidOut.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
  await paidOut.play('consent', { by: 'manager' });
  const first = await daysAgo(40);
  const dayAfter = (days: number): Day => Temporal.PlainDate.from(first).add({ days }).toString() as Day;
  const booked = new Set<string>();
  const book = async ({ deposit, day, what, amount, which }: AnyBooking): Promise<void> => {
    const it = deposits[deposit] as Play;
    const { payments, orders } = await it.record();
    const bank = { at: startOfDay(dayAfter(day)), bookedOn: dayAfter(day) };
    const one = <T>(all: T[]): T | undefined => all[which % Math.max(1, all.length)];
    const move = async (name: MoveName, input: object): Promise<void> => {
      const moved = await moveDeposit(services, { organizationId, depositId: it.id }, name, () => input as never);
      if (moved?.refusal === null) booked.add(what);
    };
    if (what === 'payment') await pay(it, dayAfter(day), amount).then(() => booked.add(what));
    else if (what === 'reversal')
      await move('reverse_payment', { paymentId: one<any>(payments)?.id ?? '', bank, operators: [] });
    else if (what === 'paid')
      await move(which % 2 === 0 ? 'complete_payout' : 'complete_payback', { orderId: null, bank });
    else if (what === 'return')
      await move('return_order', {
        orderId: one<any>(orders.filter(({ state }: any) => state === 'completed'))?.id ?? '',
        reason: 'AC04',
        bank,
        operators: [],
      });
    else await move('book_bank_item', { kind: what, amount: rappen(amount), bank });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyBooking, { minLength: 1, maxLength: 15 }), async (bookings) => {
      for (const booking of bookings) await book(booking);
      const lines: Line[] = [];
      for (let month = first.slice(0, 7); month <= (await today()).slice(0, 7);) {
        lines.push(...(await journal(month)).lines);
        month = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
      }
      for (const day of [0, 7, 13, 20, 27, 33, 39, 40].map(dayAfter)) {
        const held = new Map<string, number>();
        for (const { depositId = '', date = '', account, counterAccount, amount } of lines) {
          if (date > day || !deposits.some(({ id }) => id === depositId)) continue;
          const sign = Number(isInside(account as Account)) - Number(isInside(counterAccount as Account));
          held.set(depositId, (held.get(depositId) ?? 0) + sign * Math.round(Number(amount) * 100));
        }
        const { deposits: found } = await holdings(organizationId, day);
        assert.deepEqual(
          found.map(({ depositId, amount }: any) => [depositId, Math.round(amount * 100)]).toSorted(),
          [...held].filter(([, amount]) => amount !== 0).toSorted(),
          day,
        );
      }
    }),
    { numRuns: runCount({ quick: 3, deep: 100 }), examples: [[ALL_KINDS]] },
  );
  assert.ok(booked.has('payment') && booked.has('interest'), 'something has happened');
});
