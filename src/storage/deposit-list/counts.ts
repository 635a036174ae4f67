import { STATES, type State } from '../../domain/deposit.ts';
import type { Sql } from '../database/database.ts';
import { branchesOf, IS_GIVEN, PART, partKey } from './page.ts';
import type { ListPart } from './scope.ts';

export type ListCounts = { states: Record<State, number>; awaitsManager: number; problems: number };

type Countable = { parts: readonly ListPart[]; memberIds: readonly string[]; most: number };

/** Every count stops at `most`. */
export async function countParts(sql: Sql, { parts, memberIds, most }: Countable): Promise<ListCounts> {
  const everything = { states: STATES, awaitsManager: false };
  const branches = parts.flatMap((part) => branchesOf(part, everything, { byTime: true }));
  const counts = await countBranches(sql, {
    branches,
    where: 'd.state = b.state and d.awaits_manager = b.awaits_manager',
    memberIds,
    most,
  });
  const problems = await countBranches(sql, { branches: parts.map(partKey), where: 'd.has_problem', memberIds, most });
  const total = (some: readonly Count[]): number =>
    Math.min(
      most,
      some.reduce((sum, { count }) => sum + count, 0),
    );
  const states = STATES.map((state) => [state, total(counts.filter((count) => count.state === state))]);
  return {
    states: Object.fromEntries(states) as Record<State, number>,
    awaitsManager: total(counts.filter((count) => count.awaits_manager === true)),
    problems: total(problems),
  };
}

type Count = { state: State | null; awaits_manager: boolean | null; count: number };

async function countBranches(
  sql: Sql,
  { branches, where, memberIds, most }: Omit<Countable, 'parts'> & { branches: readonly object[]; where: string },
): Promise<Count[]> {
  const side = (isWhole: boolean): string => `
    select b.state, b.awaits_manager,
           (select count(*) from (select from deposit_list d where d.organization_id = b.organization_id and ${where}
                                  ${isWhole ? '' : `and ${IS_GIVEN}`} limit $3) d) as count
    from branches b where b.given_to is ${isWhole ? 'null' : 'not null'}`;
  const { rows } = await sql.query<Count>(
    `with branches as materialized (
       select * from json_to_recordset($1) as b (${PART}, state text, awaits_manager boolean))
     ${side(true)} union all ${side(false)}`,
    [JSON.stringify(branches), memberIds, most],
  );
  return rows;
}
