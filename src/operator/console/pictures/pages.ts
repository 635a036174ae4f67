import type { FastifyReply } from 'fastify';
import { swissDay } from '../../../domain/calendar.ts';
import { serviceNow } from '../../../storage/clock.ts';
import { isId } from '../../../storage/ids.ts';
import { listOrganizations } from '../../../storage/organizations.ts';
import { listPartners } from '../../../storage/partners.ts';
import { field } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { selectField, type Choice } from '../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readPicture, type Picture, type Whose } from './picture.ts';
import { periodOf, SPANS, type Period, type Span } from './period.ts';
import { plotsOf } from './plots.ts';
import { problemsOf } from './problems.ts';
import { tilesOf } from './tiles.ts';

/** What went on: today on the front page of the console, and any day, month or year. */
export function picturePages(app: ConsoleApp): void {
  app.get('/operator', (visit) => showPicture(app, visit, { isToday: true }));
  app.get('/operator/pictures', (visit) => showPicture(app, visit, { isToday: false }));
}

async function showPicture(
  { services }: ConsoleApp,
  visit: ConsoleVisit,
  { isToday }: { isToday: boolean },
): Promise<FastifyReply> {
  const { database } = services;
  const query = isToday ? new URLSearchParams() : visit.query;
  const today = swissDay(await serviceNow(database));
  const period = periodOf(spanOf(query), field(query, 'from'), today);
  const whose: Whose = { partnerId: idOf(query, 'partner'), organizationId: idOf(query, 'organization') };
  const picture = await readPicture(database, period, whose);
  const choices = {
    partners: await listPartners(database),
    organizations: await listOrganizations(database),
  };
  const title = isToday ? 'Today' : `Picture of ${period.name}`;
  const isOfToday = period.span === 'day' && period.fromDay === today;
  const content = html`<div class="heading">
      <h1>${title}</h1>
      ${isToday && html`<span class="soft">${period.name}</span>`}
    </div>
    ${navigation(period, whose)} ${!isToday && filters(period, whose, choices)}
    ${tilesOf(picture, { isNow: isOfToday })}
    <div class="plots">${plotsOf(picture)}</div>
    ${problemsOf(picture)}`;
  return visit.show('today', { title, content });
}

function spanOf(query: URLSearchParams): Span {
  return SPANS.find((span) => span === query.get('span')) ?? 'day';
}

function idOf(query: URLSearchParams, name: string): string | null {
  const text = field(query, name);
  return isId(text) ? text : null;
}

function navigation(period: Picture['period'], whose: Whose): Html {
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

type Named = readonly { id: string; name: string }[];

function filters(
  { span, fromDay }: Period,
  { partnerId, organizationId }: Whose,
  { partners, organizations }: { partners: Named; organizations: Named },
): Content {
  const choices = (all: Named): Choice[] => [
    ['', 'All'],
    ...all.map(({ id, name }): Choice => [id, name]).toSorted((a, b) => a[1].localeCompare(b[1], 'en')),
  ];
  return html`<form class="card search" method="get" action="/operator/pictures">
    <input type="hidden" name="span" value="${span}" />
    <input type="hidden" name="from" value="${fromDay}" />
    <div class="row">
      ${selectField({ name: 'partner', label: 'Partner', value: partnerId ?? '', choices: choices(partners) })}
      ${selectField({
        name: 'organization',
        label: 'Organization',
        value: organizationId ?? '',
        choices: choices(organizations),
      })}
      <button type="submit">Show</button>
    </div>
  </form>`;
}
