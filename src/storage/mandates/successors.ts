import type { Sql } from '../database/database.ts';

/** The organizations that deposits of this one have gone to, directly or further on: links issued before lead there. */
export async function successorsOf(sql: Sql, organizationId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with recursive successors (id) as (
       select m.to_organization_id from mandates m where m.from_organization_id = $1 and m.state in ('moving', 'done')
       union
       select m.to_organization_id from successors s
       join mandates m on m.from_organization_id = s.id and m.state in ('moving', 'done')
     )
     select id from successors`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}
