import type { Order, OrderCause, Payment, Posting } from '../../domain/ledger.ts';
import type { Issuer } from '../../domain/operator.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { column, columnNames, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

const PAYMENT_COLUMNS = {
  id: column<string>('uuid'),
  at: column<string>('timestamptz'),
  reference: column<string>('text'),
  amount_rappen: column<number>('bigint'),
  counted_rappen: column<number>('bigint'),
  payer_iban: column<string | null>('text'),
  payer_name: column<string | null>('text'),
  payer_address: column<PostalAddress | null>('json'),
  surplus_rappen: column<number>('bigint'),
  matched_by: column<Payment['matchedBy'] | null>('text'),
  booked_on: column<Day | null>('date'),
  value_on: column<Day | null>('date'),
  bank_reference: column<string | null>('text'),
  entry_key: column<string | null>('text'),
  account_iban: column<string | null>('text'),
  reversed_at: column<string | null>('timestamptz'),
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
  run_id: column<string | null>('text'),
  rejection: column<string | null>('text'),
  attempt: column<number>('smallint'),
  return_reason: column<string | null>('text'),
  cancelled_at: column<string | Date | null>('timestamptz'),
  holder_name: column<string | null>('text'),
  bic: column<string | null>('text'),
  address: column<PostalAddress | null>('json'),
  needs_release: column<boolean>('boolean'),
  released_at: column<string | Date | null>('timestamptz'),
  released_by: column<string | null>('text'),
  release_reason: column<string | null>('text'),
  changed_by: column<Issuer[] | null>('json'),
  from_iban: column<string | null>('text'),
};

export type OrderRow = RowOf<typeof ORDER_COLUMNS>;

export function paymentFrom(row: PaymentRow): Payment {
  return {
    id: row.id,
    at: new Date(row.at),
    reference: row.reference,
    amount: rappen(row.amount_rappen),
    counted: rappen(row.counted_rappen),
    payerIban: row.payer_iban,
    payerName: row.payer_name,
    payerAddress: row.payer_address,
    surplus: rappen(row.surplus_rappen),
    matchedBy: row.matched_by ?? 'reference',
    bookedOn: row.booked_on,
    valueOn: row.value_on,
    bankReference: row.bank_reference,
    entryKey: row.entry_key,
    accountIban: row.account_iban,
    reversedAt: dateOrNull(row.reversed_at),
  };
}

function dateOrNull(at: string | Date | null): Date | null {
  return at === null ? null : new Date(at);
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
    completedAt: dateOrNull(row.completed_at),
    paymentId: row.payment_id,
    runId: row.run_id,
    rejection: row.rejection,
    attempt: row.attempt,
    returnReason: row.return_reason,
    cancelledAt: dateOrNull(row.cancelled_at),
    holderName: row.holder_name,
    bic: row.bic,
    address: row.address,
    needsRelease: row.needs_release,
    releasedAt: dateOrNull(row.released_at),
    releasedBy: row.released_by,
    releaseReason: row.release_reason,
    changedBy: row.changed_by ?? [],
    fromIban: row.from_iban,
  };
}

/** The owner of money. Money without a deposit belongs to `NIL_ID`. */
type MoneyOwner = { organizationId: string; depositId: string | null };

/** What belongs to one owner, of several that are stored together. */
type Owned<T> = { owner: MoneyOwner; items: readonly T[] };

const OWNER_COLUMNS = { organization_id: column<string>('uuid'), deposit_id: column<string | null>('uuid') };

/** In the order of their keys: unsorted batches deadlock. */
function rowsOf<T, R extends { id: unknown }>(sets: readonly Owned<T>[], row: (owner: MoneyOwner, item: T) => R): R[] {
  const rows = sets.flatMap(({ owner, items }) => items.map((item) => row(owner, item)));
  return rows.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
}

const OWNED_PAYMENT = { ...OWNER_COLUMNS, ...PAYMENT_COLUMNS };

/** Inserts payments; of those that exist, what counts of them is updated. */
export async function savePayments(sql: Sql, sets: readonly Owned<Payment>[]): Promise<void> {
  await sql.query({
    name: 'save-payments',
    text: `insert into payments (${columnNames(OWNED_PAYMENT)})
     select ${columnNames(OWNED_PAYMENT)} from ${arrayRows(OWNED_PAYMENT, 'r')}
     on conflict (organization_id, id) do update set counted_rappen = excluded.counted_rappen,
       surplus_rappen = excluded.surplus_rappen, reversed_at = excluded.reversed_at`,
    values: columnArrays(OWNED_PAYMENT, rowsOf(sets, paymentRow)),
  });
}

