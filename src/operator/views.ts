import * as z from 'zod';
import { NOTIFICATIONS } from '../domain/digest/digest.ts';
import { PRODUCTS } from '../domain/product.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { toChf } from '../domain/values/money.ts';
import type { Organization } from '../domain/organization.ts';
import { brandSchema, brandView } from './settings/brand-view.ts';
import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { EVENT_TYPES } from '../domain/document.ts';
import type { PartnerConnection } from '../storage/set-up/connections.ts';
import type { ListedMember } from '../storage/set-up/members.ts';

export const organizationSchema = z
  .object({
    id: z.string().describe('Sent as `x-org-id` to read contract status.'),
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
    payoutHolderName: z.string().nullable(),
    payoutBic: z.string().nullable(),
    payoutAccounts: z.array(
      z.object({
        iban: z.string(),
        propertyId: z.string().nullable(),
        ownerName: z.string().nullable(),
        holderName: z.string().nullable(),
        bic: z.string().nullable(),
      }),
    ),
    bankProviderId: z.string().nullable(),
    insurerProviderId: z.string().nullable(),
    brand: brandSchema,
  })
  .meta({ id: 'Organization' });

export function organizationRecord(organization: Organization): z.infer<typeof organizationSchema> {
  const { providers: _, shownBrand: __, home: ___, brand, ...settings } = organization;
  const { payoutAccounts, smallDepositLimit } = organization;
  return {
    ...settings,
    payoutAccounts: [...payoutAccounts],
    smallDepositLimit: toChf(smallDepositLimit),
    brand: brandView(brand),
  };
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
    administrator: z.boolean().describe('Always true for the default property manager.'),
    notifications: z.enum(NOTIFICATIONS).describe('A mail for each import, or one digest a day.'),
  })
  .meta({ id: 'Member' });

export function memberView(member: ListedMember): z.infer<typeof memberSchema> {
  const { invitedAt: _, signedInAt: __, ...shown } = member;
  return shown;
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
        events: z.array(z.enum(EVENT_TYPES)),
        inline: z.boolean(),
        active: z.boolean(),
        secret: z.string().optional().describe('Shown once, when it is created.'),
      })
      .nullable(),
  })
  .meta({ id: 'Connection' });

export type ConnectionView = z.infer<typeof connectionSchema>;

/** The secret is only part of the response to the call that created it. */
export function connectionView(connection: PartnerConnection, newSecret: string | null = null): ConnectionView {
  const { callback, ...rest } = connection;
  if (callback === null) return { ...rest, callback };
  const { url, events, inline, active } = callback;
  const documents = callback.documents as NonNullable<ConnectionView['callback']>['documents'];
  return {
    ...rest,
    callback: { url, documents, events, inline, active, ...(newSecret === null ? {} : { secret: newSecret }) },
  };
}
