import type { Sql } from '../database/database.ts';

// Which accounts differed from the bank's statements when all were last compared.

/** More are not kept: the first ones are enough to act on. */
const MOST_KEPT = 10_000;

/** In the transaction of the comparison. */
export async function saveDiffering(sql: Sql, ibans: readonly string[], total: number): Promise<void> {
  await sql.query('delete from differing_accounts');
  await sql.query('insert into differing_accounts (iban) select unnest($1::text[]) on conflict do nothing', [
    ibans.slice(0, MOST_KEPT),
  ]);
  await sql.query(
    'update books_proof set accounts_differing = $1, accounts_compared = $2, compared_at = clock_timestamp()',
    [ibans.length, total],
  );
}

/** How many accounts there were, and how many of them differed. The time is null before the first comparison. */
export async function readDiffering(sql: Sql): Promise<{ total: number; differing: number; countedAt: Date | null }> {
  const { rows } = await sql.query<{ total: number | null; differing: number | null; at: Date | null }>(
    'select accounts_compared as total, accounts_differing as differing, compared_at as at from books_proof',
  );
  const [row] = rows;
  return { total: row?.total ?? 0, differing: row?.differing ?? 0, countedAt: row?.at ?? null };
}

/** By IBAN. */
export async function listDiffering(sql: Sql, { after, most }: { after: string; most: number }): Promise<string[]> {
  const { rows } = await sql.query<{ iban: string }>(
    'select iban from differing_accounts where iban > $1 order by iban limit $2',
    [after, most],
  );
  return rows.map(({ iban }) => iban);
}

/** Those of these accounts. */
export async function whichDiffered(sql: Sql, ibans: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ iban: string }>('select iban from differing_accounts where iban = any($1)', [
    ibans,
  ]);
  return new Set(rows.map(({ iban }) => iban));
}
