import type { BookingFacts, StatementEntry } from '../../domain/booking.ts';
import type { Order } from '../../domain/ledger.ts';
import { rappen } from '../../domain/values/money.ts';
import { columnNames, columnsAsMembers, placeholders } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';

const COLUMNS = {
  organization_id: 'organizationId',
  key: 'key',
  entry_key: 'entryKey',
  file_id: 'fileId',
  account_iban: 'accountIban',
  direction: 'direction',
  amount_text: 'amountText',
  currency: 'currency',
  booked_on: 'bookedOn',
  reference: 'reference',
  end_to_end_id: 'endToEndId',
  charges_rappen: 'charges',
  bank_reference: 'bankReference',
  attention: 'attention',
} as const;

/** A statement entry as it is stored. */
type StoredEntry = Pick<StatementEntry & StoredWith, (typeof COLUMNS)[keyof typeof COLUMNS]>;

/** `attention` is why a person must check it. Null: it was booked. */
type StoredWith = { organizationId: string; fileId: string; bankReference: string | null; attention: string | null };

/** False: it was stored before. A second transaction that stores the same entry waits until the first has ended. */
export async function insertEntry(sql: Sql, entry: StoredEntry): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into bank_entries (${columnNames(COLUMNS)}, at) values (${placeholders(COLUMNS)}, service_now())
     on conflict do nothing`,
    Object.values(COLUMNS).map((member) => entry[member]),
  );
  return rowCount === 1;
}

/** An entry that was stored as booked is kept for a person instead. */
export async function keepEntry(
  sql: Sql,
  { organizationId, key }: { organizationId: string; key: string },
  attention: string,
): Promise<void> {
  await sql.query(
    'update bank_entries set organization_id = $3, attention = $4 where organization_id = $1 and key = $2',
    [organizationId, key, NIL_ID, attention],
  );
}

/** How the key of an entry without details begins: it is the total of transactions that have keys of their own. */
const TOTAL = 'total:';

/** Under a key of its own, so that it does not make its transactions known. */
export function totalOf(entry: StoredEntry): StoredEntry {
  return { ...entry, key: `${TOTAL}${entry.key}`, entryKey: entry.key };
}

const FACTS = `
  select exists (select from bank_entries where key = $1
                 union all
                 select from bank_entries where entry_key = $1 and not starts_with(key, '${TOTAL}')) as is_known,
         d.organization_id as deposit_organization_id, d.id as deposit_id,
         o.id as order_id, o.kind, o.amount_rappen, o.completed_at,
         o.organization_id as order_organization_id, o.deposit_id as order_deposit_id
  from (select) one
  left join deposits d on d.payment_reference = $2
  left join orders o on o.id = $3`;

type FactsRow = {
  is_known: boolean;
  deposit_organization_id: string;
  deposit_id: string | null;
  order_id: string | null;
  kind: Order['kind'];
  amount_rappen: number;
  completed_at: Date | null;
  order_organization_id: string;
  order_deposit_id: string | null;
};

/** All facts that decide an entry, in one snapshot. */
export async function readBookingFacts(
  sql: Sql,
  { key, reference, orderId }: { key: string; reference: string; orderId: string | null },
): Promise<BookingFacts> {
  const { rows } = await sql.query<FactsRow>({ name: 'booking-facts', text: FACTS, values: [key, reference, orderId] });
  const row = rows[0] as FactsRow;
  return {
    isKnown: row.is_known,
    deposit: locationFrom(row.deposit_organization_id, row.deposit_id),
    order:
      row.order_id === null
        ? null
        : {
            id: row.order_id,
            kind: row.kind,
            amount: rappen(row.amount_rappen),
            completedAt: row.completed_at,
            deposit: locationFrom(row.order_organization_id, row.order_deposit_id),
          },
  };
}

function locationFrom(organizationId: string, depositId: string | null): BookingFacts['deposit'] {
  return depositId === null ? null : { organizationId, depositId };
}

/** Entries that no person has checked yet. A total is listed until its transactions are known. */
export async function listAttention(sql: Sql, most: number): Promise<(StoredEntry & { at: Date })[]> {
  const { rows } = await sql.query<StoredEntry & { at: Date }>(
    `select ${columnsAsMembers(COLUMNS)}, at
     from bank_entries e where attention is not null and settled_at is null
       and not (starts_with(key, '${TOTAL}') and exists (
         select from bank_entries b where b.entry_key = e.entry_key and not starts_with(b.key, '${TOTAL}')))
     order by at desc limit $1`,
    [most],
  );
  return rows;
}

/** Marks an entry as checked by a person. False: there is no such entry. */
export async function settleEntry(sql: Sql, key: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update bank_entries set settled_at = service_now() where key = $1 and attention is not null and settled_at is null',
    [key],
  );
  return (rowCount ?? 0) > 0;
}
