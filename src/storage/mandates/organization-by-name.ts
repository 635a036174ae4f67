import type { Sql } from '../database/database.ts';

/** The organization of exactly this name; null: there is none, or several. */
export async function findOrganizationByName(sql: Sql, name: string): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>('select id from organizations where name = $1 limit 2', [name]);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
