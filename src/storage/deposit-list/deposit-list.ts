import { emailKey } from '../../domain/values/contact.ts';
import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';
import { countAwaiting } from './awaiting.ts';
import { catchUpNewest, catchUpOrganizations } from './catch-up.ts';
import { countFound, countMarked, countParts, type CountedMark, type ListCounts } from './counts.ts';
import { emailLexeme, quoted } from './lexemes.ts';
import { NO_FILTER, type ListFilter, type ListOrder, type ListPart, type ListScope } from './list-query.ts';
import { listedFrom, positionIn, type ListedDeposit, type ListedRow } from './listed.ts';
import { columnNames } from '../database/columns.ts';
import { expectedIn, MANAGER, readPage, WITH_MANAGER } from './page.ts';
import { LIST_COLUMNS } from './row.ts';
import { isPossible, memberOrganizations, partsOf, wantedOf } from './scope.ts';
import { cursorOf, positionOf } from './sorting.ts';

/** Opaque, safe in a URL, and valid for the order it was made for. An invalid one is ignored. */
type ListCursor = string;

/** `after` wins if both are given. */
type ListPage = ListOrder & { after: ListCursor | null; before?: ListCursor | null; most: number };

export type ListedDeposits = { deposits: ListedDeposit[]; next: ListCursor | null; previous: ListCursor | null };

/** For several reads of the same moment: what is new is listed once, and so are the parts that the reader may see. */
export async function openList(sql: Sql, scope: ListScope): Promise<ListScope> {
  await catchUp(sql, scope);
  return { ...scope, parts: await partsOf(sql, scope) };
}

export async function listDepositsOf(
  sql: Sql,
  scope: ListScope,
  filter: ListFilter,
  page: ListPage,
): Promise<ListedDeposits> {
  await catchUp(sql, scope);
  return pageOf(sql, scope, filter, page);
}

const STREAMED = 500;

/** The whole list, page by page. Deposits that change in the meantime may appear twice or not at all. */
export async function* streamDeposits(
  sql: Sql,
  scope: ListScope,
  filter: ListFilter,
  order: ListOrder,
): AsyncIterable<ListedDeposit[]> {
  await catchUp(sql, scope);
  let after: ListCursor | null = null;
  do {
    const page: ListedDeposits = await pageOf(sql, scope, filter, { ...order, after, most: STREAMED });
    if (page.deposits.length > 0) yield page.deposits;
    after = page.next;
  } while (after !== null);
}

/** Of these deposits, those that the reader may see, in the order of the ids. */
export async function listTheseOf(sql: Sql, scope: ListScope, ids: readonly string[]): Promise<ListedDeposit[]> {
  await catchUp(sql, scope);
  const { rows } = await sql.query<ListedRow>(
    `select ${columnNames(LIST_COLUMNS, 'l')}, ${MANAGER} from deposit_list l ${WITH_MANAGER}
     where l.deposit_id = any($1::uuid[]) and (
       l.organization_id = any($2::uuid[])
       or (l.manager_organization_id, l.manager_id) in (select * from unnest($3::uuid[], $4::uuid[])))
     order by array_position($1::uuid[], l.deposit_id)`,
    [
      ids.filter(isId),
      scope.organizationIds,
      scope.members.map(({ organizationId }) => organizationId),
      memberIds(scope),
    ],
  );
  return rows.map(listedFrom);
}

/** Counting stops here to stay fast: this number means "or more". */
export const MOST_COUNTED_DEPOSITS = 10_000;

/** Of what a search finds, no more is counted. */
const MOST_FOUND_COUNTED = 5_000;

/**
 * What a search, a member, an organization or days have, whatever the filter says about the state. Null: a search finds
 * too many to count.
 */
export async function countByState(
  sql: Sql,
  scope: ListScope,
  filter: ListFilter = NO_FILTER,
): Promise<ListCounts | null> {
  await catchUp(sql, scope);
  const wanted = wantedOf({ ...filter, ...WHATEVER_THE_STATE });
  const parts = isPossible(filter) ? inOrganization(await partsOf(sql, scope), filter) : [];
  const countable = { parts, memberIds: memberIds(scope), wanted };
  return wanted.text.words.length === 0 && wanted.managerIds.length === 0
    ? countParts(sql, { ...countable, most: MOST_COUNTED_DEPOSITS })
    : countFound(sql, { ...countable, most: MOST_FOUND_COUNTED });
}

const WHATEVER_THE_STATE = {
  states: [],
  steps: [],
  awaitsManager: false,
  hasProblem: false,
  mark: null,
  startedBy: null,
} satisfies Partial<ListFilter>;

/** How many deposits have each mark, each counted up to `most`, of those that a filter finds, whatever it says about the state. */
export async function countByMark(
  sql: Sql,
  scope: ListScope,
  {
    marks,
    filter = NO_FILTER,
    most = MOST_COUNTED_DEPOSITS,
  }: { marks: readonly CountedMark[]; filter?: ListFilter; most?: number },
): Promise<number[]> {
  const parts = isPossible(filter) ? inOrganization(await partsOf(sql, scope), filter) : [];
  const wanted = wantedOf({ ...filter, ...WHATEVER_THE_STATE });
  return countMarked(sql, { parts, memberIds: memberIds(scope), wanted, marks, most });
}

