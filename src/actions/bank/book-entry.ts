import type { BankEntry } from '../../bank/camt.ts';
import { endToEndIdOf } from '../../bank/pain001.ts';
import { parsePayable } from '../../domain/iban.ts';
import { plainReference } from '../../domain/payment-reference.ts';
import { isKnownEntry, rememberEntry, TOTAL, type RememberedEntry } from '../../storage/money/bank.ts';
import type { Sql } from '../../storage/database/database.ts';
import { locateByReference } from '../../storage/deposits/deposits.ts';
import { findOrder, NOBODY } from '../../storage/money/money.ts';
import { receivePayment } from '../receive-payment.ts';
import { completeOrder } from '../settle-order.ts';
import type { Services } from '../services.ts';

/** What became of a booking of the bank's. */
export type Booked = 'booked' | 'repeated' | 'not_booked_yet' | 'total' | 'attention';

/** Takes one booking on, once. What is not for us to decide is kept for a person to look at. */
export async function bookEntry(services: Services, entry: BankEntry, fileId: string): Promise<Booked> {
  if (!entry.isBooked) return 'not_booked_yet';
  if (await isKnownEntry(services.database, entry.key)) return 'repeated';
  if (isWithoutDetails(entry)) return keepTotal(services, entry, fileId);
  const reason = attentionOf(entry);
  if (reason !== null) return keep(services, entry, fileId, reason);
  return entry.direction === 'credit' ? bookCredit(services, entry, fileId) : bookDebit(services, entry, fileId);
}

/** Who paid, for what: all of that stands in another file, whose transactions must not find their key taken. */
function isWithoutDetails({ isTotal, reference, endToEndId, counterpartyIban, counterpartyName }: BankEntry): boolean {
  return isTotal || [reference, endToEndId, counterpartyIban, counterpartyName].every((fact) => fact === null);
}

/** Shown until its transactions are known. */
async function keepTotal({ database }: Services, entry: BankEntry, fileId: string): Promise<Booked> {
  const reason = 'Its details are missing: they stand in another file, which has not come yet.';
  const total = { ...remembered(entry, NOBODY, fileId, reason), key: `${TOTAL}${entry.key}`, entryKey: entry.key };
  await rememberEntry(database, total);
  return 'total';
}

function attentionOf({ amount, currency, isReversal, direction }: BankEntry): string | null {
  if (amount === null) return `It is in ${currency}, not in CHF.`;
  if (amount === 0) return 'Its amount is 0.';
  if (isReversal) return direction === 'debit' ? 'The bank has taken a payment back.' : 'A payment of ours came back.';
  return null;
}

async function bookCredit(services: Services, entry: BankEntry, fileId: string): Promise<Booked> {
  const reference = entry.reference ?? '';
  const location = await locateByReference(services.database, plainReference(reference));
  const organizationId = location?.organizationId ?? NOBODY;
  const once = (sql: Sql): Promise<boolean> => rememberEntry(sql, remembered(entry, organizationId, fileId, null));
  const payerIban = entry.counterpartyIban === null ? null : parsePayable(entry.counterpartyIban);
  const payerName = entry.counterpartyName;
  if (entry.amount === null) throw new Error('only francs are booked');
  const { isNew } = await receivePayment(services, { reference, amount: entry.amount, payerIban, payerName }, once);
  return isNew ? 'booked' : 'repeated';
}

/** A payment of ours was carried out. Any other debit is nobody's order, such as a charge. */
async function bookDebit(services: Services, entry: BankEntry, fileId: string): Promise<Booked> {
  const orderId = orderIdOf(entry.endToEndId);
  const order = orderId === null ? null : await findOrder(services.database, orderId);
  if (order === null) return keep(services, entry, fileId, 'It is a debit that no order of ours has asked for.');
  if (order.amount !== entry.amount) return keep(services, entry, fileId, 'Its amount is not that of the order.');
  const organizationId = order.deposit?.organizationId ?? NOBODY;
  const once = (sql: Sql): Promise<boolean> => rememberEntry(sql, remembered(entry, organizationId, fileId, null));
  const settled = await completeOrder(services, order.id, once);
  if (settled === 'repeated') return 'repeated';
  if (settled === null || settled.refusal !== null) {
    return keep(services, entry, fileId, 'The order it belongs to is carried out already.');
  }
  return 'booked';
}

/** `EndToEndId` is the order's id without dashes. */
export function orderIdOf(endToEndId: string | null): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(endToEndId ?? '');
  if (parts === null) return null;
  const id = parts.slice(1).join('-').toLowerCase();
  return endToEndIdOf(id) === endToEndId?.toLowerCase() ? id : null;
}

async function keep(services: Services, entry: BankEntry, fileId: string, reason: string): Promise<Booked> {
  if (await isKnownEntry(services.database, entry.key)) return 'repeated';
  const isNew = await rememberEntry(services.database, remembered(entry, NOBODY, fileId, reason));
  return isNew ? 'attention' : 'repeated';
}

function remembered(
  entry: BankEntry,
  organizationId: string,
  fileId: string,
  attention: string | null,
): RememberedEntry {
  const { key, entryKey, accountIban, direction, amountText, currency, bookedOn, reference, endToEndId } = entry;
  const { charges, bankReference } = entry;
  const booking = { key, entryKey, accountIban, direction, amountText, currency, bookedOn, reference, endToEndId };
  return { organizationId, fileId, ...booking, charges, bankReference, attention };
}
