import type { State } from './deposit.ts';
import type { Product } from './product.ts';
import { toChf, type Rappen } from './values/money.ts';

/** The codes for deposits that were opened before there were providers. */
export type ProviderCodes = Record<Product, string>;

/** The input of a status answer. */
export type StatusFacts = {
  externalContractId: string;
  state: State;
  product: Product | null;
  iban: string | null;
  rentalDeposit: Rappen;
  paidOutTime: string | null;
  paidOutAmountTenant: Rappen | null;
  /** The provider's code. Null: opened before there were providers, or without a product yet. */
  provider: string | null;
};

/** The record of section 2.8. */
export type ContractStatus = {
  externalContractId: string;
  state: State;
  iban: string | null;
  paidInAmount: number | null;
  paidOutTime: string | null;
  paidOutAmountTenant: number | null;
  product: Product | null;
  provider: string | null;
};

/** Section 3, "values per state", and section 2.8 for insurance. */
export function contractStatus(facts: StatusFacts, providers: ProviderCodes): ContractStatus {
  const { externalContractId, state, product } = facts;
  const nothing = { iban: null, paidInAmount: null, paidOutTime: null, paidOutAmountTenant: null };
  if (state === 'draft_editing') return { externalContractId, state, ...nothing, product: null, provider: null };
  const isInsurance = product === 'insurance';
  const isClosed = state === 'closed';
  return {
    externalContractId,
    state,
    iban: isInsurance ? null : facts.iban,
    paidInAmount: state === 'open' && !isInsurance ? toChf(facts.rentalDeposit) : null,
    paidOutTime: isClosed ? facts.paidOutTime : null,
    paidOutAmountTenant: isClosed ? paidOut(facts, isInsurance) : null,
    product,
    provider: product === null ? null : (facts.provider ?? providers[product]),
  };
}

/** The record, and its JSON as it is sent. */
export type ToldStatus = { status: ContractStatus; text: string };

export function toldStatus(facts: StatusFacts, providers: ProviderCodes): ToldStatus {
  const status = contractStatus(facts, providers);
  return { status, text: JSON.stringify(status) };
}

/** A closed insurance paid nothing out, unless a change has released money before. */
function paidOut(facts: StatusFacts, isInsurance: boolean): number | null {
  if (facts.paidOutAmountTenant === null) return isInsurance ? 0 : null;
  return toChf(facts.paidOutAmountTenant);
}
