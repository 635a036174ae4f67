import type { Deposit } from '../deposit.ts';
import type { ShownAccount } from '../effect.ts';
import { holderNameOf } from '../payee/same-holder.ts';

/** The account for the tenants' share as it is shown: the holder, and the last four characters. */
export function accountOfTenants(deposit: Deposit): ShownAccount | null {
  const { closing, payoutAccount } = deposit;
  const account =
    closing === null || closing.tenantIban === null
      ? payoutAccount
      : { iban: closing.tenantIban, holderName: closing.tenantHolderName };
  return account === null ? null : shownAccount(account, deposit);
}

export function shownAccount(
  { iban, holderName }: { iban: string; holderName: string | null },
  { terms }: Pick<Deposit, 'terms'>,
): ShownAccount {
  return { holderName: holderName ?? holderNameOf(terms.tenants[0]), ending: iban.slice(-4) };
}
