import type { Resolution } from '../../domain/bank/resolution.ts';
import type { Sql } from '../database/database.ts';
import { TOTAL } from './bank-entries.ts';

/** The row of an entry as it was, for `closeDecided`. */
type ForgottenEntry = { row: string };

/** It is decided once more, as if it had not been read. */
export async function forgetEntry(sql: Sql, key: string): Promise<ForgottenEntry> {
  const { rows } = await sql.query<{ row: string }>(
    `delete from bank_entries e where e.key = $1 and e.attention is not null and e.settled_at is null
     returning to_json(e)::text as row`,
    [key],
  );
  const [forgotten] = rows;
  if (forgotten === undefined) throw new Error(`entry ${key} does not wait for a person`);
  return forgotten;
}

/** An entry that was decided once more keeps its place among those that wait; so do its parts. */
export async function keepReadingTime(sql: Sql, key: string, at: Date): Promise<void> {
  await sql.query(
    `update bank_entries set at = $2
     where key in ($1, '${TOTAL}' || $1) or (entry_key = $1 and starts_with(key, $1 || '/'))`,
    [key, at],
  );
}

/**
 * Remembers who had it decided once more, so that the same words again change nothing. False: it still waits for a
 * person. What is known or was divided into parts by now has no row of its own: it is closed without a booking.
 */
export async function closeDecided(
  sql: Sql,
  key: string,
  { forgotten, resolution }: { forgotten: ForgottenEntry; resolution: Resolution },
): Promise<boolean> {
  const { rows } = await sql.query<{ is_waiting: boolean }>(
    'select attention is not null as is_waiting from bank_entries where key = $1',
    [key],
  );
  const [now] = rows;
  if (now?.is_waiting) return false;
  if (now === undefined) {
    const restore = 'insert into bank_entries select * from json_populate_record(null::bank_entries, $1::json)';
    await sql.query(restore, [forgotten.row]);
  }
  await sql.query(
    `update bank_entries e set settled_at = service_now(), resolution = $2, is_booked = $3, attention = f.attention,
       content = f.content
     from json_populate_record(null::bank_entries, $4::json) f where e.key = $1`,
    [key, JSON.stringify(resolution), now !== undefined, forgotten.row],
  );
  return true;
}
