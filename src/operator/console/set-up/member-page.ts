import { LANGUAGES } from '../../../domain/values/language.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { ListedMember } from '../../../storage/set-up/members.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { checkbox, notice, selectField, textField } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { time } from '../moment.ts';
import { ENGLISH_LANGUAGE_NAMES } from '../names.ts';
import { organizationHead } from './organization-head.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** The fields of the form as typed. */
export type TypedMember = {
  email: string;
  firstName: string;
  lastName: string;
  language: string;
  defaultPropertyManager: boolean;
  administrator: boolean;
};

const LABELS: Record<string, string> = {
  email: 'E-mail address',
  firstName: 'First name',
  lastName: 'Last name',
  language: 'Language',
  administrator: 'Administrator',
  reassignTo: 'Deposits go to',
};
export const MEMBER_FIELDS: readonly string[] = Object.keys(LABELS);

const DONE: Record<string, string> = {
  added: 'The person may sign in at once. No mail was sent.',
  changed: 'The changes are saved.',
  removed: 'The person is no longer a member. Their deposits were reassigned.',
};

export function membersPage(view: {
  organization: Organization;
  members: readonly ListedMember[];
  done: string | null;
  may: May;
}): Shown {
  const { organization, members, done, may } = view;
  const message = Object.hasOwn(DONE, done ?? '') ? DONE[done ?? ''] : undefined;
  const hasDefault = members.some(({ defaultPropertyManager }) => defaultPropertyManager);
  const content = html`${organizationHead(organization, 'members')}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    ${
      !hasDefault &&
      notice(
        'wait',
        html`<p>There is no default property manager yet: calls that name no property manager are refused until there is one.</p>`,
      )
    }
    <p class="lead">
      Members sign in with their e-mail address and handle deposits. The default property manager gets every deposit that names no other property manager, and is always an administrator. Administrators invite and remove members themselves.
    </p>
    ${members.length === 0 ? html`<p class="empty">There is no member yet.</p>` : memberTable(members, may('clerk'))}
    ${
      may('clerk') &&
      html`<p class="buttons"><a class="button" href="/operator/organizations/${organization.id}/members/new">Add a member</a></p>`
    }`;
  return { title: `Members of ${organization.name}`, content };
}

