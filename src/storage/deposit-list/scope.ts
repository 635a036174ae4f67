import { startOfDay } from '../../domain/values/calendar.ts';
import { STATES, STEPS, type State, type Step } from '../../domain/deposit.ts';
import { readSought, type SoughtText } from '../../domain/values/search-words.ts';
import type { Sql } from '../database/database.ts';
import type { ListFilter, ListMark, ListPart, ListScope } from './list-query.ts';
import { isId } from '../database/ids.ts';
import { prepared } from '../database/prepared.ts';
import { queryFor } from './lexemes.ts';

/** The deposits that a reader may see, as disjoint parts, each of which is contiguous in an index. */
export async function partsOf(sql: Sql, { organizationIds, members, parts }: ListScope): Promise<readonly ListPart[]> {
  if (parts !== undefined) return parts;
  const own = [...new Set(organizationIds)].map((organizationId) => ({ organizationId, givenTo: null }));
  const givenTo = memberOrganizations(members);
  if (givenTo.length === 0) return own;
  // Skips from organization to organization in the index.
  const next = (after: string): string =>
    `(select d.organization_id from deposit_list d
      where ${after} and d.manager_organization_id <> d.organization_id
      order by d.manager_organization_id, d.organization_id limit 1)`;
  const { rows } = await sql.query<ListPart>(
    prepared(
      `with recursive parts as (
       select g.id as given_to, ${next('d.manager_organization_id = g.id')} as organization_id
       from unnest($1::uuid[]) as g (id)
       union all
       select p.given_to, ${next('d.manager_organization_id = p.given_to and d.organization_id > p.organization_id')}
       from parts p where p.organization_id is not null)
     select organization_id as "organizationId", given_to as "givenTo" from parts where organization_id is not null`,
      [givenTo],
    ),
  );
  return [...own, ...rows.filter(({ organizationId }) => !organizationIds.includes(organizationId))];
}

export function memberOrganizations(members: ListScope['members']): string[] {
  return [...new Set(members.map(({ organizationId }) => organizationId))];
}

/** A filter with all its values resolved. */
export type Wanted = {
  text: SoughtText;
  states: readonly State[];
  /** Of `opening`; empty: any. */
  steps: readonly Step[];
  awaitsManager: boolean;
  hasProblem: boolean;
  mark: ListMark | null;
  startedBy: ListFilter['startedBy'];
  managerIds: readonly string[];
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
};

/** Steps are part of `opening`: chosen steps are added to the chosen states. */
export function wantedOf(filter: ListFilter): Wanted {
  const { states, steps } = filter;
  const chosen: readonly State[] = steps.length === 0 ? states : [...new Set<State>([...states, 'opening'])];
  return {
    text: readSought(filter.search ?? ''),
    states: chosen.length === 0 ? STATES : chosen,
    steps,
    awaitsManager: filter.awaitsManager,
    hasProblem: filter.hasProblem,
    mark: filter.mark,
    startedBy: filter.startedBy,
    managerIds: filter.managerIds.map((id) => id.toLowerCase()),
    from: filter.from === null ? null : startOfDay(filter.from),
    until: filter.to === null ? null : endOfDay(filter.to),
  };
}

function endOfDay(day: ListFilter['to'] & string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString() as typeof day);
}

/** Malformed ids match no row. */
export function isPossible({ managerIds, organizationId }: ListFilter): boolean {
  return managerIds.every(isId) && (organizationId === null || isId(organizationId));
}

/** Whether the matches are scattered over the indexes that the list is sorted by. */
export function isScattered(wanted: Wanted, { byTime }: { byTime: boolean }): boolean {
  const { text, steps, managerIds, mark, hasProblem, awaitsManager } = wanted;
  const hasMark = hasProblem || mark !== null || (awaitsManager && !byTime);
  return text.words.length > 0 || steps.length > 0 || managerIds.length > 0 || hasMark;
}

/** The whole filter for one part, as a query for the index of words. */
export function scopeQuery({ organizationId, givenTo }: ListPart, wanted: Wanted): string {
  const isAnywhere = wanted.steps.length === 0 && wanted.states.length === STATES.length;
  return queryFor(organizationId, {
    text: wanted.text,
    phases: isAnywhere ? [] : wanted.states.flatMap((state) => phasesOf(state, wanted.steps)),
    managerIds: wanted.managerIds,
    givenTo,
    awaitsManager: wanted.awaitsManager,
    hasProblem: wanted.hasProblem,
    mark: wanted.mark,
  });
}

function phasesOf(state: State, steps: readonly Step[]): readonly (State | Step)[] {
  if (state !== 'opening') return [state];
  return steps.length === 0 ? STEPS : steps;
}
