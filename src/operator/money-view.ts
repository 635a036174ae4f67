import * as z from 'zod';
import { ORDER_CAUSES, type Order } from '../domain/ledger.ts';
import { toChf } from '../domain/values/money.ts';
import type { ListedOrder } from '../storage/money/money.ts';

export const orderSchema = z.object({
  id: z.string(),
  kind: z.enum(['payout', 'payback']),
  cause: z.enum(ORDER_CAUSES),
  to: z.enum(['tenant', 'landlord', 'payer']),
  amount: z.number().describe('CHF'),
  iban: z.string().nullable(),
  orderedAt: z.string(),
  completedAt: z.string().nullable(),
  state: z.enum(['waiting', 'ordered', 'sent', 'rejected', 'completed']),
  waitsFor: z.string().nullable().describe('Why it waits, or why the bank has rejected it.'),
  runId: z.string().nullable().describe('The payment file it went out with.'),
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

export function orderFields({ id, kind, cause, payee, amount, iban, orderedAt, completedAt, runId }: Order) {
  return {
    id,
    kind,
    cause,
    to: payee,
    amount: toChf(amount),
    iban,
    orderedAt: orderedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    runId,
  };
}

const WAITS_FOR: Record<Order['payee'], string> = {
  tenant: 'The tenant has not named an account. Set one with POST /money/{id}/account.',
  landlord: 'The organization has no payoutIban. Set it, or set an account with POST /money/{id}/account.',
  payer: 'The account it was paid from is not known. Set one with POST /money/{id}/account.',
};

export function stateOfOrder({ completedAt, iban, payee, runId, rejection }: Order) {
  if (completedAt !== null) return { state: 'completed' as const, waitsFor: null };
  if (rejection !== null) return { state: 'rejected' as const, waitsFor: rejection };
  if (runId !== null) return { state: 'sent' as const, waitsFor: null };
  if (iban !== null) return { state: 'ordered' as const, waitsFor: null };
  return { state: 'waiting' as const, waitsFor: WAITS_FOR[payee] };
}

export function moneyView(order: ListedOrder): z.infer<typeof moneySchema> {
  const { deposit, reference } = order;
  const { state, waitsFor } = stateOfOrder(order);
  // Not part of a payment file: too little is known about the payer.
  const isPaidByHand = deposit === null && state === 'ordered';
  const byHand = 'It belongs to no deposit. Pay it back at the bank, then call POST /money/{id}/completed.';
  return { ...orderFields(order), state, waitsFor: isPaidByHand ? byHand : waitsFor, reference, deposit };
}
