import * as z from 'zod';
import type { ProviderCodes } from '../domain/contract-status.ts';
import { PRODUCTS, STATES, STEPS } from '../domain/deposit.ts';
import { INTEGRATIONS } from '../domain/integration.ts';
import { LANGUAGES } from '../domain/language.ts';
import { toChf, type Rappen } from '../domain/money.ts';
import type { Organization } from '../domain/organization.ts';
import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { adjustmentsSchema, depositTermsSchema } from '../domain/schema/deposit-terms.ts';
import type { PartnerConnection } from '../storage/connections.ts';
import type { StoredDeposit } from '../storage/deposits.ts';
import type { ListedMember } from '../storage/members.ts';

export const organizationSchema = z
  .object({
    id: z.string().describe('This is `x-org-id` of contract status.'),
    parentId: z.string().nullable(),
    name: z.string(),
    language: z.enum(LANGUAGES),
    emailDomain: z.string(),
    address: z.object({ street: z.string(), streetNumber: z.string(), zip: z.string(), city: z.string() }),
    preSigned: z.boolean(),
    sendDelayMinutes: z.int(),
    ownerAlwaysCareOf: z.boolean(),
    tenantChoosesProduct: z.boolean(),
    product: z.enum(PRODUCTS),
    offersInvestment: z.boolean(),
    smallDepositLimit: z.number(),
    contractStatusEnabled: z.boolean(),
    payoutIban: z.string().nullable(),
  })
  .meta({ id: 'Organization' });

export function organizationView(organization: Organization): z.infer<typeof organizationSchema> {
  return { ...organization, smallDepositLimit: toChf(organization.smallDepositLimit) };
}

export const memberSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    language: z.enum(LANGUAGES),
    defaultPropertyManager: z.boolean(),
  })
  .meta({ id: 'Member' });

export function memberView(member: ListedMember): z.infer<typeof memberSchema> {
  return member;
}

export const connectionSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    partnerId: z.string(),
    externalOrgId: z.string(),
    callback: z
      .object({
        url: z.string(),
        documents: z.array(z.enum(CALLBACK_DOCUMENTS)).nullable(),
        inline: z.boolean(),
        active: z.boolean(),
        secret: z.string().optional().describe('Shown once, when it is made.'),
      })
      .nullable(),
  })
  .meta({ id: 'Connection' });

export type ConnectionView = z.infer<typeof connectionSchema>;

/** The secret stands in the one answer that made it. */
export function connectionView(connection: PartnerConnection, newSecret: string | null = null): ConnectionView {
  const { callback, ...rest } = connection;
  if (callback === null) return { ...rest, callback };
  const { url, inline, active } = callback;
  const documents = callback.documents as NonNullable<ConnectionView['callback']>['documents'];
  return {
    ...rest,
    callback: { url, documents, inline, active, ...(newSecret === null ? {} : { secret: newSecret }) },
  };
}

export const depositSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    integration: z.enum(INTEGRATIONS),
    state: z.enum(STATES),
    step: z.enum(STEPS).nullable(),
    createdAt: z.string(),
    ...depositTermsSchema.shape,
    propertyManager: z.object({ id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    iban: z.string().nullable(),
    paymentReference: z.string().nullable(),
    product: z.enum(PRODUCTS).nullable(),
    provider: z.string().nullable(),
    paidInTotal: z.number(),
    paidOutTime: z.string().nullable(),
    paidOutAmountTenant: z.number().nullable(),
    paidOutAmountLandlord: z.number().nullable(),
    adjustments: adjustmentsSchema,
    history: z.array(
      z.object({ at: z.string(), actor: z.string(), event: z.string(), detail: z.record(z.string(), z.unknown()) }),
    ),
    documents: z.array(z.object({ id: z.string(), kind: z.string(), sha256: z.string(), createdAt: z.string() })),
  })
  .meta({ id: 'Deposit' });

/** The full record of a deposit. No money can have come in yet, and no document been made. */
export function depositView(deposit: StoredDeposit, providers: ProviderCodes): z.infer<typeof depositSchema> {
  const { terms, manager, product } = deposit;
  return {
    id: deposit.id,
    organizationId: deposit.organizationId,
    integration: deposit.integration,
    state: deposit.state,
    step: deposit.step,
    createdAt: deposit.createdAt.toISOString(),
    ...terms,
    rentalDeposit: toChf(terms.rentalDeposit),
    tenants: terms.tenants.map((tenant, place) => ({
      ...tenant,
      signedAt: deposit.signedAt[place]?.toISOString() ?? null,
    })),
    propertyManager: {
      id: manager.id,
      email: manager.email,
      firstName: manager.firstName,
      lastName: manager.lastName,
    },
    iban: deposit.iban,
    paymentReference: deposit.paymentReference,
    product,
    provider: product === null ? null : providers[product],
    paidInTotal: 0,
    paidOutTime: deposit.paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: chfOrNull(deposit.paidOutTenant),
    paidOutAmountLandlord: chfOrNull(deposit.paidOutLandlord),
    adjustments: [...deposit.adjustments],
    history: deposit.history.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    documents: [],
  };
}

function chfOrNull(amount: Rappen | null): number | null {
  return amount === null ? null : toChf(amount);
}
