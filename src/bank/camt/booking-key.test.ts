import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camt, entriesOf, ntry, txDtls } from '../bank-files.test.ts';

const keysOf = async (...entries: string[]): Promise<string[]> =>
  (await entriesOf(camt(entries.join('')))).map(({ key }) => key);
const ref = (reference: string): string => `<AcctSvcrRef>${reference}</AcctSvcrRef>`;
const D1 = txDtls(ref('D1'), '100.00');

const SAME: [name: string, one: string, other: string][] = [
  ['with its detail or without', ntry({ details: D1 }), ntry()],
  [
    'with the number of transactions or without',
    ntry({ batch: '<Btch><NbOfTxs>1</NbOfTxs></Btch>', details: D1 }),
    ntry(),
  ],
  ['amounts written differently', ntry({ amount: '100' }), ntry({ amount: '0100.0000' })],
  ['booked on a day or at a moment', ntry(), ntry({ day: '<DtTm>2026-11-12T23:30:00Z</DtTm>' })],
  ['pending, then booked', ntry({ status: '<Cd>PDNG</Cd>' }), ntry()],
  ['with or without an entry reference', ntry(), ntry().replace('<Ntry>', '<Ntry><NtryRef>1</NtryRef>')],
];
for (const [name, one, other] of SAME) {
  test(`the same booking: ${name}`, async () => assert.deepEqual(await keysOf(one), await keysOf(other)));
}

const OTHER: [name: string, one: string, other: string][] = [
  ['another reference of the bank', ntry(), ntry({ reference: 'E2' })],
  ['another amount', ntry(), ntry({ amount: '100.01' })],
  ['another currency', ntry(), ntry({ currency: 'EUR' })],
  ['the other direction', ntry(), ntry({ direction: 'DBIT' })],
  ['a reversal', ntry(), ntry({ reversal: '<RvslInd>true</RvslInd>' })],
  [
    'another day, without a reference',
    ntry({ reference: null }),
    ntry({ reference: null, day: '<Dt>2026-11-14</Dt>' }),
  ],
  ['twins, without a reference', ntry({ reference: null }), ntry({ reference: null })],
];
for (const [name, one, other] of OTHER) {
  test(`another booking: ${name}`, async () => assert.equal(new Set(await keysOf(one, other)).size, 2));
}

test('another account is another booking', async () => {
  const [one] = await entriesOf(camt(ntry()));
  const [other] = await entriesOf(camt(ntry(), 'camt.054.001.08', 'CH2909000000250094239'));
  assert.notEqual(one?.key, other?.key);
});

const BATCHES: [name: string, reference: string | null, refs: [string, string, string]][] = [
  ['with references', 'E1', [ref('D1'), ref('D2'), ref('D3')]],
  ['with one reference for all', 'E1', [ref('D1'), ref('D1'), ref('D1')]],
  ['with the reference of the entry', 'E1', [ref('E1'), ref('E1'), ref('E1')]],
  ['without references of their own', 'E1', ['', '', '']],
  ['without any reference', null, ['', '', '']],
  ['with references, and the entry without', null, [ref('D1'), ref('D1'), ref('D2')]],
];
for (const [name, reference, refs] of BATCHES) {
  test(`details of a batch have different keys: ${name}`, async () => {
    const details = refs.map((part) => txDtls(part, '50.00')).join('');
    const batch = ntry({ amount: '150.00', reference, details });
    const entries = await entriesOf(camt(batch));
    assert.equal(new Set(entries.map(({ key }) => key)).size, 3);
    assert.equal(new Set(entries.map(({ entryKey }) => entryKey)).size, 1);
    assert.deepEqual(await entriesOf(camt(batch, 'camt.053.001.08')), entries, 'and known again in a statement');
    const [total] = await entriesOf(camt(ntry({ amount: '150.00', reference }), 'camt.053.001.08'));
    assert.equal(total?.key, entries[0]?.entryKey, 'and their total is known');
  });
}

test('1 row 3: equal details of two batches are two bookings, without any reference of the bank', async () => {
  const batch = (amount: string, ...parts: string[]): string =>
    ntry({ amount, reference: null, details: parts.map((part) => txDtls('', part)).join('') });
  const one = await keysOf(batch('350.00', '100.00', '250.00'));
  const other = await keysOf(batch('200.00', '100.00', '100.00'));
  assert.equal(new Set([...one, ...other]).size, 4);
  assert.deepEqual(await keysOf(batch('350.00', '100.00', '250.00')), one, 'in another file');
  assert.deepEqual(await keysOf(batch('200.00', '100.00', '100.00'), batch('350.00', '100.00', '250.00')), [
    ...other,
    ...one,
  ]);
});

test('details are identified by their own reference, in any order and entry', async () => {
  const [one, two] = ['D1', 'D2'].map((reference) => txDtls(ref(reference), '50.00')) as [string, string];
  const forwards = await keysOf(ntry({ details: one + two }));
  const backwards = await keysOf(ntry({ reference: 'E2', details: two + one }));
  assert.deepEqual(backwards, forwards.toReversed());
});

test('without a reference of the bank, the payer’s reference distinguishes bookings', async () => {
  const paid = (id: string): string =>
    ntry({ reference: null, details: txDtls(`<EndToEndId>${id}</EndToEndId>`, '100') });
  const both = await keysOf(paid('a'), paid('b'));
  assert.deepEqual([...(await keysOf(paid('b'))), ...(await keysOf(paid('a')))], both.toReversed());
});
