import type { Database, Sql } from '../database/database.ts';
import { LISTED_COLUMNS, LISTED_FROM, type ListedDelivery } from './deliveries.ts';
import { isAtWork } from '../cells/at-home.ts';

/** A delivery in the list of its partner; `number` is its place. */
export type PartnerDelivery = ListedDelivery & { number: number; externalOrgId: string };

/**
 * Numbers the next deliveries of a partner, oldest first, and returns the highest number. Under a lock: who has read up to
 * a number has missed none before it.
 */
export function numberDeliveries(database: Database, partnerId: string, most: number): Promise<number> {
  return database.transaction(async (sql) => {
    await sql.query(
      `insert into partner_lists (partner_id, list, last) values ($1, 'deliveries', 0) on conflict do nothing`,
      [partnerId],
    );
    const locked = await sql.query<{ last: number }>(
      `select last from partner_lists where partner_id = $1 and list = 'deliveries' for update`,
      [partnerId],
    );
    const last = locked.rows[0]?.last ?? 0;
    const { rowCount } = await sql.query(NUMBER, [partnerId, last, most]);
    if (rowCount === 0 || rowCount === null) return last;
    await sql.query(`update partner_lists set last = $2 where partner_id = $1 and list = 'deliveries'`, [
      partnerId,
      last + rowCount,
    ]);
    return last + rowCount;
  });
}

/** A statement of its own after the lock: it sees what the holder before has numbered. */
const NUMBER = `
  with next as (
    select d.organization_id, d.id, row_number() over (order by d.id) as place
    from connections c cross join lateral (
      select x.organization_id, x.id from deliveries x where x.connection_id = c.id and x.number is null
      order by x.id limit $3
    ) d
    where c.partner_id = $1 and ${isAtWork('c.organization_id')} order by d.id limit $3
  )
  update deliveries d set partner_id = $1, number = $2 + next.place
  from next where d.organization_id = next.organization_id and d.id = next.id`;

const LIST = `
  select d.number, c.external_org_id as "externalOrgId", ${LISTED_COLUMNS}
  from ${LISTED_FROM} join connections c on c.id = d.connection_id`;

/** Oldest first, of what has a number. */
export async function listPartnerDeliveries(
  sql: Sql,
  { partnerId, after, most }: { partnerId: string; after: number; most: number },
): Promise<PartnerDelivery[]> {
  const { rows } = await sql.query<PartnerDelivery>(
    `${LIST} where d.partner_id = $1 and d.number > $2 order by d.number limit $3`,
    [partnerId, after, most],
  );
  return rows;
}

/** Null: there is none, or it goes to another partner. It has a number only once it was listed. */
export async function findPartnerDelivery(
  sql: Sql,
  partnerId: string,
  id: string,
): Promise<Omit<PartnerDelivery, 'number'> | null> {
  const { rows } = await sql.query<PartnerDelivery>(`${LIST} where d.id = $2 and c.partner_id = $1`, [partnerId, id]);
  return rows[0] ?? null;
}
