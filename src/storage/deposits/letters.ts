import type { LetterWay } from '../../domain/letters/letters.ts';
import type { Sql } from '../database/database.ts';

type Key = { organizationId: string; depositId: string; tenant: number };

/** False: a letter was made since its cause. */
export async function letterIsDue(sql: Sql, key: Key, causedAt: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into letters (organization_id, deposit_id, tenant, due_at) values ($1, $2, $3, $4)
     on conflict (organization_id, deposit_id, tenant) do update set due_at = $4, done_at = null, way = null
     where letters.done_at is null or letters.done_at < $4`,
    [key.organizationId, key.depositId, key.tenant, causedAt],
  );
  return rowCount === 1;
}

export async function letterIsDone(sql: Sql, key: Key, { way, at }: { way: LetterWay; at: Date }): Promise<void> {
  await sql.query(
    `insert into letters (organization_id, deposit_id, tenant, due_at, done_at, way) values ($1, $2, $3, $4, $4, $5)
     on conflict (organization_id, deposit_id, tenant) do update set done_at = $4, way = $5`,
    [key.organizationId, key.depositId, key.tenant, at, way],
  );
}
