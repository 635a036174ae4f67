import type { Sql } from '../database/database.ts';

/** The number of the newest event of an organization; 0 if there is none. */
export async function lastEventNumber(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ last: number }>('select last from event_numbers where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.last ?? 0;
}
