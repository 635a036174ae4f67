import { isWaiting, type ProviderAnswer, type Application, type ApplicationKind } from '../application.ts';
import { runningChange } from '../change.ts';
import type { Deposit } from '../deposit.ts';
import { providerFor } from '../provider.ts';
import type { Product } from '../product.ts';
import { move, type Move, type MoveContext } from './move.ts';
import { freeOf, isOpenOrder } from './orders.ts';

/** The deposit with the provider of its organization, as it is now. Without a product it has none yet. */
export function withProvider(deposit: Deposit, { organization }: Pick<MoveContext, 'organization'>): Deposit {
  const { product } = deposit;
  return { ...deposit, provider: product === null ? null : providerFor(organization.providers, product) };
}

export function isOffered({ organization }: Pick<MoveContext, 'organization'>, product: Product): boolean {
  return providerFor(organization.providers, product) !== null;
}

/** Asks the deposit's provider. Deposits from before there were providers may have none: then the operator acts. */
export function ask(
  deposit: Deposit,
  kind: ApplicationKind,
  context: MoveContext,
  { claim = null, person = null, changeId = null }: Partial<Pick<Application, 'claim' | 'person' | 'changeId'>> = {},
): Move {
  const { provider } = deposit;
  return provider === null
    ? move(deposit)
    : askProvider(deposit, { providerId: provider.id, kind, claim, person, changeId }, context);
}

export function askProvider(
  deposit: Deposit,
  {
    providerId,
    kind,
    claim,
    person,
    changeId,
  }: Pick<Application, 'providerId' | 'kind' | 'claim' | 'person' | 'changeId'>,
  { now, random }: MoveContext,
): Move {
  const application: Application = {
    id: random.id(),
    kind,
    state: 'open',
    providerId,
    createdAt: now,
    reference: null,
    claim,
    person,
    changeId,
    answer: null,
    answeredAt: null,
    answeredBy: null,
    cancelledAt: null,
    events: [],
  };
  return move(
    { ...deposit, applications: [...deposit.applications, application] },
    {
      effects: [
        {
          kind: 'provider_event',
          id: random.id(),
          dueAt: now,
          event: 'application.created',
          applicationId: application.id,
        },
      ],
    },
  );
}

/**
 * What was asked is no longer wanted. A refusal is closed with it: no account or cover may follow. The provider is told.
 */
export function cancelApplications(deposit: Deposit, context: MoveContext): Move {
  return cancel(deposit, (one) => isWaiting(one) || isRefusedOpening(one), context);
}

/** What was asked for a change is no longer wanted. */
export function cancelApplicationsOf(deposit: Deposit, changeId: string, context: MoveContext): Move {
  return cancel(deposit, (one) => one.changeId === changeId && isWaiting(one), context);
}

function cancel(deposit: Deposit, isOpen: (one: Application) => boolean, { now, random }: MoveContext): Move {
  const cancelled = deposit.applications.filter(isOpen);
  if (cancelled.length === 0) return move(deposit);
  return move(
    {
      ...deposit,
      applications: deposit.applications.map((one) =>
        isOpen(one) ? { ...one, state: 'cancelled' as const, cancelledAt: now } : one,
      ),
    },
    {
      effects: cancelled.map(({ id: applicationId }) => ({
        kind: 'provider_event' as const,
        id: random.id(),
        dueAt: now,
        event: 'application.cancelled' as const,
        applicationId,
      })),
    },
  );
}

function isRefusedOpening({ kind, state, answer, changeId }: Application): boolean {
  if (changeId !== null) return false;
  return state === 'answered' && answer?.answer === 'refused' && (kind === 'account_opening' || kind === 'cover');
}

/** An answer, and who gave it. Null: the operator. */
type GivenAnswer = { answer: ProviderAnswer; by: string | null };

/** As `by` of an answer that the operator enters. */
export const BY_OPERATOR = 'operator';

