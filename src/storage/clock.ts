import type { Sql } from './database.ts';

export async function serviceNow(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select service_now() as now');
  return (rows[0] as { now: Date }).now;
}

/** Moves the service's clock forward to `time`; it never goes back. */
export async function moveClockTo(sql: Sql, time: Date): Promise<void> {
  await sql.query('update service_clock set ahead = greatest(ahead, $1::timestamptz - clock_timestamp())', [time]);
}
