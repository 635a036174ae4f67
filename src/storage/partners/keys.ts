import { cellsWithout } from '../cells/cells-without.ts';
import type { Sql } from '../database/database.ts';

/** `open`: opens deposits, `status`: reads the status of all that the partner has opened. */
export const PARTNER_KEY_KINDS = ['open', 'status'] as const;
export type PartnerKeyKind = (typeof PARTNER_KEY_KINDS)[number];

/** A key as its partner sees it. */
export type PartnerKey = {
  id: string;
  kind: PartnerKeyKind;
  /** What its partner calls it. */
  name: string | null;
  createdAt: Date;
  revokedAt: Date | null;
  usedAt: Date | null;
  /** Used within the last 30 days: something depends on it. */
  isInUse: boolean;
  /** Cells that do not know of its last change yet. */
  notYetIn: readonly string[];
};

const TABLES: Record<PartnerKeyKind, string> = { open: 'partner_keys', status: 'partner_status_keys' };

/** As other cells are told of them. */
const THINGS = { open: 'partner_key', status: 'partner_status_key' } as const;

const COLUMNS = `
  k.id, k.name, k.created_at as "createdAt", k.revoked_at as "revokedAt", u.used_at as "usedAt",
  k.revoked_at is null and coalesce(u.used_at > service_now() - interval '30 days', false) as "isInUse"`;

const SELECT = PARTNER_KEY_KINDS.map(
  (kind) =>
    `select '${kind}' as kind, ${COLUMNS}, ${cellsWithout(`'${THINGS[kind]}'`, 'k.id')} as "notYetIn"
     from ${TABLES[kind]} k left join key_uses u on u.key_id = k.id
     where k.partner_id = $1`,
).join(' union all ');

/** Valid ones first, newest first. */
export async function listOwnKeys(sql: Sql, partnerId: string): Promise<PartnerKey[]> {
  const { rows } = await sql.query<PartnerKey>(
    `select * from (${SELECT}) k order by k."revokedAt" is not null, k."createdAt" desc, k.id`,
    [partnerId],
  );
  return rows;
}

/** Null: the partner has no such key. */
export async function findOwnKey(sql: Sql, partnerId: string, id: string): Promise<PartnerKey | null> {
  const { rows } = await sql.query<PartnerKey>(`select * from (${SELECT}) k where k.id = $2`, [partnerId, id]);
  return rows[0] ?? null;
}

export async function nameOwnKey(
  sql: Sql,
  { partnerId, id, kind, name }: { partnerId: string; id: string; kind: PartnerKeyKind; name: string | null },
): Promise<void> {
  await sql.query(`update ${TABLES[kind]} set name = $3 where partner_id = $1 and id = $2`, [partnerId, id, name]);
}
