import * as z from 'zod';
import { tenantMayClaimFrom } from '../domain/values/calendar.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import { PARTIES, STATES, STEPS, type Closing } from '../domain/deposit.ts';
import { PRODUCTS } from '../domain/product.ts';
import { DOCUMENT_KINDS } from '../domain/document.ts';
import { INTEGRATIONS } from '../domain/integration.ts';
import { standing, tenantsShare } from '../domain/lifecycle/split.ts';
import { toChf, type Rappen } from '../domain/values/money.ts';
import { adjustmentsSchema, depositTermsSchema } from '../domain/schema/deposit-terms.ts';
import type { StoredDeposit } from '../storage/deposits/deposits.ts';
import { orderFields, orderSchema, stateOfOrder } from './money-view.ts';

const proposalSchema = z.object({
  at: z.string(),
  by: z.enum(PARTIES),
  amountTenant: z.number(),
  amountLandlord: z.number(),
  reason: z.string().nullable(),
});

const closingSchema = z.object({
  startedBy: z.enum(PARTIES),
  startedAt: z.string(),
  tenancyEnd: z.string(),
  tenantMayClaimFrom: z
    .string()
    .describe('OR 257e: from this day the tenant may claim the whole deposit alone, unless a legal claim is recorded.'),
  proposal: proposalSchema.describe('The current proposal.'),
  proposals: z.array(proposalSchema),
  tenantIban: z.string().nullable(),
  release: z
    .object({
      at: z.string(),
      ground: z.enum(['consent', 'judgment', 'payment_order', 'year']),
      amountTenant: z.number(),
      amountLandlord: z.number(),
      evidence: z.string().nullable(),
      finalOn: z.string().nullable().describe('The day the judgment or payment order became final.'),
    })
    .nullable()
    .describe('Why the payout is ordered, and how it is divided.'),
});

export const depositSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    integration: z.enum(INTEGRATIONS),
    state: z.enum(STATES),
    step: z.enum(STEPS).nullable(),
    since: z.string().describe('When it entered its state or step.'),
    createdAt: z.string(),
    sentAt: z.string().nullable().describe('When it first went to the tenants.'),
    ...depositTermsSchema.shape,
    propertyManager: z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    iban: z.string().nullable(),
    qrIban: z.string().nullable(),
    paymentReference: z.string().nullable(),
    product: z.enum(PRODUCTS).nullable(),
    provider: z.string().nullable(),
    paidInTotal: z.number().describe('The sum that counts, at most `rentalDeposit`.'),
    payments: z.array(
      z.object({ id: z.string(), at: z.string(), amount: z.number(), counted: z.number(), reference: z.string() }),
    ),
    orders: z.array(orderSchema).describe('Outgoing money: payouts and paybacks.'),
    registerCheck: z
      .object({
        at: z.string(),
        differences: z.array(z.object({ field: z.string(), declared: z.string(), registered: z.string() })),
      })
      .nullable()
      .describe('For a company: differences from the commercial register. Null: not checked.'),
    refusal: z.object({ at: z.string(), by: z.enum(['bank', 'insurer']), reason: z.string() }).nullable(),
    closing: closingSchema.nullable(),
    legalClaim: z.object({ at: z.string(), evidence: z.string() }).nullable(),
    paidOutTime: z.string().nullable(),
    paidOutAmountTenant: z.number().nullable(),
    paidOutAmountLandlord: z.number().nullable(),
    adjustments: adjustmentsSchema,
    history: z.array(
      z.object({ at: z.string(), actor: z.string(), event: z.string(), detail: z.record(z.string(), z.unknown()) }),
    ),
    documents: z.array(
      z.object({ id: z.string(), kind: z.enum(DOCUMENT_KINDS), sha256: z.string(), createdAt: z.string() }),
    ),
  })
  .meta({ id: 'Deposit' });

export type DepositView = z.infer<typeof depositSchema>;

/** The full record of a deposit. */
export function depositView(deposit: StoredDeposit, providers: ProviderCodes): DepositView {
  const { terms, manager, product } = deposit;
  return {
    id: deposit.id,
    organizationId: deposit.organizationId,
    integration: deposit.integration,
    state: deposit.state,
    step: deposit.step,
    since: deposit.stepSince.toISOString(),
    createdAt: deposit.createdAt.toISOString(),
    sentAt: deposit.sentAt?.toISOString() ?? null,
    ...terms,
    rentalDeposit: toChf(terms.rentalDeposit),
    tenants: terms.tenants.map((tenant, index) => ({
      ...tenant,
      signedAt: deposit.signatures[index]?.at.toISOString() ?? null,
    })),
    propertyManager: {
      id: manager.id,
      email: manager.email,
      firstName: manager.firstName,
      lastName: manager.lastName,
    },
    iban: deposit.iban,
    qrIban: deposit.qrIban,
    paymentReference: deposit.paymentReference,
    product,
    provider: product === null ? null : providers[product],
    paidInTotal: toChf(deposit.paidIn),
    payments: deposit.payments.map(({ id, at, amount, counted, reference }) => ({
      id,
      at: at.toISOString(),
      amount: toChf(amount),
      counted: toChf(counted),
      reference,
    })),
    orders: deposit.orders.map((order) => ({ ...orderFields(order), ...stateOfOrder(order) })),
    registerCheck:
      deposit.registerCheck === null
        ? null
        : { at: deposit.registerCheck.at.toISOString(), differences: [...deposit.registerCheck.differences] },
    refusal: deposit.refusal === null ? null : withTime(deposit.refusal),
    closing: deposit.closing === null ? null : closingView(deposit.closing, deposit),
    legalClaim: deposit.legalClaim === null ? null : withTime(deposit.legalClaim),
    paidOutTime: deposit.paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: chfOrNull(deposit.paidOutTenant),
    paidOutAmountLandlord: chfOrNull(deposit.paidOutLandlord),
    adjustments: [...deposit.adjustments],
    history: deposit.history.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    documents: deposit.documents.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })),
  };
}

function closingView(closing: Closing, deposit: StoredDeposit): z.infer<typeof closingSchema> {
  const split = <T extends { at: Date; amountLandlord: Rappen }>(fact: T) => ({
    ...withTime(fact),
    amountTenant: toChf(tenantsShare(deposit, fact)),
    amountLandlord: toChf(fact.amountLandlord),
  });
  return {
    startedBy: closing.startedBy,
    startedAt: closing.startedAt.toISOString(),
    tenancyEnd: closing.tenancyEnd,
    tenantMayClaimFrom: tenantMayClaimFrom(closing.tenancyEnd),
    proposal: split(standing(closing)),
    proposals: closing.proposals.map(split),
    tenantIban: closing.tenantIban,
    release: closing.release === null ? null : { finalOn: null, ...split(closing.release) },
  };
}

function withTime<T extends { at: Date }>(fact: T): Omit<T, 'at'> & { at: string } {
  return { ...fact, at: fact.at.toISOString() };
}

function chfOrNull(amount: Rappen | null): number | null {
  return amount === null ? null : toChf(amount);
}
