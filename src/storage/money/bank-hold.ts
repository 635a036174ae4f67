import type { Sql } from '../database/database.ts';

/** Since when no payment file is written, and why. */
export type BankHold = { since: Date; why: string };

export async function readHold(sql: Sql): Promise<BankHold | null> {
  const { rows } = await sql.query<BankHold>('select since, why from bank_hold');
  return rows[0] ?? null;
}

/** Replaces an existing hold. */
export async function setHold(sql: Sql, why: string): Promise<void> {
  await sql.query(
    `insert into bank_hold (since, why) values (clock_timestamp(), $1)
     on conflict (only_row) do update set since = excluded.since, why = excluded.why`,
    [why],
  );
}

/** The hold that was lifted. Null: there was none. */
export async function liftHold(sql: Sql): Promise<BankHold | null> {
  const { rows } = await sql.query<BankHold>('delete from bank_hold returning since, why');
  return rows[0] ?? null;
}

type Place = { system: string; timeline: number };

/**
 * Sets the hold where a standby has taken over since this was last asked, planned or not: what the old primary had sent to
 * the bank may be lost here, and its orders open again. Asked in the transaction that writes payment files. Null: the
 * server has not changed, or it is another one, as after a restore, which sets the hold itself.
 */
export async function holdAfterFailover(sql: Sql): Promise<BankHold | null> {
  const { rows } = await sql.query<Place>(CURRENT);
  const [current] = rows;
  if (current === undefined) throw new Error('a server says who it is');
  if (isSame(await seen(sql), current)) return null;
  // Now under a lock: of two processes one sets the hold.
  await sql.query(
    `insert into bank_timeline (system_identifier, timeline) values ($1, $2) on conflict (only_row) do nothing`,
    [current.system, current.timeline],
  );
  const before = await seen(sql, 'for update');
  if (before === null || isSame(before, current)) return null;
  await sql.query('update bank_timeline set system_identifier = $1, timeline = $2, seen_at = clock_timestamp()', [
    current.system,
    current.timeline,
  ]);
  if (before.system !== current.system) return null;
  await addHold(
    sql,
    `another database server has taken over (timeline ${before.timeline} became ${current.timeline}), so orders that were ` +
      'sent to the bank may be open again',
  );
  return readHold(sql);
}

/** Not from the control file: after a promotion that lags behind until the next checkpoint. */
const CURRENT = `
  select system_identifier::text as system,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
  from pg_control_system()`;

async function seen(sql: Sql, lock: 'for update' | '' = ''): Promise<Place | null> {
  const { rows } = await sql.query<Place>(`select system_identifier as system, timeline from bank_timeline ${lock}`);
  return rows[0] ?? null;
}

function isSame(one: Place | null, other: Place): boolean {
  return one?.system === other.system && one.timeline === other.timeline;
}

/** The reason of an earlier hold stays. */
async function addHold(sql: Sql, why: string): Promise<void> {
  await sql.query(
    `insert into bank_hold (since, why) values (clock_timestamp(), $1)
     on conflict (only_row) do update set why = bank_hold.why || '; ' || excluded.why`,
    [why],
  );
}
