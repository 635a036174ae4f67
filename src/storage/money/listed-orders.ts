import type { Order, OrderCause } from '../../domain/ledger.ts';
import { missingFor, type Missing, type PayeeFacts, type PayRules } from '../../domain/payee/missing.ts';
import { swissDay, type Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';
import { orderFrom, type OrderRow } from './booked-money.ts';
import { missingSql, PAYEE_COLUMNS, PAYEE_JOINS, payeeFactsFrom, payParameters, type PayeeRow } from './payees.ts';

/** An order as the operator sees it, with the deposit it comes from. */
export type ListedOrder = Order & {
  deposit: { id: string; organizationId: string; externalContractId: string } | null;
  /** The reference of the payment that it pays back. */
  reference: string | null;
  /** The payment that it pays back or moves. */
  payment: { entryKey: string | null; bookedOn: Day | null; payerName: string | null; payerIban: string | null } | null;
  /** The deposit that a person assigned the money to. Null: to none any more. */
  assigned: { depositId: string | null; reason: string } | null;
  facts: PayeeFacts;
  /** What is missing before it can be sent. */
  missing: Missing | null;
};

/** The rules for outgoing money; the day is that of the database's clock. */
export type OrderRules = Omit<PayRules, 'today'>;

export type OrderFilter = { kind: Order['kind'] } | { cause: OrderCause } | null;

type ListedRow = OrderRow &
  PayeeRow & {
    organization_id: string;
    deposit_id: string | null;
    reference: string | null;
    entry_key: string | null;
    paid_on: Day | null;
    payer_iban: string | null;
    resolution: { depositId: string | null; reason: string } | null;
    now: Date;
  };

const LIST = `select o.*, ${PAYEE_COLUMNS}, p.reference, p.entry_key, p.booked_on as paid_on, p.payer_iban,
    service_now() as now from orders o ${PAYEE_JOINS}`;

/** Newest first: ids grow with time. */
export async function listOrders(
  sql: Sql,
  { filter, before, most, rules }: { filter: OrderFilter; before: string | null; most: number; rules: OrderRules },
): Promise<ListedOrder[]> {
  const [column, value] =
    filter === null ? [null, null] : 'kind' in filter ? ['kind', filter.kind] : ['cause', filter.cause];
  const { rows } = await sql.query<ListedRow>(
    `${LIST} where ${column === null ? '$1::text is null' : `o.${column} = $1`} and o.id < $2 and o.cancelled_at is null
     order by o.id desc limit $3`,
    [value, before ?? MAX_ID, most],
  );
  return rows.map((row) => listedFrom(row, rules));
}

/** The states of `stateOfOrder`, of orders that are open. Parameters 1 to 3 are those of `payParameters`. */
const MISSING = missingSql(['$1', '$2', '$3']);
const HERE = '(o.return_reason is null and o.rejection is null and o.run_id is null)';
const REJECTED = '(o.return_reason is null and o.rejection is not null)';

/** Why an order needs a person: something is missing, it must be released, the bank rejected it, or it came back. */
function needsBy(missing: string) {
  const waits = `(${HERE} and ${missing} is not null)`;
  const toRelease = `(${HERE} and ${missing} is null and o.needs_release and o.released_at is null)`;
  return {
    hand: `((o.cause = 'unknown_reference' and ${HERE}) or o.return_reason is not null or ${REJECTED} or ${toRelease} or ${waits})`,
    unknown_reference: `o.cause = 'unknown_reference'`,
    late: `o.cause = 'late'`,
    surplus: `o.cause = 'surplus'`,
    rejected: REJECTED,
    returned: 'o.return_reason is not null',
    to_release: toRelease,
    waiting: waits,
    open: 'true',
  } as const;
}

const NEEDS = needsBy(`(${MISSING})`);

/** `hand`: needs a person, for whatever reason; `open`: not yet carried out. */
export type Need = keyof typeof NEEDS;

const OPEN = 'o.completed_at is null and o.cancelled_at is null';

/** Newest first. */
export async function listOpenOrders(
  sql: Sql,
  { need, before, most, rules }: { need: Need; before: string | null; most: number; rules: OrderRules },
): Promise<ListedOrder[]> {
  const { rows } = await sql.query<ListedRow>(
    `${LIST} where ${OPEN} and ${NEEDS[need]} and o.id < $4
       and ($1::text[] is not null or $2::text is not null or $3::text is not null)
     order by o.id desc limit $5`,
    [...payParameters(rules), before ?? MAX_ID, most],
  );
  return rows.map((row) => listedFrom(row, rules));
}

/** Those that need a person, the oldest first (ids grow with time), ordered after one moment and until another. Null: no limit. */
export async function listOrdersForHand(
  sql: Sql,
  { after, until, most, rules }: { after: Date | null; until: Date | null; most: number; rules: OrderRules },
): Promise<ListedOrder[]> {
  const { rows } = await sql.query<ListedRow>(
    `${LIST} where ${OPEN} and ${NEEDS.hand} and ($4::timestamptz is null or o.ordered_at > $4)
       and ($5::timestamptz is null or o.ordered_at <= $5)
       and ($1::text[] is not null or $2::text is not null or $3::text is not null)
     order by o.id limit $6`,
    [...payParameters(rules), after, until, most],
  );
  return rows.map((row) => listedFrom(row, rules));
}

/** Of the newest open orders, at most so many: what is missing is looked up for each. */
export async function countOpenOrders(
  sql: Sql,
  { rules, most }: { rules: OrderRules; most: number },
): Promise<Record<Need, number>> {
  const counts = Object.entries(needsBy('o.missing')).map(
    ([need, condition]) => `count(*) filter (where ${condition}) as ${need}`,
  );
  const { rows } = await sql.query<Record<Need, number>>(
    `select ${counts.join(', ')} from (
       select o.*, ${MISSING} as missing
       from (select * from orders o where ${OPEN} order by o.id desc limit $4) o ${PAYEE_JOINS} offset 0) o`,
    [...payParameters(rules), most],
  );
  return rows[0] as Record<Need, number>;
}

export async function findOrder(sql: Sql, id: string, rules: OrderRules): Promise<ListedOrder | null> {
  const { rows } = await sql.query<ListedRow>(`${LIST} where o.id = $1`, [id]);
  return rows[0] === undefined ? null : listedFrom(rows[0], rules);
}

function listedFrom(row: ListedRow, rules: OrderRules): ListedOrder {
  const order = orderFrom(row);
  const facts = payeeFactsFrom(row);
  const deposit =
    row.deposit_id === null
      ? null
      : {
          id: row.deposit_id,
          organizationId: row.organization_id,
          externalContractId: row.external_contract_id ?? '',
        };
  const missing = missingFor(order, facts, { ...rules, today: swissDay(row.now) });
  const payment =
    row.reference === null
      ? null
      : { entryKey: row.entry_key, bookedOn: row.paid_on, payerName: row.payer_name, payerIban: row.payer_iban };
  return { ...order, deposit, reference: row.reference, payment, assigned: row.resolution, facts, missing };
}
