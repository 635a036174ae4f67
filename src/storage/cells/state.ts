import type { Sql } from '../database/database.ts';

/** An organization with its sub-organizations: they move together. */
export type Family = { organizationId: string; ids: readonly string[] };

export async function familyOf(sql: Sql, organizationId: string): Promise<Family> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from organizations where id = $1 or parent_id = $1 order by parent_id nulls first, id',
    [organizationId],
  );
  return { organizationId, ids: rows.map(({ id }) => id) };
}

type Step = 'copying' | 'held' | 'moved';
type StoredMove = { step: Step; cell: string; family: string[] };

/** How far a move is that began here. Null: there is none. */
export async function readMove(
  sql: Sql,
  side: 'source' | 'target',
  organizationId: string,
): Promise<StoredMove | null> {
  const { rows } = await sql.query<StoredMove>(
    'select step, cell, family from organization_moves where organization_id = $1 and side = $2',
    [organizationId, side],
  );
  return rows[0] ?? null;
}

export async function noteMove(
  sql: Sql,
  { organizationId, ids }: Family,
  { side, cell, step }: { side: 'source' | 'target'; cell: string; step: Step },
): Promise<void> {
  await sql.query(
    `insert into organization_moves as m (organization_id, family, side, cell, step) values ($1, $2, $3, $4, $5)
     on conflict (organization_id) do update
       set family = excluded.family, side = excluded.side, cell = excluded.cell, step = excluded.step`,
    [organizationId, ids, side, cell, step],
  );
}

export async function forgetMove(sql: Sql, organizationId: string): Promise<void> {
  await sql.query('delete from organization_moves where organization_id = $1', [organizationId]);
}

/** `null`: there is no such organization. */
export async function readHome(sql: Sql, organizationId: string): Promise<{ home: string | null } | null> {
  const { rows } = await sql.query<{ home: string | null }>('select home from organizations where id = $1', [
    organizationId,
  ]);
  return rows[0] ?? null;
}

/** The cell that an organization has left for. Null: it is here, unknown, or on its way. */
export async function readSettledHome(sql: Sql, organizationId: string): Promise<string | null> {
  const { rows } = await sql.query<{ home: string }>(
    `select o.home from organizations o where o.id = $1 and o.home is not null
       and not exists (select from organization_moves m where o.id = any (m.family) and m.step <> 'moved')`,
    [organizationId],
  );
  return rows[0]?.home ?? null;
}

/** Mandates of the organizations that are not done; one between two cells cannot be. */
export async function countRunningMandates(sql: Sql, { ids }: Family): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from mandates
     where state in ('asked', 'moving') and (from_organization_id = any($1) or to_organization_id = any($1))`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}
