import * as z from 'zod';
import { ORDER_CAUSES, type Order } from '../domain/ledger.ts';
import type { Missing } from '../domain/payee/missing.ts';
import { ORDER_STATES, type OrderState, isUndecided, stateOfOrder } from '../domain/lifecycle/orders.ts';
import { endToEndIdOf } from '../domain/values/end-to-end-id.ts';
import { toChf } from '../domain/values/money.ts';
import { postalAddressSchema } from '../domain/schema/deposit-terms.ts';
import type { ListedOrder } from '../storage/money/listed-orders.ts';

export const orderSchema = z.object({
  id: z.string(),
  kind: z.enum(['payout', 'payback', 'transfer']),
  cause: z.enum(ORDER_CAUSES),
  to: z.enum(['tenant', 'landlord', 'payer', 'deposit']),
  amount: z.number().describe('CHF'),
  iban: z.string().nullable(),
  holderName: z.string().nullable().describe('The holder of the account; null: the payee.'),
  bic: z.string().nullable(),
  address: postalAddressSchema.nullable().describe('The payee’s address, if one was given for this order.'),
  orderedAt: z.string(),
  completedAt: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  waitsFor: z.string().nullable().describe('Why it waits, or why the bank has rejected or returned it.'),
  endToEndId: z.string().describe('`EndToEndId` of the next or the last payment file.'),
  runId: z.string().nullable().describe('The payment file it went out with.'),
  released: z
    .object({ at: z.string(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('Who released it. Null: not released, or it needs no release.'),
});

export const moneySchema = orderSchema
  .extend({
    reference: z.string().nullable().describe('Reference of the payment that is paid back.'),
    deposit: z
      .object({ id: z.string(), organizationId: z.string(), externalContractId: z.string() })
      .nullable()
      .describe('Null: the reference is unknown.'),
  })
  .meta({ id: 'MoneyEntry' });

export function orderFields(order: Order) {
  const { id, kind, cause, payee, amount, iban, holderName, bic, address, orderedAt, completedAt, runId, attempt } =
    order;
  const { releasedAt, releasedBy, releaseReason } = order;
  return {
    endToEndId: endToEndIdOf(id, attempt),
    id,
    kind,
    cause,
    to: payee,
    amount: toChf(amount),
    iban,
    holderName,
    bic,
    address,
    orderedAt: orderedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    runId,
    released:
      releasedAt === null ? null : { at: releasedAt.toISOString(), by: releasedBy ?? '', reason: releaseReason },
  };
}

const SET_IT = 'Set one with POST /money/{id}/account.';
const NO_ACCOUNT: Record<Order['payee'], string> = {
  tenant: `The tenant has not named an account. ${SET_IT}`,
  landlord: 'The organization has no payoutIban. Set it, or set an account with POST /money/{id}/account.',
  payer: `The account it was paid from is not known. ${SET_IT}`,
  deposit: 'No deposit has this account any more. Assign the money again with POST /money/{id}/assign.',
};

/** What an order waits for. */
function missingText(missing: Missing, payee: Order['payee']): string {
  switch (missing) {
    case 'hold':
      return 'The deposit is on hold: nothing is paid out until an operator lifts it with POST /deposits/{id}/lift-hold.';
    case 'account':
      return NO_ACCOUNT[payee];
    case 'debtor':
      return 'The account that it is paid from is not known. Without an account of a deposit it is the operator’s own: set OPERATOR_IBAN, or ownIban of the default bank. Or pay it at the bank and call POST /money/{id}/completed.';
    case 'bic':
      return 'The account is outside Switzerland and Liechtenstein, and its BIC is missing. Give it with POST /money/{id}/account.';
    case 'country':
      return 'The account, the bank or the address is in a country of REFUSED_COUNTRIES. Give another account with POST /money/{id}/account.';
    case 'name':
      return 'The bank has not reported the payer’s name. Give account, holderName and address with POST /money/{id}/account.';
    case 'address':
      return payee === 'tenant'
        ? 'The tenancy is over, and the tenant has given no address since the move-in. The tenant’s page asks for it; or give it with POST /money/{id}/account.'
        : 'The bank has not reported the payer’s address. Give account and address with POST /money/{id}/account.';
  }
}

/** Where an order stands, and why it does not go on. */
export function stateFields(order: Order, missing: Missing | null): { state: OrderState; waitsFor: string | null } {
  const state = stateOfOrder(order, missing);
  switch (state) {
    case 'waiting':
      return { state, waitsFor: missing === null ? null : missingText(missing, order.payee) };
    case 'to_release':
      return { state, waitsFor: 'A person must release it with POST /money/{id}/release.' };
    case 'rejected':
      return { state, waitsFor: order.rejection };
    case 'returned':
      return { state, waitsFor: order.returnReason };
    case 'ordered':
    case 'sent':
    case 'completed':
      return { state, waitsFor: null };
  }
}

const UNDECIDED =
  'It belongs to no deposit. Assign it with POST /money/{id}/assign, or pay it back with POST /money/{id}/release.';

export function moneyView(order: ListedOrder): z.infer<typeof moneySchema> {
  const { deposit, reference, missing } = order;
  const { state, waitsFor } = stateFields(order, missing);
  const why = isUndecided(order, missing) ? UNDECIDED : waitsFor;
  return { ...orderFields(order), state, waitsFor: why, reference, deposit };
}
