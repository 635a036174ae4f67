import { periodText } from '../../../domain/retention.ts';
import { readPeriods } from '../../../storage/data-protection/data-protection.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { isId } from '../../../storage/database/ids.ts';
import { listCalls, type CallPage } from '../../../storage/request-log/list.ts';
import { choose, isUnclear, type Chosen } from '../choose.ts';
import { filterOf } from './filters.ts';

const MOST_ON_A_PAGE = 50;

export type CallsView = {
  query: URLSearchParams;
  partner: Chosen;
  organization: Chosen;
  /** How long calls are kept, in words. */
  keptFor: string;
  /** Null: the partner or organization typed is ambiguous or unknown. */
  page: CallPage | null;
};

export async function callsView(sql: Sql, query: URLSearchParams): Promise<CallsView> {
  const partner = await choose(sql, 'partners', query, 'partner');
  const organization = await choose(sql, 'organizations', query, 'organization');
  const keptFor = periodText('request_log', await readPeriods(sql));
  const view = { query, partner, organization, keptFor };
  if (isUnclear(partner) || isUnclear(organization)) return { ...view, page: null };
  const before = query.get('before');
  const page = await listCalls(sql, {
    filter: filterOf(query, { partner, organization }),
    before: before !== null && isId(before) ? before : null,
    most: MOST_ON_A_PAGE,
  });
  return { ...view, page };
}
