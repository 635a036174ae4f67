import type { Order, OrderCause, Payment, Posting } from '../../domain/ledger.ts';
import { withAccount } from '../../domain/lifecycle/payment.ts';
import { rappen } from '../../domain/values/money.ts';
import { column, columnNames, recordColumns, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID, NIL_ID } from '../database/ids.ts';

const PAYMENT_COLUMNS = {
  id: column<string>('uuid'),
  at: column<string>('timestamptz'),
  reference: column<string>('text'),
  amount_rappen: column<number>('bigint'),
  counted_rappen: column<number>('bigint'),
  payer_iban: column<string | null>('text'),
  payer_name: column<string | null>('text'),
};

export type PaymentRow = RowOf<typeof PAYMENT_COLUMNS>;

const ORDER_COLUMNS = {
  id: column<string>('uuid'),
  kind: column<Order['kind']>('text'),
  cause: column<OrderCause>('text'),
  payee: column<Order['payee']>('text'),
  amount_rappen: column<number>('bigint'),
  iban: column<string | null>('text'),
  ordered_at: column<string | Date>('timestamptz'),
  completed_at: column<string | Date | null>('timestamptz'),
  payment_id: column<string | null>('uuid'),
};

/** `run_id` and `rejection` are set by payment files. */
export type OrderRow = RowOf<typeof ORDER_COLUMNS> & { run_id: string | null; rejection: string | null };

export function paymentFrom(row: PaymentRow): Payment {
  return {
    id: row.id,
    at: new Date(row.at),
    reference: row.reference,
    amount: rappen(row.amount_rappen),
    counted: rappen(row.counted_rappen),
    payerIban: row.payer_iban,
    payerName: row.payer_name,
  };
}

export function orderFrom(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    payee: row.payee,
    amount: rappen(row.amount_rappen),
    iban: row.iban,
    orderedAt: new Date(row.ordered_at),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at),
    paymentId: row.payment_id,
    runId: row.run_id,
    rejection: row.rejection,
  };
}

/** The owner of money. Money without a deposit belongs to `NIL_ID`. */
type MoneyOwner = { organizationId: string; depositId: string | null };

/** Inserts payments; of those that exist, the counted amount is updated. */
export async function savePayments(
  sql: Sql,
  { organizationId, depositId }: MoneyOwner,
  payments: readonly Payment[],
): Promise<void> {
  await sql.query(
    `insert into payments (organization_id, deposit_id, ${columnNames(PAYMENT_COLUMNS)})
     select $1, $2, ${columnNames(PAYMENT_COLUMNS)} from json_to_recordset($3) as (${recordColumns(PAYMENT_COLUMNS)})
     on conflict (organization_id, id) do update set counted_rappen = excluded.counted_rappen`,
    [organizationId, depositId, JSON.stringify(payments.map(paymentRow))],
  );
}

function paymentRow(payment: Payment): Record<keyof typeof PAYMENT_COLUMNS, unknown> {
  return {
    id: payment.id,
    at: payment.at,
    reference: payment.reference,
    amount_rappen: payment.amount,
    counted_rappen: payment.counted,
    payer_iban: payment.payerIban,
    payer_name: payment.payerName,
  };
}

/** Inserts orders; of those that exist, the account and the completion are updated. */
export async function saveOrders(
  sql: Sql,
  { organizationId, depositId }: MoneyOwner,
  orders: readonly Order[],
): Promise<void> {
  await sql.query(
    `insert into orders (organization_id, deposit_id, ${columnNames(ORDER_COLUMNS)})
     select $1, $2, ${columnNames(ORDER_COLUMNS)} from json_to_recordset($3) as (${recordColumns(ORDER_COLUMNS)})
     on conflict (organization_id, id) do update set completed_at = excluded.completed_at,
       -- An order that was sent to the bank keeps its account. A rejected one may be sent again.
       iban = case when orders.run_id is not null and orders.rejection is null and excluded.completed_at is null
                   then orders.iban else excluded.iban end,
       run_id = case when orders.rejection is not null and excluded.completed_at is null then null else orders.run_id end,
       rejection = null`,
    [organizationId, depositId, JSON.stringify(orders.map(orderRow))],
  );
}

function orderRow(order: Order): Record<keyof typeof ORDER_COLUMNS, unknown> {
  return {
    id: order.id,
    kind: order.kind,
    cause: order.cause,
    payee: order.payee,
    amount_rappen: order.amount,
    iban: order.iban,
    ordered_at: order.orderedAt,
    completed_at: order.completedAt,
    payment_id: order.paymentId,
  };
}

