import type { Day } from './values/calendar.ts';
import type { Rappen } from './values/money.ts';

/** What a provider is asked. */
export const APPLICATION_KINDS = [
  'account_opening',
  'cover',
  'account_closing',
  'cover_end',
  'claim',
  'change',
] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

export const APPLICATION_STATES = ['open', 'acknowledged', 'answered', 'cancelled'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const REFUSAL_REASONS = ['data_mismatch', 'identity', 'risk', 'other'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What a provider answers. Members that were not given are null, so that equal answers have equal members. */
export type ProviderAnswer =
  | { answer: 'account'; iban: string; qrIban: string | null; openedOn: Day | null }
  /** `certificate`: the SHA-256 of the PDF that was sent along. */
  | {
      answer: 'cover';
      policyNumber: string | null;
      from: Day | null;
      premium: Rappen | null;
      certificate: string | null;
    }
  | { answer: 'ended'; on: Day | null }
  /** To the landlord. */
  | { answer: 'paid'; amount: Rappen; on: Day | null }
  | { answer: 'done'; iban: string | null }
  | { answer: 'refused'; code: RefusalReason; reason: string };
type AnswerName = ProviderAnswer['answer'];

/** What a provider has done with an application: taken it in hand, or answered. `by`: who, in words. */
export type ApplicationEvent = { at: Date; event: 'acknowledged' | AnswerName; by: string };

/** A name or a birth date that has changed. */
export type PersonChange = {
  /** The tenant's position. */
  tenant: number;
  before: { firstName: string; lastName: string; birthDate: Day | null };
  after: { firstName: string; lastName: string; birthDate: Day | null };
  reason: string;
};

export type Application = {
  id: string;
  kind: ApplicationKind;
  state: ApplicationState;
  providerId: string;
  createdAt: Date;
  /** The provider's own number. */
  reference: string | null;
  /** Of a claim: what the landlord gets. */
  claim: Rappen | null;
  /** Of a change of a person: what has changed. */
  person: PersonChange | null;
  /** The change of a deposit in force that it belongs to. */
  changeId: string | null;
  answer: ProviderAnswer | null;
  answeredAt: Date | null;
  /** Who gave the answer, in words. */
  answeredBy: string | null;
  cancelledAt: Date | null;
  /** In their order. The last answer is also in `answer`. */
  events: readonly ApplicationEvent[];
};

/** The first is what was asked for. */
const FITTING: Record<ApplicationKind, readonly AnswerName[]> = {
  account_opening: ['account', 'refused'],
  cover: ['cover', 'refused'],
  account_closing: ['ended', 'refused'],
  cover_end: ['ended', 'refused'],
  claim: ['paid', 'refused'],
  change: ['done', 'refused'],
};

/** What an answer means for an application as it stands. */
type AnswerOutcome =
  /** It is carried out. */
  | 'taken'
  /** It was given before, in the same words: nothing changes. */
  | 'same'
  /** It does not fit the kind of the application. */
  | 'not_fitting'
  /** Another answer was given before. */
  | 'answered_already'
  /** The application was cancelled: nothing is carried out. */
  | 'cancelled'
  /** It was cancelled, but the account is open: it is kept with the deposit. */
  | 'recorded';

/** An answer counts once. After a refusal an account or cover may follow. */
export function decideAnswer(
  { kind, state, answer: before, changeId }: Application,
  given: ProviderAnswer,
): AnswerOutcome {
  if (!FITTING[kind].includes(given.answer)) return 'not_fitting';
  if (state === 'cancelled') return given.answer === 'account' ? 'recorded' : 'cancelled';
  if (before === null) return 'taken';
  if (isSameAnswer(before, given)) return 'same';
  // A change that was refused has ended.
  const isOpen = before.answer === 'refused' && changeId === null;
  const follows = isOpen && (given.answer === 'account' || given.answer === 'cover');
  return follows ? 'taken' : 'answered_already';
}

function isSameAnswer(one: ProviderAnswer, other: ProviderAnswer): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const value = (answer: ProviderAnswer, name: string): unknown => (answer as Record<string, unknown>)[name];
  return names.every((name) => value(one, name) === value(other, name));
}

/** The answers that can be given now, as `decideAnswer` has it: what was asked for comes first. */
export function possibleAnswers({ kind, state, answer, changeId }: Application): readonly AnswerName[] {
  if (state === 'open' || state === 'acknowledged') return FITTING[kind];
  if (state === 'cancelled')
    return answer?.answer === 'account' ? [] : FITTING[kind].filter((name) => name === 'account');
  return answer?.answer === 'refused' && changeId === null
    ? FITTING[kind].filter((name) => name === 'account' || name === 'cover')
    : [];
}

/** It still asks for an answer. */
export function isWaiting({ state }: Application): boolean {
  return state === 'open' || state === 'acknowledged';
}
