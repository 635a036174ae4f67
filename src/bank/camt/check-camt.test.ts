import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camt, chunksOf, entriesOf, ntry, refusalOf, skip, txDtls, validate } from '../bank-files.test.ts';
import { checkCamt } from './check-camt.ts';

const batch = (count: number): string => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`;
const charges = (amount: string): string => `<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">${amount}</TtlChrgsAndTaxAmt></Chrgs>`;
const detail = (amount: string | null, charged = '0', direction = 'CRDT'): string =>
  txDtls('', amount, charged === '0' ? '' : charges(charged), direction);

/** What is read of an entry of CHF 100: the amounts, or that it is a mismatch. */
const ROWS: [name: string, entry: string, expected: number[] | 'mismatch'][] = [
  ['1.6 details that add up', ntry({ details: detail('40') + detail('60') }), [4000, 6000]],
  ['1.6 details that do not', ntry({ details: detail('40') + detail('60.01') }), 'mismatch'],
  ['1.6 charges beside the amounts', ntry({ details: detail('40', '1') + detail('60', '1') }), [4000, 6000]],
  ['1.6 a credit less charges', ntry({ details: detail('41', '1') + detail('61', '1') }), [4000, 6000]],
  ['1.6 a credit plus charges', ntry({ details: detail('39', '1') + detail('59', '1') }), 'mismatch'],
  [
    '1.6 a debit plus charges',
    ntry({ direction: 'DBIT', details: detail('39', '1', 'DBIT') + detail('59', '1', 'DBIT') }),
    [4000, 6000],
  ],
  [
    '1.6 a debit less charges',
    ntry({ direction: 'DBIT', details: detail('41', '1', 'DBIT') + detail('61', '1', 'DBIT') }),
    'mismatch',
  ],
  ['1.6 charges larger than a credit', ntry({ details: detail('1', '2') + detail('101') }), 'mismatch'],
  [
    '1.6 charges of the entry cannot be divided',
    ntry({ charges: charges('2'), details: detail('41') + detail('61') }),
    'mismatch',
  ],
  ['1.6 credits and debits', ntry({ details: detail('150') + detail('50', '0', 'DBIT') }), [15000, 5000]],
  [
    '1.6 credits and debits with charges',
    ntry({ details: detail('152', '1') + detail('50', '1', 'DBIT') }),
    [15100, 5100],
  ],
  [
    '1.6 debits alone are no credit',
    ntry({ details: detail('40', '0', 'DBIT') + detail('60', '0', 'DBIT') }),
    'mismatch',
  ],
  [
    '1.6 a reversal in the direction of what is reversed',
    ntry({ reversal: '<RvslInd>true</RvslInd>', details: detail('40', '0', 'DBIT') + detail('60', '0', 'DBIT') }),
    [4000, 6000],
  ],
  ['1.6 one of several without an amount', ntry({ details: detail(null) + detail('100') }), 'mismatch'],
  [
    '1.6 one of several in another currency',
    ntry({ details: detail('40') + txDtls('', '60', '', 'CRDT', 'EUR') }),
    'mismatch',
  ],
  ['1.6 more than a number can hold', ntry({ details: detail('90071992547409.91').repeat(3) }), 'mismatch'],

  ['1.6 the number that was announced', ntry({ batch: batch(2), details: detail('40') + detail('60') }), [4000, 6000]],
  ['1.6 fewer than announced', ntry({ batch: batch(3), details: detail('40') + detail('60') }), 'mismatch'],
  ['1.6 more than announced', ntry({ batch: batch(1), details: detail('40') + detail('60') }), 'mismatch'],
  ['1.6 one of several announced', ntry({ batch: batch(2), details: detail('100') }), 'mismatch'],
  ['1.6 none of several announced is a total', ntry({ batch: batch(2) }), [10000]],
  [
    '1.6 two batches',
    ntry({ batch: batch(1), details: detail('40') }).replace(
      '</Ntry>',
      `<NtryDtls>${batch(1)}${detail('60')}</NtryDtls></Ntry>`,
    ),
    [4000, 6000],
  ],

  ['1.6 a single transaction', ntry({ details: detail('100') }), [10000]],
  ['1.6 a single one without an amount', ntry({ details: detail(null) }), [10000]],
  ['1.6 a single one in euros', ntry({ details: txDtls('', '95', '', 'CRDT', 'EUR') }), [10000]],
  ['1.6 a single one of another amount', ntry({ details: detail('99.99') }), 'mismatch'],
  ['1.6 a single credit less charges', ntry({ details: detail('102', '2') }), [10000]],
  ['1.6 a single credit less charges of the entry', ntry({ charges: charges('2'), details: detail('102') }), [10000]],
  ['1.6 a single debit plus charges', ntry({ direction: 'DBIT', details: detail('98', '2', 'DBIT') }), [10000]],
  ['1.6 a single debit less charges', ntry({ direction: 'DBIT', details: detail('102', '2', 'DBIT') }), 'mismatch'],
  ['1.6 the direction of a single one is that of the entry', ntry({ details: detail('100', '0', 'DBIT') }), [10000]],
  [
    '1.4 in another currency nothing is added up',
    ntry({ currency: 'EUR', details: txDtls('', '1', '', 'CRDT', 'EUR').repeat(2) }),
    [-1, -1],
  ],
];
for (const [name, entry, expected] of ROWS) {
  test(name, async () => {
    const file = camt(ntry({ reference: 'BEFORE' }) + entry + ntry({ reference: 'AFTER' }));
    const entries = (await entriesOf(file)).slice(1, -1);
    const { mismatched } = await checkCamt(chunksOf(file));
    if (expected === 'mismatch') {
      assert.deepEqual([...mismatched], [2]);
      const [whole] = entries;
      assert.deepEqual(
        [entries.length, whole?.isMismatch, whole?.amount, whole?.level, whole?.totalOf, whole?.entryKey],
        [1, true, 10000, 'entry', null, whole?.key],
      );
      const [known] = await entriesOf(
        camt(ntry({ direction: entry.includes('<CdtDbtInd>DBIT</CdtDbtInd><Sts>') ? 'DBIT' : 'CRDT' })),
      );
      assert.equal(whole?.key, known?.key, 'the key that the entry has without details');
    } else {
      assert.deepEqual(mismatched.size, 0);
      assert.deepEqual(
        entries.map(({ amount, isMismatch }) => (isMismatch ? null : (amount ?? -1))),
        expected,
      );
    }
  });
}

