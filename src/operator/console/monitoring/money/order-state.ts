import type { Order } from '../../../../domain/ledger.ts';
import type { Tone } from '../../../../web/parts.ts';
import { shownTime } from '../../moment.ts';
import { WAITS_FOR_WORDS } from '../words.ts';

type OrderState = { name: string; tone: Tone; why: string | null };

/** Where an order stands, and why it does not go on. */
export function orderState({ completedAt, rejection, runId, iban, cause, payee }: Order): OrderState {
  if (completedAt !== null) return { name: `carried out ${shownTime(completedAt)}`, tone: 'good', why: null };
  if (rejection !== null) return { name: 'rejected', tone: 'warn', why: rejection };
  if (runId !== null) return { name: 'with the bank', tone: 'info', why: null };
  if (iban === null) return { name: 'waits for an account', tone: 'wait', why: WAITS_FOR_WORDS[payee] };
  if (cause === 'unknown_reference') {
    const why =
      'It belongs to no deposit, so it goes into no payment file. Pay it back at the bank, then mark it as carried out.';
    return { name: 'to be paid back by hand', tone: 'wait', why };
  }
  return { name: 'ready for the next payment file', tone: 'info', why: null };
}