/**
 * How many of what a search, an organization or days have await the members of the scope, whatever the filter says about the
 * state. Null: some may, and the search finds too many to count.
 */
export async function countAwaitingOf(sql: Sql, scope: ListScope, filter: ListFilter): Promise<number | null> {
  const { members } = scope;
  const { search, organizationId, from, to } = filter;
  if ([search, organizationId, from, to].every((one) => one === null)) {
    return countAwaiting(sql, { members, most: MOST_COUNTED_DEPOSITS });
  }
  const parts = isPossible(filter) ? inOrganization(await partsOf(sql, scope), filter) : [];
  if (parts.length === 0 || members.length === 0) return 0;
  const wanted = wantedOf({ ...filter, ...WHATEVER_THE_STATE, managerIds: [] });
  if (wanted.text.words.length > 0 && (await expectedIn(sql, { parts, wanted })) > MOST_FOUND_COUNTED) {
    return (await countAwaiting(sql, { members, most: 1 })) === 0 ? 0 : null;
  }
  const marks = [{ mark: null, startedBy: null }];
  const [count = 0] = await countByMark(sql, scope, { marks, filter: { ...filter, managerIds: memberIds(scope) } });
  return count;
}

type TenantsDeposit = { organizationId: string; depositId: string; positions: number[] };

const MOST_OF_A_TENANT = 20;

/** Every deposit that is not over with a tenant of this address, oldest first; also those whose tenant is to get it. */
export async function findEveryByEmail(
  sql: Sql,
  email: string,
): Promise<{ organizationId: string; depositId: string }[]> {
  await catchUpNewest(sql);
  const key = emailKey(email);
  const { rows } = await sql.query<{ organization_id: string; id: string }>(
    `select d.organization_id, d.id from deposits d
     where d.id = any (array(select w.deposit_id from deposit_list w where w.words @@ $1::tsquery
                             union select c.deposit_id from email_changes c
                             where lower(c.email) = $2 and c.confirmed_at is null and c.ended_at is null))
       and d.state not in ('closed', 'withdrawn')
     order by d.id`,
    [quoted(emailLexeme(key)), key],
  );
  return rows.map((row) => ({ organizationId: row.organization_id, depositId: row.id }));
}

/** The newest deposits with a tenant of this address, and the positions of these tenants. Without withdrawn ones. */
export async function findByTenantEmail(sql: Sql, email: string): Promise<TenantsDeposit[]> {
  await catchUpNewest(sql);
  const key = emailKey(email);
  const { rows } = await sql.query<{ organization_id: string; deposit_id: string; emails: string[] }>(
    `select d.organization_id, d.deposit_id,
            (select array_agg(t.email order by t.position) from tenants t
             where t.organization_id = d.organization_id and t.deposit_id = d.deposit_id) as emails
     from (select * from deposit_list w where w.words @@ $1::tsquery offset 0) d
     where d.state <> 'withdrawn' order by d.created_at desc, d.deposit_id desc limit $2`,
    [quoted(emailLexeme(key)), MOST_OF_A_TENANT],
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    depositId: row.deposit_id,
    positions: row.emails.flatMap((one, index) => (emailKey(one) === key ? [index + 1] : [])),
  }));
}

async function catchUp(sql: Sql, { organizationIds, members, parts }: ListScope): Promise<void> {
  if (parts !== undefined) return;
  await catchUpOrganizations(sql, { organizationIds, subOrganizationIds: memberOrganizations(members) });
}

function memberIds({ members }: ListScope): string[] {
  return members.map(({ id }) => id);
}

async function pageOf(sql: Sql, scope: ListScope, filter: ListFilter, page: ListPage): Promise<ListedDeposits> {
  const order = { sort: page.sort, descending: page.descending };
  const after = positionOf(order, page.after);
  const before = after === null ? positionOf(order, page.before ?? null) : null;
  const isBackwards = before !== null;
  const parts = isPossible(filter) ? inOrganization(await partsOf(sql, scope), filter) : [];
  const rows = await readPage<ListedRow>(sql, {
    parts,
    memberIds: memberIds(scope),
    wanted: wantedOf(filter),
    order: { sort: order.sort, descending: order.descending !== isBackwards },
    start: after ?? before,
    // One more, to know whether there is a next page.
    most: page.most + 1,
  });
  const shown = rows.slice(0, page.most);
  if (isBackwards) shown.reverse();
  const goesOn = rows.length > page.most;
  const cursor = (row: ListedRow | undefined): ListCursor | null =>
    row === undefined ? null : cursorOf(order, positionIn(row, order));
  return {
    deposits: shown.map(listedFrom),
    next: isBackwards || goesOn ? cursor(shown.at(-1)) : null,
    previous: (isBackwards ? goesOn : after !== null) ? cursor(shown[0]) : null,
  };
}

function inOrganization(parts: readonly ListPart[], { organizationId }: ListFilter): readonly ListPart[] {
  if (organizationId === null) return parts;
  return parts.filter((part) => part.organizationId === organizationId.toLowerCase());
}
