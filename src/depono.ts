import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addOperatorsOfSettings } from './actions/operators/operators.ts';
import type { Services } from './actions/services.ts';
import { DEMO_PROVIDERS, settleProviders } from './actions/set-up/settle-providers.ts';
import { isDemo } from './domain/provider.ts';
import { listProviders } from './storage/providers/providers.ts';
import {
  startConformanceRuns,
  startEffects,
  startExchange,
  startRequestLog,
  startUpkeep,
  type ProcessContext,
} from './background.ts';
import { openExchange } from './bank/exchange-folder.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { disksOf } from './files/disk-space.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { FilesReading } from './metrics/readings.ts';
import { Parts } from './parts.ts';
import { OPEN_API } from './reference/openapi.ts';
import { startReader } from './reader.ts';
import { addRoutes } from './routes.ts';
import { seedDemo } from './sandbox/demo/demo.ts';
import { fillDemo } from './sandbox/demo/fill-demo.ts';
import { demoLinks } from './sandbox/demo/sign-in-routes.ts';
import { qualifiedOf } from './qualified-settings.ts';
import { openSeal } from './seal-settings.ts';
import { createServices } from './services.ts';
import { aboutProcess, CALL_PATHS, countingCalls, listen, type Depono, type Listeners } from './serving.ts';
import { refuseMovedClock, serviceNow } from './storage/database/clock.ts';
import { openDatabase, type Database } from './storage/database/database.ts';
import { readQueues } from './storage/effects/queues.ts';
import { readServiceState } from './storage/statistics/service-state.ts';
import { startEmbedded } from './storage/embedded/server.ts';
import { closeServer, createServer } from './web/server.ts';
import { otherCells } from './actions/cells/ask-cell.ts';
import { keyCheckOf, noteCell } from './storage/cells/cell-name.ts';
import { noteOtherCells } from './storage/cells/other-cells.ts';

