import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { camt, entriesOf, ntry, refusalOf, sample, SAMPLES, skip, txDtls } from '../bank-files.test.ts';
import { checkCamt } from './check-camt.ts';
import { isDeep, runCount } from '../../../test/support/depth.ts';

const GOOD = camt(ntry());
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>`;

const REFUSED: [name: string, file: string | Uint8Array, message: RegExp][] = [
  ['an empty file', '', /Line 1: the file ends too early/],
  ['no XML', 'Ntry;100.00;CHF', /not well-formed/],
  ['mismatched tags', GOOD.replace('</Ntry>', '</Ntrx>'), /Line 8: .*not well-formed/],
  ['content after the end', `${GOOD}<Document/>`, /not well-formed/],
  ['a document type', GOOD.replace(HEAD, `${HEAD}<!DOCTYPE Document SYSTEM "file:///etc/passwd">`), /DOCTYPE/],
  ['a billion laughs', GOOD.replace(HEAD, HEAD + LAUGHS).replace('M1', '&c;'), /DOCTYPE/],
  ['an undeclared entity', GOOD.replace('M1', '&money;'), /not well-formed/],
  ['8 another version', GOOD.replace('054.001.08', '054.001.03'), /Line 2: the file is no camt.*camt.054.001.03/],
  [
    '8 camt.052',
    GOOD.replace('054.001.08', '052.001.08'),
    /Line 2: .*camt.052.*during the day.*may still change.*Send the camt.053/,
  ],
  ['another message', GOOD.replace('camt.054.001.08', 'pain.002.001.10'), /is no camt/],
  ['another root', GOOD.replaceAll('Document', 'Dokument'), /root is "Dokument"/],
  [
    'a statement under the namespace of a notification',
    camt('', 'camt.053.001.08').replace('053', '054'),
    /no BkToCstmrDbtCdtNtfctn/,
  ],
  [
    'an empty document',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"/>',
    /no BkToCstmrDbtCdtNtfctn/,
  ],
  ['no notification', GOOD.replace(/<Ntfctn>.*<\/Ntfctn>/s, ''), /no Ntfctn/],
  ['no header', GOOD.replace(/<GrpHdr>.*<\/GrpHdr>/, ''), /no GrpHdr/],
  ['no message id', GOOD.replace('<MsgId>M1</MsgId>', ''), /GrpHdr has no MsgId/],
  ['no notification id', GOOD.replace('<Id>S1</Id>', ''), /Ntfctn has no Id/],
  ['no account', GOOD.replace(/<Acct>.*<\/Acct>/, ''), /no Acct\/Id\/IBAN/],
  ['no account, and no entries either', camt('').replace(/<Acct>.*<\/Acct>/, ''), /no Acct\/Id\/IBAN/],
  ['an account that is no IBAN', camt(ntry(), 'camt.054.001.08', '25-9034-2'), /"25-9034-2" is no IBAN/],
  ['no amount', GOOD.replace('<Amt Ccy="CHF">100.00</Amt>', ''), /Ntry has no Amt/],
  ['no currency', GOOD.replace(' Ccy="CHF"', ''), /has no currency/],
  ['no direction', GOOD.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), /Ntry has no CdtDbtInd/],
  ['an invalid direction', GOOD.replace('CRDT', 'IN'), /"IN" in CdtDbtInd/],
  ['an invalid reversal', camt(ntry({ reversal: '<RvslInd>ja</RvslInd>' })), /"ja" in RvslInd/],
  ['no status', GOOD.replace('<Sts><Cd>BOOK</Cd></Sts>', ''), /no Sts\/Cd/],
  ['a status as in the other version', camt(ntry({ status: 'BOOK' })), /no Sts\/Cd/],
  ['an invalid day', camt(ntry({ day: '<Dt>2026-02-30</Dt>' })), /"2026-02-30" in BookgDt is no day/],
  ['a part of a Rappen', camt(ntry({ amount: '1.005' })), /"1.005" in Amt is no amount in whole Rappen/],
  [
    'an invalid value date',
    camt(ntry().replace('<AcctSvcrRef>', '<ValDt><Dt>2026-13-01</Dt></ValDt><AcctSvcrRef>')),
    /in ValDt is no day/,
  ],
  [
    'an invalid moment',
    camt(ntry({ day: '<DtTm>2026-11-13T25:00:00</DtTm>' })),
    /"2026-11-13T25:00:00" in BookgDt is no moment/,
  ],
  ['a part of a Rappen in a detail', camt(ntry({ details: txDtls('', '1.001') })), /whole Rappen/],
  [
    'a part of a Rappen in charges',
    camt(ntry({ charges: '<Chrgs><Rcrd><Amt Ccy="CHF">0.001</Amt></Rcrd></Chrgs>' })),
    /whole Rappen/,
  ],
  ...['-1', '+1', '', '1,50', "1'000", '1e3', '1.123456', '.5', '5.', '0x1F', 'NaN', '1234567890123456789', '１'].map(
    (amount): [string, string, RegExp] => [`the amount "${amount}"`, camt(ntry({ amount })), /is no amount/],
  ),
  ['more than a number can hold', camt(ntry({ amount: '123456789012345678' })), /is no amount/],
  ['an invalid number of transactions', camt(ntry({ batch: '<Btch><NbOfTxs>two</NbOfTxs></Btch>' })), /NbOfTxs/],
  [
    'an entry after its details',
    camt(ntry({ details: txDtls('', '1') }).replace(/(<Amt.*?<\/Amt>)(.*<\/NtryDtls>)/s, '$2$1')),
    /Ntry has no Amt/,
  ],
  [
    'more transactions than any batch has',
    camt(ntry({ batch: '<Btch><NbOfTxs>1000000000</NbOfTxs></Btch>' })),
    /NbOfTxs is no number of/,
  ],
  ['text beside elements', GOOD.replace('<Ntry>', 'x<Ntry>'), /text beside elements/],
  ['too deep', GOOD.replace('M1', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`), /nested/],
  ['a text without end', `${GOOD.slice(0, 200)}<!--${'x'.repeat(1_200_000)}`, /no element in more than/],
  ['a part too large', GOOD.replace('</GrpHdr>', `${'<a/>'.repeat(250_000)}</GrpHdr>`), /larger than/],
  [
    'another encoding',
    GOOD.replace('UTF-8', 'ISO-8859-15'),
    /Line 1: the file is in "ISO-8859-15"\. UTF-8, .* can be read/,
  ],
  ['Latin 1', Buffer.from(GOOD.replace('M1', '\nZürich'), 'latin1'), /Line 4: the file is not in UTF-8/],
  ['a character cut at the end', Buffer.concat([Buffer.from(GOOD), Buffer.from([0xc3])]), /not in UTF-8/],
];
for (const [name, file, message] of REFUSED) {
  test(`refused: ${name}`, async () => assert.match(await refusalOf(entriesOf(file)), message));
}

