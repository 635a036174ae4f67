import type { Order } from '../../domain/ledger.ts';
import type { CandidateFacts } from '../../domain/resolving/suggestion.ts';
import type { Day } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { listTheseDeposits, type DepositAnywhere } from '../deposit-list/everywhere.ts';

/** What a kept entry may belong to. */
export type Candidate = { kind: CandidateFacts['kind']; id: string; organizationId: string };

const MOST = 10;

/**
 * For each key: the deposits of its account and its reference, payments and orders of the account's deposit with the
 * same amount, and the order that its end-to-end id names. For a reversal on the operator's own account: the credits of
 * this amount that can still be taken back.
 */
export async function readCandidates(
  sql: Sql,
  entries: readonly { key: string; reference: string | null; orderId: string | null }[],
): Promise<Map<string, Candidate[]>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql.query<Candidate & { key: string }>(
    `select distinct i.key, c.kind, c.id, c.organization_id as "organizationId"
     from unnest($1::text[], $2::text[], $3::uuid[]) as i (key, reference, order_id)
     join bank_entries e on e.key = i.key
     cross join lateral (
       select 'deposit' as kind, d.id, d.organization_id from deposits d where d.id = e.account_of or d.id = e.deposit_id
       union
       select 'deposit', d.id, d.organization_id from deposits d where d.payment_reference = i.reference
       union
       select 'order', o.id, o.organization_id from orders o where o.id = i.order_id or o.id = e.order_id
       union
       (select 'order', o.id, o.organization_id from orders o join deposits d on d.id = e.account_of
        where o.organization_id = d.organization_id and o.deposit_id = d.id and o.amount_rappen = e.amount_rappen
          and o.cancelled_at is null limit ${MOST})
       union
       (select 'payment', p.id, p.organization_id from payments p join deposits d on d.id = e.account_of
        where p.organization_id = d.organization_id and p.deposit_id = d.id and p.amount_rappen = e.amount_rappen
          and p.reversed_at is null limit ${MOST})
       union
       (select 'payment', p.id, p.organization_id
        from bank_entries b join payments p on p.id = b.payment_id
        where e.kind = 'reversal' and e.account_of = '${NIL_ID}' and b.account_of = e.account_of
          and b.amount_rappen = e.amount_rappen and b.direction = 'credit' and b.account_iban = e.account_iban
          and p.reversed_at is null and (p.deposit_id is not null or exists (
            select from orders o where o.organization_id = p.organization_id and o.payment_id = p.id
              and o.completed_at is null and o.cancelled_at is null and (o.run_id is null or o.rejection is not null)))
        order by b.at desc limit ${MOST})
     ) c
     order by i.key, c.kind, c.id`,
    [entries.map(({ key }) => key), entries.map(({ reference }) => reference), entries.map(({ orderId }) => orderId)],
  );
  const groups = Map.groupBy(rows, ({ key }) => key);
  const candidateOf = ({ kind, id, organizationId }: Candidate): Candidate => ({ kind, id, organizationId });
  return new Map([...groups].map(([key, found]) => [key, found.map(candidateOf)]));
}

type Details = {
  deposit: { deposit: DepositAnywhere };
  payment: { deposit: DepositAnywhere | null; at: Date; bookedOn: Day | null; payerName: string | null };
  order: {
    deposit: DepositAnywhere | null;
    orderedAt: Date;
    completedAt: Date | null;
    cause: Order['cause'];
    payee: Order['payee'];
  };
};

/** A candidate with what a person needs to recognize it. */
export type KnownCandidate = {
  [K in CandidateFacts['kind']]: Extract<CandidateFacts, { kind: K }> & Details[K];
}[CandidateFacts['kind']];

/** By id. */
export async function describeCandidates(
  sql: Sql,
  candidates: readonly Candidate[],
): Promise<Map<string, KnownCandidate>> {
  const payments = await paymentRows(sql, candidates);
  const orders = await orderRows(sql, candidates);
  const depositIds = [
    ...candidates.filter(({ kind }) => kind === 'deposit').map(({ id }) => id),
    ...[...payments, ...orders].map(({ depositId }) => depositId).filter((id) => id !== null),
  ];
  const found = depositIds.length === 0 ? [] : await listTheseDeposits(sql, [...new Set(depositIds)]);
  const deposits = new Map(found.map((deposit) => [deposit.depositId, deposit]));
  const of = (id: string | null): DepositAnywhere | null => deposits.get(id ?? '') ?? null;
  const known: KnownCandidate[] = [
    ...found.map((deposit) => ({ kind: 'deposit' as const, id: deposit.depositId, deposit })),
    ...payments.map(({ depositId, amount, ...row }) => ({
      kind: 'payment' as const,
      ...row,
      amount: rappen(amount),
      deposit: of(depositId),
    })),
    ...orders.map(({ depositId, amount, ...row }) => ({
      kind: 'order' as const,
      ...row,
      amount: rappen(amount),
      isCompleted: row.completedAt !== null,
      deposit: of(depositId),
    })),
  ];
  return new Map(known.map((one) => [one.id, one]));
}

const KEYS = 'unnest($1::uuid[], $2::uuid[]) as k (organization_id, id)';

function keysOf(candidates: readonly Candidate[], kind: Candidate['kind']): [string[], string[]] {
  const some = candidates.filter((one) => one.kind === kind);
  return [some.map(({ organizationId }) => organizationId), some.map(({ id }) => id)];
}

type Row<K extends 'payment' | 'order'> = Omit<Details[K], 'deposit'> & {
  id: string;
  amount: number;
  depositId: string | null;
};

async function paymentRows(
  sql: Sql,
  candidates: readonly Candidate[],
): Promise<(Row<'payment'> & { isReversed: boolean })[]> {
  const { rows } = await sql.query<Row<'payment'> & { isReversed: boolean }>(
    `select p.id, p.deposit_id as "depositId", p.amount_rappen as amount, p.at, p.booked_on as "bookedOn",
            p.payer_name as "payerName", p.reversed_at is not null as "isReversed"
     from payments p join ${KEYS} on p.organization_id = k.organization_id and p.id = k.id`,
    keysOf(candidates, 'payment'),
  );
  return rows;
}

async function orderRows(
  sql: Sql,
  candidates: readonly Candidate[],
): Promise<(Row<'order'> & { isBooked: boolean })[]> {
  const { rows } = await sql.query<Row<'order'> & { isBooked: boolean }>(
    `select o.id, o.deposit_id as "depositId", o.amount_rappen as amount, o.ordered_at as "orderedAt",
            o.completed_at as "completedAt", o.cause, o.payee,
            exists (select from bank_entries e where e.order_id = o.id and e.direction = 'debit'
                    and (e.attention is null or e.is_booked)) as "isBooked"
     from orders o join ${KEYS} on o.organization_id = k.organization_id and o.id = k.id`,
    keysOf(candidates, 'order'),
  );
  return rows;
}
