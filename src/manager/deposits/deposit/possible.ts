import type { Deposit } from '../../../domain/deposit.ts';
import { canMove, type MoveName } from '../../../domain/lifecycle/moves.ts';
import { phaseOf } from '../../../domain/lifecycle/phase.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import type { DepositWords } from '../words/words.ts';

/** What a property manager can do with a deposit now. */
export type Possible = {
  main: MainAction | null;
  canCorrect: boolean;
  canEdit: boolean;
  canWithdraw: boolean;
  canRemind: boolean;
  canSendNow: boolean;
  /** Whom the deposit waits for, unless that is the manager. */
  waitsFor: AwaitedParty | null;
};

type MainAction = 'sign' | 'resend' | 'answer' | 'close';
type AwaitedParty = keyof DepositWords['act']['waitingFor'];

/** The table also allows reminders to the manager, which the manager does not send. */
export function canRemind(deposit: Deposit): boolean {
  return canMove('remind', deposit) && awaitedBy(deposit) !== null;
}

export function possibleFor(deposit: Deposit): Possible {
  const waitsFor = awaitedBy(deposit);
  return {
    main: mainActionFor(deposit),
    canCorrect: canMove('correct', deposit),
    canEdit: canMove('edit', deposit),
    canWithdraw: canMove('withdraw', deposit),
    canRemind: canRemind(deposit),
    canSendNow: canMove('send_now', deposit),
    waitsFor,
  };
}

const MAIN_ACTIONS: readonly (readonly [MainAction, MoveName])[] = [
  ['sign', 'sign_as_manager'],
  ['resend', 'send_again'],
  ['close', 'start_closing'],
  ['answer', 'consent'],
];

function mainActionFor(deposit: Deposit): MainAction | null {
  const [action] = MAIN_ACTIONS.find(([, move]) => canMove(move, deposit)) ?? [null];
  return action === 'answer' && isOwnProposal(deposit) ? null : action;
}

export function awaitedBy(deposit: Deposit): AwaitedParty | null {
  switch (phaseOf(deposit)) {
    case 'awaiting_send':
      return 'send';
    case 'awaiting_tenant_signatures':
      return 'tenants';
    case 'awaiting_account':
      return 'bank';
    case 'awaiting_cover':
      return 'insurer';
    case 'awaiting_payment':
      return 'payment';
    case 'closing_proposed':
      return isOwnProposal(deposit) ? 'tenant_answer' : null;
    case 'closing_ordered':
      return deposit.product === 'insurance' ? 'cover_end' : 'payout';
    case 'awaiting_manager_signature':
    case 'draft_editing':
    case 'open':
    case 'closing_noted':
    case 'closed':
    case 'withdrawn':
      return null;
  }
}

function isOwnProposal({ closing }: Deposit): boolean {
  return closing !== null && standing(closing).by === 'manager';
}

const REMIND_AGAIN_AFTER_MS = 3_600_000;

export function isReminded({ history }: StoredDeposit, now: Date): boolean {
  const last = history.findLast(({ event }) => event === 'asked_again');
  return last !== undefined && now.getTime() - new Date(last.at).getTime() < REMIND_AGAIN_AFTER_MS;
}
