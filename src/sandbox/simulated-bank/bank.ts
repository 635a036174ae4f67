import { readFileSync } from 'node:fs';
import { exportOrders, fileOf, folderOf } from '../../actions/bank/export-orders.ts';
import { heldInWords } from '../../actions/bank/held-in-words.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import type { Services } from '../../actions/services.ts';
import { endToEndIdOf } from '../../domain/values/end-to-end-id.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Order, Payment } from '../../domain/ledger.ts';
import { fromChf, rappen, type Rappen } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { findDeposit } from '../../storage/deposits/deposits.ts';
import { findRun } from '../../storage/money/payment-runs.ts';
import { addSimulated, addStatement, readUnstated, unreadStatements } from '../../storage/money/simulated-bank.ts';
import { HttpProblem } from '../../web/problem.ts';
import { DIALECTS, entriesIn, type BankBooking, type DialectName } from './dialects.ts';
import { readPain001, type ReceivedPayment } from './read-pain001.ts';
import { writeCamt053 } from './write-camt053.ts';
import { writeCamt054 } from './write-camt054.ts';
import { signedSum, type BankItem, type Credit, type Debit } from './write-entries.ts';

/** The account for payments and paybacks when no other is known. */
export const DEMO_IBAN = 'CH9300762011623852957';

/** An account at the simulated bank. */
export type BankAccount = { iban: string; qrIban: string | null; dialect: DialectName };

const PAYER = {
  name: 'Simulated payer',
  iban: DEMO_IBAN,
  address: { street: 'Simulationsweg', streetNumber: '1', zip: '8000', city: 'Zürich', countryCode: 'CH' },
};

type Unbooked<T> = Omit<T, 'accountIban' | 'bookedOn' | 'bookedAt' | 'bankReference'> & { bankReference?: string };
type NewBooking = (Unbooked<Credit> | Unbooked<Debit> | Unbooked<BankItem>) & { group?: string };

/** The bank books. A booking whose reference it knows is not booked again: it keeps its day. */
async function book(
  services: Services,
  { iban }: BankAccount,
  bookings: readonly NewBooking[],
): Promise<BankBooking[]> {
  const at = await serviceNow(services.database);
  const whole = bookings.map((booking): BankBooking => {
    const bankReference = booking.bankReference ?? newReference(services);
    return { ...booking, accountIban: iban, bookedAt: at, bookedOn: swissDay(at), bankReference };
  });
  const rows = whole.map((content) => ({
    bankReference: content.bankReference,
    amount: signedSum([content]),
    content,
  }));
  return services.database.transaction((sql) => addSimulated(sql, iban, rows));
}

/** Every booking has a reference of its own, so that equal ones are not taken for duplicates. */
function newReference({ random }: Services): string {
  return `SIM${random.digits(20)}`;
}

/** Books, and sends a camt.054, which is imported like any other file. */
async function bookAndNotify(
  services: Services,
  account: BankAccount,
  bookings: readonly NewBooking[],
): Promise<ImportReport> {
  return notify(services, account, await book(services, account, bookings));
}

async function notify(
  services: Services,
  { dialect, qrIban }: BankAccount,
  booked: readonly BankBooking[],
): Promise<ImportReport> {
  const messageId = newMessage(services);
  const createdAt = await serviceNow(services.database);
  const entries = entriesIn(DIALECTS[dialect].notification, booked, qrIban);
  return send(services, messageId, writeCamt054({ messageId, createdAt, bookings: entries }));
}

/**
 * Sends a camt.053 of all that was booked since the last one, with the balances and the next number of the year, after
 * those that were not read. `wrongBy`: its closing balance is wrong by so much.
 */
export async function sendStatement(
  services: Services,
  { iban, qrIban, dialect }: BankAccount,
  { wrongBy = 0 }: { wrongBy?: number } = {},
): Promise<void> {
  const messageId = newMessage(services);
  const files = await services.database.transaction(async (sql) => {
    const createdAt = await serviceNow(sql);
    const { opening, number, contents } = await readUnstated<BankBooking>(sql, iban);
    const style = DIALECTS[dialect].statement;
    const entries = entriesIn(style, contents, qrIban);
    const closing = opening + signedSum(entries) + wrongBy;
    const on = swissDay(createdAt);
    const accountIban = style.isQrIban ? (qrIban ?? iban) : iban;
    const statement = { id: messageId, accountIban, number, on, opening, closing, entries };
    const xml = writeCamt053({ messageId, createdAt, statements: [statement] });
    await addStatement(sql, iban, { closing, file: { messageId, xml } });
    return unreadStatements(sql, iban);
  });
  for (const file of files) await send(services, file.messageId, file.xml);
}

function newMessage({ random }: Services): string {
  return `SIM${random.id().replaceAll('-', '')}`;
}

async function send(services: Services, messageId: string, content: string): Promise<ImportReport> {
  const path = services.exchange.writeIncoming(`${messageId}.xml`, content);
  const [report] = await importFile(services, path);
  if (report.state === 'refused') throw new Error(`a file of the simulated bank was refused: ${report.reason}`);
  return report;
}

