import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camt, entriesOf, ntry, skip, txDtls, validate, type CamtKind } from '../bank-files.test.ts';
import type { StatementEntry } from '../../domain/booking.ts';

const code = (domain: string, family: string, sub: string): string =>
  `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
const withCode = (entry: string, replacement: string): string => entry.replace(/<BkTxCd>.*?<\/BkTxCd>/s, replacement);
const party = (role: string, name: string, rest = '', iban = ''): string =>
  `<${role}><Pty><Nm>${name}</Nm>${rest}</Pty></${role}>${iban === '' ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`}`;
const parties = (...inside: string[]): string => `<RltdPties>${inside.join('')}</RltdPties>`;
const one = (rest: string, refs = '', direction = 'CRDT'): string =>
  ntry({ direction: direction as 'CRDT', details: txDtls(refs, '100.00', rest, direction) });
const strd = (reference: string | null, amount: string | null, name = 'RmtdAmt'): string =>
  `<Strd>${amount === null ? '' : `<RfrdDocAmt><${name} Ccy="CHF">${amount}</${name}></RfrdDocAmt>`}${
    reference === null ? '' : `<CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf>`
  }</Strd>`;
const remittance = (...inside: string[]): string => `<RmtInf>${inside.join('')}</RmtInf>`;
const ADDRESS =
  '<PstlAdr><StrtNm>Weg</StrtNm><BldgNb>1a</BldgNb><PstCd>8000</PstCd><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr>';
const TOWN = '<PstlAdr><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr>';
const LINES = '<PstlAdr><Ctry>CH</Ctry><AdrLine>Weg 1a</AdrLine><AdrLine>8000 Zürich</AdrLine></PstlAdr>';
const ACCOUNT = 'CH9300762011623852957';
const OTHER = 'CH5604835012345678009';
const RETURN = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto</AddtlInf><AddtlInf>aufgehoben</AddtlInf></RtrInf>';

type Row = [name: string, entry: string, expected: Record<string, unknown>];

const ROWS: Row[] = [
  ['1.10 the code of the entry', ntry(), { code: 'PMNT/RCDT/AUTT' }],
  ['1.10 the code of the transaction comes first', one(code('ACMT', 'MCOP', 'INTR')), { code: 'ACMT/MCOP/INTR' }],
  [
    '1.10 a code of the bank alone is none',
    withCode(ntry(), '<BkTxCd><Prtry><Cd>ZINS</Cd></Prtry></BkTxCd>'),
    { code: null },
  ],
  ['1.10 half a code is none', withCode(ntry(), '<BkTxCd><Domn><Cd>PMNT</Cd></Domn></BkTxCd>'), { code: null }],

  [
    '5 the value date',
    ntry().replace('<AcctSvcrRef>', '<ValDt><Dt>2026-11-16</Dt></ValDt><AcctSvcrRef>'),
    { valueOn: '2026-11-16' },
  ],
  ['5 no value date', ntry(), { valueOn: null, bookedAt: null }],
  [
    '5 a moment with a zone',
    ntry({ day: '<DtTm>2026-07-13T10:15:30.5+02:00</DtTm>' }),
    { bookedOn: '2026-07-13', bookedAt: '2026-07-13T08:15:30.500Z' },
  ],
  ['5 a moment in UTC', ntry({ day: '<DtTm>2026-11-13T10:15:30Z</DtTm>' }), { bookedAt: '2026-11-13T10:15:30.000Z' }],
  [
    '5 a local time is Swiss, in winter',
    ntry({ day: '<DtTm>2026-11-13T10:15:30</DtTm>' }),
    { bookedAt: '2026-11-13T09:15:30.000Z' },
  ],
  [
    '5 a local time is Swiss, in summer',
    ntry({ day: '<DtTm>2026-07-13T10:15:30</DtTm>' }),
    { bookedAt: '2026-07-13T08:15:30.000Z' },
  ],
  [
    '5 the end of a day',
    ntry({ day: '<DtTm>2026-11-13T24:00:00</DtTm>' }),
    { bookedOn: '2026-11-13', bookedAt: '2026-11-13T23:00:00.000Z' },
  ],
  [
    '5 a day with a zone has no time',
    ntry({ day: '<Dt>2026-11-13+01:00</Dt>' }),
    { bookedOn: '2026-11-13', bookedAt: null },
  ],

  [
    '1.8 a credit with return information',
    one(RETURN, '<EndToEndId>e2e</EndToEndId>'),
    { returned: { reason: 'AC04: Konto aufgehoben', originalEndToEndId: null }, endToEndId: 'e2e', isReversal: false },
  ],
  [
    '1.8 a reason of the bank, in its words',
    one('<RtrInf><Rsn><Prtry>X1</Prtry></Rsn></RtrInf>'),
    { returned: { reason: 'X1', originalEndToEndId: null } },
  ],
  [
    '1.8 return information without a reason',
    one('<RtrInf/>'),
    { returned: { reason: null, originalEndToEndId: null } },
  ],
  [
    '1.8 a return code with the original id',
    withCode(one('', '<OrgnlEndToEndId>ours</OrgnlEndToEndId>'), code('PMNT', 'RCDT', 'RRTN')),
    { returned: { reason: null, originalEndToEndId: 'ours' } },
  ],
  [
    '1.8 a return code of the transaction',
    one(code('PMNT', 'ICDT', 'RRTN'), '<EndToEndId>ours</EndToEndId>'),
    { returned: { reason: null, originalEndToEndId: null }, endToEndId: 'ours' },
  ],
  [
    '1.8 a cancelled payment',
    one(code('PMNT', 'ICDT', 'RPCR')),
    { returned: { reason: null, originalEndToEndId: null } },
  ],
  [
    '1.8 a return code without details',
    withCode(ntry(), code('PMNT', 'RCDT', 'RRTN')),
    { returned: { reason: null, originalEndToEndId: null } },
  ],
  [
    '1.8 a reversal is one, and no more',
    ntry({ reversal: '<RvslInd>true</RvslInd>' }),
    { isReversal: true, returned: null },
  ],
  [
    '1.8 a reversal with return information',
    ntry({ reversal: '<RvslInd>true</RvslInd>', details: txDtls('', '100', RETURN) }),
    { isReversal: true, returned: { reason: 'AC04: Konto aufgehoben', originalEndToEndId: null } },
  ],
  ['1.8 any other code is no return', ntry(), { returned: null }],
  [
    '1.8 a returned payment in its original roles',
    one(parties(party('Dbtr', 'We', '', ACCOUNT), party('Cdtr', 'Payee', '', OTHER)) + RETURN),
    { counterpartyName: 'Payee', counterpartyIban: OTHER },
  ],

  [
    '9 the address of the payer',
    one(parties(party('Dbtr', 'Lea', ADDRESS))),
    { counterpartyAddress: { street: 'Weg', streetNumber: '1a', zip: '8000', city: 'Zürich', countryCode: 'CH' } },
  ],
  [
    '9 the address of the payee',
    one(parties(party('Cdtr', 'Lea', ADDRESS)), '', 'DBIT'),
    { counterpartyAddress: { street: 'Weg', streetNumber: '1a', zip: '8000', city: 'Zürich', countryCode: 'CH' } },
  ],
  [
    '9 town and country are enough',
    one(parties(party('Dbtr', 'Lea', TOWN))),
    { counterpartyAddress: { street: '', streetNumber: '', zip: '', city: 'Zürich', countryCode: 'CH' } },
  ],
  [
    '9 lines are not taken apart',
    one(parties(party('Dbtr', 'Lea', LINES))),
    { counterpartyAddress: null, counterpartyName: 'Lea' },
  ],
  [
    '9 no country, no address',
    one(parties(party('Dbtr', 'Lea', TOWN.replace('<Ctry>CH</Ctry>', '')))),
    { counterpartyAddress: null },
  ],
  ['9 no address', one(parties(party('Dbtr', 'Lea'))), { counterpartyAddress: null }],

  [
    '2 unstructured remittance comes first',
    one(`${remittance('<Ustrd>Kaution</Ustrd><Ustrd>Lea Brunner</Ustrd>')}<AddtlTxInf>b</AddtlTxInf>`).replace(
      '</Ntry>',
      '<AddtlNtryInf>c</AddtlNtryInf></Ntry>',
    ),
    { text: 'Kaution Lea Brunner' },
  ],
  [
    '2 then what is said of the transaction',
    one('<AddtlTxInf>b</AddtlTxInf>').replace('</Ntry>', '<AddtlNtryInf>c</AddtlNtryInf></Ntry>'),
    { text: 'b' },
  ],
  [
    '2 then what is said of the entry',
    one('').replace('</Ntry>', '<AddtlNtryInf>c</AddtlNtryInf></Ntry>'),
    { text: 'c' },
  ],
  ['2 also without details', ntry().replace('</Ntry>', '<AddtlNtryInf>c</AddtlNtryInf></Ntry>'), { text: 'c' }],
  ['2 no text', one(''), { text: null }],

  [
    '1 several references that add up',
    one(remittance(strd('11', '60.00'), strd('2 2', '40.00'))),
    {
      parts: [
        { reference: '11', amount: 6000 },
        { reference: '22', amount: 4000 },
      ],
      reference: '11',
    },
  ],
  [
    '1 what is due counts where nothing else is said',
    one(remittance(strd('1', '60', 'DuePyblAmt'), strd('2', '40', 'DuePyblAmt'))),
    {
      parts: [
        { reference: '1', amount: 6000 },
        { reference: '2', amount: 4000 },
      ],
    },
  ],
  [
    '1 a part without a reference',
    one(remittance(strd('1', '60'), strd('2', '30'), strd(null, '10'))),
    {
      parts: [
        { reference: '1', amount: 6000 },
        { reference: '2', amount: 3000 },
        { reference: null, amount: 1000 },
      ],
    },
  ],
  ['1 parts that do not add up', one(remittance(strd('1', '60'), strd('2', '41'))), { parts: [] }],
  ['1 references without amounts', one(remittance(strd('1', null), strd('2', null))), { parts: [] }],
  ['1 a reference without an amount', one(remittance(strd('1', '100'), strd('2', null))), { parts: [] }],
  ['1 one reference', one(remittance(strd('1', '60'))), { parts: null, reference: '1' }],
  [
    '1 the same reference twice is one',
    one(remittance(strd('1', '60'), strd('1', '40'))),
    { parts: null, reference: '1' },
  ],
  [
    '1 one reference beside other parts',
    one(remittance(strd('1', '60'), strd(null, '40'))),
    { parts: null, reference: '1' },
  ],
];
for (const [name, entry, expected] of ROWS) {
  test(name, async () => {
    const [found, ...more] = await entriesOf(camt(entry));
    assert.deepEqual(more, []);
    assert.deepEqual(membersOf(found, expected), expected);
  });
}

function membersOf(entry: StatementEntry | undefined, expected: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(expected).map((name) => [name, entry?.[name as keyof StatementEntry]]));
}

