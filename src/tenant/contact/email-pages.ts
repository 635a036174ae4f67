import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmailLink } from '../../actions/changes/email-changes.ts';
import { canObject, isDecided, waitingEmail } from '../../domain/changes/email-facts.ts';
import { maskedEmail } from '../../domain/values/contact.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/page.ts';
import { buttonForm } from '../../web/parts.ts';
import { chosenLanguage, languageLinks } from '../language.ts';
import { TENANT_CONTACT_WORDS, type ContactWords } from '../words/contacts.ts';

type Visit = { request: FastifyRequest; reply: FastifyReply; token: string };

/** The page behind the link that a new address gets. Opening it changes nothing: mail programs open links, too. */
export function newAddressPage(visit: Visit, link: EmailLink): FastifyReply {
  const { deposit, change, organization, now } = link;
  if (waitingEmail(deposit, change.tenant, now)?.id !== change.id) return gonePage(visit, link);
  return send(visit, link, (words) => ({
    title: words.confirmTitle,
    text: html`<p class="lead">${words.confirmMeans({ organization: organization.name, email: change.email })}</p>
      ${button(visit, 'new-address', words.confirmButton)}`,
  }));
}

/** The page behind the link that the address of before gets. */
export function objectionPage(visit: Visit, link: EmailLink): FastifyReply {
  const { deposit, change, organization, now } = link;
  if (!canObject(change, now)) return gonePage(visit, link);
  const about = { organization: organization.name, email: maskedEmail(change.email) };
  const decided = isDecided(deposit, change);
  return send(visit, link, (words) => ({
    title: words.objectTitle,
    text: html`<p class="lead">${words.objectMeans(about)}</p>
      ${decided && html`<p>${words.objectDecided}</p>`}
      ${button(visit, 'objection', decided ? words.objectReport : words.objectButton)}`,
  }));
}

export function confirmedPage(visit: Visit, link: EmailLink): FastifyReply {
  return send(visit, link, (words) => ({
    title: words.confirmed,
    text: html`<p class="lead">${words.confirmedMeans}</p>`,
  }));
}

export function objectedPage(visit: Visit, link: EmailLink): FastifyReply {
  return send(visit, link, (words) => ({
    title: words.objected,
    text: html`<p class="lead">${words.objectedMeans}</p>`,
  }));
}

function gonePage(visit: Visit, link: EmailLink): FastifyReply {
  return send(visit, link, (words) => ({ title: words.gone, text: html`<p class="lead">${words.goneMeans}</p>` }), 410);
}

function button({ request, token }: Visit, what: string, label: string): Html {
  const language = chosenLanguage(request);
  const query = language === null ? '' : `?lang=${language}`;
  return buttonForm({ action: `/t/${what}/${token}${query}`, label, hidden: null });
}

function send(
  { request, reply }: Visit,
  { deposit }: EmailLink,
  shown: (words: ContactWords) => { title: string; text: Content },
  status = 200,
): FastifyReply {
  const language = chosenLanguage(request) ?? deposit.terms.tenantLanguage;
  const { title, text } = shown(TENANT_CONTACT_WORDS[language]);
  const content = html`<div class="card">
    <h1>${title}</h1>
    ${text}
  </div>`;
  const foot = languageLinks(language, request.url.split('?')[0] as string);
  return sendPage(reply, { title, language, content, isNarrow: true, foot }, status);
}
