import { all, parse, text, type Element } from './xml.ts';

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
  const root = parse(xml);
  if (root.name !== 'Document' || root.namespace !== NAMESPACE) throw new Error('not a pain.001.001.09 document');
  const [message] = all(root, 'CstmrCdtTrfInitn');
  if (message === undefined) throw new Error('no CstmrCdtTrfInitn');
  const [header] = all(message, 'GrpHdr');
  if (header === undefined) throw new Error('no GrpHdr');
  const blocks = all(message, 'PmtInf').map(readBlock);
  const payments = blocks.flat();
  checkSums(header, payments);
  return { messageId: text(header, 'MsgId'), payments };
}

function readBlock(block: Element): ReceivedPayment[] {
  const shared = {
    blockId: text(block, 'PmtInfId'),
    executionDay: text(block, 'ReqdExctnDt/Dt'),
    debtorIban: text(block, 'DbtrAcct/Id/IBAN'),
    debtorName: text(block, 'Dbtr/Nm'),
  };
  const payments = all(block, 'CdtTrfTxInf').map((transfer) => ({
    ...shared,
    endToEndId: text(transfer, 'PmtId/EndToEndId'),
    amountText: text(transfer, 'Amt/InstdAmt'),
    currency: all(transfer, 'Amt/InstdAmt')[0]?.attributes['Ccy'] ?? '',
    creditorIban: text(transfer, 'CdtrAcct/Id/IBAN'),
    creditorName: text(transfer, 'Cdtr/Nm'),
    message: all(transfer, 'RmtInf/Ustrd')[0]?.text ?? null,
  }));
  checkSums(block, payments);
  return payments;
}

function checkSums(of: Element, payments: readonly ReceivedPayment[]): void {
  const sum = payments.reduce((total, { amountText }) => total + hundredths(amountText), 0n);
  if (text(of, 'NbOfTxs') !== String(payments.length)) throw new Error(`${of.name}: the number of payments is wrong`);
  if (hundredths(text(of, 'CtrlSum')) !== sum) throw new Error(`${of.name}: the control sum is wrong`);
}

function hundredths(amount: string): bigint {
  if (!/^[0-9]+(\.[0-9]{1,2})?$/.test(amount)) throw new Error(`${amount} is not an amount`);
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}
