import type { BankFolder } from '../../domain/bank/bank-folder.ts';
import type { Sql } from '../database/database.ts';

/** The banks with their folders; those of `exceptId` are left out. */
export async function listBankFolders(sql: Sql, exceptId: string | null = null): Promise<BankFolder[]> {
  const { rows } = await sql.query<BankFolder>(
    `select code, exchange_folder as folder from providers
     where kind = 'bank' and id is distinct from $1::uuid order by exchange_folder nulls first`,
    [exceptId],
  );
  return rows;
}

/** Whether there is a default bank: the first one becomes it. */
export async function hasDefaultBank(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query(`select from providers where kind = 'bank' and is_default`);
  return rows.length > 0;
}

/** The code of another bank that has this own account. */
export async function findBankOfAccount(sql: Sql, iban: string, exceptId: string | null): Promise<string | null> {
  const { rows } = await sql.query<{ code: string }>(
    'select code from providers where own_iban = $1 and id is distinct from $2::uuid',
    [iban, exceptId],
  );
  return rows[0]?.code ?? null;
}

/** A bank gets an own account that another one had before: payments from it now go through the new one. */
export async function takeFormerAccount(sql: Sql, iban: string): Promise<void> {
  await sql.query(
    `update providers set former_own_ibans = array_remove(former_own_ibans, $1) where $1 = any(former_own_ibans)`,
    [iban],
  );
}

/**
 * The operator's own accounts, as rows with `iban`: OPERATOR_IBAN, whose parameter is given, and those at banks. Earlier
 * ones count, too.
 */
export function ownAccountsSql(operator: string): string {
  return `(select ${operator}::text as iban where ${operator}::text is not null
    union select own_iban from providers where own_iban is not null
    union select unnest(former_own_ibans) from providers)`;
}

/** Where money is paid from that belongs to no deposit, if its order does not say it. */
export function mainOwnAccountSql(operator: string): string {
  return `coalesce(${operator}::text, (select own_iban from providers where kind = 'bank' and is_default))`;
}

/** The operator's own accounts: OPERATOR_IBAN first, then those of banks. */
export async function listOwnAccounts(sql: Sql, operatorIban: string | null): Promise<string[]> {
  const { rows } = await sql.query<{ iban: string }>(
    `select iban from ${ownAccountsSql('$1')} own order by iban is distinct from $1, iban`,
    [operatorIban],
  );
  return rows.map(({ iban }) => iban);
}

/** Which of these accounts are the operator's own. */
export async function ownAccounts(
  sql: Sql,
  ibans: readonly string[],
  operatorIban: string | null,
): Promise<Set<string>> {
  const { rows } = await sql.query<{ iban: string }>({
    name: 'own-accounts',
    text: `select iban from ${ownAccountsSql('$2')} own where iban = any($1)`,
    values: [ibans, operatorIban],
  });
  return new Set(rows.map(({ iban }) => iban));
}
