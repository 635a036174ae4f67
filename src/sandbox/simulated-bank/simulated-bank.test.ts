import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf, entriesOf, skip, validate } from '../../bank/bank-files.test.ts';
import { writePain001 } from '../../bank/pain/pain001.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { endToEndIdOf } from '../../domain/values/end-to-end-id.ts';
import { checkCamt } from '../../bank/camt/check-camt.ts';
import { readPain002 } from '../../bank/pain/pain002.ts';
import { swissIban } from '../../domain/values/iban.ts';
import { rappen } from '../../domain/values/money.ts';
import { creditorReference, qrReference } from '../../domain/values/payment-reference.ts';
import { readPain001 } from './read-pain001.ts';
import { writeCamt053, type SimulatedStatement } from './write-camt053.ts';
import { writeCamt054 } from './write-camt054.ts';
import { signedSum, type BankItem, type Batch, type Credit, type Debit, type SimulatedEntry } from './write-entries.ts';
import { writePain002 } from './write-pain002.ts';
import { runCount } from '../../../test/support/depth.ts';

const createdAt = new Date('2026-11-14T08:15:30Z');
const iban = fc
  .tuple(fc.integer({ min: 1, max: 99999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([bank, account]): string => swissIban(String(bank).padStart(5, '0'), String(account).padStart(12, '0')));
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => /^\S(.*\S)?$/s.test(text));
const holder = fc.record({ name, iban: fc.option(iban) });
const reference = fc.oneof(
  fc.stringMatching(/^[0-9]{26}$/).map(qrReference),
  fc.stringMatching(/^[0-9A-Z]{1,21}$/).map(creditorReference),
);
const booking = {
  accountIban: iban,
  amount: fc.integer({ min: 1, max: 99_999_999_995 }).map(rappen),
  bookedOn: fc.constantFrom('2026-11-13', '2028-02-29'),
};
const credit = fc.record({
  ...booking,
  direction: fc.constant('credit' as const),
  debtor: holder,
  reference: fc.option(reference),
});
const debit = fc.record({
  ...booking,
  direction: fc.constant('debit' as const),
  creditor: holder,
  endToEndId: fc.uuid().map((id) => endToEndIdOf(id)),
});

test('camt.054: any bookings are valid, and read as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(credit, debit), { minLength: 1, maxLength: 8 }), async (drawn) => {
      const bookings = drawn.map((one, index): Credit | Debit => ({ ...one, bankReference: `bank-${index}` }));
      const xml = writeCamt054({ messageId: 'BANK-1', createdAt, bookings });
      if (skip === false) validate(xml, 'camt.054.001.08');
      const entries = new Map((await entriesOf(xml)).map((entry) => [entry.detailReference, entry]));
      assert.equal(entries.size, bookings.length);
      for (const one of bookings) {
        const { key, entryKey, amountText: _, ...entry } = entries.get(one.bankReference) ?? assert.fail('missing');
        const other = one.direction === 'credit' ? one.debtor : one.creditor;
        assert.equal(key, entryKey);
        assert.deepEqual(entry, {
          writtenKey: null,
          level: 'entry',
          totalOf: null,
          isMismatch: false,
          accountIban: one.accountIban,
          direction: one.direction,
          isReversal: false,
          isBooked: true,
          amount: one.amount,
          currency: 'CHF',
          bookedOn: one.bookedOn,
          bookedAt: null,
          valueOn: one.bookedOn,
          reference: one.direction === 'credit' ? one.reference : null,
          endToEndId: one.direction === 'debit' ? one.endToEndId : null,
          counterpartyIban: other.iban,
          counterpartyName: other.name,
          counterpartyAddress: null,
          charges: 0,
          entryReference: one.bankReference,
          detailReference: one.bankReference,
          code: one.direction === 'credit' ? 'PMNT/RCDT/DMCT' : 'PMNT/ICDT/DMCT',
          returned: null,
          text: null,
          parts: null,
        });
      }
    }),
    { numRuns: runCount({ quick: 50, deep: 1_000 }) },
  );
});

const own = iban;
const batchOf = (account: string, one: fc.Arbitrary<Credit | Debit>): fc.Arbitrary<Batch> =>
  fc
    .record({ batch: fc.array(one, { minLength: 2, maxLength: 4 }), isTotal: fc.boolean() })
    .map(({ batch, isTotal }) => ({
      isTotal,
      bankReference: null,
      batch: batch.map((each, index) => ({
        ...each,
        bankReference: `part-${index}`,
        accountIban: account,
        bookedOn: '2026-11-13',
      })),
    }));
const item = fc.record({
  ...booking,
  item: fc.constantFrom('interest' as const, 'charge' as const, 'withholding_tax' as const),
});

