import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../database/database.ts';
import { moving, type Sides } from './sides.ts';
import { noteMove, type Family } from './state.ts';

/** From now on background work begins nothing for the organizations; calls are still served. */
export async function letWorkRest(source: Sql, { ids }: Family): Promise<void> {
  await source.query(
    'update organizations set leaving_since = service_now() where id = any($1) and leaving_since is null',
    [ids],
  );
}

/**
 * Waits until what background work had begun is done: its transactions, callbacks on their way, and payment files that are
 * being written. False: it takes too long.
 */
export async function workRests(source: Sql, { ids }: Family, limitMs: number): Promise<boolean> {
  const { rows } = await source.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  return until(limitMs, async () => {
    const { rows: states } = await source.query<{ rests: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) >= $2::text::xid8
          and not exists (select from deliveries where organization_id = any($1) and claimed_until > clock_timestamp())
          and not exists (select from provider_deliveries where organization_id = any($1) and claimed_until > clock_timestamp())
          and not exists (select from orders o join payment_runs r on r.id = o.run_id and r.written_at is null
                          where o.organization_id = any($1)) as rests`,
      [ids, rows[0]?.next],
    );
    return states[0]?.rests === true;
  });
}

/** Opens and moves are refused by the source from now on. */
export async function hold(source: Sql, family: Family, cell: string): Promise<void> {
  await moving(source, async () => {
    await source.query('update organizations set home = $2, moved_at = service_now() where id = any($1)', [
      family.ids,
      cell,
    ]);
    await noteMove(source, family, { side: 'source', cell, step: 'held' });
  });
}

/** As before the move. */
export async function releaseHold(source: Sql, family: Family): Promise<void> {
  await moving(source, () =>
    source.query('update organizations set home = null, moved_at = null, leaving_since = null where id = any($1)', [
      family.ids,
    ]),
  );
}

/** What calls change; every change of them holds its table until it is stored. */
const CHANGED_BY_CALLS = [
  'deposits',
  'members',
  'status_keys',
  'ignored_contracts',
  'list_views',
  'refused_calls',
  'deposit_notes',
  'deposit_files',
  'claim_proofs',
  'qualified_signatures',
  'bounces',
  'running_imports',
];

/** Waits for the changes that had begun before the hold. False: it takes too long. */
export async function callsEnd(source: Sql, limitMs: number): Promise<boolean> {
  const changing = async (): Promise<Set<string>> => {
    const { rows } = await source.query<{ one: string }>(
      `select distinct virtualtransaction as one from pg_locks
       where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())
         and relation = any (array(select oid from pg_class
                                   where relname = any ($1) and relnamespace = current_schema()::regnamespace))`,
      [CHANGED_BY_CALLS],
    );
    return new Set(rows.map(({ one }) => one));
  };
  const before = await changing();
  return until(limitMs, async () => {
    if (before.size === 0) return true;
    const now = await changing();
    return [...before].every((one) => !now.has(one));
  });
}

/** Waits until the target has everything that the source has stored before. False: it takes too long. */
export async function copyCatchesUp(
  { source, target }: Sides,
  { organizationId }: Family,
  limitMs: number,
): Promise<boolean> {
  const { rows } = await source.query<{ mark: string }>(
    `insert into organization_marks (organization_id, mark) values ($1, gen_random_uuid())
     on conflict (organization_id) do update set mark = excluded.mark returning mark`,
    [organizationId],
  );
  return until(limitMs, async () => {
    const { rowCount } = await target.query('select from organization_marks where organization_id = $1 and mark = $2', [
      organizationId,
      rows[0]?.mark,
    ]);
    return rowCount === 1;
  });
}

const ASK_EVERY_MS = 5;

async function until(limitMs: number, isDone: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await isDone())) {
    if (performance.now() > end) return false;
    await wait(ASK_EVERY_MS);
  }
  return true;
}
