import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { refuseUnlisted } from './access.ts';
import type { Services } from './actions/services.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { startBankExchange } from './jobs/bank-exchange.ts';
import { startDeliverer, type Deliverer } from './jobs/deliverer.ts';
import { startDepositCounts } from './jobs/deposit-counts.ts';
import { handlers } from './jobs/handlers.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startKeyUses } from './jobs/key-uses.ts';
import { startListKeeper } from './jobs/list-keeper.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { openPostOffice } from './mail/post-office.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/route.ts';
import { managerPages } from './manager/pages.ts';
import { operatorApi } from './operator/api.ts';
import { consolePages } from './operator/console/pages.ts';
import { documentDoor } from './partner/document-door.ts';
import { EVENTS_PATH, eventsDoor } from './partner/events-door.ts';
import { openDoor, refuseOtherMethods } from './partner/open-door.ts';
import { startRequestLog, type RequestLog } from './partner/request-log.ts';
import { STATUS_PATH, statusDoor } from './partner/status-door.ts';
import { OPEN_API } from './reference/openapi.ts';
import { openRegister, type Register } from './register/zefix.ts';
import { referencePages } from './reference/pages.ts';
import { sandboxApi } from './sandbox/api.ts';
import { seedDemo, type Demo } from './sandbox/demo.ts';
import { mailboxPage } from './sandbox/mailbox-page.ts';
import { SIMULATED_REGISTER_USER, simulatedRegister } from './sandbox/simulated-register.ts';
import { actAsCounterpart } from './sandbox/scenarios.ts';
import { createServices } from './services.ts';
import { refuseMovedClock } from './storage/clock.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { startEmbedded } from './storage/embedded/server.ts';
import { readQueues } from './storage/queues.ts';
import { tenantPages } from './tenant/pages.ts';
import { requireToken } from './web/bearer.ts';
import { FailedKeys } from './web/failed-keys.ts';
import { healthRoutes } from './web/health.ts';
import { serveAssets } from './web/assets.ts';
import { leaveBodiesUnread } from './web/unread-bodies.ts';
import { answerWithProblems, readJsonBodies } from './web/problem.ts';
import { closeServer, createServer } from './web/server.ts';

export type Depono = { baseUrl: string; port: number; demo: Demo | null; stop: () => Promise<void> };

const { version: VERSION } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

/** Whom a start tells what it needs to know meanwhile. */
export type Listeners = {
  /** From here on it can be stopped, though it may not be ready yet. */
  onStoppable?: (stop: () => Promise<void>) => void;
  /** The database was lost for good. */
  onLost?: (error: Error) => void;
};

