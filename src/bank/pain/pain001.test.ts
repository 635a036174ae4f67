import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_HOUSE_NUMBER } from '../../domain/values/postal-address.ts';
import { swissIban } from '../../domain/values/iban.ts';
import { endToEndIdOf } from '../../domain/values/end-to-end-id.ts';
import { rappen } from '../../domain/values/money.ts';
import { readPain001 } from '../../sandbox/simulated-bank/read-pain001.ts';
import { skip, validate } from '../bank-files.test.ts';
import { paymentBlocks, writePain001, type OutgoingPayment, type PaymentRun } from './pain001.ts';
import { spsText } from './sps-text.ts';
import { runCount } from '../../../test/support/depth.ts';

const address = { street: 'Bahnhofstrasse', streetNumber: '1a', zip: '8001', city: 'Zürich', countryCode: 'CH' };
const PAYMENT: OutgoingPayment = {
  orderId: '0193b7a4-5c11-7d2e-9f00-0123456789ab',
  attempt: 1,
  amount: rappen(356005),
  debtor: { name: 'Depono AG', address, iban: 'CH9300762011623852957' },
  creditor: {
    name: 'Röbi & <Söhne>',
    address: { ...address, streetNumber: NO_HOUSE_NUMBER },
    iban: 'CH5109000000250092291',
    bic: null,
  },
  message: 'Kaution "Haus" 12',
};
const RUN: PaymentRun = {
  messageId: 'RUN-2026-11-14-1',
  createdAt: new Date('2026-11-14T08:15:30.123Z'),
  executionDay: '2026-11-16',
  initiator: 'Depono AG',
  payments: [PAYMENT],
};

function check(xml: string): void {
  if (skip !== false) return;
  validate(xml, 'pain.001.001.09');
  validate(xml, 'pain.001.001.09.ch.03');
}

test('SPS: a domestic payment, whole', () => {
  const xml = writePain001(RUN);
  check(xml);
  assert.equal(
    xml.replaceAll('\n', ''),
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
      '<GrpHdr><MsgId>RUN-2026-11-14-1</MsgId><CreDtTm>2026-11-14T08:15:30Z</CreDtTm><NbOfTxs>1</NbOfTxs>' +
      '<CtrlSum>3560.05</CtrlSum><InitgPty><Nm>Depono AG</Nm></InitgPty></GrpHdr>' +
      '<PmtInf><PmtInfId>RUN-2026-11-14-1-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>' +
      '<NbOfTxs>1</NbOfTxs><CtrlSum>3560.05</CtrlSum><ReqdExctnDt><Dt>2026-11-16</Dt></ReqdExctnDt>' +
      '<Dbtr><Nm>Depono AG</Nm><PstlAdr><StrtNm>Bahnhofstrasse</StrtNm><BldgNb>1a</BldgNb><PstCd>8001</PstCd>' +
      '<TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Dbtr>' +
      '<DbtrAcct><Id><IBAN>CH9300762011623852957</IBAN></Id></DbtrAcct>' +
      '<DbtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>CHBCC</Cd></ClrSysId><MmbId>00762</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>' +
      '<CdtTrfTxInf><PmtId><EndToEndId>0193b7a45c117d2e9f000123456789ab</EndToEndId></PmtId>' +
      '<Amt><InstdAmt Ccy="CHF">3560.05</InstdAmt></Amt>' +
      '<Cdtr><Nm>Röbi &amp; &lt;Söhne&gt;</Nm><PstlAdr><StrtNm>Bahnhofstrasse</StrtNm><PstCd>8001</PstCd>' +
      '<TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Cdtr>' +
      '<CdtrAcct><Id><IBAN>CH5109000000250092291</IBAN></Id></CdtrAcct>' +
      '<RmtInf><Ustrd>Kaution &quot;Haus&quot; 12</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>',
  );
});

