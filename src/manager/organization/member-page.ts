import type { ListedMember } from '../../storage/set-up/members.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { buttonForm, facts } from '../../web/parts.ts';
import {
  administratorBox,
  crumb,
  languageField,
  nameFields,
  summary,
  type Filling,
  type MemberContext,
} from './member-fields.ts';
import { fullName, memberUrl } from './organization-page.ts';
import { ORGANIZATION_WORDS } from './words.ts';
import type { OrganizationWords } from './words/words.ts';

export function memberPage(
  view: MemberContext & Filling & { member: ListedMember },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { language, token, organization, member, entered, problems } = view;
  const words = ORGANIZATION_WORDS[language];
  const name = fullName(member);
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${name}</h1>
      ${facts([[words.fields.email, member.email]])} ${summary(problems, words)}
      <form method="post" action="${memberUrl(member)}" novalidate>
        ${token} ${nameFields({ entered, problems }, words)} ${languageField({ entered, problems }, words)}
        ${
          member.defaultPropertyManager
            ? html`<p class="hint">${words.alwaysAdministrator}</p>`
            : administratorBox({ entered, problems }, words)
        }
        <button type="submit">${words.save}</button>
      </form>
    </div>
    ${member.signedInAt === null && inviteAgainCard(member, token, words)}
    ${!member.defaultPropertyManager && otherCards(member, token, words)}`;
  return { title: name, content, isNarrow: true };
}

function inviteAgainCard(member: ListedMember, token: Html, words: OrganizationWords): Html {
  return html`<div class="card">
    <p>${words.inviteAgainMeans}</p>
    ${buttonForm({
      action: `${memberUrl(member)}/invite-again`,
      label: words.inviteAgain,
      hidden: token,
      className: 'second',
    })}
  </div>`;
}

function otherCards(member: ListedMember, token: Html, words: OrganizationWords): Html {
  return html`<section class="card">
    <h2>${words.defaultManager}</h2>
    <p>${words.defaultManagerMeans}</p>
      ${buttonForm({
        action: `${memberUrl(member)}/make-default`,
        label: words.makeDefault,
        hidden: token,
        className: 'second',
      })}
    </section>
    <section class="card">
      <h2>${words.remove}</h2>
      <p>${words.removeMeans}</p>
      <p><a class="button danger" href="${memberUrl(member)}/remove">${words.remove}</a></p>
    </section>`;
}
