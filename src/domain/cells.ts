/** The SQLSTATE that the triggers of migration 0049 raise. */
const NOT_AT_HOME = 'DPM02';

/** A cell is asked to change something of an organization that has moved to another cell. */
export class NotAtHome extends Error {
  readonly code = NOT_AT_HOME;

  constructor() {
    super(MOVED_SENTENCE);
  }
}

/** From the domain or from the database. */
export function isNotAtHome(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === NOT_AT_HOME;
}

export const MOVED_SENTENCE =
  'The organization is at home in another cell, or on its way there. Ask its cell; nothing was changed here.';