/** Someone pays; in several parts, which belong together. */
export async function bookCredit(
  services: Services,
  account: BankAccount,
  { reference, amounts }: { reference: string | null; amounts: readonly Rappen[] },
): Promise<void> {
  const group = newReference(services);
  const credits = amounts.map((amount) => ({ direction: 'credit' as const, reference, amount, debtor: PAYER, group }));
  await bookAndNotify(services, account, credits);
}

/** The statement comes before the notification. */
export async function bookStatementFirst(
  services: Services,
  account: BankAccount,
  { reference, amounts }: { reference: string | null; amounts: readonly Rappen[] },
): Promise<void> {
  const group = newReference(services);
  const credits = amounts.map((amount) => ({ direction: 'credit' as const, reference, amount, debtor: PAYER, group }));
  const booked = await book(services, account, credits);
  await sendStatement(services, account);
  await notify(services, account, booked);
}

/** The bank takes a payment back. */
export async function bookReversal(services: Services, account: BankAccount, payment: Payment): Promise<void> {
  const { amount, reference, payerIban, payerName } = payment;
  const creditor = { name: payerName ?? PAYER.name, iban: payerIban };
  const debit = { direction: 'debit' as const, amount, creditor, endToEndId: null, isReversal: true };
  await bookAndNotify(services, account, [{ ...debit, reference: reference === '' ? null : reference }]);
}

/** How Swiss banks report a payment that came back: as a reversal of the debit, or as a credit with the reason. */
export const RETURN_STYLES = ['reversal', 'information'] as const;
export type ReturnStyle = (typeof RETURN_STYLES)[number];

export async function bookReturn(
  services: Services,
  account: BankAccount,
  order: Order,
  style: ReturnStyle,
): Promise<void> {
  const { id, attempt, amount, iban } = order;
  const endToEndId = endToEndIdOf(id, attempt);
  const debtor = { name: 'Simulated payee', iban };
  const credit = { direction: 'credit' as const, amount, debtor, reference: null, endToEndId };
  const returned = { code: 'AC04', text: 'Simulated: the account is closed' };
  await bookAndNotify(services, account, [
    {
      ...credit,
      ...(style === 'reversal' ? { isReversal: true } : { returned }),
      bankReference: referenceOf(endToEndId, 'R'),
    },
  ]);
}

/** Interest with withholding tax, or a charge. */
export async function bookItems(
  services: Services,
  account: BankAccount,
  items: readonly { item: BankItem['item']; amount: Rappen }[],
): Promise<void> {
  const bookings = items
    .filter(({ amount }) => amount > 0)
    .map(({ item, amount }) => ({
      direction: item === 'interest' ? ('credit' as const) : ('debit' as const),
      item,
      amount,
    }));
  if (bookings.length > 0) await bookAndNotify(services, account, bookings);
}

/** The tax on interest in Switzerland, rounded to whole Rappen. */
export function withholdingTax(interest: Rappen): Rappen {
  return rappen(Math.round((interest * 35) / 100));
}

/**
 * Exports the orders of a deposit in a payment file. The bank reads it, executes the orders and sends a camt.054.
 * False: there was nothing left to execute.
 */
export async function executeOrders(
  services: Services,
  deposit: Deposit,
  dialect: DialectName,
  kind: Order['kind'],
): Promise<boolean> {
  const { hold } = await exportOrders(services);
  if (hold !== null) throw new HttpProblem(409, heldInWords(hold));
  const { orders = [], qrIban = null } = (await findDeposit(services.database, deposit.id)) ?? {};
  const open = orders.filter(
    (order) => order.kind === kind && order.completedAt === null && order.runId !== null && order.rejection === null,
  );
  const files = Map.groupBy(open, ({ runId }) => runId as string);
  const payments: ReceivedPayment[] = [];
  for (const [runId, ofRun] of files) {
    const run = await findRun(services.database, runId);
    const path = folderOf(services, run?.folder ?? null).outFile(fileOf(runId));
    const wanted = new Set(ofRun.map(({ id, attempt }) => endToEndIdOf(id, attempt)));
    const { payments: received } = readPain001(readFileSync(path, 'utf8'));
    payments.push(...received.filter(({ endToEndId }) => wanted.has(endToEndId)));
  }
  let isDone = false;
  for (const [iban, ofAccount] of Map.groupBy(payments, ({ debtorIban }) => debtorIban)) {
    const account = { iban, qrIban: iban === deposit.iban ? qrIban : null, dialect };
    const { counts } = await bookAndNotify(services, account, ofAccount.map(debitOf));
    if (counts.booked > 0) isDone = true;
  }
  return isDone;
}

/** The bank reference depends only on the payment, so executing it again books nothing. */
function debitOf({ endToEndId, amountText, creditorIban, creditorName }: ReceivedPayment): Unbooked<Debit> {
  return {
    direction: 'debit',
    amount: fromChf(Number(amountText)) as Rappen,
    bankReference: referenceOf(endToEndId, 'S'),
    creditor: { name: creditorName, iban: creditorIban },
    endToEndId,
  };
}

/** Of 35 characters: each attempt of an order has an end-to-end id of its own. */
function referenceOf(endToEndId: string, letter: 'S' | 'R'): string {
  const [id = '', attempt = '1'] = endToEndId.split('-');
  return `${letter}${attempt.padStart(2, '0')}${id}`;
}
