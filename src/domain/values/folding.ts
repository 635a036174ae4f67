/**
 * Two spellings without diacritics: "Müller" as Muller (French) and as Mueller (German). Texts are the same if one of
 * their spellings is; so Mueller and Muller, which are both real names, stay different.
 */
export function foldings(text: string): [plain: string, spelledOut: string] {
  const lower = text.normalize('NFC').toLowerCase();
  // The fast path: most texts have no diacritics.
  if (UNMARKED.test(lower)) return [lower, lower];
  return [withoutMarks(lower), withoutMarks(spelledOut(lower, SPELLED_OUT))];
}

/**
 * All spellings of a name: each kind of letter plain or spelled out, such as "Müller-Đorđević" as Muller-Djordjevic,
 * Mueller-Dordevic, and so on.
 */
export function nameSpellings(name: string): Set<string> {
  const lower = name.normalize('NFC').toLowerCase();
  let mixed = [lower];
  for (const kind of SPELLED_OUT) {
    if (kind.letters.test(lower)) mixed = mixed.flatMap((one) => [one, spelledOut(one, [kind])]);
  }
  return new Set(mixed.map((one) => withoutMarks(one)));
}

/** How rows of the list are spelled that were written before the letters of `LATER_LETTERS` were folded. */
export function formerFolding(text: string): string {
  return withoutMarks(text.normalize('NFC').toLowerCase(), FIRST_LETTERS);
}

type Kind = { letters: RegExp; as: Readonly<Record<string, string>> };

/** Letters that some write as two. */
const SPELLED_OUT: readonly Kind[] = [
  { letters: /[äöü]/, as: { ä: 'ae', ö: 'oe', ü: 'ue' } },
  { letters: /ø/, as: { ø: 'oe' } },
  { letters: /å/, as: { å: 'aa' } },
  { letters: /đ/, as: { đ: 'dj' } },
  { letters: /ð/, as: { ð: 'dh' } },
];

function spelledOut(lower: string, kinds: readonly Kind[]): string {
  const as: Record<string, string> = Object.assign({}, ...kinds.map((kind) => kind.as));
  return lower.replaceAll(/[^\0-\x7f]/g, (letter) => as[letter] ?? letter);
}

function withoutMarks(lower: string, apart: Readonly<Record<string, string>> = APART): string {
  // Diacritics first: an æ can have one, too.
  const unmarked = lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return unmarked.replaceAll(/[^\0-\x7f]/g, (letter) => apart[letter] ?? letter);
}

const UNMARKED = /^[\0-\x7f]*$/;

/** Letters that NFD does not decompose. Sigma has another form at the end of a word. */
const FIRST_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ς: 'σ' };

/** The others of the languages that are written in Latin letters, as passports write them. */
const LATER_LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ŀ: 'l',
  ı: 'i',
  ĳ: 'ij',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ŉ: "'n",
  ſ: 's',
  ƒ: 'f',
  ƙ: 'k',
  ƴ: 'y',
  ɓ: 'b',
  ɗ: 'd',
  ǥ: 'g',
  ɨ: 'i',
  ɲ: 'n',
  ə: 'e',
  ǝ: 'e',
  ɛ: 'e',
  ɔ: 'o',
};

const APART: Readonly<Record<string, string>> = { ...FIRST_LETTERS, ...LATER_LETTERS };

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
