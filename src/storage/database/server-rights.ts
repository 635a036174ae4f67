import { SESSION, type Sql } from './database.ts';

/** How the server is set up, and what this role may do on it. */
export type ServerRights = {
  walLevel: string;
  role: string;
  isSuperuser: boolean;
  mayCreate: boolean;
  /** The tables that the role cannot read, and those it can only read. */
  unreadable: string[];
  readOnly: string[];
  /** Settings of our sessions that did not arrive, as between a pool of connections and its server. */
  missingSettings: { name: string; value: string }[];
};

type Row = { wal_level: string; role: string; is_superuser: boolean; may_create: boolean };

export async function readRights(sql: Sql): Promise<ServerRights> {
  const { rows } = await sql.query<Row>(
    `select current_setting('wal_level') as wal_level, current_user as role,
            (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
            has_schema_privilege(current_schema(), 'create') as may_create`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a server says who we are');
  const { rows: tables } = await sql.query<{ name: string; may_read: boolean; may_write: boolean }>(
    `select relname as name, has_table_privilege(oid, 'select') as may_read,
            has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
              and has_table_privilege(oid, 'delete') as may_write
     from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by relname`,
  );
  const { rows: settings } = await sql.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [SESSION.map(([name]) => name)],
  );
  const found = new Map(settings.map(({ name, value }) => [name, value]));
  return {
    walLevel: row.wal_level,
    role: row.role,
    isSuperuser: row.is_superuser,
    mayCreate: row.may_create,
    unreadable: tables.filter(({ may_read }) => !may_read).map(({ name }) => name),
    readOnly: tables.filter(({ may_read, may_write }) => may_read && !may_write).map(({ name }) => name),
    missingSettings: SESSION.filter(([name, value]) => found.get(name) !== value).map(([name, value]) => ({
      name,
      value,
    })),
  };
}
