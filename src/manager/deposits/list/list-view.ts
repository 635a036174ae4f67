import type { Deposit } from '../../../domain/deposit.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import type { Organization } from '../../../domain/organization.ts';
import { swissDay, type Day } from '../../../domain/values/calendar.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { Sql } from '../../../storage/database/database.ts';
import type { ListCounts } from '../../../storage/deposit-list/counts.ts';
import { listAwaiting } from '../../../storage/deposit-list/awaiting.ts';
import {
  countAwaitingOf,
  countByState,
  listDepositsOf,
  openList,
  type ListedDeposits,
} from '../../../storage/deposit-list/deposit-list.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/listed.ts';
import type { ListFilter, ListScope } from '../../../storage/deposit-list/list-query.ts';
import { listViewsOf, type SavedView } from '../../../storage/deposit-list/list-views.ts';
import { readForList } from '../../../storage/deposits/for-list.ts';
import type { Choice } from '../../../web/parts.ts';
import { organizationsOf, type Person } from '../../person.ts';
import { scopeOf } from '../../person.ts';
import { canRemind } from '../deposit/possible.ts';
import { readColumns, STANDARD_COLUMNS, type ListColumn } from './columns.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { namedPeople } from './people.ts';

/** One page of a person's deposits, with what the tabs and filters show. */
export type ListView = {
  /** The query of the request, from which links to other pages of the list are made. */
  parameters: URLSearchParams;
  query: ListQuery;
  isFiltered: boolean;
  today: Day;
  rows: readonly ListRow[];
  columns: readonly ListColumn[];
  previous: string | null;
  next: string | null;
  /** Of what the search and the filters find, whatever the state. Null: a search finds too many to count. */
  counts: ListCounts | null;
  /** The person as a member of their first organization. */
  me: string;
  isMine: boolean;
  /** How many of these deposits await this person. Null: some may, and a search finds too many to count. */
  mine: number | null;
  organizations: readonly Organization[];
  managers: readonly Choice[];
  saved: readonly SavedView[];
  /** The saved view that is open. */
  view: SavedView | null;
};

export type ListRow = ListedDeposit & {
  /** Null: it went elsewhere at this moment. */
  deposit: Deposit | null;
  canSign: boolean;
  canRemind: boolean;
  isMine: boolean;
};

const ON_A_PAGE = 50;

/** What an address asks for, on this day. */
export async function listQueryOf(sql: Sql, person: Person, parameters: URLSearchParams): Promise<ListQuery> {
  const { sameAs } = await namedPeople(sql, person);
  return readListQuery(parameters, { today: swissDay(await serviceNow(sql)), sameAs });
}

export async function listView(sql: Sql, person: Person, parameters: URLSearchParams): Promise<ListView> {
  const today = swissDay(await serviceNow(sql));
  const people = await namedPeople(sql, person);
  const query = readListQuery(parameters, { today, sameAs: people.sameAs });
  const scope = await openList(sql, scopeOf(person));
  const { filter } = query;
  const own = scope.members.map(({ id }) => id);
  // At the same time, on connections of their own: none needs what another finds.
  const [shown, counts, saved] = await Promise.all([
    shownDeposits(sql, scope, query, { isUnfiltered: isUnfiltered(parameters) }),
    countByState(sql, scope, filter),
    listViewsOf(sql, scope.members),
  ]);
  const view = saved.find(({ id, name }) => name !== null && id === parameters.get('view')) ?? null;
  return {
    parameters,
    query,
    isFiltered: FILTERS.some((name) => parameters.has(name)),
    today,
    rows: shown.deposits.map((one) => rowOf(one, shown.whole.get(one.depositId) ?? null, own)),
    columns: columnsOf(parameters, saved, view),
    previous: shown.previous,
    next: shown.next,
    counts,
    me: person.memberships[0].member.id,
    isMine: isSame(filter, own),
    mine: shown.mine,
    organizations: organizationsOf(person),
    managers: people.choices,
    saved: saved.filter(({ name }) => name !== null),
    view,
  };
}

type Shown = ListedDeposits & { whole: ReadonlyMap<string, Deposit>; mine: number | null };

/** A page; where nothing is chosen, what awaits the person comes first. */
async function shownDeposits(
  sql: Sql,
  scope: ListScope,
  { filter, order, after, before }: ListQuery,
  { isUnfiltered: isPlain }: { isUnfiltered: boolean },
): Promise<Shown> {
  const [found, mine] = await Promise.all([
    listDepositsOf(sql, scope, filter, { ...order, after, before, most: ON_A_PAGE }),
    countAwaitingOf(sql, scope, filter),
  ]);
  const first = isPlain && mine !== 0 ? await listAwaiting(sql, { ...scope, most: ON_A_PAGE }) : [];
  const ids = new Set(first.map(({ depositId }) => depositId));
  const others = found.deposits.filter(({ depositId }) => !ids.has(depositId));
  // What comes first is not repeated on later pages.
  const deposits = after !== null || before !== null ? others : [...first, ...others];
  return { ...found, deposits, whole: await readForList(sql, deposits), mine };
}

const FILTERS = ['q', 'show', 'state', 'step', 'manager', 'organization', 'from', 'to'];

/** As the address says, else as in the view, else as the person has chosen for the list. */
function columnsOf(
  parameters: URLSearchParams,
  saved: readonly SavedView[],
  view: SavedView | null,
): readonly ListColumn[] {
  const chosen = view ?? saved.find(({ name }) => name === null);
  return readColumns(parameters.getAll('col')) ?? readColumns(chosen?.columns ?? []) ?? STANDARD_COLUMNS;
}

function isSame({ managerIds }: ListFilter, own: readonly string[]): boolean {
  return managerIds.length > 0 && managerIds.every((id) => own.includes(id));
}

/** Neither a filter nor an order is chosen. */
function isUnfiltered(parameters: URLSearchParams): boolean {
  return [...parameters].every(([name, value]) => value === '' || PLAIN.has(name));
}

const PLAIN: ReadonlySet<string> = new Set(['after', 'before', 'col', 'done']);

function rowOf(listed: ListedDeposit, deposit: Deposit | null, own: readonly string[]): ListRow {
  return {
    ...listed,
    deposit,
    canSign: deposit !== null && canMove('sign_as_manager', deposit),
    canRemind: deposit !== null && canRemind(deposit),
    isMine: own.includes(listed.manager.id),
  };
}