test('a byte order mark is skipped', async () => {
  assert.equal((await entriesOf(`\uFEFF${GOOD}`)).length, 1);
});

test('a disk error is not reported as an error of the file', async () => {
  const broken = new Error('EIO');
  async function* disk(): AsyncGenerator<Uint8Array> {
    yield* [Buffer.from(GOOD.slice(0, 300))];
    await Promise.reject(broken);
  }
  await assert.rejects(checkCamt(disk()), broken);
});

const FILES =
  skip === false
    ? ['camt053', 'camt054'].flatMap((folder) => readdirSync(join(SAMPLES, folder)).map((name) => `${folder}/${name}`))
    : [];
const READABLE = FILES.filter((name) => !/Business_Sample|NotificationMissing/.test(name));

const STEP = isDeep ? 200 : 1_000;
const CHUNKS = isDeep ? [1, 2, 3, 7, 1_000] : [7, 1_000];

test(`samples: cut off at every ${STEP}th byte, a file is refused`, { skip }, async () => {
  for (const name of READABLE) {
    const file = sample(name);
    for (let end = 0; end < file.toString('latin1').trimEnd().length; end += STEP) {
      await refusalOf(entriesOf(file.subarray(0, end), 16_384));
    }
  }
});

test('samples: in chunks of any size, a file is read the same', { skip }, async () => {
  for (const name of READABLE) {
    const file = sample(name);
    const whole = await entriesOf(file);
    for (const size of CHUNKS) assert.deepEqual(await entriesOf(file, size), whole, name);
  }
});

test('a character may be spread over chunks', async () => {
  const name = 'Zoë 𝒵ürich & Söhne €';
  const parties = `<RltdPties><Dbtr><Pty><Nm>${name.replace('&', '&amp;')}</Nm></Pty></Dbtr></RltdPties>`;
  const file = camt(ntry({ details: txDtls('', '100', parties) })).replaceAll('\n', '\r\n');
  for (const size of [1, 2, 3, 5]) assert.equal((await entriesOf(file, size))[0]?.counterpartyName, name);
});

test('any damaged file is read or refused', async () => {
  const file = Buffer.from(camt(ntry({ details: txDtls('<AcctSvcrRef>D1</AcctSvcrRef>', '100') }) + ntry()));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(file.length - 1),
      fc.nat(20),
      fc.uint8Array({ maxLength: 4 }),
      async (at, length, bytes) => {
        const changed = Buffer.concat([file.subarray(0, at), bytes, file.subarray(at + length)]);
        await entriesOf(changed).catch((error: unknown) => refusalOf(Promise.reject(error)));
      },
    ),
    { numRuns: runCount({ quick: 200, deep: 5_000 }) },
  );
});
