/** Who uses the CPUs: the service's thread, its garbage collector, database connections, autovacuum, the rest of the database, the callers. */
export const USERS = ['service', 'collector', 'database', 'autovacuum', 'housekeeping', 'callers'] as const;
export type User = (typeof USERS)[number];

/** Milliseconds. */
export type Uses = Record<User, number>;

/** What happened since the sample before. */
export type Sample = {
  /** Milliseconds since 1970, like all times here. */
  at: number;
  /** On a CPU, and waiting for one. */
  ran: Uses;
  queued: Uses;
  /** Taken by other guests of the host, over all CPUs, in steps of 10. */
  stolen: number;
  /** The sample's length if a database connection was waiting for the disk, else 0. */
  disk: number;
  /** New WAL files. */
  logFiles: number;
};

/** A period in which a CPU did not run the process with real-time priority. */
export type Gap = { from: number; to: number };

/** Gaps are null without real-time priority. */
export type Seen = { samples: Sample[]; gaps: Gap[] | null };

export type Answered = { at: number; ms: number };

export function noUses(): Uses {
  return { service: 0, collector: 0, database: 0, autovacuum: 0, housekeeping: 0, callers: 0 };
}
