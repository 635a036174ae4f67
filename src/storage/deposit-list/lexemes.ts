import type { State, Step } from '../../domain/deposit.ts';

/**
 * All that a deposit is found by lies in one index, as lexemes that begin with a mark of its organization: so a search
 * reads that organization's part of the index alone. A word follows the mark directly, anything else after a colon,
 * which no word has in it.
 */
export type Facts = {
  words: readonly string[];
  place: Step | State;
  awaitsManager: boolean;
  hasProblem: boolean;
  manager: { organizationId: string; id: string };
};

export function lexemesOf(organizationId: string, facts: Facts): string[] {
  const mark = markOf(organizationId);
  return [
    ...facts.words.map((word) => `${mark}${word}`),
    `${mark}:place:${facts.place}`,
    `${mark}:manager:${facts.manager.id}`,
    ...(facts.manager.organizationId === organizationId ? [] : [`${mark}:given:${facts.manager.organizationId}`]),
    ...(facts.awaitsManager ? [`${mark}:awaits`] : []),
    ...(facts.hasProblem ? [`${mark}:problem`] : []),
  ];
}

/** The address of a tenant, whatever organization it is with. */
export function emailLexeme(emailKey: string): string {
  return `@${emailKey}`;
}

/** What a search asks for: everything that is given must be there, and of each list one. */
type Sought = {
  /** Each with its spellings, which begin a word. */
  words: readonly (readonly string[])[];
  places: readonly (Step | State)[];
  managerId: string | null;
  givenTo: string | null;
  awaitsManager: boolean;
  hasProblem: boolean;
};

/** As the text of a tsquery. */
export function queryFor(organizationId: string, sought: Sought): string {
  const mark = markOf(organizationId);
  const all = [
    ...sought.words.map((spellings) => anyOf(spellings.map((word) => `${quoted(`${mark}${word}`)}:*`))),
    ...(sought.places.length === 0 ? [] : [anyOf(sought.places.map((place) => quoted(`${mark}:place:${place}`)))]),
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

/** A lexeme as it is, whatever signs are in it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Short, since every lexeme has it. Two organizations could share one: what is found is always checked. */
function markOf(organizationId: string): string {
  return organizationId.slice(-12);
}
