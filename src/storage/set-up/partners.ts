import type { Integration } from '../../domain/integration.ts';
import type { Sql } from '../database/database.ts';

export type Partner = { id: string; name: string; integration: Integration };

export async function insertPartner(sql: Sql, partner: Partner): Promise<void> {
  await sql.query('insert into partners (id, name, integration, created_at) values ($1, $2, $3, service_now())', [
    partner.id,
    partner.name,
    partner.integration,
  ]);
}

export async function findPartner(sql: Sql, id: string): Promise<Partner | null> {
  const { rows } = await sql.query<Partner>('select id, name, integration from partners where id = $1', [id]);
  return rows[0] ?? null;
}

export async function listPartners(sql: Sql): Promise<Partner[]> {
  const { rows } = await sql.query<Partner>('select id, name, integration from partners order by created_at, id');
  return rows;
}

export async function insertPartnerKey(
  sql: Sql,
  partnerId: string,
  { id, hash }: { id: string; hash: Buffer },
): Promise<void> {
  await sql.query('insert into partner_keys (id, partner_id, hash, created_at) values ($1, $2, $3, service_now())', [
    id,
    partnerId,
    hash,
  ]);
}

export async function insertPartnerStatusKey(
  sql: Sql,
  partnerId: string,
  { id, hash }: { id: string; hash: Buffer },
): Promise<void> {
  await sql.query(
    'insert into partner_status_keys (id, partner_id, hash, created_at) values ($1, $2, $3, service_now())',
    [id, partnerId, hash],
  );
}

export async function revokePartnerStatusKey(sql: Sql, partnerId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update partner_status_keys set revoked_at = coalesce(revoked_at, service_now())
     where partner_id = $1 and id = $2`,
    [partnerId, keyId],
  );
  return rowCount === 1;
}

/** The partner of a key, with its hash. Null: there is no such key. */
export async function findPartnerKey(sql: Sql, keyId: string): Promise<{ partnerId: string; hash: Buffer } | null> {
  const { rows } = await sql.query<{ partnerId: string; hash: Buffer }>(
    'select partner_id as "partnerId", hash from partner_keys where id = $1 and revoked_at is null',
    [keyId],
  );
  return rows[0] ?? null;
}

/** The organization that a partner calls by this id. Null: none is connected under it. */
export async function findConnected(
  sql: Sql,
  { partnerId, externalOrgId }: { partnerId: string; externalOrgId: string },
): Promise<string | null> {
  const { rows } = await sql.query<{ organizationId: string }>(
    'select organization_id as "organizationId" from connections where partner_id = $1 and external_org_id = $2',
    [partnerId, externalOrgId.toWellFormed()],
  );
  return rows[0]?.organizationId ?? null;
}

/** False: there is no such key. A key that was already revoked keeps its time. */
export async function revokePartnerKey(sql: Sql, partnerId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update partner_keys set revoked_at = coalesce(revoked_at, service_now()) where partner_id = $1 and id = $2',
    [partnerId, keyId],
  );
  return rowCount === 1;
}
