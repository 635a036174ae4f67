import type { Day } from '../../domain/values/calendar.ts';
import { emailKey } from '../../domain/values/contact.ts';
import type { State, Step } from '../../domain/deposit.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { Sql } from '../database/database.ts';
import { catchUpNewest, catchUpOrganizations } from './catch-up.ts';
import { countParts, type ListCounts } from './counts.ts';
import { emailLexeme, quoted } from './lexemes.ts';
import type { ListFilter, ListOrder, ListScope, ListSort } from './list-query.ts';
import { readPage } from './page.ts';
import { isPossible, memberOrganizations, partsOf, wantedOf, type ListPart } from './scope.ts';
import { cursorOf, positionOf, type Position } from './sorting.ts';

/** Opaque, safe in a URL, and valid for the order it was made for. An invalid one is ignored. */
type ListCursor = string;

/** `after` wins if both are given. */
type ListPage = ListOrder & { after: ListCursor | null; before?: ListCursor | null; most: number };

export type ListedDeposit = {
  organizationId: string;
  depositId: string;
  externalContractId: string;
  createdAt: Date;
  state: State;
  step: Step | null;
  awaitsManager: boolean;
  hasProblem: boolean;
  property: string;
  tenants: string;
  rentalStart: Day;
  rentalDeposit: Rappen;
  manager: { id: string; name: string };
};

export type ListedDeposits = { deposits: ListedDeposit[]; next: ListCursor | null; previous: ListCursor | null };

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

/** Counting stops here to stay fast: this number means "or more". */
export const MOST_COUNTED_DEPOSITS = 10_000;

export async function countByState(sql: Sql, scope: ListScope): Promise<ListCounts> {
  await catchUp(sql, scope);
  return countParts(sql, {
    parts: await partsOf(sql, scope),
    memberIds: memberIds(scope),
    most: MOST_COUNTED_DEPOSITS,
  });
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

async function catchUp(sql: Sql, { organizationIds, members }: ListScope): Promise<void> {
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
  const rows = await readPage<Row>(sql, {
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
  const cursor = (row: Row | undefined): ListCursor | null =>
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

type Row = {
  organization_id: string;
  deposit_id: string;
  created_at: Date;
  external_contract_id: string;
  contract_key: string;
  state: State;
  step: Step | null;
  awaits_manager: boolean;
  has_problem: boolean;
  manager_id: string;
  property: string;
  tenants: string;
  tenant_key: string;
  rental_start: Day;
  rental_deposit_rappen: number;
  first_name: string | null;
  last_name: string | null;
};

function listedFrom(row: Row): ListedDeposit {
  return {
    organizationId: row.organization_id,
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id,
    createdAt: row.created_at,
    state: row.state,
    step: row.step,
    awaitsManager: row.awaits_manager,
    hasProblem: row.has_problem,
    property: row.property,
    tenants: row.tenants,
    rentalStart: row.rental_start,
    rentalDeposit: rappen(row.rental_deposit_rappen),
    manager: { id: row.manager_id, name: [row.first_name, row.last_name].filter(Boolean).join(' ') },
  };
}

function positionIn(row: Row, { sort }: ListOrder): Position {
  return { awaitsManager: row.awaits_manager, key: keyIn(row, sort), id: row.deposit_id };
}

function keyIn(row: Row, sort: ListSort): string {
  switch (sort) {
    case 'attention':
    case 'created':
      return row.created_at.toISOString();
    case 'contract':
      return row.contract_key;
    case 'tenant':
      return row.tenant_key;
    case 'rental_start':
      return row.rental_start;
    case 'amount':
      return String(row.rental_deposit_rappen);
  }
}
