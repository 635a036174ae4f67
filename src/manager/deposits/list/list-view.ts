import { MOVES } from '../../../domain/lifecycle/moves.ts';
import type { Phase } from '../../../domain/lifecycle/phase.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { Sql } from '../../../storage/database/database.ts';
import type { ListCounts } from '../../../storage/deposit-list/counts.ts';
import { countByState, listDepositsOf, type ListedDeposit } from '../../../storage/deposit-list/deposit-list.ts';
import { DEFAULT_ORDER, NO_FILTER } from '../../../storage/deposit-list/list-query.ts';
import { listMembers } from '../../../storage/set-up/members.ts';
import type { Choice } from '../../../web/parts.ts';
import { organizationsOf, type Person } from '../../person.ts';
import { scopeOf } from '../access.ts';
import { readListQuery, type ListQuery } from './list-query.ts';

/** One page of a person's deposits, with what the tabs and filters show. */
export type ListView = {
  /** The query of the request, from which links to other pages of the list are made. */
  parameters: URLSearchParams;
  query: ListQuery;
  isFiltered: boolean;
  rows: readonly ListRow[];
  previous: string | null;
  next: string | null;
  counts: ListCounts;
  /** The person as a member of their first organization. */
  me: string;
  /** How many deposits await this person; at most a page is counted. */
  mine: number;
  organizations: readonly Organization[];
  managers: readonly Choice[];
};

export type ListRow = ListedDeposit & { canSign: boolean; isMine: boolean };

const ON_A_PAGE = 50;

export async function listView(sql: Sql, person: Person, parameters: URLSearchParams): Promise<ListView> {
  const query = readListQuery(parameters);
  const scope = scopeOf(person);
  const mine = await awaiting(sql, person);
  const { order, after, before } = query;
  const found = await listDepositsOf(sql, scope, query.filter, { ...order, after, before, most: ON_A_PAGE });
  const deposits = isPlain(parameters) ? mineFirst(found.deposits, mine, query) : found.deposits;
  return {
    parameters,
    query,
    isFiltered: FILTERS.some((name) => parameters.has(name)),
    rows: deposits.map((deposit) => ({ ...deposit, canSign: canSign(deposit), isMine: isMine(person, deposit) })),
    previous: found.previous,
    next: found.next,
    counts: await countByState(sql, scope),
    me: person.memberships[0].member.id,
    mine: mine.length,
    organizations: organizationsOf(person),
    managers: await managersOf(sql, person),
  };
}

const FILTERS = ['q', 'show', 'state', 'step', 'manager', 'organization', 'from', 'to'];

/** What awaits this person, newest first, up to a page. */
async function awaiting(sql: Sql, person: Person): Promise<ListedDeposit[]> {
  const found: ListedDeposit[] = [];
  for (const { member } of person.memberships) {
    const filter = { ...NO_FILTER, awaitsManager: true, managerId: member.id };
    const page = { ...DEFAULT_ORDER, after: null, most: ON_A_PAGE };
    found.push(...(await listDepositsOf(sql, scopeOf(person), filter, page)).deposits);
  }
  return found.slice(0, ON_A_PAGE);
}

/** Neither a filter nor an order is chosen. */
function isPlain(parameters: URLSearchParams): boolean {
  return [...parameters].every(([name, value]) => value === '' || name === 'after' || name === 'before');
}

/** What needs my action comes first on the first page, and is not repeated on later pages. */
function mineFirst(
  deposits: readonly ListedDeposit[],
  mine: readonly ListedDeposit[],
  { after, before }: ListQuery,
): ListedDeposit[] {
  const ids = new Set(mine.map(({ depositId }) => depositId));
  const others = deposits.filter(({ depositId }) => !ids.has(depositId));
  return after !== null || before !== null ? others : [...mine, ...others];
}

/** Asks the table of moves by step: the list holds no whole deposits, and while a deposit is opening, its step is its phase. */
function canSign({ step }: ListedDeposit): boolean {
  const from: readonly Phase[] = MOVES.sign_as_manager.from;
  return step !== null && from.includes(step);
}

function isMine({ memberships }: Person, { manager }: ListedDeposit): boolean {
  return memberships.some(({ member }) => member.id === manager.id);
}

async function managersOf(sql: Sql, person: Person): Promise<Choice[]> {
  const choices: Choice[] = [];
  for (const { id } of organizationsOf(person)) {
    const members = await listMembers(sql, id);
    choices.push(...members.map((member): Choice => [member.id, `${member.firstName} ${member.lastName}`]));
  }
  return choices;
}
