import type { FastifyInstance } from 'fastify';
import { together } from '../../../actions/audit.ts';
import { addressOfTicket, readTicket, signInByTicket } from '../../../actions/cells/tickets.ts';
import type { Services } from '../../../actions/services.ts';
import { operatorSignIns } from '../../../actions/sign-in.ts';
import { pageFor } from '../../../web/access.ts';
import { FailedKeys } from '../../../web/failed-keys.ts';
import { seeOther, sendPage } from '../../../web/page.ts';
import { originOf, setSession } from '../../../web/session-cookies.ts';
import { formOf, queryOf } from '../../../web/session-pages.ts';
import { readAllCells } from '../../cells/overview.ts';
import { consoleCookie, type ConsoleApp } from '../app.ts';
import { nextConsolePage } from '../sign-in/next.ts';
import { recordSignIn } from '../sign-in/passkey-routes.ts';
import { cellsPage, consoleArrivalPage, noArrivalPage } from './cells-page.ts';

/** All cells in one console: what each says of itself, and the way to the console of each. */
export function consoleCellRoutes({ services, get }: ConsoleApp): void {
  get('/operator/cells', 'viewer', async (visit) => {
    const search = visit.query.get('q') ?? '';
    const cells = await readAllCells(services, { operator: visit.operator.session.emailKey, search });
    return visit.show('cells', cellsPage(cells, search));
  });
  // Nothing changes here: whoever follows it is signed in there by a button of that cell.
  get('/operator/cells/:cell/open', 'viewer', async ({ operator, params, query, reply }) => {
    const { emailKey, way } = operator.session;
    const next = nextConsolePage(query.get('next'));
    const there = addressOfTicket(services, params['cell'] ?? '', { realm: 'operator', emailKey, way, next });
    return there === null ? null : seeOther(reply, there);
  });
}

/** An operator who is signed in at another cell. `plain` are the services without the audit log of forms. */
export function consoleArrivalRoutes(scope: FastifyInstance, { baseUrl }: ConsoleApp, plain: Services): void {
  const tries = new FailedKeys();
  scope.get('/operator/sign-in/arrive', pageFor('anyone'), async (request, reply) => {
    const text = queryOf(request).get('ticket') ?? '';
    const ticket = readTicket(plain, 'operator', text);
    if (ticket !== null) return sendPage(reply, consoleArrivalPage(plain.cells.own, { text, ticket }));
    await tries.slowDown(request.ip);
    return sendPage(reply, noArrivalPage(), 410);
  });
  scope.post('/operator/sign-in/arrive', pageFor('anyone'), async (request, reply) => {
    const cookie = consoleCookie(baseUrl());
    const text = formOf(request).get('ticket') ?? '';
    const signedIn = await together(plain, async (inside) => {
      const given = { text, ...originOf(cookie, request) };
      const found = await signInByTicket(inside, operatorSignIns(inside), given);
      if (found !== null) await recordSignIn(inside, request, found.emailKey);
      return found;
    });
    if (signedIn !== null) {
      setSession(reply, cookie, signedIn.sessionSecret);
      return seeOther(reply, nextConsolePage(signedIn.next));
    }
    await tries.slowDown(request.ip);
    return sendPage(reply, noArrivalPage(), 410);
  });
}
