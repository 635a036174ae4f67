import { parseDay } from '../../domain/values/calendar.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import { readAmount, type Amount } from './amount.ts';
import type { Booking } from './booking-key.ts';
import type { CamtFormat } from './camt-format.ts';
import { FileRefused } from '../file-refused.ts';
import { find, findAll, need, needText, quotedText, elementText, type XmlElement } from '../xml-element.ts';

type Direction = 'credit' | 'debit';

/** The elements of an `Ntry` that precede its details. */
export type EntryFacts = Amount & {
  accountIban: string;
  direction: Direction;
  isReversal: boolean;
  isBooked: boolean;
  bookedOn: string | null;
  charges: Rappen | null;
  entryReference: string | null;
};

/** The elements of a `TxDtls`. Null: absent. */
export type DetailFacts = {
  line: number;
  amount: Amount | null;
  direction: Direction | null;
  reference: string | null;
  endToEndId: string | null;
  debtor: Party;
  creditor: Party;
  charges: Rappen | null;
  detailReference: string | null;
  names: Booking['names'];
};

type Party = { counterpartyIban: string | null; counterpartyName: string | null };

/** The required elements of every entry, in the order of the standard. */
export function readEntry(entry: XmlElement, format: CamtFormat): EntryFacts {
  const status = needText(entry, format.status);
  return {
    accountIban: accountIban(entry.parent ?? entry),
    ...readAmount(need(entry, 'Amt')),
    direction: direction(need(entry, 'CdtDbtInd')),
    isReversal: isReversal(entry),
    isBooked: status === 'BOOK',
    bookedOn: bookingDay(entry),
    entryReference: provided(elementText(entry, 'AcctSvcrRef')),
    charges: charges(entry),
  };
}

/** `currency` is that of the entry. */
export function readDetail(detail: XmlElement, format: CamtFormat, currency: string): DetailFacts {
  const indicator = find(detail, 'CdtDbtInd');
  const reference = elementText(detail, 'RmtInf/Strd/CdtrRefInf/Ref');
  const endToEndId = provided(elementText(detail, 'Refs/EndToEndId'));
  return {
    line: detail.line,
    amount: detailAmount(detail, currency),
    direction: indicator === null ? null : direction(indicator),
    reference: reference === null ? null : reference.replaceAll(/\s+/g, ''),
    endToEndId,
    debtor: party(detail, 'Dbtr', format),
    creditor: party(detail, 'Cdtr', format),
    charges: charges(detail),
    detailReference: provided(elementText(detail, 'Refs/AcctSvcrRef')),
    names: [
      provided(elementText(detail, 'Refs/TxId')),
      endToEndId,
      provided(elementText(detail, 'Refs/InstrId')),
      reference,
    ],
  };
}

/** In the currency of the entry, where the detail has an amount in it. */
function detailAmount(detail: XmlElement, currency: string): Amount | null {
  const paths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt'];
  const amounts = paths.flatMap((path) => findAll(detail, path));
  const chosen = amounts.find(({ attributes }) => attributes['Ccy'] === currency) ?? amounts[0];
  return chosen === undefined ? null : readAmount(chosen);
}

/** The shape alone: SIX itself gives examples whose check digits are wrong, and the account must be one of ours anyway. */
export function accountIban(statement: XmlElement): string {
  const iban = needText(statement, 'Acct/Id/IBAN');
  if (/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/.test(iban)) return iban;
  throw new FileRefused(need(statement, 'Acct').line, `${quotedText(iban)} is no IBAN.`);
}

function direction(indicator: XmlElement): Direction {
  const text = indicator.text.trim();
  if (text === 'CRDT') return 'credit';
  if (text === 'DBIT') return 'debit';
  throw new FileRefused(indicator.line, `${quotedText(text)} in CdtDbtInd is neither CRDT nor DBIT.`);
}

function isReversal(entry: XmlElement): boolean {
  const text = elementText(entry, 'RvslInd') ?? 'false';
  if (/^(true|1|false|0)$/.test(text)) return text === 'true' || text === '1';
  throw new FileRefused(need(entry, 'RvslInd').line, `${quotedText(text)} in RvslInd is neither true nor false.`);
}

/** The day as the bank writes it, also where it gives the moment. */
function bookingDay(entry: XmlElement): string | null {
  const element = find(entry, 'BookgDt');
  if (element === null) return null;
  const text = elementText(element, 'Dt') ?? needText(element, 'DtTm');
  const day = parseDay(text.slice(0, 10));
  if (day === null) throw new FileRefused(element.line, `${quotedText(text)} in BookgDt is no day.`);
  return day;
}

/** The sum of the records in CHF, or the total where there are none. Refunds are subtracted. */
function charges(of: XmlElement): Rappen | null {
  const records = findAll(of, 'Chrgs/Rcrd');
  if (records.length === 0) {
    const total = find(of, 'Chrgs/TtlChrgsAndTaxAmt');
    return total === null ? null : (readAmount(total).amount ?? rappen(0));
  }
  return rappen(
    records.reduce((sum, record) => {
      const { amount } = readAmount(need(record, 'Amt'));
      const indicator = find(record, 'CdtDbtInd');
      const isGivenBack = indicator !== null && direction(indicator) === 'credit';
      return sum + (isGivenBack ? -1 : 1) * (amount ?? 0);
    }, 0),
  );
}

function party(detail: XmlElement, role: 'Dbtr' | 'Cdtr', format: CamtFormat): Party {
  const iban = elementText(detail, `RltdPties/${role}Acct/Id/IBAN`);
  return {
    counterpartyIban: iban?.replaceAll(' ', '') ?? null,
    counterpartyName: elementText(detail, `RltdPties/${role}/${format.partyName}`),
  };
}

/** ISO 20022 writes NOTPROVIDED where an id is required and there is none. */
function provided(id: string | null): string | null {
  return id === 'NOTPROVIDED' ? null : id;
}