test('1 amounts less charges are written as they count; the key stays that of the amount in the file', async () => {
  const details =
    txDtls('<AcctSvcrRef>D1</AcctSvcrRef>', '41', charges('1')) +
    txDtls('<AcctSvcrRef>D2</AcctSvcrRef>', '61', charges('1'));
  const [net] = await entriesOf(camt(ntry({ details })));
  const [gross] = await entriesOf(camt(ntry({ amount: '102', details })));
  assert.deepEqual([net?.amount, net?.amountText, net?.charges], [4000, '40.00', 100]);
  assert.deepEqual([gross?.amount, gross?.amountText, gross?.charges], [4100, '41', 100]);
  assert.equal(net?.key, gross?.key);
});

test('a mismatch of one transaction keeps its names, of several none', async () => {
  const named = (id: string): string => txDtls(`<EndToEndId>${id}</EndToEndId>`, '30');
  const [one] = await entriesOf(camt(ntry({ details: named('a') })));
  assert.deepEqual([one?.isMismatch, one?.endToEndId], [true, 'a']);
  const [two] = await entriesOf(camt(ntry({ details: named('a') + named('b') })));
  assert.deepEqual([two?.isMismatch, two?.endToEndId], [true, null]);
});

const balance = (code: string, amount: string, day: string, { currency = 'CHF', direction = 'CRDT' } = {}): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const STATEMENT = {
  accountIban: 'CH9300762011623852957',
  id: 'S1',
  currency: 'CHF',
  number: null,
  fromOn: null,
  toOn: '2026-11-14',
  opening: null,
  closing: null,
  entries: 0,
};
const OPENING = balance('OPBD', '50.00', '2026-11-12');
const CLOSING = balance('CLBD', '150.00', '2026-11-13');

