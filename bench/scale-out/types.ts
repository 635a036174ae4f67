/** Microseconds of processor time for one call, by who has used it. */
export type Split = { web: number; workers: number; database: number; callers: number };
/** `log`: bytes that the database writes to its log for one call. */
export type Measured = { perSecond: number; median: number; p99: number; log: number; cpu: Split };

/** So many web processes and workers, and what they made of the load. */
export type Arrangement = { web: number; workers: number; open: Measured; status: Measured };

/** How fast workers get through a backlog, alone. */
export type Drain = { workers: number; jobs: number; perSecond: number; cpu: Pick<Split, 'workers' | 'database'> };
