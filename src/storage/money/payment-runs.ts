import { withAccount } from '../../domain/lifecycle/payment.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { OrganizationAddress } from '../../domain/organization.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Sql } from '../database/database.ts';
import { orderFrom, type OrderRow } from './money.ts';

/** An order that can be sent to the bank, with debtor and creditor. */
export type ReadyOrder = {
  id: string;
  amount: Rappen;
  payee: 'tenant' | 'landlord' | 'payer';
  iban: string;
  accountIban: string;
  externalContractId: string;
  holder: { name: string; address: PostalAddress };
  /** The original payer, for a payback. */
  payerName: string | null;
  organization: { name: string; address: OrganizationAddress };
};

type ReadyRow = OrderRow & {
  account_iban: string;
  external_contract_id: string;
  payout_iban: string | null;
  organization_name: string;
  organization_address: OrganizationAddress;
  payer_name: string | null;
  type: Tenant['type'];
  first_name: string;
  last_name: string;
  address: PostalAddress;
  details: { company?: { name: string } };
};

/** Locks the orders until the transaction ends, so that no two runs take the same one. */
export async function lockReadyOrders(sql: Sql, most: number): Promise<ReadyOrder[]> {
  const { rows } = await sql.query<ReadyRow>(
    `select o.*, d.iban as account_iban, d.external_contract_id, g.payout_iban, g.name as organization_name,
            g.address as organization_address, p.payer_name, t.type, t.first_name, t.last_name, t.address, t.details
     from orders o
     join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id and d.iban is not null
     join organizations g on g.id = o.organization_id
     join tenants t on t.organization_id = d.organization_id and t.deposit_id = d.id and t.position = 1
     left join payments p on p.organization_id = o.organization_id and p.id = o.payment_id
     where o.completed_at is null and o.run_id is null and o.rejection is null
       and (o.iban is not null or (o.payee = 'landlord' and g.payout_iban is not null))
     order by o.organization_id, o.id limit $1 for update of o skip locked`,
    [most],
  );
  return rows.map((row) => {
    const order = withAccount(orderFrom(row), { payoutIban: row.payout_iban });
    const name = row.type === 'legal' ? row.details.company?.name : `${row.first_name} ${row.last_name}`;
    return {
      id: order.id,
      amount: order.amount,
      payee: order.payee,
      iban: order.iban as string,
      accountIban: row.account_iban,
      externalContractId: row.external_contract_id,
      holder: { name: name ?? row.last_name, address: row.address },
      payerName: row.payer_name,
      organization: { name: row.organization_name, address: row.organization_address },
    };
  });
}

/** Stores the run and assigns its orders in one statement. */
export async function insertRun(
  sql: Sql,
  run: { id: string; at: Date; content: string; total: Rappen; orders: readonly ReadyOrder[] },
): Promise<void> {
  await sql.query(
    'insert into payment_runs (id, created_at, orders, total_rappen, content) values ($1, $2, $3, $4, $5)',
    [run.id, run.at, run.orders.length, run.total, run.content],
  );
  await sql.query(
    `update orders o set run_id = $1, rejection = null, iban = s.iban
     from unnest($2::uuid[], $3::text[]) as s (id, iban) where o.id = s.id`,
    [run.id, run.orders.map(({ id }) => id), run.orders.map(({ iban }) => iban)],
  );
}

type UnwrittenRun = { id: string; content: string };

export async function unwrittenRuns(sql: Sql): Promise<UnwrittenRun[]> {
  const { rows } = await sql.query<UnwrittenRun>(
    'select id, content from payment_runs where written_at is null order by created_at, id',
  );
  return rows;
}

export async function findRun(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ content: string }>('select content from payment_runs where id = $1', [id]);
  return rows[0]?.content ?? null;
}

export async function markWritten(sql: Sql, id: string): Promise<void> {
  await sql.query('update payment_runs set written_at = service_now() where id = $1 and written_at is null', [id]);
}

/** The content of a run whose file may be published. */
export async function findWrittenRun(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ content: string }>(
    'select content from payment_runs where id = $1 and written_at is not null',
    [id],
  );
  return rows[0]?.content ?? null;
}

type ListedRun = { id: string; createdAt: Date; orders: number; total: Rappen; writtenAt: Date | null };

export async function listRuns(sql: Sql, most: number): Promise<ListedRun[]> {
  const { rows } = await sql.query<{
    id: string;
    created_at: Date;
    orders: number;
    total_rappen: number;
    written_at: Date | null;
  }>(
    'select id, created_at, orders, total_rappen, written_at from payment_runs order by created_at desc, id desc limit $1',
    [most],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    orders: row.orders,
    total: rappen(row.total_rappen),
    writtenAt: row.written_at,
  }));
}

/** Orders that the bank rejected are shown to the operator with the reason. */
export async function rejectOrders(
  sql: Sql,
  runId: string,
  rejections: readonly { orderId: string; reason: string }[],
): Promise<number> {
  const { rowCount } = await sql.query(
    `update orders o set rejection = r.reason from unnest($2::uuid[], $3::text[]) as r (id, reason)
     where o.id = r.id and o.run_id = $1 and o.completed_at is null`,
    [runId, rejections.map(({ orderId }) => orderId), rejections.map(({ reason }) => reason)],
  );
  return rowCount ?? 0;
}

/** Holds back an order that cannot be written to a payment file, with the reason. */
export async function holdBack(sql: Sql, orderId: string, reason: string): Promise<void> {
  await sql.query('update orders set rejection = $2 where id = $1 and run_id is null and completed_at is null', [
    orderId,
    reason,
  ]);
}
