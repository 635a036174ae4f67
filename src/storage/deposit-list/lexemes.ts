import type { State, Step } from '../../domain/deposit.ts';
import type { SoughtText } from '../../domain/values/search-words.ts';
import type { ListMark } from './list-query.ts';

/**
 * Everything a deposit is found by is in one index, as lexemes that start with a mark of its organization, so a search
 * reads only that organization's part of the index. Words follow the mark directly; all others follow a colon, which no
 * word contains. The lexeme `:place:` is stored and therefore keeps its name.
 */
type Facts = {
  phase: Step | State;
  awaitsManager: boolean;
  hasProblem: boolean;
  manager: { organizationId: string; id: string };
  marks: readonly ListMark[];
};

export function searchLexemes(organizationId: string, words: readonly string[]): string[] {
  const mark = markOf(organizationId);
  return words.map((word) => `${mark}${word}`);
}

/** Where it stands, and whose it is. */
export function phaseLexemes(organizationId: string, facts: Facts): string[] {
  const mark = markOf(organizationId);
  return [
    `${mark}:place:${facts.phase}`,
    `${mark}:manager:${facts.manager.id}`,
    ...(facts.manager.organizationId === organizationId ? [] : [`${mark}:given:${facts.manager.organizationId}`]),
    ...(facts.awaitsManager ? [`${mark}:awaits`] : []),
    ...(facts.hasProblem ? [`${mark}:problem`] : []),
    ...facts.marks.map((one) => `${mark}:mark:${one}`),
  ];
}

export function amountLexeme(organizationId: string, amount: number): string {
  return `${markOf(organizationId)}:amount:${amount}`;
}

/** A tenant's e-mail address, across organizations. */
export function emailLexeme(emailKey: string): string {
  return `@${emailKey}`;
}

/** A search: all criteria must match; of a list, one element. */
type Sought = {
  text: SoughtText;
  phases: readonly (Step | State)[];
  /** Of one of them; empty: any. */
  managerIds: readonly string[];
  givenTo: string | null;
  awaitsManager: boolean;
  hasProblem: boolean;
  mark: ListMark | null;
};

/** The text of a tsquery. */
export function queryFor(organizationId: string, sought: Sought): string {
  const mark = markOf(organizationId);
  const all = [
    ...textQueries(organizationId, sought.text),
    ...(sought.phases.length === 0 ? [] : [anyOf(sought.phases.map((phase) => quoted(`${mark}:place:${phase}`)))]),
    ...(sought.managerIds.length === 0 ? [] : [anyOf(sought.managerIds.map((id) => quoted(`${mark}:manager:${id}`)))]),
    ...(sought.givenTo === null ? [] : [quoted(`${mark}:given:${sought.givenTo}`)]),
    ...(sought.awaitsManager ? [quoted(`${mark}:awaits`)] : []),
    ...(sought.hasProblem ? [quoted(`${mark}:problem`)] : []),
    ...(sought.mark === null ? [] : [quoted(`${mark}:mark:${sought.mark}`)]),
  ];
  return all.join(' & ');
}

/** Each word is matched as a prefix, in one of its spellings; or the whole text is a number that was written with spaces. */
function textQueries(organizationId: string, { words, joined, amount }: SoughtText): string[] {
  const mark = markOf(organizationId);
  const starts = (word: string): string => `${quoted(`${mark}${word}`)}:*`;
  const byWords = words.map((spellings) => anyOf(spellings.map(starts)));
  const others = [...joined.map(starts), ...(amount === null ? [] : [quoted(amountLexeme(organizationId, amount))])];
  if (byWords.length === 0 || others.length === 0) return byWords;
  return [anyOf([`(${byWords.join(' & ')})`, ...others])];
}

function anyOf(queries: readonly string[]): string {
  return `(${queries.join(' | ')})`;
}

/** Quotes a lexeme for a tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Short, since every lexeme has it. Two organizations could share one, so results are always checked. */
function markOf(organizationId: string): string {
  return organizationId.slice(-12);
}
