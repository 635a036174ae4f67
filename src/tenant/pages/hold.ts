import type { FastifyReply } from 'fastify';
import { html } from '../../web/html.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';
import { lockText } from './hold-notices.ts';
import { showNote } from './shell.ts';

/** Nothing from the new address of this tenant counts yet. */
export function lockedPage(visit: TenantVisit): FastifyReply {
  const words = TENANT_CONTACT_WORDS[visit.language];
  const content = html`<div class="card">
    <h1>${words.lockedTitle}</h1>
    ${lockText(visit)}
    <p><a class="button" href="${visit.path()}">${words.back}</a></p>
  </div>`;
  return showNote(visit, content, 409);
}
