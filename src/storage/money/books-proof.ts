import type { Sql } from '../database/database.ts';

/** `faults` is null before the first proof. */
type BooksProof = { finishedAt: Date | null; faults: number | null };

/** A process that has not finished by then has died. */
const GIVEN_UP_AFTER = '6 hours';

export async function readProof(sql: Sql): Promise<BooksProof & { now: Date }> {
  const { rows } = await sql.query<{ finished_at: Date | null; faults: number | null; now: Date }>(
    'select finished_at, faults, clock_timestamp() as now from books_proof',
  );
  const [row] = rows;
  return { finishedAt: row?.finished_at ?? null, faults: row?.faults ?? null, now: row?.now ?? new Date() };
}

/** False: another process is proving them, or has done so since `finishedAt`. */
export async function beginProof(sql: Sql, { finishedAt }: Pick<BooksProof, 'finishedAt'>): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update books_proof set begun_at = clock_timestamp()
     -- A time of ours has no microseconds.
     where date_trunc('milliseconds', finished_at) is not distinct from $1
       and (begun_at is null or begun_at < clock_timestamp() - interval '${GIVEN_UP_AFTER}')`,
    [finishedAt],
  );
  return rowCount === 1;
}

export async function finishProof(sql: Sql, { deposits, faults }: { deposits: number; faults: number }): Promise<void> {
  await sql.query(
    'update books_proof set begun_at = null, finished_at = clock_timestamp(), deposits = $1, faults = $2',
    [deposits, faults],
  );
}

/** False: another process has compared the accounts with the bank a short while ago, or is about to. */
export async function beginReconciliation(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update books_proof set reconciled_at = clock_timestamp()
     where reconciled_at is null or reconciled_at < clock_timestamp() - interval '${RECONCILED_EVERY}'`,
  );
  return rowCount === 1;
}

/** Less than the rounds of one process are apart. */
const RECONCILED_EVERY = '9 minutes';

/** It was interrupted: another process may begin at once. */
export async function abandonProof(sql: Sql): Promise<void> {
  await sql.query('update books_proof set begun_at = null');
}
