import { waitingEmail } from '../../../domain/changes/email-facts.ts';
import { knownContact, type ContactField, type ContactProblems } from '../../../domain/changes/typed-contact.ts';
import { tenantName, type Tenant } from '../../../domain/tenant.ts';
import { withColon, type Language } from '../../../domain/values/language.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { contactFields, contactProblems } from '../../../web/input/contact-fields.ts';
import { field, type Form } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textArea, textField } from '../../../web/parts.ts';
import { DEPOSIT_CONTACT_WORDS } from '../words/contacts.ts';
import type { PersonField, PersonProblems } from './person-form.ts';

export type TriedTenant = {
  contact?: { form: Form; problems: ContactProblems };
  person?: { form: Form; problems: PersonProblems };
  refusal?: string;
};

/** The data of one tenant, to be changed by the property management. */
export function tenantPage(
  deposit: StoredDeposit,
  position: number,
  { language, token, tried }: { language: Language; token: Html; tried: TriedTenant },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = DEPOSIT_CONTACT_WORDS[language];
  const tenant = deposit.terms.tenants[position - 1] as Tenant;
  const title = `${withColon(words.title, language)} ${tenantName(tenant)}`;
  const content = html`<a class="crumb" href="/manager/deposits/${deposit.id}">${deposit.terms.externalContractId}</a>
    ${tried.refusal !== undefined && notice('warn', html`<p>${tried.refusal}</p>`)}
    ${tried.contact !== undefined && contactProblems(tried.contact.problems, words.problems, language)}
    <h1>${title}</h1>
    ${contactCard(deposit, position, { language, token, tried })}
    ${canMove('change_person', deposit) && personCard(deposit, position, { language, token, tried })}`;
  return { title, content, isNarrow: true };
}

type Shown = { language: Language; token: Html; tried: TriedTenant };

function contactCard(deposit: StoredDeposit, position: number, { language, token, tried }: Shown): Html {
  const words = DEPOSIT_CONTACT_WORDS[language];
  const known = knownContact(deposit.terms.tenants[position - 1] as Tenant);
  const form = tried.contact?.form;
  const value = (name: ContactField): string => (form?.has(name) === true ? field(form, name) : known[name]);
  const waiting = waitingEmail(deposit, position, deposit.readAt);
  return html`<section class="card">
    <h2>${words.contact}</h2>
    <p>${words.contactMeans}</p>
    <form method="post" action="/manager/deposits/${deposit.id}/tenants/${position}" novalidate>
      ${token} ${contactFields({ language, value, problems: tried.contact?.problems ?? {}, emailHint: waiting && words.waits(waiting.email) })}
      ${buttons(deposit.id, language)}
    </form>
  </section>`;
}

function personCard(deposit: StoredDeposit, position: number, { language, token, tried }: Shown): Html {
  const words = DEPOSIT_CONTACT_WORDS[language];
  const tenant = deposit.terms.tenants[position - 1] as Tenant;
  const { form, problems = {} } = tried.person ?? {};
  const common = (name: PersonField, known: string) => ({
    id: `person-${name}`,
    name,
    label: words[name],
    value: form?.has(name) === true ? field(form, name) : known,
    problem: problems[name],
  });
  const birthDate: Content =
    tenant.type === 'natural' &&
    textField({ ...common('birthDate', tenant.birthDate ?? ''), type: 'date', autocomplete: 'off' });
  return html`<section class="card">
    <h2>${words.person}</h2>
    <p>${words.personMeans}</p>
    <form method="post" action="/manager/deposits/${deposit.id}/tenants/${position}/person" novalidate>
      ${token} ${textField({ ...common('firstName', tenant.firstName), autocomplete: 'off', isRequired: true })}
      ${textField({ ...common('lastName', tenant.lastName), autocomplete: 'off', isRequired: true })} ${birthDate}
      ${textArea({ ...common('reason', ''), hint: words.reasonHint, isRequired: true })} ${buttons(deposit.id, language)}
    </form>
  </section>`;
}

function buttons(id: string, language: Language): Html {
  const words = DEPOSIT_CONTACT_WORDS[language];
  return html`<div class="buttons">
    <button type="submit">${words.save}</button>
    <a class="button second" href="/manager/deposits/${id}">${words.cancel}</a>
  </div>`;
}
