import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordChange, together } from '../../../actions/audit.ts';
import { askForPasskey, signInWithPasskey } from '../../../actions/passkeys.ts';
import type { Services } from '../../../actions/services.ts';
import { operatorSignIns } from '../../../actions/sign-in.ts';
import { pageFor } from '../../../web/access.ts';
import type { FailedKeys } from '../../../web/failed-keys.ts';
import { sendJson } from '../../../web/page.ts';
import { originOf, setSession } from '../../../web/session-cookies.ts';
import { formOf } from '../../../web/session-pages.ts';
import { consoleCookie, type ConsoleApp } from '../app.ts';
import { nextConsolePage } from './next.ts';

/**
 * Signing in with a passkey: the endpoints of the script. `plain` are the services without the audit log of forms, which
 * would undo the use of a challenge when it is refused.
 */
export function consolePasskeySignIn(
  scope: FastifyInstance,
  { baseUrl }: ConsoleApp,
  { plain, tries }: { plain: Services; tries: FailedKeys },
): void {
  const who = operatorSignIns(plain);

  scope.post('/operator/sign-in/passkey/options', pageFor('anyone'), async (request, reply) => {
    await tries.slowDown(request.ip);
    return sendJson(reply, await askForPasskey(plain, 'operator', baseUrl()));
  });

  scope.post('/operator/sign-in/passkey', pageFor('anyone'), async (request, reply) => {
    const form = formOf(request);
    const cookie = consoleCookie(baseUrl());
    const given = { credential: form.get('credential') ?? '', baseUrl: baseUrl(), ...originOf(cookie, request) };
    const signedIn = await together(plain, async (inside) => {
      const found = await signInWithPasskey(inside, who, given);
      if (found !== null) await recordSignIn(inside, request, found.emailKey);
      return found;
    });
    if (signedIn === null) {
      await tries.slowDown(request.ip);
      return sendJson(reply, {}, 401);
    }
    setSession(reply, cookie, signedIn.sessionSecret);
    return sendJson(reply, { next: nextConsolePage(form.get('next')) });
  });
}

/** In the transaction of the sign-in. */
export async function recordSignIn(inside: Services, request: FastifyRequest, emailKey: string): Promise<void> {
  const author = { actor: emailKey, way: 'console', origin: request.ip } as const;
  await recordChange(inside, author, { verb: 'sign in to', thing: 'console' });
}
