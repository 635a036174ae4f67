import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Effect } from '../domain/effect.ts';
import { sqlState } from '../storage/database/database.ts';
import { EFFECT_KINDS, readings, type Sources } from './readings.ts';
import { cached, counts, distribution } from './series.ts';

/** Counts what happens. */
export type Metrics = {
  answered: (answer: { method: string; route: string; status: number; ms: number }) => void;
  /** A partner's call. `row` is the row of the contract's table of refusals, or a short reason. */
  called: (call: { path: string; outcome: string; row: string | null }) => void;
  /** One statement for a batch of calls. */
  batch: (statement: string, size: number) => void;
  effect: (effect: { kind: Effect['kind']; outcome: 'done' | 'again' | 'failed'; ms: number }) => void;
  delivery: (attempt: { outcome: 'delivered' | 'refused' | 'no_answer' | 'nobody'; ms: number }) => void;
  /** A callback was given up. */
  givenUp: () => void;
  databaseError: (error: unknown) => void;
  /** A file of the bank could not be booked, or payment orders could not be written. It is tried again. */
  bankFailed: (step: 'import' | 'export') => void;
  /** Sets where to read the state of the request log. */
  watchRequestLog: (state: () => { waiting: number; dropped: number }) => void;
  /** Sets how to ask what is wrong with the store of documents; there may be none. */
  watchDocumentStore: (fault: () => string | null) => void;
  /** All metrics, in the format of Prometheus. */
  page: () => Promise<{ contentType: string; text: string }>;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Each process counts for itself; what is read from the database is the same in all processes. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = callMetrics(registry, sources.paths);
  const background = backgroundMetrics(registry);
  let requestLog = (): { waiting: number; dropped: number } => ({ waiting: 0, dropped: 0 });
  let storeFault: (() => string | null) | null = null;
  const page = readings({ ...sources, requestLog: () => requestLog(), storeFault: () => storeFault }, registry);

  return {
    ...calls,
    ...background,
    watchRequestLog: (state) => void (requestLog = state),
    watchDocumentStore: (fault) => void (storeFault = fault),
    page,
  };
}

// Every counter exists from the start, with 0: a rate does not see the step from no series to 1.
const CALL_OUTCOMES = ['success', 'skipped', 'errored'];
const EFFECT_OUTCOMES = ['done', 'again', 'failed'] as const;
const DELIVERY_OUTCOMES = ['delivered', 'refused', 'no_answer', 'nobody'] as const;
const BANK_STEPS = ['import', 'export'] as const;

/** Called for every request, so they only count. */
function callMetrics(registry: Registry, paths: readonly string[]): Pick<Metrics, 'answered' | 'called' | 'batch'> {
  const requests = distribution({
    name: 'depono_http_request_duration_seconds',
    help: 'Time to answer a request, by route pattern and status.',
    bounds: SECONDS,
  });
  const calls = counts({
    name: 'depono_calls_total',
    help: 'Partner calls, by path, outcome and row of the table of refusals.',
  });
  const batches = distribution({
    name: 'depono_gather_batch_size',
    help: 'Calls handled by one statement.',
    bounds: SIZES,
  });
  for (const { metric } of [requests, calls, batches]) registry.registerMetric(metric);
  // Nested maps: looking up three constant strings is cheaper than building one key from them.
  const requestSeries = cached((route: string) =>
    cached((method: string) => cached((status: number) => requests.series({ method, route, status: String(status) }))),
  );
  const callSeries = cached((path: string) =>
    cached((outcome: string) => cached((row: string) => calls.series({ path, outcome, row }))),
  );
  for (const path of paths) for (const outcome of CALL_OUTCOMES) callSeries(path)(outcome)('');
  const batchSeries = cached((statement: string) => batches.series({ statement }));
  return {
    answered: ({ method, route, status, ms }) => requestSeries(route)(method)(status)(ms / 1000),
    called: ({ path, outcome, row }) => callSeries(path)(outcome)(row ?? '')(),
    batch: (statement, size) => batchSeries(statement)(size),
  };
}

function backgroundMetrics(
  registry: Registry,
): Pick<Metrics, 'effect' | 'delivery' | 'givenUp' | 'databaseError' | 'bankFailed'> {
  const registers = [registry];
  const effects = new Counter({
    name: 'depono_effects_total',
    help: 'Attempts to carry out an effect (mail, document, reminder …), by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const effectSeconds = new Histogram({
    name: 'depono_effect_duration_seconds',
    help: 'Duration of one attempt to carry out an effect.',
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
    help: 'Time until the receiver of a callback answered.',
    buckets: SECONDS,
    registers,
  });
  const databaseErrors = new Counter({
    name: 'depono_database_errors_total',
    help: 'Failed statements, by SQLSTATE; "connection": the server did not answer.',
    labelNames: ['state'],
    registers,
  });
  const givenUp = new Counter({
    name: 'depono_deliveries_given_up_total',
    help: 'Callbacks that were given up: the receiver did not accept them for days, or is gone.',
    registers,
  });
  const bankFailures = new Counter({
    name: 'depono_bank_failures_total',
    help: 'Failed attempts to book a file of the bank (import) or to write a payment file (export).',
    labelNames: ['step'],
    registers,
  });
  for (const kind of EFFECT_KINDS) for (const outcome of EFFECT_OUTCOMES) effects.inc({ kind, outcome }, 0);
  for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ outcome }, 0);
  for (const step of BANK_STEPS) bankFailures.inc({ step }, 0);
  databaseErrors.inc({ state: 'connection' }, 0);
  return {
    effect: ({ kind, outcome, ms }) => {
      effects.inc({ kind, outcome });
      effectSeconds.observe({ kind }, ms / 1000);
    },
    delivery: ({ outcome, ms }) => {
      deliveries.inc({ outcome });
      if (outcome !== 'nobody') deliverySeconds.observe(ms / 1000);
    },
    givenUp: () => givenUp.inc(),
    databaseError: (error) => databaseErrors.inc({ state: sqlState(error) ?? 'connection' }),
    bankFailed: (step) => bankFailures.inc({ step }),
  };
}
