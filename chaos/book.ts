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

/** How an open call ended. `nothing`: the answer promised that nothing was created. `none`: no complete answer. */
export type Outcome = 'success' | 'exists' | 'nothing' | 'refused' | 'none';

/** A contract that was sent, and all its answers. */
export type Contract = {
  organization: Organization;
  id: string;
  payload: Record<string, string>;
  /** Whether its payload is valid. */
  isGood: boolean;
  /** In the order of sending; null while in progress. */
  attempts: (Outcome | null)[];
  depositId: string | null;
  /** A mover works on it. */
  isBusy: boolean;
  /** Closed or withdrawn. */
  isOver: boolean;
};

/** Money in a bank file that this program wrote, with a reference in each file. */
export type Credit = { bankReference: string; reference: string; amount: number };

/** A move of a deposit, and how it was answered. `isUnsure`: it may have been made or not. */
export type Moved = { depositId: string; move: string; body: object | undefined; isMade: boolean; isUnsure: boolean };

/** Everything that was done from outside; the database is compared with it. */
export type Book = {
  contracts: Contract[];
  credits: Credit[];
  moves: Moved[];
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
  'bankFilesAgain',
  'statementsAsked',
  'keptListed',
  'triedByHand',
  'changesStarted',
  'approvalsAsked',
  'approvalsDecided',
  'approvalsForbidden',
  'answersGiven',
  'answersRefused',
  'portalCalls',
  'feedWalks',
] as const;
export type CountName = (typeof COUNTS)[number];

export function newBook(): Book {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Book['counts'];
  return { contracts: [], credits: [], moves: [], counts };
}

/** Has a final answer: a partner would not send it again. */
export function isSettled({ attempts }: Contract): boolean {
  return attempts.some((outcome) => outcome === 'success' || outcome === 'exists' || outcome === 'refused');
}

/** Stored although no call was acknowledged: the answer was lost. */
export function isStoredUnanswered({ attempts }: Contract): boolean {
  return attempts.includes('exists') && !attempts.includes('success');
}

/** Contradictions among the answers to one contract. */
export function contradiction({ attempts }: Contract): string | null {
  const count = (wanted: Outcome): number => attempts.filter((outcome) => outcome === wanted).length;
  if (count('success') > 1) return 'was acknowledged twice';
  if (count('exists') > 0 && count('success') === 0 && count('none') === 0) {
    return 'is said to exist already, though each earlier answer said that nothing was created';
  }
  return null;
}
