import type { State, Step } from '../../domain/deposit.ts';

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
  ];
}

/** A tenant's e-mail address, across organizations. */
export function emailLexeme(emailKey: string): string {
  return `@${emailKey}`;
}

/** A search: all criteria must match; of a list, one element. */
type Sought = {
  /** Each with its spellings; matched as prefixes. */
  words: readonly (readonly string[])[];
  phases: readonly (Step | State)[];
  managerId: string | null;
  givenTo: string | null;
  awaitsManager: boolean;
  hasProblem: boolean;
};

/** The text of a tsquery. */
export function queryFor(organizationId: string, sought: Sought): string {
  const mark = markOf(organizationId);
  const all = [
    ...sought.words.map((spellings) => anyOf(spellings.map((word) => `${quoted(`${mark}${word}`)}:*`))),
    ...(sought.phases.length === 0 ? [] : [anyOf(sought.phases.map((phase) => quoted(`${mark}:place:${phase}`)))]),
    ...(sought.managerId === null ? [] : [quoted(`${mark}:manager:${sought.managerId}`)]),
    ...(sought.givenTo === null ? [] : [quoted(`${mark}:given:${sought.givenTo}`)]),
    ...(sought.awaitsManager ? [quoted(`${mark}:awaits`)] : []),
    ...(sought.hasProblem ? [quoted(`${mark}:problem`)] : []),
  ];
  return all.join(' & ');
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
