import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { together } from '../../../actions/audit.ts';
import type { Services } from '../../../actions/services.ts';
import { askToSignIn, LINK_MINUTES, operatorSignIns, signInByLink } from '../../../actions/sign-in.ts';
import { listOperators } from '../../../actions/operators/operators.ts';
import { parseEmail } from '../../../domain/values/contact.ts';
import { endSessions } from '../../../storage/people/sessions.ts';
import { networkOf } from '../../../web/network.ts';
import { FailedKeys } from '../../../web/failed-keys.ts';
import { field } from '../../../web/forms.ts';
import { seeOther, sendPage, type Page } from '../../../web/page.ts';
import {
  browserSecretOf,
  clearSession,
  keepBrowserSecret,
  originOf,
  setSession,
  type Cookie,
} from '../../../web/session-cookies.ts';
import { pageFor } from '../../../web/access.ts';
import { formOf, queryOf } from '../../../web/session-pages.ts';
import { consoleCookie, operatorOf, type ConsoleApp } from '../app.ts';
import { FIRST_CONSOLE_PAGE, nextConsolePage } from './next.ts';
import { consolePasskeySignIn, recordSignIn } from './passkey-routes.ts';
import { consoleLinkSentPage, consoleSignInPage } from './sign-in-page.ts';

/** Longer than writing a mail takes, so that the response time does not reveal which addresses are known. */
const SAME_TIME_MS = 100;

/** Signing in by mail or passkey, and signing out. `plain` are the services without the audit log of forms. */
export function consoleSignInRoutes(scope: FastifyInstance, app: ConsoleApp, plain: Services): void {
  const { services, baseUrl } = app;
  const { isPasskeyRequired } = services;
  const tries = new FailedKeys();
  const cookie = () => consoleCookie(baseUrl());
  const isSetUp = async (): Promise<boolean> => (await listOperators(services, services.database)).length > 0;
  type Shown = Pick<Parameters<typeof consoleSignInPage>[0], 'email' | 'next' | 'problem'>;
  const pageFrom = async (shown: Shown): Promise<Page> =>
    consoleSignInPage({ ...shown, isSetUp: await isSetUp(), isPasskeyRequired });

  scope.get('/operator/sign-in', pageFor('anyone'), async (request, reply) => {
    const next = nextConsolePage(queryOf(request).get('next'));
    if ((await operatorOf(app, request)) !== null) return seeOther(reply, next);
    return sendPage(reply, await pageFrom({ email: '', next, problem: null }));
  });

  scope.post('/operator/sign-in', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    const form = formOf(request);
    const next = nextConsolePage(form.get('next'));
    const typed = field(form, 'email');
    const email = parseEmail(typed);
    if (email === null || !(await isSetUp())) {
      return sendPage(reply, await pageFrom({ email: typed, next, problem: 'invalid_email' }), 422);
    }
    const browserSecret = keepBrowserSecret(request, reply, { cookie: cookie(), minutes: LINK_MINUTES });
    const who = operatorSignIns(services);
    await Promise.all([
      askToSignIn(services, who, { email, browserSecret, network: networkOf(request.ip), next }),
      wait(SAME_TIME_MS),
    ]);
    await app.settle();
    return seeOther(reply, '/operator/sign-in/sent');
  });

  scope.get('/operator/sign-in/sent', pageFor('anyone'), async (_request, reply) =>
    sendPage(reply, consoleLinkSentPage({ isPasskeyRequired })),
  );

  scope.get<{ Params: { token: string } }>('/operator/sign-in/:token', pageFor('anyone'), async (request, reply) => {
    const signedIn = await signInWith(plain, cookie(), request, request.params.token);
    if (signedIn !== null) {
      setSession(reply, cookie(), signedIn.sessionSecret);
      return seeOther(reply, signedIn.next);
    }
    // A link that is followed a second time: the operator is already signed in.
    if ((await operatorOf(app, request)) !== null) return seeOther(reply, FIRST_CONSOLE_PAGE);
    await tries.slowDown(request.ip);
    return sendPage(reply, await pageFrom({ email: '', next: FIRST_CONSOLE_PAGE, problem: 'bad_link' }), 410);
  });

  consolePasskeySignIn(scope, app, { plain, tries });
  app.post('/operator/sign-out', 'viewer', async ({ operator, note, reply }) => {
    const { id, emailKey } = operator.session;
    await endSessions(services.database, { realm: 'operator', emailKey }, { id });
    clearSession(reply, cookie());
    note({ verb: 'sign out of', thing: 'console', changes: {} });
    return seeOther(reply, '/operator/sign-in');
  });
}

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
    const found = await signInByLink(inside, operatorSignIns(services), link);
    if (found !== null) await recordSignIn(inside, request, found.emailKey);
    return found;
  });
}
