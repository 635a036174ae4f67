import assert from 'node:assert/strict';
import { moveDeposit } from '../../src/actions/move-deposit.ts';
import type { Services } from '../../src/actions/services.ts';
import type { IncomingPayment } from '../../src/domain/ledger.ts';
import { startOfDay, type Day } from '../../src/domain/values/calendar.ts';
import { rappen } from '../../src/domain/values/money.ts';
import { TENANT_IBAN, type Play } from './play.ts';

const locationOf = ({ id, partner }: Play) => ({ organizationId: partner.organizationId, depositId: id });

/** The bank has booked a payment on a day, in Rappen. */
export async function bookPayment(services: Services, it: Play, bookedOn: Day, amount: number): Promise<void> {
  const { paymentReference: reference, iban: accountIban } = await it.record();
  const payment: IncomingPayment = {
    id: services.random.id(),
    at: startOfDay(bookedOn),
    reference,
    amount: rappen(amount),
    payerIban: TENANT_IBAN,
    payerName: 'Lea Brunner',
    payerAddress: null,
    matchedBy: 'reference',
    bookedOn,
    valueOn: bookedOn,
    bankReference: null,
    entryKey: null,
    accountIban,
  };
  const moved = await moveDeposit(services, locationOf(it), 'receive_payment', () => payment);
  assert.equal(moved?.refusal, null);
}

/** The bank has credited or charged an amount in Rappen. */
export async function bookItem(
  services: Services,
  it: Play,
  { kind, bookedOn, amount }: { kind: 'interest' | 'charge' | 'withholding_tax'; bookedOn: Day; amount: number },
): Promise<void> {
  const bank = { at: startOfDay(bookedOn), bookedOn };
  const moved = await moveDeposit(services, locationOf(it), 'book_bank_item', () => ({
    kind,
    amount: rappen(amount),
    bank,
  }));
  assert.equal(moved?.refusal, null);
}
