import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { otherCells } from '../../actions/cells/ask-cell.ts';
import type { Change } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { findOperatorByEmail } from '../../actions/operators/operators.ts';
import { resumeSession } from '../../actions/sign-in.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import type { ProviderCodes } from '../../domain/contract-status.ts';
import type { Integration } from '../../domain/integration.ts';
import type { Session } from '../../storage/people/sessions.ts';
import { html, type Html } from '../../web/html.ts';
import { seeOther, sendPage, type Page } from '../../web/page.ts';
import { notice } from '../../web/parts.ts';
import { readUploads } from '../../web/input/uploads.ts';
import { cookieNamed, type Cookie } from '../../web/session-cookies.ts';
import { openSessionPages, resendForm, type BasicVisit, type Routes } from '../../web/session-pages.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { maskRecord } from '../../domain/masking/mask-for-viewer.ts';
import { includesRole, roleRefused, type Acting, type OperatorRole } from '../../domain/operator.ts';
import type { Database, Sql } from '../../storage/database/database.ts';
import { readAttention, type Attention } from '../../storage/statistics/attention.ts';
import { listPasskeys } from '../../storage/people/passkeys.ts';
import { recordRefusal } from '../acting.ts';
import { keepAudit, noteChange, noteChanges } from '../audit.ts';
import { SECTIONS, type ConsoleSection, type Section } from './sections.ts';

export type ConsoleSettings = {
  services: Services;
  baseUrl: () => string;
  /** In the test environment, the effects of a move are done before its response. */
  settle: () => Promise<void>;
  providers: ProviderCodes;
  callbackAllowPrivate: boolean;
  isProduction: boolean;
  /** The settings in which the five paths differ. */
  paths: Readonly<Record<Integration, PathSettings>>;
};

type PathSettings = {
  separator: string;
  placement: 'before' | 'between';
  missingData: 'errored' | 'skipped';
  answersContractId: boolean;
  documents: readonly string[];
};

/** Someone who runs the service, signed in. */
type ConsoleOperator = {
  id: string;
  email: EmailAddress;
  name: string;
  role: OperatorRole;
  session: Session;
  /** What waits for an operator: badges of the navigation. */
  attention: Attention;
  /** Must add a passkey before anything else. */
  needsPasskey: boolean;
};

/** Whether the reader's role is enough. Pages show only what their reader may do. */
export type May = (needed: OperatorRole) => boolean;

/** One request of an operator who is signed in. */
export type ConsoleVisit = BasicVisit & {
  operator: ConsoleOperator;
  /** The operator, as approvals and tokens name them. */
  acting: Acting;
  may: May;
  /**
   * What the audit log says about this request, where its route alone does not say enough. Every form answered with 303
   * is recorded, with or without a note; a form answered with a page is recorded only with a note.
   */
  note: (change: Partial<Change>) => void;
  /** Several changes, each an entry of its own. */
  noteAll: (changes: readonly Change[]) => void;
  /** The section is null for a page that belongs to none. */
  show: (
    section: ConsoleSection | null,
    page: Pick<Page, 'title' | 'content' | 'isNarrow' | 'scripts'>,
    status?: number,
  ) => FastifyReply;
};

export type ConsoleApp = ConsoleSettings & Routes<ConsoleVisit, OperatorRole>;

/** A file of 1,000 answers with every column has less than 1 MB. */
const LARGEST_UPLOAD = 2 * 1024 * 1024;

const visitors = new WeakMap<FastifyRequest, ConsoleOperator>();

/** Prepares a scope for the console: sessions, forms that cannot be forged, and the audit log. */
export async function consoleApp(scope: FastifyInstance, settings: ConsoleSettings): Promise<ConsoleApp> {
  const { services, baseUrl } = settings;
  const { vault } = services;
  const routes = await openSessionPages<ConsoleOperator, ConsoleVisit, OperatorRole>(scope, {
    baseUrl,
    personOf: (request) => operatorOf(settings, request),
    tokenOf: ({ session }) => vault.sign('form', session.id),
    isTokenOf: ({ session }, token) => vault.isSigned('form', session.id, token),
    visitOf: (operator, visit) => {
      visitors.set(visit.request, operator);
      reading.enterWith(operator.role);
      return {
        ...visit,
        operator,
        acting: { actor: operator.session.emailKey, role: operator.role, id: operator.id, tokenIssuedBy: null },
        may: (needed) => includesRole(operator.role, needed),
        note: (change) => noteChange(visit.request, change),
        noteAll: (changes) => noteChanges(visit.request, changes),
        show: (section, page, status) =>
          sendPage(
            visit.reply,
            // Keys that are shown once have a button to copy them.
            {
              ...page,
              ...shell(services, operator, section, visit.token),
              scripts: [...(page.scripts ?? []), 'copy.js'],
            },
            status,
          ),
      };
    },
    refuse: (operator, visit, needed) => refuse(services, operator, visit, needed),
    requireSession,
    confirmAgain,
    notFound,
    refuseForged,
  });
  readUploads(scope, { largest: LARGEST_UPLOAD });
  const audited = keepAudit(scope, settings, {
    authorOf: (request) => {
      const operator = visitors.get(request);
      return operator === undefined ? null : { actor: operator.session.emailKey, way: 'console', origin: request.ip };
    },
    // A form that only shows something, such as a preview, answers 200 and notes nothing.
    isDone: (status, isNoted) => status === 303 || (isNoted && status < 300),
  });
  return { ...settings, ...audited, services: maskedForViewers(audited.services), ...routes };
}

/** The role of the operator whose request is being answered. */
const reading = new AsyncLocalStorage<OperatorRole>();

/**
 * Work whose statements need account numbers as they are stored. What it returns is masked for a viewer as a whole.
 */
