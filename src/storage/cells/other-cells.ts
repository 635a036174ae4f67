import type { Database, Sql } from '../database/database.ts';

/** Everything that all cells have, by its name in `shared_changes`: its table, and what it is known by there. */
const SHARED = {
  partner: ['partners', 'id::text'],
  partner_key: ['partner_keys', 'id'],
  partner_status_key: ['partner_status_keys', 'id'],
  partner_contact: ['partner_contacts', 'contact_hash(email_key)'],
  provider: ['providers', 'code'],
  provider_key: ['provider_keys', 'id'],
  provider_contact: ['provider_contacts', 'contact_hash(email_key)'],
} as const;

/**
 * From now on changes are told to these cells, and no longer to those that CELLS does not list any more. A new one is told
 * everything.
 */
export async function noteOtherCells(
  database: Database,
  { own, others }: { own: string; others: readonly string[] },
): Promise<void> {
  const { rows } = await database.query<{ name: string }>('select name from other_cells');
  const known = new Set(rows.map(({ name }) => name));
  if (known.size === others.length && others.every((name) => known.has(name))) return;
  await database.transaction(async (sql) => {
    // A change that is being made would be seen neither here nor by its trigger.
    const tables = Object.values(SHARED).map(([table]) => table);
    await sql.query(`lock table ${tables.join(', ')} in share row exclusive mode`);
    await sql.query('delete from other_cells where name <> all ($1)', [others]);
    const { rows: added } = await sql.query<{ name: string }>(
      'insert into other_cells (name) select unnest($1::text[]) on conflict do nothing returning name',
      [others],
    );
    if (added.length > 0)
      await tellEverything(
        sql,
        own,
        added.map(({ name }) => name),
      );
  });
}

async function tellEverything(sql: Sql, own: string, names: readonly string[]): Promise<void> {
  for (const [what, [table, key]] of Object.entries(SHARED)) {
    await sql.query(
      `insert into shared_changes (what, id, at, cell)
       select $1, ${key}, created_at, $2 from ${table} ${table === 'providers' ? 'where not is_earlier' : ''}
       on conflict do nothing`,
      [what, own],
    );
  }
  await sql.query(
    `insert into cell_news (cell, what, id) select c.name, s.what, s.id
     from unnest($1::text[]) as c (name) cross join shared_changes s on conflict do nothing`,
    [names],
  );
}
