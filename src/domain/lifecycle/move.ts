import type { Deposit, State, Step } from '../deposit.ts';
import { recipient, type Effect } from '../effect.ts';
import type { HistoryEvent } from '../history/events.ts';
import type { PersonalFacts, PublicFacts } from '../history/facts.ts';
import type { Posting } from '../ledger.ts';
import type { MoneySettings } from '../money-settings.ts';
import type { Issuer } from '../operator.ts';
import type { Member, Organization } from '../organization.ts';
import type { RefusalCode } from './refusal.ts';

export type Actor = 'partner' | 'service' | 'manager' | 'tenant' | 'operator' | 'bank' | 'insurer';

/** `personal` is stored separately so that it can be masked later; the hash chain covers only a salted hash of it. */
export type HistoryEntry = {
  at: Date;
  actor: Actor;
  event: HistoryEvent;
  detail: PublicFacts;
  personal?: PersonalFacts;
};

/** A personal link for a tenant; only a hash of the token is stored. */
export type TenantLink = {
  position: number;
  token: string;
  round: number;
  expiresAt: Date;
  /** Leads to the page that confirms or stops a new e-mail address, and nowhere else. Absent: to the deposit. */
  emailChange?: { id: string; what: 'confirm' | 'object' };
};

/** The links of a tenant lead to another position; null: to none any more. */
export type PositionMove = { from: number; to: number | null };

/** Time, randomness and ids come in as arguments. */
export type Random = {
  id: () => string;
  tenantToken: (organizationId: string) => string;
  /** For payment references. */
  digits: (count: number) => string;
};

export type MoveContext = {
  organization: Organization;
  now: Date;
  random: Random;
  /** Used where no account was given; test environment only. */
  demoIban: string | null;
  money: MoneySettings;
  /** The operator who acts, and whoever issued the token that is used. */
  operators?: readonly Issuer[] | undefined;
  /** The member who acts, if known and other than the responsible property manager. */
  member?: Member | undefined;
};

/** The member on whose behalf a move of the property management is recorded. */
export function actingMember({ manager }: Deposit, { member }: MoveContext): Member {
  return member ?? manager;
}

/** The start of a history entry about a move of the property management. */
export function byManager(deposit: Deposit, context: MoveContext): Omit<HistoryEntry, 'event'> {
  const member = actingMember(deposit, context);
  return { at: context.now, actor: 'manager', detail: { member: member.id }, personal: recipient(member) };
}

/** The result of a move: the changed deposit, the facts to store, and the effects to queue. */
export type Move = {
  deposit: Deposit;
  history: readonly HistoryEntry[];
  links: readonly TenantLink[];
  /** Positions of tenants whose earlier links end. */
  endedLinks: readonly number[];
  /** Carried out before `links` are added. */
  positions: readonly PositionMove[];
  effects: readonly Effect[];
  postings: readonly Posting[];
};

export type Refusal = { refused: RefusalCode; field?: string };

export type Decision = Move | Refusal;

export function isRefused(decision: Decision): decision is Refusal {
  return 'refused' in decision;
}

const NOTHING: Omit<Move, 'deposit'> = {
  history: [],
  links: [],
  endedLinks: [],
  positions: [],
  effects: [],
  postings: [],
};

/** A move with this deposit as its result; parts left out are empty. */
export function move(deposit: Deposit, parts: Partial<Omit<Move, 'deposit'>> = {}): Move {
  return { deposit, ...NOTHING, ...parts };
}

/** Combines several steps into one move. Each step gets the deposit that the previous one returned. */
export function inTurn(deposit: Deposit, ...steps: ((deposit: Deposit) => Move)[]): Move {
  let whole: Move | null = null;
  for (const step of steps) whole = whole === null ? step(deposit) : followedBy(whole, step(whole.deposit));
  return whole ?? move(deposit);
}

/** Two moves as one; the second was decided on the deposit that the first returned. */
export function followedBy(first: Move, next: Move): Move {
  return {
    deposit: next.deposit,
    history: joined(first.history, next.history),
    links: joined(first.links, next.links),
    endedLinks: joined(first.endedLinks, next.endedLinks),
    positions: joined(first.positions, next.positions),
    effects: joined(first.effects, next.effects),
    postings: joined(first.postings, next.postings),
  };
}

/** Most parts are empty: nothing is copied then. */
function joined<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}

/** Enters another state or step and resets the reminders. Only while it waits to be sent, there is a time for that. */
export function enter(deposit: Deposit, next: { state: State; step: Step | null }, now: Date): Deposit {
  const sendAt = next.step === 'awaiting_send' ? deposit.sendAt : null;
  return { ...deposit, ...next, stepSince: now, reminders: 0, sendAt };
}
