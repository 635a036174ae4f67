import { html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { textField } from '../../web/parts.ts';
import {
  administratorBox,
  crumb,
  inWords,
  languageField,
  nameFields,
  summary,
  type Filling,
  type MemberContext,
} from './member-fields.ts';
import { ORGANIZATION_WORDS } from './words.ts';

export function invitePage({
  language,
  token,
  organization,
  entered,
  problems,
}: MemberContext & Filling): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = ORGANIZATION_WORDS[language];
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${words.invite}</h1>
      <p class="lead">${words.inviteLead}</p>
      ${summary(problems, words)}
      <form method="post" action="/manager/organization/${organization.id}/invite" novalidate>
        ${token} ${nameFields({ entered, problems }, words)}
        ${textField({
          name: 'email',
          label: words.fields.email,
          hint: words.emailHint(organization.emailDomain),
          type: 'email',
          value: entered.email,
          isRequired: true,
          problem: inWords(problems.email, words),
        })}
        ${languageField({ entered, problems }, words)} ${administratorBox({ entered, problems }, words)}
        <button type="submit">${words.sendInvitation}</button>
      </form>
    </div>`;
  return { title: words.invite, content, isNarrow: true };
}
