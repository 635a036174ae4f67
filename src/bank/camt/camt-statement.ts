import type { BankStatement } from '../../domain/bank/bank-statement.ts';
import { FileRefused } from '../file-refused.ts';
import { elementText, find, findAll, need, needText, quotedText, type XmlElement } from '../xml-element.ts';
import { readAmount } from './amount.ts';
import { dayIn, readDate } from './camt-dates.ts';
import { readDirection } from './camt-entry.ts';

/** A `Stmt`; `entries` is the sum of its booked entries. */
export function readStatement(statement: XmlElement, accountIban: string, entries: number): BankStatement {
  if (!Number.isSafeInteger(entries))
    throw new FileRefused(statement.line, 'its entries are more than any bank can mean.');
  const closing = balance(statement, 'CLBD');
  const opening = balance(statement, 'OPBD') ?? balance(statement, 'PRCD');
  return {
    accountIban,
    id: needText(statement, 'Id'),
    currency: elementText(statement, 'Acct/Ccy') ?? currencyOf(closing ?? opening),
    number: sequenceNumber(statement),
    fromOn: dayIn(statement, 'FrToDt/FrDtTm'),
    // The end of a period may be written as the midnight after it: the day of the closing balance is certain.
    toOn: closingDay(closing) ?? dayIn(statement, 'FrToDt/ToDtTm') ?? createdOn(statement),
    opening: amountOf(opening),
    closing: amountOf(closing),
    entries,
  };
}

function closingDay(closing: XmlElement | null): BankStatement['toOn'] | null {
  return closing === null ? null : (readDate(closing, 'Dt')?.on ?? null);
}

/** In CHF, where the account has balances in several currencies. */
function balance(statement: XmlElement, code: string): XmlElement | null {
  const found = findAll(statement, 'Bal').filter((one) => elementText(one, 'Tp/CdOrPrtry/Cd') === code);
  return found.find((one) => currencyOf(one) === 'CHF') ?? found[0] ?? null;
}

function currencyOf(of: XmlElement | null): string {
  return (of === null ? null : find(of, 'Amt'))?.attributes['Ccy'] ?? 'CHF';
}

function amountOf(of: XmlElement | null): number | null {
  if (of === null) return null;
  const { amount } = readAmount(need(of, 'Amt'));
  if (amount === null) return null;
  return readDirection(need(of, 'CdtDbtInd')) === 'credit' ? amount : 0 - amount;
}

const LARGEST_NUMBER = 2_147_483_647;

function sequenceNumber(statement: XmlElement): number | null {
  const text = elementText(statement, 'ElctrncSeqNb');
  if (text === null) return null;
  // Beyond, it is no number that grows by one: some banks write a day and a counter.
  if (/^[0-9]{1,18}$/.test(text)) return Number(text) <= LARGEST_NUMBER ? Number(text) : null;
  throw new FileRefused(need(statement, 'ElctrncSeqNb').line, `${quotedText(text)} in ElctrncSeqNb is no number.`);
}

function createdOn(statement: XmlElement): BankStatement['toOn'] {
  const day = dayIn(statement, 'CreDtTm') ?? dayIn(need(statement.parent ?? statement, 'GrpHdr'), 'CreDtTm');
  if (day === null) throw new FileRefused(statement.line, 'Stmt has neither a closing balance nor a day (CreDtTm).');
  return day;
}
