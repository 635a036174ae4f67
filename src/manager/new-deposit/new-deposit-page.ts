import { integrationName } from '../../domain/messages/integrations.ts';
import type { Language } from '../../domain/values/language.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { notice, selectField } from '../../web/parts.ts';
import { part } from '../payload-form/controls.ts';
import { payloadForm } from '../payload-form/payload-form.ts';
import { problemSummary, problemTexts, type ProblemTexts } from '../payload-form/problems.ts';
import type { NewDepositView } from './new-deposit-view.ts';
import { FORM_WORDS } from '../payload-form/words.ts';
import type { FormWords } from '../payload-form/words/words.ts';

type FormPage = Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>;

export function newDepositPage(
  view: NewDepositView,
  { language, token }: { language: Language; token: Html },
): FormPage {
  const { organization, hasOtherOrganizations } = view;
  const words = FORM_WORDS[language].newDeposit;
  const problems = problemsOf(view, language);
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <p>
      ${words.organization}: <strong>${organization.name}</strong>
      ${hasOtherOrganizations && html`· <a href="/manager/deposits/new">${words.otherOrganization}</a>`}
    </p>
    ${originNotice(view, words)} ${obstacleNotice(view, words)}
    ${problemSummary(problems, language, [existingLink(view, words), keptNote(view, language)])}
    ${organization.preSigned && notice('info', html`<p>${words.preSigned}</p>`)}
    <form method="post" action="/manager/deposits" novalidate>
      ${token}<input type="hidden" name="organization" value="${organization.id}" />
      ${payloadForm({ ...view, language, problems, isContractIdFixed: false })} ${partner(view, language)}
      <div class="buttons">
        <button type="submit">${words.open}</button>
        <a class="button second" href="/manager/deposits">${FORM_WORDS[language].cancel}</a>
      </div>
    </form>`;
  return { title: words.title, content, isNarrow: true, scripts: ['tenants.js'] };
}

/** An obstacle that concerns the whole contract is shown at the field of its id. */
function problemsOf({ findings: { obstacle, problems } }: NewDepositView, language: Language): ProblemTexts {
  const texts = problemTexts(problems, language);
  if (obstacle === null || isOfOrganization(obstacle)) return texts;
  const about = FORM_WORDS[language].newDeposit.obstacles[obstacle];
  return new Map([['externalContractId', about] as const, ...texts]);
}

function obstacleNotice({ findings: { obstacle } }: NewDepositView, { obstacles }: FormWords['newDeposit']): Content {
  return isOfOrganization(obstacle) && notice('warn', html`<p>${obstacles[obstacle]}</p>`);
}

/** It concerns every contract of the organization. */
function isOfOrganization(
  obstacle: NewDepositView['findings']['obstacle'],
): obstacle is 'no_default_manager' | 'no_provider' {
  return obstacle === 'no_default_manager' || obstacle === 'no_provider';
}

function existingLink({ existingId }: NewDepositView, { toExisting }: FormWords['newDeposit']): Content {
  return existingId !== null && html`<p><a href="/manager/deposits/${existingId}">${toExisting}</a></p>`;
}

/** Says that the input was kept. */
function keptNote({ filledBy }: NewDepositView, language: Language): Content {
  return filledBy.is === 'person' && html`<p>${FORM_WORDS[language].problemsMean}</p>`;
}

function originNotice({ filledBy }: NewDepositView, words: FormWords['newDeposit']): Content {
  switch (filledBy.is) {
    case 'person':
      return null;
    case 'link':
      return notice('info', html`<h2>${words.fromLink}</h2><p>${words.fromLinkMeans}</p>`);
    case 'refused_call':
      return notice(
        'info',
        html`<h2>${words.fromCall}</h2>
          <p>${words.fromCallMeans}</p>
          <p><a href="/manager/import-errors/${filledBy.call.organizationId}/${filledBy.call.id}">${words.toCall}</a></p>`,
      );
  }
}

/** Shown only if there is a choice. */
function partner({ ways, connectionId }: NewDepositView, language: Language): Content {
  const words = FORM_WORDS[language];
  if (ways.length < 2) return null;
  const choices = ways.map(
    ({ connectionId: id, partner, integration, externalOrgId }) =>
      [id, `${partner} (${integrationName(integration, language)}, ${externalOrgId})`] as const,
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
