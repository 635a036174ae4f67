import type { FastifyReply } from 'fastify';
import type { Services } from '../../../actions/services.ts';
import { recordChange, together } from '../../../actions/audit.ts';
import {
  LONGEST_PASSKEY_NAME,
  offerPasskey,
  registerPasskey,
  removeOperatorPasskey,
} from '../../../actions/passkeys.ts';
import { isId } from '../../../storage/database/ids.ts';
import { endSessions } from '../../../storage/people/sessions.ts';
import { field } from '../../../web/forms.ts';
import { seeOther, sendJson } from '../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { operatorAccountPage } from './account-page.ts';
import { operatorAccountView } from './account-view.ts';

const ADDRESS = '/operator/account';
const LAST =
  'This is your last passkey, and you can sign in only with a passkey. Add another one before you remove this one.';

/** The operator's own account: passkeys and sessions. */
export function consoleAccountRoutes(app: ConsoleApp, plain: Services): void {
  const { services, get, post } = app;
  const { database } = services;

  get(ADDRESS, 'viewer', (visit) => show(app, visit, null));

  post(`${ADDRESS}/sessions/end`, 'viewer', async ({ operator: { session }, form, note, reply }) => {
    const id = field(form, 'id');
    if (!isId(id)) return null;
    await endSessions(database, { realm: 'operator', emailKey: session.emailKey }, { id });
    note({ verb: 'end', thing: 'session', about: {}, changes: {} });
    return seeOther(reply, `${ADDRESS}?done=session_ended`);
  });
  post(`${ADDRESS}/sessions/end-others`, 'viewer', async ({ operator: { session }, note, reply }) => {
    await endSessions(database, { realm: 'operator', emailKey: session.emailKey }, { but: session.id });
    note({ verb: 'end all other', thing: 'sessions', about: {}, changes: {} });
    return seeOther(reply, `${ADDRESS}?done=sessions_ended`);
  });
  passkeyRoutes(app, plain);
}

/**
 * The endpoints of the passkey script, which sends forms and gets JSON. An answer of the browser that is not valid uses its
 * challenge up, so it is not in the transaction that a refused form rolls back.
 */
function passkeyRoutes(app: ConsoleApp, plain: Services): void {
  const { services, post, baseUrl } = app;

  post(`${ADDRESS}/passkeys/options`, 'viewer', async (visit) =>
    sendJson(visit.reply, await offerPasskey(services, { owner: ownerOf(visit), baseUrl: baseUrl() })),
  );
  post(`${ADDRESS}/passkeys`, 'viewer', async (visit) => {
    const { form, reply } = visit;
    const name = [...field(form, 'name')].slice(0, LONGEST_PASSKEY_NAME).join('') || 'Passkey';
    const credential = form.get('credential') ?? '';
    const owner = ownerOf(visit);
    const author = { actor: owner.emailKey, way: 'console', origin: visit.request.ip } as const;
    const isAdded = await together(plain, async (inside) => {
      const isRegistered = await registerPasskey(inside, { owner, credential, name, baseUrl: baseUrl() });
      if (isRegistered) {
        await recordChange(inside, author, { verb: 'add', thing: 'passkey', changes: { name: { to: name } } });
      }
      return isRegistered;
    });
    if (!isAdded) return sendJson(reply, {}, 422);
    return sendJson(reply, { next: `${ADDRESS}?done=passkey_added` });
  });
  post(`${ADDRESS}/passkeys/remove`, 'viewer', async (visit) => {
    const { operator, form, reply } = visit;
    if (!(await removeOperatorPasskey(services, operator.session.emailKey, field(form, 'id')))) {
      return show(app, visit, LAST);
    }
    visit.note({ verb: 'remove', thing: 'passkey', about: {}, changes: {} });
    return seeOther(reply, `${ADDRESS}?done=passkey_removed`);
  });
}

async function show({ services }: ConsoleApp, visit: ConsoleVisit, refusal: string | null): Promise<FastifyReply> {
  const view = await operatorAccountView(services.database, visit.operator.session);
  const page = operatorAccountPage(view, visit, { refusal, isPasskeyRequired: services.isPasskeyRequired });
  return visit.show(null, page, refusal === null ? 200 : 409);
}

function ownerOf({ operator }: ConsoleVisit): Parameters<typeof offerPasskey>[1]['owner'] {
  const { email, name, session } = operator;
  return { realm: 'operator', email, name, emailKey: session.emailKey };
}
