import type { Sql } from '../database/database.ts';

/** Whether the server copies its log files to an archive, and how that goes. */
export type Archiver = {
  isOn: boolean;
  lastArchived: Date | null;
  lastFailed: Date | null;
  /** The file that could not be copied. */
  failed: string | null;
  /** 0: it is off, or the last attempt succeeded. Otherwise the time since the last success. */
  failingSeconds: number;
};

/** Null: this server does not say. */
export async function readArchiver(sql: Sql): Promise<Archiver | null> {
  const { rows: allowed } = await sql.query<{ may: boolean }>(
    `select has_table_privilege('pg_catalog.pg_stat_archiver', 'select') as may`,
  );
  if (allowed[0]?.may !== true) return null;
  const { rows } = await sql.query<Archiver>(
    `select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "lastArchived",
            last_failed_time as "lastFailed", last_failed_wal as failed,
            case when current_setting('archive_mode') <> 'off'
                  and last_failed_time > coalesce(last_archived_time, '-infinity')
                 then extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset, last_failed_time))
                 else 0 end::double precision as "failingSeconds"
     from pg_stat_archiver`,
  );
  return rows[0] ?? null;
}
