import type { Language } from '../../domain/language.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { Organization } from '../../domain/organization.ts';
import type { ListedMember } from '../../storage/set-up/members.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { buttonForm, checkbox, facts, notice, selectField, textField } from '../../web/parts.ts';
import { LANGUAGE_NAMES } from '../sign-in/words.ts';
import type { MemberField, MemberProblem, MemberProblems, TypedMember } from './member-input.ts';
import { fullName, memberUrl, organizationUrl } from './organization-page.ts';
import { ORGANIZATION_WORDS } from './words.ts';
import { type OrganizationWords } from './words/words.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;
type Common = { language: Language; token: Html; organization: Organization };
export type Filling = { typed: TypedMember; problems: MemberProblems };

export function invitePage({ language, token, organization, typed, problems }: Common & Filling): Shown {
  const words = ORGANIZATION_WORDS[language];
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${words.invite}</h1>
      <p class="lead">${words.inviteLead}</p>
      ${summary(problems, words)}
      <form method="post" action="/manager/organization/${organization.id}/invite" novalidate>
        ${token} ${nameFields({ typed, problems }, words)}
        ${textField({
          name: 'email',
          label: words.fields.email,
          hint: words.emailHint(organization.emailDomain),
          type: 'email',
          value: typed.email,
          isRequired: true,
          problem: inWords(problems.email, words),
        })}
        ${languageField({ typed, problems }, words)} ${administratorBox({ typed, problems }, words)}
        <button type="submit">${words.sendInvitation}</button>
      </form>
    </div>`;
  return { title: words.invite, content, isNarrow: true };
}

export function memberPage(view: Common & Filling & { member: ListedMember }): Shown {
  const { language, token, organization, member, typed, problems } = view;
  const words = ORGANIZATION_WORDS[language];
  const name = fullName(member);
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${name}</h1>
      ${facts([[words.fields.email, member.email]])} ${summary(problems, words)}
      <form method="post" action="${memberUrl(member)}" novalidate>
        ${token} ${nameFields({ typed, problems }, words)} ${languageField({ typed, problems }, words)}
        ${
          member.defaultPropertyManager
            ? html`<p class="hint">${words.alwaysAdministrator}</p>`
            : administratorBox({ typed, problems }, words)
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

export type RemovalView = Common & {
  member: ListedMember;
  /** Who may take over. */
  others: readonly ListedMember[];
  deposits: number;
  heir: string;
  problem: MemberProblem | null;
};

export function removalPage(view: RemovalView): Shown {
  const { language, token, organization, member, others, deposits, heir, problem } = view;
  const words = ORGANIZATION_WORDS[language];
  const title = words.removeMember(fullName(member));
  const isLast = problem === 'last_administrator';
  const heirField = selectField({
    name: 'heir',
    label: words.heir,
    value: heir,
    choices: [['', words.heirDefault], ...others.map((other) => [other.id, fullName(other)] as const)],
    problem: isLast ? null : inWords(problem ?? undefined, words),
  });
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${title}</h1>
      ${isLast && notice('warn', html`<p>${words.lastAdministrator}</p>`)}
      ${
        problem === 'unknown_heir' &&
        notice('warn', html`<p>${words.pleaseCorrect} <a href="#heir">${words.heir}</a></p>`)
      }
      <p>${words.removeMeans}</p>
      <p><strong>${words.depositsMove(deposits)}</strong></p>
      <form method="post" action="${memberUrl(member)}/remove">
        ${token} ${deposits > 0 && heirField}
        <div class="buttons">
          <button type="submit" class="danger">${words.remove}</button>
          <a class="button second" href="${memberUrl(member)}">${words.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

function crumb(organization: Organization, words: OrganizationWords): Html {
  return html`<a class="crumb" href="${organizationUrl(organization.id)}">‹ ${words.back}</a>`;
}

function summary(problems: MemberProblems, words: OrganizationWords): Content {
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

function inWords(problem: MemberProblem | undefined, words: OrganizationWords): string | null {
  return problem === undefined ? null : words.problems[problem];
}

function nameFields({ typed, problems }: Filling, words: OrganizationWords): Html {
  const name = (field: 'firstName' | 'lastName'): Html =>
    textField({
      name: field,
      label: words.fields[field],
      value: typed[field],
      isRequired: true,
      problem: inWords(problems[field], words),
    });
  return html`<div class="fields">${name('firstName')} ${name('lastName')}</div>`;
}

function languageField({ typed, problems }: Filling, words: OrganizationWords): Html {
  return selectField({
    name: 'language',
    label: words.fields.language,
    value: typed.language,
    choices: LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
    problem: inWords(problems.language, words),
  });
}

function administratorBox({ typed, problems }: Filling, words: OrganizationWords): Html {
  return checkbox({
    name: 'administrator',
    label: html`${words.fields.administrator}<br /><span class="hint">${words.administratorMeans}</span>`,
    isChecked: typed.administrator,
    problem: inWords(problems.administrator, words),
  });
}
