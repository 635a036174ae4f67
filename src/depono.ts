import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Services } from './actions/services.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { startBankExchange } from './jobs/bank-exchange.ts';
import { startDeliverer, type Deliverer } from './jobs/deliverer.ts';
import { startCounterKeeper } from './jobs/counter-keeper.ts';
import { handlers } from './jobs/handlers.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startKeyUses } from './jobs/key-uses.ts';
import { startListKeeper } from './jobs/list-keeper.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { openPostOffice } from './mail/post-office.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { startRequestLog, type RequestLog } from './partner/request-log.ts';
import { OPEN_API } from './reference/openapi.ts';
import { openRegister, type Register } from './register/zefix.ts';
import { seedDemo, type Demo } from './sandbox/demo.ts';
import { SIMULATED_REGISTER_USER } from './sandbox/simulated-register.ts';
import { actAsCounterpart } from './sandbox/scenarios.ts';
import { addRoutes } from './routes.ts';
import { createServices } from './services.ts';
import { refuseMovedClock } from './storage/database/clock.ts';
import { openDatabase, type Database } from './storage/database/database.ts';
import { startEmbedded } from './storage/embedded/server.ts';
import { readQueues } from './storage/effects/queues.ts';
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
  const { server, direct } = await createServer({
    log,
    trustProxy,
    openApi: OPEN_API,
    onAnswered,
  });
  undo.push(() => closeServer(server));
  let deliverer: Deliverer = { wake: () => undefined, stop: async () => undefined };
  let worker: Worker = { wake: () => undefined, drain: async () => undefined, stop: async () => undefined };
  const housekeeping = startHousekeeping(database, {
    firstAfterMs: isWorker ? config.tidyAfterMs : null,
    isTest,
    log: (error, what) => log.error({ err: error }, what),
  });
  undo.push(() => housekeeping.stop());
  const keyUses = startKeyUses(services.keyUses, (error) => log.warn({ err: error }, 'uses of keys were not noted'));
  undo.push(() => keyUses.stop());
  if (isWorker) {
    const lists = startListKeeper(database, (error) => log.error({ err: error }, 'the lists of deposits lag behind'));
    undo.push(() => lists.stop());
    const counters = startCounterKeeper(database, (error) => log.warn({ err: error }, 'pictures lag behind'));
    undo.push(() => counters.stop());
  }
  await addRoutes(server, {
    direct,
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
  const { port: wanted, host, sharePort } = config;
  await server.listen({ port: wanted, host, ...{ reusePort: sharePort } });
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
