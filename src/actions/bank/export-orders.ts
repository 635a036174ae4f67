import { writePain001, type OutgoingPayment, type PaymentRun } from '../../bank/pain/pain001.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { rappen } from '../../domain/values/money.ts';
import {
  findRun,
  findWrittenRun,
  holdBack,
  insertRun,
  lockReadyOrders,
  markWritten,
  unwrittenRuns,
  type ReadyOrder,
} from '../../storage/money/payment-runs.ts';
import { readHold, type BankHold } from '../../storage/money/bank-hold.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Services } from '../services.ts';

/** The bank accepts larger files; this bounds memory. */
const MOST_IN_ONE_FILE = 10_000;
const INITIATOR = 'Depono';

type ExportedRun = { id: string; orders: number; file: string };

/** No run: no order is ready, or a hold is set; nothing is written until it is lifted. */
type Exported = { run: ExportedRun | null; hold: null } | { run: null; hold: BankHold };

/**
 * Writes all orders that are ready into one payment file. No order is ever sent twice, even if the process dies: the
 * run is stored with its orders; its file is prepared under a name that the bank ignores; the run is marked as written;
 * then the file gets the name that the bank reads. Unfinished runs of a dead process come first. A hold stops all this.
 */
export function exportOrders(services: Services): Promise<Exported> {
  const exporting = turn.then(() => exportAlone(services));
  turn = exporting.catch(() => undefined);
  return exporting;
}

/** One export at a time in this process, so that waiting ones hold no connection … */
let turn: Promise<unknown> = Promise.resolve();

/** … and one at a time over all processes: a run must not be prepared twice. */
function exportAlone(services: Services): Promise<Exported> {
  return services.database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [EXPORT_LOCK]);
    const hold = await readHold(sql);
    if (hold !== null) return { run: null, hold };
    await finishRuns(services);
    const run = await storeRun(services);
    if (run === null) return { run, hold };
    await finishRuns(services);
    return { run: { ...run, file: services.exchange.outFile(fileOf(run.id)) }, hold };
  });
}

const EXPORT_LOCK = 714_055_329;

function storeRun(services: Services): Promise<{ id: string; orders: number } | null> {
  return services.database.transaction(async (sql) => {
    const at = await serviceNow(sql);
    const frame = { createdAt: at, executionDay: swissDay(at), initiator: INITIATOR };
    const orders: ReadyOrder[] = [];
    for (const order of await lockReadyOrders(sql, MOST_IN_ONE_FILE)) {
      const reason = faultOf(order, frame);
      if (reason === null) orders.push(order);
      else await holdBack(sql, order.id, reason);
    }
    if (orders.length === 0) return null;
    const id = `DEP${services.random.id().replaceAll('-', '')}`;
    const total = rappen(orders.reduce((sum, { amount }) => sum + amount, 0));
    const content = writePain001({ ...frame, messageId: id, payments: orders.map(paymentOf) });
    await insertRun(sql, { id, at, content, total, orders });
    return { id, orders: orders.length };
  });
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

/** Writes and publishes the files of stored runs, continuing where a process stopped. */
async function finishRuns({ database, exchange }: Services): Promise<void> {
  for (const { id, content } of await unwrittenRuns(database)) {
    exchange.prepare(fileOf(id), content);
    await markWritten(database, id);
  }
  for (const name of exchange.prepared()) {
    const content = await findWrittenRun(database, name.replace(/\.xml$/, ''));
    if (content !== null) exchange.publish(name, content);
  }
}

/** Writes the file of a run again after it was lost. False: there is no such run. */
export async function writeRunAgain({ database, exchange }: Services, id: string): Promise<boolean> {
  const content = await findRun(database, id);
  if (content === null) return false;
  exchange.prepare(fileOf(id), content);
  exchange.publish(fileOf(id), content);
  return true;
}

export function fileOf(runId: string): string {
  return `${runId}.xml`;
}

/** From the deposit's own account. The landlord's share goes to the organization, a payback to the payer. */
function paymentOf(order: ReadyOrder): OutgoingPayment {
  const { holder, organization, payee } = order;
  // The payer's name with the tenant's address: usually they are the same person.
  const tenant = payee === 'payer' ? { ...holder, name: order.payerName ?? holder.name } : holder;
  const landlord = { name: organization.name, address: { ...organization.address, countryCode: 'CH' } };
  return {
    orderId: order.id,
    amount: order.amount,
    debtor: { ...holder, iban: order.accountIban },
    creditor: { ...(payee === 'landlord' ? landlord : tenant), iban: order.iban },
    message: `${payee === 'payer' ? 'Rückzahlung' : 'Mietkaution'} ${order.externalContractId}`,
  };
}
