import type { Day } from './calendar.ts';
import type { EmailAddress } from './contact.ts';
import type { Language } from './language.ts';
import type { Rappen } from './money.ts';
import type { PostalAddress } from './postal-address.ts';
import type { SignatureRule, Tenant } from './tenant.ts';

export const STATES = ['draft_editing', 'opening', 'open', 'closing', 'closed', 'withdrawn'] as const;
export type State = (typeof STATES)[number];

/** The sub-steps of `opening`; null in every other state. */
export const STEPS = [
  'awaiting_manager_signature',
  'awaiting_send',
  'awaiting_tenant_signatures',
  'awaiting_account',
  'awaiting_cover',
  'awaiting_payment',
] as const;
export type Step = (typeof STEPS)[number];

export const PRODUCTS = ['bank_deposit', 'insurance'] as const;
export type Product = (typeof PRODUCTS)[number];

export type Property = { propertyId: string; street: string; streetNumber: string; zip: string; city: string };

/** 2.3. With `careOf`, the name is the whole `<ownerName> c/o <organization>` and the address the organization's. */
export type Owner = PostalAddress & { name: string; careOf: boolean };

export type Assistant = { email: EmailAddress; firstName: string | null; lastName: string | null };

export const ADJUSTMENT_RULES = [
  'street_split',
  'house_number_dash',
  'phone_normalized',
  'amount_rounded',
  'owner_care_of',
  'legal_tenant_removed',
  'investment_disabled',
] as const;

/** Something the service changed in the data it was sent. */
export type Adjustment = {
  field: string;
  rule: (typeof ADJUSTMENT_RULES)[number];
  from: string | null;
  to: string | null;
};

/** What a partner's payload says, read and normalized: everything about a deposit that is agreed with the tenant. */
export type DepositTerms = {
  externalContractId: string;
  property: Property;
  rentalStart: Day;
  rentalDeposit: Rappen;
  tenantLanguage: Language;
  investmentAllowed: boolean;
  owner: Owner;
  assistant: Assistant | null;
  tenants: readonly [Tenant, ...Tenant[]];
  signatureRule: SignatureRule;
};
