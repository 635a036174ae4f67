import type { Deposit } from '../deposit.ts';
import type { ShownAccount } from '../effect.ts';
import type { Order } from '../ledger.ts';
import { holderNameOf } from '../payee/same-holder.ts';

/**
 * The account for the tenants' share as it is shown: the holder, and the last four characters. Once the payout is ordered,
 * that of the order: after a return it goes to another one.
 */
export function accountOfTenants(deposit: Deposit): ShownAccount | null {
  const { closing, payoutAccount } = deposit;
  const ordered = orderToTenants(deposit);
  if (ordered !== undefined) {
    const { iban, holderName } = ordered;
    return iban === null ? null : shownAccount({ iban, holderName }, deposit);
  }
  const account =
    closing === null || closing.tenantIban === null
      ? payoutAccount
      : { iban: closing.tenantIban, holderName: closing.tenantHolderName };
  return account === null ? null : shownAccount(account, deposit);
}

function orderToTenants({ closing, orders }: Deposit): Order | undefined {
  if ((closing?.release ?? null) === null) return undefined;
  return orders.findLast(
    ({ kind, payee, cause, cancelledAt }) =>
      kind === 'payout' && payee === 'tenant' && cause === 'closing' && cancelledAt === null,
  );
}

export function shownAccount(
  { iban, holderName }: { iban: string; holderName: string | null },
  { terms }: Pick<Deposit, 'terms'>,
): ShownAccount {
  return { holderName: holderName ?? holderNameOf(terms.tenants[0]), ending: iban.slice(-4) };
}
