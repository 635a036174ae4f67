import { releasePayment } from '../../../../actions/settle-order.ts';
import { NotYours } from '../../../../actions/approvals/refused.ts';
import type { Services } from '../../../../actions/services.ts';
import type { Order } from '../../../../domain/ledger.ts';
import type { Acting } from '../../../../domain/operator.ts';
import { postalLine } from '../../../../domain/values/postal-address.ts';
import { refusalOf } from '../../../move.ts';

/** Identifies what a page showed of an order, so that no other account is released. */
export function seenOf({
  iban,
  holderName,
  bic,
  address,
  amount,
}: Pick<Order, 'iban' | 'holderName' | 'bic' | 'address' | 'amount'>): string {
  const where = address === null ? null : postalLine(address);
  return encodeURIComponent(JSON.stringify([iban, holderName, bic, where, amount]));
}

/** Null: released. Otherwise why not; `unknown`: there is no such order. */
export async function tryRelease(
  services: Services,
  by: Acting,
  orderId: string,
  { reason, seen }: { reason: string | null; seen: string },
): Promise<string | null> {
  try {
    const isSeen = (order: Order): boolean => seenOf(order) === seen;
    const outcome = await releasePayment(services, orderId, { reason, by, isSeen });
    if (outcome === null) return 'There is no such order.';
    return refusalOf(outcome)?.message ?? null;
  } catch (error) {
    if (error instanceof NotYours) return error.message;
    throw error;
  }
}
