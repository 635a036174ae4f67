import type { Deposit } from '../deposit.ts';
import type { Closing, Proposal } from '../closing/closing.ts';
import { rappen, type Rappen } from '../values/money.ts';

/** The split that is ordered, or will be once a hold is lifted; else the proposed one. */
export function splitOf(deposit: Deposit): { amountTenant: Rappen; amountLandlord: Rappen } {
  const closing = closingOf(deposit);
  const { amountLandlord } = closing.release ?? closing.noted ?? standing(closing);
  return { amountTenant: tenantsShare(deposit, { amountLandlord }), amountLandlord };
}

/** What is left for the tenant. An insurance holds no money: there the landlord's amount is a claim on the insurer. */
export function tenantsShare(
  { product, terms }: Pick<Deposit, 'product' | 'terms'>,
  { amountLandlord }: { amountLandlord: Rappen },
): Rappen {
  return rappen(product === 'insurance' ? 0 : terms.rentalDeposit - amountLandlord);
}

export function standing({ proposals }: Closing): Proposal {
  return proposals.at(-1) as Proposal;
}

export function closingOf({ closing }: Deposit): Closing {
  if (closing === null) throw new Error('a deposit that is closing has a proposal');
  return closing;
}
