import { LANGUAGES, type InLanguages, type TextTable } from './tables.ts';
import { textsOf } from './samples.ts';

/** One text in each language: its lines, all that it can say. Empty: it has none in this language. */
export type Row = { key: string; lines: Readonly<Record<(typeof LANGUAGES)[number], readonly string[]>> };
export type Section = { title: string; rows: readonly Row[] };

/** A text is listed once, where it is first found. */
export function sectionsOf(tables: readonly TextTable[]): Section[] {
  const listed = new Set<unknown>();
  return tables
    .map(({ file, name, texts }) => ({
      title: [file, name].filter((part) => part !== '').join(' · '),
      rows: rowsOf(texts, '', listed),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function rowsOf(texts: InLanguages, key: string, listed: Set<unknown>): Row[] {
  const keys = new Set(LANGUAGES.flatMap((language) => membersOf(texts[language])));
  if (keys.size > 0) {
    return [...keys].flatMap((member) => rowsOf(memberOf(texts, member), `${key}${key && '.'}${member}`, listed));
  }
  if (typeof texts.de === 'function' && listed.has(texts.de)) return [];
  listed.add(texts.de);
  const lines = { de: linesOf(texts.de), fr: linesOf(texts.fr), it: linesOf(texts.it), en: linesOf(texts.en) };
  return LANGUAGES.some((language) => lines[language].length > 0) ? [{ key, lines }] : [];
}

const membersOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

function memberOf(texts: InLanguages, member: string): InLanguages {
  const of = (value: unknown): unknown => (value as Readonly<Record<string, unknown>> | undefined)?.[member];
  return { de: of(texts.de), fr: of(texts.fr), it: of(texts.it), en: of(texts.en) };
}

/** Of a text with parameters what it says in each case, each line once; if it cannot be called with samples its code. */
function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'function') return [];
  const written = textsOf(value as (...values: unknown[]) => unknown);
  const lines = written.flatMap(stringsIn).filter((line) => line.trim() !== '');
  return written.length > 0 ? [...new Set(lines)] : literalsIn(value.toString());
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The texts as they stand in the code, with `${…}` where a value comes. */
function literalsIn(source: string): string[] {
  const found = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)];
  const texts = found.map(([, plain, template]) => (plain ?? template ?? '').replaceAll(String.raw`\u00a0`, '\u00a0'));
  return [...new Set(texts)].filter((text) => text.includes(' '));
}
