import type { PositionMove, TenantLink } from '../../domain/lifecycle/move.ts';
import { sha256 } from '../../vault/vault.ts';
import { columnArrays, arrayRows } from '../database/column-arrays.ts';
import { columnNames } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';
import { successorsOf } from '../mandates/successors.ts';

/** Only a hash of a link's token is stored. */
export const LINK_COLUMNS = { hash: 'bytea', position: 'smallint', round: 'smallint', expires_at: 'timestamptz' };

export function linkRow({ token, position, round, expiresAt }: TenantLink): Record<keyof typeof LINK_COLUMNS, unknown> {
  return { hash: sha256(token).toString('base64'), position, round, expires_at: expiresAt };
}

const OWNED_LINK = { organization_id: 'uuid', deposit_id: 'uuid', ...LINK_COLUMNS };

export async function addLinks(
  sql: Sql,
  sets: readonly { organizationId: string; depositId: string; links: readonly TenantLink[] }[],
): Promise<void> {
  const rows = sets.flatMap(({ organizationId, depositId, links }) =>
    links.map((link) => ({ organization_id: organizationId, deposit_id: depositId, ...linkRow(link) })),
  );
  await sql.query({
    name: 'add-links',
    text: `insert into tenant_links (${columnNames(OWNED_LINK)})
     select ${columnNames(OWNED_LINK)} from ${arrayRows(OWNED_LINK, 'r')}`,
    values: columnArrays(OWNED_LINK, rows),
  });
}

/** The tenants at these positions get no further with their links: these were sent to another address. */
export async function endLinks(
  sql: Sql,
  { organizationId, depositId, positions }: { organizationId: string; depositId: string; positions: readonly number[] },
): Promise<void> {
  await sql.query(
    'delete from tenant_links where organization_id = $1 and deposit_id = $2 and position = any($3::smallint[])',
    [organizationId, depositId, positions],
  );
}

type MovedLinks = { owner: { organizationId: string; depositId: string }; items: readonly PositionMove[] };

/** Links follow their tenants to other positions; of someone who is no tenant any more they end. */
export async function moveLinks(sql: Sql, sets: readonly MovedLinks[]): Promise<void> {
  for (const { owner, items } of sets) {
    const key = [owner.organizationId, owner.depositId];
    const ended = items.flatMap(({ from, to }) => (to === null ? [from] : []));
    await sql.query(
      `delete from tenant_links where organization_id = $1 and deposit_id = $2 and position = any ($3::smallint[])`,
      [...key, ended],
    );
    const kept = items.filter(({ to }) => to !== null);
    await sql.query(
      `update tenant_links l set position = m.destination
       from unnest($3::smallint[], $4::smallint[]) as m (source, destination)
       where l.organization_id = $1 and l.deposit_id = $2 and l.position = m.source`,
      [...key, kept.map(({ from }) => from), kept.map(({ to }) => to)],
    );
  }
}

/** The owner of a personal link: the deposit, the tenant's position in it, and the round of signatures. */
type FoundLink = { depositId: string; position: number; round: number; expiresAt: Date };

/** The link is where the token says, or has gone on with its deposit to where a mandate has moved it. */
export async function findLink(
  sql: Sql,
  { organizationId, token }: { organizationId: string; token: string },
): Promise<FoundLink | null> {
  const find = async (organizationIds: readonly string[]): Promise<FoundLink | null> => {
    const { rows } = await sql.query<FoundLink>(
      `select deposit_id as "depositId", position, round, expires_at as "expiresAt"
       from tenant_links where organization_id = any($1::uuid[]) and hash = $2`,
      [organizationIds, sha256(token)],
    );
    return rows[0] ?? null;
  };
  return (await find([organizationId])) ?? (await find(await successorsOf(sql, organizationId)));
}

/** More would take longer than the statement timeout. */
const DELETED_AT_ONCE = 1_000;

/** For a year, an expired link still leads to a page that says so. Removes one batch; true: there may be more. */
export async function forgetOldLinks(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from tenant_links where (organization_id, hash) in (
       select organization_id, hash from tenant_links where expires_at < (select service_now()) - interval '1 year'
       limit $1 for update skip locked)`,
    [DELETED_AT_ONCE],
  );
  const { rowCount: emailLinks } = await sql.query(
    `delete from email_links where (organization_id, hash) in (
       select organization_id, hash from email_links where expires_at < (select service_now()) - interval '1 year'
       limit $1 for update skip locked)`,
    [DELETED_AT_ONCE],
  );
  return rowCount === DELETED_AT_ONCE || emailLinks === DELETED_AT_ONCE;
}

/** Whether this tenant has asked for a new link since then. */
export async function hasRenewedLink(
  sql: Sql,
  {
    organizationId,
    depositId,
    tenant,
    since,
  }: { organizationId: string; depositId: string; tenant: number; since: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from history where organization_id = $1 and deposit_id = $2 and event = 'link_renewed' and at > $3
     and (detail ->> 'tenant')::integer = $4 limit 1`,
    [organizationId, depositId, since, tenant],
  );
  return rowCount === 1;
}
