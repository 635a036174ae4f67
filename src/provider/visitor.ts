import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../actions/services.ts';
import { findProvider, findProviderKey, type StoredProvider } from '../storage/providers/providers.ts';
import { isKey, keyId } from '../vault/keys.ts';
import { declareAccess } from '../web/access.ts';
import { bearer } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { HttpProblem } from '../web/problem.ts';
import { recordSeen, type Seen } from '../actions/providers/record-seen.ts';

const known = new WeakMap<FastifyRequest, StoredProvider>();

/** The provider that makes a request of a scope with `requireProvider`. */
export function providerIn(request: FastifyRequest): StoredProvider {
  const provider = known.get(request);
  if (provider === undefined) throw new Error('the scope does not require a provider');
  return provider;
}

/** All requests of a scope need a key of a provider. A retired one can still answer what it was asked. */
export function requireProvider(
  scope: FastifyInstance,
  { services, failedKeys }: { services: Services; failedKeys: FailedKeys },
): void {
  declareAccess(scope, 'provider_key');
  scope.addHook('onRequest', async (request) => {
    const given = bearer(request);
    const provider = given === null ? null : await providerWith(services, given);
    if (provider === null) {
      await failedKeys.slowDown(request.ip);
      const detail =
        given === null ? 'Send the provider’s key as "Authorization: Bearer …".' : 'The key is wrong or revoked.';
      throw new HttpProblem(401, detail);
    }
    known.set(request, provider);
  });
}

async function providerWith({ database, keyUses }: Services, given: string): Promise<StoredProvider | null> {
  const id = keyId(given);
  const found = id === null ? null : await findProviderKey(database, id);
  // Compared also when there is none, so that the time does not tell.
  if (!isKey(given, found?.hash ?? null) || id === null || found === null) return null;
  keyUses.note(id);
  return findProvider(database, found.providerId);
}

export async function recordVisit(services: Services, request: FastifyRequest, seen: Seen): Promise<void> {
  const { id: providerId, code } = providerIn(request);
  await recordSeen(
    services,
    { author: { actor: `provider ${code}`, way: 'api', origin: request.ip }, providerId },
    seen,
  );
}
