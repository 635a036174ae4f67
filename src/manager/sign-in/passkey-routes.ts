import type { FastifyInstance } from 'fastify';
import {
  askForPasskey,
  LONGEST_PASSKEY_NAME,
  offerPasskey,
  registerPasskey,
  signInWithPasskey,
} from '../../actions/passkeys.ts';
import { MANAGERS } from '../../actions/sign-in.ts';
import { removePasskeys } from '../../storage/people/passkeys.ts';
import type { FailedKeys } from '../../web/failed-keys.ts';
import { field } from '../../web/forms.ts';
import { seeOther, sendJson } from '../../web/page.ts';
import { originOf, setSession } from '../../web/session-cookies.ts';
import { pageFor } from '../../web/access.ts';
import { formOf } from '../../web/session-pages.ts';
import { sessionCookie, type ManagerApp } from '../app.ts';
import type { Person } from '../person.ts';
import { nextPage } from './next.ts';

/** The endpoints of the passkey script. It sends forms, like all pages here, and gets JSON. */
export function passkeyRoutes(scope: FastifyInstance, app: ManagerApp, tries: FailedKeys): void {
  const { services, baseUrl } = app;

  scope.post('/manager/sign-in/passkey/options', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    return sendJson(reply, await askForPasskey(services, 'manager', baseUrl()));
  });

  scope.post('/manager/sign-in/passkey', pageFor('anyone'), async (request, reply) => {
    const form = formOf(request);
    const cookie = sessionCookie(baseUrl());
    const credential = form.get('credential') ?? '';
    const origin = originOf(cookie, request);
    const signedIn = await signInWithPasskey(services, MANAGERS, { credential, baseUrl: baseUrl(), ...origin });
    if (signedIn === null) {
      await tries.slowDown(request.ip);
      return sendJson(reply, {}, 401);
    }
    setSession(reply, cookie, signedIn.sessionSecret);
    return sendJson(reply, { next: nextPage(form.get('next')) });
  });

  app.post('/manager/passkeys/options', 'member', async ({ person, reply }) =>
    sendJson(reply, await offerPasskey(services, { owner: ownerOf(person), baseUrl: baseUrl() })),
  );

  app.post('/manager/passkeys', 'member', async ({ person, form, reply }) => {
    const name = [...field(form, 'name')].slice(0, LONGEST_PASSKEY_NAME).join('') || 'Passkey';
    const credential = form.get('credential') ?? '';
    const owner = ownerOf(person);
    const isAdded = await registerPasskey(services, { owner, credential, name, baseUrl: baseUrl() });
    return isAdded ? sendJson(reply, { next: '/manager/account?done=passkey_added' }) : sendJson(reply, {}, 422);
  });

  app.post('/manager/passkeys/remove', 'member', async ({ person, form, reply }) => {
    await removePasskeys(services.database, ownerOf(person), field(form, 'id'));
    return seeOther(reply, '/manager/account?done=passkey_removed');
  });
}

function ownerOf({ email, name, session }: Person): Parameters<typeof offerPasskey>[1]['owner'] {
  return { realm: 'manager', email, name, emailKey: session.emailKey };
}
