import { plainAmount, rappen, type Rappen } from '../../domain/values/money.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { xmlElement } from './xml.ts';

type Holder = { name: string; iban: string | null; address?: PostalAddress };

type Booking = {
  accountIban: string;
  amount: Rappen;
  bookedOn: string;
  /** The bank gives the moment, not only the day. */
  bookedAt?: Date;
  /** `AcctSvcrRef`: assigned by the bank, unique for each booking. Some banks leave it out. */
  bankReference: string | null;
  isReversal?: boolean;
  /** A payment that came back: the reason as a code of ISO 20022, and in words. */
  returned?: { code: string; text: string };
};

export type Credit = Booking & { direction: 'credit'; debtor: Holder; reference: string | null; endToEndId?: string };
export type Debit = Booking & {
  direction: 'debit';
  creditor: Holder;
  endToEndId: string | null;
  reference?: string | null;
};
/** Interest, a charge or tax: an entry without transactions. */
export type BankItem = Booking & { direction: 'credit' | 'debit'; item: keyof typeof ITEMS };
/** Several transactions in one entry, or with `isTotal` only their sum and number. */
export type Batch = { batch: readonly (Credit | Debit)[]; bankReference: string | null; isTotal: boolean };

export type SimulatedEntry = Credit | Debit | BankItem | Batch;

const ITEMS = {
  interest: { code: 'ACMT/MCOP/INTR', text: 'Habenzins' },
  charge: { code: 'ACMT/MDOP/CHRG', text: 'Kontoführung' },
  withholding_tax: { code: 'ACMT/MDOP/TAXE', text: 'Verrechnungssteuer' },
} as const;

export function accountOfEntry(entry: SimulatedEntry): string {
  return 'batch' in entry ? firstOf(entry).accountIban : entry.accountIban;
}

/** What an entry adds to the balance of its account, in Rappen. */
export function signedSum(entries: readonly SimulatedEntry[]): number {
  return entries
    .flatMap((entry): readonly (Credit | Debit | BankItem)[] => ('batch' in entry ? entry.batch : [entry]))
    .reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? 1 : -1) * amount, 0);
}

/** An `Ntry`, as a Swiss bank writes it. */
export function writeEntry(entry: SimulatedEntry): string {
  if ('batch' in entry) return writeBatch(entry);
  if ('item' in entry) {
    const { code, text } = ITEMS[entry.item];
    return xmlElement('Ntry', [...head(entry, entry.amount, code), xmlElement('AddtlNtryInf', text)]);
  }
  return xmlElement('Ntry', [
    ...head(entry, entry.amount, codeOf(entry)),
    xmlElement('NtryDtls', [xmlElement('Btch', [xmlElement('NbOfTxs', '1')]), detail(entry)]),
  ]);
}

function writeBatch(entry: Batch): string {
  const { batch, bankReference, isTotal } = entry;
  const first = firstOf(entry);
  const total = rappen(batch.reduce((sum, { amount }) => sum + amount, 0));
  return xmlElement('Ntry', [
    ...head({ ...first, bankReference }, total, codeOf(first)),
    xmlElement('NtryDtls', [
      xmlElement('Btch', [xmlElement('NbOfTxs', String(batch.length))]),
      ...(isTotal ? [] : batch.map(detail)),
    ]),
  ]);
}

function firstOf({ batch }: Batch): Credit | Debit {
  const [first] = batch;
  if (first === undefined) throw new Error('a batch has at least one transaction');
  return first;
}

function codeOf({ direction, returned }: Credit | Debit): string {
  if (returned !== undefined) return 'PMNT/RCDT/RRTN';
  return direction === 'credit' ? 'PMNT/RCDT/DMCT' : 'PMNT/ICDT/DMCT';
}

