import { CONTACT_ROLES, type ContactRole, type ProviderContact } from '../../../storage/providers/contacts.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, notice, selectField, textField } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { time } from '../moment.ts';
import { recordTable } from '../monitoring/parts.ts';
import { providerHead, providerUrl } from './provider-head.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** The fields of the form as typed. */
export type TypedContact = { email: string; name: string; role: string };

const LABELS: Record<keyof TypedContact, string> = { email: 'E-mail address', name: 'Name', role: 'Role' };
export const CONTACT_FIELDS: readonly string[] = Object.keys(LABELS);

const ROLE_NAMES: Record<ContactRole, string> = {
  clerk: 'clerk: reads and answers',
  viewer: 'viewer: only reads',
};

const DONE: Record<string, string> = {
  added: 'The person may sign in at /provider at once. No mail was sent.',
  changed: 'The changes are saved.',
  removed: 'The person is signed out and can no longer sign in.',
};

export function contactsPage(view: {
  provider: StoredProvider;
  contacts: readonly ProviderContact[];
  done: string | null;
  may: May;
}): Shown {
  const { provider, contacts, done, may } = view;
  const message = Object.hasOwn(DONE, done ?? '') ? DONE[done ?? ''] : undefined;
  const content = html`${providerHead(provider, 'contacts', may)}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    <p class="lead">
      People of the provider. They sign in at <code>/provider</code> with their e-mail address, read what is asked, and answer if they are clerks.
    </p>
    ${
      contacts.length === 0
        ? html`<p class="empty">There is no contact yet.</p>`
        : recordTable(
            'Contacts',
            [{ label: 'Name' }, { label: 'Role' }, { label: 'Signed in' }, { label: '', className: 'right' }],
            contacts.map((contact) => rowOf(contact, may)),
          )
    }
    ${
      may('admin') &&
      html`<p class="buttons"><a class="button" href="${providerUrl(provider)}/contacts/new">Add a contact</a></p>`
    }`;
  return { title: `Contacts of ${provider.name}`, content };
}

function rowOf(contact: ProviderContact, may: May): Content[] {
  const { name, email, role, signedInAt } = contact;
  const url = contactUrl(contact);
  return [
    html`<div>
      ${may('admin') ? html`<a href="${url}">${name}</a>` : name}<br />
      <small class="soft">${email}</small>
    </div>`,
    role,
    signedInAt === null ? 'never' : html`<span>first ${time(signedInAt)}</span>`,
    may('admin') && html`<a class="button second small" href="${url}/remove" aria-label="Remove ${name}">Remove</a>`,
  ];
}

/** Contact null: the form for a new one. */
export function contactFormPage(view: {
  token: Html;
  provider: StoredProvider;
  contact: ProviderContact | null;
  typed: TypedContact;
  problems: Problems;
}): Shown {
  const { token, provider, contact, typed, problems } = view;
  const title = contact === null ? 'Add a contact' : contact.name;
  const back = `${providerUrl(provider)}/contacts`;
  const content = html`<a class="crumb" href="${back}">Contacts of ${provider.name}</a>
    <div class="card">
      <h1>${title}</h1>
      ${contact === null && html`<p class="lead">The person may sign in at once. No mail is sent.</p>`}
      ${formProblemSummary(problems, LABELS)} ${contact !== null && facts([[LABELS.email, contact.email]])}
      <form method="post" novalidate>
        ${token}
        ${textField({ name: 'name', label: LABELS.name, value: typed.name, isRequired: true, problem: problems['name'] })}
        ${
          contact === null &&
          textField({
            name: 'email',
            label: LABELS.email,
            hint: 'Anyone who can read this mailbox can sign in. It cannot be changed later.',
            type: 'email',
            value: typed.email,
            isRequired: true,
            problem: problems['email'],
          })
        }
        ${selectField({
          name: 'role',
          label: LABELS.role,
          value: typed.role,
          choices: CONTACT_ROLES.map((role) => [role, ROLE_NAMES[role]] as const),
          problem: problems['role'] && 'Please choose: clerk or viewer.',
        })}
        <div class="buttons">
          <button type="submit">${contact === null ? 'Add the contact' : 'Save'}</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

export function contactRemovalPage(view: { token: Html; provider: StoredProvider; contact: ProviderContact }): Shown {
  const { token, provider, contact } = view;
  const title = `Remove ${contact.name}`;
  const back = `${providerUrl(provider)}/contacts`;
  const content = html`<a class="crumb" href="${back}">Contacts of ${provider.name}</a>
    <div class="card">
      <h1>${title}</h1>
      <p>The person is signed out at once and can no longer sign in. The histories keep what they answered.</p>
      ${facts([
        [LABELS.email, contact.email],
        [LABELS.role, contact.role],
      ])}
      <form method="post">
        ${token}
        <div class="buttons">
          <button type="submit" class="danger">Remove</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

function contactUrl({ providerId, id }: ProviderContact): string {
  return `${providerUrl({ id: providerId })}/contacts/${id}`;
}