test('2 the text of an entry stands behind its details, and is theirs', async () => {
  const batch = ntry({ details: txDtls('', '40') + txDtls('', '60', '<AddtlTxInf>own</AddtlTxInf>') });
  const entries = await entriesOf(camt(batch.replace('</Ntry>', '<AddtlNtryInf>batch</AddtlNtryInf></Ntry>') + ntry()));
  assert.deepEqual(
    entries.map(({ text }) => text),
    ['batch', 'own', null],
  );
});

test('1 IBAN and QR-IBAN are one account: the same key, and the former one beside it', async () => {
  const [iban, qrIban] = [ACCOUNT, 'CH4431999123000889012'];
  const canonicalOf = (written: string): string => (written === qrIban ? iban : written);
  for (const entry of [ntry(), ntry({ reference: null }), ntry({ details: txDtls('', '40') + txDtls('', '60') })]) {
    const plain = await entriesOf(camt(entry), Infinity, canonicalOf);
    const qr = await entriesOf(camt(entry, 'camt.054.001.08', qrIban), Infinity, canonicalOf);
    const former = await entriesOf(camt(entry, 'camt.054.001.08', qrIban));
    assert.deepEqual(
      qr.map(({ key, entryKey }) => [key, entryKey]),
      plain.map(({ key, entryKey }) => [key, entryKey]),
    );
    assert.deepEqual(
      plain.map(({ writtenKey }) => writtenKey),
      plain.map(() => null),
    );
    assert.deepEqual(
      qr.map(({ writtenKey }) => writtenKey),
      former.map(({ key }) => key),
    );
    assert.ok(
      qr.every(({ accountIban }) => accountIban === qrIban),
      'as the file writes it',
    );
  }
});

