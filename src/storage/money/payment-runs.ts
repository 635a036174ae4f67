import type { Order } from '../../domain/ledger.ts';
import { creditorOf, debtorIbanOf, missingFor, type PayRules } from '../../domain/payee/missing.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import type { Sql } from '../database/database.ts';
import { mainOwnAccountSql } from '../providers/banks.ts';
import { orderFrom, type OrderRow } from './booked-money.ts';
import type { OrderRules } from './listed-orders.ts';
import { missingSql, PAYEE_COLUMNS, PAYEE_JOINS, payeeFactsFrom, payParameters, type PayeeRow } from './payees.ts';
import { isAtWork } from '../cells/at-home.ts';

/** An order that can be sent to the bank, with debtor and creditor. */
export type ReadyOrder = Pick<Order, 'id' | 'attempt' | 'amount' | 'payee' | 'bic'> & {
  iban: string;
  creditor: { name: string; address: PostalAddress | null };
  debtorIban: string;
  /** The main tenant, who holds the deposit's account. Null: it is paid from the operator's own account. */
  holder: { name: string; address: PostalAddress } | null;
  externalContractId: string | null;
  /** The reference of the payment that it pays back. */
  reference: string | null;
  bank: PayingBank;
};

/** The bank whose account pays; its code is null where none is set up. Its folder; null: the exchange folder itself. */
export type PayingBank = { code: string | null; folder: string | null; initiatingParty: string | null };

type ReadyRow = OrderRow &
  PayeeRow & {
    reference: string | null;
    now: Date;
    bank_code: string | null;
    exchange_folder: string | null;
    initiating_party: string | null;
  };

/**
 * The bank whose account pays. An own account of the operator is at the bank that has it; OPERATOR_IBAN, if no bank names
 * it, at one without an own account, the one with the exchange folder first. A deposit's account is at the bank that has
 * opened it, else at the deposit's bank. `operator` is the place of OPERATOR_IBAN.
 */
function bankSql(operator: string): string {
  return `
  cross join lateral (
    select coalesce(o.from_iban, case when d.id is null then ${mainOwnAccountSql(operator)} else d.iban end) as iban
  ) debtor
  left join lateral (
    select a.provider_id from applications a
    where a.organization_id = o.organization_id and a.deposit_id = o.deposit_id and a.kind = 'account_opening'
    order by (a.answer ->> 'iban' is not distinct from debtor.iban) desc,
             (a.answer ->> 'answer' is not distinct from 'account') desc, a.id desc limit 1
  ) opened on true
  left join lateral (
    select b.code, b.exchange_folder, b.initiating_party from providers b where b.kind = 'bank'
    order by (b.own_iban is not distinct from debtor.iban) desc, (debtor.iban = any(b.former_own_ibans) and debtor.iban is distinct from ${operator}) desc,
             case when d.id is null or debtor.iban = ${operator} then b.own_iban is null
                  when opened.provider_id is not null then b.id = opened.provider_id
                  when d.provider_code is null then b.is_earlier
                  else b.code = d.provider_code end desc,
             (b.exchange_folder is null) desc, b.is_default desc, b.created_at
    limit 1
  ) bank on true`;
}

function selectSql(operator: string): string {
  return `select o.*, ${PAYEE_COLUMNS}, p.reference, service_now() as now, bank.code as bank_code, bank.exchange_folder,
      bank.initiating_party
    from orders o ${PAYEE_JOINS} ${bankSql(operator)}`;
}

/** Locks the orders that can be sent until the transaction ends, so that no two runs take the same one. */
export async function lockReadyOrders(sql: Sql, most: number, rules: OrderRules): Promise<ReadyOrder[]> {
  const { rows } = await sql.query<ReadyRow>(
    `${selectSql('$4')}
     where o.completed_at is null and o.cancelled_at is null and o.run_id is null and o.rejection is null
       and ${isAtWork('o.organization_id')}
       and o.return_reason is null and not (o.needs_release and o.released_at is null)
       -- Someone may still assign it to a deposit.
       and (o.cause <> 'unknown_reference' or o.released_at is not null)
       and (${missingSql(['$2', '$3', '$4'])}) is null
     order by o.organization_id, o.id limit $1 for update of o skip locked`,
    [most, ...payParameters(rules)],
  );
  return notOnHold(
    sql,
    rows.flatMap((row) => readyFrom(row, rules)),
  );
}

/** Locks the orders of a run that the bank has rejected and that can be sent again. */
export async function lockRejectedOrders(sql: Sql, runId: string, rules: OrderRules): Promise<ReadyOrder[]> {
  const { rows } = await sql.query<ReadyRow>(
    `${selectSql('$2::text')}
     where o.run_id = $1 and ${isAtWork('o.organization_id')} and o.rejection is not null and o.completed_at is null and o.cancelled_at is null
       and not (o.needs_release and o.released_at is null)
     order by o.organization_id, o.id for update of o`,
    [runId, rules.operatorIban],
  );
  return notOnHold(
    sql,
    rows.flatMap((row) => readyFrom(row, rules)),
  );
}

/**
 * A hold may have come between the moment that the statement above sees and its locks. Now that the orders are locked, a
 * later one waits for this transaction.
 */
