import type { Deposit, State, Step } from '../deposit.ts';
import { recipient, type Effect } from '../effect.ts';
import type { Posting } from '../ledger.ts';
import type { Member, Organization } from '../organization.ts';
import type { RefusalCode } from './refusal.ts';

export type Actor = 'partner' | 'service' | 'manager' | 'tenant' | 'operator' | 'bank' | 'insurer';

/** `personal` is kept apart, where it can be masked later; the chain of the history covers only a salted hash of it. */
export type HistoryEntry = {
  at: Date;
  actor: Actor;
  event: string;
  detail: Record<string, string | number | boolean>;
  personal?: Record<string, string>;
};

/** A personal link for a tenant; only a hash of the token is stored. */
export type TenantLink = { position: number; token: string; round: number; expiresAt: Date };

/** Time, randomness and ids come in as arguments. */
export type Random = {
  id: () => string;
  tenantToken: (organizationId: string) => string;
  /** For references of payments. */
  digits: (count: number) => string;
};

export type MoveContext = {
  organization: Organization;
  now: Date;
  random: Random;
  /** The account that stands in where none was given: in the test environment only. */
  demoIban: string | null;
  /** Who acts for the property management, where that is known to be someone else than the person responsible. */
  member?: Member | undefined;
};

/** Whose word a move of the property management is. */
export function actingMember({ manager }: Deposit, { member }: MoveContext): Member {
  return member ?? manager;
}

/** The start of a history entry about a move of the property management. */
export function byManager(deposit: Deposit, context: MoveContext): Omit<HistoryEntry, 'event'> {
  const member = actingMember(deposit, context);
  return { at: context.now, actor: 'manager', detail: { member: member.id }, personal: recipient(member) };
}

/** What a move gives: the deposit as it is afterwards, the facts to keep, and the effects they cause. */
export type Move = {
  deposit: Deposit;
  history: readonly HistoryEntry[];
  links: readonly TenantLink[];
  effects: readonly Effect[];
  postings: readonly Posting[];
};

export type Refusal = { refused: RefusalCode; field?: string };

export type Decision = Move | Refusal;

export function isRefused(decision: Decision): decision is Refusal {
  return 'refused' in decision;
}

/** The deposit with some of it changed, and what goes with that. */
export function move(deposit: Deposit, parts: Partial<Omit<Move, 'deposit'>> = {}): Move {
  return { deposit, history: [], links: [], effects: [], postings: [], ...parts };
}

/** One after the other, as one move: each step sees the deposit as the one before has left it. */
export function inTurn(deposit: Deposit, ...steps: ((deposit: Deposit) => Move)[]): Move {
  let whole = move(deposit);
  for (const step of steps) {
    const next = step(whole.deposit);
    whole = {
      deposit: next.deposit,
      history: [...whole.history, ...next.history],
      links: [...whole.links, ...next.links],
      effects: [...whole.effects, ...next.effects],
      postings: [...whole.postings, ...next.postings],
    };
  }
  return whole;
}

/** Into another state or step, where reminders start anew. */
export function enter(deposit: Deposit, place: { state: State; step: Step | null }, now: Date): Deposit {
  return { ...deposit, ...place, stepSince: now, reminders: 0 };
}
