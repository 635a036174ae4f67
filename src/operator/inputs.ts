import * as z from 'zod';
import type { PayeeAccount } from '../domain/payee/payee-account.ts';
import { isCountryCode } from '../domain/values/countries.ts';
import { isDomain } from '../domain/values/contact.ts';
import {
  accountToPay,
  bic,
  dayInput,
  emailInput,
  holderInput,
  ibanThat,
  longText,
  textInput,
} from './input/basic-inputs.ts';
import { brandInput } from './input/brand-input.ts';
import { payoutAccountsInput } from './input/payout-accounts-input.ts';
import { PARTIES } from '../domain/closing/closing.ts';
import { NOTIFICATIONS } from '../domain/digest/digest.ts';
import { PRODUCTS } from '../domain/product.ts';
import { parseQrIban, parseSwissIban } from '../domain/values/iban.ts';
import { OPERATOR_ROLES } from '../domain/operator.ts';
import { INTEGRATIONS } from '../domain/integration.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { fromChf } from '../domain/values/money.ts';
import { clean, LONGEST_CONTRACT_ID } from '../domain/payload/fields.ts';
import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { EVENT_TYPES } from '../domain/document.ts';

const id = z.string();
const SWISS_ZIP = /^[0-9]{4}$/;
const isSwiss = (countryCode: string): boolean => countryCode === 'CH' || countryCode === 'LI';
export { dayInput, emailInput, ibanThat, textInput };

export const chfInput = z
  .number()
  .min(0, 'must not be negative')
  .max(999_999_999.95, 'must not exceed 999999999.95')
  .refine((value) => fromChf(value) !== null, 'must have at most two decimals');
export function isInstant(value: string): boolean {
  try {
    return /^\d{4}-\d{2}-\d{2}T/.test(value) && Temporal.Instant.from(value).epochMilliseconds > 0;
  } catch {
    return false;
  }
}

export const accountInput = z.strictObject({
  iban: ibanThat(parseSwissIban, 'must be a valid IBAN of Switzerland or Liechtenstein, and no QR-IBAN'),
  qrIban: ibanThat(parseQrIban, 'is not a valid QR-IBAN (its institution id is from 30000 to 31999)')
    .optional()
    .describe('Payments then carry a QR reference. Of the country of the IBAN.'),
  reason: longText.optional().describe('Corrects the account of a deposit that has one. For history and audit log.'),
});

export const refusedInput = z.strictObject({ reason: longText });

export const reasonInput = longText.describe('For the audit log.');

export const assignInput = z.strictObject({
  depositId: z
    .string()
    .nullable()
    .describe(
      'Null takes an assignment back whose transfer is not with the bank: the money belongs to no deposit again.',
    ),
  reason: reasonInput,
});

export const releaseInput = z.strictObject({
  ground: z.enum(['judgment', 'payment_order']).describe('Either must be final.'),
  amountLandlord: chfInput,
  evidence: longText,
  finalOn: dayInput.optional().describe('The day it became final.'),
});

export const withdrawInput = z.strictObject({ reason: longText.optional() }).nullish();

export const legalClaimInput = z.strictObject({ evidence: longText });

export const tenancyEndInput = z.strictObject({
  day: dayInput.describe('The last day of the tenancy.'),
  evidence: longText,
});

export const remindInput = z.strictObject({ tenant: z.int().min(1).max(4).optional() }).nullish();

/** As an organization's, with a country. */
const payeeAddress = z
  .strictObject({
    street: textInput,
    streetNumber: textInput,
    zip: textInput.max(16, 'must not be longer than 16 characters'),
    city: textInput,
    countryCode: z
      .string()
      .refine(isCountryCode, 'is not a country code, such as CH')
      .optional()
      .describe('ISO 3166-1 alpha-2; without it CH.'),
  })
  .transform(({ countryCode = 'CH', ...address }) => ({ ...address, countryCode }))
  .refine(({ zip, countryCode }) => !isSwiss(countryCode) || SWISS_ZIP.test(zip), {
    path: ['zip'],
    message: 'must be exactly four digits',
  });

/** The account that money is paid to, in CHF. */
export const orderAccountInput = z.strictObject({
  iban: accountToPay,
  holderName: holderInput.optional().describe('Without it, the payee. Another name needs release.'),
  bic: bic.optional().describe('Required for an account outside Switzerland and Liechtenstein.'),
  address: payeeAddress.optional().describe('Without it, the address that is known of the payee.'),
});

/** The account that the tenant names, with its holder. */
export const payoutAccountInput = z.strictObject({
  iban: accountToPay,
  holderName: holderInput,
  bic: bic.optional().describe('Required for an account outside Switzerland and Liechtenstein.'),
  address: payeeAddress.optional().describe('The tenant’s address since the move-in.'),
});

/** The tenant's account, as the sandbox gives it for a party. */
export const tenantAccountInput = {
  tenantIban: accountToPay.optional(),
  tenantHolderName: holderInput.optional(),
  tenantBic: bic.optional(),
  tenantAddress: payeeAddress.optional().describe('The tenant’s address since the move-in.'),
};

