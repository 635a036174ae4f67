import type { Language } from '../../domain/values/language.ts';
import { labelOf } from '../../domain/messages/speak.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { facts, notice, type Fact } from '../../web/parts.ts';
import { DEPOSIT_WORDS } from '../deposits/words.ts';
import { payloadForm } from '../payload-form/payload-form.ts';
import { problemSummary } from '../payload-form/problems.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';
import type { CorrectView } from './correct-view.ts';

export function correctPage(
  view: CorrectView,
  { language, token, query }: { language: Language; token: Html; query: URLSearchParams },
): Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'> {
  const { deposit, problems, version, fingerprint } = view;
  const words = FORM_WORDS[language].correct;
  const contractId = deposit.terms.externalContractId;
  const content = html`<a class="crumb" href="/manager/deposits/${deposit.id}">${words.toDeposit}</a>
    <h1>${words.title}</h1>
    <p class="lead">${words.lead(contractId)}</p>
    ${query.get('done') === 'edit' && notice('good', html`<p>${DEPOSIT_WORDS[language].act.done.edit}</p>`)}
    ${versionNotice(view, language)} ${problemSummary(problems, language, html`<p>${FORM_WORDS[language].problemsMean}</p>`)}
    <form method="post" action="/manager/deposits/${deposit.id}/correct" novalidate>
      ${token}<input type="hidden" name="seen" value="${fingerprint}" />
      <p class="hint">${words.contractStays}</p>
      ${payloadForm({ ...view, language, isContractIdFixed: true })}
      <div class="buttons">
        <button type="submit">${version === 'changed' ? words.saveAnyway : words.save}</button>
        <a class="button second" href="/manager/deposits/${deposit.id}">${FORM_WORDS[language].cancel}</a>
      </div>
    </form>`;
  return { title: words.title, content, isNarrow: true, scripts: ['tenants.js'] };
}

function versionNotice(view: CorrectView, language: Language): Html | null {
  const words = FORM_WORDS[language].correct;
  const link = html`<p>
    <a href="/manager/deposits/${view.deposit.id}" target="_blank" rel="noopener">${words.toDeposit}</a>
  </p>`;
  switch (view.version) {
    case 'unchanged':
      return null;
    case 'changed':
      return notice(
        'warn',
        html`<h2>${words.changed}</h2>
          <p>${words.changedMeans}</p>
          ${facts(differences(view, language, words))} ${link}`,
      );
    case 'not_now':
      return notice('warn', html`<h2>${words.notNow}</h2><p>${words.notNowMeans}</p>${link}`);
  }
}

function differences({ changed }: CorrectView, language: Language, { nothing }: FormWords['correct']): Fact[] {
  return changed.map(({ field, now }) => [labelOf(field, language), now ?? nothing]);
}
