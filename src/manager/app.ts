import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resumeSession } from '../actions/sign-in.ts';
import type { Services } from '../actions/services.ts';
import { LANGUAGES, type Language } from '../domain/language.ts';
import { listMemberships } from '../storage/memberships.ts';
import { answerWithPages } from '../web/error-page.ts';
import { readForms, type Form } from '../web/forms.ts';
import { html, type Html } from '../web/html.ts';
import { seeOther, sendPage, type Page } from '../web/page.ts';
import { notice } from '../web/parts.ts';
import { refuseOtherOrigins } from '../web/same-origin.ts';
import { organizationsOf, personFrom, type Person } from './person.ts';
import { SHELL_WORDS } from './shell-words.ts';

export type ManagerSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment: what follows from a move is done before its answer. */
  settle: () => Promise<void>;
};

/** The parts of the application, in the order of its navigation. */
export type Section = 'deposits' | 'new_deposit' | 'import_errors' | 'organization' | 'account';

/** One request of someone who is signed in. */
export type Visit = {
  request: FastifyRequest;
  reply: FastifyReply;
  person: Person;
  language: Language;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty for pages that are only looked at. */
  form: Form;
  /** Goes into every form: without it nothing is changed. */
  token: Html;
  show: (
    section: Section,
    page: Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>,
    status?: number,
  ) => FastifyReply;
};

/** Null: there is no such page for this person. */
export type Handler = (visit: Visit) => Promise<FastifyReply | null>;

export type ManagerApp = ManagerSettings & {
  get: (url: string, handler: Handler) => void;
  post: (url: string, handler: Handler) => void;
};

/** Prepares a scope for pages of people who are signed in: sessions, forms, and protection against forged ones. */
export async function managerApp(scope: FastifyInstance, settings: ManagerSettings): Promise<ManagerApp> {
  await scope.register(cookie);
  readForms(scope);
  answerWithPages(scope);
  refuseOtherOrigins(scope, settings.baseUrl, (request, reply) => sendForged(request, reply));
  const handle =
    (handler: Handler) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = await whoIs(settings, request);
      if (person === null) return askWho(request, reply);
      const visit = visitOf(settings, person, request, reply);
      const isForged = request.method !== 'GET' && !isFromUs(settings, visit);
      if (isForged) return askAgain(visit);
      // A reply that is awaited is nothing any more once it is sent, so only null says that there is no page.
      const answer = await handler(visit);
      return answer === null ? sendNothing(visit) : reply;
    };
  return {
    ...settings,
    get: (url, handler) => void scope.get(url, HIDDEN, handle(handler)),
    post: (url, handler) => void scope.post(url, HIDDEN, handle(handler)),
  };
}

export const HIDDEN = { schema: { hide: true } } as const;

/** Browsers send a `__Host-` cookie back only where it came from, and only over TLS. */
export function sessionCookie(baseUrl: string): { name: string; options: object } {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-depono' : 'depono',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}

export async function whoIs({ services, baseUrl }: ManagerSettings, request: FastifyRequest): Promise<Person | null> {
  const secret = request.cookies[sessionCookie(baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, secret);
  return session === null ? null : personFrom(session, await listMemberships(services.database, session.emailKey));
}

/** The language a browser asks for, as far as it is one of ours. `lang` in the address wins. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = new URLSearchParams(request.url.split('?')[1]).get('lang');
  const wished = [chosen ?? '', ...(request.headers['accept-language'] ?? '').split(',')];
  const known = wished.map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? 'de';
}

const TOKEN = 'token';
const SIGN_OUT = '/manager/sign-out';

function visitOf(settings: ManagerSettings, person: Person, request: FastifyRequest, reply: FastifyReply): Visit {
  const { language } = person;
  const token = html`<input type="hidden" name="${TOKEN}" value="${tokenOf(settings, person)}" />`;
  return {
    request,
    reply,
    person,
    language,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?')[1]),
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    token,
    show: (section, page, status) => sendPage(reply, { ...page, ...shell(person, section, token) }, status),
  };
}

/** Known to the pages of this session alone. */
function tokenOf({ services }: ManagerSettings, { session }: Person): string {
  return services.vault.sign('form', session.id);
}

function isFromUs({ services }: ManagerSettings, { person, form }: Visit): boolean {
  return services.vault.isSigned('form', person.session.id, form.get(TOKEN) ?? '');
}

function shell(person: Person, section: Section, token: Html): Omit<Page, 'title' | 'content'> {
  const { language } = person;
  const words = SHELL_WORDS[language];
  const entry = (name: Section, href: string) => [words.sections[name], href, name === section] as const;
  return {
    language,
    home: '/manager/deposits',
    navigation: [
      entry('deposits', '/manager/deposits'),
      entry('new_deposit', '/manager/deposits/new'),
      entry('import_errors', '/manager/import-errors'),
      entry('organization', '/manager/organization'),
      entry('account', '/manager/account'),
    ],
    who: html`<div class="who">
      <span>${person.name}</span>
      <form method="post" action="${SIGN_OUT}">${token}<button class="plain" type="submit">${words.signOut}</button></form>
    </div>`,
    foot: html`<span>${organizationsOf(person)[0]?.name}</span>`,
  };
}

/** Back to where they wanted to go, once they have signed in. */
function askWho(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
    ${sendOnceMore(request, html``, words.sendOnceMore)}
  </div>`;
  return sendPage(reply, { title: words.sessionOver, language, content, isNarrow: true }, 401);
}

/** A form of another session, such as one that was open before signing in anew: nothing that was typed is lost. */
function askAgain(visit: Visit): FastifyReply {
  const words = SHELL_WORDS[visit.language];
  const content = html`<div class="card">
    <h1>${words.oldForm}</h1>
    <p>${words.oldFormMeans}</p>
    ${sendOnceMore(visit.request, visit.token, words.sendOnceMore)}
  </div>`;
  return visit.show('deposits', { title: words.oldForm, content, isNarrow: true }, 403);
}

function sendOnceMore(request: FastifyRequest, token: Html, label: string): Html {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const fields = [...form].filter(([name]) => name !== TOKEN);
  return html`<form method="post" action="${request.url}">
    ${token}${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${label}</button>
  </form>`;
}

function sendNothing(visit: Visit): FastifyReply {
  const words = SHELL_WORDS[visit.language];
  const content = html`<div class="card empty">
    <h1>${words.notFound}</h1>
    <p>${words.notFoundMeans}</p>
    <p><a class="button second" href="/manager/deposits">${words.sections.deposits}</a></p>
  </div>`;
  return visit.show('deposits', { title: words.notFound, content, isNarrow: true }, 404);
}

function sendForged(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const words = SHELL_WORDS[language];
  const content = notice('warn', html`<h2>${words.forged}</h2><p>${words.forgedMeans}</p>`);
  return sendPage(reply, { title: words.forged, language, content, isNarrow: true }, 403);
}
