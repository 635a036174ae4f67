import type { Sql } from '../database/database.ts';

/** The folders of banks below the exchange folder. The first bank uses the exchange folder itself. */
export async function listBankFolders(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ exchange_folder: string }>(
    `select distinct exchange_folder from providers
     where kind = 'bank' and exchange_folder is not null order by exchange_folder`,
  );
  return rows.map((row) => row.exchange_folder);
}

/** Which of these accounts are the operator's own, at any bank. */
export async function ownAccounts(sql: Sql, ibans: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ own_iban: string }>(
    'select distinct own_iban from providers where own_iban = any($1)',
    [ibans],
  );
  return rows.map((row) => row.own_iban);
}

/** Whether another bank uses the exchange folder itself. */
export async function hasMainFolder(sql: Sql, exceptId: string | null): Promise<boolean> {
  const { rows } = await sql.query(
    `select from providers where kind = 'bank' and exchange_folder is null and id is distinct from $1::uuid limit 1`,
    [exceptId],
  );
  return rows.length > 0;
}
