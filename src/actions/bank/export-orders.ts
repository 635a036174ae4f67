import { writePain001, type OutgoingPayment } from '../../bank/pain001.ts';
import { swissDay } from '../../domain/calendar.ts';
import { parsePayable } from '../../domain/iban.ts';
import { rappen } from '../../domain/money.ts';
import {
  insertRun,
  isWritten,
  lockReadyOrders,
  markWritten,
  unwrittenRuns,
  type ReadyOrder,
} from '../../storage/bank.ts';
import { serviceNow } from '../../storage/clock.ts';
import type { Services } from '../services.ts';

/** The bank takes longer files, too; this keeps one in hand. */
const MOST_IN_ONE_FILE = 10_000;
const INITIATOR = 'Depono';

export type ExportedRun = { id: string; orders: number; file: string };

/**
 * Writes all orders that are ready into one payment file. Never the same order twice, whenever the process dies: the
 * run is stored with its orders; then its file is made ready unseen; then it is marked as written; and only then does it
 * get the name that the bank looks for. What a dead process left is finished first.
 */
export async function exportOrders(services: Services): Promise<ExportedRun | null> {
  await finishRuns(services);
  const run = await services.database.transaction(async (sql) => {
    // An account that no transfer can go to keeps its own order back, not all the others.
    const orders = (await lockReadyOrders(sql, MOST_IN_ONE_FILE)).filter(({ iban }) => parsePayable(iban) !== null);
    if (orders.length === 0) return null;
    const at = await serviceNow(sql);
    const id = `DEP${services.chance.id().replaceAll('-', '')}`;
    const total = rappen(orders.reduce((sum, { amount }) => sum + amount, 0));
    const content = writePain001({
      messageId: id,
      createdAt: at,
      executionDay: swissDay(at),
      initiator: INITIATOR,
      payments: orders.map(paymentOf),
    });
    await insertRun(sql, { id, at, content, total, orders });
    return { id, orders: orders.length };
  });
  if (run === null) return null;
  await finishRuns(services);
  return { ...run, file: services.exchange.outFile(fileOf(run.id)) };
}

/** Makes what is stored a file, wherever it was left. */
async function finishRuns({ database, exchange }: Services): Promise<void> {
  for (const { id, content } of await unwrittenRuns(database)) {
    exchange.prepare(fileOf(id), content);
    await markWritten(database, id);
  }
  for (const name of exchange.prepared()) {
    if (await isWritten(database, name.replace(/\.xml$/, ''))) exchange.publish(name);
  }
}

export function fileOf(runId: string): string {
  return `${runId}.xml`;
}

/** From the deposit's own account. The landlord's share goes to the organization; what goes back, to whoever paid it. */
function paymentOf(order: ReadyOrder): OutgoingPayment {
  const { holder, organization, payee } = order;
  const landlord = { name: organization.name, address: { ...organization.address, countryCode: 'CH' } };
  return {
    orderId: order.id,
    amount: order.amount,
    debtor: { ...holder, iban: order.accountIban },
    creditor: { ...(payee === 'landlord' ? landlord : holder), iban: order.iban },
    message: `${payee === 'payer' ? 'Rückzahlung' : 'Mietkaution'} ${order.externalContractId}`,
  };
}
