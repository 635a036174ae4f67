import { CannotStart } from './cannot-start.ts';
import type { Sql } from './database.ts';

export async function serviceNow(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select service_now() as now');
  return (rows[0] as { now: Date }).now;
}

/** By the database's own clock, which nobody moves. */
export async function realTime(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0] as { now: Date }).now;
}

/** A clock that was moved lets periods end too early; nobody moves it but the sandbox. */
export async function refuseMovedClock(sql: Sql): Promise<void> {
  const { rowCount } = await sql.query(`select from service_clock where ahead <> interval '0'`);
  if (rowCount === 0) return;
  throw new CannotStart(
    'This database belongs to a test environment: its clock was moved. Choose another DATABASE_URL for production.',
  );
}

/** Moves the service's clock forward to `time`; it never goes back. */
export async function moveClockTo(sql: Sql, time: Date): Promise<void> {
  await sql.query('update service_clock set ahead = greatest(ahead, $1::timestamptz - clock_timestamp())', [time]);
}
