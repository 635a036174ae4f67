import type { Sql } from '../database/database.ts';

export async function insertStatusKey(
  sql: Sql,
  organizationId: string,
  { id, hash }: { id: string; hash: Buffer },
): Promise<void> {
  await sql.query(
    'insert into status_keys (organization_id, id, hash, created_at) values ($1, $2, $3, service_now())',
    [organizationId, id, hash],
  );
}

export async function revokeStatusKey(sql: Sql, organizationId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update status_keys set revoked_at = coalesce(revoked_at, service_now())
     where organization_id = $1 and id = $2`,
    [organizationId, keyId],
  );
  return rowCount === 1;
}
