import type { Sql } from '../database/database.ts';
import { isId } from '../database/ids.ts';

export type BankFile = {
  id: string;
  name: string;
  /** The archive that it was in. */
  archive: string | null;
  sha256: Buffer;
  state: 'done' | 'refused';
  reason: string | null;
  entries: number;
  /** Entries that no earlier file contained. */
  booked: number;
};

export type ListedBankFile = BankFile & { readAt: Date };

/**
 * A file is known by its name and content: read again, it keeps its row. That it was refused once is remembered, so that
 * the metric of refused files never falls.
 */
export async function saveBankFile(sql: Sql, file: BankFile): Promise<void> {
  await sql.query(
    `insert into bank_files as b (id, name, archive, sha256, read_at, state, reason, entries, booked)
     values ($1, $2, $3, $4, service_now(), $5, $6, $7, $8)
     on conflict (id) do update set
       read_at = excluded.read_at, state = excluded.state, reason = excluded.reason, entries = excluded.entries,
       booked = b.booked + excluded.booked, was_refused = b.was_refused or b.state = 'refused'
     where b.state = 'refused' or excluded.state = 'refused' or excluded.booked > 0`,
    [file.id, file.name, file.archive, file.sha256, file.state, file.reason, file.entries, file.booked],
  );
}

const COLUMNS = 'id, name, archive, sha256, state, reason, entries, booked, read_at as "readAt"';

export async function listBankFiles(sql: Sql, most: number): Promise<ListedBankFile[]> {
  const { rows } = await sql.query<ListedBankFile>(
    `select ${COLUMNS} from bank_files order by read_at desc, id desc limit $1`,
    [most],
  );
  return rows;
}

export async function findBankFile(sql: Sql, id: string): Promise<ListedBankFile | null> {
  if (!isId(id)) return null;
  const { rows } = await sql.query<ListedBankFile>(`select ${COLUMNS} from bank_files where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The row of a file with this name and content, if it was read before. */
export async function findSameFile(
  sql: Sql,
  { name, sha256 }: Pick<BankFile, 'name' | 'sha256'>,
): Promise<ListedBankFile | null> {
  const { rows } = await sql.query<ListedBankFile>(
    `select ${COLUMNS} from bank_files where name = $1 and sha256 = $2 order by read_at desc, id desc limit 1`,
    [name, sha256],
  );
  return rows[0] ?? null;
}
