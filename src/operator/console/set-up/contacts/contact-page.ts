import {
  PARTNER_LANGUAGES,
  PARTNER_ROLES,
  type PartnerContact,
  type PartnerLanguage,
  type PartnerRole,
} from '../../../../storage/partners/contacts.ts';
import type { Partner } from '../../../../storage/set-up/partners.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { facts, selectField, textField } from '../../../../web/parts.ts';
import type { May } from '../../app.ts';
import { formProblemSummary, type Problems } from '../../forms.ts';
import { time } from '../../moment.ts';
import { recordTable } from '../../monitoring/parts.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** The fields of the form as typed. */
export type TypedPartnerContact = { email: string; name: string; role: string; language: string };

const LABELS: Record<keyof TypedPartnerContact, string> = {
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  language: 'Language of the mails',
};
export const PARTNER_CONTACT_FIELDS: readonly string[] = Object.keys(LABELS);

const ROLE_NAMES: Record<PartnerRole, string> = {
  admin: 'admin: reads, and changes keys and callbacks',
  viewer: 'viewer: only reads',
};
const LANGUAGE_NAMES: Record<PartnerLanguage, string> = { de: 'German', en: 'English' };

const DONE: Record<string, string> = {
  'contact-added': 'The person may sign in at /partner at once. No mail was sent.',
  'contact-changed': 'The changes are saved.',
  'contact-removed': 'The person is signed out and can no longer sign in.',
};

/** What was just done to a contact, by the query of the page. */
export function contactMessage(done: string | null): string | null {
  return Object.hasOwn(DONE, done ?? '') ? (DONE[done ?? ''] ?? null) : null;
}

/** The part of the partner's page about its people. */
export function partnerContactsPart(partner: Partner, contacts: readonly PartnerContact[], may: May): Content {
  return html`<section>
    <h2>Contacts</h2>
    <p>
      People of the partner. They sign in at <code>/partner</code> with their e-mail address and see keys, callbacks, deliveries and calls of this partner.
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
      html`<p class="buttons">
        <a class="button second" href="${partnerUrl(partner)}/contacts/new">Add a contact</a>
      </p>`
    }
  </section>`;
}

function rowOf(contact: PartnerContact, may: May): Content[] {
  const { name, email, role, signedInAt } = contact;
  const url = `${partnerUrl({ id: contact.partnerId })}/contacts/${contact.id}`;
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

export function partnerContactFormPage(view: {
  token: Html;
  partner: Partner;
  /** Null: a new one. */
  contact: PartnerContact | null;
  typed: TypedPartnerContact;
  problems: Problems;
}): Shown {
  const { token, partner, contact, typed, problems } = view;
  const title = contact === null ? 'New contact' : contact.name;
  const content = html`<a class="crumb" href="${partnerUrl(partner)}">${partner.name}</a>
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
          choices: PARTNER_ROLES.map((role) => [role, ROLE_NAMES[role]] as const),
          problem: problems['role'] && 'Please choose: admin or viewer.',
        })}
        ${selectField({
          name: 'language',
          label: LABELS.language,
          value: typed.language,
          choices: PARTNER_LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
          problem: problems['language'] && 'Please choose: German or English.',
        })}
        <div class="buttons">
          <button type="submit">${contact === null ? 'Add the contact' : 'Save'}</button>
          <a class="button second" href="${partnerUrl(partner)}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

export function partnerContactRemovalPage(view: { token: Html; partner: Partner; contact: PartnerContact }): Shown {
  const { token, partner, contact } = view;
  const title = `Remove ${contact.name}`;
  const content = html`<a class="crumb" href="${partnerUrl(partner)}">${partner.name}</a>
    <div class="card">
      <h1>${title}</h1>
      <p>The person is signed out at once and can no longer sign in. Keys that they issued stay valid.</p>
      ${facts([
        [LABELS.email, contact.email],
        [LABELS.role, contact.role],
      ])}
      <form method="post">
        ${token}
        <div class="buttons">
          <button type="submit" class="danger">Remove</button>
          <a class="button second" href="${partnerUrl(partner)}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

export function partnerUrl({ id }: Pick<Partner, 'id'>): string {
  return `/operator/partners/${id}`;
}
