import { randomUUIDv7 } from 'node:crypto';
import type { Sql } from '../database/database.ts';

/** A finished backup. */
export type BackupRecord = {
  at: Date;
  /** Its name without the folder; - for standard output. */
  file: string;
  bytes: number;
  rows: number;
  encrypted: boolean;
  /** Whether it lies where backups are kept. Others, such as a copy for a drill, do not count as the last backup. */
  kept: boolean;
};

const COLUMNS = 'at, file, bytes, rows, encrypted, kept';

export async function insertBackup(
  sql: Sql,
  { file, bytes, rows, encrypted, kept }: Omit<BackupRecord, 'at'>,
): Promise<void> {
  await sql.query('insert into backups (id, file, bytes, rows, encrypted, kept) values ($1, $2, $3, $4, $5, $6)', [
    randomUUIDv7(),
    file,
    bytes,
    rows,
    encrypted,
    kept,
  ]);
}

/** The newest first. */
export async function listBackups(sql: Sql, limit: number): Promise<BackupRecord[]> {
  const { rows } = await sql.query<BackupRecord>(`select ${COLUMNS} from backups order by at desc limit $1`, [limit]);
  return rows;
}

export async function newestKept(sql: Sql): Promise<BackupRecord | null> {
  const { rows } = await sql.query<BackupRecord>(`select ${COLUMNS} from backups where kept order by at desc limit 1`);
  return rows[0] ?? null;
}

/** Kept for a little more than a year, so that last year's can be compared. */
export async function deleteOldBackups(sql: Sql): Promise<void> {
  await sql.query(`delete from backups where at < clock_timestamp() - interval '400 days'`);
}
