import {
  APPLICATIONS_ON_A_PAGE,
  askedRows,
  COUNT_UP_TO,
  queueStateIn,
  type AskedRow,
} from '../../../actions/providers/asked-row.ts';
import { daysBetween, swissDay } from '../../../domain/values/calendar.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import { countWaiting, listApplications, type QueueState } from '../../../storage/providers/queue.ts';

/** One page of what is asked of a provider. */
export type QueueView = {
  state: QueueState;
  rows: readonly QueueRow[];
  /** The applications at which the page before ends and the next one begins. Null: there is none. */
  previous: string | null;
  next: string | null;
  counts: Record<'open' | 'acknowledged', number>;
};

export type QueueRow = AskedRow & {
  /** Whole days since it was asked. */
  age: number;
};

export async function queueView(sql: Sql, providerId: string, query: URLSearchParams): Promise<QueueView> {
  const state = queueStateIn(query);
  const before = idIn(query, 'before');
  const after = before === null ? idIn(query, 'after') : null;
  const found = await listApplications(sql, providerId, { state, after, before, most: APPLICATIONS_ON_A_PAGE + 1 });
  const isMore = found.length > APPLICATIONS_ON_A_PAGE;
  // Read backwards, the one too many is the oldest.
  const page = !isMore ? found : before === null ? found.slice(0, -1) : found.slice(1);
  const now = await serviceNow(sql);
  const [first, last] = [page[0]?.id ?? null, page.at(-1)?.id ?? null];
  return {
    state,
    rows: askedRows(page).map((one) => ({ ...one, age: ageOf(one, now) })),
    previous: (before === null ? after !== null : isMore) ? first : null,
    next: (before === null ? isMore : true) ? last : null,
    counts: await countWaiting(sql, providerId, COUNT_UP_TO),
  };
}

function idIn(query: URLSearchParams, name: 'after' | 'before'): string | null {
  const id = query.get(name);
  return id !== null && isId(id) ? id : null;
}

function ageOf({ createdAt }: AskedRow, now: Date): number {
  return Math.max(0, daysBetween(swissDay(createdAt), swissDay(now)));
}
