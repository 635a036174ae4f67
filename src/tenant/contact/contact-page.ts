import type { FastifyReply } from 'fastify';
import { waitingEmail } from '../../domain/changes/email-facts.ts';
import { knownContact, type ContactField, type ContactProblems } from '../../domain/changes/typed-contact.ts';
import { maskedEmail } from '../../domain/values/contact.ts';
import { contactFields, contactProblems } from '../../web/input/contact-fields.ts';
import { field } from '../../web/forms.ts';
import { html } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';
import { queryOf } from '../../web/session-pages.ts';
import { showNote } from '../pages/shell.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';

/** A tenant's own contact data, to be changed. */
export function contactPage(visit: TenantVisit, problems: ContactProblems = {}): FastifyReply {
  const { deposit, tenant, position, form, language, now, path } = visit;
  const words = TENANT_CONTACT_WORDS[language];
  const known = knownContact(tenant);
  const waiting = waitingEmail(deposit, position, now);
  const value = (name: ContactField): string => (form.has(name) ? field(form, name) : known[name]);
  const content = html`<a class="crumb" href="${path()}">← ${words.back}</a>
    ${done(visit)} ${contactProblems(problems, visit.words.problems, language)}
    <h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <form class="card" method="post" action="${path('/contact')}" novalidate>
      ${contactFields({ language, value, problems, emailHint: waiting && words.waits(maskedEmail(waiting.email)) })}
      <div class="buttons">
        <button type="submit">${words.save}</button>
        <a class="button second" href="${path()}">${words.cancel}</a>
      </div>
    </form>`;
  return showNote(visit, content, Object.keys(problems).length > 0 ? 422 : 200);
}

function done({ request, deposit, position, now, language }: TenantVisit) {
  if (!queryOf(request).has('saved')) return null;
  const words = TENANT_CONTACT_WORDS[language];
  const waiting = waitingEmail(deposit, position, now);
  return notice(
    'good',
    html`<p>${words.saved}${waiting !== null && html` ${words.sent(maskedEmail(waiting.email))}`}</p>`,
  );
}
