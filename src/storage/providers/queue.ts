import type { ApplicationState } from '../../domain/application.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Sql } from '../database/database.ts';
import { NIL_ID } from '../database/ids.ts';
import { readDeposits, type Location } from '../deposits/deposits.ts';
import { isAtHome } from '../cells/at-home.ts';

/** Where an application of a provider is. Null: there is none, or it is another provider's. */
export async function locateApplication(sql: Sql, providerId: string, id: string): Promise<Location | null> {
  const { rows } = await sql.query<Location>(
    `select organization_id as "organizationId", deposit_id as "depositId" from applications
     where id = $1 and provider_id = $2 and ${isAtHome('organization_id')}`,
    [id, providerId],
  );
  return rows[0] ?? null;
}

/** Whose application it is. Null: there is none. */
export async function providerOfApplication(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ provider_id: string }>('select provider_id from applications where id = $1', [id]);
  return rows[0]?.provider_id ?? null;
}

export type QueueState = ApplicationState | 'all';
/** `before`: the page that ends before this application, where a reader goes back. */
type QueuePage = { state: QueueState; after: string | null; before?: string | null; most: number };

/** An application's id, and the deposit that it is about. */
export type QueuedApplication = { id: string; deposit: Deposit };

/** Oldest first: ids grow with time, so a page is a range of an index, however long the queue is. */
export async function listApplications(
  sql: Sql,
  providerId: string,
  { state, after, before = null, most }: QueuePage,
): Promise<QueuedApplication[]> {
  const isAll = state === 'all';
  const [beyond, order] = before === null ? ['>', 'asc'] : ['<', 'desc'];
  const from = before ?? after ?? NIL_ID;
  const { rows } = await sql.query<{ id: string } & Location>(
    `select id, organization_id as "organizationId", deposit_id as "depositId" from applications
     where provider_id = $1 and ${isAtHome('organization_id')} ${isAll ? '' : 'and state = $4'} and id ${beyond} $2 order by id ${order} limit $3`,
    isAll ? [providerId, from, most] : [providerId, from, most, state],
  );
  return withDeposits(sql, before === null ? rows : rows.toReversed());
}

async function withDeposits(sql: Sql, rows: readonly ({ id: string } & Location)[]): Promise<QueuedApplication[]> {
  const deposits = await readDeposits(sql, rows);
  return rows.flatMap(({ id, depositId }) => {
    const deposit = deposits.get(depositId);
    return deposit === undefined ? [] : [{ id, deposit }];
  });
}

/** The ids of all that are in a state, oldest first. */
export async function listApplicationIds(sql: Sql, providerId: string, state: ApplicationState): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from applications where provider_id = $1 and state = $2 and ${isAtHome('organization_id')} order by id`,
    [providerId, state],
  );
  return rows.map(({ id }) => id);
}

/** Some of a provider's applications, in the order of their ids. */
export async function findApplications(
  sql: Sql,
  providerId: string,
  ids: readonly string[],
): Promise<QueuedApplication[]> {
  const { rows } = await sql.query<{ id: string } & Location>(
    `select id, organization_id as "organizationId", deposit_id as "depositId" from applications
     where provider_id = $1 and id = any($2::uuid[]) and ${isAtHome('organization_id')} order by id`,
    [providerId, ids],
  );
  return withDeposits(sql, rows);
}

/** How many wait, by state. Counting stops at `most`, so that a long queue costs no more. */
export async function countWaiting(
  sql: Sql,
  providerId: string,
  most: number,
): Promise<Record<'open' | 'acknowledged', number>> {
  const { rows } = await sql.query<Record<'open' | 'acknowledged', number>>(
    `select (select count(*) from (select from applications where provider_id = $1 and state = 'open' and ${isAtHome('organization_id')} limit $2) o) as open,
            (select count(*) from (select from applications where provider_id = $1 and state = 'acknowledged' and ${isAtHome('organization_id')} limit $2) a)
              as acknowledged`,
    [providerId, most],
  );
  return rows[0] ?? { open: 0, acknowledged: 0 };
}

/** One application. Null: there is none, or it is another provider's. */
export async function findApplication(sql: Sql, providerId: string, id: string): Promise<QueuedApplication | null> {
  const location = await locateApplication(sql, providerId, id);
  const deposit = location === null ? undefined : (await readDeposits(sql, [location])).get(location.depositId);
  return deposit === undefined ? null : { id, deposit };
}

/** Whether the document is the agreement of a deposit that the provider is asked to open, cover or change. */
export async function isShownTo(sql: Sql, providerId: string, documentId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from documents d join applications a on a.organization_id = d.organization_id and a.deposit_id = d.deposit_id
     where d.id = $1 and d.kind = 'agreement' and a.provider_id = $2
       and a.kind in ('account_opening', 'cover', 'change') and a.state <> 'cancelled'
       and (d.amendment is null or d.amendment = (
         select c.amendment from changes c where c.organization_id = a.organization_id and c.id = a.change_id))
     limit 1`,
    [documentId, providerId],
  );
  return rows.length > 0;
}

/** `amendment`: its number; null: the agreement itself. */
export type StoredAgreement = { id: string; sha256: string; amendment: number | null };

/** The agreements of deposits, the last of each, and their amendments. */
export async function findAgreements(
  sql: Sql,
  locations: readonly Location[],
): Promise<Map<string, StoredAgreement[]>> {
  const { rows } = await sql.query<StoredAgreement & { deposit_id: string }>(
    `select distinct on (deposit_id, amendment) deposit_id, id, encode(sha256, 'hex') as sha256, amendment from documents
     where (organization_id, deposit_id) in (select * from unnest($1::uuid[], $2::uuid[])) and kind = 'agreement'
     order by deposit_id, amendment nulls first, created_at desc, id desc`,
    [locations.map(({ organizationId }) => organizationId), locations.map(({ depositId }) => depositId)],
  );
  const all = Map.groupBy(rows, ({ deposit_id: depositId }) => depositId);
  return new Map([...all].map(([id, some]) => [id, some.map(({ deposit_id: _id, ...document }) => document)]));
}
