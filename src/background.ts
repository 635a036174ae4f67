import type { Logger } from 'pino';
import type { Services } from './actions/services.ts';
import type { Config } from './config.ts';
import { startBounces } from './jobs/bounces.ts';
import { startBankExchange } from './jobs/bank-exchange.ts';
import { startCounterUpdates, startListUpdates } from './jobs/catch-up.ts';
import { startConformance } from './jobs/conformance.ts';
import { startDeliverer } from './jobs/deliverer.ts';
import { startDocuments, startStoreWatch } from './jobs/documents.ts';
import { handlers } from './jobs/handlers.ts';
import { startHeartbeat } from './jobs/heartbeat.ts';
import { startHousekeeping, type Housekeeping } from './jobs/housekeeping.ts';
import { startLoop, type Loop } from './jobs/loop.ts';
import { startMandates } from './jobs/mandates.ts';
import { startProof } from './jobs/prove-books.ts';
import { startReconciliation } from './jobs/reconcile.ts';
import { startWatch } from './jobs/watch.ts';
import { disksOf } from './files/disk-space.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { startYearStatements } from './jobs/year-statements.ts';
import { openPostOffice } from './mail/post-office.ts';
import { smsSender } from './mail/sms.ts';
import type { Metrics } from './metrics/metrics.ts';
import { LOOK_EVERY_MS, RequestLogWriter } from './partner/request-log.ts';
import type { Parts } from './parts.ts';
import { openRegister, type Register } from './register/zefix.ts';
import { actAsCounterpart } from './sandbox/scenarios.ts';
import type { Seal } from './seal/seal.ts';
import { SIMULATED_REGISTER_USER } from './sandbox/simulated-register.ts';
import { startTellingCells } from './jobs/tell-cells.ts';

export type ProcessContext = {
  config: Config;
  services: Services;
  metrics: Metrics;
  log: Logger;
  parts: Parts;
  /** Null: documents are left unsealed. */
  seal: Seal | null;
  baseUrl: () => string;
  /** The same in all processes: one may ask the simulated register that another one serves. */
  registerPassword: string;
};

const KEY_USES_EVERY_MS = 60_000;

export function startKeyUses({ services, log, parts }: Pick<ProcessContext, 'services' | 'log' | 'parts'>): void {
  const { keyUses } = services;
  parts.add(
    startLoop({
      everyMs: KEY_USES_EVERY_MS,
      firstAfterMs: KEY_USES_EVERY_MS,
      round: () => keyUses.writeDown(),
      atStop: () => keyUses.writeDown(),
      onError: (error) => log.warn({ err: error }, 'the last use of API keys was not stored'),
    }),
  );
}

export function startRequestLog({
  services,
  metrics,
  log,
  parts,
}: Pick<ProcessContext, 'services' | 'metrics' | 'log' | 'parts'>): RequestLogWriter {
  const { database, vault } = services;
  const writer = new RequestLogWriter({ database, vault, log: (error, what) => log.warn({ err: error }, what) });
  metrics.watchRequestLog(() => writer.state());
  parts.add(
    startLoop({
      everyMs: LOOK_EVERY_MS,
      firstAfterMs: LOOK_EVERY_MS,
      round: () => writer.writeDue(),
      atStop: () => writer.flushAtStop(),
      onError: (error) => log.error({ err: error }, 'the request log failed'),
    }),
  );
  return writer;
}

/** Where documents are kept outside the database: whether the store works, and in a worker what is moved there. */
export function startDocumentStore({
  config: { role, documentsRestMs: restMs, documentsEveryMs: everyMs },
  services: { database, documentStore },
  metrics,
  log: logger,
  parts,
}: Pick<ProcessContext, 'config' | 'services' | 'metrics' | 'log' | 'parts'>): void {
  if (documentStore === null) return;
  metrics.watchDocumentStore(documentStore.fault);
  const log = (error: unknown, what: string): void => logger.error({ err: error }, what);
  parts.add(startStoreWatch(documentStore, { everyMs, log }));
  if (role === 'web' || role === 'read') return;
  parts.add(startDocuments({ database, documentStore }, { restMs, everyMs, log }));
}

