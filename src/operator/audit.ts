import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { intend, recordChange, type Author, type Change, type Intention } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import type { Database, Sql } from '../storage/database/database.ts';
import { openTransaction, within, type OpenTransaction } from '../storage/database/open-transaction.ts';
import { changeFromRoute } from './route-words.ts';

const notes = new WeakMap<FastifyRequest, Change>();

/** Says what a request has changed, where that is more than its route tells. */
export function noteChange(request: FastifyRequest, change: Partial<Change>): void {
  notes.set(request, { ...changeFrom(request), ...change });
}

export type AuditRules = {
  authorOf: (request: FastifyRequest) => Author | null;
  /** Whether an answer with this status says that something was changed. */
  isDone: (status: number, isNoted: boolean) => boolean;
};

/** Set-up is rows of the database and nothing else: the change, all of it, and its entry are one transaction. */
const SET_UP = /^\/operator(?:\/api)?\/(?:partners|organizations|privacy\/periods)(?:\/|$)/;

/** What stands behind a request that may change something, from its first question to the database on. */
type Undertaking = { request: FastifyRequest; begun: Promise<Begun> | null };
type Begun = { database: Database; transaction: OpenTransaction | null; intention: Intention | null };

/**
 * Every request of a scope that changes something is written down before its answer goes out. What it sets up and the
 * entry stand or fall together. Of all else, which may be several transactions and files, it is written down first that
 * it was begun; the entry then takes its place. Gives the services to be used by the routes of the scope.
 */
export function keepAudit(scope: FastifyInstance, services: Services, rules: AuditRules): Services {
  const { database } = services;
  const running = new AsyncLocalStorage<Undertaking>();
  const undertakings = new WeakMap<FastifyRequest, Undertaking>();

  async function begin(request: FastifyRequest): Promise<Begun> {
    if (SET_UP.test(request.routeOptions.url ?? '')) {
      const transaction = await openTransaction(database);
      return { database: within(database, transaction.sql), transaction, intention: null };
    }
    const author = rules.authorOf(request);
    const intention = author === null ? null : await intend(services, author, changeFrom(request));
    return { database, transaction: null, intention };
  }
  const current = async (): Promise<Database> => {
    const undertaking = running.getStore();
    if (undertaking === undefined) return database;
    undertaking.begun ??= begin(undertaking.request);
    return (await undertaking.begun).database;
  };

  scope.addHook('preHandler', (request, _reply, done) => {
    if (!isChange(request)) return done();
    const undertaking: Undertaking = { request, begun: null };
    undertakings.set(request, undertaking);
    running.run(undertaking, done);
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const undertaking = undertakings.get(request);
    if (undertaking === undefined) return payload;
    // An answer that takes the place of this one is not of a change.
    undertakings.delete(request);
    const { transaction = null, intention = null } = (await undertaking.begun?.catch(() => undefined)) ?? {};
    const isMade = rules.isDone(reply.statusCode, notes.has(request));
    const author = isMade ? rules.authorOf(request) : null;
    const change = notes.get(request) ?? changeFrom(request, typeof payload === 'string' ? payload : '');
    if (transaction !== null) {
      if (reply.statusCode >= 400) await transaction.rollBack();
      else await commit(transaction, services, author === null ? null : { author, change });
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

  const query = async (...question: unknown[]): Promise<unknown> => {
    const { query: ask } = await current();
    return (ask as (...question: unknown[]) => Promise<unknown>)(...question);
  };
  return {
    ...services,
    database: {
      ...database,
      query: query as Sql['query'],
      transaction: async (work) => (await current()).transaction(work),
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
