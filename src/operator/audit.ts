import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { intend, recordChange, type Author, type Change, type Intention } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import type { Database, Sql } from '../storage/database/database.ts';
import { openTransaction, within, type OpenTransaction } from '../storage/database/open-transaction.ts';
import { changeFromRoute } from './route-words.ts';

const notes = new WeakMap<FastifyRequest, Change>();

/** Records what a request has changed, where its route alone does not say enough. */
export function noteChange(request: FastifyRequest, change: Partial<Change>): void {
  notes.set(request, { ...changeFrom(request), ...change });
}

type AuditRules = {
  authorOf: (request: FastifyRequest) => Author | null;
  /** Whether a response with this status means that something was changed. */
  isDone: (status: number, isNoted: boolean) => boolean;
};

/** These also write files, or change many records one after the other, so they are not one transaction. */
const MANY_STEPS = /\/(?:bank\/(?:export|runs\/:id\/write-again)|failures\/retry-all|privacy\/person)$/;
/** These record what they have done themselves. */
const SELF_RECORDED = /^\/operator(?:\/api)?\/approvals\//;

/** A request that may change something. `begun` is set by its first database query. */
type PendingChange = { request: FastifyRequest; begun: Promise<Begun> | null; isRecorded: boolean };
type Begun = { database: Database; transaction: OpenTransaction | null; intention: Intention | null };

type Audited = { services: Services; settle: () => Promise<void> };

/**
 * Writes every change made by a request of this scope to the audit log before the response is sent. The change and its
 * entry are committed together, when the route calls `settle` or answers. What is not one transaction records an
 * intention first, which the entry then replaces. Returns the services and `settle` that the routes must use.
 */
export function keepAudit(scope: FastifyInstance, { services, settle }: Audited, rules: AuditRules): Audited {
  const { database } = services;
  const running = new AsyncLocalStorage<PendingChange>();
  const pendingChanges = new WeakMap<FastifyRequest, PendingChange>();

  async function begin(request: FastifyRequest): Promise<Begun> {
    if (!MANY_STEPS.test(request.routeOptions.url ?? '')) {
      const transaction = await openTransaction(database);
      return { database: within(database, transaction.sql), transaction, intention: null };
    }
    const author = rules.authorOf(request);
    const intention = author === null ? null : await intend(services, author, changeFrom(request));
    return { database, transaction: null, intention };
  }
  const current = async (): Promise<Database> => {
    const pending = running.getStore();
    if (pending === undefined) return database;
    pending.begun ??= begin(pending.request);
    return (await pending.begun).database;
  };

  scope.addHook('preHandler', (request, _reply, done) => {
    if (!isChange(request) || SELF_RECORDED.test(request.routeOptions.url ?? '')) return done();
    const pending: PendingChange = { request, begun: null, isRecorded: false };
    pendingChanges.set(request, pending);
    running.run(pending, done);
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const pending = pendingChanges.get(request);
    if (pending === undefined || pending.isRecorded) return payload;
    // If an error response replaces this one, this hook runs again and must not record a change.
    pendingChanges.delete(request);
    const { transaction = null, intention = null } = (await pending.begun?.catch(() => undefined)) ?? {};
    const isMade = rules.isDone(reply.statusCode, notes.has(request));
    const author = isMade ? rules.authorOf(request) : null;
    const change = notes.get(request) ?? changeFrom(request, typeof payload === 'string' ? payload : '');
    if (transaction !== null) {
      if (reply.statusCode >= 400) await transaction.rollBack();
      else await finish(transaction, author === null ? null : { author, change });
      return payload;
    }
    const write = async (): Promise<void> => {
      if (author === null) await intention?.dropped();
      else if (intention !== null) await intention.done(change);
      else await recordChange(services, author, change);
    };
    await write().catch((error: unknown) => {
      request.log.error({ err: error, request: request.id, verb: change.verb }, 'a change is missing in the audit log');
    });
    return payload;
  });

  async function finish(transaction: OpenTransaction, made: Parameters<typeof commit>[2]): Promise<void> {
    await commit(transaction, services, made);
    // What was queued in the transaction can be seen from now on.
    services.wakeWorker();
    services.wakeDeliverer();
  }

  /** Commits what the request has changed so far, so that its effects can be carried out. */
  const commitNow = async (): Promise<void> => {
    const pending = running.getStore();
    const { transaction = null } = (await pending?.begun) ?? {};
    if (pending === undefined || transaction === null) return;
    const { request } = pending;
    const author = rules.authorOf(request);
    const change = notes.get(request) ?? changeFrom(request);
    pending.begun = Promise.resolve({ database, transaction: null, intention: null });
    pending.isRecorded = true;
    await finish(transaction, author === null ? null : { author, change });
  };

  const query = async (...args: unknown[]): Promise<unknown> => {
    const { query: ask } = await current();
    return (ask as (...args: unknown[]) => Promise<unknown>)(...args);
  };
  return {
    services: {
      ...services,
      database: {
        ...database,
        query: query as Sql['query'],
        transaction: async (work) => (await current()).transaction(work),
      },
    },
    settle: async () => {
      await commitNow();
      await settle();
    },
  };
}

async function commit(
  transaction: OpenTransaction,
  services: Services,
  made: { author: Author; change: Change } | null,
): Promise<void> {
  const inside = { ...services, database: within(services.database, transaction.sql) };
  try {
    if (made !== null) await recordChange(inside, made.author, made.change);
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  await transaction.commit();
}

function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** What a request changes, as far as its route and body say. */
export function changeFrom(request: FastifyRequest, answer = ''): Change {
  const { method, routeOptions, params, body } = request;
  return changeFromRoute({
    method,
    url: routeOptions.url ?? '',
    params: (params ?? {}) as Record<string, string>,
    body: body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? {}),
    answer: readAnswer(answer),
  });
}

/** A JSON response holds the ids of what was created. */
function readAnswer(text: string): object {
  if (!text.startsWith('{')) return {};
  return JSON.parse(text) as object;
}
