import type { Sql } from '../database/database.ts';

/** How far a replica was behind when it was asked. */
export type Lag = {
  /** Since the primary committed what was replayed last. Infinity: nothing was replayed since the start. */
  behindMs: number;
  /** Everything that has arrived is replayed. */
  isReplayed: boolean;
  readAtMs: number;
};

/**
 * By the clock of the last commit that was replayed. That is true while the primary is idle too, because a worker writes a
 * heartbeat: equal positions alone would call a replica fresh that is cut off.
 */
export async function readLag(sql: Sql): Promise<Lag> {
  const { rows } = await sql.query<{ is_replica: boolean; behind: number | null; is_replayed: boolean | null }>(
    `select pg_is_in_recovery() as is_replica,
            (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::double precision as behind,
            pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn() as is_replayed`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a server says how far behind it is');
  const readAtMs = performance.now();
  // Promoted, or a primary among several hosts.
  if (!row.is_replica) return { behindMs: 0, isReplayed: true, readAtMs };
  return { behindMs: row.behind ?? Infinity, isReplayed: row.is_replayed ?? true, readAtMs };
}

/** Grows until it is asked again. */
export function ageOf({ behindMs, readAtMs }: Lag): number {
  return behindMs + performance.now() - readAtMs;
}

/**
 * Where a replica follows, one commit that says that the primary lives. It changes no table, and does not wait for a
 * synchronous standby. False: none follows.
 */
export async function sendHeartbeat(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select set_config('synchronous_commit', 'local', true), pg_logical_emit_message(true, 'depono', 'heartbeat')
     from (select from pg_stat_replication limit 1) one`,
  );
  return rowCount === 1;
}
