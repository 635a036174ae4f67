/** Who uses the processors: the service's thread and its collector's, connections of the database, its tidying up, all else of it, the callers. */
export const USERS = ['service', 'collector', 'database', 'autovacuum', 'housekeeping', 'callers'] as const;
export type User = (typeof USERS)[number];

/** Milliseconds. */
export type Uses = Record<User, number>;

/** What happened since the sample before. */
export type Sample = {
  /** When it was taken; milliseconds since 1970, as all moments here. */
  at: number;
  /** On a processor, and waiting for one. */
  ran: Uses;
  queued: Uses;
  /** Of all processors, taken by others on the host; in steps of 10. */
  stolen: number;
  /** As long as the sample, where a connection of the database waited for the disk when it was taken. */
  disk: number;
  /** New files that the database has begun for its log. */
  logFiles: number;
};

/** From when to when a processor did not run who goes before all others on it. */
export type Gap = { from: number; to: number };

/** Gaps are null where nobody may go before all others. */
export type Seen = { samples: Sample[]; gaps: Gap[] | null };

export type Answered = { at: number; ms: number };

export function noUses(): Uses {
  return { service: 0, collector: 0, database: 0, autovacuum: 0, housekeeping: 0, callers: 0 };
}
