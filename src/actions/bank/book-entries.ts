import { isTotal, kindOf, type BookingOutcome, type StatementEntry } from '../../domain/booking.ts';
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
  const file = { id: fileId, keys: keysOf(entries) };
  try {
    return await bookTogether(services, entries, file);
  } catch (error) {
    if (entries.length === 1) throw error;
    const booked = new Map<number, Booked>();
    const { singles, totals } = splitTotals(services, entries);
    for (const [index, entry] of [...singles, ...totals]) {
      for (const one of await bookTogether(services, [entry], file)) booked.set(index, one);
    }
    return inOrder(booked);
  }
}

/** What is being read of a file: its id, and the keys of its entries. */
type ReadPart = { id: string; keys: ReadonlySet<string> };

async function bookTogether(services: Services, entries: readonly StatementEntry[], file: ReadPart): Promise<Booked[]> {
  const booked = await services.database.transaction((sql) => bookInTransaction(services, sql, entries, file));
  if (booked.includes('booked')) services.wakeWorker();
  return booked;
}

/** In the caller's transaction, which may hold the lock already. */
export async function bookInTransaction(
  services: Services,
  sql: Sql,
  entries: readonly StatementEntry[],
  file: ReadPart,
): Promise<Booked[]> {
  await shareBookings(sql);
  const batch = new BookingBatch(services, sql, { file, now: await serviceNow(sql) });
  await batch.prepare(entries);
  const { singles, totals } = splitTotals(services, entries);
  const decided = new Map<number, Decided[]>();
  for (const [index, entry] of singles) decided.set(index, await batch.decide(entry));
  const rows = rowsOf(batch, decided.values());
  await sendInOrder(sql, [
    (line) => batch.store(line),
    (line) => insertEntries(line, rows),
    (line) => settleTotalsBy(line, rows, file),
  ]);
  // Nothing of a total is booked. What it adds up from is stored by now.
  const last = new Map<number, Decided[]>();
  for (const [index, entry] of totals) last.set(index, await batch.decide(entry));
  await insertEntries(sql, rowsOf(batch, last.values()));
  return inOrder(new Map([...decided, ...last])).map((parts) => countedAs(parts.map(({ outcome }) => outcome)));
}

function keysOf(entries: readonly StatementEntry[]): Set<string> {
  return new Set(entries.flatMap(({ key, writtenKey }) => (writtenKey === null ? [key] : [key, writtenKey])));
}

type Placed = [index: number, entry: StatementEntry];

/** Totals are decided last: what their file has beside them is no part of them. */
function splitTotals({ money }: Services, entries: readonly StatementEntry[]): { singles: Placed[]; totals: Placed[] } {
  const singles: Placed[] = [];
  const totals: Placed[] = [];
  for (const [index, entry] of entries.entries()) {
    (isTotal(entry, kindOf(entry, money.codes)) ? totals : singles).push([index, entry]);
  }
  return { singles, totals };
}

function inOrder<T>(byIndex: ReadonlyMap<number, T>): T[] {
  return [...byIndex].toSorted(([one], [other]) => one - other).map(([, item]) => item);
}

function rowsOf(batch: BookingBatch, decided: Iterable<Decided[]>): NewEntry[] {
  const stored = [...decided].flat().filter(({ outcome }) => outcome !== 'ignored' && outcome !== 'already_known');
  return stored.map((one) => batch.rowOf(one));
}

/** What has come now may be the details of a total that was read before, or singles that add up to one. */
async function settleTotalsBy(sql: Sql, rows: readonly NewEntry[], { keys }: ReadPart): Promise<void> {
  const details = rows.map(({ entry }) => entry.entryKey);
  const accounts = rows.flatMap(({ accountOf }) => accountOf ?? []);
  await settleTotals(sql, [...new Set(accounts)], { details: new Set(details), file: keys });
}

/** Settles the waiting totals of these accounts whose transactions are known. `file`: the keys of what is being read. */
export async function settleTotals(
  sql: Sql,
  accounts: readonly string[],
  { details, file }: { details: ReadonlySet<string>; file: ReadonlySet<string> } = { details: NONE, file: NONE },
): Promise<void> {
  const settled: string[] = [];
  for (const total of await waitingTotals(sql, accounts)) {
    const isKnown = details.has(total.key) || (await claimSingles(sql, total, file.has(total.key) ? file : NONE));
    if (isKnown) settled.push(total.key);
  }
  await closeTotals(sql, settled);
}

const NONE: ReadonlySet<string> = new Set();

function countedAs(outcomes: readonly BookingOutcome[]): Booked {
  if (outcomes.includes('awaiting_details')) return 'total';
  if (outcomes.some(isKept)) return 'attention';
  if (outcomes.includes('ignored')) return 'not_booked_yet';
  return outcomes.includes('already_known') ? 'repeated' : 'booked';
}
