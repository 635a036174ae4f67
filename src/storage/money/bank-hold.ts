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
