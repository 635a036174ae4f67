import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { hasFailed } from './actions/documents/store.ts';
import { offerSigned } from './actions/replica/document-links.ts';
import { fromReplica } from './actions/replica/read-from.ts';
import type { Services } from './actions/services.ts';
import { startDocumentStore, startKeyUses, startRequestLog } from './background.ts';
import type { Config } from './config.ts';
import { disksOf } from './files/disk-space.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/route.ts';
import { depositsRoutes, DEPOSITS_PATH } from './partner/deposits-routes.ts';
import { documentRoutes } from './partner/document-routes.ts';
import { eventsRoutes, EVENTS_PATH } from './partner/events-routes.ts';
import { noOpenRoutes } from './partner/no-opens.ts';
import { refuseOtherMethods } from './partner/open-routes.ts';
import type { RequestLog } from './partner/request-log.ts';
import { statusRoutes, STATUS_PATH } from './partner/status-routes.ts';
import { Parts } from './parts.ts';
import { OPEN_API } from './reference/openapi.ts';
import { createServices } from './services.ts';
import { aboutProcess, CALL_PATHS, countingCalls, listen, type Depono, type Listeners } from './serving.ts';
import { refuseMovedClock } from './storage/database/clock.ts';
import { databaseOn, openPool, type Database } from './storage/database/database.ts';
import { readNumberedPage } from './storage/deposit-feed/feed.ts';
import { readQueues } from './storage/effects/queues.ts';
import { openReplica } from './storage/replica/open-replica.ts';
import { readServiceState } from './storage/statistics/service-state.ts';
import type { DirectCalls } from './web/direct.ts';
import { FailedKeys } from './web/failed-keys.ts';
import { healthRoutes } from './web/health.ts';
import { leaveBodiesToHandlers } from './web/raw-bodies.ts';
import { closeServer, createServer } from './web/server.ts';

type Databases = {
  /** Refuses to read what is too old. */
  fresh: Database;
  /** Reads the replica as it is. */
  any: Database;
  /** Null: what the replica does not know is not answered. */
  primary: Database | null;
};

