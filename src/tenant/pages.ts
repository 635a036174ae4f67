import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../actions/services.ts';
import type { Deposit } from '../domain/deposit.ts';
import { STATE_NAMES, STEP_NAMES } from '../domain/messages/states.ts';
import { formatChf } from '../domain/money.ts';
import { serviceNow } from '../storage/clock.ts';
import { findDeposit } from '../storage/deposits.ts';
import { findOrganization } from '../storage/organizations.ts';
import { findLink } from '../storage/tenant-links.ts';
import { organizationOfToken } from '../vault/keys.ts';
import { html } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import { TENANT_WORDS } from './words.ts';

/** `/t/<token>`: a tenant's own deposit, without an account. */
export function tenantPages(server: FastifyInstance, { database }: Services): void {
  server.get<{ Params: { token: string } }>('/t/:token', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params;
    const organizationId = organizationOfToken(token);
    const link = organizationId === null ? null : await findLink(database, { organizationId, token });
    if (organizationId === null || link === null || link.expiresAt < (await serviceNow(database))) {
      return sendUnknownLink(reply);
    }
    const deposit = await findDeposit(database, link.depositId);
    const organization = await findOrganization(database, organizationId);
    if (deposit === null || organization === null) return sendUnknownLink(reply);
    const { terms } = deposit;
    const language = terms.tenantLanguage;
    const words = TENANT_WORDS[language];
    if (link.round < deposit.round) return sendOutdated(reply, deposit);
    const { street, streetNumber, zip, city } = terms.property;
    return sendPage(reply, {
      title: words.title,
      language,
      content: html`<div class="card">
        <h1>${words.title}</h1>
        <p><span class="state">${STATE_NAMES[language][deposit.state]}</span></p>
        ${deposit.step !== null && html`<p class="lead">${STEP_NAMES[language][deposit.step]}</p>`}
        <dl>
          <dt>${words.home}</dt>
          <dd>${street}${streetNumber === '-' ? '' : ` ${streetNumber}`}, ${zip} ${city}</dd>
          <dt>${words.landlord}</dt>
          <dd>${organization.name}</dd>
          <dt>${words.amount}</dt>
          <dd>CHF ${formatChf(terms.rentalDeposit)}</dd>
        </dl>
      </div>`,
    });
  });
}

/** The deposit was edited since: what the tenant has read and signed no longer holds. */
function sendOutdated(reply: FastifyReply, { state, terms }: Deposit): FastifyReply {
  const words = TENANT_WORDS[terms.tenantLanguage];
  const isBeingEdited = state === 'draft_editing';
  const content = html`<div class="card">
    <h1>${words.title}</h1>
    <p><span class="state">${STATE_NAMES[terms.tenantLanguage][state]}</span></p>
    <p class="lead">${isBeingEdited ? words.beingEdited : words.outdatedLink}</p>
  </div>`;
  return sendPage(reply, { title: words.title, language: terms.tenantLanguage, content }, isBeingEdited ? 200 : 410);
}

function sendUnknownLink(reply: FastifyReply): FastifyReply {
  const content = html`<div class="card">
    <h1>Link not valid</h1>
    ${(['de', 'fr', 'it', 'en'] as const).map((language) => html`<p lang="${language}">${TENANT_WORDS[language].unknownLink}</p>`)}
  </div>`;
  return sendPage(reply, { title: 'Link not valid', language: 'en', content }, 404);
}
