import { DURATION_BOUNDS, type Durations } from '../domain/durations.ts';
import type { State } from '../domain/deposit.ts';
import type { Sql } from './database.ts';
import type { CallOutcome } from './request-log.ts';

/** From when to when, in slots of which size, and whose. Days and months are Swiss. */
export type Extent = {
  from: Date;
  to: Date;
  slot: 'hour' | 'day' | 'month';
  partnerId: string | null;
  organizationId: string | null;
};

/** The moment at which the slot of a time starts. */
const SLOT = (column: string): string => `date_trunc($1, ${column}, 'Europe/Zurich')`;

/** Each condition with the value it needs, as far as something is asked. The first three values are slot, from and to. */
class Conditions {
  readonly values: unknown[];
  readonly #texts: string[] = [];

  constructor({ slot, from, to }: Pick<Extent, 'slot' | 'from' | 'to'>) {
    this.values = [slot, from, to];
  }

  add(value: string | null, condition: (place: string) => string): this {
    if (value !== null) this.#texts.push(` and ${condition(`$${this.values.push(value)}`)}`);
    return this;
  }

  get text(): string {
    return this.#texts.join('');
  }
}

export type CallKind = 'open' | 'check' | 'read';
export type CountedCalls = {
  startsAt: Date;
  kind: CallKind;
  outcome: CallOutcome;
  calls: number;
  durations: Durations;
};

const KIND = `case when c.path like '%/check' then 'check'
  when c.path in ('/webhook/contract-status', '/webhook/events') then 'read' else 'open' end`;
const SUMS = Array.from(
  { length: DURATION_BOUNDS.length + 1 },
  (_, place) => `coalesce(sum(c.durations[${place + 1}]), 0)::float8`,
).join(', ');

export async function countCalls(sql: Sql, extent: Extent): Promise<CountedCalls[]> {
  const conditions = new Conditions(extent)
    .add(extent.organizationId, (place) => `c.organization_id = ${place}`)
    .add(extent.partnerId, (place) => `c.partner_id = ${place}`);
  const { rows } = await sql.query<{
    starts_at: Date;
    kind: CallKind;
    outcome: CallOutcome;
    calls: number;
    durations: Durations;
  }>(
    `select ${SLOT('c.starts_at')} as starts_at, ${KIND} as kind, c.outcome, sum(c.calls)::bigint as calls,
            array[${SUMS}] as durations
     from call_counts c where c.span = '${extent.slot === 'hour' ? 'hour' : 'day'}'
       and c.starts_at >= $2 and c.starts_at < $3${conditions.text}
     group by 1, 2, 3`,
    conditions.values,
  );
  return rows.map(({ starts_at: startsAt, ...count }) => ({ startsAt, ...count }));
}

export type ProblemOfPartner = { partnerId: string; partner: string | null; problem: string; calls: number };

/** What each partner's calls were refused for, the most frequent first. */
export async function listProblems(
  sql: Sql,
  { fromDay, toDay, partnerId, organizationId, mostEach }: ProblemQuestion,
): Promise<ProblemOfPartner[]> {
  const { rows } = await sql.query<{ partner_id: string; name: string | null; problem: string; calls: number }>(
    `select r.partner_id, p.name, r.problem, r.calls from (
       select c.partner_id, c.problem, sum(c.calls)::bigint as calls,
              sum(sum(c.calls)) over (partition by c.partner_id) as of_partner,
              row_number() over (partition by c.partner_id order by sum(c.calls) desc, c.problem) as place
       from call_problems c
       where c.day >= $1 and c.day < $2 and ($3::uuid is null or c.partner_id = $3)
         and ($4::uuid is null or c.organization_id = $4)
       group by c.partner_id, c.problem) r
     left join partners p on p.id = r.partner_id
     where r.place <= $5 order by r.of_partner desc, r.partner_id, r.place`,
    [fromDay, toDay, partnerId, organizationId, mostEach],
  );
  return rows.map(({ partner_id, name, problem, calls }) => ({ partnerId: partner_id, partner: name, problem, calls }));
}

export type ProblemQuestion = {
  fromDay: string;
  /** Not included. */
  toDay: string;
  partnerId: string | null;
  organizationId: string | null;
  mostEach: number;
};

