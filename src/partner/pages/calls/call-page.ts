import type { Problem } from '../../../domain/payload/problem.ts';
import { faultText, labelOf } from '../../../domain/messages/speak.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { ListedCall } from '../../../storage/request-log/list.ts';
import type { ConnectedOrganization } from '../../../storage/set-up/connections.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice } from '../../../web/parts.ts';
import { OUTCOME_CODES } from '../../codes.ts';
import { clockTime, cardTable } from '../parts.ts';
import type { OwnCallView, DecidedAgain } from './call-view.ts';
import { codeBadge, isKnown } from './calls-page.ts';
import { CALL_WORDS, type CallWords } from './words.ts';

type About = {
  language: PartnerLanguage;
  token: Html;
  organizations: readonly ConnectedOrganization[];
  hasSandbox: boolean;
};

export function ownCallPage(view: OwnCallView, about: About): Pick<Page, 'title' | 'content'> {
  const { call, isDry, said, payload, again } = view;
  const { language } = about;
  const words = CALL_WORDS[language];
  const title = call.externalContractId ?? words.noContract;
  const content = html`<a class="crumb" href="/partner/calls">${words.title}</a>
    <div class="heading"><h1>${title}</h1>${codeBadge(call.code, call.status)}</div>
    ${again !== null && resultPart(again, words, language)}
    <div class="columns">
      <div>${links(view, about, words)}</div>
      <div>
        ${aboutCard(call, isDry, about, words)}
        ${
          said !== null &&
          html`<h2>${isDry ? words.saidByDryRun : words.said}</h2>
            ${code(JSON.stringify(said, null, 2), words.answer)}`
        }
        ${
          call.problems !== null &&
          call.problems.length > 0 &&
          html`<h2>${words.problems}</h2>
            ${problemTable(call.problems, words, language)}`
        }
        <h2>${words.payload}</h2>
        ${payloadPart(payload, words)}
      </div>
    </div>`;
  return { title, content };
}

function aboutCard(call: ListedCall, isDry: boolean, { organizations }: About, words: CallWords): Html {
  const organization = organizations.find(({ externalOrgId }) => externalOrgId === call.externalOrgId);
  const step = isKnown(call.code) ? OUTCOME_CODES[call.code] : null;
  return html`<div class="card">
    ${facts([
      [words.time, clockTime(call.at, { seconds: true })],
      [words.kind, words.kinds[isDry ? 'dry' : 'open']],
      [words.path, html`<code>POST ${call.path}</code>`],
      [
        words.organization,
        organization !== undefined &&
          html`<a href="/partner/organizations/${organization.connectionId}">${organization.name}</a>`,
      ],
      ['x-external-org-id', call.externalOrgId !== null && html`<code>${call.externalOrgId}</code>`],
      [words.answer, call.status === null ? words.closed : `HTTP ${call.status}`],
      [
        'x-depono-code',
        call.code !== null &&
          html`<code>${call.code}</code>${isKnown(call.code) && html`<br />${words.codes[call.code]}`}`,
      ],
      ['x-depono-next', step !== null && html`<code>${step}</code><br />${words.steps[step]}`],
      [words.took, `${Math.round(call.durationMs * 10) / 10} ms`],
      [words.requestId, html`<code>${call.requestId}</code>`],
    ])}
  </div>`;
}

/** Where the call leads: a dry run, other calls, its deposit. */
function links({ call, payload }: OwnCallView, { token, hasSandbox }: About, words: CallWords): Html {
  const { id, externalContractId, depositId } = call;
  return html`<div class="card">
    <h2>${words.leads}</h2>
    ${
      (payload.is === 'text' || payload.is === 'bytes') &&
      html`${buttonForm({ action: `/partner/calls/${id}/check`, label: words.again, hidden: token, className: 'block' })}
        <p class="hint">${words.againMeans}</p>`
    }
    ${
      externalContractId !== null &&
      html`<p><a href="/partner/calls?${new URLSearchParams({ contract: externalContractId }).toString()}">${words.allOfContract}</a></p>`
    }
    ${hasSandbox && depositId !== null && html`<p><a href="/partner/sandbox/${depositId}">${words.playIt}</a></p>`}
  </div>`;
}

/** What today's decision would be. */
function resultPart(again: DecidedAgain, words: CallWords, language: PartnerLanguage): Html {
  const { status, body, code: outcomeCode, problems, ignored, adjustments } = again;
  const means = status === 200 ? words.wouldOpen : words.wouldAnswer(status);
  return html`<section class="card" id="result">
    <div class="heading"><h2>${words.result}</h2>${codeBadge(outcomeCode, status)}</div>
    ${notice(status === 200 ? 'good' : 'warn', html`<p>${means} ${words.codes[outcomeCode]}</p>`)}
    ${code(JSON.stringify(body, null, 2), words.answer)}
    <h3>${words.problems}</h3>
    ${problems.length === 0 ? html`<p class="soft">${words.noProblems}</p>` : problemTable(problems, words, language)}
    <h3>${words.ignored}</h3>
    ${
      ignored.length === 0
        ? html`<p class="soft">${words.nothingIgnored}</p>`
        : html`<p>${words.ignoredMeans}</p>
            ${cardTable(
              words.ignored,
              [{ label: words.name }, { label: words.nearest }],
              ignored.map(({ field, nearest }) => [
                html`<code>${field}</code>`,
                nearest === null ? words.noNearest : html`<code>${nearest}</code>`,
              ]),
            )}`
    }
    ${
      adjustments.length > 0 &&
      html`<h3>${words.adjusted}</h3>
        ${cardTable(
          words.adjusted,
          [words.name, words.rule, words.from, words.to].map((label) => ({ label, className: 'wrap' })),
          adjustments.map(({ field, rule, from, to }) => [
            html`<code>${field}</code>`,
            html`<code>${rule}</code>`,
            from ?? '–',
            to ?? '–',
          ]),
        )}`
    }
  </section>`;
}

function problemTable(problems: readonly Problem[], words: CallWords, language: PartnerLanguage): Html {
  return cardTable(
    words.problems,
    [words.field, words.name, words.problem, words.code].map((label) => ({ label, className: 'wrap' })),
    problems.map((problem) => [
      labelOf(problem.field, language),
      html`<code>${problem.field}</code>`,
      faultText(problem, language),
      html`<code>${problem.code}</code>`,
    ]),
  );
}

function payloadPart(payload: OwnCallView['payload'], words: CallWords): Content {
  switch (payload.is) {
    case 'none':
      return html`<p>${words.noPayload}</p>`;
    case 'unreadable':
      return html`<p>${words.unreadable}</p>`;
    case 'bytes':
      return html`<p>${words.notText(payload.length)}</p>`;
    case 'text':
      return html`<p class="hint">${words.payloadMeans}</p>
        ${code(payload.text, words.payload)}`;
  }
}

function code(text: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}
