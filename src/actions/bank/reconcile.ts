import { hasDifference, reconcile, type AccountSums, type Reconciliation } from '../../domain/bank/reconciliation.ts';
import type { Sql } from '../../storage/database/database.ts';
import { readStatements, readSums, statedAccounts, type StatedAccount } from '../../storage/money/reconciliation.ts';

/** An account, compared with the bank's last statement of it. */
export type ReconciledAccount = Reconciliation & {
  iban: string;
  /** The deposit whose account it is; the nil id for the operator's own. */
  owner: string;
};

const NOTHING: AccountSums = { books: 0, kept: 0, doubtful: [], totals: [] };

/** How many accounts are read at once. */
const ACCOUNTS_AT_ONCE = 500;

/** All accounts that the bank has sent statements of, or one of them; by IBAN. */
export async function reconcileAccounts(
  sql: Sql,
  { operatorIban, iban = null }: { operatorIban: string | null; iban?: string | null },
): Promise<ReconciledAccount[]> {
  const accounts = await statedAccounts(sql, { operatorIban, iban });
  const reconciled: ReconciledAccount[] = [];
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    reconciled.push(...(await reconcileSome(sql, accounts.slice(start, start + ACCOUNTS_AT_ONCE), operatorIban)));
  }
  return reconciled;
}

async function reconcileSome(
  sql: Sql,
  accounts: readonly StatedAccount[],
  operatorIban: string | null,
): Promise<ReconciledAccount[]> {
  const statements = await readStatements(sql, accounts);
  const dated = accounts.flatMap((account) => {
    const at = statements.get(account.iban)?.at(-1)?.on;
    return at === undefined ? [] : [{ ...account, at }];
  });
  const sums = await readSums(sql, dated, operatorIban);
  return dated.flatMap(({ iban, owner }) => {
    const found = reconcile(statements.get(iban) ?? [], sums.get(iban) ?? NOTHING);
    return found === null ? [] : [{ iban, owner, ...found }];
  });
}

/** A page of accounts, those with a difference first. `next` is how many to skip for the next page; null: no more. */
export function pageOfAccounts(
  accounts: readonly ReconciledAccount[],
  { skip, most }: { skip: number; most: number },
): { accounts: ReconciledAccount[]; next: number | null } {
  const rank = (account: ReconciledAccount): number => (hasDifference(account) ? 0 : 1);
  const sorted = accounts.toSorted((one, other) => rank(one) - rank(other) || (one.iban < other.iban ? -1 : 1));
  const next = skip + most < sorted.length ? skip + most : null;
  return { accounts: sorted.slice(skip, skip + most), next };
}
