import { Counter, Gauge, type Registry } from 'prom-client';
import type { Effect } from '../domain/effect.ts';
import type { DiskSpace } from '../files/disk-space.ts';
import type { Backlog, QueueLengths } from '../storage/effects/queues.ts';
import type { ServiceState } from '../storage/statistics/service-state.ts';

export type Sources = {
  about: { version: string; role: string; environment: string };
  /** The paths of partners' calls. */
  paths: readonly string[];
  connections: () => { open: number; idle: number; waiting: number };
  queues: () => Promise<QueueLengths>;
  state: () => Promise<ServiceState>;
  files: () => FilesReading;
};

/** `unread` is null in a process that reads no files of the bank. */
export type FilesReading = {
  disks: Readonly<Record<'data' | 'bank', DiskSpace>>;
  unread: { files: number; oldestSeconds: number } | null;
};

/** Shown even if none is waiting, so that graphs have no gaps and alerts see the first one. */
const KINDS: Record<Effect['kind'], true> = {
  mail: true,
  document: true,
  send_deposit: true,
  remind: true,
  order_after_year: true,
  warn_of_year: true,
  end_undisputed: true,
  sms: true,
  check_register: true,
  provider_event: true,
  letter: true,
  add_to_digest: true,
  daily_digest: true,
  state_event: true,
  counterpart: true,
};
export const EFFECT_KINDS = Object.keys(KINDS) as Effect['kind'][];

/** What is read on request. Each reading may fail without affecting the others. */
const READINGS = ['database', 'connections', 'request_log', 'files', 'process'] as const;
type Reading = (typeof READINGS)[number];

/** A database that does not answer counts as down: Prometheus waits for ten seconds at most. */
const ANSWERS_WITHIN_MS = 3_000;

/** Parts of the process that are made after its metrics. */
type Watched = {
  requestLog: () => { waiting: number; dropped: number };
  /** What is wrong with the store of documents. Null: there is no store. */
  storeFault: () => (() => string | null) | null;
};

/** The metrics page: the counters of the registry, and gauges that are read when someone asks. */
export function readings(
  { about, connections, queues, state, files, requestLog, storeFault }: Sources & Watched,
  registry: Registry,
): () => Promise<{ contentType: string; text: string }> {
  const gauges = createGauges(registry);
  gauges.info.set(about, 1);

  /** Null: it could not be read. */
  const read = async <T>(reading: Reading, ask: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await within(ANSWERS_WITHIN_MS, ask);
    } catch {
      gauges.missing.set({ reading }, 1);
      return null;
    }
  };

  return async () => {
    for (const reading of READINGS) gauges.missing.set({ reading }, 0);
    showConnections(gauges, await read('connections', connections));
    showRequestLog(gauges, await read('request_log', requestLog));
    showFiles(gauges, await read('files', files));
    showStore(gauges, storeFault());
    const [lengths, condition] = await Promise.all([read('database', queues), read('database', state)]);
    showQueues(gauges, lengths);
    showState(gauges, condition);
    const texts: string[] = [];
    for (const { name } of registry.getMetricsAsArray()) {
      // Last, because it reports on all the others.
      if (name === 'depono_metrics_missing') continue;
      texts.push((await read('process', () => registry.getSingleMetricAsString(name))) ?? '');
    }
    texts.push(await registry.getSingleMetricAsString('depono_metrics_missing'));
    return { contentType: registry.contentType, text: `${texts.filter((text) => text !== '').join('\n\n')}\n` };
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = <T extends string>(name: string, help: string, labelNames: T[]): Gauge<T> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    info: gauge('depono_info', 'Version, role and environment of this process.', ['version', 'role', 'environment']),
    pool: gauge('depono_database_connections', 'Connections to the database, by state.', ['state']),
    waiting: gauge('depono_database_waiting', 'Statements and transactions that wait for a connection.', []),
    up: gauge('depono_database_up', '1: the database has answered.', []),
    due: gauge('depono_effects_due', 'Effects that are due and not done, including those in progress.', ['kind']),
    age: gauge('depono_effects_oldest_seconds', 'How long the oldest due effect has been due.', ['kind']),
    failed: gauge('depono_effects_failed', 'Effects that were given up and need an operator.', ['kind']),
    retrying: gauge('depono_effects_retrying', 'Effects that failed at least once and wait for the next try.', [
      'kind',
    ]),
    undelivered: gauge('depono_deliveries_due', 'Callbacks that are due and not delivered.', []),
    undeliveredAge: gauge('depono_deliveries_oldest_seconds', 'How long the oldest due callback has been due.', []),
    givenUp: gauge('depono_deliveries_failed', 'Callbacks that were given up and need an operator.', []),
    hold: gauge('depono_bank_hold', '1: no payment file is written until an operator lifts the hold.', []),
    refused: new Counter({
      name: 'depono_bank_files_refused_total',
      help: 'Files of the bank that could not be read; nothing in them was booked.',
      registers: [registry],
    }),
    unread: gauge('depono_bank_files_unread', 'Files of the bank that wait to be read.', []),
    unreadAge: gauge('depono_bank_files_oldest_seconds', 'How long the oldest file of the bank has been waiting.', []),
    backupAge: gauge('depono_backup_age_seconds', 'How long ago the newest backup that is kept was finished.', []),
    archive: gauge(
      'depono_wal_archive_failing_seconds',
      'How long the database has failed to archive its log files (WAL); 0: it succeeds, or does not archive.',
      [],
    ),
    faults: gauge('depono_books_faults', 'Faults that the last proof of the books found.', []),
    proofAge: gauge('depono_books_proof_age_seconds', 'Time since the books were last proven.', []),
    differing: gauge(
      'depono_bank_accounts_differing',
      "Accounts that differ from the bank's last statement, or whose statements do not follow each other.",
      [],
    ),
    free: gauge('depono_disk_free_bytes', 'Free space of the disk, by folder: data or bank.', ['folder']),
    size: gauge('depono_disk_size_bytes', 'Size of the disk, by folder: data or bank.', ['folder']),
    unlogged: gauge('depono_request_log_waiting', 'Calls that wait to be written to the request log.', []),
    dropped: new Counter({
      name: 'depono_request_log_dropped_total',
      help: 'Calls that could not be written to the request log.',
      registers: [registry],
    }),
    storeUp: gauge('depono_document_store_up', '1: the store of documents works; only where one is set.', []),
    inside: gauge(
      'depono_documents_inside',
      'Documents that are not in their store yet, 10000 at most; only where there is a store.',
      [],
    ),
    toRemove: gauge(
      'depono_document_objects_to_remove',
      'Objects that wait to be removed from the store of documents, 10000 at most.',
      [],
    ),
    cellBehind: gauge(
      'depono_cell_behind_seconds',
      'How long the oldest change that another cell has not taken is waiting; only where there are several cells.',
      ['cell'],
    ),
    missing: gauge('depono_metrics_missing', '1: this reading failed and is left out.', ['reading']),
  };
}

