import type { Application } from './application.ts';
import type { Day } from './values/calendar.ts';
import type { EmailAddress } from './values/contact.ts';
import type { Integration } from './integration.ts';
import type { Language } from './values/language.ts';
import type { Order, Payment } from './ledger.ts';
import type { Rappen } from './values/money.ts';
import type { Member } from './organization.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from './values/postal-address.ts';
import type { Product } from './product.ts';
import type { Provider } from './provider.ts';
import type { Difference } from './register-check.ts';
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

/** A value that the service changed in the data it received. */
export type Adjustment = {
  field: string;
  rule: (typeof ADJUSTMENT_RULES)[number];
  from: string | null;
  to: string | null;
};

/** A partner's payload, read and normalized: everything about a deposit that is agreed with the tenant. */
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

/** The parties that agree on the payout of a deposit. */
export const PARTIES = ['tenant', 'manager'] as const;
export type Party = (typeof PARTIES)[number];

/** How the deposit is divided; the tenant gets the rest. */
export type Proposal = { at: Date; by: Party; amountLandlord: Rappen; reason: string | null };

/** OR 257e: why the bank may pay out. */
export type ReleaseGround = 'consent' | 'judgment' | 'payment_order' | 'year';
export type Release = {
  at: Date;
  ground: ReleaseGround;
  amountLandlord: Rappen;
  evidence: string | null;
  /** The day a judgment or payment order became final, if known. */
  finalOn?: Day | null;
};

export type Closing = {
  startedBy: Party;
  startedAt: Date;
  tenancyEnd: Day;
  /** The last one is the current proposal. */
  proposals: readonly [Proposal, ...Proposal[]];
  /** Where the tenants' share goes. */
  tenantIban: string | null;
  tenantHolderName: string | null;
  tenantBic: string | null;
  /** Where the tenant lives, given since the move-in. */
  tenantAddress: PostalAddress | null;
  /** The payout is ordered. */
  release: Release | null;
};

/** A claim that the landlord has made at law: the deposit is then not released after a year. */
export type LegalClaim = { at: Date; evidence: string };

/** The refusal of a bank or an insurer. */
export type ProviderRefusal = { at: Date; by: 'bank' | 'insurer'; reason: string };

/** The insurer's word. `premium`: CHF per year; null where the insurer does not say. */
export type Policy = { policyNumber: string | null; from: Day | null; premium: Rappen | null };

/** The differences from the commercial register; empty if there are none. */
export type RegisterCheck = { at: Date; differences: readonly Difference[] };

/** The evidence of a signature on a page: the name as typed, the browser, and the hash of the terms shown. */
export type SignatureProof = { typedName: string; browser: string | null; terms: string };

/** The time and origin of a signature: an IP address, or null if unknown. */
type Signature = { at: Date; from: string | null; proof: SignatureProof | null };

/** `by` is null if the service signed for the organization. */
export type ManagerSignature = Omit<Signature, 'proof'> & { by: { name: string; email: string } | null };

/** A deposit that was in force elsewhere and was taken over. `balance`: what its account held at the end of `balanceOn`. */
export type TakenOver = { importId: string; openSince: Day; balance: Rappen | null; balanceOn: Day | null };

export type FormerAccount = { iban: string; qrIban: string | null; until: Date };

/** A deposit with everything that decides its moves. */
export type Deposit = {
  organizationId: string;
  id: string;
  integration: Integration;
  state: State;
  step: Step | null;
  /** When it entered its state or step: reminders count from here. */
  stepSince: Date;
  /** Reminders sent in this step. */
  reminders: number;
  createdAt: Date;
  /** When it was first sent to the tenants. */
  sentAt: Date | null;
  /** How often it was edited. Links of an earlier round are outdated. */
  round: number;
  terms: DepositTerms;
  managerSignature: ManagerSignature | null;
  /** By the tenant's position. */
  signatures: readonly (Signature | null)[];
  adjustments: readonly Adjustment[];
  /** Null: opened here. */
  takenOver: TakenOver | null;
  manager: Member;
  product: Product | null;
  /** Fixed with the product, and again when it is sent. Null: no product yet, or opened before there were providers. */
  provider: Provider | null;
  /** What was asked of providers, oldest first. */
  applications: readonly Application[];
  /** Of an insurance that is in force. */
  policy: Policy | null;
  iban: string | null;
  qrIban: string | null;
  paymentReference: string | null;
  /** Accounts that were corrected, oldest first. Money that arrived or arrives there is this deposit's. */
  formerAccounts: readonly FormerAccount[];
  /** The part of the payments that counts, at most `rentalDeposit`. */
  paidIn: Rappen;
  /** What the bank has credited and charged in all. */
  interest: Rappen;
  charges: Rappen;
  withholdingTax: Rappen;
  payments: readonly Payment[];
  orders: readonly Order[];
  refusal: ProviderRefusal | null;
  registerCheck: RegisterCheck | null;
  closing: Closing | null;
  legalClaim: LegalClaim | null;
  paidOutAt: Date | null;
  paidOutTenant: Rappen | null;
  paidOutLandlord: Rappen | null;
};

/** The address of the property in one line. */
export function propertyLine({
  property: { street, streetNumber, zip, city },
}: Pick<DepositTerms, 'property'>): string {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  return `${house}, ${zip} ${city}`;
}
