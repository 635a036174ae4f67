import type { Deposit } from '../../domain/deposit.ts';
import type { Language } from '../../domain/language.ts';
import { labelOf } from '../../domain/messages/speak.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Assignable } from '../../storage/open-call/known-organization.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { facts, notice, type Fact } from '../../web/parts.ts';
import { payloadForm } from '../payload-form/payload-form.ts';
import { problemSummary, type ProblemTexts } from '../payload-form/problems.ts';
import { FORM_FIELDS, type FormValues } from '../payload-form/values.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';

export type CorrectForm = {
  language: Language;
  token: Html;
  deposit: Deposit;
  organization: Organization;
  managers: readonly Assignable[];
  values: FormValues;
  problems: ProblemTexts;
  /** Whether the deposit is as the person has seen it, was changed meanwhile, or cannot be corrected any more. */
  standing: 'as_seen' | 'changed' | 'not_now';
  /** Of the deposit as it stands now: whoever sends the form again knows of it. */
  seen: string;
  standsNow: FormValues;
};

export function correctPage(form: CorrectForm): Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'> {
  const { language, token, deposit, problems, standing, seen } = form;
  const words = FORM_WORDS[language].correct;
  const contractId = deposit.terms.externalContractId;
  const content = html`<a class="crumb" href="/manager/deposits/${deposit.id}">${words.toDeposit}</a>
    <h1>${words.title}</h1>
    <p class="lead">${words.lead(contractId)}</p>
    ${standingNotice(form, words)} ${problemSummary(problems, language, html`<p>${FORM_WORDS[language].problemsMean}</p>`)}
    <form method="post" action="/manager/deposits/${deposit.id}/correct" novalidate>
      ${token}<input type="hidden" name="seen" value="${seen}" />
      <p class="hint">${words.contractStays}</p>
      ${payloadForm({ ...form, isContractIdFixed: true })}
      <div class="buttons">
        <button type="submit">${standing === 'changed' ? words.saveAnyway : words.save}</button>
        <a class="button second" href="/manager/deposits/${deposit.id}">${FORM_WORDS[language].cancel}</a>
      </div>
    </form>`;
  return { title: words.title, content, isNarrow: true, scripts: ['tenants.js'] };
}

function standingNotice(form: CorrectForm, words: FormWords['correct']): Html | null {
  const link = html`<p>
    <a href="/manager/deposits/${form.deposit.id}" target="_blank" rel="noopener">${words.toDeposit}</a>
  </p>`;
  switch (form.standing) {
    case 'as_seen':
      return null;
    case 'changed':
      return notice(
        'warn',
        html`<h2>${words.changed}</h2>
          <p>${words.changedMeans}</p>
          ${facts(differences(form, words))} ${link}`,
      );
    case 'not_now':
      return notice('warn', html`<h2>${words.notNow}</h2><p>${words.notNowMeans}</p>${link}`);
  }
}

function differences({ language, values, standsNow }: CorrectForm, { nothing }: FormWords['correct']): Fact[] {
  const differing = FORM_FIELDS.filter((field) => (values[field] ?? '') !== (standsNow[field] ?? ''));
  return differing
    .filter((field) => field !== 'externalContractId')
    .map((field) => [labelOf(field, language), standsNow[field] ?? nothing]);
}
