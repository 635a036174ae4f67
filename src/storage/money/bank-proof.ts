import type { BookedAtBank } from '../../domain/bank/bank-proof.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import type { VerifyCursor } from '../deposits/verify.ts';
import { mainOwnAccountSql } from '../providers/banks.ts';
import { IS_BOOKED, ORDER_OF_ENTRY, SIGNED } from './reconciliation.ts';

type BookedOf = VerifyCursor & { booked: Omit<BookedAtBank, 'isDivided'> };

type Row = {
  organization_id: string;
  id: string;
  orders: BookedAtBank['orders'] | null;
  payments: BookedAtBank['payments'] | null;
  entries: BookedAtBank['entries'] | null;
  interest: number | null;
  charges: number | null;
  tax: number | null;
};

const ENTRY = `select e.key, coalesce(e.why, 'order_completed') as outcome, abs(${SIGNED}) as amount,
  ${ORDER_OF_ENTRY} as "orderId", e.payment_id as "paymentId" from bank_entries e`;

/** An entry whose parts were booked has the key of the parts without their numbers. */
const PAYMENTS = `select p.id, p.amount_rappen as amount, p.reversed_at is not null as "isReversed",
    p.entry_key as "entryKey",
    (select json_build_object('amount', abs(${SIGNED})) from bank_entries e
     where e.key in (p.entry_key, split_part(p.entry_key, '/', 1)) and ${IS_BOOKED}
     order by length(e.key) desc limit 1) as booked
  from payments p`;

function ordersOf(account: string): string {
  return `select o.id, o.amount_rappen as amount, o.completed_at is not null as "isCompleted",
    o.completed_at is not null and exists (
      select from bank_statements s where s.account_iban = coalesce(o.from_iban, ${account})
      and s.to_on >= (o.completed_at at time zone 'Europe/Zurich')::date) as "isStated"
  from orders o`;
}

/**
 * What is booked of each deposit, a page at a time. Deposits without their personal data are left out: their entries no
 * longer say what they belong to.
 */
export async function readBooked(sql: Sql, after: VerifyCursor, most: number): Promise<BookedOf[]> {
  const own = 'organization_id = d.organization_id';
  const { rows } = await sql.query<Row>(
    `select d.organization_id, d.id, d.interest_rappen as interest, d.charges_rappen as charges,
       d.withholding_tax_rappen as tax,
       (select json_agg(x) from (${ordersOf('d.iban')} where o.${own} and o.deposit_id = d.id) x) as orders,
       (select json_agg(x) from (${PAYMENTS} where p.${own} and p.deposit_id = d.id) x) as payments,
       (select json_agg(x) from (
          ${ENTRY} where e.deposit_id = d.id and ${IS_BOOKED} and e.why is not null
          union all
          -- Of earlier versions.
          ${ENTRY} where e.${own} and e.account_iban = d.iban and ${IS_BOOKED} and e.why is null
            and ${ORDER_OF_ENTRY} in (select o.id from orders o where o.${own} and o.deposit_id = d.id)) x) as entries
     from deposits d
     where (d.organization_id, d.id) > ($1, $2) and d.personal_removed_at is null
     order by d.organization_id, d.id limit $3`,
    [after.organizationId, after.id, most],
  );
  return rows.map((row) => bookedFrom(row, { withSums: true }));
}

/** The same for money that belongs to no deposit, by payment. */
export async function readUnknownBooked(
  sql: Sql,
  after: VerifyCursor,
  most: number,
  operatorIban: string | null,
): Promise<BookedOf[]> {
  const { rows } = await sql.query<Row>(
    `select u.organization_id, u.id, null as interest, null as charges, null as tax,
       (select json_agg(x) from (${ordersOf(mainOwnAccountSql('$4'))} where o.organization_id = u.organization_id
                                 and o.payment_id = u.id) x) as orders,
       (select json_agg(x) from (${PAYMENTS} where p.organization_id = u.organization_id and p.id = u.id) x) as payments,
       (select json_agg(x) from (
          ${ENTRY} where ${IS_BOOKED} and e.deposit_id is null and e.order_id in (
            select o.id from orders o where o.organization_id = u.organization_id and o.payment_id = u.id)) x) as entries
     from payments u where u.organization_id = $1 and u.id > $2 and u.deposit_id is null
     order by u.id limit $3`,
    [NIL_ID, after.id, most, operatorIban],
  );
  return rows.map((row) => bookedFrom(row, { withSums: false }));
}

function bookedFrom(row: Row, { withSums }: { withSums: boolean }): BookedOf {
  const { organization_id: organizationId, id, interest, charges, tax } = row;
  const sums = { interest: interest ?? 0, charges: charges ?? 0, withholdingTax: tax ?? 0 };
  return {
    organizationId,
    id,
    booked: {
      orders: row.orders ?? [],
      payments: row.payments ?? [],
      entries: row.entries ?? [],
      sums: withSums ? sums : null,
    },
  };
}

/** Booked entries of the operator's own accounts whose payment is missing. */
export async function entriesWithoutPayment(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(
    `select e.key from bank_entries e
     where e.organization_id = $1 and e.why = 'unknown_reference' and e.deposit_id is null and ${IS_BOOKED}
       and not exists (select from payments p where p.organization_id = $1 and p.id = e.payment_id)
     order by e.key limit $2`,
    [NIL_ID, most],
  );
  return rows.map(({ key }) => key);
}

/** The deposits, payments and orders that parts of divided entries were booked to. */
export async function dividedTo(sql: Sql): Promise<Set<string>> {
  const { rows } = await sql.query<{ id: string | null }>(
    `select unnest(array[part ->> 'depositId', part ->> 'paymentId', part ->> 'orderId']) as id
     from bank_entries e cross join lateral json_array_elements(e.resolution -> 'parts') part
     where e.resolution is not null and e.is_booked`,
  );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
