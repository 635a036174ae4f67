import { needsBic } from '../../domain/payee/account.ts';
import { parseDay } from '../../domain/values/calendar.ts';
import { endToEndIdOf } from '../../domain/values/end-to-end-id.ts';
import { parsePayable, parseSwissIban } from '../../domain/values/iban.ts';
import { plainAmount, rappen, type Rappen } from '../../domain/values/money.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../../domain/values/postal-address.ts';
import { spsText } from './sps-text.ts';
import { document, element, type Xml } from './write-xml.ts';

/** Without an address the account says who it is. */
type PaymentParty = { name: string; address: PostalAddress | null };

export type OutgoingPayment = {
  orderId: string;
  /** How often it has been sent, this time included. */
  attempt: number;
  amount: Rappen;
  debtor: PaymentParty & { iban: string };
  /** The BIC is needed outside Switzerland and Liechtenstein. */
  creditor: PaymentParty & { iban: string; bic: string | null };
  message: string;
};

export type PaymentRun = {
  /** At most 35 characters, and another for each run: the bank refuses one that it knows. */
  messageId: string;
  createdAt: Date;
  executionDay: string;
  initiator: string;
  payments: OutgoingPayment[];
};

/**
 * A pain.001.001.09 of the Swiss Payment Standards: transfers in CHF (payment type D; abroad X). What it
 * cannot express, such as a QR-IBAN as payee, is a bug of the caller, and throws.
 */
export function writePain001(run: PaymentRun): string {
  check(run);
  const { messageId, createdAt, initiator, payments } = run;
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', controlSum(payments)),
    element('InitgPty', [element('Nm', required(initiator, 70))]),
  ]);
  const blocks = paymentBlocks(run).map((block) => paymentBlock(block, run.executionDay));
  return document('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09', element('CstmrCdtTrfInitn', [header, ...blocks]));
}

/** `PmtInf`: the payments from one account; all of a run are carried out on one day. */
type PaymentBlock = { id: string; debtor: OutgoingPayment['debtor']; payments: OutgoingPayment[] };

/** A pain.002 refers to blocks by their ids, so the same run must give the same blocks. */
export function paymentBlocks({ messageId, payments }: Pick<PaymentRun, 'messageId' | 'payments'>): PaymentBlock[] {
  const byAccount = Map.groupBy(payments, ({ debtor }) => debtor.iban);
  return [...byAccount.values()].map((ofAccount, index) => {
    const suffix = `-${index + 1}`;
    const { debtor } = ofAccount[0] as OutgoingPayment;
    return { id: messageId.slice(0, 35 - suffix.length) + suffix, debtor, payments: ofAccount };
  });
}

function paymentBlock({ id, debtor, payments }: PaymentBlock, executionDay: string): Xml {
  return element('PmtInf', [
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    // Each payment is booked on its own, because each order is settled on its own.
    element('BtchBookg', 'false'),
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', controlSum(payments)),
    // No PmtTpInf: SPS knows a domestic transfer by its IBAN, and SEPA is for euros.
    element('ReqdExctnDt', [element('Dt', executionDay)]),
    party('Dbtr', debtor),
    element('DbtrAcct', [element('Id', [element('IBAN', debtor.iban)])]),
    element('DbtrAgt', [element('FinInstnId', [bankOf(debtor.iban)])]),
    ...payments.map(transfer),
  ]);
}

function transfer({ orderId, attempt, amount, creditor, message }: OutgoingPayment): Xml {
  const text = spsText(message, 140);
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', endToEndIdOf(orderId, attempt))]),
    element('Amt', [element('InstdAmt', plainAmount(amount), { Ccy: 'CHF' })]),
    // SPS leaves it out of domestic transfers; abroad the costs are shared.
    needsBic(creditor.iban) ? element('ChrgBr', 'SHAR') : null,
    creditor.bic === null ? null : element('CdtrAgt', [element('FinInstnId', [element('BICFI', creditor.bic)])]),
    party('Cdtr', creditor),
    element('CdtrAcct', [element('Id', [element('IBAN', creditor.iban)])]),
    text === '' ? null : element('RmtInf', [element('Ustrd', text)]),
  ]);
}

/** An address is structured, as is required from November 2026 on: never a line of free text. */
function party(role: 'Dbtr' | 'Cdtr', { name, address }: PaymentParty): Xml {
  return element(role, [element('Nm', required(name, 70)), address === null ? null : postalAddress(address)]);
}

function postalAddress({ street, streetNumber, zip, city, countryCode }: PostalAddress): Xml {
  return element('PstlAdr', [
    optional('StrtNm', street, 70),
    streetNumber === NO_HOUSE_NUMBER ? null : optional('BldgNb', streetNumber, 16),
    optional('PstCd', zip, 16),
    element('TwnNm', required(city, 35)),
    element('Ctry', countryCode),
  ]);
}

/** Characters 5 to 9 of a Swiss IBAN are the number of the bank (IID). */
function bankOf(iban: string): Xml {
  return element('ClrSysMmbId', [element('ClrSysId', [element('Cd', 'CHBCC')]), element('MmbId', iban.slice(4, 9))]);
}

function optional(name: string, text: string, limit: number): Xml | null {
  const allowed = spsText(text, limit);
  return allowed === '' ? null : element(name, allowed);
}

function required(text: string, limit: number): string {
  return spsText(text, limit) || 'NOTPROVIDED';
}

function controlSum(payments: readonly OutgoingPayment[]): string {
  return plainAmount(rappen(payments.reduce((sum, { amount }) => sum + amount, 0)));
}

/** What SPS allows in ids, which moreover begin with no slash and have no two. */
const ID = /^(?!\/)(?!.*\/\/)[A-Za-z0-9+?/\-:().,' ]{1,35}$/;
const LARGEST_PAYMENT = 999_999_999_999;

function check({ messageId, executionDay, payments }: PaymentRun): void {
  if (!ID.test(messageId)) throw new Error(`${messageId} is no id of a message`);
  if (parseDay(executionDay) === null) throw new Error(`${executionDay} is no day`);
  if (payments.length === 0) throw new Error('a run has at least one payment');
  const ids = new Set(payments.map(({ orderId }) => endToEndIdOf(orderId)));
  if (ids.size < payments.length) throw new Error('an order is paid twice in one run');
  for (const { orderId, amount, debtor, creditor } of payments) {
    if (!ID.test(endToEndIdOf(orderId))) throw new Error(`${orderId} is no id of an order`);
    if (amount < 1 || amount > LARGEST_PAYMENT) throw new Error(`order ${orderId}: ${amount} Rappen cannot be paid`);
    if (parseSwissIban(debtor.iban) !== debtor.iban) throw new Error(`order ${orderId} is not paid from a Swiss IBAN`);
    if (parsePayable(creditor.iban) !== creditor.iban) throw new Error(`order ${orderId} is not paid to an IBAN`);
    if (needsBic(creditor.iban) && creditor.bic === null)
      throw new Error(`order ${orderId} is paid abroad without a BIC`);
  }
}
