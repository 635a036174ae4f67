import { APPLICATION_STATES, type Application } from '../../../domain/application.ts';
import { propertyLine } from '../../../domain/deposit.ts';
import { daysBetween, swissDay } from '../../../domain/values/calendar.ts';
import type { Rappen } from '../../../domain/values/money.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import {
  countWaiting,
  listApplications,
  type QueuedApplication,
  type QueueState,
} from '../../../storage/providers/queue.ts';
import { holderName } from '../../../actions/providers/application-view.ts';

export const QUEUE_STATES: readonly QueueState[] = [...APPLICATION_STATES, 'all'];

/** One page of what is asked of a provider. */
export type QueueView = {
  state: QueueState;
  rows: readonly QueueRow[];
  /** The applications at which the page before ends and the next one begins. Null: there is none. */
  previous: string | null;
  next: string | null;
  counts: Record<'open' | 'acknowledged', number>;
};

export type QueueRow = Pick<Application, 'id' | 'kind' | 'state' | 'createdAt' | 'claim' | 'reference'> & {
  holder: string;
  amount: Rappen;
  property: string;
  /** Whole days since it was asked. */
  age: number;
};

const ON_A_PAGE = 50;
/** A longer queue is shown as `999+`. */
export const MOST_COUNTED = 999;

export async function queueView(sql: Sql, providerId: string, query: URLSearchParams): Promise<QueueView> {
  const state = stateIn(query);
  const before = idIn(query, 'before');
  const after = before === null ? idIn(query, 'after') : null;
  const found = await listApplications(sql, providerId, { state, after, before, most: ON_A_PAGE + 1 });
  const isMore = found.length > ON_A_PAGE;
  // Read backwards, the one too many is the oldest.
  const page = !isMore ? found : before === null ? found.slice(0, -1) : found.slice(1);
  const now = await serviceNow(sql);
  const [first, last] = [page[0]?.id ?? null, page.at(-1)?.id ?? null];
  return {
    state,
    rows: page.flatMap((one) => rowOf(one, now)),
    previous: (before === null ? after !== null : isMore) ? first : null,
    next: (before === null ? isMore : true) ? last : null,
    counts: await countWaiting(sql, providerId, MOST_COUNTED + 1),
  };
}

/** An unknown state is that of the first page. */
export function stateIn(query: URLSearchParams): QueueState {
  return QUEUE_STATES.find((one) => one === query.get('state')) ?? 'open';
}

function idIn(query: URLSearchParams, name: 'after' | 'before'): string | null {
  const id = query.get(name);
  return id !== null && isId(id) ? id : null;
}

function rowOf({ id, deposit }: QueuedApplication, now: Date): QueueRow[] {
  const application = deposit.applications.find((one) => one.id === id);
  if (application === undefined) return [];
  const { kind, state, createdAt, claim, reference } = application;
  return [
    {
      id,
      kind,
      state,
      createdAt,
      claim,
      reference,
      holder: holderName(deposit.terms.tenants[0]),
      amount: deposit.terms.rentalDeposit,
      property: propertyLine(deposit.terms),
      age: Math.max(0, daysBetween(swissDay(createdAt), swissDay(now))),
    },
  ];
}