/** A detail of 001.02, which has neither `Amt` nor `CdtDbtInd` of its own. */
const detailOf02 = (amount: string): string =>
  `<TxDtls><Refs><EndToEndId>e2e</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="CHF">${amount}</Amt></TxAmt></AmtDtls>` +
  `<RltdPties><Dbtr><Nm>Lea</Nm>${ADDRESS}</Dbtr></RltdPties></TxDtls>`;
const details = txDtls('<EndToEndId>e2e</EndToEndId>', '50.00', parties(party('Dbtr', 'Lea', ADDRESS))).repeat(2);
const DETAILS_OF: Record<string, string> = {
  '02': detailOf02('50.00').repeat(2),
  '04': details.replaceAll(/<\/?Pty>/g, ''),
};

for (const kind of ['camt.053.001', 'camt.054.001'] as const) {
  for (const version of ['02', '04', '08', '10', '13'] as const) {
    test(`8 ${kind}.${version} is read`, async () => {
      const isOld = version === '02' || version === '04';
      const entry = ntry({ ...(isOld ? { status: 'BOOK' } : {}), details: DETAILS_OF[version] ?? details });
      const file = camt(entry, `${kind}.${version}` satisfies CamtKind);
      if (skip === false && (version === '04' || version === '08') && kind === 'camt.054.001')
        validate(file, `${kind}.${version}`);
      const entries = await entriesOf(file);
      assert.equal(entries.length, 2);
      for (const { amount, endToEndId, counterpartyName, counterpartyAddress, isBooked } of entries) {
        assert.deepEqual([amount, endToEndId, counterpartyName, isBooked], [5000, 'e2e', 'Lea', true]);
        assert.equal(counterpartyAddress?.city, 'Zürich');
      }
    });
  }
}

