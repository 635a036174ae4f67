import type { Deposit } from '../../../domain/deposit.ts';
import { phaseOf } from '../../../domain/lifecycle/phase.ts';
import { standing } from '../../../domain/lifecycle/split.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import type { DepositWords } from '../words/words.ts';

/** What a property manager can do with a deposit where it stands, the main thing first. */
export type Possible = {
  main: 'sign' | 'resend' | 'answer' | 'close' | null;
  canCorrect: boolean;
  canEdit: boolean;
  canWithdraw: boolean;
  canRemind: boolean;
  /** Whom it waits for, where that is not the manager. */
  waitsFor: keyof DepositWords['act']['waitingFor'] | null;
};

const NOTHING: Possible = {
  main: null,
  canCorrect: false,
  canEdit: false,
  canWithdraw: false,
  canRemind: false,
  waitsFor: null,
};

/** Read beside the table of moves, which decides in the end. */
export function possibleFor(deposit: Deposit): Possible {
  const place = phaseOf(deposit);
  const canEdit = deposit.paidIn === 0;
  switch (place) {
    case 'awaiting_manager_signature':
      return { ...NOTHING, main: 'sign', canCorrect: true, canWithdraw: true };
    case 'awaiting_send':
      return { ...NOTHING, canWithdraw: true, waitsFor: 'send' };
    case 'awaiting_tenant_signatures':
      return { ...NOTHING, canEdit, canWithdraw: true, canRemind: true, waitsFor: 'tenants' };
    case 'awaiting_account':
      return { ...NOTHING, canEdit, canWithdraw: true, waitsFor: 'bank' };
    case 'awaiting_cover':
      return { ...NOTHING, canEdit, canWithdraw: true, waitsFor: 'insurer' };
    case 'awaiting_payment':
      return { ...NOTHING, canEdit, canWithdraw: true, canRemind: true, waitsFor: 'payment' };
    case 'draft_editing':
      return { ...NOTHING, main: 'resend', canCorrect: true, canWithdraw: true };
    case 'open':
      return { ...NOTHING, main: 'close' };
    case 'closing_proposed':
      return isOurs(deposit)
        ? { ...NOTHING, canRemind: true, waitsFor: 'tenant_answer' }
        : { ...NOTHING, main: 'answer' };
    case 'closing_ordered':
      return { ...NOTHING, waitsFor: deposit.product === 'insurance' ? 'cover_end' : 'payout' };
    case 'closed':
    case 'withdrawn':
      return NOTHING;
  }
}

function isOurs({ closing }: Deposit): boolean {
  return closing !== null && standing(closing).by === 'manager';
}

const REMIND_AGAIN_AFTER_MS = 3_600_000;

export function isReminded({ history }: StoredDeposit, now: Date): boolean {
  const last = history.findLast(({ event }) => event === 'asked_again');
  return last !== undefined && now.getTime() - new Date(last.at).getTime() < REMIND_AGAIN_AFTER_MS;
}
