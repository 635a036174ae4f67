import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordChange, type Author } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { resumeSession } from '../../actions/sign-in.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Session } from '../../storage/people/sessions.ts';
import { findContactByEmail, type ProviderContact } from '../../storage/providers/contacts.ts';
import { findProvider, type StoredProvider } from '../../storage/providers/providers.ts';
import { html, type Html } from '../../web/html.ts';
import { languageOf } from '../../web/input/language.ts';
import { seeOther, sendPage, type Page } from '../../web/page.ts';
import { notice } from '../../web/parts.ts';
import { cookieNamed, type Cookie } from '../../web/session-cookies.ts';
import { openSessionPages, type BasicVisit, type Routes } from '../../web/session-pages.ts';
import { hasFile, readUploads, resendUpload } from '../../web/input/uploads.ts';
import { recordSeen, type Seen } from '../../actions/providers/record-seen.ts';
import { PROVIDER_SHELL_WORDS } from './shell-words.ts';

export type ProviderPagesSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment: finishes the effects of a move before the answer. */
  settle: () => Promise<void>;
};

/** A person of a bank or an insurer who is signed in. */
type Person = { contact: ProviderContact; provider: StoredProvider; session: Session };

/** One request of a signed-in contact. */
export type ProviderVisit = BasicVisit &
  Person & {
    language: Language;
    /** A clerk. A viewer only reads. */
    mayAnswer: boolean;
    author: Author;
    show: (page: Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>, status?: number) => FastifyReply;
    /** Puts into the audit log what this request shows. */
    recordSeen: (seen: Seen) => Promise<void>;
  };

type ProviderAccess = 'provider_viewer' | 'provider_clerk';

export type ProviderApp = ProviderPagesSettings & Routes<ProviderVisit, ProviderAccess>;

/** A certificate has at most 5 MB; more than this is not read. */
const LARGEST_UPLOAD = 8 * 1024 * 1024;

/** Prepares a scope for pages of signed-in contacts of banks and insurers. */
export async function providerApp(scope: FastifyInstance, settings: ProviderPagesSettings): Promise<ProviderApp> {
  const { services, baseUrl } = settings;
  const { vault } = services;
  const routes = await openSessionPages<Person, ProviderVisit, ProviderAccess>(scope, {
    baseUrl,
    personOf: (request) => contactOf(settings, request),
    tokenOf: ({ session }) => vault.sign('form', session.id),
    isTokenOf: ({ session }, token) => vault.isSigned('form', session.id, token),
    visitOf: (person, visit) => visitOf(services, person, visit),
    refuse: (_person, visit, access) => refuse(services, visit, access),
    requireSession,
    confirmAgain,
    notFound,
    refuseForged,
  });
  readUploads(scope, { largest: LARGEST_UPLOAD });
  return { ...settings, ...routes };
}

function visitOf(services: Services, person: Person, visit: BasicVisit): ProviderVisit {
  const { contact, provider } = person;
  const language = languageOf(visit.request);
  const author: Author = {
    actor: `provider ${provider.code}, ${contact.email}`,
    way: 'pages',
    origin: visit.request.ip,
  };
  return {
    ...visit,
    ...person,
    language,
    mayAnswer: contact.role === 'clerk',
    author,
    show: (page, status) =>
      sendPage(visit.reply, { ...page, ...shell(person, { language, token: visit.token }) }, status),
    recordSeen: (seen) => recordSeen(services, { author, providerId: provider.id }, seen),
  };
}

export function contactCookie(baseUrl: string): Cookie {
  return cookieNamed('depono-provider', baseUrl);
}

/** Someone who was removed loses access at once, even if a session is still valid. */
export async function contactOf(
  { services, baseUrl }: ProviderPagesSettings,
  request: FastifyRequest,
): Promise<Person | null> {
  const { database } = services;
  const secret = request.cookies[contactCookie(baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, 'provider', secret);
  const contact = session === null ? null : await findContactByEmail(database, session.emailKey);
  const provider = contact === null ? null : await findProvider(database, contact.providerId);
  return session === null || contact === null || provider === null ? null : { session, contact, provider };
}

/** Answers a form that the contact's role does not allow, and records it. False: the role allows it. */
async function refuse(services: Services, visit: ProviderVisit, access: ProviderAccess): Promise<boolean> {
  if (access === 'provider_viewer' || visit.mayAnswer) return false;
  const { request, author, provider, language, show } = visit;
  await recordChange(services, author, {
    verb: 'be refused',
    thing: 'application',
    about: { provider: provider.id },
    changes: { tried: { to: `${request.method} ${request.routeOptions.url ?? ''}` }, role: { to: visit.contact.role } },
  });
  const words = PROVIDER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.notAllowed}</h1>
    <p>${words.notAllowedMeans}</p>
  </div>`;
  void show({ title: words.notAllowed, content, isNarrow: true }, 403);
  return true;
}

const SIGN_OUT = '/provider/sign-out';

function shell(
  { contact, provider }: Person,
  { language, token }: { language: Language; token: Html },
): Omit<Page, 'title' | 'content'> {
  const words = PROVIDER_SHELL_WORDS[language];
  return {
    language,
    home: '/provider',
    navigation: [[words.applications, '/provider', true]],
    who: html`<div class="who">
      <span>${contact.name}</span>
      <form method="post" action="${SIGN_OUT}">${token}<button class="plain" type="submit">${words.signOut}</button></form>
    </div>`,
    foot: html`<span>${provider.name}</span>${contact.role === 'viewer' && html`<span>${words.readsOnly}</span>`}`,
  };
}

/** After signing in, contacts continue at the page they asked for. */
function requireSession(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET') {
    return seeOther(reply, `/provider/sign-in?${new URLSearchParams({ next: request.url }).toString()}`);
  }
  if (request.url === SIGN_OUT) return seeOther(reply, '/provider/sign-in');
  const language = languageOf(request);
  const words = PROVIDER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.sessionOver}</h1>
    <p>${words.sessionOverMeans}</p>
    ${hasFile(request) && html`<p>${words.fileAgain}</p>`}
    <p><a class="button second" href="/provider/sign-in" target="_blank" rel="noopener">${words.signIn}</a></p>
    ${resendUpload(request, html``, words.sendOnceMore)}
  </div>`;
  return sendPage(reply, { title: words.sessionOver, language, content, isNarrow: true }, 401);
}

function confirmAgain({ request, language, token, show }: ProviderVisit): FastifyReply {
  const words = PROVIDER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.oldForm}</h1>
    <p>${words.oldFormMeans}</p>
    ${hasFile(request) && html`<p>${words.fileAgain}</p>`} ${resendUpload(request, token, words.sendOnceMore)}
  </div>`;
  return show({ title: words.oldForm, content, isNarrow: true }, 403);
}

function notFound({ language, show }: ProviderVisit): FastifyReply {
  const words = PROVIDER_SHELL_WORDS[language];
  const content = html`<div class="card empty">
    <h1>${words.notFound}</h1>
    <p>${words.notFoundMeans}</p>
    <p><a class="button second" href="/provider">${words.applications}</a></p>
  </div>`;
  return show({ title: words.notFound, content, isNarrow: true }, 404);
}

function refuseForged(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const words = PROVIDER_SHELL_WORDS[language];
  const content = notice('warn', html`<h2>${words.forged}</h2><p>${words.forgedMeans}</p>`);
  return sendPage(reply, { title: words.forged, language, content, isNarrow: true }, 403);
}
