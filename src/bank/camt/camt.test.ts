import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camt, entriesOf, ntry, skip, txDtls, validate } from '../bank-files.test.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';

test('our own examples are valid', { skip }, () => {
  validate(camt(ntry({ details: txDtls('<AcctSvcrRef>D1</AcctSvcrRef>', '100.00') })), 'camt.054.001.08');
  validate(camt(ntry({ status: 'BOOK', details: txDtls('', '1') }), 'camt.054.001.04'), 'camt.054.001.04');
});

const batch = (count: number): string => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`;

const ROWS: [name: string, entries: string, expected: Partial<StatementEntry>[]][] = [
  [
    'an entry without details',
    ntry(),
    [{ amount: rappen(10000), entryReference: 'E1', detailReference: null, totalOf: 1, level: 'entry' }],
  ],
  ['1.5 a batch that is not listed is a total', ntry({ batch: batch(3) }), [{ totalOf: 3, isMismatch: false }]],
  ['1.5 a batch of one that is not listed', ntry({ batch: batch(1) }), [{ totalOf: 1 }]],
  ['1.5 a batch without a number', ntry({ batch: '<Btch><PmtInfId>P</PmtInfId></Btch>' }), [{ totalOf: 1 }]],
  [
    '1.5 two batches',
    ntry({ batch: batch(2) }).replace('</Ntry>', `<NtryDtls>${batch(3)}</NtryDtls></Ntry>`),
    [{ totalOf: 5 }],
  ],
  ['1.5 a detail with few members is a detail', ntry({ details: '<TxDtls/>' }), [{ totalOf: null, level: 'entry' }]],
  ['a reversal', ntry({ direction: 'DBIT', reversal: '<RvslInd>true</RvslInd>' }), [{ isReversal: true }]],
  [
    'another currency has no Rappen',
    ntry({ currency: 'EUR', amount: '12.345' }),
    [{ amount: null, amountText: '12.345' }],
  ],
  ['five decimals, of which two count', ntry({ amount: '7.10000' }), [{ amount: rappen(710), amountText: '7.10000' }]],
  [
    'a moment is booked on its day',
    ntry({ day: '<DtTm>2026-11-13T23:59:59+01:00</DtTm>' }),
    [{ bookedOn: '2026-11-13' as Day }],
  ],
  [
    'a status of the bank is not booked',
    ntry({ status: '<Prtry>BOOK</Prtry>' }).replace('<Prtry>', '<Cd>PDNG</Cd><Prtry>'),
    [{ isBooked: false }],
  ],
  [
    'a detail without an amount is the entry',
    ntry({ details: txDtls('<EndToEndId>e2e</EndToEndId>', null) }),
    [{ amount: rappen(10000), endToEndId: 'e2e' }],
  ],
  [
    'what was paid in euros counts as it was credited',
    ntry({ details: txDtls('', '95.00', '', 'CRDT', 'EUR') }),
    [{ amount: rappen(10000), currency: 'CHF' }],
  ],
  [
    'in a batch the amount in the currency of the account counts',
    ntry({
      details:
        txDtls('', '40') +
        txDtls('', '57', '<AmtDtls><TxAmt><Amt Ccy="CHF">60.00</Amt></TxAmt></AmtDtls>', 'CRDT', 'EUR'),
    }),
    [{ amount: rappen(4000) }, { amount: rappen(6000), currency: 'CHF' }],
  ],
  [
    'a debit in a batch of credits is no credit',
    ntry({ details: txDtls('', '150') + txDtls('', '50', '', 'DBIT') }),
    [{ direction: 'credit' }, { direction: 'debit' }],
  ],
  [
    'a reference with spaces and a CDATA section',
    ntry({
      details: txDtls(
        '',
        '1',
        '<RmtInf><Strd><CdtrRefInf><Ref><![CDATA[RF18 5390]]> 0754 7034</Ref></CdtrRefInf></Strd></RmtInf>',
      ),
    }),
    [{ reference: 'RF18539007547034' }],
  ],
  [
    'the second structured part has the reference',
    ntry({
      details: txDtls(
        '',
        '1',
        '<RmtInf><Strd><AddtlRmtInf>x</AddtlRmtInf></Strd><Strd><CdtrRefInf><Ref>12</Ref></CdtrRefInf></Strd></RmtInf>',
      ),
    }),
    [{ reference: '12' }],
  ],
  [
    'charges: records, given back, in another currency',
    ntry({
      charges:
        '<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">9</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="CHF">1.20</Amt></Rcrd><Rcrd><Amt Ccy="CHF">0.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Rcrd><Rcrd><Amt Ccy="EUR">3</Amt></Rcrd></Chrgs>',
    }),
    [{ charges: rappen(70) }],
  ],
  [
    'charges: the total alone',
    ntry({ charges: '<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">9</TtlChrgsAndTaxAmt></Chrgs>' }),
    [{ charges: rappen(900) }],
  ],
  [
    'the creditor of a debit',
    ntry({
      direction: 'DBIT',
      details: txDtls(
        '',
        '100',
        '<RltdPties><Dbtr><Pty><Nm>We</Nm></Pty></Dbtr><Cdtr><Pty><Nm>R&#246;bi &amp; Co</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct></RltdPties>',
        'DBIT',
      ),
    }),
    [{ counterpartyName: 'Röbi & Co', counterpartyIban: 'DE89370400440532013000' }],
  ],
  [
    'the payer of a credit that is reversed',
    ntry({
      direction: 'DBIT',
      reversal: '<RvslInd>1</RvslInd>',
      details: txDtls(
        '',
        '100',
        '<RltdPties><Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr><Cdtr><Pty><Nm>We</Nm></Pty></Cdtr></RltdPties>',
        'DBIT',
      ),
    }),
    [{ counterpartyName: 'Payer' }],
  ],
  [
    'an element of another namespace is none of ours',
    ntry({ details: txDtls('', '100', '<x:Chrgs xmlns:x="urn:x"><x:Rcrd/></x:Chrgs>') }),
    [{ charges: rappen(0) }],
  ],
];
for (const [name, entries, expected] of ROWS) {
  test(name, async () => {
    const found = await entriesOf(camt(entries));
    assert.equal(found.length, expected.length);
    for (const [index, part] of expected.entries()) {
      const entry = found[index] as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(part).map((name) => [name, entry[name]])), part);
    }
  });
}

test('an account without entries is read, also next to another', async () => {
  assert.deepEqual(await entriesOf(camt('', 'camt.053.001.08')), []);
  const [one, two] = [camt(ntry()), camt(ntry(), 'camt.054.001.08', 'CH2909000000250094239')];
  const both = one.replace('</Ntfctn>', `</Ntfctn>${/<Ntfctn>.*<\/Ntfctn>/s.exec(two)?.[0]}`);
  const accounts = (await entriesOf(both)).map(({ accountIban }) => accountIban);
  assert.deepEqual(accounts, ['CH9300762011623852957', 'CH2909000000250094239']);
});