function showConnections({ pool, waiting }: Gauges, state: ReturnType<Sources['connections']> | null): void {
  if (state === null) return clear([pool], [waiting]);
  pool.set({ state: 'idle' }, state.idle);
  pool.set({ state: 'busy' }, state.open - state.idle);
  waiting.set(state.waiting);
}

function showRequestLog({ unlogged, dropped }: Gauges, state: { waiting: number; dropped: number } | null): void {
  if (state === null) return clear([], [unlogged]);
  unlogged.set(state.waiting);
  dropped.reset();
  dropped.inc(state.dropped);
}

function showFiles({ free, size, unread, unreadAge }: Gauges, reading: FilesReading | null): void {
  clear([free, size], [unread, unreadAge]);
  if (reading === null) return;
  for (const [folder, space] of Object.entries(reading.disks)) {
    free.set({ folder }, space.free);
    size.set({ folder }, space.total);
  }
  if (reading.unread === null) return;
  unread.set(reading.unread.files);
  unreadAge.set(reading.unread.oldestSeconds);
}

function showStore({ storeUp }: Gauges, fault: (() => string | null) | null): void {
  if (fault !== null) storeUp.set(fault() === null ? 1 : 0);
  else storeUp.remove();
}

function showQueues(gauges: Gauges, lengths: QueueLengths | null): void {
  const { up, due, age, retrying, failed, undelivered, undeliveredAge, givenUp } = gauges;
  up.set(lengths === null ? 0 : 1);
  clear([due, age, retrying, failed], [undelivered, undeliveredAge, givenUp]);
  if (lengths === null) return;
  const nothing: Backlog = { due: 0, oldestSeconds: 0 };
  for (const kind of EFFECT_KINDS) {
    const backlog = lengths.effects.get(kind) ?? nothing;
    due.set({ kind }, backlog.due);
    age.set({ kind }, backlog.oldestSeconds);
    retrying.set({ kind }, lengths.retrying.get(kind) ?? 0);
    failed.set({ kind }, lengths.failed.get(kind) ?? 0);
  }
  undelivered.set(lengths.deliveries.due);
  undeliveredAge.set(lengths.deliveries.oldestSeconds);
  givenUp.set(lengths.deliveries.failed);
}

/** Books and accounts have no value before the first proof, and backups none before the first one. */
function showState(
  { hold, refused, backupAge, archive, faults, proofAge, differing, inside, toRemove, cellBehind }: Gauges,
  state: ServiceState | null,
): void {
  clear([cellBehind], [hold, refused, backupAge, archive, faults, proofAge, differing, inside, toRemove]);
  if (state === null) return;
  for (const [cell, seconds] of state.cellsBehindSeconds) cellBehind.set({ cell }, seconds);
  hold.set(state.isOnBankHold ? 1 : 0);
  refused.inc(state.refusedBankFiles);
  if (state.accountsDiffering !== null) differing.set(state.accountsDiffering);
  if (state.backupAgeSeconds !== null) backupAge.set(state.backupAgeSeconds);
  if (state.walArchiveFailingSeconds !== null) archive.set(state.walArchiveFailingSeconds);
  if (state.documents !== null) {
    inside.set(state.documents.inside);
    toRemove.set(state.documents.toRemove);
  }
  if (state.books === null) return;
  faults.set(state.books.faults);
  proofAge.set(state.books.ageSeconds);
}

/** Unknown values are left out: the last ones would look as if nothing had changed. */
function clear(labelled: readonly { reset: () => void }[], plain: readonly { remove: () => void }[]): void {
  for (const one of labelled) one.reset();
  for (const one of plain) one.remove();
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
