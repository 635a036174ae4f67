import type { Sql } from '../database/database.ts';

export type BankFile = {
  id: string;
  name: string;
  sha256: Buffer;
  state: 'done' | 'refused';
  reason: string | null;
  entries: number;
  booked: number;
};

export async function insertBankFile(sql: Sql, file: BankFile): Promise<void> {
  await sql.query(
    `insert into bank_files (id, name, sha256, read_at, state, reason, entries, booked)
     values ($1, $2, $3, service_now(), $4, $5, $6, $7)`,
    [file.id, file.name, file.sha256, file.state, file.reason, file.entries, file.booked],
  );
}

export async function listBankFiles(sql: Sql, most: number): Promise<(BankFile & { readAt: Date })[]> {
  const { rows } = await sql.query<BankFile & { read_at: Date }>(
    `select id, name, sha256, state, reason, entries, booked, read_at from bank_files
     order by read_at desc, id desc limit $1`,
    [most],
  );
  return rows.map(({ read_at: readAt, ...file }) => ({ ...file, readAt }));
}

/** A file that could not be moved away is read again, but listed once. */
export async function isListedFile(sql: Sql, { name, sha256 }: Pick<BankFile, 'name' | 'sha256'>): Promise<boolean> {
  const { rows } = await sql.query('select from bank_files where name = $1 and sha256 = $2 limit 1', [name, sha256]);
  return rows.length === 1;
}
