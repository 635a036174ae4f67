import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordChange, type Author, type Change } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { resumeSession } from '../../actions/sign-in.ts';
import {
  findPartnerContactByEmail,
  type PartnerContact,
  type PartnerLanguage,
} from '../../storage/partners/contacts.ts';
import type { Session } from '../../storage/people/sessions.ts';
import { findPartner, type Partner } from '../../storage/set-up/partners.ts';
import { html, type Html } from '../../web/html.ts';
import { seeOther, sendPage, type Page } from '../../web/page.ts';
import { notice } from '../../web/parts.ts';
import { cookieNamed, type Cookie } from '../../web/session-cookies.ts';
import { openSessionPages, resendForm, type BasicVisit, type Routes } from '../../web/session-pages.ts';
import type { Paths } from '../paths.ts';
import type { RequestLog } from '../request-log.ts';
import { partnerLanguageOf } from './language.ts';
import { sectionsIn, type PartnerSection } from './sections.ts';
import { PARTNER_SHELL_WORDS } from './shell-words.ts';

export type PartnerPagesSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment: finishes the effects of a move before the answer. */
  settle: () => Promise<void>;
  /** The test environment. */
  hasSandbox: boolean;
  paths: Paths;
  callbackAllowPrivate: boolean;
  /** How long a test event waits for its answer. */
  testEventMs: number;
  requestLog: RequestLog;
};

/** A person of a partner who is signed in. */
export type PartnerPerson = { contact: PartnerContact; partner: Partner; session: Session };

/** One request of a signed-in contact. */
export type PartnerVisit = BasicVisit &
  PartnerPerson & {
    language: PartnerLanguage;
    /** An admin. A viewer only reads. */
    mayChange: boolean;
    author: Author;
    /** The section is null for a page that belongs to none. */
    show: (
      section: PartnerSection | null,
      page: Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>,
      status?: number,
    ) => FastifyReply;
  };

type PartnerAccess = 'partner_viewer' | 'partner_admin';

export type PartnerApp = PartnerPagesSettings & Routes<PartnerVisit, PartnerAccess>;

/** Prepares a scope for pages of signed-in contacts of partners. */
export async function partnerApp(scope: FastifyInstance, settings: PartnerPagesSettings): Promise<PartnerApp> {
  const { services, baseUrl } = settings;
  const { vault } = services;
  const routes = await openSessionPages<PartnerPerson, PartnerVisit, PartnerAccess>(scope, {
    baseUrl,
    personOf: (request) => personOf(settings, request),
    tokenOf: ({ session }) => vault.sign('form', session.id),
    isTokenOf: ({ session }, token) => vault.isSigned('form', session.id, token),
    visitOf: (person, visit) => visitOf(settings, person, visit),
    refuse: (_person, visit, access) => refuse(services, visit, access),
    requireSession,
    confirmAgain,
    notFound,
    refuseForged,
  });
  return { ...settings, ...routes };
}

function visitOf(settings: PartnerPagesSettings, person: PartnerPerson, visit: BasicVisit): PartnerVisit {
  const { contact, partner } = person;
  const language = partnerLanguageOf(visit.request);
  return {
    ...visit,
    ...person,
    language,
    mayChange: contact.role === 'admin',
    author: { actor: contactActor(partner, contact), way: 'pages', origin: visit.request.ip },
    show: (section, page, status) =>
      sendPage(
        visit.reply,
        // Keys that are shown once have a button to copy them.
        { ...page, ...partnerShell(settings, person, { language, section, token: visit.token }), scripts: ['copy.js'] },
        status,
      ),
  };
}

/** As the audit log names a contact. */
export function contactActor({ name }: Partner, { email }: PartnerContact): string {
  return `partner ${name}, ${email}`;
}

/** What an entry of the audit log is about. */
export function aboutPartner({ id }: Partner, more: Record<string, string> = {}): Pick<Change, 'about' | 'partnerId'> {
  return { about: { partner: id, ...more }, partnerId: id };
}

export function partnerCookie(baseUrl: string): Cookie {
  return cookieNamed('depono-partner', baseUrl);
}

