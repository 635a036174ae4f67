import {
  APPLICATIONS_ON_A_PAGE,
  askedRows,
  COUNT_UP_TO,
  queueStateIn,
  type AskedRow,
} from '../../../actions/providers/asked-row.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import { countWaiting, listApplications, type QueueState } from '../../../storage/providers/queue.ts';

/** One page of what is asked of a provider, oldest first. */
export type ApplicationsView = {
  state: QueueState;
  rows: readonly AskedRow[];
  /** The last one of this page. Null: there are no more. */
  next: string | null;
  counts: Record<'open' | 'acknowledged', number>;
};

export async function applicationsView(
  sql: Sql,
  providerId: string,
  query: URLSearchParams,
): Promise<ApplicationsView> {
  const state = queueStateIn(query);
  const after = query.get('after');
  const found = await listApplications(sql, providerId, {
    state,
    after: after !== null && isId(after) ? after : null,
    most: APPLICATIONS_ON_A_PAGE + 1,
  });
  const page = found.slice(0, APPLICATIONS_ON_A_PAGE);
  return {
    state,
    rows: askedRows(page),
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    counts: await countWaiting(sql, providerId, COUNT_UP_TO),
  };
}
