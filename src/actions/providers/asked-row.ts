import { APPLICATION_STATES, type Application } from '../../domain/application.ts';
import { propertyLine } from '../../domain/deposit.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { QueuedApplication, QueueState } from '../../storage/providers/queue.ts';
import { holderName } from './application-view.ts';

/** What lists of applications can be filtered by. */
export const QUEUE_STATES: readonly QueueState[] = [...APPLICATION_STATES, 'all'];
export const APPLICATIONS_ON_A_PAGE = 50;
/** A longer queue is shown as `999+`. */
const MOST_COUNTED = 999;
/** How far to count, so that a longer queue is noticed. */
export const COUNT_UP_TO = MOST_COUNTED + 1;

export function counted(count: number): string {
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}

/** An unknown state is that of the first page. */
export function queueStateIn(query: URLSearchParams): QueueState {
  return QUEUE_STATES.find((one) => one === query.get('state')) ?? 'open';
}

/** An application in a list. */
export type AskedRow = Pick<Application, 'id' | 'kind' | 'state' | 'createdAt' | 'claim' | 'reference'> & {
  depositId: string;
  contractId: string;
  holder: string;
  amount: Rappen;
  property: string;
};

export function askedRows(found: readonly QueuedApplication[]): AskedRow[] {
  return found.flatMap(({ id, deposit }) => {
    const application = deposit.applications.find((one) => one.id === id);
    if (application === undefined) return [];
    const { kind, state, createdAt, claim, reference } = application;
    const { terms } = deposit;
    const about = {
      depositId: deposit.id,
      contractId: terms.externalContractId,
      holder: holderName(terms.tenants[0]),
      amount: terms.rentalDeposit,
      property: propertyLine(terms),
    };
    return [{ id, kind, state, createdAt, claim, reference, ...about }];
  });
}
