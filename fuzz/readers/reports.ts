import { FileRefused } from '../../src/bank/file-refused.ts';
import { readPain002, type PaymentOutcome } from '../../src/bank/pain/pain002.ts';
import { spoilFile } from '../camt.ts';
import { cut, damaged } from '../doors/files.ts';
import type { Random } from '../random.ts';
import { anything, asText, word } from '../values.ts';
import type { Reader } from './reader.ts';

/** What a bank says of payments: pain.002. */
export const paymentReports: Reader = {
  name: 'pain.002',
  weight: 2,
  read: async (random) => {
    const { text, due } = goodReport(random);
    const { kind, content, expected } = random.weighted([
      [5, { kind: 'good', content: Buffer.from(text), expected: due as string | null }],
      [3, { kind: 'one value', content: Buffer.from(withOtherValue(random, text)), expected: null }],
      [3, { kind: 'damaged', content: damaged(random, Buffer.from(text)), expected: null }],
      [
        2,
        { kind: 'cut short', content: cut(random, Buffer.from(text.trimEnd())), expected: 'refused' as string | null },
      ],
      [2, { kind: 'entities', content: Buffer.from(spoilt(random, text)), expected: 'refused' as string | null }],
    ]);
    try {
      const { outcomes } = await readPain002(once(content));
      const found = said(outcomes);
      const isDue = expected === null || found === expected;
      return { kind, outcome: 'read', fault: isDue ? null : `due ${expected}, read ${found}` };
    } catch (error) {
      if (!(error instanceof FileRefused)) return { kind, outcome: 'thrown', fault: `not a refusal: ${String(error)}` };
      const isDue = expected === null || expected === 'refused';
      return { kind, outcome: 'refused', fault: isDue ? null : `a good report is refused: ${error.message}` };
    }
  },
};

const CODES = { ACCP: 'accepted', ACSC: 'accepted', RJCT: 'rejected', PDNG: 'pending', RCVD: 'pending' } as const;
type Code = keyof typeof CODES;

function goodReport(random: Random): { text: string; due: string } {
  const version = random.pick(['10', '03']);
  const outcomes: PaymentOutcome[] = [];
  const status = (): Code => random.pick(Object.keys(CODES) as Code[]);
  const reason = random.chance(0.5)
    ? '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto saldiert</AddtlInf></StsRsnInf>'
    : '';
  const because = reason === '' ? null : 'AC04: Konto saldiert';
  const blocks = Array.from({ length: random.between(1, 3) }, () => {
    const blockId = word(random, 10);
    const payments = Array.from({ length: random.between(1, 3) }, () => {
      const [endToEndId, code] = [word(random, 12), status()];
      outcomes.push({ blockId, endToEndId, status: CODES[code], reason: because });
      return `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${reason}</TxInfAndSts>`;
    });
    return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${blockId}</OrgnlPmtInfId>${payments.join('')}</OrgnlPmtInfAndSts>`;
  });
  const head = '<GrpHdr><MsgId>M1</MsgId></GrpHdr>';
  const group = `<OrgnlGrpInfAndSts><OrgnlMsgId>${word(random)}</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>${head}${group}${blocks.join('\n')}</CstmrPmtStsRpt></Document>`;
  return { text, due: said(outcomes) };
}

const said = (outcomes: readonly PaymentOutcome[]): string =>
  JSON.stringify(outcomes.map(({ blockId, endToEndId, status, reason }) => [blockId, endToEndId, status, reason]));

function withOtherValue(random: Random, text: string): string {
  const values = [...text.matchAll(/>([^<>]+)</g)];
  const { index, 0: found } = random.pick(values);
  const put = asText(anything(random)).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${text.slice(0, index)}>${put}<${text.slice(index + found.length)}`;
}

/** What no bank file may have, whatever it is about. */
function spoilt(random: Random, text: string): string {
  for (;;) {
    const [kind, changed] = spoilFile(random, text);
    if (/document type|an entity|control character|behind the end|another encoding|another root/.test(kind))
      return changed;
  }
}

// oxlint-disable-next-line typescript/require-await
async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
