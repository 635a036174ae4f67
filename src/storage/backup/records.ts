import { randomUUIDv7 } from 'node:crypto';
import type { Sql } from '../database/database.ts';

/** A finished backup. `file` is its name without the folder. */
export type BackupRecord = { at: Date; file: string; bytes: number; rows: number; encrypted: boolean };

export async function insertBackup(
  sql: Sql,
  { file, bytes, rows, encrypted }: Omit<BackupRecord, 'at'>,
): Promise<void> {
  await sql.query('insert into backups (id, file, bytes, rows, encrypted) values ($1, $2, $3, $4, $5)', [
    randomUUIDv7(),
    file,
    bytes,
    rows,
    encrypted,
  ]);
}

/** The newest first. */
export async function listBackups(sql: Sql, limit: number): Promise<BackupRecord[]> {
  const { rows } = await sql.query<BackupRecord>(
    'select at, file, bytes, rows, encrypted from backups order by at desc limit $1',
    [limit],
  );
  return rows;
}

/** Kept for a little more than a year, so that last year's can be compared. */
export async function deleteOldBackups(sql: Sql): Promise<void> {
  await sql.query(`delete from backups where at < clock_timestamp() - interval '400 days'`);
}