test('one block for each account, known by its id, and sums without a float', () => {
  const other = { ...PAYMENT.debtor, iban: 'CH2909000000250094239' };
  const payments = [10, 20, 30].map((amount, index) => ({
    ...PAYMENT,
    orderId: `order-${index}`,
    amount: rappen(amount),
    debtor: index === 1 ? other : PAYMENT.debtor,
  }));
  const run = { ...RUN, messageId: 'M'.repeat(35), payments };
  const xml = writePain001(run);
  check(xml);
  assert.deepEqual(
    [...xml.matchAll(/<CtrlSum>(.*)<\/CtrlSum>/g)].map(([, sum]) => sum),
    ['0.60', '0.40', '0.20'],
  );
  assert.deepEqual(
    paymentBlocks(run).map(({ id, payments }) => [id, payments.map(({ orderId }) => orderId)]),
    [
      [`${'M'.repeat(33)}-1`, ['order-0', 'order-2']],
      [`${'M'.repeat(33)}-2`, ['order-1']],
    ],
  );
  assert.deepEqual(
    readPain001(xml).payments.map(({ blockId, endToEndId }) => [blockId, endToEndId]),
    paymentBlocks(run).flatMap(({ id, payments }) => payments.map(({ orderId }) => [id, endToEndIdOf(orderId)])),
  );
});

test('SPS: abroad the costs are shared; a domestic payment does not mention them', () => {
  const abroad = writePain001({
    ...RUN,
    payments: [{ ...PAYMENT, creditor: { ...PAYMENT.creditor, iban: 'DE89370400440532013000', bic: 'DEUTDEFF' } }],
  });
  check(abroad);
  assert.match(abroad, /<ChrgBr>SHAR<\/ChrgBr>/);
  assert.doesNotMatch(writePain001(RUN), /ChrgBr|SvcLvl|AdrLine/);
});

test('9 the bank of an account abroad is written before the creditor', () => {
  const creditor = { ...PAYMENT.creditor, iban: 'DE89370400440532013000', bic: 'DEUTDEFF500' };
  const xml = writePain001({ ...RUN, payments: [{ ...PAYMENT, creditor }] });
  check(xml);
  assert.match(
    xml.replaceAll('\n', ''),
    /<\/ChrgBr><CdtrAgt><FinInstnId><BICFI>DEUTDEFF500<\/BICFI><\/FinInstnId><\/CdtrAgt><Cdtr>/,
  );
  assert.doesNotMatch(writePain001(RUN), /CdtrAgt/);
});

test('9 the operator’s own account needs no address', () => {
  const debtor = { name: 'Depono', address: null, iban: 'CH9300762011623852957' };
  const xml = writePain001({ ...RUN, payments: [{ ...PAYMENT, debtor }] });
  check(xml);
  assert.match(xml.replaceAll('\n', ''), /<Dbtr><Nm>Depono<\/Nm><\/Dbtr><DbtrAcct>/);
});

const BUGS: [name: string, run: PaymentRun, message: RegExp][] = [
  ['no payments', { ...RUN, payments: [] }, /at least one/],
  ['an order twice', { ...RUN, payments: [PAYMENT, PAYMENT] }, /twice/],
  ['no day', { ...RUN, executionDay: '16.11.2026' }, /no day/],
  ['an id too long', { ...RUN, messageId: 'M'.repeat(36) }, /no id/],
  ['an id with an umlaut', { ...RUN, messageId: 'Zürich' }, /no id/],
  ['an order id too long', { ...RUN, payments: [{ ...PAYMENT, orderId: '1'.repeat(36) }] }, /no id/],
  ['nothing to pay', { ...RUN, payments: [{ ...PAYMENT, amount: rappen(0) }] }, /cannot be paid/],
  ['more than SPS holds', { ...RUN, payments: [{ ...PAYMENT, amount: rappen(1e12) }] }, /cannot be paid/],
  [
    'from a QR-IBAN',
    { ...RUN, payments: [{ ...PAYMENT, debtor: { ...PAYMENT.debtor, iban: 'CH4431999123000889012' } }] },
    /Swiss IBAN/,
  ],
  [
    'to a QR-IBAN',
    { ...RUN, payments: [{ ...PAYMENT, creditor: { ...PAYMENT.creditor, iban: 'CH4431999123000889012' } }] },
    /not paid to/,
  ],
  [
    'to a wrong IBAN',
    { ...RUN, payments: [{ ...PAYMENT, creditor: { ...PAYMENT.creditor, iban: 'CH5109000000250092292' } }] },
    /not paid to/,
  ],
  [
    '9 abroad without a BIC',
    { ...RUN, payments: [{ ...PAYMENT, creditor: { ...PAYMENT.creditor, iban: 'DE89370400440532013000' } }] },
    /without a BIC/,
  ],
];
for (const [name, run, message] of BUGS) test(`a bug: ${name}`, () => assert.throws(() => writePain001(run), message));