/** `account` is the deposit, or the payment where there is none. */
export async function addPostings(
  sql: Sql,
  { organizationId, account }: { organizationId: string; account: string },
  postings: readonly Posting[],
): Promise<void> {
  await sql.query(
    `insert into ledger (organization_id, deposit_id, sequence, at, amount_rappen, from_account, to_account, payment_id,
                         order_id)
     select $1, $2, l.last + p.n, p.at, p.amount, p."from", p."to", p."paymentId", p."orderId"
     from json_to_recordset($3) as p (n integer, at timestamptz, amount bigint, "from" text, "to" text,
            "paymentId" uuid, "orderId" uuid),
          (select coalesce(max(sequence), 0) as last from ledger where organization_id = $1 and deposit_id = $2) l`,
    [organizationId, account, JSON.stringify(postings.map((posting, index) => ({ n: index + 1, ...posting })))],
  );
}

/** An order as the operator sees it, with the deposit it comes from. */
export type ListedOrder = Order & {
  deposit: { id: string; organizationId: string; externalContractId: string } | null;
  /** The reference of the payment that it pays back. */
  reference: string | null;
};

export type OrderFilter = { kind: Order['kind'] } | { cause: OrderCause } | null;

type ListedRow = OrderRow & {
  organization_id: string;
  deposit_id: string | null;
  external_contract_id: string | null;
  payout_iban: string | null;
  reference: string | null;
};

const LIST = `
  select o.*, d.external_contract_id, g.payout_iban, p.reference
  from orders o
  left join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id
  left join organizations g on g.id = o.organization_id
  left join payments p on p.organization_id = o.organization_id and p.id = o.payment_id`;

/** Newest first: ids grow with time. */
export async function listOrders(
  sql: Sql,
  { filter, before, most }: { filter: OrderFilter; before: string | null; most: number },
): Promise<ListedOrder[]> {
  const [column, value] =
    filter === null ? [null, null] : 'kind' in filter ? ['kind', filter.kind] : ['cause', filter.cause];
  const { rows } = await sql.query<ListedRow>(
    `${LIST} where ${column === null ? '$1::text is null' : `o.${column} = $1`} and o.id < $2
     order by o.id desc limit $3`,
    [value, before ?? MAX_ID, most],
  );
  return rows.map(listedFrom);
}

/** Why an order needs a person: its account is unknown, the bank rejected it, or no payment file can hold it. */
const WAITS = `(o.rejection is null and o.run_id is null and o.iban is null
                and not (o.payee = 'landlord' and g.payout_iban is not null))`;
const NEEDS = {
  hand: `(o.cause = 'unknown_reference' or o.rejection is not null or ${WAITS})`,
  unknown_reference: `o.cause = 'unknown_reference'`,
  late: `o.cause = 'late'`,
  surplus: `o.cause = 'surplus'`,
  rejected: 'o.rejection is not null',
  waiting: WAITS,
  open: 'true',
} as const;

/** `hand`: needs a person, for whatever reason; `open`: not yet carried out. */
export type Need = keyof typeof NEEDS;

/** Newest first. */
export async function listOpenOrders(
  sql: Sql,
  { need, before, most }: { need: Need; before: string | null; most: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql.query<ListedRow>(
    `${LIST} where o.completed_at is null and ${NEEDS[need]} and o.id < $1 order by o.id desc limit $2`,
    [before ?? MAX_ID, most],
  );
  return rows.map(listedFrom);
}

export async function countOpenOrders(sql: Sql): Promise<Record<Need, number>> {
  const counts = Object.entries(NEEDS).map(([need, condition]) => `count(*) filter (where ${condition}) as ${need}`);
  const { rows } = await sql.query<Record<Need, number>>(
    `select ${counts.join(', ')} from orders o left join organizations g on g.id = o.organization_id
     where o.completed_at is null`,
  );
  return rows[0] as Record<Need, number>;
}

export async function findOrder(sql: Sql, id: string): Promise<ListedOrder | null> {
  const { rows } = await sql.query<ListedRow>(`${LIST} where o.id = $1`, [id]);
  return rows[0] === undefined ? null : listedFrom(rows[0]);
}

/** Locks an order that belongs to no deposit; null when there is none. */
export async function lockUnknown(sql: Sql, id: string): Promise<Order | null> {
  const { rows } = await sql.query<OrderRow>('select * from orders where organization_id = $1 and id = $2 for update', [
    NIL_ID,
    id,
  ]);
  return rows[0] === undefined ? null : orderFrom(rows[0]);
}

function listedFrom(row: ListedRow): ListedOrder {
  const order = withAccount(orderFrom(row), { payoutIban: row.payout_iban });
  const deposit =
    row.deposit_id === null
      ? null
      : {
          id: row.deposit_id,
          organizationId: row.organization_id,
          externalContractId: row.external_contract_id ?? '',
        };
  return { ...order, deposit, reference: row.reference };
}