/** Wires everything and starts it. */
export async function startDepono(
  config: Config,
  { onStoppable = () => undefined, onLost = () => undefined }: Listeners = {},
): Promise<Depono> {
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir, { onLost }) : null;
  const undo: (() => Promise<void> | void)[] = [];
  if (embedded !== null) undo.push(() => embedded.stop());
  onStoppable(() => unwind(undo));
  try {
    const connection = config.databaseUrl ?? embedded?.connection;
    if (connection === undefined) throw new Error('there is a database');
    const metrics = createMetrics({
      about: { version: VERSION, role: config.role, environment: config.environment },
      connections: () => database.connections(),
      queues: () => readQueues(database),
    });
    const isBroken = (error: Error): void => log.warn({ err: error }, 'a database connection broke');
    const database = await openDatabase(connection, isBroken, metrics.databaseError);
    undo.push(() => database.end());
    if (config.environment === 'production') await refuseMovedClock(database);
    return await serve(config, { database, metrics, log }, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function serve(
  config: Config,
  { database, metrics, log }: { database: Database; metrics: Metrics; log: Logger },
  undo: (() => Promise<void> | void)[],
): Promise<Depono> {
  const [isWeb, isWorker] = [config.role !== 'worker', config.role !== 'web'];
  let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const isTest = config.environment === 'test';
  const services: Services = {
    ...createServices(config, database, { onBatch: metrics.batch }),
    wakeWorker: () => worker.wake(),
    wakeDeliverer: () => deliverer.wake(),
  };

  const requestLog = startRequestLog({
    database,
    vault: services.vault,
    log: (error, what) => log.warn({ err: error }, what),
  });
  // After the server, so that every call that was answered is in it.
  undo.push(() => requestLog.stop());
  metrics.watchRequestLog(requestLog.state);

  // The same in all processes: one may ask the register that another plays.
  const registerPassword = services.vault.sign('simulated register', '');

  const { trustProxy } = config;
  const { answered: onAnswered } = metrics;
  const server = await createServer({ log, trustProxy, openApi: OPEN_API, onAnswered, onRoute: refuseUnlisted });
  undo.push(() => closeServer(server));
  let deliverer: Deliverer = { wake: () => undefined, stop: async () => undefined };
  let worker: Worker = { wake: () => undefined, drain: async () => undefined, stop: async () => undefined };
  const housekeeping = startHousekeeping(database, {
    isTimed: isWorker,
    isTest,
    log: (error, what) => log.error({ err: error }, what),
  });
  undo.push(() => housekeeping.stop());
  const keyUses = startKeyUses(services.keyUses, (error) => log.warn({ err: error }, 'uses of keys were not noted'));
  undo.push(() => keyUses.stop());
  if (isWorker) {
    const lists = startListKeeper(database, (error) => log.error({ err: error }, 'the lists of deposits lag behind'));
    undo.push(() => lists.stop());
    const counts = startDepositCounts(database, (error) => log.warn({ err: error }, 'deposits were not counted'));
    undo.push(() => counts.stop());
  }
  await addRoutes(server, {
    config,
    services,
    metrics,
    requestLog: counted(requestLog, metrics),
    drain: () => worker.drain(),
    tidy: housekeeping.tidy,
    baseUrl: () => baseUrl,
    registerPassword,
  });

  const { smtpUrl, mailFrom: from } = config;
  const postOffice = smtpUrl === null ? null : openPostOffice({ smtpUrl, from, baseUrl: () => baseUrl });
  undo.push(() => postOffice?.close());
  worker = startWorker({
    database,
    handlers: handlers({
      services,
      postOffice,
      register: registerOf(config, () => baseUrl, registerPassword),
      counterpart: isTest ? (location) => actAsCounterpart(services, location) : null,
    }),
    keepContent: isTest,
    needsContent: postOffice !== null,
    // A web process leaves the work to others; what a call of the sandbox waits for, it does all the same.
    looks: isWorker,
    onTried: (tried) => {
      metrics.effect(tried);
      log.debug(tried, 'effect');
    },
    log: (error, what) => log.warn({ err: error }, what),
  });
  undo.push(() => worker.stop());
  const demo = isTest && isWeb ? await seedDemo(services, config.dataDir) : null;
  await server.listen({ port: config.port, host: config.host });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  if (isWorker) {
    deliverer = startDeliverer({
      services,
      baseUrl: () => baseUrl,
      allowPrivate: config.callbackAllowPrivate,
      onAttempt: (attempt) => {
        metrics.delivery(attempt);
        log.debug(attempt, 'delivery');
      },
      log: (error, what) => log.warn({ err: error }, what),
    });
    undo.push(() => deliverer.stop());
    const bank = startBankExchange(services, {
      // The simulated bank acts on calls only.
      exports: !isTest,
      log: (error, what) => log.error({ err: error }, what),
    });
    undo.push(() => bank.stop());
  }
  // The server stops first, then what its calls relied on.
  undo.push(() => closeServer(server));
  return { baseUrl, port, demo, stop: () => unwind(undo) };
}

type Wiring = {
  config: Config;
  services: Services;
  metrics: Metrics;
  requestLog: RequestLog;
  drain: () => Promise<void>;
  tidy: () => Promise<void>;
  baseUrl: () => string;
  registerPassword: string;
};

async function addRoutes(
  server: FastifyInstance,
  { config, services, metrics, requestLog, drain, tidy, baseUrl, registerPassword }: Wiring,
): Promise<void> {
  const failedKeys = new FailedKeys();
  const { providers, paths, bodyLimitMs, operatorToken, callbackAllowPrivate } = config;
  const { database } = services;

  healthRoutes(server, () =>
    database.query('select 1').then(
      () => true,
      () => false,
    ),
  );
  metricsRoute(server, metrics, { token: config.metricsToken, failedKeys });
  if (config.role === 'worker') return;
  serveAssets(server);
  referencePages(server, { hasSandbox: config.environment === 'test' });
  documentDoor(server, services);
  const settle = config.environment === 'test' ? drain : async () => undefined;
  await server.register(async (scope) => managerPages(scope, { services, baseUrl, settle }));
  const { operatorEmails } = config;
  await server.register(async (scope) =>
    consolePages(scope, { services, baseUrl, settle, operatorEmails, providers, paths, callbackAllowPrivate }),
  );
  await server.register(async (scope) => tenantPages(scope, { services, baseUrl, settle, failedKeys }));

  await server.register(async (scope) => {
    // Nothing is checked or coerced before our own reader sees it.
    scope.setValidatorCompiler(() => () => true);
    leaveBodiesUnread(scope);
    for (const path of [STATUS_PATH, EVENTS_PATH]) refuseOtherMethods(scope, path, 'GET');
    openDoor(scope, { services, paths, failedKeys, bodyLimitMs, requestLog });
  });
  await server.register(async (scope) => {
    scope.setValidatorCompiler(() => () => true);
    statusDoor(scope, { services, providers, failedKeys, requestLog });
    eventsDoor(scope, { services, failedKeys, baseUrl, requestLog });
  });
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      requireToken(scope, operatorToken, failedKeys);
      operatorApi(scope, { services, providers, callbackAllowPrivate, settle });
    },
    { prefix: '/operator/api' },
  );
  if (config.environment !== 'test') return;
  const sandbox = { services, providers, drain, baseUrl, afterClock: tidy };
  await server.register(
    async (scope) => {
      answerWithProblems(scope);
      readJsonBodies(scope);
      requireToken(scope, operatorToken, failedKeys);
      sandboxApi(scope, sandbox);
    },
    { prefix: '/sandbox/api' },
  );
  await server.register(async (scope) => simulatedRegister(scope, { password: registerPassword }));
  await server.register(async (scope) => mailboxPage(scope, { ...sandbox, operatorToken, failedKeys }));
}

/** The register that was set up, else in the test environment the simulated one, which this very server plays. */
function registerOf({ zefix, environment }: Config, baseUrl: () => string, password: string): Register | null {
  if (zefix !== null) return openRegister(zefix);
  if (environment !== 'test') return null;
  const user = SIMULATED_REGISTER_USER;
  return { find: (uid) => openRegister({ url: `${baseUrl()}/sandbox/register`, user, password }).find(uid) };
}

/** Each call is recorded where its outcome is known, so that is where it is counted. */
function counted(requestLog: RequestLog, metrics: Metrics): RequestLog {
  return {
    ...requestLog,
    record: (call) => {
      metrics.called({ path: call.path, outcome: call.outcome, row: call.refusalRow });
      requestLog.record(call);
    },
    count: (call) => {
      metrics.called({ path: call.path, outcome: 'success', row: null });
      requestLog.count(call);
    },
  };
}

/** Ends what was started, the last first. */
async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  for (const end of undo.splice(0).toReversed()) await end();
}
