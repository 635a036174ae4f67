import type { OpenedAccount } from '../domain/lifecycle/providers.ts';
import type { Refusal } from '../domain/lifecycle/move.ts';
import type { Sql } from '../storage/database/database.ts';
import { isAccountTaken, lockAccount, redirectTransfers } from '../storage/deposits/accounts.ts';
import type { Location } from '../storage/deposits/deposits.ts';
import { ownAccounts } from '../storage/providers/banks.ts';
import { moveDeposit, type Moved, type MoveInput } from './move-deposit.ts';
import type { Services } from './services.ts';

/** Section 10: an account belongs to one living deposit, also if two ask for it at the same time. */
export function freeAccount(services: Services, account: OpenedAccount): MoveInput<'open_account'> {
  return async ({ id }, { sql }) => (await refusalOfAccount(services, sql, account, id)) ?? account;
}

/** The account may have changed with a change of the deposit. */
export function freeChangedAccount(services: Services, iban: string | null): MoveInput<'confirm_change'> {
  return async ({ id }, { sql }) => {
    const account = iban === null ? null : { iban, qrIban: null };
    const refusal = account === null ? null : await refusalOfAccount(services, sql, account, id);
    return refusal ?? { iban };
  };
}

/** Corrects the account of a deposit. Null: there is no such deposit. */
export async function correctDepositAccount(
  services: Services,
  location: Location,
  { reason, ...account }: OpenedAccount & { reason: string },
): Promise<Moved | null> {
  return moveDeposit(services, location, 'correct_account', async ({ id, iban }, { sql }) => {
    const refusal = await refusalOfAccount(services, sql, account, id);
    if (refusal !== null) return refusal;
    if (iban !== null) await redirectTransfers(sql, { from: iban, to: account.iban, by: services.operators });
    return { ...account, reason };
  });
}

export async function refusalOfAccount(
  { money }: Services,
  sql: Sql,
  account: OpenedAccount,
  depositId: string,
): Promise<Refusal | null> {
  await lockAccount(sql, account);
  // In the test environment the operator's account is an example that others use, too.
  const isOwn = !money.isTest && (await ownAccounts(sql, [account.iban], money.operatorIban)).size > 0;
  if (isOwn) return { refused: 'account_of_operator' };
  return (await isAccountTaken(sql, account, depositId)) ? { refused: 'account_taken' } : null;
}
