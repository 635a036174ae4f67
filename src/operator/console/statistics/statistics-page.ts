import type { FastifyReply } from 'fastify';
import { swissDay } from '../../../domain/calendar.ts';
import { serviceNow } from '../../../storage/database/clock.ts';
import { field } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { choose, chooseField, isUnclear, whoIsMeant, type Chosen } from '../choose.ts';
import { readStatistics, type Statistics, type Whose } from './statistics-view.ts';
import { periodOf, SPANS, type Period, type Span } from './period.ts';
import { plotsOf } from './plots.ts';
import { problemsOf } from './problems.ts';
import { tilesOf } from './tiles.ts';

/** What went on: today on the front page of the console, and any day, month or year. */
export function statisticsRoutes(app: ConsoleApp): void {
  app.get('/operator', 'operator', (visit) => showStatistics(app, visit, { isToday: true }));
  app.get('/operator/pictures', 'operator', (visit) => showStatistics(app, visit, { isToday: false }));
}

async function showStatistics(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { isToday }: { isToday: boolean },
): Promise<FastifyReply> {
  const { database } = services;
  const query = isToday ? new URLSearchParams() : visit.query;
  const now = await serviceNow(database);
  const today = swissDay(now);
  const period = periodOf(spanOf(query), field(query, 'from'), today);
  const partner = await choose(database, 'partners', query, 'partner');
  const organization = await choose(database, 'organizations', query, 'organization');
  const whose: Whose = { partnerId: partner.one?.id ?? null, organizationId: organization.one?.id ?? null };
  const title = isToday ? 'Today' : `Picture of ${period.name}`;
  const names = [partner.one, organization.one].flatMap((one) => (one === null ? [] : [one.name]));
  const said = [...(isToday ? [period.name] : []), ...names].join(', ');
  const head = html`<div class="heading">
      <h1>${title}</h1>
      ${said !== '' && html`<span class="soft">${said}</span>`}
    </div>
    ${navigation(period, whose)} ${!isToday && filters(period, { partner, organization })}`;
  const chosen = [partner, organization];
  if (chosen.some(isUnclear)) {
    const unclear = whoIsMeant(chosen, ({ kind }, { id }) =>
      address(period.span, period.fromDay, { ...whose, [kind === 'partners' ? 'partnerId' : 'organizationId']: id }),
    );
    return visit.show('today', { title, content: html`${head} ${unclear}` });
  }
  const statistics = await readStatistics(database, period, whose, now);
  const isOfToday = period.span === 'day' && period.fromDay === today;
  const content = html`${head} ${tilesOf(statistics, { isNow: isOfToday })}
    <div class="plots">${plotsOf(statistics)}</div>
    ${problemsOf(statistics)}`;
  return visit.show('today', { title, content });
}

function spanOf(query: URLSearchParams): Span {
  return SPANS.find((span) => span === query.get('span')) ?? 'day';
}

function navigation(period: Statistics['period'], whose: Whose): Html {
  const spans: Record<Span, string> = { day: 'Day', month: 'Month', year: 'Year' };
  return html`<nav aria-label="Period">
    <ul class="tabs">
      ${SPANS.map(
        (span) =>
          html`<li>
            <a href="${address(span, period.fromDay, whose)}" ${span === period.span && html`aria-current="true"`}
              >${spans[span]}</a
            >
          </li>`,
      )}
      <li><a href="${address(period.span, period.previous, whose)}">‹ Earlier</a></li>
      ${period.next !== null && html`<li><a href="${address(period.span, period.next, whose)}">Later ›</a></li>`}
    </ul>
  </nav>`;
}

function address(span: Span, from: string, { partnerId, organizationId }: Whose): string {
  const query = new URLSearchParams({
    span,
    from,
    ...(partnerId === null ? {} : { partner: partnerId }),
    ...(organizationId === null ? {} : { organization: organizationId }),
  });
  return `/operator/pictures?${query.toString()}`;
}

function filters(
  { span, fromDay }: Period,
  { partner, organization }: { partner: Chosen; organization: Chosen },
): Content {
  return html`<form class="card search" method="get" action="/operator/pictures">
    <input type="hidden" name="span" value="${span}" />
    <input type="hidden" name="from" value="${fromDay}" />
    <div class="row">
      ${chooseField({ name: 'partner', label: 'Partner', chosen: partner })}
      ${chooseField({ name: 'organization', label: 'Organization', chosen: organization })}
      <button type="submit">Show</button>
    </div>
  </form>`;
}
