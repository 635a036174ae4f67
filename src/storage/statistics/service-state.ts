import { readArchiver } from '../backup/archiver.ts';
import { secondsBehind } from '../cells/news.ts';
import type { Sql } from '../database/database.ts';
import { readBacklog, type StoreBacklog } from '../document-objects/removals.ts';

/** What an operator must know, beside the queues. Null: not yet. */
export type ServiceState = {
  isOnBankHold: boolean;
  refusedBankFiles: number;
  /** Of the newest backup that is kept. */
  backupAgeSeconds: number | null;
  /** How long the server has failed to archive its log files: 0 if it does not, or does not archive. Null: it does not say. */
  walArchiveFailingSeconds: number | null;
  books: { faults: number; ageSeconds: number } | null;
  /** Accounts that differ from the bank's last statement. */
  accountsDiffering: number | null;
  /** Null: no document was ever stored outside the database. */
  documents: StoreBacklog | null;
  /** By other cell: how long the oldest change that it has not taken is waiting. */
  cellsBehindSeconds: ReadonlyMap<string, number>;
};

type Row = {
  on_hold: boolean;
  refused: number;
  backup_age: number | null;
  faults: number | null;
  proof_age: number | null;
  differing: number | null;
};

export async function readServiceState(sql: Sql): Promise<ServiceState> {
  const { rows } = await sql.query<Row>({
    name: 'service_state',
    text: `
      select exists (select from bank_hold) as on_hold,
             (select count(*) from bank_files where state = 'refused' or was_refused) as refused,
             (select extract(epoch from clock_timestamp() - max(at))::double precision from backups where kept) as backup_age,
             p.accounts_differing as differing, p.faults,
             extract(epoch from clock_timestamp() - p.finished_at)::double precision as proof_age
      from books_proof p`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the proof of the books has its row');
  const { on_hold: isOnBankHold, refused: refusedBankFiles, faults, proof_age: ageSeconds } = row;
  const books = faults === null || ageSeconds === null ? null : { faults, ageSeconds };
  const archiver = await readArchiver(sql);
  return {
    isOnBankHold,
    refusedBankFiles,
    backupAgeSeconds: row.backup_age,
    walArchiveFailingSeconds: archiver?.failingSeconds ?? null,
    books,
    accountsDiffering: row.differing,
    documents: await readBacklog(sql),
    cellsBehindSeconds: await secondsBehind(sql),
  };
}
