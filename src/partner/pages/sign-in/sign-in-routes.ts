import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordChange, together } from '../../../actions/audit.ts';
import { partnerSignIns } from '../../../actions/partners/contact-sign-ins.ts';
import type { Services } from '../../../actions/services.ts';
import { askToSignIn, LINK_MINUTES, signInByLink } from '../../../actions/sign-in.ts';
import { parseEmail } from '../../../domain/values/contact.ts';
import { endSessions } from '../../../storage/people/sessions.ts';
import { findPartnerContactByEmail } from '../../../storage/partners/contacts.ts';
import { findPartner } from '../../../storage/set-up/partners.ts';
import { pageFor } from '../../../web/access.ts';
import { FailedKeys } from '../../../web/failed-keys.ts';
import { field } from '../../../web/forms.ts';
import { partnerLanguageOf } from '../language.ts';
import { networkOf } from '../../../web/network.ts';
import { seeOther, sendPage } from '../../../web/page.ts';
import {
  browserSecretOf,
  clearSession,
  keepBrowserSecret,
  originOf,
  setSession,
  type Cookie,
} from '../../../web/session-cookies.ts';
import { formOf, queryOf } from '../../../web/session-pages.ts';
import { aboutPartner, contactActor, partnerCookie, personOf, type PartnerApp } from '../app.ts';
import { FIRST_PARTNER_PAGE, nextPartnerPage } from './next.ts';
import { partnerLinkSentPage, partnerSignInPage } from './sign-in-page.ts';

/** Longer than writing a mail takes, so that the response time does not reveal which addresses are known. */
const SAME_TIME_MS = 100;

/** Signing in by mail, and signing out. */
export function partnerSignInRoutes(scope: FastifyInstance, app: PartnerApp): void {
  const { services, baseUrl } = app;
  const tries = new FailedKeys();
  const cookie = () => partnerCookie(baseUrl());

  scope.get('/partner/sign-in', pageFor('anyone'), async (request, reply) => {
    const next = nextPartnerPage(queryOf(request).get('next'));
    if ((await personOf(app, request)) !== null) return seeOther(reply, next);
    return sendPage(reply, partnerSignInPage(request, { email: '', next, problem: null }));
  });

  scope.post('/partner/sign-in', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    const form = formOf(request);
    const next = nextPartnerPage(form.get('next'));
    const typed = field(form, 'email');
    const email = parseEmail(typed);
    if (email === null) {
      return sendPage(reply, partnerSignInPage(request, { email: typed, next, problem: 'invalid_email' }), 422);
    }
    const language = partnerLanguageOf(request);
    const browserSecret = keepBrowserSecret(request, reply, { cookie: cookie(), minutes: LINK_MINUTES });
    await Promise.all([
      askToSignIn(services, partnerSignIns(language), { email, browserSecret, network: networkOf(request.ip), next }),
      wait(SAME_TIME_MS),
    ]);
    await app.settle();
    const query = new URLSearchParams({ lang: language, ...(next === FIRST_PARTNER_PAGE ? {} : { next }) });
    return seeOther(reply, `/partner/sign-in/sent?${query.toString()}`);
  });

  scope.get('/partner/sign-in/sent', pageFor('anyone'), async (request, reply) =>
    sendPage(reply, partnerLinkSentPage(request, nextPartnerPage(queryOf(request).get('next')))),
  );

  scope.get<{ Params: { token: string } }>('/partner/sign-in/:token', pageFor('anyone'), async (request, reply) => {
    const signedIn = await signInWith(services, cookie(), request, request.params.token);
    if (signedIn !== null) {
      setSession(reply, cookie(), signedIn.sessionSecret);
      return seeOther(reply, signedIn.next);
    }
    // A link that is followed a second time: the contact is already signed in.
    if ((await personOf(app, request)) !== null) return seeOther(reply, FIRST_PARTNER_PAGE);
    await tries.slowDown(request.ip);
    return sendPage(
      reply,
      partnerSignInPage(request, { email: '', next: FIRST_PARTNER_PAGE, problem: 'bad_link' }),
      410,
    );
  });

  app.post('/partner/sign-out', 'partner_viewer', async ({ session, author, partner, reply }) => {
    await together(services, async (inside) => {
      await endSessions(inside.database, { realm: 'partner', emailKey: session.emailKey }, { id: session.id });
      await recordChange(inside, author, { verb: 'sign out of', thing: PAGES, ...aboutPartner(partner) });
    });
    clearSession(reply, cookie());
    return seeOther(reply, '/partner/sign-in');
  });
}

/** As the audit log names them. */
const PAGES = 'partner pages';

/** One transaction with the audit entry: if the entry cannot be written, the link stays valid. */
async function signInWith(
  services: Services,
  cookie: Cookie,
  request: FastifyRequest,
  token: string,
): ReturnType<typeof signInByLink> {
  const browserSecret = browserSecretOf(request, cookie);
  if (browserSecret === null) return null;
  return together(services, async (inside) => {
    const link = { token, browserSecret, ...originOf(cookie, request) };
    const found = await signInByLink(inside, partnerSignIns(partnerLanguageOf(request)), link);
    if (found !== null) await recordSignIn(inside, request, found.emailKey);
    return found;
  });
}

async function recordSignIn(services: Services, { ip }: FastifyRequest, emailKey: string): Promise<void> {
  const contact = await findPartnerContactByEmail(services.database, emailKey);
  const partner = contact === null ? null : await findPartner(services.database, contact.partnerId);
  if (contact === null || partner === null) return;
  const author = { actor: contactActor(partner, contact), way: 'pages', origin: ip } as const;
  await recordChange(services, author, { verb: 'sign in to', thing: PAGES, ...aboutPartner(partner) });
}
