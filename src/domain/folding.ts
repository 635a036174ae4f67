/**
 * Two ways to write without marks: "Müller" as Muller, as the French do, and as Mueller, as the Germans do. Texts are
 * the same if they are in one of the ways; so Mueller and Muller, two names that both exist, stay two.
 */
export function foldings(text: string): [plain: string, spelledOut: string] {
  const lower = text.normalize('NFC').toLowerCase();
  // Most texts have no marks, and take no time then.
  if (UNMARKED.test(lower)) return [lower, lower];
  return [withoutMarks(lower), withoutMarks(lower.replaceAll(/[äöü]/g, (umlaut) => `${umlaut}e`))];
}

function withoutMarks(lower: string): string {
  // Marks go first: an æ may have one, too.
  const unmarked = lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return unmarked.replaceAll(/[ßœæøς]/g, (letter) => APART[letter] ?? letter);
}

const UNMARKED = /^[\0-\x7f]*$/;

/** Letters that do not come apart by themselves. A sigma has another form at the end of a word. */
const APART: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ς: 'σ' };

/** Where a text stands in a sorted list: marks and case do not count, and 9 comes before 10. */
export function sortKey(text: string): string {
  const [plain] = foldings(text);
  return firstOf(
    plain.replaceAll(/[0-9]+/g, (number) => number.padStart(LONGEST_NUMBER, '0')),
    LONGEST_KEY,
  );
}

const LONGEST_NUMBER = 10;
/** An index cannot hold keys of any length; in a list, nobody tells longer ones apart. */
const LONGEST_KEY = 200;

/** So many letters at most, none of them cut in two. */
export function firstOf(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
