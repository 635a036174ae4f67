import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import type { Organization } from '../../domain/organization.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { checkbox, notice, selectField, textField } from '../../web/parts.ts';
import { LANGUAGE_NAMES } from '../../web/input/language.ts';
import type { EnteredMember, MemberField, MemberProblem, MemberProblems } from './member-input.ts';
import { organizationUrl } from './organization-page.ts';
import type { OrganizationWords } from './words/words.ts';

/** What every page about members of an organization needs. */
export type MemberContext = { language: Language; token: Html; organization: Organization };

/** A form as it was submitted, and what is wrong with it. */
export type Filling = { entered: EnteredMember; problems: MemberProblems };

export function crumb(organization: Organization, words: OrganizationWords): Html {
  return html`<a class="crumb" href="${organizationUrl(organization.id)}">${words.back}</a>`;
}

export function summary(problems: MemberProblems, words: OrganizationWords): Content {
  const names = Object.keys(problems) as MemberField[];
  if (names.length === 0) return null;
  const links = names.map((name) => html`<li><a href="#${name}">${words.fields[name]}</a></li>`);
  return notice(
    'warn',
    html`<p>${words.pleaseCorrect}</p>
      <ul>
        ${links}
      </ul>`,
  );
}

export function inWords(problem: MemberProblem | undefined, words: OrganizationWords): string | null {
  return problem === undefined ? null : words.problems[problem];
}

export function nameFields({ entered, problems }: Filling, words: OrganizationWords): Html {
  const name = (field: 'firstName' | 'lastName'): Html =>
    textField({
      name: field,
      label: words.fields[field],
      value: entered[field],
      isRequired: true,
      problem: inWords(problems[field], words),
    });
  return html`<div class="fields">${name('firstName')} ${name('lastName')}</div>`;
}

export function languageField({ entered, problems }: Filling, words: OrganizationWords): Html {
  return selectField({
    name: 'language',
    label: words.fields.language,
    value: entered.language,
    choices: LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
    problem: inWords(problems.language, words),
  });
}

export function administratorBox({ entered, problems }: Filling, words: OrganizationWords): Html {
  return checkbox({
    name: 'administrator',
    label: html`${words.fields.administrator}<br /><span class="hint">${words.administratorMeans}</span>`,
    isChecked: entered.administrator,
    problem: inWords(problems.administrator, words),
  });
}
