import type { BookingKind, BookingOutcome, StatementEntry } from '../../domain/booking.ts';
import type { Resolution } from '../../domain/bank/resolution.ts';
import { rappen } from '../../domain/values/money.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { column, columnNames, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

const COLUMNS = {
  organization_id: column<string>('uuid'),
  key: column<string>('text'),
  entry_key: column<string>('text'),
  file_id: column<string>('uuid'),
  account_iban: column<string>('text'),
  direction: column<StatementEntry['direction']>('text'),
  amount_text: column<string>('text'),
  amount_rappen: column<number | null>('bigint'),
  currency: column<string>('text'),
  booked_on: column<StatementEntry['bookedOn']>('date'),
  value_on: column<StatementEntry['valueOn']>('date'),
  reference: column<string | null>('text'),
  end_to_end_id: column<string | null>('text'),
  charges_rappen: column<number>('bigint'),
  bank_reference: column<string | null>('text'),
  entry_reference: column<string | null>('text'),
  detail_reference: column<string | null>('text'),
  counterparty_iban: column<string | null>('text'),
  counterparty_name: column<string | null>('text'),
  level: column<StatementEntry['level']>('text'),
  total_of: column<number | null>('integer'),
  kind: column<BookingKind>('text'),
  account_of: column<string | null>('uuid'),
  why: column<BookingOutcome>('text'),
  deposit_id: column<string | null>('uuid'),
  payment_id: column<string | null>('uuid'),
  order_id: column<string | null>('uuid'),
  attention: column<string | null>('text'),
  content: column<StatementEntry | null>('json'),
};

/** How the key of an entry without details begins: it is the total of transactions that have keys of their own. */
export const TOTAL = 'total:';

/** A statement entry to be stored, with its outcome. */
export type NewEntry = {
  entry: StatementEntry;
  fileId: string;
  kind: BookingKind;
  /** The deposit of the account, the nil id for the operator's own, null for a stranger's. */
  accountOf: string | null;
  outcome: BookingOutcome;
  /** Why a person must check it. Null: it was booked. */
  attention: string | null;
  organizationId: string;
  depositId: string | null;
  paymentId: string | null;
  orderId: string | null;
};

/** Stores entries; one that is stored already stays as it is. */
export async function insertEntries(sql: Sql, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.query({
    name: 'insert-entries',
    text: `insert into bank_entries (${columnNames(COLUMNS)}, at)
     select ${columnNames(COLUMNS)}, service_now() from ${arrayRows(COLUMNS, 'r')}
     on conflict do nothing`,
    values: columnArrays(COLUMNS, entries.map(entryRow)),
  });
}

function entryRow(given: NewEntry): RowOf<typeof COLUMNS> {
  const { entry, outcome, attention } = given;
  return {
    organization_id: given.organizationId,
    // Under a key of its own, so that it does not make its transactions known.
    key: outcome === 'awaiting_details' ? `${TOTAL}${entry.key}` : entry.key,
    entry_key: entry.entryKey,
    file_id: given.fileId,
    account_iban: entry.accountIban,
    direction: entry.direction,
    amount_text: entry.amountText,
    amount_rappen: entry.amount,
    currency: entry.currency,
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    reference: entry.reference,
    end_to_end_id: entry.endToEndId,
    charges_rappen: entry.charges,
    bank_reference: bankReferenceOf(entry),
    entry_reference: entry.entryReference,
    detail_reference: entry.detailReference,
    counterparty_iban: entry.counterpartyIban,
    counterparty_name: entry.counterpartyName,
    level: entry.level,
    total_of: entry.totalOf,
    kind: given.kind,
    account_of: given.accountOf,
    why: outcome,
    deposit_id: given.depositId,
    payment_id: given.paymentId,
    order_id: given.orderId,
    attention,
    content: attention === null ? null : entry,
  };
}

export function bankReferenceOf({ detailReference, entryReference }: StatementEntry): string | null {
  return detailReference ?? entryReference;
}

/** An entry that is kept for a person. */
export type KeptEntry = {
  key: string;
  at: Date;
  why: BookingOutcome;
  attention: string;
  organizationId: string;
  fileId: string;
  file: string | null;
  accountOf: string | null;
  depositId: string | null;
  paymentId: string | null;
  orderId: string | null;
  entry: StatementEntry;
  settledAt: Date | null;
  resolution: Resolution | null;
};

type KeptRow = RowOf<typeof COLUMNS> & {
  at: Date;
  file: string | null;
  settled_at: Date | null;
  resolution: Resolution | null;
};

const KEPT = `
  select e.*, f.name as file from bank_entries e left join bank_files f on f.id = e.file_id`;

/** A total is listed three days after it was read, unless its transactions are known by then. */
const IS_WAITING = `
  e.attention is not null and e.settled_at is null
  and (e.why is distinct from 'awaiting_details' or e.at <= service_now() - interval '3 days')
  and not (starts_with(e.key, '${TOTAL}') and exists (
    select from bank_entries b where b.entry_key = e.entry_key and not starts_with(b.key, '${TOTAL}')))`;

