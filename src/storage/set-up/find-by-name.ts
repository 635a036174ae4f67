import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

export type Named = { id: string; name: string };
export type NamedKind = 'partners' | 'organizations';

/**
 * Records whose name contains the text, ignoring case; exact matches come first. An id matches its own record. Without a
 * text, the first ones by name.
 */
export async function findNamed(sql: Sql, kind: NamedKind, text: string, most: number): Promise<Named[]> {
  if (isId(text)) {
    const { rows } = await sql.query<Named>(`select id, name from ${kind} where id = $1`, [text]);
    return rows;
  }
  const { rows } = await sql.query<Named>(
    `select id, name from ${kind} where position(lower($1) in lower(name)) > 0
     order by lower(name) <> lower($1), lower(name), id limit $2`,
    [text, most],
  );
  return rows;
}
