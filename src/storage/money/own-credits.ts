import type { StatementEntry } from '../../domain/booking.ts';
import type { Order, Payment } from '../../domain/ledger.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import type { Location } from '../deposits/deposits.ts';
import { orderFrom, paymentFrom, type OrderRow, type PaymentRow } from './booked-money.ts';
import { IS_BOOKED } from './reconciliation.ts';

/** Money without a deposit, and the order that pays it back or brings it to a deposit. */
export type UnknownCredit = { payment: Payment; order: Order };

const MOST = 10;

/** The credits on the operator's own account that these reversals may take back, by what both have in common. */
export async function findOwnCredits(
  sql: Sql,
  reversals: readonly StatementEntry[],
): Promise<{ deposits: Location[]; paymentIds: string[] }> {
  if (reversals.length === 0) return { deposits: [], paymentIds: [] };
  const { rows } = await sql.query<{ organization_id: string | null; deposit_id: string | null; payment_id: string }>(
    `select distinct d.organization_id, d.id as deposit_id, c.payment_id
     from json_to_recordset($1) as r (amount bigint, "entryReference" text, "detailReference" text, reference text,
                                      iban text, name text, account text)
     cross join lateral (
       select e.deposit_id, e.payment_id from bank_entries e
       where e.account_of = '${NIL_ID}' and e.account_iban = r.account and e.amount_rappen = r.amount and e.direction = 'credit' and e.kind = 'payment'
         and e.payment_id is not null and ${IS_BOOKED}
         and (e.bank_reference in (r."entryReference", r."detailReference") or e.reference = r.reference
              or (r.reference is null and (e.counterparty_iban = r.iban or e.counterparty_name = r.name)))
       order by e.at desc limit ${MOST}) c
     left join deposits d on d.id = c.deposit_id`,
    [JSON.stringify(reversals.map(soughtBy))],
  );
  return {
    deposits: rows.flatMap(({ organization_id: organizationId, deposit_id: depositId }) =>
      organizationId === null || depositId === null ? [] : [{ organizationId, depositId }],
    ),
    paymentIds: rows.filter((row) => row.deposit_id === null).map((row) => row.payment_id),
  };
}

function soughtBy(entry: StatementEntry) {
  const {
    amount,
    entryReference,
    detailReference,
    reference,
    counterpartyIban,
    counterpartyName,
    accountIban: account,
  } = entry;
  return {
    amount,
    entryReference,
    detailReference,
    reference,
    iban: counterpartyIban,
    name: counterpartyName,
    account,
  };
}

/** Locks the orders that pay them back or bring them to a deposit: a payment file must not take one meanwhile. */
export async function lockUnknownCredits(sql: Sql, paymentIds: readonly string[]): Promise<UnknownCredit[]> {
  if (paymentIds.length === 0) return [];
  const { rows: orders } = await sql.query<OrderRow>(
    `select * from orders where organization_id = $1 and payment_id = any($2) and cancelled_at is null
     order by id for update`,
    [NIL_ID, paymentIds],
  );
  const { rows } = await sql.query<PaymentRow>(
    'select * from payments where organization_id = $1 and id = any($2) and reversed_at is null',
    [NIL_ID, paymentIds],
  );
  const payments = new Map(rows.map((row) => [row.id, paymentFrom(row)]));
  return orders.map(orderFrom).flatMap((order) => {
    const payment = payments.get(order.paymentId ?? '');
    return payment === undefined ? [] : [{ payment, order }];
  });
}
