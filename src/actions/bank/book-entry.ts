import { orderIdOf } from '../../bank/pain/pain001.ts';
import {
  decideBooking,
  isKept,
  KEPT,
  type BookedOutcome,
  type BookingFacts,
  type KeptOutcome,
  type OrderFacts,
  type StatementEntry,
} from '../../domain/booking.ts';
import { parsePayable } from '../../domain/values/iban.ts';
import type { Rappen } from '../../domain/values/money.ts';
import { plainReference } from '../../domain/values/payment-reference.ts';
import type { Sql } from '../../storage/database/database.ts';
import { insertEntry, keepEntry, readBookingFacts, totalOf } from '../../storage/money/bank-entries.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { receivePayment, type Received } from '../receive-payment.ts';
import type { Services } from '../services.ts';
import { completeInTransaction } from '../settle-order.ts';

/** The outcome of a statement entry, as the report of an import counts it. */
export type Booked = 'booked' | 'repeated' | 'not_booked_yet' | 'total' | 'attention';

/** Reads what is stored about the entry, decides, and carries the outcome out in one transaction. */
export async function bookEntry(services: Services, entry: StatementEntry, fileId: string): Promise<Booked> {
  const facts = await readBookingFacts(services.database, {
    key: entry.key,
    reference: plainReference(entry.reference ?? ''),
    orderId: orderIdOf(entry.endToEndId),
  });
  const outcome = decideBooking(entry, facts);
  if (outcome === 'ignored') return 'not_booked_yet';
  if (outcome === 'already_known') return 'repeated';
  const booked = await services.database.transaction((sql) =>
    carryOut(services, sql, { outcome, entry, facts, fileId }),
  );
  if (booked === 'booked') services.wakeWorker();
  return booked;
}

type Decided = { outcome: KeptOutcome | BookedOutcome; entry: StatementEntry; facts: BookingFacts; fileId: string };

async function carryOut(services: Services, sql: Sql, { outcome, entry, facts, fileId }: Decided): Promise<Booked> {
  if (isKept(outcome)) return keep(sql, outcome, entry, fileId);
  const organizationId = organizationOf(outcome, facts);
  // First: if two imports book the same entry at once, the second waits here and then stops.
  if (!(await insertEntry(sql, { ...stored(entry), organizationId, fileId, attention: null }))) return 'repeated';
  switch (outcome) {
    case 'payment':
    case 'unknown_reference':
      await receivePayment(services, sql, facts.deposit, receivedFrom(entry));
      return 'booked';
    case 'order_completed': {
      const completed = await completeInTransaction(services, sql, facts.order as OrderFacts);
      if (completed?.refusal === null) return 'booked';
      // The order was completed after the facts were read, or the deposit does not allow it.
      await keepEntry(sql, { organizationId, key: entry.key }, KEPT.possible_duplicate());
      return 'attention';
    }
  }
}

async function keep(sql: Sql, outcome: KeptOutcome, entry: StatementEntry, fileId: string): Promise<Booked> {
  const kept = { ...stored(entry), organizationId: NIL_ID, fileId, attention: KEPT[outcome](entry) };
  if (outcome === 'awaiting_details') {
    await insertEntry(sql, totalOf(kept));
    return 'total';
  }
  return (await insertEntry(sql, kept)) ? 'attention' : 'repeated';
}

/** One reference of the bank, as it is listed. */
function stored(entry: StatementEntry): StatementEntry & { bankReference: string | null } {
  return { ...entry, bankReference: entry.detailReference ?? entry.entryReference };
}

function organizationOf(outcome: BookedOutcome, { deposit, order }: BookingFacts): string {
  const owner = outcome === 'order_completed' ? order?.deposit : deposit;
  return owner?.organizationId ?? NIL_ID;
}

function receivedFrom({ reference, amount, counterpartyIban, counterpartyName }: StatementEntry): Received {
  return {
    reference: reference ?? '',
    amount: amount as Rappen,
    payerIban: counterpartyIban === null ? null : parsePayable(counterpartyIban),
    payerName: counterpartyName,
  };
}
