import type { Day } from '../../domain/values/calendar.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import { FileRefused } from '../file-refused.ts';
import { elementText, find, findAll, need, needText, quotedText, type XmlElement } from '../xml-element.ts';
import { readAmount, type Amount } from './amount.ts';
import { readDate } from './camt-dates.ts';
import type { CamtFormat } from './camt-format.ts';

export type Direction = 'credit' | 'debit';

/** The elements of an `Ntry` that precede its details. */
export type EntryFacts = Amount & {
  /** Its number in the file. */
  number: number;
  accountIban: string;
  direction: Direction;
  isReversal: boolean;
  isBooked: boolean;
  bookedOn: Day | null;
  bookedAt: string | null;
  valueOn: Day | null;
  charges: Rappen | null;
  entryReference: string | null;
  code: string | null;
};

/** What is known of an `Ntry` once it is closed. */
export type EntryEnd = {
  /** How many transactions the bank announces; null: it announces no number. */
  announced: number | null;
  text: string | null;
};

/** The required elements of every entry, in the order of the standard. */
export function readEntry(entry: XmlElement, format: CamtFormat, number: number): EntryFacts {
  const status = needText(entry, format.status);
  const booked = readDate(entry, 'BookgDt');
  return {
    number,
    accountIban: accountIban(entry.parent ?? entry),
    ...readAmount(need(entry, 'Amt')),
    direction: readDirection(need(entry, 'CdtDbtInd')),
    isReversal: isReversal(entry),
    isBooked: status === 'BOOK',
    bookedOn: booked?.on ?? null,
    bookedAt: booked?.at ?? null,
    valueOn: readDate(entry, 'ValDt')?.on ?? null,
    entryReference: provided(elementText(entry, 'AcctSvcrRef')),
    charges: readCharges(entry),
    code: readCode(entry),
  };
}

export function readEnd(entry: XmlElement): EntryEnd {
  return { announced: announced(entry), text: elementText(entry, 'AddtlNtryInf') };
}

/** The shape alone: SIX itself gives examples whose check digits are wrong, and the account must be one of ours anyway. */
export function accountIban(statement: XmlElement): string {
  const iban = needText(statement, 'Acct/Id/IBAN');
  if (/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/.test(iban)) return iban;
  throw new FileRefused(need(statement, 'Acct').line, `${quotedText(iban)} is no IBAN.`);
}

export function readDirection(indicator: XmlElement): Direction {
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

/** The bank transaction code as `PMNT/RCDT/OTHR`. Null: absent, or one of the bank's own. */
export function readCode(of: XmlElement): string | null {
  const domain = find(of, 'BkTxCd/Domn');
  if (domain === null) return null;
  const codes = [elementText(domain, 'Cd'), elementText(domain, 'Fmly/Cd'), elementText(domain, 'Fmly/SubFmlyCd')];
  return codes.includes(null) ? null : codes.join('/');
}

/**
 * The sum of the records in CHF, or the total where there are none. Refunds are subtracted. Until 001.02 each `Chrgs` is
 * a record of its own.
 */
export function readCharges(of: XmlElement): Rappen | null {
  const all = findAll(of, 'Chrgs');
  const [first] = all;
  if (first === undefined) return null;
  const records = [...all.flatMap((one) => findAll(one, 'Rcrd')), ...all.filter((one) => find(one, 'Amt') !== null)];
  if (records.length === 0) {
    const total = find(first, 'TtlChrgsAndTaxAmt');
    return total === null ? null : (readAmount(total).amount ?? rappen(0));
  }
  const sum = records.reduce((before, record) => {
    const { amount } = readAmount(need(record, 'Amt'));
    const indicator = find(record, 'CdtDbtInd');
    const isGivenBack = indicator !== null && readDirection(indicator) === 'credit';
    return before + (isGivenBack ? -1 : 1) * (amount ?? 0);
  }, 0);
  if (!Number.isSafeInteger(sum)) throw new FileRefused(first.line, 'the charges are more than any bank can mean.');
  return rappen(sum);
}

const MOST_ANNOUNCED = 999_999_999;

function announced(entry: XmlElement): number | null {
  const numbers = findAll(entry, 'NtryDtls/Btch/NbOfTxs');
  if (numbers.length === 0) return null;
  return numbers.reduce((sum, { text, line }) => {
    const number = /^[0-9]{1,15}$/.test(text.trim()) ? sum + Number(text) : Infinity;
    if (number <= MOST_ANNOUNCED) return number;
    throw new FileRefused(line, `${quotedText(text)} in NbOfTxs is no number of transactions.`);
  }, 0);
}

/** ISO 20022 writes NOTPROVIDED where an id is required and there is none. */
export function provided(id: string | null): string | null {
  return id === 'NOTPROVIDED' ? null : id;
}
