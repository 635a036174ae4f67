import type { StatementEntry } from '../booking.ts';
import type { ResolvedAs } from '../bank/resolution.ts';
import type { Rappen } from '../values/money.ts';

/** What a kept entry may belong to, as far as it decides how the entry can be resolved. */
export type CandidateFacts =
  | { kind: 'deposit'; id: string }
  | { kind: 'payment'; id: string; amount: Rappen; isReversed: boolean }
  /** `isCompleted`: it was carried out. `isBooked`: its debit was in a file of the bank. */
  | { kind: 'order'; id: string; amount: Rappen; isCompleted: boolean; isBooked: boolean };

type Kept = { why: string; entry: Pick<StatementEntry, 'direction' | 'amount'> };

type WithoutId = Extract<ResolvedAs['as'], 'duplicate' | 'none' | 'again' | 'payback'>;

/** Resolutions that name nothing, so that one can be given for many entries. */
export const WITHOUT_ID = ['duplicate', 'none', 'again', 'payback'] as const satisfies readonly WithoutId[];

export type ResolutionTarget = 'depositId' | 'orderId' | 'paymentId';

/** What each resolution names. */
export const TARGET_OF: Record<ResolvedAs['as'], ResolutionTarget | null> = {
  duplicate: null,
  none: null,
  again: null,
  payback: null,
  payment: 'depositId',
  interest: 'depositId',
  charge: 'depositId',
  withholding_tax: 'depositId',
  return: 'orderId',
  order: 'orderId',
  reversal: 'paymentId',
};

/** The resolutions of an entry, those that book it first. Only entries in CHF can be booked. */
export function resolutionsOf({ direction, amount }: Kept['entry']): ResolvedAs['as'][] {
  const closing = ['duplicate', 'again', 'none'] as const;
  if (amount === null) return [...closing];
  return direction === 'credit'
    ? ['payment', 'interest', 'return', 'payback', ...closing]
    : ['charge', 'withholding_tax', 'order', 'reversal', ...closing];
}

/** How the entry can be resolved if it belongs to the candidate. */
export function choicesFor({ direction, amount }: Kept['entry'], candidate: CandidateFacts): ResolvedAs[] {
  if (amount === null) return [];
  const isCredit = direction === 'credit';
  switch (candidate.kind) {
    case 'deposit': {
      const kinds = isCredit ? (['payment', 'interest'] as const) : (['charge', 'withholding_tax'] as const);
      return kinds.map((as) => ({ as, depositId: candidate.id }));
    }
    case 'payment':
      if (isCredit) return candidate.amount === amount ? [{ as: 'duplicate' }] : [];
      return candidate.amount === amount && !candidate.isReversed ? [{ as: 'reversal', paymentId: candidate.id }] : [];
    case 'order':
      return isCredit ? returnOf(amount, candidate) : executionOf(amount, candidate);
  }
}

type OrderCandidate = Extract<CandidateFacts, { kind: 'order' }>;

function returnOf(amount: Rappen, order: OrderCandidate): ResolvedAs[] {
  return order.isCompleted && order.amount === amount ? [{ as: 'return', orderId: order.id }] : [];
}

/** An order that a person has noted as carried out is linked with its debit. */
function executionOf(amount: Rappen, order: OrderCandidate): ResolvedAs[] {
  if (order.isCompleted && order.isBooked) return order.amount === amount ? [{ as: 'duplicate' }] : [];
  const isEnough = order.isCompleted ? amount === order.amount : amount >= order.amount;
  return isEnough ? [{ as: 'order', orderId: order.id }] : [];
}

/** The resolution that is likely, by the reason why the entry is kept. Without a row a person must look first. */
const LIKELY: Partial<Record<string, ResolvedAs['as']>> = {
  possible_duplicate: 'duplicate',
  unknown_return: 'return',
  unknown_reversal: 'reversal',
  debit_mismatch: 'order',
  unexpected_debit: 'order',
};

/** The likely resolution, if exactly one candidate fits it. */
export function suggestionFor({ why, entry }: Kept, candidates: readonly CandidateFacts[]): ResolvedAs | null {
  const fitting = candidates.flatMap((candidate) =>
    choicesFor(entry, candidate).filter(({ as }) => as === LIKELY[why]),
  );
  const [only, ...others] = fitting;
  return only !== undefined && others.length === 0 ? only : null;
}
