import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordChange, type Author, type Change } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import { changeFromRoute } from './route-words.ts';

const notes = new WeakMap<FastifyRequest, Change>();

/** Says what a request has changed, where that is more than its route tells. */
export function noteChange(request: FastifyRequest, change: Partial<Change>): void {
  notes.set(request, { ...changeFrom(request), ...change });
}

/**
 * Every request of a scope that has changed something is written down before its answer goes out, right after the change
 * itself. A change whose entry cannot be written stands; the log of the process then says so.
 */
export function keepAudit(
  scope: FastifyInstance,
  services: Services,
  {
    authorOf,
    isDone,
  }: {
    authorOf: (request: FastifyRequest) => Author | null;
    /** Whether an answer with this status says that something was changed. */
    isDone: (status: number, isNoted: boolean) => boolean;
  },
): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isMade = isChange(request) && isDone(reply.statusCode, notes.has(request));
    const author = isMade ? authorOf(request) : null;
    if (author === null) return payload;
    const change = notes.get(request) ?? changeFrom(request, typeof payload === 'string' ? payload : '');
    await recordChange(services, author, change).catch((error: unknown) => {
      request.log.error({ err: error, request: request.id, verb: change.verb }, 'a change is missing in the audit log');
    });
    return payload;
  });
}

function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

function changeFrom(request: FastifyRequest, answer = ''): Change {
  const { method, routeOptions, params, body } = request;
  return changeFromRoute({
    method,
    url: routeOptions.url ?? '',
    params: (params ?? {}) as Record<string, string>,
    body: body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? {}),
    answer: readAnswer(answer),
  });
}

/** The ids of what was made. */
function readAnswer(text: string): object {
  if (!text.startsWith('{')) return {};
  return JSON.parse(text) as object;
}