function paymentRow(owner: MoneyOwner, payment: Payment): Record<keyof typeof OWNED_PAYMENT, unknown> {
  return {
    organization_id: owner.organizationId,
    deposit_id: owner.depositId,
    id: payment.id,
    at: payment.at,
    reference: payment.reference,
    amount_rappen: payment.amount,
    counted_rappen: payment.counted,
    payer_iban: payment.payerIban,
    payer_name: payment.payerName,
    payer_address: payment.payerAddress,
    surplus_rappen: payment.surplus,
    matched_by: payment.matchedBy,
    booked_on: payment.bookedOn,
    value_on: payment.valueOn,
    bank_reference: payment.bankReference,
    entry_key: payment.entryKey,
    account_iban: payment.accountIban,
    reversed_at: payment.reversedAt,
  };
}

export const OWNED_ORDER = { ...OWNER_COLUMNS, ...ORDER_COLUMNS };
const ORDER_UPDATES = Object.keys(ORDER_COLUMNS)
  .filter((name) => name !== 'id')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** Inserts orders, or replaces them. The caller holds the lock of those that exist. */
export async function saveOrders(sql: Sql, sets: readonly Owned<Order>[]): Promise<void> {
  await sql.query({
    name: 'save-orders',
    text: `insert into orders (${columnNames(OWNED_ORDER)})
     select ${columnNames(OWNED_ORDER)} from ${arrayRows(OWNED_ORDER, 'r')}
     on conflict (organization_id, id) do update set ${ORDER_UPDATES}`,
    values: columnArrays(OWNED_ORDER, rowsOf(sets, orderRow)),
  });
}

function orderRow(owner: MoneyOwner, order: Order): Record<keyof typeof OWNED_ORDER, unknown> {
  return {
    organization_id: owner.organizationId,
    deposit_id: owner.depositId,
    id: order.id,
    kind: order.kind,
    cause: order.cause,
    payee: order.payee,
    amount_rappen: order.amount,
    iban: order.iban,
    ordered_at: order.orderedAt,
    completed_at: order.completedAt,
    payment_id: order.paymentId,
    run_id: order.runId,
    rejection: order.rejection,
    attempt: order.attempt,
    return_reason: order.returnReason,
    cancelled_at: order.cancelledAt,
    holder_name: order.holderName,
    bic: order.bic,
    address: order.address,
    needs_release: order.needsRelease,
    released_at: order.releasedAt,
    released_by: order.releasedBy,
    release_reason: order.releaseReason,
    changed_by: order.changedBy.length === 0 ? null : order.changedBy,
    from_iban: order.fromIban,
  };
}

/** The books of a deposit, or of a payment where there is none. */
type LedgerAccount = { organizationId: string; account: string };

const POSTING_COLUMNS = {
  organization_id: 'uuid',
  account: 'uuid',
  n: 'integer',
  at: 'timestamptz',
  booked_on: 'date',
  amount: 'bigint',
  from_account: 'text',
  to_account: 'text',
  payment_id: 'uuid',
  order_id: 'uuid',
};

export async function addPostings(
  sql: Sql,
  sets: readonly (LedgerAccount & { postings: readonly Posting[] })[],
): Promise<void> {
  const rows = sets.flatMap(({ organizationId, account, postings }) =>
    postings.map((posting, index) => ({
      organization_id: organizationId,
      account,
      n: index + 1,
      at: posting.at,
      booked_on: posting.bookedOn,
      amount: posting.amount,
      from_account: posting.from,
      to_account: posting.to,
      payment_id: posting.paymentId,
      order_id: posting.orderId,
    })),
  );
  await sql.query({
    name: 'add-postings',
    text: `insert into ledger (organization_id, deposit_id, sequence, at, booked_on, amount_rappen, from_account, to_account,
                         payment_id, order_id)
     select p.organization_id, p.account,
            (select coalesce(max(sequence), 0) from ledger l
             where l.organization_id = p.organization_id and l.deposit_id = p.account) + p.n,
            p.at, p.booked_on, p.amount, p.from_account, p.to_account, p.payment_id, p.order_id
     from ${arrayRows(POSTING_COLUMNS, 'p')}`,
    values: columnArrays(POSTING_COLUMNS, rows),
  });
}
