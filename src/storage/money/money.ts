import type { Order, Payment } from '../../domain/ledger.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { orderFrom, paymentFrom, type OrderRow, type PaymentRow } from './booked-money.ts';

/** Locks an order that belongs to no deposit; null when there is none. */
export async function lockUnknown(sql: Sql, id: string): Promise<Order | null> {
  const { rows } = await sql.query<OrderRow>('select * from orders where organization_id = $1 and id = $2 for update', [
    NIL_ID,
    id,
  ]);
  return rows[0] === undefined ? null : orderFrom(rows[0]);
}

/** Where a payment of a deposit lies. Null: there is none, or it belongs to no deposit. */
export async function locatePayment(
  sql: Sql,
  id: string,
): Promise<{ organizationId: string; depositId: string } | null> {
  const { rows } = await sql.query<{ organization_id: string; deposit_id: string }>(
    'select organization_id, deposit_id from payments where id = $1 and deposit_id is not null',
    [id],
  );
  const row = rows[0];
  return row === undefined ? null : { organizationId: row.organization_id, depositId: row.deposit_id };
}

/** A payment without a deposit. */
export async function findPayment(sql: Sql, id: string): Promise<Payment | null> {
  const { rows } = await sql.query<PaymentRow>('select * from payments where organization_id = $1 and id = $2', [
    NIL_ID,
    id,
  ]);
  return rows[0] === undefined ? null : paymentFrom(rows[0]);
}

/** How money without a deposit was assigned. Null: to none, an assignment was taken back. */
type OrderResolution = { depositId: string | null; reason: string };

export async function readOrderResolution(sql: Sql, id: string): Promise<OrderResolution | null> {
  const { rows } = await sql.query<{ resolution: OrderResolution | null }>(
    'select resolution from orders where organization_id = $1 and id = $2',
    [NIL_ID, id],
  );
  return rows[0]?.resolution ?? null;
}

export async function setOrderResolution(sql: Sql, id: string, resolution: OrderResolution): Promise<void> {
  await sql.query('update orders set resolution = $3 where organization_id = $1 and id = $2', [
    NIL_ID,
    id,
    JSON.stringify(resolution),
  ]);
}
