import type { Rappen } from '../values/money.ts';

/** How a person resolves an entry that is kept. */
export type ResolvedAs =
  /** Closed without booking: it is known already, or it is nothing of ours. */
  | { as: 'duplicate' | 'none' }
  /** Decided once more, with what is known now. */
  | { as: 'again' }
  /** The money goes back to the payer. */
  | { as: 'payback' }
  | { as: 'payment' | 'interest' | 'charge' | 'withholding_tax'; depositId: string }
  | { as: 'return' | 'order'; orderId: string }
  | { as: 'reversal'; paymentId: string };

export const RESOLUTIONS = [
  'duplicate',
  'payment',
  'interest',
  'charge',
  'withholding_tax',
  'return',
  'reversal',
  'order',
  'payback',
  'again',
  'none',
] as const satisfies readonly ResolvedAs['as'][];

/** The parts of an entry whose details did not add up. */
type ResolvedPart = Exclude<ResolvedAs, { as: 'again' }> & { amount: Rappen };

export type Resolution = (ResolvedAs | { parts: readonly ResolvedPart[] }) & { reason: string };

/** A second person must agree where money is booked to someone. */
export function needsSecondPerson(resolution: Resolution): boolean {
  if ('parts' in resolution) return true;
  switch (resolution.as) {
    case 'payment':
    case 'return':
    case 'reversal':
    case 'order':
    case 'payback':
      return true;
    case 'duplicate':
    case 'interest':
    case 'charge':
    case 'withholding_tax':
    case 'again':
    case 'none':
      return false;
  }
}
