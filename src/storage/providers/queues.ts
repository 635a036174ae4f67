import type { Sql } from '../database/database.ts';

/** What waits for one provider. */
export type ProviderQueue = { open: number; acknowledged: number; oldestOpen: Date | null };

/** By provider. Counting stops at `most`, so that a long queue costs no more. */
export async function readProviderQueues(sql: Sql, most: number): Promise<Map<string, ProviderQueue>> {
  const count = (state: 'open' | 'acknowledged'): string =>
    `(select count(*)::int from (select from applications a where a.provider_id = p.id and a.state = '${state}' limit $1) one)`;
  const { rows } = await sql.query<ProviderQueue & { id: string }>(
    `select p.id, ${count('open')} as open, ${count('acknowledged')} as acknowledged,
            (select a.created_at from applications a where a.provider_id = p.id and a.state = 'open' order by a.id limit 1)
              as "oldestOpen"
     from providers p`,
    [most],
  );
  return new Map(rows.map(({ id, ...queue }) => [id, queue]));
}
