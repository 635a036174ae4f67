/** Microseconds of CPU time for one call, by process. */
export type Split = { web: number; workers: number; database: number; callers: number };
/** `log`: bytes of WAL for one call. */
export type Measured = { perSecond: number; median: number; p99: number; log: number; cpu: Split };

/** A number of web processes and workers, and their result. */
export type Arrangement = { web: number; workers: number; open: Measured; status: Measured };

/** How fast workers finish a backlog, without other load. */
export type Drain = { workers: number; jobs: number; perSecond: number; cpu: Pick<Split, 'workers' | 'database'> };