const STATEMENTS: [
  name: string,
  inside: string,
  expected: Partial<typeof STATEMENT> | Record<string, unknown>,
  head?: string,
][] = [
  ['6 without balances, of the day it was made', '', {}],
  [
    '6 with balances',
    OPENING + CLOSING + ntry(),
    { opening: 5000, closing: 15000, entries: 10000, toOn: '2026-11-13' },
  ],
  [
    '6 the previous closing balance opens',
    balance('PRCD', '7', '2026-11-12') + CLOSING,
    { opening: 700, closing: 15000, toOn: '2026-11-13' },
  ],
  ['6 overdrawn', balance('OPBD', '7', '2026-11-12', { direction: 'DBIT' }), { opening: -700 }],
  [
    '6 in another currency',
    balance('CLBD', '7', '2026-11-13', { currency: 'EUR' }),
    { closing: null, currency: 'EUR', toOn: '2026-11-13' },
  ],
  ['6 other balances do not count', balance('CLAV', '7', '2026-11-13') + balance('ITBD', '8', '2026-11-13'), {}],
  [
    '6 debits, pending entries and other currencies',
    [
      ntry(),
      ntry({ direction: 'DBIT', amount: '30', reference: 'E2' }),
      ntry({ status: '<Cd>PDNG</Cd>', reference: 'E3' }),
      ntry({ currency: 'EUR', reference: 'E4' }),
    ].join(''),
    { entries: 7000 },
  ],
  [
    '6 a number and a period',
    '',
    { number: 85, fromOn: '2026-11-10', toOn: '2026-11-12' },
    '<ElctrncSeqNb>85</ElctrncSeqNb><CreDtTm>2026-11-14T08:00:00</CreDtTm><FrToDt><FrDtTm>2026-11-10T00:00:00</FrDtTm><ToDtTm>2026-11-12T23:59:59</ToDtTm></FrToDt>',
  ],
];
for (const [name, inside, expected, head] of STATEMENTS) {
  test(name, async () => {
    const made = camt(inside, 'camt.053.001.08');
    const file =
      head === undefined
        ? made
        : made.replace('<Id>S1</Id><CreDtTm>2026-11-14T08:00:00</CreDtTm>', `<Id>S1</Id>${head}`);
    if (skip === false)
      validate(
        inside === ''
          ? file.replace('</Stmt>', `${OPENING}</Stmt>`)
          : file.replace(/(<Acct>.*?<\/Acct>\s*)(<Ntry)/s, `$1${OPENING}$2`),
        'camt.053.001.08',
      );
    assert.deepEqual((await checkCamt(chunksOf(file))).statements, [{ ...STATEMENT, ...expected }]);
  });
}

test('6 several statements, each with its own entries; a notification has none', async () => {
  const one = camt(CLOSING + ntry(), 'camt.053.001.08');
  const two = camt(ntry({ direction: 'DBIT' }), 'camt.053.001.08', 'CH2909000000250094239');
  const both = one.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(two)?.[0]}`);
  const { statements, accounts, entries } = await checkCamt(chunksOf(both));
  assert.deepEqual(
    statements.map(({ accountIban, entries: sum }) => [accountIban, sum]),
    [
      ['CH9300762011623852957', 10000],
      ['CH2909000000250094239', -10000],
    ],
  );
  assert.deepEqual([[...accounts], entries], [['CH9300762011623852957', 'CH2909000000250094239'], 2]);
  assert.deepEqual((await checkCamt(chunksOf(camt(ntry())))).statements, []);
});

const REFUSED: [name: string, inside: string, message: RegExp][] = [
  ['6 a balance that is no amount', balance('CLBD', 'x', '2026-11-13'), /is no amount/],
  ['6 a balance without a direction', CLOSING.replace(/<CdtDbtInd>.*?<\/CdtDbtInd>/, ''), /Bal has no CdtDbtInd/],
  ['6 a balance of no day', balance('CLBD', '7', '2026-02-30'), /in Dt is no day/],
  ['6 an invalid number', '<ElctrncSeqNb>x</ElctrncSeqNb>', /"x" in ElctrncSeqNb is no number/],
];
for (const [name, inside, message] of REFUSED) {
  test(`refused: ${name}`, async () =>
    assert.match(await refusalOf(entriesOf(camt(inside, 'camt.053.001.08'))), message));
}
