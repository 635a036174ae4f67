import type { IncomingPayment } from '../domain/ledger.ts';
import { receiveUnknown } from '../domain/lifecycle/payment.ts';
import { rappen, type Rappen } from '../domain/money.ts';
import { plainReference } from '../domain/payment-reference.ts';
import { serviceNow } from '../storage/database/clock.ts';
import { locateByReference } from '../storage/deposits/deposits.ts';
import { addPostings, NOBODY, saveOrders, savePayments } from '../storage/money/money.ts';
import { moveOnce, type Once } from './move-deposit.ts';
import type { Services } from './services.ts';

export type Incoming = { reference: string; amount: Rappen; payerIban: string | null; payerName: string | null };

/** Money arrived with a reference. It is booked either way: for the deposit it names, or as nobody's, to be paid back. */
export async function receivePayment(
  services: Services,
  { reference, amount, payerIban, payerName }: Incoming,
  once: Once = async () => true,
): Promise<{ depositId: string | null; isNew: boolean }> {
  const payment: IncomingPayment = {
    id: services.random.id(),
    at: await serviceNow(services.database),
    reference,
    amount,
    payerIban,
    payerName,
  };
  const location = await locateByReference(services.database, plainReference(reference));
  if (location === null) {
    return { depositId: null, isNew: await bookUnknown(services, payment, once) };
  }
  const moved = await moveOnce(services, location, 'receive_payment', () => payment, once);
  if (moved !== 'repeated' && moved?.refusal !== null) {
    throw new Error('a deposit with a reference takes money in every state');
  }
  return { depositId: location.depositId, isNew: moved !== 'repeated' };
}

async function bookUnknown(services: Services, payment: IncomingPayment, once: Once): Promise<boolean> {
  const { random, demoIban } = services;
  const { order, postings } = receiveUnknown(payment, { now: payment.at, random, demoIban });
  const owner = { organizationId: NOBODY, depositId: null };
  return services.database.transaction(async (sql) => {
    if (!(await once(sql))) return false;
    await savePayments(sql, owner, [{ ...payment, counted: rappen(0) }]);
    await saveOrders(sql, owner, [order]);
    await addPostings(sql, { organizationId: NOBODY, account: payment.id }, postings);
    return true;
  });
}