export function accountFrom({
  iban,
  holderName: name,
  bic: code,
  address: at,
}: z.infer<typeof orderAccountInput>): PayeeAccount {
  return { iban, holderName: name ?? null, bic: code ?? null, address: at ?? null };
}

export const releasePaymentInput = z.strictObject({ reason: reasonInput.optional() }).nullish();

/** A proposal that the sandbox makes for a party. */
export const proposalInput = {
  by: z.enum(PARTIES),
  amountLandlord: chfInput,
  reason: longText.optional(),
};

export const positiveAmount = chfInput.refine((value) => value > 0, 'must be above 0');

/** For calls without a body. */

export const partnerInput = z.strictObject({
  name: textInput,
  integration: z.enum(INTEGRATIONS).describe('The path that the keys of this partner may call.'),
});

export const addressInput = z.strictObject({
  street: textInput,
  streetNumber: textInput,
  zip: z.string().regex(SWISS_ZIP, 'must be exactly four digits'),
  city: textInput,
});

const settings = {
  parentId: id.nullable().describe('Makes it a sub-organization.'),
  preSigned: z.boolean().describe('The service signs for the property manager.'),
  sendDelayMinutes: z.int().min(0).max(525_600).describe('How long a pre-signed deposit waits before it is sent.'),
  ownerAlwaysCareOf: z.boolean().describe('Owners are always written c/o the organization.'),
  tenantChoosesProduct: z.boolean(),
  product: z.enum(PRODUCTS).describe('Used when the tenant does not choose.'),
  offersInvestment: z.boolean(),
  smallDepositLimit: chfInput.describe('CHF. Smaller deposits are never invested.'),
  contractStatusEnabled: z.boolean(),
  payoutIban: accountToPay.nullable().describe("The landlord's account."),
  payoutHolderName: holderInput.nullable().describe('The holder of that account; null: the organization.'),
  payoutBic: bic.nullable().describe('Required for an account outside Switzerland and Liechtenstein.'),
  payoutAccounts: payoutAccountsInput.describe(
    'Accounts of single properties and owners; replaces the list. The most specific counts: property and owner, property, owner, neither, `payoutIban`.',
  ),
  bankProviderId: id.nullable().describe('The bank of its deposits; null: the operator’s default.'),
  insurerProviderId: id.nullable().describe('The insurer of its deposits; null: the operator’s default.'),
  brand: brandInput.describe(
    'How pages, mails and documents look. What is null comes from the parent, then from the operator.',
  ),
};

const base = {
  name: textInput,
  language: z.enum(LANGUAGES),
  emailDomain: z.string().trim().refine(isDomain, 'is not a valid domain, such as example.ch'),
  address: addressInput,
};

export const organizationInput = z.strictObject({
  ...base,
  ...z.strictObject(settings).partial().shape,
});

export const organizationChanges = z.strictObject({ ...base, ...settings }).partial();

export const callbackUrl = z
  .string()
  .max(2000)
  .refine((value) => URL.canParse(value), 'is not a URL');

const callback = z.strictObject({
  url: callbackUrl,
  documents: z
    .array(z.enum(CALLBACK_DOCUMENTS))
    .optional()
    .describe('Only these of the documents that the path sends.'),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .optional()
    .describe('Which events it gets; by default documents alone. Without it nothing changes.'),
  inline: z.boolean().optional().describe('Send the PDF as base64.'),
});

export const connectionInput = z.strictObject({
  partnerId: id,
  externalOrgId: textInput.describe('What the partner sends as `x-external-org-id`.'),
  callback: callback.nullable().optional(),
});

export const connectionChanges = z.strictObject({ callback: callback.nullable() });

export const memberInput = z.strictObject({
  email: emailInput,
  firstName: textInput,
  lastName: textInput,
  language: z.enum(LANGUAGES),
  defaultPropertyManager: z.boolean().optional(),
  administrator: z
    .boolean()
    .optional()
    .describe('May invite, change and remove members. The default property manager always may.'),
});

export const memberChanges = memberInput.partial().extend({
  notifications: z.enum(NOTIFICATIONS).optional().describe('A mail for each import, or one digest a day.'),
});

export const memberRemoval = z.strictObject({ reassignTo: id.optional() }).nullish();

export const ignoredInput = z.strictObject({
  until: z
    .string()
    .refine(
      isInstant,
      'must be an ISO 8601 instant, such as 2027-01-31T12:00:00Z, or null to ignore the contract permanently',
    )
    .nullable(),
});

export const contractId = z
  .string()
  .transform(clean)
  .refine((value) => value !== '' && [...value].length <= LONGEST_CONTRACT_ID, 'is not an external contract id');

export const operatorInput = z.strictObject({ email: emailInput, name: textInput, role: z.enum(OPERATOR_ROLES) });
/** Another address is another operator: whoever could change it could act as the person. */
export const operatorChanges = operatorInput.omit({ email: true }).partial();

export const tokenInput = z.strictObject({
  name: textInput.describe('What it is for.'),
  expiresAt: z.string().refine(isInstant, 'must be an ISO 8601 instant, such as 2027-01-31T12:00:00Z').nullish(),
});

export const rejectInput = z.strictObject({ reason: longText });
