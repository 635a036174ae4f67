import { elementsAt, parseXml, textAt, type ParsedElement } from './xml.ts';

export type ReceivedPayment = {
  /** `PmtInfId`, under which the bank answers. */
  blockId: string;
  executionDay: string;
  endToEndId: string;
  amountText: string;
  currency: string;
  debtorIban: string;
  debtorName: string;
  creditorIban: string;
  creditorName: string;
  message: string | null;
};

type ReceivedRun = { messageId: string; payments: ReceivedPayment[] };

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** Like a bank, refuses a file with a wrong count or control sum. */
export function readPain001(xml: string): ReceivedRun {
  const root = parseXml(xml);
  if (root.name !== 'Document' || root.namespace !== NAMESPACE) throw new Error('not a pain.001.001.09 document');
  const [message] = elementsAt(root, 'CstmrCdtTrfInitn');
  if (message === undefined) throw new Error('no CstmrCdtTrfInitn');
  const [header] = elementsAt(message, 'GrpHdr');
  if (header === undefined) throw new Error('no GrpHdr');
  const blocks = elementsAt(message, 'PmtInf').map(readBlock);
  const payments = blocks.flat();
  checkSums(header, payments);
  return { messageId: textAt(header, 'MsgId'), payments };
}

function readBlock(block: ParsedElement): ReceivedPayment[] {
  const shared = {
    blockId: textAt(block, 'PmtInfId'),
    executionDay: textAt(block, 'ReqdExctnDt/Dt'),
    debtorIban: textAt(block, 'DbtrAcct/Id/IBAN'),
    debtorName: textAt(block, 'Dbtr/Nm'),
  };
  const payments = elementsAt(block, 'CdtTrfTxInf').map((transfer) => ({
    ...shared,
    endToEndId: textAt(transfer, 'PmtId/EndToEndId'),
    amountText: textAt(transfer, 'Amt/InstdAmt'),
    currency: elementsAt(transfer, 'Amt/InstdAmt')[0]?.attributes['Ccy'] ?? '',
    creditorIban: textAt(transfer, 'CdtrAcct/Id/IBAN'),
    creditorName: textAt(transfer, 'Cdtr/Nm'),
    message: elementsAt(transfer, 'RmtInf/Ustrd')[0]?.text ?? null,
  }));
  checkSums(block, payments);
  return payments;
}

function checkSums(of: ParsedElement, payments: readonly ReceivedPayment[]): void {
  const sum = payments.reduce((total, { amountText }) => total + hundredths(amountText), 0n);
  if (textAt(of, 'NbOfTxs') !== String(payments.length)) throw new Error(`${of.name}: the number of payments is wrong`);
  if (hundredths(textAt(of, 'CtrlSum')) !== sum) throw new Error(`${of.name}: the control sum is wrong`);
}

function hundredths(amount: string): bigint {
  if (!/^[0-9]+(\.[0-9]{1,2})?$/.test(amount)) throw new Error(`${amount} is not an amount`);
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}
