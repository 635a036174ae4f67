import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordChange, type Author } from '../actions/audit.ts';
import { actingByToken } from '../actions/operators/tokens.ts';
import type { Services } from '../actions/services.ts';
import { BY_OPERATOR_TOKEN, includesRole, roleRefused, type Acting, type OperatorRole } from '../domain/operator.ts';
import { maskRecord } from '../domain/masking/mask-for-viewer.ts';
import { bearer, isToken } from '../web/bearer.ts';
import type { FailedKeys } from '../web/failed-keys.ts';
import { HttpProblem } from '../web/problem.ts';
import { changeFrom } from './audit.ts';

const known = new WeakMap<FastifyRequest, Acting>();

/** Who makes a request of a scope with `requireOperator`. */
export function actingOf(request: FastifyRequest): Acting {
  const acting = known.get(request);
  if (acting === undefined) throw new Error('the scope does not require an operator');
  return acting;
}

export function authorOf(request: FastifyRequest): Author {
  return { actor: actingOf(request).actor, way: 'api', origin: request.ip };
}

type Door = { services: Services; operatorToken: string; failedKeys: FailedKeys };

/** All requests of a scope need `OPERATOR_TOKEN` or the token of an operator whose role is enough for the route. */
export function requireOperator(scope: FastifyInstance, { services, operatorToken, failedKeys }: Door): void {
  scope.addHook('onRequest', async (request) => {
    const given = bearer(request);
    const acting = given === null ? null : await whoHas(given);
    if (acting === null) {
      await failedKeys.slowDown(request.ip);
      const detail =
        given === null
          ? 'Send the operator token as "Authorization: Bearer …".'
          : 'The token is wrong, expired or revoked.';
      throw new HttpProblem(401, detail);
    }
    known.set(request, acting);
    const needed = request.routeOptions.config.access as OperatorRole | undefined;
    if (needed === undefined || includesRole(acting.role, needed)) return;
    await recordRefusal(services, request, authorOf(request), acting.role);
    throw new HttpProblem(403, roleRefused(acting.role, needed));
  });
  scope.addHook('preSerialization', async (request, _reply, payload) =>
    known.get(request)?.role === 'viewer' ? maskRecord(payload) : payload,
  );

  async function whoHas(token: string): Promise<Acting | null> {
    return isToken(token, operatorToken) ? BY_OPERATOR_TOKEN : actingByToken(services, token);
  }
}

/** A role that was not enough is in the audit log. */
export async function recordRefusal(
  services: Services,
  request: FastifyRequest,
  author: Author,
  role: OperatorRole,
): Promise<void> {
  const { thing, about = {}, organizationId = null, partnerId = null } = changeFrom(request);
  const tried = `${request.method} ${request.routeOptions.url ?? ''}`;
  const changes = { tried: { to: tried }, role: { to: role } };
  await recordChange(services, author, { verb: 'be refused', thing, about, organizationId, partnerId, changes });
}
