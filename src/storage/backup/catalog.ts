import { createHash } from 'node:crypto';
import type { Sql } from '../database/database.ts';

/** A table in an archive: its columns, and the sort order of its rows. */
export type TableShape = { name: string; columns: string[]; key: string[] };

export async function listTables(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Tells this database from every other one, in 8 hexadecimal digits. A restored one is another: a drill must not count as
 * production. Replicas and copies of the files have the same.
 */
export async function databaseId(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ database: string; may: boolean }>(
    `select oid || ' ' || coalesce(to_regclass('migrations')::oid, 0) as database,
            has_function_privilege('pg_catalog.pg_control_system()', 'execute') as may
     from pg_database where datname = current_database()`,
  );
  const { database = '', may = false } = rows[0] ?? {};
  const { rows: servers } = may
    ? await sql.query<{ server: string }>('select system_identifier::text as server from pg_control_system()')
    : { rows: [] };
  return createHash('sha256').update(`${servers[0]?.server} ${database}`).digest('hex').slice(0, 8);
}

/** Whether the schema is empty. */
export async function isEmptyDatabase(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query(
    `select from pg_class where relnamespace = current_schema()::regnamespace and relkind <> 'i' limit 1`,
  );
  return rows.length === 0;
}

/** Texts are sorted by bytes, because collations differ between servers. */
export async function describeTables(sql: Sql): Promise<TableShape[]> {
  const { rows } = await sql.query<TableShape>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attname collate "C") as columns,
            array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
                  from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, position)
                  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                  where i.indrelid = c.oid and i.indisprimary order by k.position) as key
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname collate "C"`,
  );
  const keyless = rows.find(({ key }) => key.length === 0);
  if (keyless !== undefined) throw new Error(`the table ${keyless.name} has no primary key to be sorted by`);
  return rows;
}

/** Locks the tables against schema changes until the transaction ends. */
export async function holdTables(sql: Sql, names: readonly string[]): Promise<void> {
  await sql.query(`lock table ${names.map(quoted).join(', ')} in access share mode`);
}

/** The approximate number of rows, for showing the progress. */
export async function estimateRows(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ estimate: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as estimate from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return rows[0]?.estimate ?? 0;
}

export type Sequence = { name: string; last: string; isCalled: boolean };

export async function readSequences(sql: Sql): Promise<Sequence[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: found } = await sql.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
    );
    for (const one of found) sequences.push({ name, ...one });
  }
  return sequences;
}

export async function setSequence(sql: Sql, { name, last, isCalled }: Sequence): Promise<void> {
  await sql.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled]);
}

export type AppliedMigration = { number: number; name: string };

export async function readMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const { rows } = await sql.query<AppliedMigration>('select number, name from migrations order by number');
  return rows;
}

/** All rows in the order of the key: the same bytes for the same rows on any server. */
export function copyOut({ name, columns, key }: TableShape): string {
  return `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${key.join(', ')}) to stdout`;
}

export function copyIn({ name, columns }: Pick<TableShape, 'name' | 'columns'>): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
}

/** Drops the foreign keys and returns a function that adds them again, which checks every row. */
export async function dropReferences(sql: Sql): Promise<() => Promise<void>> {
  const { rows } = await sql.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
     order by conrelid, conname`,
  );
  for (const { table, name } of rows) await sql.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return async () => {
    for (const { table, name, definition } of rows) {
      await sql.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
  };
}

export async function switchTriggers(sql: Sql, names: readonly string[], state: 'enable' | 'disable'): Promise<void> {
  for (const name of names) await sql.query(`alter table ${quoted(name)} ${state} trigger user`);
}

/** Removes rows that migrations inserted; those of the archive replace them. */
export async function emptyTables(sql: Sql, names: readonly string[]): Promise<void> {
  for (const name of names) await sql.query(`delete from ${quoted(name)}`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
