import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { intend, recordChange, type Author, type Change, type Intention } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import type { Database, Sql } from '../storage/database/database.ts';
import { openTransaction, within, type OpenTransaction } from '../storage/database/open-transaction.ts';
import { changeFromRoute } from './route-words.ts';

const notes = new WeakMap<FastifyRequest, readonly Change[]>();

/** Records what a request has changed, where its route alone does not say enough. */
export function noteChange(request: FastifyRequest, change: Partial<Change>): void {
  notes.set(request, [{ ...changeFrom(request), ...change }]);
}

/** Each of several changes that one request makes in one transaction. None: nothing was changed. */
export function noteChanges(request: FastifyRequest, changes: readonly Change[]): void {
  notes.set(request, changes);
}

type AuditRules = {
  authorOf: (request: FastifyRequest) => Author | null;
  /** Whether a response with this status means that something was changed. */
  isDone: (status: number, isNoted: boolean) => boolean;
};

/** These also write files, or change many records one after the other, so they are not one transaction. */
const MANY_STEPS =
  /\/(?:bank\/(?:export|files\/:id\/retry|runs\/:id\/(?:write-again|resend))|failures\/retry-all|privacy\/person)$/;
/** These record what they have done themselves. */
const SELF_RECORDED = /^\/operator(?:(?:\/api)?\/approvals\/|\/providers\/:id\/answers$)/;

/** A request that may change something. `begun` is set by its first database query. */
type PendingChange = { request: FastifyRequest; begun: Promise<Begun> | null; isRecorded: boolean };
type Begun = { database: Database; transaction: OpenTransaction | null; intention: Intention | null };

type Audited = { services: Services; settle: () => Promise<void> };

/**
 * Writes every change made by a request of this scope to the audit log before the response is sent. The change and its
 * entry are committed together, when the route calls `settle` or answers. What is not one transaction records an
 * intention first, which the entry then replaces. Returns the services and `settle` that the routes must use.
 */
export function keepAudit(scope: FastifyInstance, given: Audited, rules: AuditRules): Audited {
  const keeper = new AuditKeeper(given.services, rules);
  scope.addHook('preHandler', (request, _reply, done) => keeper.begin(request, done));
  scope.addHook('onSend', async (request, reply, payload) => {
    await keeper.end(request, reply.statusCode, typeof payload === 'string' ? payload : '');
    return payload;
  });
  return {
    services: keeper.audited(),
    settle: async () => {
      await keeper.commitNow();
      await given.settle();
    },
  };
}

class AuditKeeper {
  readonly #services: Services;
  readonly #rules: AuditRules;
  readonly #running = new AsyncLocalStorage<PendingChange>();
  readonly #pending = new WeakMap<FastifyRequest, PendingChange>();

  constructor(services: Services, rules: AuditRules) {
    this.#services = services;
    this.#rules = rules;
  }

  begin(request: FastifyRequest, done: () => void): void {
    if (!isChange(request) || SELF_RECORDED.test(request.routeOptions.url ?? '')) return done();
    const pending: PendingChange = { request, begun: null, isRecorded: false };
    this.#pending.set(request, pending);
    this.#running.run(pending, done);
  }

  async end(request: FastifyRequest, status: number, answer: string): Promise<void> {
    const pending = this.#pending.get(request);
    if (pending === undefined || pending.isRecorded) return;
    // If an error response replaces this one, this runs again and must not record a change.
    this.#pending.delete(request);
    const { transaction = null, intention = null } = (await pending.begun?.catch(() => undefined)) ?? {};
    const noted = notes.get(request);
    const isNoted = noted !== undefined && noted.length > 0;
    const author = this.#rules.isDone(status, isNoted) ? this.#rules.authorOf(request) : null;
    const changes = noted ?? [changeFrom(request, answer)];
    if (transaction !== null) {
      if (status >= 400) await transaction.rollBack();
      else await this.#commit(transaction, author === null ? null : { author, changes });
      return;
    }
    // Work in many steps has one change.
    const [change] = changes;
    const write = async (): Promise<void> => {
      if (author === null || change === undefined) await intention?.dropped();
      else if (intention !== null) await intention.done(change);
      else await recordChange(this.#services, author, change);
    };
    await write().catch((error: unknown) => {
      request.log.error(
        { err: error, request: request.id, verb: change?.verb },
        'a change is missing in the audit log',
      );
    });
  }

  /** Commits what the request has changed so far, so that its effects can be carried out. */
  async commitNow(): Promise<void> {
    const pending = this.#running.getStore();
    const { transaction = null } = (await pending?.begun) ?? {};
    if (pending === undefined || transaction === null) return;
    const { request } = pending;
    const author = this.#rules.authorOf(request);
    const changes = notes.get(request) ?? [changeFrom(request)];
    pending.begun = Promise.resolve({ database: this.#services.database, transaction: null, intention: null });
    pending.isRecorded = true;
    await this.#commit(transaction, author === null ? null : { author, changes });
  }

  /** The services of a route: during a change they work in its transaction. */
  audited(): Services {
    const { database } = this.#services;
    const query = async (...args: unknown[]): Promise<unknown> => {
      const { query: ask } = await this.#database();
      return (ask as (...args: unknown[]) => Promise<unknown>)(...args);
    };
    return {
      ...this.#services,
      database: {
        ...database,
        query: query as Sql['query'],
        transaction: async (work) => (await this.#database()).transaction(work),
      },
    };
  }

  async #database(): Promise<Database> {
    const pending = this.#running.getStore();
    if (pending === undefined) return this.#services.database;
    pending.begun ??= this.#open(pending.request);
    return (await pending.begun).database;
  }

  async #open(request: FastifyRequest): Promise<Begun> {
    const { database } = this.#services;
    if (!MANY_STEPS.test(request.routeOptions.url ?? '')) {
      const transaction = await openTransaction(database);
      return { database: within(database, transaction.sql), transaction, intention: null };
    }
    const author = this.#rules.authorOf(request);
    const intention = author === null ? null : await intend(this.#services, author, changeFrom(request));
    return { database, transaction: null, intention };
  }

  async #commit(transaction: OpenTransaction, made: Parameters<typeof commit>[2]): Promise<void> {
    await commit(transaction, this.#services, made);
    // What was queued in the transaction can be seen from now on.
    this.#services.wakeWorker();
    this.#services.wakeDeliverer();
  }
}

async function commit(
  transaction: OpenTransaction,
  services: Services,
  made: { author: Author; changes: readonly Change[] } | null,
): Promise<void> {
  const inside = { ...services, database: within(services.database, transaction.sql) };
  try {
    if (made !== null) for (const change of made.changes) await recordChange(inside, made.author, change);
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
