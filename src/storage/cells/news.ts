import type { Sql } from '../database/database.ts';
import { cellsWithout } from './cells-without.ts';

/** Owners come before what is theirs. */
export const SHARED_THINGS = [
  'partner',
  'provider',
  'partner_key',
  'partner_status_key',
  'provider_key',
  'partner_contact',
  'provider_contact',
] as const;
export type SharedThing = (typeof SHARED_THINGS)[number];

/** A change that another cell is told. `row`: as it is stored, so of a key the hash; null: it is gone. */
export type News = {
  what: SharedThing;
  id: string;
  at: string;
  cell: string;
  isGone: boolean;
  row: Record<string, unknown> | null;
};

/** `number`: of the change; another change has another one. */
type WaitingNews = News & { number: number };

const OF_PROVIDER = `to_jsonb(t) || jsonb_build_object('owner', o.code) as row`;

/** The row of a thing; what belongs to a provider has its code. */
const ROWS: Record<SharedThing, string> = {
  partner: 'select t.id::text as known, to_jsonb(t) as row from partners t where t.id::text = any($1)',
  provider: `select t.code as known, to_jsonb(t) || jsonb_build_object('version', to_jsonb(v)) as row
             from providers t join provider_versions v on v.id = t.version_id where t.code = any($1)`,
  partner_key: 'select t.id as known, to_jsonb(t) as row from partner_keys t where t.id = any($1)',
  partner_status_key: 'select t.id as known, to_jsonb(t) as row from partner_status_keys t where t.id = any($1)',
  provider_key: `select t.id as known, ${OF_PROVIDER} from provider_keys t join providers o on o.id = t.provider_id
                 where t.id = any($1)`,
  partner_contact: `select contact_hash(t.email_key) as known, to_jsonb(t) as row from partner_contacts t
                    where contact_hash(t.email_key) = any($1)`,
  provider_contact: `select contact_hash(t.email_key) as known, ${OF_PROVIDER} from provider_contacts t
                     join providers o on o.id = t.provider_id where contact_hash(t.email_key) = any($1)`,
};

/** What a cell has not taken yet, the oldest first. */
export async function listNews(sql: Sql, cell: string, most: number): Promise<WaitingNews[]> {
  const { rows } = await sql.query<Omit<WaitingNews, 'row'>>(
    `select n.what, n.id, n.number, s.at::text as at, s.cell, s.is_gone as "isGone"
     from cell_news n join shared_changes s on s.what = n.what and s.id = n.id where n.cell = $1
     order by array_position($3::text[], n.what), n.number limit $2`,
    [cell, most, SHARED_THINGS],
  );
  const found = new Map<string, Record<string, unknown>>();
  for (const [what, some] of Map.groupBy(rows, (one) => one.what)) {
    const { rows: own } = await sql.query<{ known: string; row: Record<string, unknown> }>(ROWS[what], [
      some.map(({ id }) => id),
    ]);
    for (const { known, row } of own) found.set(`${what} ${known}`, row);
  }
  return rows.map((one) => ({ ...one, row: one.isGone ? null : (found.get(`${one.what} ${one.id}`) ?? null) }));
}

/** What has changed again since it was sent stays. */
export async function forgetNews(
  sql: Sql,
  cell: string,
  taken: readonly Pick<WaitingNews, 'what' | 'id' | 'number'>[],
): Promise<void> {
  await sql.query(
    `delete from cell_news n using json_to_recordset($2) as t (what text, id text, number bigint)
     where n.cell = $1 and n.what = t.what and n.id = t.id and n.number = t.number`,
    [cell, JSON.stringify(taken.map(({ what, id, number }) => ({ what, id, number })))],
  );
}

/** The cells that have not taken a change yet. */
export async function cellsWithoutNews(sql: Sql, what: SharedThing, id: string): Promise<string[]> {
  const { rows } = await sql.query<{ cells: string[] }>(`select ${cellsWithout('$1', '$2')} as cells`, [what, id]);
  return rows[0]?.cells ?? [];
}

/** How long the oldest change that a cell has not taken is waiting, for each other cell; 0: it has taken all. */
export async function secondsBehind(sql: Sql): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ cell: string; seconds: number }>({
    name: 'seconds-behind',
    text: `select c.name as cell, greatest(0, coalesce(extract(epoch from service_now() - min(n.since)), 0))::float8 as seconds
           from other_cells c left join cell_news n on n.cell = c.name group by c.name`,
  });
  return new Map(rows.map(({ cell, seconds }) => [cell, seconds]));
}

/** How much each cell has not taken yet, and for how long. */
export async function countNews(sql: Sql): Promise<Map<string, { count: number; seconds: number }>> {
  const { rows } = await sql.query<{ cell: string; count: number; seconds: number }>(
    `select cell, count(*)::integer as count, extract(epoch from service_now() - min(since))::float8 as seconds
     from cell_news group by cell`,
  );
  return new Map(rows.map(({ cell, count, seconds }) => [cell, { count, seconds }]));
}
