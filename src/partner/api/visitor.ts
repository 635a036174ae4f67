import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Author } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { findPartner, findPartnerKey, type Partner } from '../../storage/set-up/partners.ts';
import { isKey, keyId } from '../../vault/keys.ts';
import { declareAccess } from '../../web/access.ts';
import type { FailedKeys } from '../../web/failed-keys.ts';
import { headerText } from '../../web/headers.ts';
import { HttpProblem } from '../../web/problem.ts';

const known = new WeakMap<FastifyRequest, Partner>();

/** The partner that makes a request of a scope with `requirePartner`. */
export function partnerIn(request: FastifyRequest): Partner {
  const partner = known.get(request);
  if (partner === undefined) throw new Error('the scope does not require a partner');
  return partner;
}

/** For the audit log. */
export function partnerAuthor(request: FastifyRequest): Author {
  return { actor: `partner:${partnerIn(request).id}`, way: 'api', origin: request.ip };
}

/** All requests of a scope need a key that opens deposits. */
export function requirePartner(
  scope: FastifyInstance,
  { services, failedKeys }: { services: Services; failedKeys: FailedKeys },
): void {
  declareAccess(scope, 'partner_key');
  scope.addHook('onRequest', async (request) => {
    const given = headerText(request.headers, 'x-api-key');
    const partner = given === null ? null : await partnerWith(services, given);
    if (partner === null) {
      await failedKeys.slowDown(request.ip);
      const detail =
        given === null ? 'Send the key that opens deposits as "x-api-key: …".' : 'The key is wrong or revoked.';
      throw new HttpProblem(401, detail);
    }
    known.set(request, partner);
  });
}

async function partnerWith({ database, keyUses }: Services, given: string): Promise<Partner | null> {
  const id = keyId(given);
  const found = id === null ? null : await findPartnerKey(database, id);
  // Compared also when there is none, so that the time does not tell.
  if (!isKey(given, found?.hash ?? null) || id === null || found === null) return null;
  keyUses.note(id);
  return findPartner(database, found.partnerId);
}