const text = (max: number): fc.Arbitrary<string> => fc.string({ unit: 'binary', minLength: 1, maxLength: max });
const iban = fc
  .tuple(fc.integer({ min: 100, max: 29999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([bank, account]) => swissIban(String(bank).padStart(5, '0'), String(account).padStart(12, '0')));
const party = fc.record({
  name: text(200),
  address: fc.record({
    street: text(100),
    streetNumber: fc.oneof(fc.constant(NO_HOUSE_NUMBER), text(30)),
    zip: text(20),
    city: text(50),
    countryCode: fc.constantFrom('CH', 'LI', 'DE', 'XK'),
  }),
});
const payment = fc
  .record({
    attempt: fc.constant(1),
    orderId: fc.uuid(),
    amount: fc.integer({ min: 1, max: 999_999_999_999 }).map(rappen),
    debtor: party,
    creditor: party,
    from: iban,
    to: fc.oneof(
      iban,
      fc.constantFrom('DE89370400440532013000', 'MT84MALT011000012345MTLCAST001S', 'LI21088100002324013AA'),
    ),
    message: text(300),
  })
  .map(({ from, to, debtor, creditor, ...rest }) => ({
    ...rest,
    debtor: { ...debtor, iban: from },
    creditor: { ...creditor, iban: to, bic: /^(CH|LI)/.test(to) ? null : 'DEUTDEFF' },
  }));

test('any run is valid, and the bank reads the same payments', () => {
  const runs = fc.record({
    messageId: fc.stringMatching(/^[A-Za-z0-9.-]{1,35}$/),
    createdAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    executionDay: fc.constant('2026-11-16'),
    initiator: text(100),
    payments: fc.uniqueArray(payment, { minLength: 1, maxLength: 6, selector: ({ orderId }) => orderId }),
  });
  fc.assert(
    fc.property(runs, (run) => {
      const xml = writePain001(run);
      check(xml);
      const { messageId, payments } = readPain001(xml);
      assert.equal(messageId, run.messageId);
      const inOrder = paymentBlocks(run).flatMap((block) => block.payments);
      for (const [index, { orderId, amount, debtor, creditor, message }] of inOrder.entries()) {
        const { blockId: _, ...read } = payments[index] ?? assert.fail('a payment is missing');
        assert.deepEqual(read, {
          executionDay: '2026-11-16',
          endToEndId: orderId.replaceAll('-', ''),
          amountText: (BigInt(amount) / 100n).toString() + '.' + (BigInt(amount) % 100n).toString().padStart(2, '0'),
          currency: 'CHF',
          debtorIban: debtor.iban,
          // The name of the account is that of its first payment.
          debtorName:
            spsText(inOrder.find((other) => other.debtor.iban === debtor.iban)?.debtor.name ?? '', 70) || 'NOTPROVIDED',
          creditorIban: creditor.iban,
          creditorName: spsText(creditor.name, 70) || 'NOTPROVIDED',
          message: spsText(message, 140) || null,
        });
      }
      assert.equal(payments.length, run.payments.length);
    }),
    { numRuns: runCount({ quick: 50, deep: 1_000 }) },
  );
});
