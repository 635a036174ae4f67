import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { refuseUnlisted } from './access.ts';
import type { Services } from './actions/services.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { startBankExchange } from './jobs/bank-exchange.ts';
import { startDeliverer, type Deliverer } from './jobs/deliverer.ts';
import { handlers } from './jobs/handlers.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startListKeeper } from './jobs/list-keeper.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { openPostOffice } from './mail/post-office.ts';
import { managerPages } from './manager/pages.ts';
import { operatorApi } from './operator/api.ts';
import { documentDoor } from './partner/document-door.ts';
import { EVENTS_PATH, eventsDoor } from './partner/events-door.ts';
import { openDoor, refuseOtherMethods } from './partner/open-door.ts';
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
import { openDatabase, type Database } from './storage/database.ts';
import { startEmbedded } from './storage/embedded/server.ts';
import { tenantPages } from './tenant/pages.ts';
import { requireToken } from './web/bearer.ts';
import { FailedKeys } from './web/failed-keys.ts';
import { healthRoutes } from './web/health.ts';
import { serveAssets } from './web/assets.ts';
import { leaveBodiesUnread } from './web/unread-bodies.ts';
import { answerWithProblems, readJsonBodies } from './web/problem.ts';
import { closeServer, createServer } from './web/server.ts';

export type Depono = { baseUrl: string; port: number; demo: Demo | null; stop: () => Promise<void> };

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
    const database = await openDatabase(connection, (error) => log.warn({ err: error }, 'a database connection broke'));
    undo.push(() => database.end());
    return await serve(config, database, log, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function serve(
  config: Config,
  database: Database,
  log: Logger,
  undo: (() => Promise<void> | void)[],
): Promise<Depono> {
  let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const isTest = config.environment === 'test';
  const registerPassword = randomUUIDv7();
  const services: Services = {
    ...createServices(config, database),
    wakeWorker: () => worker.wake(),
    wakeDeliverer: () => deliverer.wake(),
  };

  const server = await createServer({ log, trustProxy: config.trustProxy, openApi: OPEN_API, onRoute: refuseUnlisted });
  undo.push(() => closeServer(server));
  let deliverer: Deliverer = { wake: () => undefined, stop: async () => undefined };
  let worker: Worker = { wake: () => undefined, drain: async () => undefined, stop: async () => undefined };
  const housekeeping = startHousekeeping(database, (error) => log.error({ err: error }, 'housekeeping failed'));
  undo.push(() => housekeeping.stop());
  const lists = startListKeeper(database, (error) => log.error({ err: error }, 'the lists of deposits lag behind'));
  undo.push(() => lists.stop());
  await addRoutes(server, {
    config,
    services,
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
    log: (error, what) => log.warn({ err: error }, what),
  });
  undo.push(() => worker.stop());
  const demo = isTest ? await seedDemo(services, config.dataDir) : null;
  await server.listen({ port: config.port, host: config.host });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  deliverer = startDeliverer({
    services,
    baseUrl: () => baseUrl,
    allowPrivate: config.callbackAllowPrivate,
    log: (error, what) => log.warn({ err: error }, what),
  });
  undo.push(() => deliverer.stop());
  const bank = startBankExchange(services, {
    // The simulated bank acts on calls only.
    exports: !isTest,
    log: (error, what) => log.error({ err: error }, what),
  });
  undo.push(() => bank.stop());
  // The server stops first, then what its calls relied on.
  undo.push(() => closeServer(server));
  return { baseUrl, port, demo, stop: () => unwind(undo) };
}

type Wiring = {
  config: Config;
  services: Services;
  drain: () => Promise<void>;
  tidy: () => Promise<void>;
  baseUrl: () => string;
  registerPassword: string;
};

async function addRoutes(
  server: FastifyInstance,
  { config, services, drain, tidy, baseUrl, registerPassword }: Wiring,
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
  serveAssets(server);
  referencePages(server, { hasSandbox: config.environment === 'test' });
  documentDoor(server, services);
  const settle = config.environment === 'test' ? drain : async () => undefined;
  await server.register(async (scope) => managerPages(scope, { services, baseUrl, settle }));
  await server.register(async (scope) => tenantPages(scope, { services, baseUrl, settle, failedKeys }));

  await server.register(async (scope) => {
    // Nothing is checked or coerced before our own reader sees it.
    scope.setValidatorCompiler(() => () => true);
    leaveBodiesUnread(scope);
    for (const path of [STATUS_PATH, EVENTS_PATH]) refuseOtherMethods(scope, path, 'GET');
    openDoor(scope, { services, paths, failedKeys, bodyLimitMs });
  });
  await server.register(async (scope) => {
    scope.setValidatorCompiler(() => () => true);
    statusDoor(scope, { services, providers, failedKeys });
    eventsDoor(scope, { services, failedKeys, baseUrl });
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

/** Ends what was started, the last first. */
async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  for (const end of undo.splice(0).toReversed()) await end();
}
