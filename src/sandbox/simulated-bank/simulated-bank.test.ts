import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf, entriesOf, skip, validate } from '../../bank/bank-files.test.ts';
import { endToEndIdOf, writePain001 } from '../../bank/pain/pain001.ts';
import { readPain002 } from '../../bank/pain/pain002.ts';
import { swissIban } from '../../domain/values/iban.ts';
import { rappen } from '../../domain/values/money.ts';
import { creditorReference, qrReference } from '../../domain/values/payment-reference.ts';
import { readPain001 } from './read-pain001.ts';
import { writeCamt054, type Credit, type Debit } from './write-camt054.ts';
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
  endToEndId: fc.uuid().map(endToEndIdOf),
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

const address = { street: 'Gasse', streetNumber: '-', zip: '3000', city: 'Bern', countryCode: 'CH' };
const RUN = writePain001({
  messageId: 'RUN-1',
  createdAt,
  executionDay: '2026-11-16',
  initiator: 'Depono AG',
  payments: ['CH9300762011623852957', 'CH2909000000250094239'].map((account, index) => ({
    orderId: `order-${index}`,
    amount: rappen(100 + index),
    debtor: { name: 'Depono AG', address, iban: account },
    creditor: { name: 'Anna Frei', address, iban: 'CH5109000000250092291' },
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
