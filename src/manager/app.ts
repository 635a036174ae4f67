import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resumeSession } from '../actions/sign-in.ts';
import type { Services } from '../actions/services.ts';
import type { Language } from '../domain/values/language.ts';
import { countAwaiting } from '../storage/deposit-list/awaiting.ts';
import { listMemberships } from '../storage/people/memberships.ts';
import { html, type Html } from '../web/html.ts';
import { LARGEST_PROOF } from '../actions/closing/file-claim.ts';
import { languageOf } from '../web/input/language.ts';
import { readUploads } from '../web/input/uploads.ts';
import { MOST_COUNTED, seeOther, sendPage, type Page } from '../web/page.ts';
import { notice } from '../web/parts.ts';
import { cookieNamed, type Cookie } from '../web/session-cookies.ts';
import { openSessionPages, resendForm, type BasicVisit, type Routes } from '../web/session-pages.ts';
import { HELP_WORDS } from './help/cantons.ts';
import type { ReadLogo } from '../documents/shown-agreement.ts';
import { organizationsOf, personFrom, scopeOf, type Person } from './person.ts';
import { SHELL_WORDS, type ManagerSection } from './shell-words.ts';

export type ManagerSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment: finishes the effects of a move before the answer. */
  settle: () => Promise<void>;
};

/** One request of a signed-in person. */
export type ManagerVisit = BasicVisit & {
  person: Person;
  language: Language;
  readLogo: ReadLogo;
  show: (
    section: ManagerSection,
    page: Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>,
    status?: number,
  ) => FastifyReply;
};

type ManagerAccess = 'member' | 'administrator';

export type ManagerApp = ManagerSettings & Routes<ManagerVisit, ManagerAccess>;

/** A proof with the other parts of its form: a little more, so that a page can say what is too large. */
const LARGEST_UPLOAD = LARGEST_PROOF + 2_000_000;

/** Prepares a scope for pages of signed-in property managers. */
export async function managerApp(scope: FastifyInstance, settings: ManagerSettings): Promise<ManagerApp> {
  const { vault } = settings.services;
  const routes = await openSessionPages<Person, ManagerVisit, ManagerAccess>(scope, {
    baseUrl: settings.baseUrl,
    personOf: (request) => managerOf(settings, request),
    tokenOf: ({ session }) => vault.sign('form', session.id),
    isTokenOf: ({ session }, token) => vault.isSigned('form', session.id, token),
    visitOf: (person, visit) => ({
      ...visit,
      person,
      language: person.language,
      readLogo: (logo) => settings.services.logos.read(logo),
      show: (section, page, status) =>
        sendPage(visit.reply, { ...page, ...shell(person, section, visit.token) }, status),
    }),
    requireSession,
    confirmAgain,
    notFound,
    refuseForged,
  });
  readUploads(scope, { largest: LARGEST_UPLOAD });
  return { ...settings, ...routes };
}

export function sessionCookie(baseUrl: string): Cookie {
  return cookieNamed('depono', baseUrl);
}

export async function managerOf(
  { services, baseUrl }: ManagerSettings,
  request: FastifyRequest,
): Promise<Person | null> {
  const secret = request.cookies[sessionCookie(baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, 'manager', secret);
  if (session === null) return null;
  const { database } = services;
  const person = personFrom(session, await listMemberships(database, session.emailKey));
  if (person === null) return null;
  return { ...person, waiting: await countAwaiting(database, { ...scopeOf(person), most: MOST_COUNTED + 1 }) };
}

const SIGN_OUT = '/manager/sign-out';

function shell(person: Person, section: ManagerSection, token: Html): Omit<Page, 'title' | 'content'> {
  const { language } = person;
  const words = SHELL_WORDS[language];
  const entry = (name: ManagerSection, href: string, waiting = 0) =>
    [words.sections[name], href, name === section, waiting] as const;
  return {
    language,
    home: '/manager/start',
    navigation: [
      entry('start', '/manager/start'),
      entry('deposits', '/manager/deposits', person.waiting),
      entry('new_deposit', '/manager/deposits/new'),
      entry('import_errors', '/manager/import-errors'),
      entry('holdings', '/manager/holdings'),
      entry('organization', '/manager/organization'),
      entry('account', '/manager/account'),
    ],
    who: html`<div class="who">
      <span>${person.name}</span>
      <form method="post" action="${SIGN_OUT}">${token}<button class="plain" type="submit">${words.signOut}</button></form>
    </div>`,
    foot: html`<span>${organizationsOf(person)[0]?.name}</span> <a href="/manager/help/cantons">${HELP_WORDS[language].link}</a>`,
    ...brandOf(person),
  };
}

/** Of the organization that the person belongs to first. */
function brandOf(person: Person): Pick<Page, 'brand'> {
  const brand = organizationsOf(person)[0]?.shownBrand;
  return brand === undefined ? {} : { brand };
}

/** After signing in, the person is redirected to the requested page. */
function requireSession(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET') {
    return seeOther(reply, `/manager/sign-in?${new URLSearchParams({ next: request.url }).toString()}`);
  }
  if (request.url === SIGN_OUT) return seeOther(reply, '/manager/sign-in');
  const language = languageOf(request);
  const words = SHELL_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.sessionOver}</h1>
    <p>${words.sessionOverMeans}</p>
    <p><a class="button second" href="/manager/sign-in" target="_blank" rel="noopener">${words.signIn}</a></p>
    ${resendForm(request, html``, words.sendOnceMore)}
  </div>`;
  return sendPage(reply, { title: words.sessionOver, language, content, isNarrow: true }, 401);
}

function confirmAgain(visit: ManagerVisit): FastifyReply {
  const words = SHELL_WORDS[visit.language];
  const content = html`<div class="card">
    <h1>${words.oldForm}</h1>
    <p>${words.oldFormMeans}</p>
    ${resendForm(visit.request, visit.token, words.sendOnceMore)}
  </div>`;
  return visit.show('deposits', { title: words.oldForm, content, isNarrow: true }, 403);
}

function notFound(visit: ManagerVisit): FastifyReply {
  const words = SHELL_WORDS[visit.language];
  const content = html`<div class="card empty">
    <h1>${words.notFound}</h1>
    <p>${words.notFoundMeans}</p>
    <p><a class="button second" href="/manager/deposits">${words.sections.deposits}</a></p>
  </div>`;
  return visit.show('deposits', { title: words.notFound, content, isNarrow: true }, 404);
}

function refuseForged(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const words = SHELL_WORDS[language];
  const content = notice('warn', html`<h2>${words.forged}</h2><p>${words.forgedMeans}</p>`);
  return sendPage(reply, { title: words.forged, language, content, isNarrow: true }, 403);
}
