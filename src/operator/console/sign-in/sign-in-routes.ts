import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { recordChange, together } from '../../../actions/audit.ts';
import { askToSignIn, LINK_MINUTES, operatorSignIns, signInByLink } from '../../../actions/sign-in.ts';
import { listOperators } from '../../../actions/operators/operators.ts';
import { parseEmail } from '../../../domain/values/contact.ts';
import { endSessions } from '../../../storage/people/sessions.ts';
import { networkOf } from '../../../web/network.ts';
import { FailedKeys } from '../../../web/failed-keys.ts';
import { field } from '../../../web/forms.ts';
import { seeOther, sendPage } from '../../../web/page.ts';
import {
  browserSecretOf,
  clearSession,
  keepBrowserSecret,
  originOf,
  setSession,
} from '../../../web/session-cookies.ts';
import { pageFor } from '../../../web/access.ts';
import { formOf, queryOf } from '../../../web/session-pages.ts';
import { consoleCookie, operatorOf, type ConsoleApp } from '../app.ts';
import { FIRST_CONSOLE_PAGE, nextConsolePage } from './next.ts';
import { consoleLinkSentPage, consoleSignInPage } from './sign-in-page.ts';

/** Longer than writing a mail takes, so that the response time does not reveal which addresses are known. */
const SAME_TIME_MS = 100;

/** Signing in by mail, only for the addresses in the settings, and signing out. */
export function consoleSignInRoutes(scope: FastifyInstance, app: ConsoleApp): void {
  const { services, baseUrl } = app;
  const who = operatorSignIns(services);
  const tries = new FailedKeys();
  const isSetUp = async (): Promise<boolean> => (await listOperators(services, services.database)).length > 0;
  const cookie = () => consoleCookie(baseUrl());

  scope.get('/operator/sign-in', pageFor('anyone'), async (request, reply) => {
    const next = nextConsolePage(queryOf(request).get('next'));
    if ((await operatorOf(app, request)) !== null) return seeOther(reply, next);
    return sendPage(reply, consoleSignInPage({ email: '', next, problem: null, isSetUp: await isSetUp() }));
  });

  scope.post('/operator/sign-in', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    const form = formOf(request);
    const next = nextConsolePage(form.get('next'));
    const typed = field(form, 'email');
    const email = parseEmail(typed);
    if (email === null || !(await isSetUp())) {
      const view = { email: typed, next, problem: 'invalid_email', isSetUp: await isSetUp() } as const;
      return sendPage(reply, consoleSignInPage(view), 422);
    }
    const browserSecret = keepBrowserSecret(request, reply, { cookie: cookie(), minutes: LINK_MINUTES });
    await Promise.all([
      askToSignIn(services, who, { email, browserSecret, network: networkOf(request.ip), next }),
      wait(SAME_TIME_MS),
    ]);
    await app.settle();
    return seeOther(reply, '/operator/sign-in/sent');
  });

  scope.get('/operator/sign-in/sent', pageFor('anyone'), async (_request, reply) =>
    sendPage(reply, consoleLinkSentPage()),
  );

  scope.get<{ Params: { token: string } }>('/operator/sign-in/:token', pageFor('anyone'), async (request, reply) => {
    const browserSecret = browserSecretOf(request, cookie());
    const { token } = request.params;
    // One transaction with the audit entry: if the entry cannot be written, the link stays valid.
    const signedIn =
      browserSecret === null
        ? null
        : await together(services, async (inside) => {
            const link = { token, browserSecret, ...originOf(cookie(), request) };
            const found = await signInByLink(inside, who, link);
            if (found === null) return null;
            const author = { actor: found.emailKey, way: 'console', origin: request.ip } as const;
            await recordChange(inside, author, { verb: 'sign in to', thing: 'console' });
            return found;
          });
    if (signedIn !== null) {
      setSession(reply, cookie(), signedIn.sessionSecret);
      return seeOther(reply, signedIn.next);
    }
    // A link that is followed a second time: the operator is already signed in.
    if ((await operatorOf(app, request)) !== null) return seeOther(reply, FIRST_CONSOLE_PAGE);
    await tries.slowDown(request.ip);
    return sendPage(
      reply,
      consoleSignInPage({ email: '', next: FIRST_CONSOLE_PAGE, problem: 'bad_link', isSetUp: await isSetUp() }),
      410,
    );
  });

  app.post('/operator/sign-out', 'viewer', async ({ operator, note, reply }) => {
    const { id, emailKey } = operator.session;
    await endSessions(services.database, { realm: 'operator', emailKey }, { id });
    clearSession(reply, cookie());
    note({ verb: 'sign out of', thing: 'console', changes: {} });
    return seeOther(reply, '/operator/sign-in');
  });
}
