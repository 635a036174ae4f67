import { CannotStart } from './cannot-start.ts';
import type { Sql } from './database.ts';

export async function serviceNow(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select service_now() as now');
  return (rows[0] as { now: Date }).now;
}

/** The database's own clock, which the sandbox cannot move. */
export async function realTime(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0] as { now: Date }).now;
}

/** Only the sandbox moves the clock. In production a moved clock would end periods too early. */
export async function refuseMovedClock(sql: Sql): Promise<void> {
  const { rowCount } = await sql.query(`select from service_clock where ahead <> interval '0'`);
  if (rowCount === 0) return;
  throw new CannotStart(
    'The clock of this database was moved, so it belongs to a test environment. Set DATABASE_URL to another database for production.',
  );
}

/** Moves the service clock forward to `time`, never back. */
export async function moveClockTo(sql: Sql, time: Date): Promise<void> {
  await sql.query('update service_clock set ahead = greatest(ahead, $1::timestamptz - clock_timestamp())', [time]);
}
