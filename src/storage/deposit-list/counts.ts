import { STATES, STEPS, type State } from '../../domain/deposit.ts';
import type { Day } from '../../domain/values/calendar.ts';
import type { Sql } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { placesNow } from '../statistics/levels.ts';
import type { ListMark, ListPart } from './list-query.ts';
import { branchesOf, boundsOf, expectedIn, IS_GIVEN, PART, partKey } from './page.ts';
import { scopeQuery, type Wanted } from './scope.ts';

export type ListCounts = { states: Record<State, number>; awaitsManager: number; problems: number };

type Countable = { parts: readonly ListPart[]; memberIds: readonly string[]; wanted: Wanted; most: number };

/** Of all deposits, or those of some days. Every count stops at `most`. */
export async function countParts(sql: Sql, { parts, memberIds, wanted, most }: Countable): Promise<ListCounts> {
  const whole = parts.filter(({ givenTo }) => givenTo === null).map(({ organizationId }) => organizationId);
  const hasDays = wanted.from !== null || wanted.until !== null;
  const places = hasDays || whole.length === 0 ? null : await placesNow(sql, whole);
  const branches = parts.flatMap((part) => {
    // Of a whole organization those at each place are counted as they move: only what awaits the manager is not.
    const awaitsManager = places !== null && part.givenTo === null;
    return branchesOf(part, { states: STATES, awaitsManager }, { byTime: true });
  });
  const shared = { memberIds, most, wanted };
  const where = 'd.state = b.state and d.awaits_manager = b.awaits_manager';
  const counts = await countBranches(sql, { ...shared, branches, where });
  const problems = await countBranches(sql, { ...shared, branches: parts.map(partKey), where: 'd.has_problem' });
  const total = (some: readonly Count[]): number =>
    Math.min(
      most,
      some.reduce((sum, { count }) => sum + count, 0),
    );
  const given = new Set(parts.filter(({ givenTo }) => givenTo !== null).map(({ organizationId }) => organizationId));
  const states = STATES.map((state) => {
    const read = counts.filter(
      (count) => count.state === state && (places === null || given.has(count.organization_id)),
    );
    return [state, Math.min(most, total(read) + countAt(places, state))];
  });
  return {
    states: Object.fromEntries(states) as Record<State, number>,
    awaitsManager: total(counts.filter((count) => count.awaits_manager === true)),
    problems: total(problems),
  };
}

function countAt(places: ReadonlyMap<string, number> | null, state: State): number {
  const named: readonly string[] = state === 'opening' ? STEPS : [state];
  return named.reduce((sum, place) => sum + (places?.get(place) ?? 0), 0);
}

type Count = { organization_id: string; state: State | null; awaits_manager: boolean | null; count: number };

async function countBranches(
  sql: Sql,
  {
    branches,
    where,
    memberIds,
    wanted,
    most,
  }: Omit<Countable, 'parts'> & { branches: readonly object[]; where: string },
): Promise<Count[]> {
  const hasDays = wanted.from !== null || wanted.until !== null;
  const inDays = hasDays ? 'and d.created_at >= $4 and d.created_at < $5' : '';
  const side = (isWhole: boolean): string => `
    select b.organization_id, b.state, b.awaits_manager,
           (select count(*) from (select from deposit_list d where d.organization_id = b.organization_id and ${where}
                                  ${isWhole ? '' : `and ${IS_GIVEN}`} ${inDays} limit $3) d) as count
    from branches b where b.given_to is ${isWhole ? 'null' : 'not null'}`;
  const { rows } = await sql.query<Count>(
    prepared(
      `with branches as materialized (
       select * from json_to_recordset($1) as b (${PART}, state text, awaits_manager boolean))
     ${side(true)} union all ${side(false)}`,
      [JSON.stringify(branches), memberIds, most, ...(hasDays ? boundsOf(wanted) : [])],
    ),
  );
  return rows;
}

/** The planner's estimate may be wrong, but not by so many times. */
const SURELY_MORE = 4;

/** Of what a search or a member has. Null: more than `most`, and so not counted. */
export async function countFound(sql: Sql, { parts, memberIds, wanted, most }: Countable): Promise<ListCounts | null> {
  // The index of words collects all of them before the first is counted.
  if (parts.length > 0 && (await expectedIn(sql, { parts, wanted })) > SURELY_MORE * most) return null;
  const { rows } = await sql.query<{ state: State; awaits_manager: boolean; has_problem: boolean; count: number }>(
    prepared(
      `select f.state, f.awaits_manager, f.has_problem, count(*) as count from (
       select d.state, d.awaits_manager, d.has_problem
       from json_to_recordset($1) as b (${PART}, query tsquery) cross join lateral (
         select * from deposit_list w where w.words @@ b.query offset 0) d
       where d.organization_id = b.organization_id and (b.given_to is null or ${IS_GIVEN})
         and d.created_at >= $4 and d.created_at < $5 limit $3) f
     group by 1, 2, 3`,
      [JSON.stringify(queriesOf(parts, wanted)), memberIds, most + 1, ...boundsOf(wanted)],
    ),
  );
  const total = (some: typeof rows): number => some.reduce((sum, { count }) => sum + count, 0);
  if (total(rows) > most) return null;
  const states = STATES.map((state) => [state, total(rows.filter((row) => row.state === state))]);
  return {
    states: Object.fromEntries(states) as Record<State, number>,
    awaitsManager: total(rows.filter((row) => row.awaits_manager)),
    problems: total(rows.filter((row) => row.has_problem)),
  };
}

/** What deposits are counted by on its own: a mark, and for some the day by which the tenancy has started. */
export type CountedMark = { mark: ListMark | null; startedBy: Day | null };

/** One count for each; every one stops at `most`. */
export async function countMarked(
  sql: Sql,
  { parts, memberIds, wanted, most, marks }: Countable & { marks: readonly CountedMark[] },
): Promise<number[]> {
  const branches = marks.flatMap(({ mark, startedBy }, place) =>
    queriesOf(parts, { ...wanted, mark, awaitsManager: mark === null }).map((branch) => ({
      ...branch,
      place,
      started_by: startedBy,
    })),
  );
  const { rows } = await sql.query<{ place: number; count: number }>(
    prepared(
      `select b.place, sum((select count(*) from (
         select from (select * from deposit_list w where w.words @@ b.query offset 0) d
         where d.organization_id = b.organization_id and (b.given_to is null or ${IS_GIVEN})
           and (b.started_by is null or d.rental_start <= b.started_by)
           and d.created_at >= $4 and d.created_at < $5 limit $3) f))::bigint as count
     from json_to_recordset($1) as b (${PART}, query tsquery, place integer, started_by date) group by 1`,
      [JSON.stringify(branches), memberIds, most, ...boundsOf(wanted)],
    ),
  );
  return marks.map((_, place) => Math.min(most, rows.find((row) => row.place === place)?.count ?? 0));
}

function queriesOf(parts: readonly ListPart[], wanted: Wanted): object[] {
  return parts.map((part) => ({ ...partKey(part), query: scopeQuery(part, wanted) }));
}
