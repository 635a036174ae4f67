import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, refusalOf } from '../bank-files.test.ts';
import { readPain002, type PaymentOutcome } from './pain002.ts';

function pain002(group: string, blocks = '', version = '10'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>B1</MsgId><CreDtTm>2026-11-14T09:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>RUN-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>
${blocks}</CstmrPmtStsRpt></Document>`;
}
const block = (content: string): string =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>RUN-1-1</OrgnlPmtInfId>${content}</OrgnlPmtInfAndSts>`;
const payment = (id: string, content: string): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${content}</TxInfAndSts>`;
const reason = (code: string, ...words: string[]): string =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${words.map((word) => `<AddtlInf>${word}</AddtlInf>`).join('')}</StsRsnInf>`;

const file = { blockId: null, endToEndId: null };
const inBlock = { blockId: 'RUN-1-1', endToEndId: null };

const ROWS: [name: string, xml: string, outcomes: PaymentOutcome[]][] = [
  ...(['ACCP', 'ACTC', 'ACSP', 'ACSC', 'ACWC'] as const).map((code): [string, string, PaymentOutcome[]] => [
    `${code} accepts`,
    pain002(`<GrpSts>${code}</GrpSts>`),
    [{ ...file, status: 'accepted', reason: null }],
  ]),
  ['PDNG is pending', pain002('<GrpSts>PDNG</GrpSts>'), [{ ...file, status: 'pending', reason: null }]],
  [
    'the whole file is rejected',
    pain002(`<GrpSts>RJCT</GrpSts>${reason('FF01', 'Invalid', 'file format')}`),
    [{ ...file, status: 'rejected', reason: 'FF01: Invalid file format' }],
  ],
  [
    'a block is rejected, without words',
    pain002('<GrpSts>PART</GrpSts>', block(`<PmtInfSts>RJCT</PmtInfSts>${reason('AC01')}`)),
    [{ ...inBlock, status: 'rejected', reason: 'AC01' }],
  ],
  [
    'payments of a block, accepted and rejected',
    pain002(
      '',
      block(
        `<PmtInfSts>PART</PmtInfSts>${payment('a', '<TxSts>ACCP</TxSts>')}${payment('b', `<TxSts>RJCT</TxSts>${reason('AC04', 'Account closed')}${reason('BE05')}`)}`,
      ),
    ),
    [
      { ...inBlock, endToEndId: 'a', status: 'accepted', reason: null },
      { ...inBlock, endToEndId: 'b', status: 'rejected', reason: 'AC04: Account closed; BE05' },
    ],
  ],
  [
    'a payment has the status of its block, or of the file',
    pain002('<GrpSts>RJCT</GrpSts>', block(payment('a', reason('AM04', 'No cover')))),
    [
      { ...file, status: 'rejected', reason: null },
      { ...inBlock, endToEndId: 'a', status: 'rejected', reason: 'AM04: No cover' },
    ],
  ],
  [
    'a reason of the bank itself, in version 03',
    pain002('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Prtry>X9</Prtry></Rsn></StsRsnInf>', '', '03'),
    [{ ...file, status: 'rejected', reason: 'X9' }],
  ],
];
for (const [name, xml, outcomes] of ROWS) {
  test(`pain.002: ${name}`, async () => {
    assert.deepEqual(await readPain002(chunksOf(xml)), { originalMessageId: 'RUN-1', outcomes });
    assert.deepEqual(await readPain002(chunksOf(Buffer.from(xml), 1)), { originalMessageId: 'RUN-1', outcomes });
  });
}

const GOOD = pain002('<GrpSts>ACCP</GrpSts>');
const REFUSED: [name: string, xml: string, message: RegExp][] = [
  ['another version', GOOD.replace('002.001.10', '002.001.02'), /is no pain.002/],
  ['a document type', GOOD.replace('<Document', '<!DOCTYPE x><Document'), /DOCTYPE/],
  ['cut off', GOOD.slice(0, -3), /ends too early/],
  ['content after the end', `${GOOD}x`, /not well-formed/],
  ['nothing in it', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"/>', /no CstmrPmtStsRpt/],
  ['no original message', GOOD.replace(/<OrgnlMsgId>.*?<\/OrgnlMsgId>/, ''), /no OrgnlMsgId/],
  ['no status', pain002(''), /of no payment/],
  ['only part, and no payment', pain002('<GrpSts>PART</GrpSts>'), /of no payment/],
  ['a status that is not known', pain002('<GrpSts>constructor</GrpSts>'), /"constructor" in GrpSts is not known/],
  [
    'a payment without its id',
    pain002('', block('<TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts>')),
    /no OrgnlEndToEndId/,
  ],
  ['a payment without a status', pain002('', block(payment('a', ''))), /what became of the payment "a"/],
  [
    'a payment of a block in part, without a status',
    pain002('<GrpSts>PART</GrpSts>', block(payment('a', ''))),
    /payment "a"/,
  ],
];
for (const [name, xml, message] of REFUSED) {
  test(`pain.002 refused: ${name}`, async () => assert.match(await refusalOf(readPain002(chunksOf(xml))), message));
}