test('8 001.02: charges are records of their own, and details without amounts are not guessed', async () => {
  const charged = ntry({
    status: 'BOOK',
    charges: '<Chrgs><Amt Ccy="CHF">1.20</Amt></Chrgs><Chrgs><Amt Ccy="CHF">0.30</Amt></Chrgs>',
  });
  assert.equal((await entriesOf(camt(charged, 'camt.054.001.02')))[0]?.charges, 150);
  const bare = ntry({ status: 'BOOK', details: '<TxDtls/><TxDtls/>' });
  const [whole, ...more] = await entriesOf(camt(bare, 'camt.054.001.02'));
  assert.deepEqual([whole?.isMismatch, whole?.amount, more.length], [true, 10000, 0]);
});

test('1 001.13: the amounts of several references', async () => {
  const typed = (reference: string, amount: string): string =>
    `<Strd><RfrdDocAmt><RmtAmtAndTp><Tp><Cd>DUPA</Cd></Tp><Amt Ccy="CHF">${amount}</Amt></RmtAmtAndTp></RfrdDocAmt><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
  const [entry] = await entriesOf(camt(one(remittance(typed('1', '60'), typed('2', '40'))), 'camt.054.001.13'));
  assert.deepEqual(entry?.parts, [
    { reference: '1', amount: 6000 },
    { reference: '2', amount: 4000 },
  ]);
});
