import { plainAmount, type Rappen } from '../../domain/money.ts';
import { document, element } from './xml.ts';

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
  const created = element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`);
  const byAccount = Map.groupBy(bookings, ({ accountIban }) => accountIban);
  const notifications = [...byAccount].map(([accountIban, ofAccount], index) =>
    element('Ntfctn', [
      element('Id', id(`${index + 1}-${messageId}`)),
      created,
      element('Acct', [identification(accountIban), element('Ccy', 'CHF')]),
      ...ofAccount.map(entry),
    ]),
  );
  return document(
    'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08',
    element('BkToCstmrDbtCdtNtfctn', [
      element('GrpHdr', [
        element('MsgId', id(messageId)),
        created,
        element('MsgPgntn', [element('PgNb', '1'), element('LastPgInd', 'true')]),
        element('AddtlInf', 'SPS/2.0/TEST'),
      ]),
      ...notifications,
    ]),
  );
}

function entry(booking: Credit | Debit): string {
  const { amount, bookedOn, bankReference } = booking;
  const day = [element('Dt', bookedOn)];
  return element('Ntry', [
    ...money(amount, booking),
    element('RvslInd', 'false'),
    element('Sts', [element('Cd', 'BOOK')]),
    element('BookgDt', day),
    element('ValDt', day),
    element('AcctSvcrRef', id(bankReference)),
    element('BkTxCd', [
      element('Domn', [
        element('Cd', 'PMNT'),
        element('Fmly', [
          element('Cd', booking.direction === 'credit' ? 'RCDT' : 'ICDT'),
          element('SubFmlyCd', 'DMCT'),
        ]),
      ]),
    ]),
    element('NtryDtls', [element('Btch', [element('NbOfTxs', '1')]), detail(booking)]),
  ]);
}

function detail(booking: Credit | Debit): string {
  const { amount, accountIban, bankReference } = booking;
  const isCredit = booking.direction === 'credit';
  return element('TxDtls', [
    element('Refs', [
      element('AcctSvcrRef', id(bankReference)),
      element('EndToEndId', isCredit ? 'NOTPROVIDED' : id(booking.endToEndId)),
    ]),
    ...money(amount, booking),
    element('RltdPties', [
      isCredit ? party('Dbtr', booking.debtor) : null,
      isCredit ? holderAccount('DbtrAcct', booking.debtor) : element('DbtrAcct', [identification(accountIban)]),
      isCredit ? null : party('Cdtr', booking.creditor),
      isCredit ? element('CdtrAcct', [identification(accountIban)]) : holderAccount('CdtrAcct', booking.creditor),
    ]),
    isCredit && booking.reference !== null ? remittance(booking.reference) : null,
  ]);
}

function money(amount: Rappen, { direction }: Credit | Debit): string[] {
  return [
    element('Amt', plainAmount(amount), { Ccy: 'CHF' }),
    element('CdtDbtInd', direction === 'credit' ? 'CRDT' : 'DBIT'),
  ];
}

/** SPS: SCOR is a code of ISO 20022, QRR a Swiss one. */
function remittance(reference: string): string {
  const type = reference.startsWith('RF') ? element('Cd', 'SCOR') : element('Prtry', 'QRR');
  return element('RmtInf', [
    element('Strd', [
      element('CdtrRefInf', [element('Tp', [element('CdOrPrtry', [type])]), element('Ref', id(reference))]),
    ]),
  ]);
}

function party(role: 'Dbtr' | 'Cdtr', { name }: Holder): string {
  return element(role, [element('Pty', [element('Nm', cut(name, 140))])]);
}

function holderAccount(role: 'DbtrAcct' | 'CdtrAcct', { iban }: Holder): string | null {
  return iban === null ? null : element(role, [identification(iban)]);
}

function identification(iban: string): string {
  return element('Id', [element('IBAN', iban)]);
}

function id(text: string): string {
  return cut(text, 35);
}

function cut(text: string, limit: number): string {
  return [...text].slice(0, limit).join('');
}