async function notOnHold(sql: Sql, orders: readonly ReadyOrder[]): Promise<ReadyOrder[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql.query<{ id: string }>(
    `select o.id from orders o join deposits d on d.organization_id = o.organization_id and d.id = o.deposit_id
     where o.id = any($1) and d.hold is not null`,
    [orders.map(({ id }) => id)],
  );
  const held = new Set(rows.map(({ id }) => id));
  return orders.filter(({ id }) => !held.has(id));
}

/** None if something is missing: the statement above and the rules of the domain must agree. */
function readyFrom(row: ReadyRow, rules: OrderRules): ReadyOrder[] {
  const order = orderFrom(row);
  const facts = payeeFactsFrom(row);
  const today: PayRules = { ...rules, today: swissDay(row.now) };
  const debtorIban = debtorIbanOf(order, facts, today);
  const { name, address } = creditorOf(order, facts, today);
  if (missingFor(order, facts, today) !== null || order.iban === null || debtorIban === null) return [];
  return [
    {
      id: order.id,
      attempt: order.attempt,
      amount: order.amount,
      payee: order.payee,
      iban: order.iban,
      bic: order.bic,
      // Only the demo account of the test environment has no holder.
      creditor: { name: name ?? 'Demo', address },
      debtorIban,
      holder: facts.deposit?.tenant ?? null,
      externalContractId: row.external_contract_id,
      reference: row.reference,
      bank: { code: row.bank_code, folder: row.exchange_folder, initiatingParty: row.initiating_party },
    },
  ];
}

/** Stores the run and assigns its orders in one statement. */
export async function insertRun(
  sql: Sql,
  run: { id: string; at: Date; content: string; total: Rappen; folder: string | null; orders: readonly ReadyOrder[] },
): Promise<void> {
  await sql.query(
    `insert into payment_runs (id, created_at, orders, total_rappen, content, exchange_folder)
     values ($1, $2, $3, $4, $5, $6)`,
    [run.id, run.at, run.orders.length, run.total, run.content, run.folder],
  );
  await sql.query('update orders set run_id = $1, rejection = null where id = any($2)', [
    run.id,
    run.orders.map(({ id }) => id),
  ]);
}

/** A payment file, and the folder that it goes into. */
type UnwrittenRun = { id: string; content: string; folder: string | null };

export async function unwrittenRuns(sql: Sql): Promise<UnwrittenRun[]> {
  const { rows } = await sql.query<UnwrittenRun>(
    'select id, content, exchange_folder as folder from payment_runs where written_at is null order by created_at, id',
  );
  return rows;
}

/** The folders of banks that payment files have gone into. */
export async function listRunFolders(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ folder: string }>(
    'select distinct exchange_folder as folder from payment_runs where exchange_folder is not null',
  );
  return rows.map(({ folder }) => folder);
}

export async function findRun(sql: Sql, id: string): Promise<UnwrittenRun | null> {
  const { rows } = await sql.query<UnwrittenRun>(
    'select id, content, exchange_folder as folder from payment_runs where id = $1',
    [id],
  );
  return rows[0] ?? null;
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

/** `rejected`: the bank has rejected orders of it, and they were not sent again. */
export const RUN_STATES = ['waiting', 'written', 'rejected'] as const;

export type ListedRun = {
  id: string;
  createdAt: Date;
  orders: number;
  total: Rappen;
  writtenAt: Date | null;
  state: (typeof RUN_STATES)[number];
  /** How many of its orders are rejected. */
  rejected: number;
};

type RunRow = {
  id: string;
  created_at: Date;
  orders: number;
  total_rappen: number;
  written_at: Date | null;
  rejected: number;
};

const RUNS = `
  select r.id, r.created_at, r.orders, r.total_rappen, r.written_at,
         (select count(*) from orders o where o.run_id = r.id and o.rejection is not null
          and o.completed_at is null and o.cancelled_at is null) as rejected
  from payment_runs r`;

/** Newest first. */
export async function listRuns(sql: Sql, most: number): Promise<ListedRun[]> {
  const { rows } = await sql.query<RunRow>(`${RUNS} order by r.created_at desc, r.id desc limit $1`, [most]);
  return rows.map(listedRunFrom);
}

export async function findListedRun(sql: Sql, id: string): Promise<ListedRun | null> {
  const { rows } = await sql.query<RunRow>(`${RUNS} where r.id = $1`, [id]);
  return rows[0] === undefined ? null : listedRunFrom(rows[0]);
}

function listedRunFrom(row: RunRow): ListedRun {
  return {
    id: row.id,
    createdAt: row.created_at,
    orders: row.orders,
    total: rappen(row.total_rappen),
    writtenAt: row.written_at,
    state: row.written_at === null ? 'waiting' : row.rejected > 0 ? 'rejected' : 'written',
    rejected: row.rejected,
  };
}

/** Orders that the bank rejected are shown to the operator with the reason. */
export async function rejectOrders(
  sql: Sql,
  runId: string,
  rejections: readonly { orderId: string; reason: string }[],
): Promise<number> {
  const { rowCount } = await sql.query(
    `update orders o set rejection = r.reason from unnest($2::uuid[], $3::text[]) as r (id, reason)
     where o.id = r.id and o.run_id = $1 and o.completed_at is null and o.cancelled_at is null`,
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
