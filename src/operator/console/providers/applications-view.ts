import { APPLICATION_STATES, type Application } from '../../../domain/application.ts';
import { holderName } from '../../../actions/providers/application-view.ts';
import { propertyLine } from '../../../domain/deposit.ts';
import type { Rappen } from '../../../domain/values/money.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import {
  countWaiting,
  listApplications,
  type QueuedApplication,
  type QueueState,
} from '../../../storage/providers/queue.ts';
import { LONGEST_COUNT } from './provider-page.ts';

export const SHOWN_STATES: readonly QueueState[] = [...APPLICATION_STATES, 'all'];

/** One page of what is asked of a provider, oldest first. */
export type ApplicationsView = {
  state: QueueState;
  rows: readonly AskedRow[];
  /** The last one of this page. Null: there are no more. */
  next: string | null;
  counts: Record<'open' | 'acknowledged', number>;
};

export type AskedRow = Pick<Application, 'id' | 'kind' | 'state' | 'createdAt' | 'claim' | 'reference'> & {
  depositId: string;
  contractId: string;
  holder: string;
  amount: Rappen;
  property: string;
};

const ON_A_PAGE = 50;

export async function applicationsView(
  sql: Sql,
  providerId: string,
  query: URLSearchParams,
): Promise<ApplicationsView> {
  const state = SHOWN_STATES.find((one) => one === query.get('state')) ?? 'open';
  const after = query.get('after');
  const found = await listApplications(sql, providerId, {
    state,
    after: after !== null && isId(after) ? after : null,
    most: ON_A_PAGE + 1,
  });
  const page = found.slice(0, ON_A_PAGE);
  return {
    state,
    rows: page.flatMap(rowOf),
    next: found.length > ON_A_PAGE ? (page.at(-1)?.id ?? null) : null,
    counts: await countWaiting(sql, providerId, LONGEST_COUNT + 1),
  };
}

function rowOf({ id, deposit }: QueuedApplication): AskedRow[] {
  const application = deposit.applications.find((one) => one.id === id);
  if (application === undefined) return [];
  const { kind, state, createdAt, claim, reference } = application;
  const { terms } = deposit;
  return [
    {
      id,
      kind,
      state,
      createdAt,
      claim,
      reference,
      depositId: deposit.id,
      contractId: terms.externalContractId,
      holder: holderName(terms.tenants[0]),
      amount: terms.rentalDeposit,
      property: propertyLine(terms),
    },
  ];
}