function memberTable(members: readonly ListedMember[], mayChange: boolean): Html {
  const row = (member: ListedMember): Html => html`<tr>
    <td class="first">
      <div>
        ${mayChange ? html`<a href="${memberUrl(member)}">${fullName(member)}</a>` : fullName(member)}<br />
        <small class="soft">${member.email}</small>
      </div>
    </td>
    <td data-label="Language">${ENGLISH_LANGUAGE_NAMES[member.language]}</td>
    <td data-label="Role">${roleOf(member)}</td>
    <td data-label="Signed in">${statusOf(member)}</td>
    <td class="right">
      ${
        mayChange &&
        !member.defaultPropertyManager &&
        html`<a
          class="button second small"
          href="${memberUrl(member)}/remove"
          aria-label="Remove ${fullName(member)}"
          >Remove</a
        >`
      }
    </td>
  </tr>`;
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Language</th>
          <th scope="col">Role</th>
          <th scope="col">Signed in</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${members.map(row)}
      </tbody>
    </table>
  </div>`;
}

function roleOf({ defaultPropertyManager, administrator }: ListedMember): Content {
  if (defaultPropertyManager) return html`<span class="state open">default property manager</span>`;
  return administrator ? 'administrator' : 'member';
}

function statusOf({ signedInAt, invitedAt }: ListedMember): Content {
  if (signedInAt !== null) return html`<span>first ${time(signedInAt)}</span>`;
  return invitedAt === null ? 'never' : html`<span>never; invited ${time(invitedAt)}</span>`;
}

/** Member null: the form for a new one. */
export function memberFormPage(view: {
  token: Html;
  organization: Organization;
  member: ListedMember | null;
  typed: TypedMember;
  problems: Problems;
}): Shown {
  const { token, organization, member, typed, problems } = view;
  const title = member === null ? 'Add a member' : fullName(member);
  const back = `/operator/organizations/${organization.id}/members`;
  const content = html`<a class="crumb" href="${back}">Members of ${organization.name}</a>
    <div class="card">
      <h1>${title}</h1>
      ${member === null && html`<p class="lead">The person may sign in at once. No mail is sent.</p>`}
      ${formProblemSummary(problems, LABELS)}
      <form method="post" novalidate>
        ${token}
        <div class="fields">
          ${text('firstName', { typed, problems })} ${text('lastName', { typed, problems })}
        </div>
        ${textField({
          name: 'email',
          label: LABELS['email'],
          hint: 'Anyone who can read this mailbox can sign in. When the address changes, sessions of the old one end at once.',
          type: 'email',
          value: typed.email,
          isRequired: true,
          problem: problems['email'],
        })}
        ${selectField({
          name: 'language',
          label: LABELS['language'],
          hint: 'For mails to this person and the pages they see.',
          value: typed.language,
          choices: LANGUAGES.map((language) => [language, ENGLISH_LANGUAGE_NAMES[language]] as const),
          problem: problems['language'],
        })}
        ${
          member?.defaultPropertyManager === true
            ? html`<p class="hint">
                The default property manager is always an administrator. To change that, make another member the
                default property manager.
              </p>`
            : roleBoxes(typed, problems)
        }
        <div class="buttons">
          <button type="submit">${member === null ? 'Add the member' : 'Save'}</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

function text(name: 'firstName' | 'lastName', { typed, problems }: { typed: TypedMember; problems: Problems }): Html {
  return textField({ name, label: LABELS[name], value: typed[name], isRequired: true, problem: problems[name] });
}

function roleBoxes(typed: TypedMember, problems: Problems): Html {
  const administrator = checkbox({
    name: 'administrator',
    label: html`Administrator<br /><span class="hint">Invites, changes and removes members of the organization.</span>`,
    isChecked: typed.administrator,
    problem: problems['administrator'],
  });
  const byDefault = checkbox({
    name: 'defaultPropertyManager',
    label: html`Default property manager<br /><span class="hint"
        >Gets every deposit that names no other property manager. Replaces the current default.</span
      >`,
    isChecked: typed.defaultPropertyManager,
  });
  return html`${administrator} ${byDefault}`;
}

export function consoleRemovalPage(view: {
  token: Html;
  organization: Organization;
  member: ListedMember;
  /** The members that can take over. */
  others: readonly ListedMember[];
  deposits: number;
  successor: string;
  problems: Problems;
}): Shown {
  const { token, organization, member, others, deposits, successor, problems } = view;
  const title = `Remove ${fullName(member)}`;
  const back = `/operator/organizations/${organization.id}/members`;
  const successors = others.map((other) => [other.id, fullName(other)] as const);
  const content = html`<a class="crumb" href="${back}">Members of ${organization.name}</a>
    <div class="card">
      <h1>${title}</h1>
      ${formProblemSummary(problems, LABELS)}
      <p>The person is signed out at once and can no longer sign in to this organization. The histories keep what they did.</p>
      <form method="post">
        ${token}
        ${
          deposits > 0 &&
          selectField({
            name: 'reassignTo',
            label: `${LABELS['reassignTo']} (${deposits})`,
            hint: 'The history of each deposit names the new property manager.',
            value: successor,
            choices: [['', 'the default property manager'], ...successors],
            problem: problems['reassignTo'],
          })
        }
        <div class="buttons">
          <button type="submit" class="danger">Remove</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

function fullName({ firstName, lastName }: ListedMember): string {
  return `${firstName} ${lastName}`;
}

function memberUrl({ organizationId, id }: ListedMember): string {
  return `/operator/organizations/${organizationId}/members/${id}`;
}