export type MoneyMoved = { startsAt: Date; way: 'in' | 'out'; count: number; rappen: number };

/** What was booked, and what the bank has carried out. Of a partner: for deposits that came through it. */
export async function sumMoney(sql: Sql, extent: Extent): Promise<MoneyMoved[]> {
  const conditions = new Conditions(extent)
    .add(extent.organizationId, (place) => `m.organization_id = ${place}`)
    .add(
      extent.partnerId,
      (place) => `exists (select from deposits d join connections c on c.id = d.connection_id
        where d.organization_id = m.organization_id and d.id = m.deposit_id and c.partner_id = ${place})`,
    );
  const sum = (way: 'in' | 'out', table: string, column: string): string =>
    `select ${SLOT(`m.${column}`)} as starts_at, '${way}' as way, count(*) as count,
            sum(m.amount_rappen)::bigint as rappen
     from ${table} m where m.${column} >= $2 and m.${column} < $3${conditions.text} group by 1`;
  const { rows } = await sql.query<{ starts_at: Date; way: 'in' | 'out'; count: number; rappen: number }>(
    `${sum('in', 'payments', 'at')} union all ${sum('out', 'orders', 'completed_at')}`,
    conditions.values,
  );
  return rows.map(({ starts_at: startsAt, ...moved }) => ({ startsAt, ...moved }));
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';
export type CountedDeliveries = { startsAt: Date; state: DeliveryState; count: number };

/** By when they were queued, and what has become of them. */
export async function countDeliveries(sql: Sql, extent: Extent): Promise<CountedDeliveries[]> {
  const conditions = new Conditions(extent)
    .add(extent.organizationId, (place) => `d.organization_id = ${place}`)
    .add(
      extent.partnerId,
      (place) => `exists (select from connections c where c.id = d.connection_id and c.partner_id = ${place})`,
    );
  const { rows } = await sql.query<{ starts_at: Date; state: DeliveryState; count: number }>(
    `select ${SLOT('d.created_at')} as starts_at, d.state, count(*) as count
     from deliveries d where d.created_at >= $2 and d.created_at < $3${conditions.text} group by 1, 2`,
    conditions.values,
  );
  return rows.map(({ starts_at: startsAt, ...counted }) => ({ startsAt, ...counted }));
}

export type DepositCount = { state: State; deposits: number };

/** How many deposits there are now in each state. */
export async function countDeposits(sql: Sql, organizationId: string | null): Promise<DepositCount[]> {
  const { rows } = await sql.query<DepositCount>(
    `select state, count(*) as deposits from deposit_list ${organizationId === null ? '' : 'where organization_id = $1'}
     group by state`,
    organizationId === null ? [] : [organizationId],
  );
  return rows;
}

/** How many were open at the end of each day. */
export async function openByDay(
  sql: Sql,
  { fromDay, toDay, organizationId }: { fromDay: string; toDay: string; organizationId: string | null },
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ day: string; deposits: number }>(
    `select day, sum(deposits) filter (where state = 'open')::bigint as deposits from deposit_counts
     where day >= $1 and day < $2 and ($3::uuid is null or organization_id = $3) group by day`,
    [fromDay, toDay, organizationId],
  );
  return new Map(rows.map(({ day, deposits }) => [day, deposits ?? 0]));
}

/** Keeps how many deposits there are, under today; the last time it is called on a day stays. */
export async function keepDepositCounts(sql: Sql): Promise<void> {
  await sql.query(
    `with counted as (
       select organization_id, (service_now() at time zone 'Europe/Zurich')::date as day, state, count(*) as deposits
       from deposit_list group by organization_id, state
     ), gone as (
       delete from deposit_counts g where g.day = (select (service_now() at time zone 'Europe/Zurich')::date)
         and not exists (select from counted c
           where c.organization_id = g.organization_id and c.day = g.day and c.state = g.state)
     )
     insert into deposit_counts (organization_id, day, state, deposits) select * from counted order by 1, 2, 3
     on conflict (organization_id, day, state) do update set deposits = excluded.deposits`,
  );
}
