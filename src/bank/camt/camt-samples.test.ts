import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, entriesOf, refusalOf, sample, skip, validate } from '../bank-files.test.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import { checkCamt } from './check-camt.ts';

const BATCH = '200519_camt.054_P_CH2909000000250094239_1111091335_0_2020061900081727';
const STATEMENT = 'camt053/camt.053_P_CH0309000000250090342_380000000_0_2016053100163801.xml';
const OF_STATEMENT = 'camt054/camt.054-ES_P_CH0309000000250090342_38000000_0_2016052723011813.xml';

type Short = [direction: string, text: string, bookedOn: string | null, reference: string | null, charges: number];
const short = ({
  direction,
  isReversal,
  isBooked,
  amountText,
  bookedOn,
  reference,
  charges,
}: StatementEntry): Short => [
  `${direction}${isReversal ? ' reversed' : ''}${isBooked ? '' : ' pending'}`,
  amountText,
  bookedOn,
  reference,
  charges,
];

const WHOLE: [file: string, entries: Short[]][] = [
  ...['2009', '2019'].map((version): [string, Short[]] => [
    `camt054/${BATCH}_v${version}.xml`,
    [
      ['credit', '778.29', '2020-06-18', '539115429773825311971477453', 0],
      ['credit', '913.93', '2020-06-18', '662437765447746478179744715', 0],
    ],
  ]),
  [
    'camt054/200519_camt054-ESR-ASR_P_CH2909000000250094239_1110092704_0_2019042500372179_v2009.xml',
    [['debit', '147.00', '2019-04-24', '100041698214115449371805278', 440]],
  ],
  ...['2009', '2019'].map((version): [string, Short[]] => [
    `camt054/camt.054_P_CH2909000000250094239_1111111112_0_2022031011011199_v${version}.xml`,
    [['credit', '522.10', '2022-03-10', null, 0]],
  ]),
  [
    'camt054/camt.054_P_CH2909000000250094239_1111111119_0_2022030911011199_v2009.xml',
    [['credit', '501.05', '2022-03-08', null, 0]],
  ],
  [
    'camt054/camt_054_Beispiel_NoCrdtBookedNotReversed.xml',
    [
      ['credit reversed', '111.00', '2017-07-26', '123456789012345678901234567', 0],
      ['credit pending', '2.00', null, '184365082655685438543854377', 0],
      ['debit', '3.00', '2017-07-26', '110000000000070100000112264', 0],
    ],
  ],
  [
    'camt054/camt_054_Beispiel_SammelbuchungEs.xml',
    [
      ['credit', '111.00', '2017-07-27', null, 0],
      ['credit', '2.00', '2017-07-27', null, 0],
    ],
  ],
  ['camt054/camt_054_Beispiel_ZA1_ESR_ZE.xml', [['credit', '3949.75', '2015-01-07', '210000000003139471430009017', 0]]],
];
for (const [file, expected] of WHOLE) {
  test(`the sample ${file}`, { skip }, async () =>
    assert.deepEqual((await entriesOf(sample(file))).map(short), expected),
  );
}

const SUMS: [file: string, entries: number, credits: number, debits: number, charges: number, references: number][] = [
  [OF_STATEMENT, 8, 62000, 0, 720, 0],
  // From the opening balance, 322152.16, to the closing balance, 322689.77.
  [STATEMENT, 32, 100000 + 62000 + 11000 + 2400 + 5656, 125142 + 600 + 1553, 560 + 720 + 140, 10],
];
for (const [file, count, credits, debits, charges, references] of SUMS) {
  test(`the sample ${file}: ${count} entries and their sums`, { skip }, async () => {
    const entries = await entriesOf(sample(file));
    const sum = (chosen: StatementEntry[]): number => chosen.reduce((total, { amount }) => total + (amount ?? NaN), 0);
    assert.equal(entries.length, count);
    assert.equal(sum(entries.filter(({ direction }) => direction === 'credit')), credits);
    assert.equal(sum(entries.filter(({ direction }) => direction === 'debit')), debits);
    assert.equal(
      entries.reduce((total, entry) => total + entry.charges, 0),
      charges,
    );
    assert.equal(entries.filter(({ reference }) => reference !== null).length, references);
    assert.equal(new Set(entries.map(({ key }) => key)).size, count);
  });
}

test('the first transaction of a sample, whole', { skip }, async () => {
  const [entry] = await entriesOf(sample(`camt054/${BATCH}_v2019.xml`));
  assert.ok(entry);
  const { key, entryKey, ...rest } = entry;
  assert.notEqual(key, entryKey);
  assert.deepEqual(rest, {
    writtenKey: null,
    level: 'detail',
    totalOf: null,
    isMismatch: false,
    accountIban: 'CH2909000000250094239',
    direction: 'credit',
    isReversal: false,
    isBooked: true,
    amount: 77829,
    currency: 'CHF',
    amountText: '778.29',
    bookedOn: '2020-06-18',
    bookedAt: null,
    valueOn: '2020-06-18',
    reference: '539115429773825311971477453',
    endToEndId: '1006265-aic5dL-75dzf3jk9-cf2d5e9',
    counterpartyIban: 'CH5109000000250092291',
    counterpartyName: 'Bernasconi Maria',
    counterpartyAddress: {
      street: 'Place de la Gare',
      streetNumber: '12',
      zip: '2502',
      city: 'Biel/Bienne',
      countryCode: 'CH',
    },
    charges: 0,
    entryReference: '1000000000000000',
    detailReference: '2000000000000000',
    code: 'PMNT/RCDT/AUTT',
    returned: null,
    text: 'SAMMELGUTSCHRIFT FÜR KONTO: CH7730000001250094239 VERARBEITUNG VOM 18.06.2020 PAKET ID: 200618CH000009TB',
    parts: null,
  });
});

test('a sample that is valid, but of an account without IBAN, and one that is invalid', { skip }, async () => {
  const business = sample('camt053/Business_Sample_camt.053.001.04.xml');
  validate(business, 'camt.053.001.04');
  assert.match(await refusalOf(entriesOf(business)), /Line 13: Stmt has no Acct\/Id\/IBAN/);
  const invalid = sample('camt054/camt_054_Beispiel_NotificationMissing.xml');
  assert.match(await refusalOf(entriesOf(invalid)), /Line 2: the file is no camt.054 or camt.053/);
});

test('a statement repeats the bookings of a notification under their keys', { skip }, async () => {
  const keys = (await entriesOf(sample(OF_STATEMENT))).map(({ key }) => key);
  const repeated = new Set((await entriesOf(sample(STATEMENT))).map(({ key }) => key));
  assert.equal(keys.filter((key) => repeated.has(key)).length, 8);
});

test('6 the statement of a sample: opening plus entries equals closing', { skip }, async () => {
  const { statements, mismatched, netted } = await checkCamt(chunksOf(sample(STATEMENT)));
  const [statement] = statements;
  assert.deepEqual(statement, {
    accountIban: 'CH0309000000250090342',
    id: '20160430375204000008574',
    currency: 'CHF',
    number: 85,
    fromOn: '2016-04-30',
    toOn: '2016-04-30',
    opening: 32215216,
    closing: 32268977,
    entries: 53761,
  });
  assert.deepEqual([statements.length, mismatched.size, netted.size], [1, 0, 0]);
});

test('both versions of a sample give the same', { skip }, async () => {
  assert.deepEqual(
    await entriesOf(sample(`camt054/${BATCH}_v2009.xml`)),
    await entriesOf(sample(`camt054/${BATCH}_v2019.xml`)),
  );
});
