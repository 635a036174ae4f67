import * as z from 'zod';
import { PROVIDER_KINDS, type Offer } from '../../domain/provider.ts';
import { toChf } from '../../domain/values/money.ts';
import type { ListedKey } from '../../storage/set-up/key-uses.ts';
import { CONTACT_ROLES, type ProviderContact } from '../../storage/providers/contacts.ts';
import type { StoredProvider } from '../../storage/providers/providers.ts';

const offerSchema = z.object({
  interestRate: z.number().optional(),
  fees: z.number().optional(),
  premiumPercent: z.number().optional(),
  premiumMinimum: z.number().optional(),
  stampDutyPercent: z.number().optional(),
  feeOnce: z.number().optional(),
  conditions: z
    .object({
      de: z.string().optional(),
      fr: z.string().optional(),
      it: z.string().optional(),
      en: z.string().optional(),
    })
    .optional(),
  phone: z.string().optional(),
});

export const providerSchema = z
  .object({
    id: z.string(),
    kind: z.enum(PROVIDER_KINDS),
    code: z.string(),
    name: z.string(),
    address: z
      .object({ street: z.string(), streetNumber: z.string(), zip: z.string(), city: z.string() })
      .nullable()
      .describe('Null: made from a setting; give it.'),
    offer: offerSchema,
    default: z.boolean(),
    active: z.boolean(),
    exchangeFolder: z.string().nullable(),
    initiatingParty: z.string().nullable(),
    ownIban: z.string().nullable(),
    callback: z
      .object({
        url: z.string(),
        active: z.boolean(),
        secret: z.string().optional().describe('Shown once, when it is created.'),
      })
      .nullable(),
  })
  .meta({ id: 'Provider' });

/** Amounts in CHF. The secret is only part of the response to the call that created it. */
export function providerView(
  provider: StoredProvider,
  newSecret: string | null = null,
): z.infer<typeof providerSchema> {
  const { id, kind, code, name, address, exchangeFolder, initiatingParty, ownIban, callback } = provider;
  const secret = newSecret === null ? {} : { secret: newSecret };
  return {
    id,
    kind,
    code,
    name,
    address,
    offer: offerView(provider.offer),
    default: provider.isDefault,
    active: provider.isActive,
    exchangeFolder,
    initiatingParty,
    ownIban,
    callback: callback === null ? null : { url: callback.url, active: callback.active, ...secret },
  };
}

function offerView({ fees, premiumMinimum, feeOnce, ...rest }: Offer): z.infer<typeof offerSchema> {
  return {
    ...rest,
    ...(fees === undefined ? {} : { fees: toChf(fees) }),
    ...(premiumMinimum === undefined ? {} : { premiumMinimum: toChf(premiumMinimum) }),
    ...(feeOnce === undefined ? {} : { feeOnce: toChf(feeOnce) }),
  };
}

export const contactSchema = z
  .object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(CONTACT_ROLES) })
  .meta({ id: 'ProviderContact' });

export function contactView({ id, email, name, role }: ProviderContact): z.infer<typeof contactSchema> {
  return { id, email, name, role };
}

export const keyListSchema = z
  .object({
    keyId: z.string(),
    createdAt: z.string(),
    revokedAt: z.string().nullable(),
    usedAt: z.string().nullable(),
  })
  .meta({ id: 'ProviderKey' });

export function keyView({ id, createdAt, revokedAt, usedAt }: ListedKey): z.infer<typeof keyListSchema> {
  return {
    keyId: id,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    usedAt: usedAt?.toISOString() ?? null,
  };
}
