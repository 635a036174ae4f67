import { firstOf, foldings, formerFolding } from './folding.ts';

const MOST_QUERIED = 8;
const LONGEST_WORD = 40;

/** The words that texts are found by, each in both spellings without diacritics. */
export function searchWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...new Set(foldings(text))].flatMap(wordsOf)))];
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
