import { reportUrl } from '../../../actions/conformance/end-run.ts';
import {
  REQUIREMENT_IDS,
  REQUIREMENTS,
  sectionOf,
  type RequirementId,
} from '../../../domain/conformance/requirements.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, meter, notice, selectField } from '../../../web/parts.ts';
import { clockTime } from '../parts.ts';
import { PARTNER_SECTIONS } from '../sections.ts';
import { evidenceList, type EvidenceLinks } from './evidence-part.ts';
import { resultBadge, runBadge } from './result-part.ts';
import type { ReportPageView } from './report-view.ts';
import { HOW_TO_PASS } from './how-to-pass.ts';
import { REPORT_WORDS, type ReportWords } from './words.ts';

/** Who reads it: what can be done, and where evidence leads. */
type Reader = {
  language: PartnerLanguage;
  baseUrl: string;
  links: EvidenceLinks;
  /** The list of runs; null: the reader has none. */
  list: string | null;
  /** The form token of somebody who may end the run. */
  finishing: Html | null;
  isFinished: boolean;
  /** The page loads itself again while the run is open. */
  isLive: boolean;
};

/** While a run is open. */
const RENEW_SECONDS = 5;

export function runReportPage(
  view: ReportPageView,
  reader: Reader,
): Pick<Page, 'title' | 'content' | 'scripts' | 'renewSeconds'> {
  const { run, organization } = view;
  const { language, list, isLive } = reader;
  const words = REPORT_WORDS[language];
  const isOpen = run.finishedAt === null;
  const renews = isOpen && isLive;
  const content = html`${list !== null && html`<a class="crumb" href="${list}">${words.title}</a>`}
    <h1>${words.reportOf(organization)}</h1>
    ${reader.isFinished && notice('good', html`<p>${words.isFinished}</p>`)}
    <div id="live" ${renews && html`data-live="${RENEW_SECONDS}"`}>
      ${isOpen && openPart(view, reader, words)} ${summaryPart(view, reader, words)}
      ${GROUPS.map((group) => groupPart(group, view, reader, words))}
    </div>
    ${isOpen && reader.finishing !== null && finishPart(run.id, reader.finishing, words)}`;
  return {
    title: words.reportOf(organization),
    content,
    ...(renews ? { scripts: ['live.js'], renewSeconds: RENEW_SECONDS } : {}),
  };
}

function openPart({ run }: ReportPageView, { isLive }: Reader, words: ReportWords): Html {
  const address = `${PARTNER_SECTIONS.conformance}/${run.id}`;
  return html`<div class="notice no-print">
    <h2>${words.isOpen}</h2>
    <p>${run.callbackSince === null ? words.withoutCallback : words.openMeans}</p>
    <p>
      ${
        isLive
          ? html`${words.renews} <a href="${address}?live=off">${words.stopRenewing}</a>`
          : html`<a href="${address}">${words.renewAgain}</a>`
      }
    </p>
  </div>`;
}

function summaryPart(view: ReportPageView, { language, baseUrl }: Reader, words: ReportWords): Html {
  const { run, counts, compared } = view;
  const label = words.passedOf(counts.passed, REQUIREMENT_IDS.length);
  return html`<section class="card">
    <div class="heading"><h2>${words.result}</h2>${runBadge(run, counts, words)}</div>
    ${meter({ part: counts.passed, whole: REQUIREMENT_IDS.length, label })}
    <p class="results">
      ${(['passed', 'failed', 'not_seen'] as const).map(
        (result) => html`<span>${resultBadge(result, words)} <b>${counts[result]}</b></span>`,
      )}
    </p>
    ${facts([
      [words.run, html`<code>${run.id}</code>`],
      ['x-external-org-id', html`<code>${run.externalOrgId}</code>`],
      [words.startedAt, clockTime(run.startedAt, { seconds: true })],
      run.finishedAt === null
        ? [words.endsAt, clockTime(run.endsAt)]
        : [words.finishedAt, clockTime(run.finishedAt, { seconds: true })],
      [words.address, html`<code>${reportUrl(run, baseUrl)}</code>`],
      [words.comparedWith, compared !== null && clockTime(compared.startedAt)],
    ])}
    <p class="buttons no-print">
      <a class="button second small" href="${PARTNER_SECTIONS.conformance}/${run.id}/report.json" download>${words.download}</a>
    </p>
    ${comparePart(view, language, words)}
  </section>`;
}

function comparePart(
  { run, earlier, compared }: ReportPageView,
  language: PartnerLanguage,
  words: ReportWords,
): Content {
  if (earlier.length === 0) return null;
  const named = earlier.map(({ id, startedAt }) => [id, momentText(startedAt, language)] as const);
  return html`<form method="get" action="${PARTNER_SECTIONS.conformance}/${run.id}" class="search">
    <div class="row">
      ${selectField({
        name: 'with',
        label: words.compareWith,
        value: compared?.id ?? '',
        choices: [['', words.nothing], ...named],
      })}
      <div class="field"><button type="submit" class="second">${words.compare}</button></div>
    </div>
  </form>`;
}

function momentText(at: Date, language: PartnerLanguage): string {
  return at.toLocaleString(language === 'de' ? 'de-CH' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Zurich',
  });
}

const GROUPS = ['open', 'status', 'callback', 'events'] as const;
type Group = (typeof GROUPS)[number];

function groupPart(group: Group, view: ReportPageView, reader: Reader, words: ReportWords): Html {
  const own = view.requirements.filter(({ id }) => id.startsWith(`${group}.`));
  return html`<section class="card">
    <h2>${words.groups[group]}</h2>
    <ul class="plain">
      ${own.map((one) => html`<li id="${one.id}">${requirementPart(one, reader, words)}</li>`)}
    </ul>
  </section>`;
}

function requirementPart(
  { id, result, evidence, before }: ReportPageView['requirements'][number],
  { language, links }: Reader,
  words: ReportWords,
): Html {
  const { title, sentence } = REQUIREMENTS[id];
  const hasChanged = before !== null && before !== result;
  return html`<div class="heading"><h3>${title[language]}</h3>${resultBadge(result, words)}</div>
    <blockquote lang="en"><p>${withCode(sentence)}</p></blockquote>
    <p class="soft"><small><code>${id}</code> · ${sourceLink(id)}</small></p>
    ${
      before !== null &&
      html`<p>${words.before} ${resultBadge(before, words)} ${hasChanged ? html`<b>${words.changed}</b>` : words.same}</p>`
    }
    ${result !== 'passed' && html`<p class="no-print">${HOW_TO_PASS[language][id]}</p>`}
    ${evidence.length > 0 && evidenceList(evidence, { words, links })}`;
}

/** A sentence has code in backticks. */
function withCode(sentence: string): Content {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** The guide to callbacks is a page; the sections of the contract are in what the partner has been given. */
function sourceLink(id: RequirementId): Content {
  const text = sectionOf(id);
  return 'callbacks' in REQUIREMENTS[id].source
    ? html`<a href="/docs/callbacks" lang="en">${text}</a>`
    : html`<span lang="en">${text}</span>`;
}

function finishPart(id: string, token: Html, words: ReportWords): Html {
  return html`<section class="card no-print">
    <h2>${words.finish}</h2>
    <p>${words.finishMeans}</p>
    ${buttonForm({ action: `${PARTNER_SECTIONS.conformance}/${id}/finish`, label: words.finishIt, hidden: token })}
  </section>`;
}
