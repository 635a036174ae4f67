import type { Order } from '../../../../domain/ledger.ts';
import { isUndecided, stateOfOrder } from '../../../../domain/lifecycle/orders.ts';
import type { Missing } from '../../../../domain/payee/missing.ts';
import type { Tone } from '../../../../web/parts.ts';
import { shownTime } from '../../moment.ts';
import { missingWords } from '../words.ts';

type ShownState = { name: string; tone: Tone; why: string | null };

const TO_RELEASE = 'A person must release it. Whoever created the order or gave its account cannot.';

const UNDECIDED = 'It belongs to no deposit. Assign it to one, or release it: then it is paid back to the payer.';

/** Where an order stands, and why it does not go on. */
export function orderState(order: Order, missing: Missing | null): ShownState {
  const { completedAt, rejection, returnReason, payee, cause } = order;
  if (order.cancelledAt !== null) {
    const name = cause === 'unknown_reference' ? 'assigned to a deposit' : 'nothing is left to pay';
    return { name, tone: 'info', why: null };
  }
  switch (stateOfOrder(order, missing)) {
    case 'completed':
      return { name: `carried out ${completedAt === null ? '' : shownTime(completedAt)}`, tone: 'good', why: null };
    case 'returned':
      return {
        name: 'returned',
        tone: 'warn',
        why: `The bank has returned it. Reason: ${returnReason ?? 'not given'}`,
      };
    case 'rejected':
      return {
        name: 'rejected',
        tone: 'warn',
        why: `The bank has not carried it out. Reason: ${rejection ?? 'not given'}`,
      };
    case 'sent':
      return { name: 'with the bank', tone: 'info', why: null };
    case 'waiting': {
      const name = missing === 'account' ? 'waits for an account' : 'waits for details';
      return { name, tone: 'wait', why: missing === null ? null : missingWords(missing, payee) };
    }
    case 'to_release':
      return { name: 'to be released', tone: 'wait', why: cause === 'unknown_reference' ? UNDECIDED : TO_RELEASE };
    case 'ordered':
      if (isUndecided(order, missing)) {
        return { name: 'to be assigned or paid back', tone: 'wait', why: UNDECIDED };
      }
      return { name: 'ready for the next payment file', tone: 'info', why: null };
  }
}
