/**
 * Two spellings without diacritics: "Müller" as Muller (French) and as Mueller (German). Texts are the same if one of
 * their spellings is; so Mueller and Muller, which are both real names, stay different.
 */
export function foldings(text: string): [plain: string, spelledOut: string] {
  const lower = text.normalize('NFC').toLowerCase();
  // The fast path: most texts have no diacritics.
  if (UNMARKED.test(lower)) return [lower, lower];
  return [withoutMarks(lower), withoutMarks(lower.replaceAll(/[äöü]/g, (umlaut) => `${umlaut}e`))];
}

function withoutMarks(lower: string): string {
  // Diacritics first: an æ can have one, too.
  const unmarked = lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return unmarked.replaceAll(/[ßœæøς]/g, (letter) => APART[letter] ?? letter);
}

const UNMARKED = /^[\0-\x7f]*$/;

/** Letters that NFD does not decompose. Sigma has another form at the end of a word. */
const APART: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ς: 'σ' };

/** The sort key of a text: diacritics and case do not count, and 9 comes before 10. */
export function sortKey(text: string): string {
  const [plain] = foldings(text);
  return firstOf(
    plain.replaceAll(/[0-9]+/g, (number) => number.padStart(LONGEST_NUMBER, '0')),
    LONGEST_KEY,
  );
}

const LONGEST_NUMBER = 10;
/** A database index limits the length of a key; in a list, longer ones make no difference. */
const LONGEST_KEY = 200;

/** At most `most` characters; never splits a surrogate pair. */
export function firstOf(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
