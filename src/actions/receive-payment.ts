import type { BookingFacts } from '../domain/booking.ts';
import type { IncomingPayment } from '../domain/ledger.ts';
import { receiveUnknown } from '../domain/lifecycle/payment.ts';
import { rappen } from '../domain/values/money.ts';
import { serviceNow } from '../storage/database/clock.ts';
import type { Sql } from '../storage/database/database.ts';
import { NIL_ID } from '../storage/database/ids.ts';
import { addPostings, saveOrders, savePayments } from '../storage/money/money.ts';
import { moveInTransaction } from './move-deposit.ts';
import type { Services } from './services.ts';

export type Received = Omit<IncomingPayment, 'id' | 'at'>;

/** Books money that arrived: for the deposit that its reference names, or for none, to be paid back. */
export async function receivePayment(
  services: Services,
  sql: Sql,
  deposit: BookingFacts['deposit'],
  received: Received,
): Promise<void> {
  const id = services.random.id();
  if (deposit === null) return receiveWithoutDeposit(services, sql, { id, at: await serviceNow(sql), ...received });
  const moved = await moveInTransaction(services, sql, deposit, 'receive_payment', (_, { now }) => ({
    id,
    at: now,
    ...received,
  }));
  if (moved?.refusal !== null) throw new Error('a deposit with a reference takes money in every state');
}

async function receiveWithoutDeposit(
  { random, demoIban }: Services,
  sql: Sql,
  payment: IncomingPayment,
): Promise<void> {
  const { order, postings } = receiveUnknown(payment, { now: payment.at, random, demoIban });
  const owner = { organizationId: NIL_ID, depositId: null };
  await savePayments(sql, owner, [{ ...payment, counted: rappen(0) }]);
  await saveOrders(sql, owner, [order]);
  await addPostings(sql, { organizationId: NIL_ID, account: payment.id }, postings);
}
