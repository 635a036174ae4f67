import { rappen, type Rappen } from '../../domain/values/money.ts';
import { FileRefused } from '../file-refused.ts';
import { quotedText, type XmlElement } from '../xml-element.ts';

export type Amount = {
  /** Null when it is not in CHF. */
  amount: Rappen | null;
  currency: string;
  /** As the file writes it. */
  amountText: string;
};

/** ISO 20022: up to 18 digits, 5 of them decimals; never a sign. */
const DECIMAL = /^([0-9]{1,18})(?:\.([0-9]{1,5}))?$/;

/** An element such as `<Amt Ccy="CHF">778.29</Amt>`. */
export function readAmount(element: XmlElement): Amount {
  const amountText = element.text.trim();
  const currency = element.attributes['Ccy'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency))
    throw new FileRefused(element.line, `the amount in ${element.name} has no currency.`);
  const decimal = DECIMAL.exec(amountText);
  if (decimal === null) {
    throw new FileRefused(element.line, `${quotedText(amountText)} in ${element.name} is no amount.`);
  }
  if (currency !== 'CHF') return { amount: null, currency, amountText };
  const amount = toRappen(decimal[1] ?? '', decimal[2] ?? '');
  if (amount === null) {
    throw new FileRefused(element.line, `${quotedText(amountText)} in ${element.name} is no amount in whole Rappen.`);
  }
  return { amount, currency, amountText };
}

/** Exactly, from the decimal text; null for a part of a Rappen, or more than a number can hold. */
function toRappen(whole: string, fraction: string): Rappen | null {
  if (fraction.length > 2 && !/^0*$/.test(fraction.slice(2))) return null;
  const digits = whole + fraction.slice(0, 2).padEnd(2, '0');
  const count = Number(digits);
  return Number.isSafeInteger(count) ? rappen(count) : null;
}

/** One text for one amount: `100`, `100.0` and `0100.00` are `100`. */
export function canonicalDecimal(text: string): string {
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const [left, right] = [whole.replace(/^0+(?=[0-9])/, ''), fraction.replace(/0+$/, '')];
  return right === '' ? left : `${left}.${right}`;
}
