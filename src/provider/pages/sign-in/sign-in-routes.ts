import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordChange, together } from '../../../actions/audit.ts';
import { contactSignIns } from '../../../actions/providers/contact-sign-ins.ts';
import type { Services } from '../../../actions/services.ts';
import { askToSignIn, LINK_MINUTES, signInByLink } from '../../../actions/sign-in.ts';
import { parseEmail } from '../../../domain/values/contact.ts';
import { endSessions } from '../../../storage/people/sessions.ts';
import { findContactByEmail } from '../../../storage/providers/contacts.ts';
import { findProvider } from '../../../storage/providers/providers.ts';
import { pageFor } from '../../../web/access.ts';
import { FailedKeys } from '../../../web/failed-keys.ts';
import { field } from '../../../web/forms.ts';
import { languageOf } from '../../../web/input/language.ts';
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
import { contactCookie, contactOf, type ProviderApp } from '../app.ts';
import { FIRST_PROVIDER_PAGE, nextProviderPage } from './next.ts';
import { providerLinkSentPage, providerSignInPage } from './sign-in-page.ts';

/** Longer than writing a mail takes, so that the response time does not reveal which addresses are known. */
const SAME_TIME_MS = 100;

/** Signing in by mail, and signing out. */
export function providerSignInRoutes(scope: FastifyInstance, app: ProviderApp): void {
  const { services, baseUrl } = app;
  const tries = new FailedKeys();
  const cookie = () => contactCookie(baseUrl());

  scope.get('/provider/sign-in', pageFor('anyone'), async (request, reply) => {
    const next = nextProviderPage(queryOf(request).get('next'));
    if ((await contactOf(app, request)) !== null) return seeOther(reply, next);
    return sendPage(reply, providerSignInPage(request, { email: '', next, problem: null }));
  });

  scope.post('/provider/sign-in', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    const form = formOf(request);
    const next = nextProviderPage(form.get('next'));
    const typed = field(form, 'email');
    const email = parseEmail(typed);
    if (email === null) {
      return sendPage(reply, providerSignInPage(request, { email: typed, next, problem: 'invalid_email' }), 422);
    }
    const language = languageOf(request);
    const browserSecret = keepBrowserSecret(request, reply, { cookie: cookie(), minutes: LINK_MINUTES });
    await Promise.all([
      askToSignIn(services, contactSignIns(language), { email, browserSecret, network: networkOf(request.ip), next }),
      wait(SAME_TIME_MS),
    ]);
    await app.settle();
    const query = new URLSearchParams({ lang: language, ...(next === FIRST_PROVIDER_PAGE ? {} : { next }) });
    return seeOther(reply, `/provider/sign-in/sent?${query.toString()}`);
  });

  scope.get('/provider/sign-in/sent', pageFor('anyone'), async (request, reply) =>
    sendPage(reply, providerLinkSentPage(request, nextProviderPage(queryOf(request).get('next')))),
  );

  scope.get<{ Params: { token: string } }>('/provider/sign-in/:token', pageFor('anyone'), async (request, reply) => {
    const signedIn = await signInWith(services, cookie(), request, request.params.token);
    if (signedIn !== null) {
      setSession(reply, cookie(), signedIn.sessionSecret);
      return seeOther(reply, signedIn.next);
    }
    // A link that is followed a second time: the contact is already signed in.
    if ((await contactOf(app, request)) !== null) return seeOther(reply, FIRST_PROVIDER_PAGE);
    await tries.slowDown(request.ip);
    return sendPage(
      reply,
      providerSignInPage(request, { email: '', next: FIRST_PROVIDER_PAGE, problem: 'bad_link' }),
      410,
    );
  });

  app.post('/provider/sign-out', 'provider_viewer', async ({ session, author, provider, reply }) => {
    await together(services, async (inside) => {
      await endSessions(inside.database, { realm: 'provider', emailKey: session.emailKey }, { id: session.id });
      await recordChange(inside, author, { verb: 'sign out of', thing: PAGES, about: { provider: provider.id } });
    });
    clearSession(reply, cookie());
    return seeOther(reply, '/provider/sign-in');
  });
}

/** As the audit log names them. */
const PAGES = 'provider pages';

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
    const found = await signInByLink(inside, contactSignIns(languageOf(request)), link);
    if (found !== null) await recordSignIn(inside, request, found.emailKey);
    return found;
  });
}

async function recordSignIn(services: Services, { ip }: FastifyRequest, emailKey: string): Promise<void> {
  const contact = await findContactByEmail(services.database, emailKey);
  const provider = contact === null ? null : await findProvider(services.database, contact.providerId);
  if (contact === null || provider === null) return;
  const author = { actor: `provider ${provider.code}, ${contact.email}`, way: 'pages', origin: ip } as const;
  await recordChange(services, author, { verb: 'sign in to', thing: PAGES, about: { provider: provider.id } });
}
