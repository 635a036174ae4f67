import type { Integration } from '../src/domain/integration.ts';
import type { Receiver } from './receivers.ts';

/** An organization as it was set up. */
export type Organization = {
  id: string;
  name: string;
  integration: Integration;
  apiKey: string;
  externalOrgId: string;
  statusKey: string;
  domain: string;
  receiver: Receiver;
};

/** How an open call ended. `nothing`: we were told that nothing was created. `none`: there was no whole answer. */
export type Outcome = 'success' | 'exists' | 'nothing' | 'refused' | 'none';

/** A contract that was sent, and everything that was said to it. */
export type Contract = {
  organization: Organization;
  id: string;
  payload: Record<string, string>;
  /** Whether its payload is one that opens a deposit. */
  isGood: boolean;
  /** In the order in which they were begun; null: under way. */
  attempts: (Outcome | null)[];
  depositId: string | null;
  /** A mover is at it. */
  isBusy: boolean;
  /** Closed or withdrawn. */
  isOver: boolean;
};

/** Money that the bank has told us of in a file of ours. */
export type Credit = { bankReference: string; reference: string; amount: number };

/** Everything that was done from the outside, against which the inside is held. */
export type Book = {
  contracts: Contract[];
  credits: Credit[];
  counts: Record<CountName, number>;
};

const COUNTS = [
  'calls',
  'acknowledged',
  'unanswered',
  'nothingCreated',
  'alreadyThere',
  'refused',
  'resent',
  'reads',
  'readsUnanswered',
  'readsFailed',
  'moves',
  'movesMade',
  'movesRefused',
  'movesFailed',
  'bankFiles',
  'triedByHand',
] as const;
export type CountName = (typeof COUNTS)[number];

export function newBook(): Book {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Book['counts'];
  return { contracts: [], credits: [], counts };
}

/** It has an answer that is final: a partner would send it no more. */
export function isSettled({ attempts }: Contract): boolean {
  return attempts.some((outcome) => outcome === 'success' || outcome === 'exists' || outcome === 'refused');
}

/** It is there though no call of it was acknowledged: the answer of one was lost. */
export function isStoredUnanswered({ attempts }: Contract): boolean {
  return attempts.includes('exists') && !attempts.includes('success');
}

/** What is wrong with the answers to one contract, taken together. */
export function contradiction({ attempts }: Contract): string | null {
  const count = (wanted: Outcome): number => attempts.filter((outcome) => outcome === wanted).length;
  if (count('success') > 1) return 'was acknowledged twice';
  if (count('exists') > 0 && count('success') === 0 && count('none') === 0) {
    return 'is said to exist already, though each earlier call was told that nothing was created';
  }
  return null;
}
