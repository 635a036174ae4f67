import type { Sql } from '../database/database.ts';

/** Whoever moves an organization here asks the database for the name of its cell. */
export async function noteCellName(sql: Sql, name: string): Promise<void> {
  // Each change of the settings is counted, and empties caches.
  if ((await readCellName(sql)) !== name) await sql.query('update service_settings set cell = $1', [name]);
}

/** Null: no process of this version has started yet. */
export async function readCellName(sql: Sql): Promise<string | null> {
  const { rows } = await sql.query<{ cell: string | null }>('select cell from service_settings');
  return rows[0]?.cell ?? null;
}
