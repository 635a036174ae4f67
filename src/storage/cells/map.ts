import type { Sql } from '../database/database.ts';

/** A line of HAProxy's map: what a call names, and the cell that answers it. */
export type MapEntry = { kind: 'key' | 'org'; name: string; cell: string };

/**
 * Where calls go: open calls by key and external id, everything else by the organization. Of one organization with its
 * sub-organizations, or of all that this cell knows.
 */
export async function listMapEntries(
  sql: Sql,
  { cell, organizationIds = null }: { cell: string; organizationIds?: readonly string[] | null },
): Promise<MapEntry[]> {
  const { rows } = await sql.query<MapEntry>(
    `select 'key' as kind, k.id || '/' || c.external_org_id as name, coalesce(o.home, $1) as cell
     from connections c join organizations o on o.id = c.organization_id
     join partner_keys k on k.partner_id = c.partner_id and k.revoked_at is null
     where $2::uuid[] is null or o.id = any($2)
     union all
     select 'org', o.id::text, coalesce(o.home, $1) from organizations o
     where $2::uuid[] is null or o.id = any($2)
     order by 1, 2`,
    [cell, organizationIds],
  );
  return rows.map(({ kind, name, cell: at }) => ({
    kind,
    name: name.replace(/[\s#\\]/g, encodeURIComponent),
    cell: at,
  }));
}