/** The application of this kind that waits, or was refused, is answered. */
export function answered(
  deposit: Deposit,
  kind: ApplicationKind,
  { answer, by }: GivenAnswer,
  { now }: Pick<MoveContext, 'now'>,
): Deposit {
  const asked = deposit.applications.findLast((one) => one.kind === kind && (isWaiting(one) || isRefusedOpening(one)));
  if (asked === undefined) return deposit;
  return withAnswer(deposit, asked, { state: 'answered', answer, by: by ?? BY_OPERATOR }, now);
}

/** This very application is answered. */
export function answeredThis(
  deposit: Deposit,
  application: Application,
  given: { answer: ProviderAnswer; by: string },
  { now }: Pick<MoveContext, 'now'>,
): Deposit {
  return withAnswer(deposit, application, { state: 'answered', ...given }, now);
}

/** A late answer is kept with its application, which stays cancelled. */
export function answeredLate(
  deposit: Deposit,
  application: Application,
  given: { answer: ProviderAnswer; by: string },
  { now }: Pick<MoveContext, 'now'>,
): Deposit {
  return withAnswer(deposit, application, { state: application.state, ...given }, now);
}

function withAnswer(
  deposit: Deposit,
  asked: Application,
  { state, answer, by }: { state: Application['state']; answer: ProviderAnswer; by: string },
  now: Date,
): Deposit {
  const events = [...asked.events, { at: now, event: answer.answer, by }];
  const done: Application = { ...asked, state, answer, answeredAt: now, answeredBy: by, events };
  return { ...deposit, applications: deposit.applications.map((one) => (one === asked ? done : one)) };
}

/**
 * What the provider refused last at the end: to pay a claim, to end the cover, to close the account. Null: nothing, or it
 * no longer matters.
 */
export function refusedAtEnd({ state, applications }: Deposit): Application | null {
  const last = applications.findLast(
    ({ kind }) => kind === 'claim' || kind === 'cover_end' || kind === 'account_closing',
  );
  if (last === undefined || last.state !== 'answered' || last.answer?.answer !== 'refused') return null;
  return last.kind === 'account_closing' || state === 'closing' ? last : null;
}

/** The operator has settled it with the provider, which is asked the same once more. */
export function askOnceMore(deposit: Deposit, _input: undefined, context: MoveContext): Move {
  const refused = refusedAtEnd(deposit);
  return refused === null ? move(deposit) : askProvider(deposit, refused, context);
}

/** The account is empty and no longer needed: the bank is asked to close it, once. */
export function askToClose(deposit: Deposit, context: MoveContext): Move {
  const { state, iban, orders } = deposit;
  const isOver = state === 'closed' || state === 'withdrawn' || isLeftForInsurance(deposit);
  const isAsked = sinceOpened(deposit).some(({ kind, state: at }) => kind === 'account_closing' && at !== 'cancelled');
  if (!isOver || iban === null || isAsked || freeOf(deposit) > 0 || orders.some(isOpenOrder)) return move(deposit);
  const providerId = bankOfAccount(deposit);
  return providerId === null
    ? move(deposit)
    : askProvider(deposit, { providerId, kind: 'account_closing', claim: null, person: null, changeId: null }, context);
}

/** It was changed to an insurance, and no change back is under way. */
function isLeftForInsurance({ state, product, changes }: Deposit): boolean {
  const isChanged = changes.some(({ subject }) => subject.kind === 'product');
  return (
    state === 'open' && product === 'insurance' && isChanged && runningChange({ changes })?.subject.kind !== 'product'
  );
}

/** What was asked since the present account was opened: a deposit may have had another one before. */
function sinceOpened({ applications }: Deposit): readonly Application[] {
  const at = applications.findLastIndex(
    ({ kind, answer }) => kind === 'account_opening' && answer?.answer === 'account',
  );
  return applications.slice(at + 1);
}

/** Since it opened the account, the deposit may have been edited: it has no provider then, or another one. */
function bankOfAccount({ applications, provider }: Deposit): string | null {
  const opened = applications.findLast(
    ({ kind, answer }) => kind === 'account_opening' && answer?.answer === 'account',
  );
  return opened?.providerId ?? (provider?.kind === 'bank' ? provider.id : null);
}
