import { xmlDocument, xmlElement } from './xml.ts';

/** A code of ISO 20022, such as AC04, and the bank's words. */
type Refusal = { code: string; text: string };

type PaymentAnswer = { blockId: string; endToEndId: string; refusal: Refusal | null };

type StatusReport = {
  messageId: string;
  createdAt: Date;
  originalMessageId: string;
  /** The whole file is refused, and then no payment of it is answered. */
  refusal: Refusal | null;
  payments: PaymentAnswer[];
};

/** A pain.002.001.10: accepted, rejected, or in part. */
export function writePain002({ messageId, createdAt, originalMessageId, refusal, payments }: StatusReport): string {
  const answers = refusal === null ? payments : [];
  const byBlock = Map.groupBy(answers, ({ blockId }) => blockId);
  return xmlDocument(
    'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
    xmlElement('CstmrPmtStsRpt', [
      xmlElement('GrpHdr', [
        xmlElement('MsgId', messageId),
        xmlElement('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
      ]),
      xmlElement('OrgnlGrpInfAndSts', [
        xmlElement('OrgnlMsgId', originalMessageId),
        xmlElement('OrgnlMsgNmId', 'pain.001.001.09'),
        xmlElement('GrpSts', refusal === null ? statusOfAll(answers) : 'RJCT'),
        reason(refusal),
      ]),
      ...[...byBlock].map(([blockId, ofBlock]) => block(blockId, ofBlock)),
    ]),
  );
}

function block(blockId: string, answers: readonly PaymentAnswer[]): string {
  return xmlElement('OrgnlPmtInfAndSts', [
    xmlElement('OrgnlPmtInfId', blockId),
    xmlElement('PmtInfSts', statusOfAll(answers)),
    ...answers.map(({ endToEndId, refusal }) =>
      xmlElement('TxInfAndSts', [
        xmlElement('OrgnlEndToEndId', endToEndId),
        xmlElement('TxSts', refusal === null ? 'ACCP' : 'RJCT'),
        reason(refusal),
      ]),
    ),
  ]);
}

function statusOfAll(answers: readonly PaymentAnswer[]): 'ACCP' | 'RJCT' | 'PART' {
  const rejected = answers.filter(({ refusal }) => refusal !== null).length;
  if (rejected === 0) return 'ACCP';
  return rejected === answers.length ? 'RJCT' : 'PART';
}

/** `AddtlInf` holds 105 characters. */
function reason(refusal: Refusal | null): string | null {
  if (refusal === null) return null;
  const { code, text } = refusal;
  return xmlElement('StsRsnInf', [
    xmlElement('Rsn', [xmlElement('Cd', code)]),
    xmlElement('AddtlInf', [...text].slice(0, 105).join('')),
  ]);
}
