import type { Sql } from '../database/database.ts';
import { LEAVES_NOTHING } from './tables.ts';

type Fault = { depositId: string; fault: string };

/** Deposits that are in more than one organization, of these. */
export async function findTwice(sql: Sql, ids: readonly string[]): Promise<Fault[]> {
  const { rows } = await sql.query<{ id: string; homes: string }>(
    `select id, string_agg(organization_id::text, ', ' order by organization_id) as homes
     from deposits where id = any($1::uuid[]) group by id having count(*) > 1`,
    [ids],
  );
  return rows.map(({ id, homes }) => ({ depositId: id, fault: `organization: it is in several: ${homes}` }));
}

/** Deposits that a mandate has moved, a page at a time. */
export async function listMoved(sql: Sql, after: string, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ deposit_id: string }>(
    'select distinct deposit_id from moved_contracts where deposit_id > $1 order by deposit_id limit $2',
    [after, most],
  );
  return rows.map(({ deposit_id: id }) => id);
}

/** Rows of moved deposits in an organization that they have gone from, and documents that are not what they were. */
export async function findMoveFaults(sql: Sql, ids: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const table of LEAVES_NOTHING) {
    const { rows } = await sql.query<{ id: string; organization_id: string; count: number }>(
      `select v.deposit_id as id, v.organization_id, count(*) as count
       from moved_contracts v join ${table} t on t.organization_id = v.organization_id and t.deposit_id = v.deposit_id
       where v.deposit_id = any($1::uuid[])
         and not exists (select from deposits d where d.organization_id = v.organization_id and d.id = v.deposit_id)
       group by 1, 2`,
      [ids],
    );
    faults.push(
      ...rows.map(({ id, organization_id: organization, count }) => ({
        depositId: id,
        fault: `mandate: ${count} rows of ${table} are left in organization ${organization}`,
      })),
    );
  }
  const { rows } = await sql.query<{ deposit_id: string; id: string }>(
    `select x.deposit_id, x.id from deposits d
     join documents x on x.organization_id = d.organization_id and x.deposit_id = d.id
     where d.id = any($1::uuid[]) and x.content is not null and sha256(x.content) <> x.sha256`,
    [ids],
  );
  faults.push(
    ...rows.map(({ deposit_id: depositId, id }) => ({ depositId, fault: `mandate: document ${id} was changed` })),
  );
  return faults;
}
