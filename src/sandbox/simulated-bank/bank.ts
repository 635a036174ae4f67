import { readFileSync } from 'node:fs';
import { fileOf, exportOrders } from '../../actions/bank/export-orders.ts';
import { heldInWords } from '../../actions/bank/held-in-words.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import type { Services } from '../../actions/services.ts';
import { endToEndIdOf } from '../../bank/pain/pain001.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Order } from '../../domain/ledger.ts';
import { fromChf, type Rappen } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { findDeposit } from '../../storage/deposits/deposits.ts';
import { HttpProblem } from '../../web/problem.ts';
import { readPain001, type ReceivedPayment } from './read-pain001.ts';
import { writeCamt054, type Credit, type Debit } from './write-camt054.ts';

/** The account for payments and paybacks when no other is known. */
export const DEMO_IBAN = 'CH9300762011623852957';

/** Someone pays: the bank books it and sends a camt.054, which is imported like any other. */
export async function bookCredit(
  services: Services,
  { accountIban, reference, amount }: { accountIban: string; reference: string; amount: Rappen },
): Promise<void> {
  const credit = { direction: 'credit' as const, accountIban, reference, amount };
  const debtor = { name: 'Simulated payer', iban: DEMO_IBAN };
  await notify(services, [{ ...credit, debtor, bankReference: `SIM${services.random.digits(20)}` }]);
}

/**
 * Exports the orders of a deposit in a payment file. The bank reads it, executes the orders and sends a camt.054.
 * False: there was nothing left to execute.
 */
export async function executeOrders(services: Services, deposit: Deposit, kind: Order['kind']): Promise<boolean> {
  const { hold } = await exportOrders(services);
  if (hold !== null) throw new HttpProblem(409, heldInWords(hold));
  const { orders = [] } = (await findDeposit(services.database, deposit.id)) ?? {};
  const open = orders.filter(
    (order) => order.kind === kind && order.completedAt === null && order.runId !== null && order.rejection === null,
  );
  const files = Map.groupBy(open, ({ runId }) => runId as string);
  const debits = [...files].flatMap(([runId, ofRun]) => {
    const { payments } = readPain001(readFileSync(services.exchange.outFile(fileOf(runId)), 'utf8'));
    const wanted = new Set(ofRun.map(({ id }) => endToEndIdOf(id)));
    return payments.filter(({ endToEndId }) => wanted.has(endToEndId)).map(debitOf);
  });
  if (debits.length === 0) return false;
  const { counts } = await notify(services, debits);
  return counts.booked > 0;
}

/** The bank reference depends only on the payment, so executing it again books nothing. */
function debitOf(payment: ReceivedPayment): Omit<Debit, 'bookedOn'> {
  const { endToEndId, amountText, debtorIban, creditorIban, creditorName } = payment;
  return {
    direction: 'debit',
    accountIban: debtorIban,
    amount: fromChf(Number(amountText)) as Rappen,
    bankReference: `SIM${endToEndId}`.slice(0, 35),
    creditor: { name: creditorName, iban: creditorIban },
    endToEndId,
  };
}

async function notify(
  services: Services,
  bookings: (Omit<Credit, 'bookedOn'> | Omit<Debit, 'bookedOn'>)[],
): Promise<ImportReport> {
  const now = await serviceNow(services.database);
  const messageId = `SIM${services.random.id().replaceAll('-', '')}`;
  const bookedOn = swissDay(now);
  const booked = bookings.map((booking) => ({ ...booking, bookedOn }));
  const notification = writeCamt054({ messageId, createdAt: now, bookings: booked });
  const path = services.exchange.writeIncoming(`${messageId}.xml`, notification);
  const report = await importFile(services, path);
  if (report.state === 'refused') throw new Error(`a file of the simulated bank was refused: ${report.reason}`);
  return report;
}
