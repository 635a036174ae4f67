import { writePain001, type OutgoingPayment, type PaymentRun } from '../../bank/pain/pain001.ts';
import { orderRules } from '../../domain/payee/facts.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';
import {
  findListedRun,
  findRun,
  findWrittenRun,
  holdBack,
  insertRun,
  lockReadyOrders,
  listRunFolders,
  lockRejectedOrders,
  markWritten,
  unwrittenRuns,
  type PayingBank,
  type ReadyOrder,
} from '../../storage/money/payment-runs.ts';
import { holdAfterFailover, readHold, type BankHold } from '../../storage/money/bank-hold.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { Services } from '../services.ts';
import { fillLandlordAccounts } from './landlord-accounts.ts';

/** The bank accepts larger files; this bounds memory. */
const MOST_IN_ONE_FILE = 10_000;
const INITIATOR = 'Depono';

type ExportedRun = { id: string; orders: number; /** The code of the bank. */ bank: string | null; file: string };
type StoredRun = Omit<ExportedRun, 'file'> & { folder: string | null };

/** One run for each bank. None: no order is ready, or a hold is set; nothing is written until it is lifted. */
type Exported = {
  run: ExportedRun | null;
  /** All of them; the first is `run`. */ runs: ExportedRun[];
  hold: BankHold | null;
};

/**
 * Writes all orders that are ready into payment files, one for each bank. No order is ever sent twice, even if the
 * process dies: the runs are stored with their orders; each file is prepared under a name that the bank ignores; its run
 * is marked as written; then the file gets the name that the bank reads. Unfinished runs of a dead process come first. A
 * hold stops all this. Throws when a file could not be written, after those of the other banks: it is written next time.
 */
export function exportOrders(services: Services): Promise<Exported> {
  return inTurn(() => exportAlone(services));
}

/** One export at a time in this process, so that waiting ones hold no connection … */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const working = turn.then(work);
  turn = working.catch(() => undefined);
  return working;
}

/** … and one at a time over all processes: a run must not be prepared twice. */
function exportAlone(services: Services): Promise<Exported> {
  return services.database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [EXPORT_LOCK]);
    const hold = await holdNow(sql);
    if (hold !== null) return { run: null, runs: [], hold };
    const failed = await finishRuns(services);
    await services.database.transaction((inner) => fillLandlordAccounts(services, inner, null));
    const rules = orderRules(services);
    const stored = await storeRuns(services, failed, (inner) => lockReadyOrders(inner, MOST_IN_ONE_FILE, rules));
    throwFirst(stored.length === 0 ? failed : await finishRuns(services));
    const runs = stored.map((run) => exportedRun(services, run));
    return { run: runs[0] ?? null, runs, hold };
  });
}

/** Of the server that this transaction writes to: a standby may have taken over a moment ago. */
async function holdNow(sql: Sql): Promise<BankHold | null> {
  return (await holdAfterFailover(sql)) ?? (await readHold(sql));
}

/** For the audit log. */
export function aboutRuns(runs: readonly ExportedRun[]): { run?: string } {
  return runs.length === 0 ? {} : { run: runs.map(({ id }) => id).join(', ') };
}

function exportedRun(services: Services, { folder, ...run }: StoredRun): ExportedRun {
  return { ...run, file: folderOf(services, folder).outFile(fileOf(run.id)) };
}

/** Where the files of a bank go. */
export function folderOf({ exchange }: Services, folder: string | null) {
  return folder === null ? exchange : exchange.bank(folder);
}

type Resent = { run: ExportedRun; hold: null } | { run: null; hold: BankHold } | { run: NotResent; hold: null };

/** Why nothing was sent again: no such run, nothing of it is rejected, or what is rejected waits for something. */
type NotResent = 'unknown' | 'nothing' | 'waiting';

export const NOT_RESENT: Record<NotResent, string> = {
  unknown: 'There is no such payment file.',
  nothing: 'The bank has rejected none of its orders, or they were sent again already.',
  waiting: 'The orders that the bank has rejected lack something, or must be released first. See each of them.',
};

export function isResent(run: ExportedRun | NotResent): run is ExportedRun {
  return typeof run === 'object';
}

/**
 * Sends what the bank has rejected of a payment file again, in a file of its own with another id. Orders that were
 * carried out or not rejected stay. Sent again, they are no longer rejected: a second call sends nothing.
 */
export function resendRun(services: Services, id: string): Promise<Resent> {
  return inTurn(() =>
    services.database.transaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock($1)', [EXPORT_LOCK]);
      const hold = await holdNow(sql);
      if (hold !== null) return { run: null, hold };
      const failed = await finishRuns(services);
      const before = await findListedRun(sql, id);
      if (before === null) return { run: 'unknown', hold };
      if (before.rejected === 0) return { run: 'nothing', hold };
      // All of a file are of one bank.
      const [stored] = await storeRuns(services, failed, (inner) =>
        lockRejectedOrders(inner, id, orderRules(services)),
      );
      if (stored === undefined) {
        throwFirst(failed);
        return { run: 'waiting', hold };
      }
      const failures = await finishRuns(services);
      if (failures.has(stored.folder)) throw failures.get(stored.folder);
      return { run: exportedRun(services, stored), hold };
    }),
  );
}

