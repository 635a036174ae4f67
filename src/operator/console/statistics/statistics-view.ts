import { swissDay } from '../../../domain/values/calendar.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { field } from '../../../web/forms.ts';
import { choose, isUnclear, type Chosen } from '../choose.ts';
import { pipelineView, type PipelineView } from './pipeline-view.ts';
import { periodOf, SPANS, type Period } from './period.ts';
import { readStatistics, type Statistics, type Whose } from './statistics.ts';

export type StatisticsView = {
  /** On the front page alone. */
  pipeline: PipelineView | null;
  /** The front page: today, without filters. */
  isToday: boolean;
  /** Whether the period includes the present, so that queues can be shown. */
  isCurrentDay: boolean;
  period: Period;
  partner: Chosen;
  organization: Chosen;
  whose: Whose;
  /** Null: the partner or organization typed is ambiguous or unknown. */
  statistics: Statistics | null;
};

export async function statisticsView(
  sql: Sql,
  query: URLSearchParams,
  { isToday }: { isToday: boolean },
): Promise<StatisticsView> {
  const now = await serviceNow(sql);
  const today = swissDay(now);
  const span = SPANS.find((one) => one === query.get('span')) ?? 'day';
  const period = periodOf(span, field(query, 'from'), today);
  const partner = await choose(sql, 'partners', query, 'partner');
  const organization = await choose(sql, 'organizations', query, 'organization');
  const whose: Whose = { partnerId: partner.one?.id ?? null, organizationId: organization.one?.id ?? null };
  const statistics =
    isUnclear(partner) || isUnclear(organization) ? null : await readStatistics(sql, period, whose, now);
  const isCurrentDay = period.span === 'day' && period.fromDay === today;
  const pipeline = isToday ? await pipelineView(sql, now) : null;
  return { pipeline, isToday, isCurrentDay, period, partner, organization, whose, statistics };
}
