import type { Sql } from '../database/database.ts';
import { isAtHome } from '../cells/at-home.ts';

export type Backlog = { due: number; oldestSeconds: number };

/** What waits to be done, by kind of effect; kinds of which nothing is due are not in it. */
export type QueueLengths = {
  effects: ReadonlyMap<string, Backlog>;
  /** Tried without success, and waiting for the next try, by kind. */
  retrying: ReadonlyMap<string, number>;
  /** Given up, by kind. */
  failed: ReadonlyMap<string, number>;
  deliveries: Backlog & { failed: number };
};

/** Beyond it a backlog is no longer counted: it is known to be too long by then. */
const MOST_COUNTED_EFFECTS = 100_000;

type Row = {
  queue: 'due' | 'retrying' | 'failed' | 'deliveries' | 'deliveries_failed';
  kind: string;
  due: number;
  oldest: number;
};

const OLDEST = 'greatest(0, extract(epoch from (select service_now()) - min(due_at)))::double precision';

export async function readQueues(sql: Sql): Promise<QueueLengths> {
  const { rows } = await sql.query<Row>({
    name: 'queues',
    text: `
      select 'due' as queue, kind, count(*) as due, ${OLDEST} as oldest
      from (select kind, due_at from effects where state = 'waiting' and due_at <= (select service_now())
            and ${isAtHome('organization_id')} order by due_at limit $1) e
      group by kind
      union all
      select 'failed', kind, count(*), 0
      from (select kind from effects where state = 'failed' and last_error is not null and ${isAtHome('organization_id')}
            order by finished_at limit $1) f
      group by kind
      union all
      select 'retrying', kind, count(*), 0
      from (select kind from effects where state = 'waiting' and attempts > 0
            and ${isAtHome('organization_id')} order by id limit $1) r
      group by kind
      union all
      select 'deliveries_failed', '', count(*), 0
      from ((select from deliveries where state = 'failed' and ${isAtHome('organization_id')} order by id limit $1)
            union all (select from provider_deliveries where state = 'failed' and ${isAtHome('organization_id')} order by id limit $1)) g
      union all
      select 'deliveries', '', count(*), coalesce(${OLDEST}, 0)
      from ((select due_at from deliveries where state = 'waiting' and due_at <= (select service_now())
             and ${isAtHome('organization_id')} order by due_at limit $1)
            union all (select due_at from provider_deliveries where state = 'waiting' and due_at <= (select service_now())
             and ${isAtHome('organization_id')} order by due_at limit $1)) d`,
    values: [MOST_COUNTED_EFFECTS],
  });
  const of = (queue: Row['queue']): Row[] => rows.filter((row) => row.queue === queue);
  const backlog = ({ due, oldest }: Row): Backlog => ({ due, oldestSeconds: oldest });
  const [deliveries] = of('deliveries').map(backlog);
  const counted = (queue: Row['queue']): Map<string, number> => new Map(of(queue).map(({ kind, due }) => [kind, due]));
  return {
    effects: new Map(of('due').map((row) => [row.kind, backlog(row)])),
    retrying: counted('retrying'),
    failed: counted('failed'),
    deliveries: { due: 0, oldestSeconds: 0, ...deliveries, failed: counted('deliveries_failed').get('') ?? 0 },
  };
}
