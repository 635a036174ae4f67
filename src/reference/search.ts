/** Something that can be found: a part of a page, or a call. */
export type Entry = { page: string; title: string; href: string; text: string };

type Found = { entry: Entry; score: number };

const MOST_FOUND = 30;
const MOST_WORDS = 8;

/** Entries that have every word of the query, in their title, page or text; the best first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ entry }: Found) => entry);
}

/** 0: a word is missing. A word in a title counts most. */
function scoreOf({ title, page, text }: Entry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const inTitle = simple(title).includes(word);
    const inPage = simple(page).includes(word);
    const times = Math.min(simple(text).split(word).length - 1, 5);
    if (!inTitle && !inPage && times === 0) return 0;
    score += (inTitle ? 20 : 0) + (inPage ? 5 : 0) + times;
  }
  return score;
}

export function wordsOf(query: string): string[] {
  return simple(query)
    .split(/[^\p{L}\p{N}_./-]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** Case and accents do not matter. */
function simple(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const BEFORE = 60;
const SHOWN = 200;

/** The text around the first word that is found, cut at spaces, with the words apart from the rest. */
export function excerptOf(text: string, words: readonly string[]): { text: string; isHit: boolean }[] {
  const lower = text.toLowerCase();
  const hits = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...hits, Math.max(text.length, 0)) - BEFORE);
  const start = hits.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + SHOWN >= text.length ? text.length : text.lastIndexOf(' ', start + SHOWN);
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  if (words.length === 0) return [{ text: shown, isHit: false }];
  const pattern = new RegExp(`(${words.map((word) => RegExp.escape(word)).join('|')})`, 'giu');
  return shown.split(pattern).map((part, index) => ({ text: part, isHit: index % 2 === 1 }));
}
