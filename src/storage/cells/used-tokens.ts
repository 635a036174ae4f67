import type { Sql } from '../database/database.ts';

/** False: it was used before. Those that are not valid any more are forgotten. */
export async function useToken(sql: Sql, hash: Buffer, { seconds }: { seconds: number }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `with old as (delete from used_cell_tokens where expires_at < clock_timestamp())
     insert into used_cell_tokens (hash, expires_at) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict do nothing`,
    [hash, seconds],
  );
  return rowCount === 1;
}
