import { plainAmount, type Rappen } from '../../domain/values/money.ts';
import { xmlDocument, xmlElement } from './xml.ts';

type Holder = { name: string; iban: string | null };

type Booking = {
  accountIban: string;
  amount: Rappen;
  bookedOn: string;
  /** `AcctSvcrRef`: assigned by the bank, unique for each booking. */
  bankReference: string;
};

export type Credit = Booking & { direction: 'credit'; debtor: Holder; reference: string | null };
export type Debit = Booking & { direction: 'debit'; creditor: Holder; endToEndId: string };

type Notification = { messageId: string; createdAt: Date; bookings: (Credit | Debit)[] };

/** A camt.054.001.08, as a Swiss bank writes it: one notification for each account. */
export function writeCamt054({ messageId, createdAt, bookings }: Notification): string {
  if (bookings.length === 0) throw new Error('a notification has at least one booking');
  const created = xmlElement('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`);
  const byAccount = Map.groupBy(bookings, ({ accountIban }) => accountIban);
  const notifications = [...byAccount].map(([accountIban, ofAccount], index) =>
    xmlElement('Ntfctn', [
      xmlElement('Id', id(`${index + 1}-${messageId}`)),
      created,
      xmlElement('Acct', [identification(accountIban), xmlElement('Ccy', 'CHF')]),
      ...ofAccount.map(entry),
    ]),
  );
  return xmlDocument(
    'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08',
    xmlElement('BkToCstmrDbtCdtNtfctn', [
      xmlElement('GrpHdr', [
        xmlElement('MsgId', id(messageId)),
        created,
        xmlElement('MsgPgntn', [xmlElement('PgNb', '1'), xmlElement('LastPgInd', 'true')]),
        xmlElement('AddtlInf', 'SPS/2.0/TEST'),
      ]),
      ...notifications,
    ]),
  );
}

function entry(booking: Credit | Debit): string {
  const { amount, bookedOn, bankReference } = booking;
  const day = [xmlElement('Dt', bookedOn)];
  return xmlElement('Ntry', [
    ...money(amount, booking),
    xmlElement('RvslInd', 'false'),
    xmlElement('Sts', [xmlElement('Cd', 'BOOK')]),
    xmlElement('BookgDt', day),
    xmlElement('ValDt', day),
    xmlElement('AcctSvcrRef', id(bankReference)),
    xmlElement('BkTxCd', [
      xmlElement('Domn', [
        xmlElement('Cd', 'PMNT'),
        xmlElement('Fmly', [
          xmlElement('Cd', booking.direction === 'credit' ? 'RCDT' : 'ICDT'),
          xmlElement('SubFmlyCd', 'DMCT'),
        ]),
      ]),
    ]),
    xmlElement('NtryDtls', [xmlElement('Btch', [xmlElement('NbOfTxs', '1')]), detail(booking)]),
  ]);
}

function detail(booking: Credit | Debit): string {
  const { amount, accountIban, bankReference } = booking;
  const isCredit = booking.direction === 'credit';
  return xmlElement('TxDtls', [
    xmlElement('Refs', [
      xmlElement('AcctSvcrRef', id(bankReference)),
      xmlElement('EndToEndId', isCredit ? 'NOTPROVIDED' : id(booking.endToEndId)),
    ]),
    ...money(amount, booking),
    xmlElement('RltdPties', [
      isCredit ? party('Dbtr', booking.debtor) : null,
      isCredit ? holderAccount('DbtrAcct', booking.debtor) : xmlElement('DbtrAcct', [identification(accountIban)]),
      isCredit ? null : party('Cdtr', booking.creditor),
      isCredit ? xmlElement('CdtrAcct', [identification(accountIban)]) : holderAccount('CdtrAcct', booking.creditor),
    ]),
    isCredit && booking.reference !== null ? remittance(booking.reference) : null,
  ]);
}

function money(amount: Rappen, { direction }: Credit | Debit): string[] {
  return [
    xmlElement('Amt', plainAmount(amount), { Ccy: 'CHF' }),
    xmlElement('CdtDbtInd', direction === 'credit' ? 'CRDT' : 'DBIT'),
  ];
}

/** SPS: SCOR is a code of ISO 20022, QRR a Swiss one. */
function remittance(reference: string): string {
  const type = reference.startsWith('RF') ? xmlElement('Cd', 'SCOR') : xmlElement('Prtry', 'QRR');
  return xmlElement('RmtInf', [
    xmlElement('Strd', [
      xmlElement('CdtrRefInf', [xmlElement('Tp', [xmlElement('CdOrPrtry', [type])]), xmlElement('Ref', id(reference))]),
    ]),
  ]);
}

function party(role: 'Dbtr' | 'Cdtr', { name }: Holder): string {
  return xmlElement(role, [xmlElement('Pty', [xmlElement('Nm', cut(name, 140))])]);
}

function holderAccount(role: 'DbtrAcct' | 'CdtrAcct', { iban }: Holder): string | null {
  return iban === null ? null : xmlElement(role, [identification(iban)]);
}

function identification(iban: string): string {
  return xmlElement('Id', [xmlElement('IBAN', iban)]);
}

function id(text: string): string {
  return cut(text, 35);
}

function cut(text: string, limit: number): string {
  return [...text].slice(0, limit).join('');
}
