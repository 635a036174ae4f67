import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../actions/services.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Language } from '../domain/language.ts';
import { speak } from '../domain/messages/speak.ts';
import { STATE_NAMES, STEP_NAMES } from '../domain/messages/states.ts';
import { findDeposit } from '../storage/deposits.ts';
import { isId } from '../storage/ids.ts';
import { findMember } from '../storage/members.ts';
import { findOrganization } from '../storage/organizations.ts';
import { findRefusedCall } from '../storage/refused-calls.ts';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/page.ts';
import { MANAGER_WORDS, type ManagerWords } from './words.ts';

type Route = { Params: Record<string, string>; Querystring: { key?: string } };

/** Where the links in mails to property managers lead. Who has the link may see this much, and no personal data. */
export function managerPages(server: FastifyInstance, { database, vault }: Services): void {
  const page = (
    url: string,
    show: (ids: Record<string, string>, reply: FastifyReply) => Promise<FastifyReply | null>,
  ) => {
    server.get<Route>(url, { schema: { hide: true } }, async (request, reply) => {
      const ids = request.params;
      const isLinked =
        Object.values(ids).every(isId) && vault.isSigned('link', pathOf(request), request.query.key ?? '');
      return (isLinked ? await show(ids, reply) : null) ?? sendUnknownLink(reply);
    });
  };

  page('/manager/deposits/:id', async ({ id = '' }, reply) => {
    const deposit = await findDeposit(database, id);
    if (deposit === null) return null;
    const { language } = deposit.manager;
    const words = MANAGER_WORDS[language];
    const { property } = deposit.terms;
    return sendPage(reply, {
      title: words.deposit,
      language,
      content: html`<div class="card">
        <h1>${words.deposit}</h1>
        <p><span class="state">${STATE_NAMES[language][deposit.state]}</span></p>
        ${deposit.step !== null && html`<p class="lead">${STEP_NAMES[language][deposit.step]}</p>`}
        ${registerDifferences(deposit, words)}
        <dl>
          <dt>${words.contract}</dt>
          <dd>${deposit.terms.externalContractId}</dd>
          <dt>${words.property}</dt>
          <dd>${property.zip} ${property.city}</dd>
          <dt>${words.received}</dt>
          <dd>${day(deposit.createdAt, language)}</dd>
        </dl>
      </div>`,
    });
  });

  page('/manager/import-errors/:organizationId/:id', async ({ organizationId = '', id = '' }, reply) => {
    const call = await findRefusedCall(database, { organizationId, id });
    const organization = await findOrganization(database, organizationId);
    if (call === null || organization === null) return null;
    const { language } = organization;
    const words = MANAGER_WORDS[language];
    return sendPage(reply, {
      title: words.importError,
      language,
      content: html`<div class="card">
        <h1>${words.importError}</h1>
        <p class="lead">${words.nothingCreated}</p>
        <dl>
          <dt>${words.organization}</dt>
          <dd>${organization.name}</dd>
          <dt>${words.contract}</dt>
          <dd>${call.externalContractId}</dd>
          <dt>${words.received}</dt>
          <dd>${day(call.at, language)}</dd>
        </dl>
        <ul class="problems">
          ${call.problems.map((problem) => html`<li>${speak(problem, language)}</li>`)}
        </ul>
        <p>${words.sendAgain}</p>
      </div>`,
    });
  });

  page('/manager/invitations/:organizationId/:id', async ({ organizationId = '', id = '' }, reply) => {
    const member = await findMember(database, organizationId, id);
    const organization = await findOrganization(database, organizationId);
    if (member === null || organization === null) return null;
    const words = MANAGER_WORDS[member.language];
    return sendPage(reply, {
      title: words.invitation,
      language: member.language,
      content: html`<div class="card">
        <h1>${words.invitation}</h1>
        <p class="lead">${words.invited(organization.name)}</p>
        <p>${words.invitedMeans}</p>
      </div>`,
    });
  });
}

/** What a company's data say otherwise than the register, which is public. */
function registerDifferences({ registerCheck }: Deposit, words: ManagerWords): Html | null {
  const differences = registerCheck?.differences ?? [];
  if (differences.length === 0) return null;
  const lines = differences.map(
    ({ field, declared, registered }) =>
      html`<li>${words.registerFields[field]}: ${declared}${registered !== '' && ` / ${registered}`}</li>`,
  );
  return html`<p>${words.registerDiffers}</p>
    <ul class="problems">
      ${lines}
    </ul>`;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] as string;
}

function sendUnknownLink(reply: FastifyReply): FastifyReply {
  const content = html`<div class="card">
    <h1>Link not valid</h1>
    ${(['de', 'fr', 'it', 'en'] as const).map((language) => html`<p lang="${language}">${MANAGER_WORDS[language].unknownLink}</p>`)}
  </div>`;
  return sendPage(reply, { title: 'Link not valid', language: 'en', content }, 404);
}

function day(at: Date, language: Language): string {
  return at.toLocaleDateString(`${language}-CH`, { dateStyle: 'long', timeZone: 'Europe/Zurich' });
}