/** The elements of an entry before its details. */
function head(booking: Credit | Debit | BankItem, amount: Rappen, code: string): string[] {
  const { bookedOn, bookedAt, bankReference, isReversal = false } = booking;
  const [domain = '', family = '', subFamily = ''] = code.split('/');
  const day = xmlElement('Dt', bookedOn);
  return [
    ...money(amount, booking.direction),
    xmlElement('RvslInd', String(isReversal)),
    xmlElement('Sts', [xmlElement('Cd', 'BOOK')]),
    xmlElement('BookgDt', [bookedAt === undefined ? day : xmlElement('DtTm', swissMoment(bookedAt))]),
    xmlElement('ValDt', [day]),
    ...(bankReference === null ? [] : [xmlElement('AcctSvcrRef', shortId(bankReference))]),
    xmlElement('BkTxCd', [
      xmlElement('Domn', [
        xmlElement('Cd', domain),
        xmlElement('Fmly', [xmlElement('Cd', family), xmlElement('SubFmlyCd', subFamily)]),
      ]),
    ]),
  ];
}

/** With the offset, so that the day is the Swiss one. */
function swissMoment(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Zurich');
  return local.toString({ timeZoneName: 'never', smallestUnit: 'millisecond' });
}

function detail(booking: Credit | Debit): string {
  const { amount, bankReference, returned, direction, endToEndId } = booking;
  return xmlElement('TxDtls', [
    xmlElement('Refs', [
      bankReference === null ? null : xmlElement('AcctSvcrRef', shortId(bankReference)),
      xmlElement('EndToEndId', shortId(endToEndId ?? 'NOTPROVIDED')),
    ]),
    ...money(amount, direction),
    parties(booking),
    remittance(booking.reference ?? null),
    returned === undefined
      ? null
      : xmlElement('RtrInf', [
          xmlElement('Rsn', [xmlElement('Cd', returned.code)]),
          xmlElement('AddtlInf', cut(returned.text, 105)),
        ]),
  ]);
}

/** A reversal has the parties of the reversed payment, in their original roles. */
function parties(booking: Credit | Debit): string {
  const own: Party = { name: null, iban: booking.accountIban };
  const other: Party = booking.direction === 'credit' ? booking.debtor : booking.creditor;
  const isIncoming = (booking.direction === 'credit') !== (booking.isReversal ?? false);
  const [debtor, creditor] = isIncoming ? [other, own] : [own, other];
  return xmlElement('RltdPties', [
    party('Dbtr', debtor),
    account('DbtrAcct', debtor.iban),
    party('Cdtr', creditor),
    account('CdtrAcct', creditor.iban),
  ]);
}

function money(amount: Rappen, direction: 'credit' | 'debit'): string[] {
  return [
    xmlElement('Amt', plainAmount(amount), { Ccy: 'CHF' }),
    xmlElement('CdtDbtInd', direction === 'credit' ? 'CRDT' : 'DBIT'),
  ];
}

/** SPS: SCOR is a code of ISO 20022, QRR a Swiss one. */
function remittance(reference: string | null): string | null {
  if (reference === null) return null;
  const type = reference.startsWith('RF') ? xmlElement('Cd', 'SCOR') : xmlElement('Prtry', 'QRR');
  return xmlElement('RmtInf', [
    xmlElement('Strd', [
      xmlElement('CdtrRefInf', [
        xmlElement('Tp', [xmlElement('CdOrPrtry', [type])]),
        xmlElement('Ref', shortId(reference)),
      ]),
    ]),
  ]);
}

type Party = { name: string | null; iban: string | null; address?: PostalAddress };

function party(role: 'Dbtr' | 'Cdtr', { name, address }: Party): string | null {
  if (name === null) return null;
  const where = address === undefined ? null : postalAddress(address);
  return xmlElement(role, [xmlElement('Pty', [xmlElement('Nm', cut(name, 140)), where])]);
}

function postalAddress({ street, streetNumber, zip, city, countryCode }: PostalAddress): string {
  return xmlElement('PstlAdr', [
    xmlElement('StrtNm', cut(street, 70)),
    xmlElement('BldgNb', cut(streetNumber, 16)),
    xmlElement('PstCd', cut(zip, 16)),
    xmlElement('TwnNm', cut(city, 35)),
    xmlElement('Ctry', countryCode),
  ]);
}

function account(role: 'DbtrAcct' | 'CdtrAcct', iban: string | null): string | null {
  return iban === null ? null : xmlElement(role, [xmlElement('Id', [xmlElement('IBAN', iban)])]);
}

export function shortId(text: string): string {
  return cut(text, 35);
}

function cut(text: string, limit: number): string {
  return [...text].slice(0, limit).join('');
}