/** What every process does regularly, and what a worker does besides. */
export function startUpkeep(context: ProcessContext): Housekeeping {
  const { config, services, log, parts } = context;
  const { database } = services;
  const isWorker = config.role !== 'web';
  const housekeeping = startHousekeeping(database, {
    firstAfterMs: isWorker ? config.cleanUpAfterMs : null,
    isTest: config.environment === 'test',
    log: (error, what) => log.error({ err: error }, what),
  });
  parts.add(housekeeping);
  startKeyUses({ services, log, parts });
  startDocumentStore(context);
  if (!isWorker) return housekeeping;
  parts.add(startProof(database, { log: (error, what) => log.error({ err: error }, what) }));
  parts.add(
    startReconciliation(database, {
      operatorIban: services.money.operatorIban,
      log: (error, what) => log.error({ err: error }, what),
    }),
  );
  parts.add(
    startWatch(database, {
      disks: () => disksOf(config),
      hasBackups: config.environment === 'production',
      log: (error, what) => log.error({ err: error }, what),
    }),
  );
  parts.add(startHeartbeat(database, (error) => log.warn({ err: error }, 'the heartbeat for replicas failed')));
  parts.add(startListUpdates(database, (error) => log.error({ err: error }, 'the lists of deposits lag behind')));
  parts.add(startCounterUpdates(database, (error) => log.warn({ err: error }, 'the statistics lag behind')));
  return housekeeping;
}

/** Without a worker role it has no loop, but still carries out what a call of the sandbox waits for. */
export function startEffects({
  config,
  services,
  metrics,
  log,
  parts,
  baseUrl,
  seal,
  registerPassword,
}: ProcessContext): Worker {
  const isTest = config.environment === 'test';
  const { smtpUrl, smsUrl, smtpRequiresTls, mailFrom: from } = config;
  const postOffice = smtpUrl === null ? null : openPostOffice({ smtpUrl, smtpRequiresTls, from, baseUrl });
  parts.add({ stop: () => postOffice?.close() });
  return parts.add(
    startWorker({
      database: services.database,
      handlers: handlers({
        services,
        postOffice,
        sendSms: smsUrl === null ? null : smsSender(smsUrl),
        seal,
        letters: { services, lettersDir: config.lettersDir, baseUrl },
        register: registerOf(config, baseUrl, registerPassword),
        counterpart: isTest ? (location) => actAsCounterpart(services, location) : null,
      }),
      keepContent: isTest,
      needsContent: postOffice !== null,
      hasLoop: config.role !== 'web',
      onTried: (tried) => {
        metrics.effect(tried);
        log.debug(tried, 'effect');
      },
      log: (error, what) => log.warn({ err: error }, what),
    }),
  );
}

/** Callbacks, bank files and what follows from them. Started once the server listens: callbacks contain links with its address. */
export function startExchange({ config, services, metrics, log, parts, baseUrl }: ProcessContext): Loop {
  const deliverer = parts.add(
    startDeliverer({
      services,
      baseUrl,
      allowPrivate: config.callbackAllowPrivate,
      onAttempt: (attempt) => {
        metrics.delivery(attempt);
        log.debug(attempt, 'delivery');
      },
      onGivenUp: metrics.givenUp,
      log: (error, what) => log.warn({ err: error }, what),
    }),
  );
  if (config.bouncesDir !== null) {
    parts.add(
      startBounces(services, { folder: config.bouncesDir, log: (error, what) => log.error({ err: error }, what) }),
    );
  }
  parts.add(startMandates(services, (error, what) => log.error({ err: error }, what)));
  for (const loop of startTellingCells(services, (error, cell) =>
    log.warn({ err: error, cell }, 'another cell could not be told something; it is told again'),
  )) {
    parts.add(loop);
  }
  const statements = parts.add(startYearStatements(services, (error, what) => log.error({ err: error }, what)));
  parts.add(
    startBankExchange(services, {
      // In the test environment, the simulated bank pays when a call asks it to.
      exports: config.environment !== 'test',
      log: (error, what) => log.error({ err: error }, what),
      onFailed: metrics.bankFailed,
      onImported: statements.wake,
    }),
  );
  return deliverer;
}

/** Conformance runs of partners. Null in production, which has none. */
export function startConformanceRuns({ config, services, log, parts, baseUrl }: ProcessContext): Loop | null {
  if (config.environment !== 'test') return null;
  return parts.add(
    startConformance({
      services,
      baseUrl,
      allowPrivate: config.callbackAllowPrivate,
      log: (error, what) => log.warn({ err: error }, what),
    }),
  );
}

/** The configured register; in the test environment without one, the simulated register that this server serves. */
function registerOf({ zefix, environment }: Config, baseUrl: () => string, password: string): Register | null {
  if (zefix !== null) return openRegister(zefix);
  if (environment !== 'test') return null;
  const user = SIMULATED_REGISTER_USER;
  return { find: (uid) => openRegister({ url: `${baseUrl()}/sandbox/register`, user, password }).find(uid) };
}