/** Starts a process that only reads, from a replica. It writes nothing there, and starts while the primary is away. */
export async function startReader(
  config: Config,
  { onStoppable = () => undefined, isDraining = () => false }: Listeners,
): Promise<Depono> {
  const log = createLog(config.logLevel);
  const parts = new Parts();
  onStoppable(() => parts.stop());
  try {
    let databases: Databases | null = null;
    const opened = (): Databases => {
      if (databases === null) throw new Error('no database is open yet');
      return databases;
    };
    const metrics = createMetrics({
      about: aboutProcess(config),
      connections: () => opened().any.connections(),
      paths: CALL_PATHS,
      queues: () => readQueues(opened().any),
      state: () => readServiceState(opened().any),
      files: () => ({ disks: disksOf(config), unread: null }),
    });
    databases = await openDatabases(config, { log, metrics, parts });
    if (config.environment === 'production') await refuseMovedClock(databases.any);
    return await serve(config, { databases, log, metrics, parts, isDraining });
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

async function openDatabases(
  config: Config,
  { log, metrics, parts }: { log: Logger; metrics: Metrics; parts: Parts },
): Promise<Databases> {
  const { databaseUrl, primaryDatabaseUrl, readLagMs: mostBehindMs, databaseConnectMs: connectLimitMs } = config;
  if (databaseUrl === null) throw new Error('a process that only reads needs DATABASE_URL');
  const isBroken = (error: Error): void => log.warn({ err: error }, 'database');
  const onFailed = metrics.databaseError;
  const replica = await openReplica(databaseUrl, { mostBehindMs, connectLimitMs, log: isBroken, onFailed });
  parts.add({ stop: () => replica.any.end() });
  if (primaryDatabaseUrl === null) return { ...replica, primary: null };
  const primary = databaseOn(openPool(primaryDatabaseUrl, { log: isBroken, connectLimitMs }), { onFailed });
  parts.add({ stop: () => primary.end() });
  return { ...replica, primary };
}

type Sides = { replica: Services; primary: Services | null };

/** Links are signed on both sides: the same process may be asked for them when the primary is away. */
function servicesOf(config: Config, { fresh, primary }: Databases, metrics: Metrics): Sides {
  const given = (database: Database): Services => {
    const services = createServices(config, database, { onBatch: metrics.batch });
    const { vault } = services;
    return { ...services, offerLinks: (documents) => offerSigned({ sql: database, vault }, documents) };
  };
  const primaryServices = primary === null ? null : given(primary);
  const replica = { ...given(fresh), readFeedPage: (page: Page) => readNumberedPage(fresh, page) };
  return {
    replica: primaryServices === null ? replica : { ...replica, keyUses: primaryServices.keyUses },
    primary: primaryServices,
  };
}

type Page = Parameters<Services['readFeedPage']>[0];

type Started = {
  databases: Databases;
  log: Logger;
  metrics: Metrics;
  parts: Parts;
  isDraining: () => boolean;
};

async function serve(config: Config, { databases, log, metrics, parts, isDraining }: Started): Promise<Depono> {
  let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const { replica, primary } = servicesOf(config, databases, metrics);
  if (primary !== null) startKeyUses({ services: primary, log, parts });
  const written = primary === null ? NOT_LOGGED : startRequestLog({ services: primary, metrics, log, parts });
  const { trustProxy, connectionLimits, metricsToken: token } = config;
  const { server, direct } = await createServer({
    log,
    trustProxy,
    connectionLimits,
    isDraining,
    openApi: OPEN_API,
    onAnswered: metrics.answered,
  });
  parts.add({ stop: () => closeServer(server) });
  const failedKeys = new FailedKeys();
  startDocumentStore({ config, services: replica, metrics, log, parts });
  healthRoutes(server, {
    isReady: () => isReady(databases),
    isDraining,
    hasStoreFailed: () => hasFailed(replica.documentStore),
  });
  metricsRoute(server, metrics, { token, failedKeys });
  const onFailed = (error: unknown, what: string): void => log.warn({ err: error }, what);
  await partnerRoutes(server, {
    direct,
    failedKeys,
    readFrom: fromReplica(replica, primary, onFailed),
    requestLog: countingCalls(written, metrics),
    baseUrl: () => baseUrl,
  });
  const port = await listen(server, config);
  baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  return { baseUrl, port, demo: null, demoLinks: null, filled: Promise.resolve(), stop: () => parts.stop() };
}

type Wiring = {
  direct: DirectCalls;
  failedKeys: FailedKeys;
  readFrom: ReturnType<typeof fromReplica>;
  requestLog: RequestLog;
  baseUrl: () => string;
};

async function partnerRoutes(server: FastifyInstance, wiring: Wiring): Promise<void> {
  documentRoutes(server, wiring.readFrom);
  await server.register(async (scope) => {
    leaveBodiesToHandlers(scope);
    for (const path of [STATUS_PATH, EVENTS_PATH, DEPOSITS_PATH]) refuseOtherMethods(scope, path, 'GET');
    noOpenRoutes(scope, wiring);
  });
  await server.register(async (scope) => {
    // The routes read headers and queries themselves.
    scope.setValidatorCompiler(() => () => true);
    statusRoutes(scope, wiring);
    eventsRoutes(scope, wiring);
    depositsRoutes(scope, wiring);
  });
}

/** One of them is enough to answer. */
async function isReady({ any, primary }: Databases): Promise<boolean> {
  for (const database of [any, ...(primary === null ? [] : [primary])]) {
    const answers = await database.query('select 1').then(
      () => true,
      () => false,
    );
    if (answers) return true;
  }
  return false;
}

/** Calls are logged on the primary, or not at all. */
const NOT_LOGGED: RequestLog = { record: () => undefined, count: () => undefined, flush: async () => undefined };
