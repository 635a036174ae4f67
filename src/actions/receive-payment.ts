import type { IncomingPayment } from '../domain/ledger.ts';
import { receiveUnknown } from '../domain/lifecycle/payment.ts';
import { rappen, type Rappen } from '../domain/money.ts';
import { plainReference } from '../domain/payment-reference.ts';
import { serviceNow } from '../storage/clock.ts';
import { locateByReference } from '../storage/deposits.ts';
import { addPostings, NOBODY, saveOrders, savePayments } from '../storage/money.ts';
import { moveDeposit } from './move-deposit.ts';
import type { Services } from './services.ts';

export type Incoming = { reference: string; amount: Rappen; payerIban: string | null };

/** Money arrived with a reference. It is booked either way: for the deposit it names, or as nobody's, to be paid back. */
export async function receivePayment(
  services: Services,
  { reference, amount, payerIban }: Incoming,
): Promise<{ depositId: string | null }> {
  const payment: IncomingPayment = {
    id: services.chance.id(),
    at: await serviceNow(services.database),
    reference,
    amount,
    payerIban,
  };
  const location = await locateByReference(services.database, plainReference(reference));
  if (location === null) {
    await bookUnknown(services, payment);
    return { depositId: null };
  }
  const moved = await moveDeposit(services, location, 'receive_payment', () => payment);
  if (moved?.refusal !== null) throw new Error('a deposit with a reference takes money in every state');
  return { depositId: location.depositId };
}

async function bookUnknown(services: Services, payment: IncomingPayment): Promise<void> {
  const { chance, demoIban } = services;
  const { order, postings } = receiveUnknown(payment, { now: payment.at, chance, demoIban });
  const owner = { organizationId: NOBODY, depositId: null };
  await services.database.transaction(async (sql) => {
    await savePayments(sql, owner, [{ ...payment, counted: rappen(0) }]);
    await saveOrders(sql, owner, [order]);
    await addPostings(sql, { organizationId: NOBODY, account: payment.id }, postings);
  });
}
