import type { Sql } from '../database/database.ts';

type AskedSignIn = { id: string; content: Buffer };

export async function keepAskedSignIn(
  sql: Sql,
  { id, content, cell, minutes }: AskedSignIn & { cell: string; minutes: number },
): Promise<void> {
  await sql.query(
    `insert into asked_sign_ins (cell, id, content, expires_at)
     select name, $2, $3, service_now() + make_interval(mins => $4) from other_cells where name = $1`,
    [cell, id, content, minutes],
  );
}

/** What is too late for its link is forgotten. */
export async function listAskedSignIns(sql: Sql, cell: string, most: number): Promise<AskedSignIn[]> {
  await sql.query('delete from asked_sign_ins where expires_at < (select service_now())');
  const { rows } = await sql.query<AskedSignIn>(
    'select id, content from asked_sign_ins where cell = $1 order by expires_at, id limit $2',
    [cell, most],
  );
  return rows;
}

export async function forgetAskedSignIns(sql: Sql, cell: string, ids: readonly string[]): Promise<void> {
  await sql.query('delete from asked_sign_ins where cell = $1 and id = any($2)', [cell, ids]);
}
