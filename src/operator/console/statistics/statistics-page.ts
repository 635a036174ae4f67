import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chooseField, whoIsMeant } from '../choose.ts';
import { SPANS, type Period, type Span } from './period.ts';
import { pipelinePart } from './pipeline-part.ts';
import { plotsOf } from './plots.ts';
import { problemsOf } from './problems.ts';
import type { Whose } from './statistics.ts';
import type { StatisticsView } from './statistics-view.ts';
import { tilesOf } from './tiles.ts';

const ADDRESS = '/operator/statistics';

export function statisticsPage(view: StatisticsView): Pick<Page, 'title' | 'content'> {
  const { isToday, isCurrentDay, period, partner, organization, whose, statistics, pipeline } = view;
  const title = isToday ? 'Today' : `Statistics for ${period.name}`;
  const names = [partner.one, organization.one].flatMap((one) => (one === null ? [] : [one.name]));
  const subtitle = [...(isToday ? [period.name] : []), ...names].join(', ');
  const head = html`<div class="heading">
      <h1>${title}</h1>
      ${subtitle !== '' && html`<span class="soft">${subtitle}</span>`}
    </div>
    ${navigation(period, whose)} ${!isToday && filters(view)}`;
  if (statistics === null) {
    const unclear = whoIsMeant([partner, organization], ({ kind }, { id }) =>
      address(period.span, period.fromDay, { ...whose, [kind === 'partners' ? 'partnerId' : 'organizationId']: id }),
    );
    return { title, content: html`${head} ${unclear}` };
  }
  const content = html`${head} ${pipeline !== null && pipelinePart(pipeline)} ${tilesOf(statistics, { isNow: isCurrentDay })}
    <div class="plots">${plotsOf(statistics)}</div>
    ${problemsOf(statistics)}`;
  return { title, content };
}

function navigation(period: Period, whose: Whose): Html {
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
  return `${ADDRESS}?${query.toString()}`;
}

function filters({ period: { span, fromDay }, partner, organization }: StatisticsView): Html {
  return html`<form class="card search" method="get" action="${ADDRESS}">
    <input type="hidden" name="span" value="${span}" />
    <input type="hidden" name="from" value="${fromDay}" />
    <div class="row">
      ${chooseField({ name: 'partner', label: 'Partner', chosen: partner })}
      ${chooseField({ name: 'organization', label: 'Organization', chosen: organization })}
      <button type="submit">Show</button>
    </div>
  </form>`;
}
