import type { Findings } from '../../actions/open-by-hand.ts';
import type { Language } from '../../domain/language.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Assignable, WayIn } from '../../storage/open-call/known-organization.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { notice, selectField } from '../../web/parts.ts';
import { part } from '../payload-form/controls.ts';
import { payloadForm } from '../payload-form/payload-form.ts';
import { problemSummary, problemTexts } from '../payload-form/problems.ts';
import type { FormValues } from '../payload-form/values.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';

/** What has filled the form in, other than a person. */
export type Origin = { is: 'link' } | { is: 'call'; call: { organizationId: string; id: string } };

export type NewDeposit = {
  language: Language;
  token: Html;
  organization: Organization;
  hasOtherOrganizations: boolean;
  ways: readonly WayIn[];
  connectionId: string | null;
  managers: readonly Assignable[];
  values: FormValues;
  findings: Findings;
  /** The deposit that stands in the way, if one does. */
  existingId: string | null;
  origin: Origin | null;
};

type FormPage = Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>;

export function newDepositPage(form: NewDeposit): FormPage {
  const { language, token, organization, hasOtherOrganizations } = form;
  const words = FORM_WORDS[language].newDeposit;
  const problems = problemsOf(form);
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <p>
      ${words.organization}: <strong>${organization.name}</strong>
      ${hasOtherOrganizations && html`· <a href="/manager/deposits/new">${words.otherOrganization}</a>`}
    </p>
    ${originNotice(form, words)} ${obstacleNotice(form, words)}
    ${problemSummary(problems, language, [existingLink(form, words), typedNote(form)])}
    ${organization.preSigned && notice('info', html`<p>${words.preSigned}</p>`)}
    <form method="post" action="/manager/deposits" novalidate>
      ${token}<input type="hidden" name="organization" value="${organization.id}" />
      ${payloadForm({ ...form, problems, isContractIdFixed: false })} ${partner(form)}
      <div class="buttons">
        <button type="submit">${words.open}</button>
        <a class="button second" href="/manager/deposits">${FORM_WORDS[language].cancel}</a>
      </div>
    </form>`;
  return { title: words.title, content, isNarrow: true, scripts: ['tenants.js'] };
}

/** What speaks against the contract as such is shown at its number. */
function problemsOf({ language, findings: { obstacle, problems } }: NewDeposit) {
  const texts = problemTexts(problems, language);
  if (obstacle === null || obstacle === 'no_default_manager') return texts;
  const about = FORM_WORDS[language].newDeposit.obstacles[obstacle];
  return new Map([['externalContractId', about] as const, ...texts]);
}

function obstacleNotice({ findings: { obstacle } }: NewDeposit, { obstacles }: FormWords['newDeposit']): Content {
  return obstacle === 'no_default_manager' && notice('warn', html`<p>${obstacles.no_default_manager}</p>`);
}

function existingLink({ existingId }: NewDeposit, { toExisting }: FormWords['newDeposit']): Content {
  return existingId !== null && html`<p><a href="/manager/deposits/${existingId}">${toExisting}</a></p>`;
}

/** Who has typed it wants to know that it is all still there. */
function typedNote({ origin, language }: NewDeposit): Content {
  return origin === null && html`<p>${FORM_WORDS[language].problemsMean}</p>`;
}

function originNotice({ origin }: NewDeposit, words: FormWords['newDeposit']): Content {
  switch (origin?.is) {
    case undefined:
      return null;
    case 'link':
      return notice('info', html`<h2>${words.fromLink}</h2><p>${words.fromLinkMeans}</p>`);
    case 'call':
      return notice(
        'info',
        html`<h2>${words.fromCall}</h2>
          <p>${words.fromCallMeans}</p>
          <p><a href="/manager/import-errors/${origin.call.organizationId}/${origin.call.id}">${words.toCall}</a></p>`,
      );
  }
}

/** Asked only where there is a choice. */
function partner({ language, ways, connectionId }: NewDeposit): Content {
  const words = FORM_WORDS[language];
  if (ways.length < 2) return null;
  const choices = ways.map(
    ({ connectionId: id, partner, integration, externalOrgId }) =>
      [id, `${partner} (${integration}, ${externalOrgId})`] as const,
  );
  const field = { name: 'connection', label: words.partner, hint: words.partnerMeans, value: connectionId ?? '' };
  return part('partner', words.partner, selectField({ ...field, choices }));
}

export function chooseOrganizationPage(
  language: Language,
  choices: readonly { name: string; href: string }[],
): FormPage {
  const words = FORM_WORDS[language].newDeposit;
  const content = html`<h1>${words.title}</h1>
    <section class="card" aria-labelledby="choose">
      <h2 id="choose">${words.chooseOrganization}</h2>
      <p>${words.chooseOrganizationMeans}</p>
      <ul class="picks">
        ${choices.map(({ name, href }) => html`<li><a class="button second block" href="${href}">${name}</a></li>`)}
      </ul>
    </section>`;
  return { title: words.title, content, isNarrow: true };
}
