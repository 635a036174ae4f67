import { integrationName } from '../../domain/messages/integrations.ts';
import type { Language } from '../../domain/values/language.ts';
import { faultText, labelOf, speak } from '../../domain/messages/speak.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import type { KeptCall } from '../../storage/open-call/refused-calls.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { facts, notice } from '../../web/parts.ts';
import { moment } from '../deposits/moment.ts';
import { capitalized } from '../payload-form/controls.ts';
import { shownValue } from '../payload-form/values.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';

import type { ImportErrorView } from './import-error-view.ts';

type Words = FormWords['errors'];

export function importErrorPage(
  { call, organization, keptDays }: ImportErrorView,
  language: Language,
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const words = FORM_WORDS[language].errors;
  const title = words.one(call.externalContractId);
  const { depositId } = call;
  const content = html`<a class="crumb" href="/manager/import-errors">${words.title}</a>
    <h1>${title}</h1>
    ${
      depositId !== null &&
      notice(
        'good',
        html`<p>${words.openedSinceMeans} <a href="/manager/deposits/${depositId}">${words.toDeposit}</a></p>`,
      )
    }
    <div class="columns">
      <div>${organization !== null && depositId === null && byHand(call, words)}</div>
      <div>
        <section class="card" aria-labelledby="problems">
          <h2 id="problems">${words.problemsTitle}</h2>
          ${problemTable(call, words, language)}
        </section>
        ${tellPartner(call, words, language)}
      </div>
      <div>
        <section class="card" aria-label="${title}">
          ${facts([
            [words.when, moment(call.at)],
            [words.contract, call.externalContractId],
            [words.organization, organization?.name],
            [words.path, integrationName(call.integration, language)],
          ])}
          <p class="hint">${words.kept(keptDays)}</p>
        </section>
      </div>
    </div>`;
  return { title, content, scripts: ['copy.js'] };
}

/** The form that is filled from the call shows the whole value. */
const LONGEST_SHOWN = 120;

function problemTable({ problems, fields }: KeptCall, words: Words, language: Language): Html {
  const sentValue = ({ field }: Problem): Content => {
    const whole = shownValue(fields[field]);
    const value = whole.length > LONGEST_SHOWN ? `${whole.slice(0, LONGEST_SHOWN)}…` : whole;
    return value === '' ? html`<span class="soft">${words.nothingSent}</span>` : value;
  };
  const rows = problems.map(
    (problem) => html`<tr>
      <td class="first">
        <span>${labelOf(problem.field, language)}<br /><code>${problem.field}</code></span>
      </td>
      <td data-label="${words.sentValue}" class="wrap">${sentValue(problem)}</td>
      <td data-label="${words.problem}">${capitalized(faultText(problem, language))}</td>
    </tr>`,
  );
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.field}</th>
          <th scope="col">${words.sentValue}</th>
          <th scope="col">${words.problem}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Mail programs cut longer mailto addresses. */
const LONGEST_MAIL = 1_500;

function tellPartner({ problems, externalContractId }: KeptCall, words: Words, language: Language): Html {
  const text = [words.mailSubject(externalContractId), '', ...problems.map((problem) => speak(problem, language))].join(
    '\n',
  );
  const short = text.length > LONGEST_MAIL ? `${text.slice(0, LONGEST_MAIL)}\n${words.mailCut}` : text;
  const mail = { subject: words.mailSubject(externalContractId), body: short.toWellFormed().replaceAll('\n', '\r\n') };
  const query = Object.entries(mail).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return html`<section class="card" aria-labelledby="tell">
    <h2 id="tell">${words.tellPartner}</h2>
    <p>${words.tellPartnerMeans}</p>
    <label for="lines">${words.lines}</label>
    <textarea id="lines" class="lines" rows="${Math.min(problems.length + 3, 16)}" readonly>${text}</textarea>
    <div class="buttons">
      <button class="second" type="button" data-copy="${text}" data-done="${words.copied}" hidden>${words.copy}</button>
      <a class="button second" href="mailto:?${query.join('&')}">${words.mail}</a>
    </div>
  </section>`;
}

function byHand({ organizationId, id }: KeptCall, words: Words): Html {
  return html`<section class="card" aria-labelledby="by-hand">
    <h2 id="by-hand">${words.byHand}</h2>
    <p>${words.byHandMeans}</p>
    <p><a class="button block" href="/manager/deposits/new?from=${organizationId}/${id}">${words.openByHand}</a></p>
  </section>`;
}
