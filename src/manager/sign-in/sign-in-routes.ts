import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { otherCells } from '../../actions/cells/ask-cell.ts';
import { askOtherCells } from '../../actions/cells/ask-sign-in.ts';
import { addressOfTicket } from '../../actions/cells/tickets.ts';
import { askToSignIn, leaveByLink, LINK_MINUTES, MANAGERS, signInByLink } from '../../actions/sign-in.ts';
import { parseEmail } from '../../domain/values/contact.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import { networkOf } from '../../web/network.ts';
import { FailedKeys } from '../../web/failed-keys.ts';
import { field } from '../../web/forms.ts';
import { seeOther, sendPage } from '../../web/page.ts';
import { browserSecretOf, clearSession, keepBrowserSecret, originOf, setSession } from '../../web/session-cookies.ts';
import { pageFor } from '../../web/access.ts';
import { formOf, queryOf } from '../../web/session-pages.ts';
import { languageOf } from '../../web/input/language.ts';
import { sessionCookie, managerOf, type ManagerApp } from '../app.ts';
import { FIRST_PAGE, nextPage } from './next.ts';
import { arrivalRoutes } from './arrival-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { sentPage, signInPage } from './sign-in-page.ts';

/** Longer than it takes to write a mail, so that the response time does not reveal which addresses are known. */
const SAME_TIME_MS = 100;

/** Signing in by mail or with a passkey, and signing out. */
export function signInRoutes(scope: FastifyInstance, app: ManagerApp): void {
  const { services, baseUrl } = app;
  const tries = new FailedKeys();
  const cookie = () => sessionCookie(baseUrl());

  app.get('/manager', 'member', async ({ reply }) => seeOther(reply, FIRST_PAGE));

  scope.get('/manager/sign-in', pageFor('anyone'), async (request, reply) => {
    const next = nextPage(queryOf(request).get('next'));
    if ((await managerOf(app, request)) !== null) return seeOther(reply, next);
    return sendPage(reply, signInPage(request, { email: '', next, problem: null }));
  });

  scope.post('/manager/sign-in', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    const form = formOf(request);
    const next = nextPage(form.get('next'));
    const typed = field(form, 'email');
    const email = parseEmail(typed);
    if (email === null) {
      return sendPage(reply, signInPage(request, { email: typed, next, problem: 'invalid_email' }), 422);
    }
    const browserSecret = keepBrowserSecret(request, reply, { cookie: cookie(), minutes: LINK_MINUTES });
    await Promise.all([
      askToSignIn(services, MANAGERS, {
        email,
        browserSecret,
        network: networkOf(request.ip),
        next,
        elsewhere: askOtherCells,
      }),
      wait(SAME_TIME_MS),
    ]);
    await app.settle();
    const query = new URLSearchParams({ lang: languageOf(request), ...(next === FIRST_PAGE ? {} : { next }) });
    return seeOther(reply, `/manager/sign-in/sent?${query.toString()}`);
  });

  scope.get('/manager/sign-in/sent', pageFor('anyone'), async (request, reply) =>
    sendPage(reply, sentPage(request, nextPage(queryOf(request).get('next')))),
  );

  linkRoute(scope, app, tries);
  app.post('/manager/sign-out', 'member', async ({ person, reply }) => {
    await endSessions(
      services.database,
      { realm: 'manager', emailKey: person.session.emailKey },
      { id: person.session.id },
    );
    clearSession(reply, cookie());
    return seeOther(reply, '/manager/sign-in');
  });

  if (otherCells(services).length > 0) arrivalRoutes(scope, app, tries);
  passkeyRoutes(scope, app, tries);
}

function linkRoute(scope: FastifyInstance, app: ManagerApp, tries: FailedKeys): void {
  const { services, baseUrl } = app;
  const cookie = () => sessionCookie(baseUrl());
  scope.get<{ Params: { token: string } }>('/manager/sign-in/:token', pageFor('anyone'), async (request, reply) => {
    const browserSecret = browserSecretOf(request, cookie());
    const { token } = request.params;
    const signedIn =
      browserSecret === null
        ? null
        : await signInByLink(services, MANAGERS, { token, browserSecret, ...originOf(cookie(), request) });
    if (signedIn !== null) {
      setSession(reply, cookie(), signedIn.sessionSecret);
      return seeOther(reply, signedIn.next);
    }
    const left = browserSecret === null ? null : await leaveByLink(services, { token, browserSecret });
    const there =
      left === null ? null : addressOfTicket(services, left.cell, { ...left, realm: 'manager', way: 'mail' });
    if (there !== null) return seeOther(reply, there);
    // The link was followed a second time: the person is already signed in.
    if ((await managerOf(app, request)) !== null) return seeOther(reply, FIRST_PAGE);
    await tries.slowDown(request.ip);
    return sendPage(reply, signInPage(request, { email: '', next: FIRST_PAGE, problem: 'bad_link' }), 410);
  });
}