/** Entries that wait for a person, oldest first. `after` is the key of the last one of the page before. */
export async function listKept(
  sql: Sql,
  { after = null, most, depositId = null }: { after?: string | null; most: number; depositId?: string | null },
): Promise<KeptEntry[]> {
  const { rows } = await sql.query<KeptRow>(
    `${KEPT} where ${IS_WAITING}
       and ($1::text is null or (e.at, e.key) > (select a.at, a.key from bank_entries a where a.key = $1 limit 1))
       and ${depositId === null ? '$3::uuid is null' : 'e.deposit_id = $3'}
     order by e.at, e.key limit $2`,
    [after, most, depositId],
  );
  return rows.map(keptFrom);
}

/** Counts no further than `most`. */
export async function countKept(sql: Sql, most: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) from (select from bank_entries e where ${IS_WAITING} limit $1) e`,
    [most],
  );
  return rows[0]?.count ?? 0;
}

/** Locks it: two people must not resolve it at once. Also one that was resolved before. */
export async function lockKept(sql: Sql, key: string): Promise<KeptEntry | null> {
  const { rows } = await sql.query<KeptRow>(`${KEPT} where e.key = $1 and e.attention is not null for update of e`, [
    key,
  ]);
  return rows[0] === undefined ? null : keptFrom(rows[0]);
}

export async function findKept(sql: Sql, key: string): Promise<KeptEntry | null> {
  const { rows } = await sql.query<KeptRow>(`${KEPT} where e.key = $1 and e.attention is not null`, [key]);
  return rows[0] === undefined ? null : keptFrom(rows[0]);
}

/** Also one that was booked at once. */
export async function findEntry(sql: Sql, key: string): Promise<KeptEntry | null> {
  const { rows } = await sql.query<KeptRow>(`${KEPT} where e.key = $1`, [key]);
  return rows[0] === undefined ? null : keptFrom(rows[0]);
}

/** What a person decided. Booked: it no longer counts as kept; otherwise it is closed without booking. */
export async function settleEntry(
  sql: Sql,
  key: string,
  settled: {
    resolution: object;
    booked: {
      outcome: BookingOutcome;
      deposit?: { depositId: string } | null;
      paymentId?: string;
      orderId?: string;
    } | null;
  },
): Promise<void> {
  const { booked, resolution } = settled;
  await sql.query(
    `update bank_entries set settled_at = service_now(), resolution = $2,
       why = coalesce($3, why), deposit_id = coalesce($4, deposit_id), payment_id = coalesce($5, payment_id),
       order_id = coalesce($6, order_id), is_booked = $7
     where key = $1`,
    [
      key,
      JSON.stringify(resolution),
      booked?.outcome ?? null,
      booked?.deposit?.depositId ?? null,
      booked?.paymentId ?? null,
      booked?.orderId ?? null,
      booked !== null,
    ],
  );
}

/** Whether an order's debit was booked from the bank's file, and its money has not come back since. */
export async function hasBookedEntry(sql: Sql, orderId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from bank_entries where order_id = $1 and (attention is null or is_booked)
     having count(*) filter (where direction = 'debit') > count(*) filter (where kind = 'return')`,
    [orderId],
  );
  return rows.length === 1;
}

/** A booking that was assigned to a deposit later. */
export async function linkEntry(
  sql: Sql,
  key: string,
  { depositId, paymentId }: { depositId: string; paymentId: string },
): Promise<void> {
  await sql.query('update bank_entries set deposit_id = $2, payment_id = $3 where key = $1', [
    key,
    depositId,
    paymentId,
  ]);
}

/** Entries stored before all of it was kept have less to decide on. */
function keptFrom(row: KeptRow): KeptEntry {
  const content: StatementEntry = row.content ?? {
    key: row.key,
    writtenKey: null,
    entryKey: row.entry_key,
    level: row.level ?? 'entry',
    totalOf: row.total_of,
    isMismatch: false,
    accountIban: row.account_iban,
    direction: row.direction,
    isReversal: row.why === 'unknown_return' || row.why === 'unknown_reversal',
    isBooked: true,
    amount: row.currency === 'CHF' ? rappen(row.amount_rappen ?? Math.round(Number(row.amount_text) * 100)) : null,
    currency: row.currency,
    amountText: row.amount_text,
    bookedOn: row.booked_on,
    bookedAt: null,
    valueOn: row.value_on,
    reference: row.reference,
    endToEndId: row.end_to_end_id,
    counterpartyIban: row.counterparty_iban,
    counterpartyName: row.counterparty_name,
    counterpartyAddress: null,
    charges: rappen(row.charges_rappen),
    entryReference: row.entry_reference ?? row.bank_reference,
    detailReference: row.detail_reference,
    code: null,
    returned: null,
    text: null,
    parts: null,
  };
  return {
    key: row.key,
    at: row.at,
    why: row.why,
    attention: row.attention ?? '',
    organizationId: row.organization_id,
    fileId: row.file_id,
    file: row.file,
    accountOf: row.account_of,
    depositId: row.deposit_id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    entry: content,
    settledAt: row.settled_at,
    resolution: row.resolution,
  };
}
