import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Effect } from '../domain/effect.ts';
import { sqlState } from '../storage/database/database.ts';
import type { Backlog, QueueLengths } from '../storage/effects/queues.ts';
import { counts, distribution, kept } from './series.ts';

/** What is told to the metrics as it happens. The first three stand in the way of every call: they only count. */
export type Metrics = {
  answered: (answer: { method: string; route: string; status: number; ms: number }) => void;
  /** A partner's call. `row` is the row of the order of refusals, or of few words the one that says why. */
  called: (call: { path: string; outcome: string; row: string | null }) => void;
  /** A statement that was made for several calls at once. */
  batch: (statement: string, size: number) => void;
  effect: (effect: { kind: Effect['kind']; outcome: 'done' | 'again' | 'failed'; ms: number }) => void;
  delivery: (attempt: { outcome: 'delivered' | 'refused' | 'no_answer' | 'nobody'; ms: number }) => void;
  databaseError: (error: unknown) => void;
  /** Where to ask for the state of the request log. */
  watchRequestLog: (state: () => { waiting: number; dropped: number }) => void;
  /** All of it, as Prometheus reads it. */
  page: () => Promise<{ contentType: string; text: string }>;
};

export type Sources = {
  about: { version: string; role: string; environment: string };
  connections: () => { open: number; idle: number; waiting: number };
  queues: () => Promise<QueueLengths>;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Named even when nothing of them waits, so that a graph has no holes. */
const KINDS: Record<Effect['kind'], true> = {
  mail: true,
  document: true,
  send_deposit: true,
  remind: true,
  order_after_year: true,
  check_register: true,
  counterpart: true,
};

/** Each process has a registry of its own; what all of them share is read from the database, and is the same in each. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = distribution({
    name: 'depono_http_request_duration_seconds',
    help: 'How long answers took, by route pattern and status.',
    bounds: SECONDS,
  });
  const calls = counts({ name: 'depono_calls_total', help: 'Calls of partners, by path, outcome and row of refusal.' });
  const batches = distribution({
    name: 'depono_gather_batch_size',
    help: 'How many calls went together into one statement.',
    bounds: SIZES,
  });
  for (const { metric } of [requests, calls, batches]) registry.registerMetric(metric);
  // Step by step: words that are the same each time are found at once, and one made of them would not be.
  const requestSeries = kept((route: string) =>
    kept((method: string) => kept((status: number) => requests.series({ method, route, status: String(status) }))),
  );
  const callSeries = kept((path: string) =>
    kept((outcome: string) => kept((row: string) => calls.series({ path, outcome, row }))),
  );
  const batchSeries = kept((statement: string) => batches.series({ statement }));

  const effects = new Counter({
    name: 'depono_effects_total',
    help: 'Effects (mails, documents, reminders …) that were tried, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const effectSeconds = new Histogram({
    name: 'depono_effect_duration_seconds',
    help: 'How long one try of an effect took.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  const deliveries = new Counter({
    name: 'depono_delivery_attempts_total',
    help: 'Attempts to deliver a callback, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const deliverySeconds = new Histogram({
    name: 'depono_delivery_attempt_duration_seconds',
    help: 'How long receivers of callbacks took to answer.',
    buckets: SECONDS,
    registers,
  });
  const databaseErrors = new Counter({
    name: 'depono_database_errors_total',
    help: 'Statements that failed, by SQLSTATE; "connection": no answer of the server.',
    labelNames: ['state'],
    registers,
  });
  let requestLog = (): { waiting: number; dropped: number } => ({ waiting: 0, dropped: 0 });
  const page = readings({ ...sources, requestLog: () => requestLog() }, registry);

  return {
    answered: ({ method, route, status, ms }) => requestSeries(route)(method)(status)(ms / 1000),
    called: ({ path, outcome, row }) => callSeries(path)(outcome)(row ?? '')(),
    batch: (statement, size) => batchSeries(statement)(size),
    effect: ({ kind, outcome, ms }) => {
      effects.inc({ kind, outcome });
      effectSeconds.observe({ kind }, ms / 1000);
    },
    delivery: ({ outcome, ms }) => {
      deliveries.inc({ outcome });
      if (outcome !== 'nobody') deliverySeconds.observe(ms / 1000);
    },
    databaseError: (error) => databaseErrors.inc({ state: sqlState(error) ?? 'connection' }),
    watchRequestLog: (state) => void (requestLog = state),
    page,
  };
}

type Readings = Sources & { requestLog: () => { waiting: number; dropped: number } };

/** What is asked for when someone looks; each may fail, and leaves the others as they are. */
const READINGS = ['database', 'connections', 'request_log', 'process'] as const;

/** A database that hangs is away: whoever reads the metrics waits for ten seconds at most. */
const ANSWERS_WITHIN_MS = 3_000;

/** What is not counted but looked up when someone asks. */
function readings({ about, connections, queues, requestLog }: Readings, registry: Registry): Metrics['page'] {
  const gauge = <T extends string>(name: string, help: string, labelNames: T[]): Gauge<T> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  gauge('depono_info', 'Which Depono this is.', ['version', 'role', 'environment']).set(about, 1);
  const pool = gauge('depono_database_connections', 'Connections to the database, by what they do.', ['state']);
  const waiting = gauge('depono_database_waiting', 'Statements and transactions that wait for a connection.', []);
  const up = gauge('depono_database_up', '1: the database has answered.', []);
  const due = gauge('depono_effects_due', 'Effects that are due and not done, those under way included.', ['kind']);
  const age = gauge('depono_effects_oldest_seconds', 'For how long the oldest of them has been due.', ['kind']);
  const failed = gauge('depono_effects_failed', 'Effects that were given up and wait for a hand.', ['kind']);
  const undelivered = gauge('depono_deliveries_due', 'Callbacks that are due and not delivered.', []);
  const undeliveredAge = gauge('depono_deliveries_oldest_seconds', 'For how long the oldest of them has been due.', []);
  const unlogged = gauge('depono_request_log_waiting', 'Calls that wait to be written into the request log.', []);
  const dropped = new Counter({
    name: 'depono_request_log_dropped_total',
    help: 'Calls that the request log could not keep.',
    registers: [registry],
  });
  const missing = gauge('depono_metrics_missing', '1: this could not be read, and is left out.', ['reading']);

  /** Null: it could not be read. */
  const read = async <T>(reading: (typeof READINGS)[number], ask: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await within(ANSWERS_WITHIN_MS, ask);
    } catch {
      missing.set({ reading }, 1);
      return null;
    }
  };
  /** What is not known is left out: the last figures would look as if all stood still. */
  const forget = (labelled: readonly { reset: () => void }[], plain: readonly { remove: () => void }[]): void => {
    for (const one of labelled) one.reset();
    for (const one of plain) one.remove();
  };

  const readConnections = async (): Promise<void> => {
    const state = await read('connections', connections);
    if (state === null) return forget([pool], [waiting]);
    pool.set({ state: 'idle' }, state.idle);
    pool.set({ state: 'busy' }, state.open - state.idle);
    waiting.set(state.waiting);
  };
  const readRequestLog = async (): Promise<void> => {
    const state = await read('request_log', requestLog);
    if (state === null) return forget([], [unlogged]);
    unlogged.set(state.waiting);
    dropped.reset();
    dropped.inc(state.dropped);
  };
  const readDatabase = async (): Promise<void> => {
    const lengths = await read('database', queues);
    up.set(lengths === null ? 0 : 1);
    forget([due, age, failed], [undelivered, undeliveredAge]);
    if (lengths === null) return;
    const nothing: Backlog = { due: 0, oldestSeconds: 0 };
    for (const kind of Object.keys(KINDS)) {
      const backlog = lengths.effects.get(kind) ?? nothing;
      due.set({ kind }, backlog.due);
      age.set({ kind }, backlog.oldestSeconds);
      failed.set({ kind }, lengths.failed.get(kind) ?? 0);
    }
    undelivered.set(lengths.deliveries.due);
    undeliveredAge.set(lengths.deliveries.oldestSeconds);
  };

  return async () => {
    for (const reading of READINGS) missing.set({ reading }, 0);
    await readConnections();
    await readRequestLog();
    await readDatabase();
    const texts: string[] = [];
    for (const { name } of registry.getMetricsAsArray()) {
      // Last, since it tells of all the others.
      if (name === 'depono_metrics_missing') continue;
      texts.push((await read('process', () => registry.getSingleMetricAsString(name))) ?? '');
    }
    texts.push(await registry.getSingleMetricAsString('depono_metrics_missing'));
    return { contentType: registry.contentType, text: `${texts.filter((text) => text !== '').join('\n\n')}\n` };
  };
}

async function within<T>(ms: number, ask: () => T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms);
  try {
    return await Promise.race([ask(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
