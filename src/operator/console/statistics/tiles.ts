import { html, type Content, type Html } from '../../../web/html.ts';
import { durationText } from '../calls/words.ts';
import { sum, type Statistics } from './statistics.ts';
import { age, grouped } from './scale.ts';

type Tile = { label: Content; value: string; href?: string; isBad?: boolean };

/** The main numbers, each with a link to its details. */
export function tilesOf(statistics: Statistics, { isNow }: { isNow: boolean }): Html {
  const {
    opened,
    calls: ended,
    open,
    money,
    deliveries,
    arrival,
    queues,
    reads,
    dryRuns,
    overall,
    period,
  } = statistics;
  const days = { from: period.fromDay, to: lastDay(statistics) };
  const calls = (outcome: string): string => {
    const { partnerId, organizationId } = statistics.whose;
    const query = new URLSearchParams({ outcome, ...days });
    if (partnerId !== null) query.set('partner', partnerId);
    if (organizationId !== null) query.set('organization', organizationId);
    return `/operator/calls?${query.toString()}`;
  };
  const openDeposits = new URLSearchParams({ place: 'open' });
  if (statistics.whose.organizationId !== null) openDeposits.set('organization', statistics.whose.organizationId);
  const failed = sum(deliveries.failed);
  const tiles: Tile[] = [
    { label: 'Deposits opened through partners', value: grouped(sum(opened.byPartner)), href: calls('success') },
    { label: 'Deposits opened by hand', value: grouped(sum(opened.byHand)) },
    {
      label: 'Calls rejected',
      value: grouped(sum(ended.skipped) + sum(ended.errored)),
      href: calls('refused'),
      isBad: sum(ended.errored) > 0,
    },
    {
      // The current period has no end yet.
      label: period.next === null ? 'Deposits open now' : 'Deposits open at the end',
      value: grouped(open.findLast((value) => value !== null) ?? 0),
      href: `/operator/deposits?${openDeposits.toString()}`,
    },
    { label: 'CHF in', value: grouped(sum(money.in)), href: '/operator/money' },
    { label: 'CHF out', value: grouped(sum(money.out)), href: '/operator/money' },
    { label: 'Deliveries arrived', value: grouped(sum(deliveries.delivered)) },
    { label: 'Deliveries failed', value: grouped(failed), href: '/operator/failures', isBad: failed > 0 },
    { label: 'Average delay of a delivery', value: arrival.overall === null ? '–' : age(arrival.overall / 1_000) },
    { label: 'Contract status and events read', value: grouped(reads.succeeded) },
    { label: 'Dry runs', value: grouped(dryRuns) },
    { label: '95 % of open calls within', value: overall.slow === null ? '–' : durationText(overall.slow) },
  ];
  return html`<div class="tiles">${[...tiles, ...(isNow ? delays(queues) : [])].map(tile)}</div>`;
}

/** Work that has been due for longer is marked as late. */
const LATE_SECONDS = 300;

function delays({ effects, deliveries }: Statistics['queues']): Tile[] {
  const due = [...effects.values()];
  const oldest = Math.max(0, ...due.map(({ oldestSeconds }) => oldestSeconds));
  const count = sum(due.map((backlog) => backlog.due));
  return [
    {
      label: `Oldest of ${grouped(count)} mails and steps due`,
      value: count === 0 ? '–' : age(oldest),
      href: '/operator/failures',
      isBad: oldest > LATE_SECONDS,
    },
    {
      label: `Oldest of ${grouped(deliveries.due)} deliveries due`,
      value: deliveries.due === 0 ? '–' : age(deliveries.oldestSeconds),
      href: '/operator/failures',
      isBad: deliveries.oldestSeconds > LATE_SECONDS,
    },
  ];
}

function lastDay({ period }: Statistics): string {
  return Temporal.PlainDate.from(period.toDay).subtract({ days: 1 }).toString();
}

function tile({ label, value, href, isBad = false }: Tile): Html {
  const className = isBad ? 'tile bad' : 'tile';
  const content = html`<strong>${value}</strong><span>${label}</span>`;
  return href === undefined
    ? html`<div class="${className}">${content}</div>`
    : html`<a class="${className}" href="${href}">${content}</a>`;
}
