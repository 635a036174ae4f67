import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantName } from '../../domain/tenant.ts';
import { STATE_NAMES } from '../../domain/messages/states.ts';
import { field, type Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/page.ts';
import { buttonForm, notice, textField } from '../../web/parts.ts';
import { queryOf } from '../../web/session-pages.ts';
import { languageLinks, wishedLanguage } from '../language.ts';
import { maskedEmail } from '../../domain/values/contact.ts';
import type { NotHere, TenantVisit } from '../visit.ts';
import { TENANT_WORDS } from '../words.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';
import { problemList, showNote } from './shell.ts';

/** A link that does not lead to its deposit says why. */
export function linkPage(request: FastifyRequest, reply: FastifyReply, arrival: NotHere): FastifyReply {
  switch (arrival.is) {
    case 'unknown':
      return unknownPage(request, reply);
    case 'edited':
      return editedPage(arrival.visit);
    case 'outdated':
    case 'expired':
      return overPage(arrival.visit, arrival.is);
  }
}

function editedPage(visit: TenantVisit): FastifyReply {
  const { words, language, deposit } = visit;
  const { state } = deposit;
  const content = html`<div class="card">
    <h1>${words.links.edited}</h1>
    <p><span class="state ${state}">${STATE_NAMES[language][state]}</span></p>
    <p class="lead">${words.links.beingEdited}</p>
  </div>`;
  return showNote(visit, content, 200);
}

function overPage(visit: TenantVisit, why: 'outdated' | 'expired'): FastifyReply {
  const { words, tenant, path } = visit;
  const { links } = words;
  const email = tenant.email === null ? '' : maskedEmail(tenant.email);
  const isSent = queryOf(visit.request).has('sent');
  const content = html`<div class="card">
    <h1>${links[why]}</h1>
    <p class="lead">${why === 'outdated' ? links.outdatedLink : links.expiredLink}</p>
    ${
      isSent
        ? notice('good', html`<p>${links.renewed(email)}</p>`)
        : tenant.email === null
          ? html`<p>${links.askManager}</p>`
          : html`<p>${links.renewMeans(email)}</p>
            ${buttonForm({ action: path('/renew'), label: links.renewButton, hidden: null })}
            <p class="hint">${TENANT_CONTACT_WORDS[visit.language].noMailbox}</p>`
    }
  </div>`;
  return showNote(visit, content, 410);
}

/** The reader is unknown: shown in the browser's language, with links to the others. */
export function unknownPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { isAskedFor = false, form = new URLSearchParams(), hasProblem = false }: Asked = {},
): FastifyReply {
  const language = wishedLanguage(request);
  const words = TENANT_WORDS[language];
  const { links } = words;
  const problems = hasProblem ? ({ email: 'email_invalid' } as const) : {};
  const content = html`${problemList(problems, words, (name) => name)}
    <div class="card">
      ${
        isAskedFor
          ? html`<h1>${links.newLink}</h1>`
          : html`<h1>${links.unknown}</h1>
              <p class="lead">${links.unknownLink}</p>
              <h2>${links.newLink}</h2>`
      }
      <form method="post" action="/t/new-link?lang=${language}">
        ${textField({
          name: 'email',
          type: 'email',
          label: links.email,
          hint: links.emailHint,
          value: field(form, 'email'),
          autocomplete: 'email',
          isRequired: true,
          problem: hasProblem ? words.problem.email_invalid : null,
        })}
        <button type="submit">${links.newLinkButton}</button>
      </form>
      <p class="hint">${TENANT_CONTACT_WORDS[language].noMailbox}</p>
    </div>`;
  const status = hasProblem ? 422 : isAskedFor ? 200 : 404;
  return sendAlone(request, reply, { title: isAskedFor ? links.newLink : links.unknown, content, status });
}

type Asked = { isAskedFor?: boolean; form?: Form; hasProblem?: boolean };

/** The same for every address, so that it does not reveal which ones are known. */
export function onItsWayPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { links } = TENANT_WORDS[wishedLanguage(request)];
  const content = html`<div class="card">
    <h1>${links.onItsWay}</h1>
    <p class="lead">${links.onItsWayMeans}</p>
  </div>`;
  return sendAlone(request, reply, { title: links.newLink, content, status: 200 });
}

export function forgedPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { links } = TENANT_WORDS[wishedLanguage(request)];
  const content = html`<div class="card">
    <h1>${links.forged}</h1>
    <p class="lead">${links.forgedMeans}</p>
  </div>`;
  return sendAlone(request, reply, { title: links.forged, content, status: 403 });
}

function sendAlone(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, content, status }: { title: string; content: Html; status: number },
): FastifyReply {
  const language = wishedLanguage(request);
  const path = request.url.split('?')[0] as string;
  const foot = languageLinks(language, request.method === 'GET' ? path : '/t/new-link');
  return sendPage(reply, { title, language, content, isNarrow: true, foot }, status);
}

/** The deposit was changed while the form was open. */
export function changedPage(visit: TenantVisit): FastifyReply {
  const { words, path } = visit;
  const content = html`<div class="card">
    <h1>${words.links.changed}</h1>
    <p class="lead">${words.links.changedMeans}</p>
    <p><a class="button" href="${path()}">${words.links.seeNow}</a></p>
  </div>`;
  return showNote(visit, content, 409);
}

export function notYoursPage(visit: TenantVisit): FastifyReply {
  const { words, deposit, path } = visit;
  const content = html`<div class="card">
    <h1>${words.links.notYours}</h1>
    <p class="lead">${words.onlyMain(tenantName(deposit.terms.tenants[0]))}</p>
    <p><a class="button" href="${path()}">${words.title}</a></p>
  </div>`;
  return showNote(visit, content, 403);
}
