import type { Sql } from '../database/database.ts';

/** Whether the server copies its log files to an archive, and how that goes. `failed`: the file that could not be copied. */
export type Archiver = { isOn: boolean; lastArchived: Date | null; lastFailed: Date | null; failed: string | null };

/** Null: this server does not say. */
export async function readArchiver(sql: Sql): Promise<Archiver | null> {
  const { rows: allowed } = await sql.query<{ may: boolean }>(
    `select has_table_privilege('pg_catalog.pg_stat_archiver', 'select') as may`,
  );
  if (allowed[0]?.may !== true) return null;
  const { rows } = await sql.query<Archiver>(
    `select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "lastArchived",
            last_failed_time as "lastFailed", last_failed_wal as failed
     from pg_stat_archiver`,
  );
  return rows[0] ?? null;
}
