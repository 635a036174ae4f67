import type { ConformanceRun } from '../../../storage/conformance/runs.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { ConnectedOrganization } from '../../../storage/set-up/connections.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice } from '../../../web/parts.ts';
import { clockTime, nothingYet, cardTable } from '../parts.ts';
import { PARTNER_SECTIONS } from '../sections.ts';
import type { ResultCounts } from './report-view.ts';
import { resultBadge, runBadge } from './result-part.ts';
import { REPORT_WORDS, type ReportWords } from './words.ts';

const ADDRESS = PARTNER_SECTIONS.conformance;

export type ListedConformanceRun = { run: ConformanceRun; counts: ResultCounts };

/** The runs of a partner, for each organization. */
export function runsPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayChange: boolean;
  organizations: readonly ConnectedOrganization[];
  /** Newest first. */
  runs: readonly ListedConformanceRun[];
  /** A run was to be started where one is open. */
  isOpenAlready: boolean;
}): Pick<Page, 'title' | 'content'> {
  const { language, organizations, isOpenAlready } = view;
  const words = REPORT_WORDS[language];
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead} <a href="/docs/conformance">${words.guide}</a></p>
    ${isOpenAlready && notice('warn', html`<p>${words.isOpenAlready}</p>`)}
    ${!view.mayChange && html`<p class="hint">${words.onlyAdmins}</p>`}
    ${organizations.length === 0 && nothingYet(words.noOrganization, words.noOrganizationMeans)}
    ${organizations.map((organization) => organizationPart(organization, view, words))}`;
  return { title: words.title, content };
}

function organizationPart(
  organization: ConnectedOrganization,
  { token, mayChange, runs }: { token: Html; mayChange: boolean; runs: readonly ListedConformanceRun[] },
  words: ReportWords,
): Html {
  const { connectionId, name, externalOrgId } = organization;
  const own = runs.filter(({ run }) => run.connectionId === connectionId);
  const open = own.find(({ run }) => run.finishedAt === null);
  return html`<section class="card">
    <div class="heading">
      <h2>${name}</h2>
      <code class="soft">${externalOrgId}</code>
    </div>
    ${
      open === undefined
        ? mayChange && startPart(organization, { token, isFirst: own.length === 0 }, words)
        : html`<p><a class="button" href="${ADDRESS}/${open.run.id}">${words.openRun}</a></p>`
    }
    ${own.length > 0 && runTable(own, name, words)} ${own.length === 0 && !mayChange && html`<p class="soft">${words.none}</p>`}
  </section>`;
}

function startPart(
  { connectionId, callback }: ConnectedOrganization,
  { token, isFirst }: { token: Html; isFirst: boolean },
  words: ReportWords,
): Html {
  return html`<p>${words.startMeans}</p>
    ${
      callback !== 'on' &&
      notice(
        'wait',
        html`<p>
          ${words.noCallbackYet}
          <a href="${PARTNER_SECTIONS.organizations}/${connectionId}">${words.setCallback}</a>
        </p>`,
      )
    }
    <form method="post" action="${ADDRESS}">
      ${token}<input type="hidden" name="connection" value="${connectionId}" />
      <p><button type="submit" class="${isFirst ? '' : 'second'}">${words.startIt}</button></p>
    </form>`;
}

function runTable(runs: readonly ListedConformanceRun[], name: string, words: ReportWords): Html {
  return cardTable(
    `${words.runs}, ${name}`,
    [words.startedAt, words.state, words.result].map((label) => ({ label })),
    runs.map(({ run, counts }): Content[] => [
      html`<a href="${ADDRESS}/${run.id}">${clockTime(run.startedAt, { seconds: true })}</a>`,
      runBadge(run, counts, words),
      html`<span class="results"
        >${(['passed', 'failed', 'not_seen'] as const).map(
          (result) => counts[result] > 0 && html`<span>${resultBadge(result, words)} <b>${counts[result]}</b></span>`,
        )}</span
      >`,
    ]),
  );
}
