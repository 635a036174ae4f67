import type { FastifyInstance } from 'fastify';
import { readTicket, signInByTicket } from '../../actions/cells/tickets.ts';
import { MANAGERS } from '../../actions/sign-in.ts';
import { isSecret } from '../../vault/keys.ts';
import { pageFor } from '../../web/access.ts';
import type { FailedKeys } from '../../web/failed-keys.ts';
import { seeOther, sendPage } from '../../web/page.ts';
import { originOf, setSession } from '../../web/session-cookies.ts';
import { formOf, queryOf } from '../../web/session-pages.ts';
import { sessionCookie, type ManagerApp } from '../app.ts';
import { FIRST_PAGE, nextPage } from './next.ts';
import { arrivalPage, signInPage } from './sign-in-page.ts';

/**
 * Signing in at another cell. A mail of this cell leads to the cell in which its reader asked, for the link is bound to the browser
 * there. That cell sends the browser back here with a ticket, and a button signs in: nobody is signed in as someone else by a mere link.
 */
export function arrivalRoutes(scope: FastifyInstance, { services, baseUrl }: ManagerApp, tries: FailedKeys): void {
  scope.get<{ Params: { cell: string; token: string } }>(
    '/manager/sign-in/at/:cell/:token',
    pageFor('anyone'),
    async (request, reply) => {
      const { cell, token } = request.params;
      const address = services.cells.addresses.get(cell);
      if (address !== undefined && isSecret(token)) return seeOther(reply, `${address}/manager/sign-in/${token}`);
      await tries.slowDown(request.ip);
      return sendPage(reply, signInPage(request, { email: '', next: FIRST_PAGE, problem: 'bad_link' }), 410);
    },
  );

  scope.get('/manager/sign-in/arrive', pageFor('anyone'), async (request, reply) => {
    const text = queryOf(request).get('ticket') ?? '';
    const ticket = readTicket(services, 'manager', text);
    if (ticket !== null) return sendPage(reply, arrivalPage(request, { text, email: ticket.emailKey }));
    await tries.slowDown(request.ip);
    return sendPage(reply, signInPage(request, { email: '', next: FIRST_PAGE, problem: 'bad_link' }), 410);
  });

  scope.post('/manager/sign-in/arrive', pageFor('anyone'), async (request, reply) => {
    const cookie = sessionCookie(baseUrl());
    const text = formOf(request).get('ticket') ?? '';
    const signedIn = await signInByTicket(services, MANAGERS, { text, ...originOf(cookie, request) });
    if (signedIn !== null) {
      setSession(reply, cookie, signedIn.sessionSecret);
      return seeOther(reply, nextPage(signedIn.next));
    }
    await tries.slowDown(request.ip);
    return sendPage(reply, signInPage(request, { email: '', next: FIRST_PAGE, problem: 'bad_link' }), 410);
  });
}