/** Any entry of one account, all with references of their own. */
const statementEntries = own.chain((account) => {
  const here = { accountIban: fc.constant(account) };
  const more = { isReversal: fc.boolean(), bookedAt: fc.constantFrom(undefined, createdAt) };
  const named = { bankReference: fc.constant<string | null>('x') };
  const withMore = (one: fc.Arbitrary<object>): fc.Arbitrary<SimulatedEntry> =>
    fc
      .tuple(one, fc.record({ ...here, ...named, ...more }))
      .map(([first, second]) => ({ ...first, ...second }) as unknown as SimulatedEntry);
  const bankItem = withMore(item).map((one): SimulatedEntry => {
    const given = one as BankItem;
    return { ...given, isReversal: false, direction: given.item === 'interest' ? 'credit' : 'debit' };
  });
  const batch = fc.oneof(
    batchOf(account, credit as unknown as fc.Arbitrary<Credit>),
    batchOf(account, debit as unknown as fc.Arbitrary<Debit>),
  );
  return fc.record({
    account: fc.constant(account),
    entries: fc
      .array(fc.oneof(withMore(credit), withMore(debit), bankItem, batch), { maxLength: 6 })
      .map((entries) => entries.map((one, index) => ({ ...one, bankReference: `bank-${index}` }))),
  });
});

test('camt.053: any entries and balances are valid, and read as they were written', async () => {
  const balance = fc.integer({ min: -99_999_999_995, max: 99_999_999_995 });
  const number = fc.option(fc.integer({ min: 1, max: 400 }));
  await fc.assert(
    fc.asyncProperty(statementEntries, balance, balance, number, async ({ account, entries }, opening, closing, n) => {
      const statement: SimulatedStatement = {
        id: 'S-1',
        accountIban: account,
        number: n,
        on: '2026-11-13',
        opening,
        closing,
        entries,
      };
      const xml = writeCamt053({ messageId: 'BANK-1', createdAt, statements: [statement] });
      if (skip === false) validate(xml, 'camt.053.001.08');
      const { statements } = await checkCamt(chunksOf(xml));
      assert.deepEqual(statements, [
        {
          accountIban: account,
          id: 'S-1',
          currency: 'CHF',
          number: n,
          fromOn: '2026-11-13',
          toOn: '2026-11-13',
          opening,
          closing,
          entries: signedSum(entries),
        },
      ]);
      const read = await entriesOf(xml);
      const count = entries.reduce((sum, one) => sum + ('batch' in one && !one.isTotal ? one.batch.length : 1), 0);
      assert.equal(read.length, count);
      assert.equal(
        read.reduce((sum, one) => sum + (one.direction === 'credit' ? 1 : -1) * (one.amount ?? 0), 0),
        signedSum(entries),
      );
    }),
    { numRuns: runCount({ quick: 40, deep: 1_000 }) },
  );
});

const CREDIT: Credit = {
  direction: 'credit',
  accountIban: 'CH9300762011623852957',
  amount: rappen(356000),
  bookedOn: '2026-11-13',
  bankReference: 'bank-1',
  debtor: { name: 'Anna\u0000 \uD800Frei', iban: null },
  reference: 'RF18539007547034',
};

test('camt.054: the same notification gives the same file; characters that XML does not allow are removed', async () => {
  const notification = { messageId: 'N'.repeat(40), createdAt, bookings: [CREDIT] };
  const xml = writeCamt054(notification);
  if (skip === false) validate(xml, 'camt.054.001.08');
  assert.equal(xml, writeCamt054(structuredClone(notification)));
  assert.match(xml, /<Cd>SCOR<\/Cd>/);
  assert.equal((await entriesOf(xml))[0]?.counterpartyName, 'Anna \uFFFDFrei');
  assert.match(
    writeCamt054({ ...notification, bookings: [{ ...CREDIT, reference: '0'.repeat(27) }] }),
    /<Prtry>QRR<\/Prtry>/,
  );
  assert.throws(() => writeCamt054({ ...notification, bookings: [] }));
});

