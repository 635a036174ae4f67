import type { Chunks } from '../decode-text.ts';
import { FileRefused } from '../file-refused.ts';
import { readXml } from '../read-xml.ts';
import { findAll, need, needText, quotedText, elementText, type XmlElement } from '../xml-element.ts';

type PaymentStatus = 'accepted' | 'rejected' | 'pending';

export type PaymentOutcome = {
  /** `PmtInfId` of the block that it is about, or that the payment is in; null: the whole file. */
  blockId: string | null;
  /** Null: all of the block or file. */
  endToEndId: string | null;
  status: PaymentStatus;
  /** The bank's code and words: `AC04: Account closed`. */
  reason: string | null;
};

/** From the general to the particular: of the outcomes that a payment has, the last one counts. */
type StatusReport = { originalMessageId: string; outcomes: PaymentOutcome[] };

/** The bank's answer to a pain.001 of ours: pain.002.001.10 or 001.03. Throws `FileRefused`. */
export async function readPain002(chunks: Chunks): Promise<StatusReport> {
  const [report] = await Array.fromAsync(
    readXml(chunks, { ...FORMAT, cut: new Set(), read: (root) => [readReport(root)] }),
  );
  if (report === undefined) throw new FileRefused(1, 'the file is empty.');
  return report;
}

function readReport(root: XmlElement): StatusReport {
  const report = need(root, 'CstmrPmtStsRpt');
  needText(report, 'GrpHdr/MsgId');
  const group = need(report, 'OrgnlGrpInfAndSts');
  const originalMessageId = needText(group, 'OrgnlMsgId');
  const outcomes = [
    ...outcomeOf(group, 'GrpSts', { blockId: null, endToEndId: null }),
    ...findAll(report, 'OrgnlPmtInfAndSts').flatMap((block) => outcomesOfBlock(block, elementText(group, 'GrpSts'))),
  ];
  if (outcomes.length === 0) throw new FileRefused(report.line, 'the report says of no payment what became of it.');
  return { originalMessageId, outcomes };
}

const FORMAT = {
  namespaces: new Set(['10', '03'].map((version) => `urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}`)),
  expected: 'pain.002 of version 001.10 or 001.03',
};

/** `partly` decides no single payment: the payments it concerns follow. */
const STATUSES: ReadonlyMap<string, PaymentStatus | 'partly'> = new Map([
  ['ACCP', 'accepted'],
  ['ACTC', 'accepted'],
  ['ACSP', 'accepted'],
  ['ACSC', 'accepted'],
  ['ACWC', 'accepted'],
  ['RJCT', 'rejected'],
  ['PDNG', 'pending'],
  ['RCVD', 'pending'],
  ['PART', 'partly'],
]);

function outcomesOfBlock(block: XmlElement, groupStatus: string | null): PaymentOutcome[] {
  const blockId = needText(block, 'OrgnlPmtInfId');
  const inherited = elementText(block, 'PmtInfSts') ?? groupStatus;
  return [
    ...outcomeOf(block, 'PmtInfSts', { blockId, endToEndId: null }),
    ...findAll(block, 'TxInfAndSts').flatMap((payment) => {
      const endToEndId = needText(payment, 'OrgnlEndToEndId');
      const outcomes = outcomeOf(payment, 'TxSts', { blockId, endToEndId }, inherited);
      if (outcomes.length > 0) return outcomes;
      throw new FileRefused(
        payment.line,
        `the report does not say what became of the payment ${quotedText(endToEndId)}.`,
      );
    }),
  ];
}

function outcomeOf(
  element: XmlElement,
  path: string,
  subject: Pick<PaymentOutcome, 'blockId' | 'endToEndId'>,
  inherited: string | null = null,
): PaymentOutcome[] {
  const code = elementText(element, path) ?? inherited;
  if (code === null) return [];
  const status = STATUSES.get(code);
  if (status === undefined)
    throw new FileRefused(element.line, `the status ${quotedText(code)} in ${path} is not known.`);
  return status === 'partly' ? [] : [{ ...subject, status, reason: reasonOf(element) }];
}

/** The text alone, or the code alone, where the bank gives no more. */
function reasonOf(element: XmlElement): string | null {
  const reasons = findAll(element, 'StsRsnInf').flatMap((reason) => {
    const code = elementText(reason, 'Rsn/Cd') ?? elementText(reason, 'Rsn/Prtry');
    const words = findAll(reason, 'AddtlInf')
      .map(({ text }) => text.trim())
      .join(' ')
      .trim();
    const parts = [code, words].filter((part) => part !== null && part !== '');
    return parts.length === 0 ? [] : [parts.join(': ')];
  });
  return reasons.length === 0 ? null : reasons.join('; ');
}
