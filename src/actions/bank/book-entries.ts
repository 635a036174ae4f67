import { type BookingOutcome, type StatementEntry } from '../../domain/booking.ts';
import { isKept } from '../../domain/bank/kept-bookings.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { sendInOrder } from '../../storage/database/send-in-order.ts';
import { insertEntries, type NewEntry } from '../../storage/money/bank-entries.ts';
import { claimSingles, closeTotals, waitingTotals } from '../../storage/money/totals.ts';
import type { Services } from '../services.ts';
import { BookingBatch, type Decided } from './booking-batch.ts';

/** The outcome of a statement entry, as the report of an import counts it. */
export type Booked = 'booked' | 'repeated' | 'not_booked_yet' | 'total' | 'attention';

/** For a person who resolves an entry: no file is booked meanwhile. */
export async function lockBookings(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [BOOKING_LOCK]);
}

/** For entries of a file: no person resolves one meanwhile. Two files may have the same; their deposits are locked. */
async function shareBookings(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock_shared($1)', [BOOKING_LOCK]);
}

const BOOKING_LOCK = 714_055_332;

/**
 * Decides entries of a file and carries the outcomes out in one transaction. If that fails, each is tried on its own, so
 * that one bad entry does not stop the others.
 */
export async function bookEntries(
  services: Services,
  entries: readonly StatementEntry[],
  { fileId }: { fileId: string },
): Promise<Booked[]> {
  if (entries.length === 0) return [];
  try {
    return await bookTogether(services, entries, fileId);
  } catch (error) {
    if (entries.length === 1) throw error;
    const booked: Booked[] = [];
    for (const entry of entries) booked.push(...(await bookTogether(services, [entry], fileId)));
    return booked;
  }
}

async function bookTogether(services: Services, entries: readonly StatementEntry[], fileId: string): Promise<Booked[]> {
  const booked = await services.database.transaction((sql) => bookInTransaction(services, sql, entries, fileId));
  if (booked.includes('booked')) services.wakeWorker();
  return booked;
}

/** In the caller's transaction, which may hold the lock already. */
export async function bookInTransaction(
  services: Services,
  sql: Sql,
  entries: readonly StatementEntry[],
  fileId: string,
): Promise<Booked[]> {
  await shareBookings(sql);
  const batch = new BookingBatch(services, sql, { fileId, now: await serviceNow(sql) });
  await batch.prepare(entries);
  const decided: Decided[][] = [];
  for (const entry of entries) decided.push(await batch.decide(entry));
  const stored = decided.flat().filter(({ outcome }) => outcome !== 'ignored' && outcome !== 'already_known');
  const rows = stored.map((one) => batch.rowOf(one));
  await sendInOrder(sql, [
    (line) => batch.store(line),
    (line) => insertEntries(line, rows),
    (line) => settleTotals(line, rows),
  ]);
  return decided.map((parts) => countedAs(parts.map(({ outcome }) => outcome)));
}

/** What has come now may be the details of a total that was read before, or singles that add up to one. */
async function settleTotals(sql: Sql, rows: readonly NewEntry[]): Promise<void> {
  const details = rows.filter(({ outcome }) => outcome !== 'awaiting_details').map(({ entry }) => entry.entryKey);
  const accounts = rows.flatMap(({ accountOf }) => accountOf ?? []);
  const waiting = await waitingTotals(sql, [...new Set(accounts)]);
  const known = new Set(details);
  const settled: string[] = [];
  for (const total of waiting) if (known.has(total.key) || (await claimSingles(sql, total))) settled.push(total.key);
  await closeTotals(sql, settled);
}

function countedAs(outcomes: readonly BookingOutcome[]): Booked {
  if (outcomes.includes('awaiting_details')) return 'total';
  if (outcomes.some(isKept)) return 'attention';
  if (outcomes.includes('ignored')) return 'not_booked_yet';
  return outcomes.includes('already_known') ? 'repeated' : 'booked';
}