/** Starts the whole service. */
export async function startDepono(
  config: Config,
  { onStoppable = () => undefined, onLost = () => undefined, isDraining = () => false }: Listeners = {},
): Promise<Depono> {
  if (config.role === 'read') return startReader(config, { onStoppable, isDraining });
  const log = createLog(config.logLevel);
  // A certificate that cannot be used is told before anything starts.
  const seal = await openSeal(config);
  const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir, { onLost }) : null;
  const parts = new Parts();
  if (embedded !== null) parts.add(embedded);
  onStoppable(() => parts.stop());
  try {
    const connection = config.databaseUrl ?? embedded?.connection;
    if (connection === undefined) throw new Error('there is no database to connect to');
    const metrics = createMetrics({
      about: aboutProcess(config),
      connections: () => database.connections(),
      paths: CALL_PATHS,
      queues: () => readQueues(database),
      state: () => readServiceState(database),
      files: () => readFiles(config),
    });
    const isBroken = (error: Error): void => log.warn({ err: error }, 'database');
    const database = await openDatabase(
      connection,
      isBroken,
      metrics.databaseError,
      undefined,
      config.databaseConnectMs,
    );
    parts.add({ stop: () => database.end() });
    if (config.environment === 'production') await refuseMovedClock(database);
    return await serve(config, { database, metrics, log, parts, seal, isDraining });
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

type Started = Pick<ProcessContext, 'metrics' | 'log' | 'parts' | 'seal'> & {
  database: Database;
  isDraining: () => boolean;
};

async function serve(config: Config, { database, metrics, log, parts, seal, isDraining }: Started): Promise<Depono> {
  // An assigned port (PORT=0) is known once the server listens.
  let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  let wakeDeliverer = (): void => undefined;
  let wakeConformance = (): void => undefined;
  const services: Services = {
    ...createServices(config, database, { onBatch: metrics.batch }),
    qualified: qualifiedOf(config, () => baseUrl),
    wakeWorker: () => worker.wake(),
    wakeDeliverer: () => wakeDeliverer(),
    wakeConformance: () => wakeConformance(),
    flushRequestLog: () => requestLog.flush().catch(() => undefined),
  };
  const registerPassword = services.vault.sign('simulated register', '');
  const context: ProcessContext = {
    config,
    services,
    metrics,
    log,
    parts,
    seal,
    registerPassword,
    baseUrl: () => baseUrl,
  };

  // Stops after the server, when every answered call has been recorded.
  const requestLog = startRequestLog(context);
  const housekeeping = startUpkeep(context);
  const { trustProxy, connectionLimits } = config;
  const { server, direct } = await createServer({
    log,
    trustProxy,
    connectionLimits,
    isDraining,
    openApi: OPEN_API,
    onAnswered: metrics.answered,
  });
  parts.add({ stop: () => closeServer(server) });
  await addRoutes(server, {
    direct,
    config,
    services,
    metrics,
    requestLog: countingCalls(requestLog, metrics),
    drain: () => worker.drain(),
    cleanUp: housekeeping.cleanUp,
    baseUrl: () => baseUrl,
    registerPassword,
    isDraining,
  });
  const worker = startEffects(context);
  if (config.role !== 'worker') await addOperatorsOfSettings(services);
  await settleProviders(services, providersIn(config));
  await noteCells(services);
  if (config.environment === 'production') warnOfDemoCodes(await listProviders(database), log);
  const { demo, isNew } = hasDemo(config) ? await seedDemo(services, config.dataDir) : { demo: null, isNew: false };
  const port = await listen(server, config);
  baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  if (config.role !== 'web') {
    wakeDeliverer = startExchange(context).wake;
    wakeConformance = startConformanceRuns(context)?.wake ?? wakeConformance;
  }
  // The server stops first: it must not accept calls while the rest stops.
  parts.add({ stop: () => closeServer(server) });
  const filled =
    demo !== null && isNew && config.demo === 'whole'
      ? fillInBackground({ demo, operatorToken: config.operatorToken }, { server, log, parts, database })
      : Promise.resolve();
  return { baseUrl, port, demo, demoLinks: demoLinks(services, baseUrl, demo), filled, stop: () => parts.stop() };
}

async function noteCells({ database, vault, cells }: Services): Promise<void> {
  await noteCell(database, { name: cells.own, keyCheck: keyCheckOf(vault) });
  await noteOtherCells(database, { own: cells.own, others: otherCells({ cells }) });
}

const hasDemo = ({ environment, role, demo }: Config): boolean =>
  environment === 'test' && role !== 'worker' && demo !== 'none';

/** The service is ready before its demo is. A stop ends it; what it lacks then, it lacks for good. */
function fillInBackground(
  given: Pick<Parameters<typeof fillDemo>[0], 'demo' | 'operatorToken'>,
  { server, log, parts, database }: Pick<Started, 'log' | 'parts' | 'database'> & { server: FastifyInstance },
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filled = serviceNow(database)
    .then((today) => fillDemo({ ...given, address: ownAddress(server), today, signal }))
    .catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'the demo is not complete');
    });
  parts.add({ stop: () => stopping.abort() });
  return filled;
}

/** Where this machine reaches the server. */
function ownAddress(server: FastifyInstance): string {
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  const { family, address: host, port } = address;
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (family === 'IPv6') return `http://[${host === '::' ? '::1' : host}]:${port}`;
  return `http://${host}:${port}`;
}

function providersIn({ environment, providers, namedProviders }: Config): Parameters<typeof settleProviders>[1] {
  const isTest = environment === 'test';
  return [
    {
      kind: 'bank',
      code: providers.bank_deposit,
      isNamed: namedProviders.includes('bank_deposit'),
      demo: isTest ? DEMO_PROVIDERS.bank : null,
    },
    {
      kind: 'insurer',
      code: providers.insurance,
      isNamed: namedProviders.includes('insurance'),
      demo: isTest ? DEMO_PROVIDERS.insurer : null,
    },
  ];
}

/** Partners read the codes in contract status. Nothing else depends on them, so the service starts all the same. */
function warnOfDemoCodes(providers: Awaited<ReturnType<typeof listProviders>>, log: Logger): void {
  const demo = providers.filter(isDemo).map(({ code }) => code);
  if (demo.length === 0) return;
  log.warn(
    { providers: demo },
    'contract status shows the codes of the demo: see depono doctor, or set PROVIDER_BANK and PROVIDER_INSURANCE',
  );
}

/** Web processes leave the files of the bank to a worker. */
function readFiles(config: Config): FilesReading {
  return {
    disks: disksOf(config),
    unread: config.role === 'web' ? null : openExchange(config.bankExchangeDir).unread(),
  };
}
