import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { importFile } from '../src/actions/bank/import-file.ts';
import { reconcileAccounts } from '../src/actions/bank/reconcile.ts';
import { verifyBank } from '../src/actions/bank/verify-bank.ts';
import type { Services } from '../src/actions/services.ts';
import { rappen } from '../src/domain/values/money.ts';
import { entriesIn, type BankBooking, type Style } from '../src/sandbox/simulated-bank/dialects.ts';
import { writeCamt053 } from '../src/sandbox/simulated-bank/write-camt053.ts';
import { writeCamt054 } from '../src/sandbox/simulated-bank/write-camt054.ts';
import { signedSum } from '../src/sandbox/simulated-bank/write-entries.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { runCount } from './support/depth.ts';
import { reach, stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let database: Database;
let services: Services;

before(async () => {
  service = await startService();
  partner = await stage(service);
  database = await openDatabase(service.databaseUrl, () => undefined);
  // A folder that no worker watches.
  const bankExchangeDir = mkdtempSync(join(service.config.dataDir, 'mix-'));
  services = createServices({ ...service.config, bankExchangeDir }, database);
});
after(async () => {
  await verified(service);
  await database.end();
  await service.stop();
});

const DAYS = ['2026-11-10', '2026-11-11', '2026-11-13'];

/** What the bank has booked. Equal bookings are likely. */
const truth = fc.array(
  fc.record({
    what: fc.constantFrom('payment', 'payment', 'payment', 'payment', 'interest', 'charge'),
    amount: fc.constantFrom(100_00, 250_00),
    day: fc.constantFrom(...DAYS),
    payer: fc.constantFrom('Lea Brunner', 'Urs Frei'),
    hasReference: fc.boolean(),
    /** Those of a day with the same number were paid together. */
    group: fc.option(fc.constantFrom(1, 2)),
    /** In which of several notifications; null: it is in none. */
    notified: fc.option(fc.nat(2), { freq: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
);

const style = fc.record<Style>({
  groups: fc.constantFrom('single', 'batch', 'total'),
  hasBankReference: fc.boolean(),
  isQrIban: fc.boolean(),
  hasMoment: fc.boolean(),
});

const files = fc.record({
  notification: style,
  statement: style,
  /** The order of the files, each of them maybe several times. */
  order: fc.array(fc.nat(11), { maxLength: 12 }),
  /** The deposit is withdrawn after so many files; null: it is not. */
  withdrawn: fc.option(fc.nat(4)),
});

type Truth = typeof truth extends fc.Arbitrary<infer T> ? T : never;
type Account = { id: string; iban: string; qrIban: string; reference: string };

type Files = typeof files extends fc.Arbitrary<infer T> ? T : never;

const PAID = { what: 'payment', amount: 100_00, day: '2026-11-10', payer: 'Lea Brunner', hasReference: false } as const;
const STYLE: Style = { groups: 'single', hasBankReference: true, isQrIban: false, hasMoment: false };
const TOTALS: Style = { ...STYLE, groups: 'total', hasBankReference: false };

/** Mixes that were booked wrongly once. */
const FOUND: [Truth, Files][] = [
  // A total of two beside the repetition of a payment that was notified.
  [
    [
      { ...PAID, group: 1, notified: null },
      { ...PAID, group: null, notified: 0 },
      { ...PAID, group: 1, notified: null },
      { ...PAID, day: '2026-11-13', group: null, notified: null },
    ],
    { notification: STYLE, statement: TOTALS, order: [], withdrawn: null },
  ],
  // Two notifications of equal payments without a reference of the bank; the second is part of a total.
  [
    [
      { ...PAID, group: null, notified: 2 },
      { ...PAID, group: 1, notified: 0 },
      { ...PAID, amount: 250_00, group: 1, notified: 0 },
    ],
    { notification: { ...STYLE, hasBankReference: false }, statement: TOTALS, order: [], withdrawn: null },
  ],
  // Two batches with an equal payment in two notifications, without a reference of the bank.
  [
    [
      { ...PAID, group: 1, notified: 0 },
      { ...PAID, amount: 250_00, group: 1, notified: 0 },
      { ...PAID, group: 2, notified: 1 },
      { ...PAID, group: 2, notified: 1 },
    ],
    {
      notification: { ...TOTALS, groups: 'batch' },
      statement: TOTALS,
      order: [],
      withdrawn: null,
    },
  ],
];

let messages = 0;

async function newAccount(): Promise<Account> {
  const play = await partner.start();
  const { paymentReference: reference } = await reach('account', play);
  const { rows } = await database.query<{ iban: string; qr_iban: string }>(
    'select iban, qr_iban from deposits where id = $1',
    [play.id],
  );
  const { iban, qr_iban: qrIban } = rows[0] ?? assert.fail();
  return { id: play.id, iban, qrIban, reference };
}

function bookingsOf(drawn: Truth, { iban, reference }: Account): (BankBooking & { notified: number | null })[] {
  return drawn.map(({ what, amount, day, payer, hasReference, group, ...own }, index) => {
    // A bank reports all of what was paid together, or nothing of it.
    const first = drawn.find((one) => group !== null && one.group === group && one.day === day);
    const { notified } = first ?? own;
    const shared = {
      accountIban: iban,
      amount: rappen(amount),
      bookedOn: day,
      bookedAt: new Date(`${day}T0${index}:00:00+01:00`),
      bankReference: `${iban.slice(-8)}-${index}`,
      notified,
    };
    if (what !== 'payment') {
      const item = what;
      return { ...shared, item, direction: item === 'interest' ? ('credit' as const) : ('debit' as const) };
    }
    return {
      ...shared,
      direction: 'credit' as const,
      debtor: { name: payer, iban: null },
      reference: hasReference ? reference : null,
      ...(group === null ? {} : { group: `${iban.slice(-8)}-${day}-${group}` }),
    };
  });
}

/** All files of the bank about the account: notifications, and a statement of each day. */
function filesOf(
  all: ReturnType<typeof bookingsOf>,
  { iban, qrIban }: Account,
  { notification, statement }: { notification: Style; statement: Style },
): string[] {
  const createdAt = new Date('2026-11-14T06:00:00Z');
  const notifications = [0, 1, 2].flatMap((number) => {
    const some = all.filter(({ notified }) => notified === number);
    if (some.length === 0) return [];
    const bookings = entriesIn(notification, some, qrIban);
    return [writeCamt054({ messageId: `N${++messages}`, createdAt, bookings })];
  });
  let balance = 0;
  const statements = DAYS.map((on, index) => {
    const entries = entriesIn(
      statement,
      all.filter(({ bookedOn }) => bookedOn === on),
      qrIban,
    );
    const opening = balance;
    balance += signedSum(entries);
    const accountIban = statement.isQrIban ? qrIban : iban;
    const one = { id: `S${++messages}`, accountIban, number: index + 1, on, opening, closing: balance, entries };
    return writeCamt053({ messageId: `S${messages}`, createdAt, statements: [one] });
  });
  return [...notifications, ...statements];
}

/** Unless it is open by now. */
async function withdraw({ id }: Account): Promise<void> {
  const { status, text } = await service.sandbox('POST', `/deposits/${id}/withdraw`);
  assert.ok(status === 200 || status === 409, text);
}

/** Section 4: an order brings out whatever there is on the account of a withdrawn deposit. */
async function nothingIsStuck({ id }: Account): Promise<void> {
  const { body } = await service.operator('GET', `/deposits/${id}`);
  if (body.state !== 'withdrawn') return;
  const { interest, charges, withholdingTax } = body.balance;
  const due = Math.round((interest - charges - withholdingTax) * 100);
  const ordered = body.orders
    .filter(({ kind }: any) => kind === 'payout')
    .reduce((sum: number, { amount }: any) => sum + Math.round(amount * 100), 0);
  assert.equal(ordered, Math.max(0, due));
}

async function read(contents: readonly string[]): Promise<void> {
  for (const content of contents) {
    const [report] = await importFile(services, services.exchange.writeIncoming(`M${++messages}.xml`, content));
    assert.equal(report.state, 'done', report.reason ?? '');
  }
}

test('1, 6 any mix of notifications and statements books each booking once, and with what is kept makes the balance', async () => {
  await fc.assert(
    fc.asyncProperty(truth, files, async (drawn, { order, withdrawn, ...styles }) => {
      const account = await newAccount();
      const all = bookingsOf(drawn, account);
      const contents = filesOf(all, account, styles);
      const mixed = order.flatMap((place) => contents[place % contents.length] ?? []);
      // Whatever order came out of it: at the end every file was read.
      const inOrder = [...mixed, ...contents.filter((content) => !mixed.includes(content))];
      await read(inOrder.slice(0, withdrawn ?? inOrder.length));
      if (withdrawn !== null) await withdraw(account);
      await read(inOrder.slice(withdrawn ?? inOrder.length));

      const { rows } = await database.query<{ direction: string; amount: number; count: number }>(
        `select direction, amount_rappen as amount, count(*) from bank_entries
         where account_of = $1 and (attention is null or is_booked) group by 1, 2`,
        [account.id],
      );
      for (const { direction, amount, count } of rows) {
        const most = all.filter((one) => one.direction === direction && one.amount === amount).length;
        assert.ok(count <= most, `${count} of ${most} bookings of ${direction} ${amount}`);
      }
      await nothingIsStuck(account);
      const [found] = await reconcileAccounts(database, { operatorIban: null, iban: account.iban });
      assert.ok(found !== undefined);
      const { bank, difference, missingStatements, problems } = found;
      assert.deepEqual(
        { bank, difference, missingStatements, problems },
        { bank: signedSum(all), difference: 0, missingStatements: [], problems: [] },
      );
    }),
    { numRuns: runCount({ quick: 9, deep: 100 }), endOnFailure: true, examples: FOUND },
  );
  const { faults } = await verifyBank(database, { operatorIban: services.money.operatorIban });
  assert.deepEqual(faults, []);
});

test('1 with the same references in both files every booking is booked, and nothing waits', async () => {
  const plain: Style = { groups: 'single', hasBankReference: true, isQrIban: false, hasMoment: false };
  const same = fc
    .record({ isQrIban: fc.boolean(), hasMoment: fc.boolean() })
    .map((one): Style => ({ ...plain, ...one }));
  await fc.assert(
    fc.asyncProperty(truth, same, same, fc.boolean(), async (drawn, notification, statement, isStatementFirst) => {
      const account = await newAccount();
      const all = bookingsOf(drawn, account);
      const contents = filesOf(all, account, { notification, statement });
      await read(isStatementFirst ? contents.toReversed() : contents);
      await read(contents);
      const { rows } = await database.query<{ booked: number; kept: number }>(
        `select count(*) filter (where attention is null) as booked, count(*) filter (where attention is not null) as kept
         from bank_entries where account_of = $1`,
        [account.id],
      );
      assert.deepEqual(rows[0], { booked: all.length, kept: 0 });
    }),
    { numRuns: runCount({ quick: 4, deep: 30 }), endOnFailure: true },
  );
});