const EXPORT_LOCK = 714_055_329;

/** The folders whose files could not be written, each with its error. */
type Failures = ReadonlyMap<string | null, unknown>;

type Lock = (sql: Sql) => Promise<ReadyOrder[]>;

/** A run for each bank that has something to pay. Where files could not be written, orders wait. */
function storeRuns(services: Services, failed: Failures, lock: Lock): Promise<StoredRun[]> {
  return services.database.transaction(async (sql) => {
    const at = await serviceNow(sql);
    const byBank = Map.groupBy(await lock(sql), ({ bank }) => JSON.stringify(bank));
    const runs: StoredRun[] = [];
    for (const [text, orders] of byBank) {
      const bank = JSON.parse(text) as PayingBank;
      if (failed.has(bank.folder)) continue;
      const run = await storeRun(services, sql, { at, bank, orders });
      if (run !== null) runs.push(run);
    }
    return runs;
  });
}

async function storeRun(
  services: Services,
  sql: Sql,
  { at, bank, orders: ready }: { at: Date; bank: PayingBank; orders: readonly ReadyOrder[] },
): Promise<StoredRun | null> {
  const { code, folder, initiatingParty } = bank;
  const frame = { createdAt: at, executionDay: swissDay(at), initiator: initiatingParty ?? INITIATOR };
  const orders: ReadyOrder[] = [];
  for (const order of ready) {
    const reason = faultOf(order, frame);
    if (reason === null) orders.push(order);
    else await holdBack(sql, order.id, reason);
  }
  if (orders.length === 0) return null;
  const id = `DEP${services.random.id().replaceAll('-', '')}`;
  const total = rappen(orders.reduce((sum, { amount }) => sum + amount, 0));
  const content = writePain001({ ...frame, messageId: id, payments: orders.map(paymentOf) });
  await insertRun(sql, { id, at, content, total, folder, orders });
  return { id, orders: orders.length, bank: code, folder };
}

/** An order that cannot be written to a payment file is held back; the others are sent. */
function faultOf(order: ReadyOrder, frame: Omit<PaymentRun, 'messageId' | 'payments'>): string | null {
  try {
    writePain001({ ...frame, messageId: 'TRY', payments: [paymentOf(order)] });
    return null;
  } catch (error) {
    return `It cannot go into a payment file: ${(error as Error).message}.`;
  }
}

/**
 * Writes and publishes the files of stored runs, continuing where a process stopped. A folder that cannot be written to
 * does not hold up the other banks.
 */
async function finishRuns(services: Services): Promise<Failures> {
  const { database } = services;
  const unwritten = Map.groupBy(await unwrittenRuns(database), ({ folder }) => folder);
  const failures = new Map<string | null, unknown>();
  for (const folder of new Set([null, ...(await listRunFolders(database)), ...unwritten.keys()])) {
    await finishIn(services, folder, unwritten.get(folder) ?? []).catch((error: unknown) =>
      failures.set(folder, error),
    );
  }
  return failures;
}

function throwFirst(failures: Failures): void {
  for (const error of failures.values()) throw error;
}

async function finishIn(
  services: Services,
  folder: string | null,
  unwritten: readonly { id: string; content: string }[],
): Promise<void> {
  const { database } = services;
  const exchange = folderOf(services, folder);
  for (const { id, content } of unwritten) {
    exchange.prepare(fileOf(id), content);
    await markWritten(database, id);
  }
  for (const name of exchange.prepared()) {
    const content = await findWrittenRun(database, name.replace(/\.xml$/, ''));
    if (content !== null) exchange.publish(name, content);
  }
}

/** Writes the file of a run again after it was lost. False: there is no such run. */
export async function writeRunAgain(services: Services, id: string): Promise<boolean> {
  const run = await findRun(services.database, id);
  if (run === null) return false;
  const { content } = run;
  const exchange = folderOf(services, run.folder);
  exchange.prepare(fileOf(id), content);
  exchange.publish(fileOf(id), content);
  return true;
}

export function fileOf(runId: string): string {
  return `${runId}.xml`;
}

/** From the deposit's account, or from the operator's own: that one has the name of the service and no address. */
function paymentOf(order: ReadyOrder): OutgoingPayment {
  const { holder, payee, externalContractId, reference } = order;
  return {
    orderId: order.id,
    attempt: order.attempt,
    amount: order.amount,
    debtor: { ...(holder ?? { name: INITIATOR, address: null }), iban: order.debtorIban },
    creditor: { ...order.creditor, iban: order.iban, bic: order.bic },
    message: `${payee === 'payer' ? 'Rückzahlung' : 'Mietkaution'} ${externalContractId ?? reference ?? ''}`.trim(),
  };
}
