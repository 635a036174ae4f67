import type { ChangeState } from '../change-kinds.ts';
import { STEPS, type Deposit, type State, type Step } from '../deposit.ts';
import type { Day } from '../values/calendar.ts';
import type { Party } from '../closing/closing.ts';

/** The part of a deposit that decides whether it needs attention. */
export type Looks = Pick<Deposit, 'state' | 'step'> & {
  refusal: object | null;
  registerCheck: { differences: readonly object[] } | null;
  closing: {
    proposals: readonly { by: Party }[];
    noted?: object | null;
    release: object | null;
    end?: { state: string };
  } | null;
  changes?: readonly { state: ChangeState; managerSignature: object | null }[];
  /** Sent in this step. */
  reminders?: number;
};

export const MONEY_ATTENTION = ['underfunded', 'overdrawn'] as const;

/** What is wrong with the money of a deposit. Overdrawn: a payment was reversed after its money was paid out. */
export function attentionOf(
  { state, product, paidIn, terms }: Pick<Deposit, 'state' | 'product' | 'paidIn' | 'terms'>,
  { isOverdrawn }: { isOverdrawn: boolean },
): (typeof MONEY_ATTENTION)[number][] {
  const isInForce = state === 'open' || state === 'closing';
  const isUnderfunded = isInForce && product === 'bank_deposit' && paidIn < terms.rentalDeposit;
  return [...(isUnderfunded ? (['underfunded'] as const) : []), ...(isOverdrawn ? (['overdrawn'] as const) : [])];
}

/** What the property manager has to do next. */
export type ManagerTask = 'sign' | 'sign_change' | 'send_again' | 'correct' | 'answer';

/** Null: the deposit waits for somebody else, or for nobody. */
export function taskOf({ state, step, refusal, closing, changes = [] }: Looks): ManagerTask | null {
  switch (state) {
    case 'draft_editing':
      return 'send_again';
    case 'opening':
      if (refusal !== null) return 'correct';
      return step === 'awaiting_manager_signature' ? 'sign' : null;
    case 'open':
      return changes.some((one) => one.state === 'to_sign' && one.managerSignature === null) ? 'sign_change' : null;
    case 'closing':
      return isUndecided(closing) && closing?.proposals.at(-1)?.by === 'tenant' ? 'answer' : null;
    case 'closed':
    case 'withdrawn':
      return null;
  }
}

/** The deposit waits for the property manager. */
export function awaitsManager(looks: Looks): boolean {
  return taskOf(looks) !== null;
}

/** The tenants have named the end of the tenancy. Silence counts as yes, so the deposit does not wait for the answer. */
export function isEndToConfirm({ state, closing }: Looks): boolean {
  return state === 'closing' && isUndecided(closing) && closing?.end?.state === 'asked';
}

function isUndecided(closing: Looks['closing']): boolean {
  return closing?.release === null && (closing.noted ?? null) === null;
}

/** Both reminders were sent, and it is still not paid. */
const REMINDERS_OF_PAYMENT = 2;

/** It is unpaid after the last reminder; overdue as soon as the tenancy has started, too. */
export function isUnpaid({ step, reminders = 0 }: Looks): boolean {
  return step === 'awaiting_payment' && reminders >= REMINDERS_OF_PAYMENT;
}

/** Unpaid after the last reminder, and the tenancy has started. */
export function isOverdue(deposit: Looks & { terms: { rentalStart: Day } }, today: Day): boolean {
  return isUnpaid(deposit) && deposit.terms.rentalStart <= today;
}

/** Refused by a bank or an insurer, or different from the commercial register, as long as it can be corrected. */
export function problemKinds({ state, refusal, registerCheck }: Looks): ('refused' | 'register')[] {
  if (state !== 'opening' && state !== 'draft_editing') return [];
  const differs = registerCheck !== null && registerCheck.differences.length > 0;
  return [...(refusal === null ? [] : (['refused'] as const)), ...(differs ? (['register'] as const) : [])];
}

export function hasProblem(looks: Looks): boolean {
  return problemKinds(looks).length > 0;
}

/** Where deposits stand on their way, in its order: states, and steps instead of `opening`. */
export const PIPELINE = [...STEPS, 'draft_editing', 'open', 'closing'] as const;
export type PipelinePlace = (typeof PIPELINE)[number] & (State | Step);

/**
 * After how many days at one place someone should look: some days after the last reminder, longer than a bank or an insurer
 * takes, and a month more than the year of OR 257e. What is not in here does not wait for people, or has no end.
 */
export const STUCK_AFTER_DAYS: Partial<Record<PipelinePlace, number>> = {
  awaiting_manager_signature: 17,
  awaiting_tenant_signatures: 17,
  awaiting_account: 7,
  awaiting_cover: 7,
  awaiting_payment: 30,
  draft_editing: 17,
  closing: 396,
};