/** Someone who was removed loses access at once, even if a session is still valid. */
export async function personOf(
  { services, baseUrl }: Pick<PartnerPagesSettings, 'services' | 'baseUrl'>,
  request: FastifyRequest,
): Promise<PartnerPerson | null> {
  const { database } = services;
  const secret = request.cookies[partnerCookie(baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, 'partner', secret);
  const contact = session === null ? null : await findPartnerContactByEmail(database, session.emailKey);
  const partner = contact === null ? null : await findPartner(database, contact.partnerId);
  return session === null || contact === null || partner === null ? null : { session, contact, partner };
}

/** Answers a form that the contact's role does not allow, and records it. False: the role allows it. */
async function refuse(services: Services, visit: PartnerVisit, access: PartnerAccess): Promise<boolean> {
  if (access === 'partner_viewer' || visit.mayChange) return false;
  const { request, author, partner, contact, language, show } = visit;
  await recordChange(services, author, {
    verb: 'be refused',
    thing: 'partner pages',
    ...aboutPartner(partner),
    changes: { tried: { to: `${request.method} ${request.routeOptions.url ?? ''}` }, role: { to: contact.role } },
  });
  const words = PARTNER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.notAllowed}</h1>
    <p>${words.notAllowedMeans}</p>
  </div>`;
  void show(null, { title: words.notAllowed, content, isNarrow: true }, 403);
  return true;
}

const SIGN_OUT = '/partner/sign-out';

export function partnerShell(
  settings: PartnerPagesSettings,
  { contact, partner }: PartnerPerson,
  { language, section, token }: { language: PartnerLanguage; section: PartnerSection | null; token: Html },
): Omit<Page, 'title' | 'content'> {
  const words = PARTNER_SHELL_WORDS[language];
  return {
    language,
    home: '/partner',
    navigation: sectionsIn(settings).map(([name, href]) => [words.sections[name], href, name === section]),
    who: html`<div class="who">
      <span>${contact.name}</span>
      <form method="post" action="${SIGN_OUT}">${token}<button class="plain" type="submit">${words.signOut}</button></form>
    </div>`,
    foot: html`<span>${partner.name}</span>${contact.role === 'viewer' && html`<span>${words.readsOnly}</span>`}`,
  };
}

/** After signing in, contacts continue at the page they asked for. */
export function requireSession(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET') {
    return seeOther(reply, `/partner/sign-in?${new URLSearchParams({ next: request.url }).toString()}`);
  }
  if (request.url === SIGN_OUT) return seeOther(reply, '/partner/sign-in');
  const language = partnerLanguageOf(request);
  const words = PARTNER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.sessionOver}</h1>
    <p>${words.sessionOverMeans}</p>
    <p><a class="button second" href="/partner/sign-in" target="_blank" rel="noopener">${words.signIn}</a></p>
    ${resendForm(request, html``, words.sendOnceMore)}
  </div>`;
  return sendPage(reply, { title: words.sessionOver, language, content, isNarrow: true }, 401);
}

function confirmAgain({ request, language, token, show }: PartnerVisit): FastifyReply {
  const words = PARTNER_SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.oldForm}</h1>
    <p>${words.oldFormMeans}</p>
    ${resendForm(request, token, words.sendOnceMore)}
  </div>`;
  return show(null, { title: words.oldForm, content, isNarrow: true }, 403);
}

function notFound({ language, show }: PartnerVisit): FastifyReply {
  const words = PARTNER_SHELL_WORDS[language];
  const content = html`<div class="card empty">
    <h1>${words.notFound}</h1>
    <p>${words.notFoundMeans}</p>
    <p><a class="button second" href="/partner">${words.toStart}</a></p>
  </div>`;
  return show(null, { title: words.notFound, content, isNarrow: true }, 404);
}

export function refuseForged(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = partnerLanguageOf(request);
  const words = PARTNER_SHELL_WORDS[language];
  const content = notice('warn', html`<h2>${words.forged}</h2><p>${words.forgedMeans}</p>`);
  return sendPage(reply, { title: words.forged, language, content, isNarrow: true }, 403);
}
