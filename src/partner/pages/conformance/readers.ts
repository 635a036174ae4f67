import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findOperatorByEmail } from '../../../actions/operators/operators.ts';
import { resumeSession } from '../../../actions/sign-in.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { Session } from '../../../storage/people/sessions.ts';
import { html } from '../../../web/html.ts';
import { sendPage, type Page } from '../../../web/page.ts';
import { cookieNamed } from '../../../web/session-cookies.ts';
import { openSessionPages, type BasicVisit, type Routes } from '../../../web/session-pages.ts';
import {
  personOf,
  refuseForged,
  requireSession,
  partnerShell,
  type PartnerPagesSettings,
  type PartnerPerson,
} from '../app.ts';
import { partnerLanguageOf } from '../language.ts';
import { PARTNER_SHELL_WORDS } from '../shell-words.ts';
import { REPORT_WORDS } from './words.ts';

type Operator = { name: string; session: Session };

/** At least one of them is there. */
type Reader = { contact: PartnerPerson | null; operator: Operator | null };

export type ReportVisit = BasicVisit &
  Reader & {
    language: PartnerLanguage;
    /** As a page of the partner, or as one that an operator reads. */
    show: (isOwn: boolean, page: Pick<Page, 'title' | 'content' | 'scripts' | 'renewSeconds'>) => FastifyReply;
  };

/** Prepares a scope for pages that contacts of partners and operators read: no form is sent to them. */
export function reportReaders(
  scope: FastifyInstance,
  settings: PartnerPagesSettings,
): Promise<Routes<ReportVisit, 'report_reader'>> {
  const { services, baseUrl } = settings;
  const { vault } = services;
  const sessionOf = ({ contact, operator }: Reader): string => contact?.session.id ?? operator?.session.id ?? '';
  return openSessionPages<Reader, ReportVisit, 'report_reader'>(scope, {
    baseUrl,
    personOf: async (request) => {
      const contact = await personOf(settings, request);
      const operator = await operatorOf(settings, request);
      return contact === null && operator === null ? null : { contact, operator };
    },
    tokenOf: (reader) => vault.sign('form', sessionOf(reader)),
    isTokenOf: (reader, token) => vault.isSigned('form', sessionOf(reader), token),
    visitOf: (reader, visit) => visitOf(settings, reader, visit),
    requireSession,
    confirmAgain: notFound,
    notFound,
    refuseForged,
  });
}

function visitOf(settings: PartnerPagesSettings, reader: Reader, visit: BasicVisit): ReportVisit {
  const language = partnerLanguageOf(visit.request);
  const { contact } = reader;
  return {
    ...visit,
    ...reader,
    language,
    show: (isOwn, page) => {
      const section = { language, section: 'conformance', token: visit.token } as const;
      const around = contact !== null && isOwn ? partnerShell(settings, contact, section) : operatorsShell(language);
      return sendPage(visit.reply, { ...page, ...around });
    },
  };
}

function operatorsShell(language: PartnerLanguage): Omit<Page, 'title' | 'content'> {
  const words = REPORT_WORDS[language];
  return {
    language,
    home: '/operator',
    navigation: [[words.asOperator, '/operator']],
    foot: html`<span>${words.readBy}</span>`,
  };
}

function notFound({ language, reply }: ReportVisit): FastifyReply {
  const words = PARTNER_SHELL_WORDS[language];
  const content = html`<div class="card empty">
    <h1>${words.notFound}</h1>
    <p>${words.notFoundMeans}</p>
  </div>`;
  return sendPage(reply, { title: words.notFound, language, content, isNarrow: true }, 404);
}

/** An operator who is signed in to the console. */
async function operatorOf(
  { services, baseUrl }: PartnerPagesSettings,
  request: FastifyRequest,
): Promise<Operator | null> {
  const secret = request.cookies[cookieNamed('depono-operator', baseUrl()).name];
  const session = secret === undefined ? null : await resumeSession(services, 'operator', secret);
  if (session === null) return null;
  const operator = await findOperatorByEmail(services, services.database, session.emailKey);
  return operator === null ? null : { name: operator.name, session };
}