export async function readWhole<T>(work: () => Promise<T>): Promise<T> {
  const role = reading.getStore();
  const found = await reading.run('admin', work);
  return role === 'viewer' ? maskRecord(found) : found;
}

/** A viewer reads names, e-mail addresses, phone and account numbers masked: every row, so that no page can forget it. */
function maskedForViewers(services: Services): Services {
  const { database } = services;
  const masking = (sql: Sql): Sql['query'] =>
    (async (...args: unknown[]) => {
      const answer = (await (sql.query as (...given: unknown[]) => Promise<{ rows: unknown[] }>)(...args)) ?? {};
      return reading.getStore() === 'viewer' ? { ...answer, rows: answer.rows.map(maskRecord) } : answer;
    }) as Sql['query'];
  const masked: Database = {
    ...database,
    query: masking(database),
    transaction: (work) => database.transaction((sql) => work({ query: masking(sql) })),
  };
  return { ...services, database: masked };
}

const ACCOUNT = '/operator/account';
/** The first session begins with the first sign-in. */
const FIRST_MS = 5_000;

/** Answers a request that the operator's role does not allow, and records it. False: the role allows it. */
async function refuse(
  services: Services,
  { role, session, needsPasskey }: ConsoleOperator,
  { request, reply, show }: ConsoleVisit,
  needed: OperatorRole,
): Promise<boolean> {
  const url = request.routeOptions.url ?? '';
  if (needsPasskey && !url.startsWith(ACCOUNT) && url !== SIGN_OUT) {
    void seeOther(reply, ACCOUNT);
    return true;
  }
  if (includesRole(role, needed)) return false;
  await recordRefusal(services, request, { actor: session.emailKey, way: 'console', origin: request.ip }, role);
  const title = 'Not allowed';
  const content = html`<div class="card"><h1>${title}</h1><p>${roleRefused(role, needed)}</p></div>`;
  void show('today', { title, content, isNarrow: true }, 403);
  return true;
}

export function consoleCookie(baseUrl: string): Cookie {
  return cookieNamed('depono-operator', baseUrl);
}

/** Someone who was removed loses access at once, even if a session is still valid. */
export async function operatorOf(
  { services, baseUrl }: ConsoleSettings,
  request: FastifyRequest,
): Promise<ConsoleOperator | null> {
  const secret = request.cookies[consoleCookie(baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, 'operator', secret);
  if (session === null) return null;
  const { database, isPasskeyRequired } = services;
  const known = await findOperatorByEmail(services, database, session.emailKey);
  if (known === null) return null;
  const { id, email, name, role } = known;
  const who = { realm: 'operator', emailKey: session.emailKey } as const;
  const isFirst =
    known.signedInAt !== null && Math.abs(Number(session.createdAt) - Number(known.signedInAt)) < FIRST_MS;
  const needsPasskey =
    isPasskeyRequired && ((await listPasskeys(database, who)).length === 0 || (session.way === 'mail' && !isFirst));
  return { id, email, name, role, session, needsPasskey, attention: await readAttention(database) };
}

const SIGN_OUT = '/operator/sign-out';

function shell(
  services: Services,
  operator: ConsoleOperator,
  section: ConsoleSection | null,
  token: Html,
): Omit<Page, 'title' | 'content'> {
  const all = Object.entries(SECTIONS) as [ConsoleSection, Section][];
  const entries = all
    .filter(([key]) => key !== 'cells' || otherCells(services).length > 0)
    .filter(([, [, , needed = 'viewer']]) => includesRole(operator.role, needed));
  return {
    language: 'en',
    home: '/operator',
    navigation: entries.map(
      ([key, [name, href]]) =>
        [name, href, key === section, (operator.attention as Readonly<Record<string, number>>)[key] ?? 0] as const,
    ),
    who: html`<div class="who">
      <a href="/operator/account">${operator.email}</a>
      <form method="post" action="${SIGN_OUT}">${token}<button class="plain" type="submit">Sign out</button></form>
    </div>`,
    foot: html`<span>Operator console</span><a href="/operator/paths">Table of paths</a>`,
  };
}

/** After signing in, operators continue at the page they asked for. */
function requireSession(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET') {
    return seeOther(reply, `/operator/sign-in?${new URLSearchParams({ next: request.url }).toString()}`);
  }
  if (request.url === SIGN_OUT) return seeOther(reply, '/operator/sign-in');
  const title = 'Your session has ended';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p>Your input is kept. Sign in in a new window, come back, and send it again.</p>
    <p><a class="button second" href="/operator/sign-in" target="_blank" rel="noopener">Sign in</a></p>
    ${resendForm(request, html``, 'Send again')}
  </div>`;
  return sendPage(reply, { title, language: 'en', content, isNarrow: true }, 401);
}

function confirmAgain(visit: ConsoleVisit): FastifyReply {
  const title = 'Please confirm again';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p>This form belongs to an earlier session. Your input is kept.</p>
    ${resendForm(visit.request, visit.token, 'Send again')}
  </div>`;
  return visit.show('today', { title, content, isNarrow: true }, 403);
}

function notFound(visit: ConsoleVisit): FastifyReply {
  const title = 'Not found';
  const content = html`<div class="card empty">
    <h1>${title}</h1>
    <p>This page does not exist, or its content has been deleted.</p>
    <p><a class="button second" href="/operator">Today</a></p>
  </div>`;
  return visit.show('today', { title, content, isNarrow: true }, 404);
}

function refuseForged(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const title = 'Not done';
  const content = notice(
    'warn',
    html`<h2>${title}</h2><p>This request did not come from a page of Depono. Nothing was changed.</p>`,
  );
  return sendPage(reply, { title, language: 'en', content, isNarrow: true }, 403);
}