const KINDS: [name: string, entry: SimulatedEntry, read: Partial<StatementEntry>][] = [
  [
    'a returned payment as a reversal',
    { ...CREDIT, reference: null, endToEndId: 'e2e', isReversal: true, debtor: { name: 'Payee', iban: null } },
    { direction: 'credit', isReversal: true, endToEndId: 'e2e', returned: null, counterpartyName: 'Payee' },
  ],
  [
    'a returned payment with the reason',
    { ...CREDIT, reference: null, endToEndId: 'e2e', returned: { code: 'AC04', text: 'Closed' } },
    {
      direction: 'credit',
      isReversal: false,
      endToEndId: 'e2e',
      code: 'PMNT/RCDT/RRTN',
      returned: { reason: 'AC04: Closed', originalEndToEndId: null },
    },
  ],
  [
    'a reversed pay-in',
    {
      direction: 'debit',
      accountIban: CREDIT.accountIban,
      amount: rappen(5),
      bookedOn: '2026-11-13',
      bankReference: 'bank-2',
      isReversal: true,
      endToEndId: null,
      reference: 'RF18539007547034',
      creditor: { name: 'Payer', iban: null },
    },
    { direction: 'debit', isReversal: true, reference: 'RF18539007547034', counterpartyName: 'Payer' },
  ],
  [
    'interest without transactions, with its moment',
    {
      direction: 'credit',
      accountIban: CREDIT.accountIban,
      amount: rappen(5),
      bookedOn: '2027-01-01',
      bankReference: null,
      item: 'interest',
      bookedAt: new Date('2026-12-31T23:30:00Z'),
    },
    {
      code: 'ACMT/MCOP/INTR',
      totalOf: 1,
      text: 'Habenzins',
      entryReference: null,
      bookedOn: '2027-01-01' as Day,
      bookedAt: '2026-12-31T23:30:00.000Z',
    },
  ],
  [
    'a total',
    { batch: [CREDIT, CREDIT], bankReference: 'batch', isTotal: true },
    { totalOf: 2, amount: rappen(712000), entryReference: 'batch', level: 'entry' },
  ],
];
for (const [name, entry, expected] of KINDS) {
  test(`the simulated bank writes ${name}`, async () => {
    const xml = writeCamt054({ messageId: 'M', createdAt, bookings: [entry] });
    if (skip === false) validate(xml, 'camt.054.001.08');
    const [read] = await entriesOf(xml);
    assert.ok(read !== undefined);
    for (const [member, value] of Object.entries(expected)) {
      assert.deepEqual(read[member as keyof StatementEntry], value, member);
    }
  });
}

const address = { street: 'Gasse', streetNumber: '-', zip: '3000', city: 'Bern', countryCode: 'CH' };
const RUN = writePain001({
  messageId: 'RUN-1',
  createdAt,
  executionDay: '2026-11-16',
  initiator: 'Depono AG',
  payments: ['CH9300762011623852957', 'CH2909000000250094239'].map((account, index) => ({
    orderId: `order-${index}`,
    attempt: 1,
    amount: rappen(100 + index),
    debtor: { name: 'Depono AG', address, iban: account },
    creditor: { name: 'Anna Frei', address, iban: 'CH5109000000250092291', bic: null },
    message: '',
  })),
});

test('pain.001: a bank refuses a wrong count, a wrong sum and other files', () => {
  assert.equal(readPain001(RUN).payments.length, 2);
  const rows: [string, RegExp][] = [
    [RUN.replace('<NbOfTxs>2<', '<NbOfTxs>3<'), /number of payments/],
    [RUN.replace('<CtrlSum>2.01<', '<CtrlSum>2.02<'), /control sum/],
    [RUN.replace('<CtrlSum>1.01<', '<CtrlSum>1.00<'), /PmtInf: the control sum/],
    [RUN.replace('pain.001.001.09', 'pain.001.001.03'), /not a pain\.001/],
    [RUN.replace('<Document', '<!DOCTYPE x><Document'), /document type/],
    [RUN.slice(0, -20), /unclosed/],
    [RUN.replace('<EndToEndId>order0</EndToEndId>', ''), /no PmtId\/EndToEndId/],
  ];
  for (const [xml, message] of rows) assert.throws(() => readPain001(xml), message);
});

test('pain.002: the answer is read as the bank wrote it', async () => {
  const { messageId: originalMessageId, payments } = readPain001(RUN);
  const report = { messageId: 'BANK-2', createdAt, originalMessageId, refusal: null };
  const closed = { code: 'AC04', text: 'Account closed & gone' };
  const [one, two] = payments.map(({ blockId, endToEndId }) => ({ blockId, endToEndId }));
  assert.ok(one && two);
  const mixed = writePain002({
    ...report,
    payments: [
      { ...one, refusal: null },
      { ...two, refusal: closed },
    ],
  });
  const rejected = { status: 'rejected', reason: 'AC04: Account closed & gone' };
  const accepted = { status: 'accepted', reason: null };
  assert.deepEqual(await readPain002(chunksOf(mixed)), {
    originalMessageId: 'RUN-1',
    outcomes: [
      { ...one, endToEndId: null, ...accepted },
      { ...one, ...accepted },
      { ...two, endToEndId: null, status: 'rejected', reason: null },
      { ...two, ...rejected },
    ],
  });
  const whole = writePain002({ ...report, refusal: closed, payments: [] });
  assert.deepEqual((await readPain002(chunksOf(whole))).outcomes, [{ blockId: null, endToEndId: null, ...rejected }]);
});
