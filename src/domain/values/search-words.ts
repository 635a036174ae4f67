import { rappen, type Rappen } from './money.ts';
import { firstOf, foldings, formerFolding } from './folding.ts';

const MOST_QUERIED = 8;
const LONGEST_WORD = 40;

/** The words that texts are found by, each in both spellings without diacritics. */
export function searchWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...new Set(foldings(text))].flatMap(wordsOf)))];
}

/** What a search is for. */
export type SoughtText = {
  /** Each with its spellings: a word of the text must start with one of them. */
  words: readonly (readonly string[])[];
  /** The whole search as one word, where it may be an IBAN or a phone number that was written with spaces. */
  joined: readonly string[];
  /** The whole search as an amount. */
  amount: Rappen | null;
};

export function readSought(text: string): SoughtText {
  const short = firstOf(text.trim(), LONGEST_NUMBER + 1);
  return { words: queryWords(text), joined: [...ibansIn(short), ...phonesIn(short)], amount: amountIn(short) };
}

const LONGEST_NUMBER = 50;

function ibansIn(text: string): string[] {
  const joined = text.replaceAll(/\s/g, '').toLowerCase();
  return /\s/.test(text) && /^[a-z]{2}[0-9]{2}[a-z0-9]{0,30}$/.test(joined) ? [joined] : [];
}

/** As it is stored, without the plus sign: "079 123 45 67" is 41791234567. */
function phonesIn(text: string): string[] {
  if (!/^[+(]?[0-9][0-9\s()./'’-]{4,}$/.test(text)) return [];
  const digits = text.replaceAll(/[^0-9]/g, '');
  if (digits.startsWith('00')) return [digits.slice(2)];
  if (digits.startsWith('0')) return [`41${digits.slice(1)}`];
  return [digits];
}

/** "3560", "CHF 3’560.00", "3'560.-". */
function amountIn(text: string): Rappen | null {
  const found =
    /^(?:CHF|Fr\.?)?\s*([0-9]{1,9}|[0-9]{1,3}(?:[\s'’][0-9]{3})+)(?:[.,](?:([0-9]{1,2})|[-–—]{1,2}))?$/i.exec(text);
  if (found === null) return null;
  const [, francs = '', cents = ''] = found;
  const amount = Number(francs.replaceAll(/[^0-9]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? rappen(amount) : null;
}

/** The words of a search, each with its spellings: a word of the text must start with one of them. */
export function queryWords(text: string): string[][] {
  const [plain, ...others] = [...foldings(text), formerFolding(text)].map((one) => wordsOf(one)) as [
    string[],
    string[],
    string[],
  ];
  const words = plain.map((word, index) => [...new Set([word, ...others.map((other) => other[index] ?? word)])]);
  return words.slice(0, MOST_QUERIED);
}

/** Runs of letters and digits: "M-2024/17" has three. */
function wordsOf(folded: string): string[] {
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => firstOf(word, LONGEST_WORD));
}
