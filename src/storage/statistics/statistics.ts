import { DURATION_BOUNDS, type Durations } from '../../domain/values/durations.ts';
import type { Sql } from '../database/database.ts';
import type { CallOutcome } from '../request-log/request-log.ts';

/** The period, the size of its slots, and an optional partner and organization. Days and months are Swiss. */
export type Extent = {
  from: Date;
  to: Date;
  slot: 'hour' | 'day' | 'month';
  partnerId: string | null;
  organizationId: string | null;
};

/** The condition on partner and organization; appends its values to those of the statement. */
export function only(
  { partnerId, organizationId }: Pick<Extent, 'partnerId' | 'organizationId'>,
  before: readonly unknown[],
): { text: string; values: unknown[] } {
  const values = [...before];
  const parts = [
    organizationId === null ? '' : ` and c.organization_id = $${values.push(organizationId)}`,
    partnerId === null ? '' : ` and c.partner_id = $${values.push(partnerId)}`,
  ];
  return { text: parts.join(''), values };
}

type CountedKind = 'open' | 'check' | 'read';
export type CountedCalls = {
  startsAt: Date;
  kind: CountedKind;
  outcome: CallOutcome;
  calls: number;
  durations: Durations;
};

const KIND = `case when c.path like '%/check' then 'check'
  when c.path in ('/webhook/contract-status', '/webhook/events', '/webhook/deposits') then 'read' else 'open' end`;
const SUMS = Array.from(
  { length: DURATION_BOUNDS.length + 1 },
  (_, index) => `coalesce(sum(c.durations[${index + 1}]), 0)::float8`,
).join(', ');

export async function countCalls(sql: Sql, extent: Extent): Promise<CountedCalls[]> {
  const { text, values } = only(extent, [extent.slot, extent.from, extent.to]);
  const { rows } = await sql.query<{
    starts_at: Date;
    kind: CountedKind;
    outcome: CallOutcome;
    calls: number;
    durations: Durations;
  }>(
    `select date_trunc($1, c.starts_at, 'Europe/Zurich') as starts_at, ${KIND} as kind, c.outcome, sum(c.calls)::bigint as calls,
            array[${SUMS}] as durations
     from call_counts c where c.span = '${extent.slot === 'hour' ? 'hour' : 'day'}'
       and c.starts_at >= $2 and c.starts_at < $3${text}
     group by 1, 2, 3`,
    values,
  );
  return rows.map(({ starts_at: startsAt, ...count }) => ({ startsAt, ...count }));
}

export type ProblemOfPartner = { partnerId: string; partner: string | null; problem: string; calls: number };

/** The most frequent problems of each partner's refused calls. */
export async function listProblemCounts(
  sql: Sql,
  { fromDay, toDay, partnerId, organizationId, mostEach }: ProblemQuestion,
): Promise<ProblemOfPartner[]> {
  const { rows } = await sql.query<{ partner_id: string; name: string | null; problem: string; calls: number }>(
    `select r.partner_id, p.name, r.problem, r.calls from (
       select c.partner_id, c.problem, sum(c.calls)::bigint as calls,
              sum(sum(c.calls)) over (partition by c.partner_id) as of_partner,
              row_number() over (partition by c.partner_id order by sum(c.calls) desc, c.problem) as rank
       from call_problems c
       where c.day >= $1 and c.day < $2 and ($3::uuid is null or c.partner_id = $3)
         and ($4::uuid is null or c.organization_id = $4)
       group by c.partner_id, c.problem) r
     left join partners p on p.id = r.partner_id
     where r.rank <= $5 order by r.of_partner desc, r.partner_id, r.rank`,
    [fromDay, toDay, partnerId, organizationId, mostEach],
  );
  return rows.map(({ partner_id, name, problem, calls }) => ({ partnerId: partner_id, partner: name, problem, calls }));
}

type ProblemQuestion = {
  fromDay: string;
  /** Exclusive. */
  toDay: string;
  partnerId: string | null;
  organizationId: string | null;
  mostEach: number;
};
