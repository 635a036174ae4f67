import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renewLink, renewLinksOf } from '../actions/renew-link.ts';
import { NotAtHome } from '../domain/cells.ts';
import { parseEmail } from '../domain/values/contact.ts';
import { pageFor } from '../web/access.ts';
import { answerWithPages } from '../web/error-page.ts';
import { field, readForms } from '../web/forms.ts';
import { sameElsewhere, seeOther } from '../web/page.ts';
import { refuseOtherOrigins } from '../web/same-origin.ts';
import { formOf, queryOf } from '../web/session-pages.ts';
import { emailRoutes, saveContact, showContact } from './contact/contact-routes.ts';
import { cancelsChange, signsChange } from './change-moves.ts';
import { wishedLanguage } from './language.ts';
import {
  tenantConsents,
  tenantCounterProposes,
  demandWhole,
  tenantContestsEnd,
  tenantEntersCode,
  tenantNamesAccount,
  sign,
  tenantStartsClosing,
  type TenantMove,
} from './moves.ts';
import { askQualified, showQualified } from './qualified.ts';
import { forgedPage, linkPage, notYoursPage, onItsWayPage, unknownPage } from './pages/link-page.ts';
import { codePage } from './pages/payout-account-page.ts';
import { sendAgreement, sendAmendment, sendDocument, sendSlip, sendSlipPicture } from './documents.ts';
import { phasePage } from './phase-page.ts';
import { sendShared } from './shared/shared-files.ts';
import { arrive, type TenantSettings, type TenantVisit } from './visit.ts';

/** `/t/<token>`: a tenant's own deposit. The personal link is the only credential. */
export async function tenantRoutes(server: FastifyInstance, settings: TenantSettings): Promise<void> {
  const { services, baseUrl, settle, failedKeys } = settings;
  readForms(server);
  answerWithPages(server);
  refuseOtherOrigins(server, baseUrl, forgedPage);

  type Handle = (visit: TenantVisit) => FastifyReply | Promise<FastifyReply>;
  const enter = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const arrival = await arrive(services, request, reply);
    if (arrival.is === 'elsewhere') return leadHome(request, reply, arrival.address);
    if (arrival.is === 'unknown') await failedKeys.slowDown(request.ip);
    return arrival.is === 'here' ? handle(arrival.visit) : linkPage(request, reply, arrival);
  };
  const page = (part: string, show: Handle): void => {
    server.get(`/t/:token${part}`, pageFor('tenant_link'), enter(show));
  };
  const move = (part: string, make: TenantMove): void => {
    server.post(
      `/t/:token${part}`,
      pageFor('tenant_link'),
      enter((visit) => make(visit, settings)),
    );
  };

  page('', (visit) => phasePage(visit));
  page('/contact', showContact);
  page('/account/code', (visit) => (visit.isMain ? codePage(visit) : notYoursPage(visit)));
  page('/agreement.pdf', sendAgreement);
  page('/slip.svg', sendSlipPicture);
  page('/slip.pdf', sendSlip);
  page('/documents/:id', (visit) => sendDocument(services, visit));
  page('/files/:fileId', (visit) => sendShared(services.database, visit));
  move('/sign', sign);
  page('/amendment.pdf', sendAmendment);
  move('/change-sign', signsChange);
  move('/change-cancel', cancelsChange);
  move('/qualified', askQualified);
  page('/qualified/:id', (visit) => showQualified(visit, settings));
  move('/closing', tenantStartsClosing);
  move('/consent', tenantConsents);
  move('/counter', tenantCounterProposes);
  move('/demand', demandWhole);
  move('/account', tenantNamesAccount);
  move('/account/code', tenantEntersCode);
  move('/contest', tenantContestsEnd);
  move('/contact', saveContact);
  emailRoutes(server, settings);

  server.post('/t/:token/renew', pageFor('tenant_link'), async (request, reply) => {
    const arrival = await arrive(services, request, reply);
    if (arrival.is === 'elsewhere') return leadHome(request, reply, arrival.address);
    if (arrival.is === 'unknown') {
      await failedKeys.slowDown(request.ip);
      return linkPage(request, reply, arrival);
    }
    const { visit } = arrival;
    if (arrival.is === 'here' || arrival.is === 'edited') return seeOther(reply, visit.path());
    await renewLink(services, visit.location, visit.position);
    await settle();
    const path = visit.path();
    return seeOther(reply, `${path}${path.includes('?') ? '&' : '?'}sent`);
  });
  server.get('/t/new-link', pageFor('anyone'), async (request, reply) =>
    queryOf(request).has('sent') ? onItsWayPage(request, reply) : unknownPage(request, reply, { isAskedFor: true }),
  );
  server.post('/t/new-link', pageFor('anyone'), async (request, reply) => sendNewLinks(settings, request, reply));
}

/** A form is not sent on: browsers forbid it, and nothing may be done twice. Its page, loaded again, is at home. */
function leadHome(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new NotAtHome();
  return sameElsewhere(request, reply, address);
}

/** Longer than finding the deposits and writing the mails takes, so that the time reveals nothing. */
const SAME_TIME_MS = 500;

async function sendNewLinks(
  { services, settle, failedKeys }: TenantSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await failedKeys.slowDown(request.ip);
  const form = formOf(request);
  const email = parseEmail(field(form, 'email'));
  if (email === null) return unknownPage(request, reply, { isAskedFor: true, form, hasProblem: true });
  await Promise.all([renewLinksOf(services, email), wait(SAME_TIME_MS)]);
  await settle();
  return seeOther(reply, `/t/new-link?lang=${wishedLanguage(request)}&sent`);
}
