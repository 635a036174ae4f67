import type { Application } from './application.ts';
import type { Closing, ClosingWord, PayoutAccount, PayoutAccountRequest } from './closing/closing.ts';
import type { ChangeState } from './change-kinds.ts';
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
import type { SignatureProof } from './signature.ts';
import type { SignatureRule, Signer, Tenant } from './tenant.ts';

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

/** Why nothing is paid out for now. The evidence is in the history. */
export const HOLD_GROUNDS = ['death', 'guardianship', 'seizure'] as const;
export type Hold = { ground: (typeof HOLD_GROUNDS)[number]; at: Date };

export const CHANGE_AUTHORS = ['tenant', 'manager', 'operator'] as const;

/** A new e-mail address of a tenant, which holds once the button behind its link is pressed. */
export type EmailChange = {
  id: string;
  /** The tenant's position. */
  tenant: number;
  email: EmailAddress;
  /** Null: the tenant had none. */
  formerEmail: EmailAddress | null;
  by: (typeof CHANGE_AUTHORS)[number];
  at: Date;
  confirmedAt: Date | null;
  /** Replaced by a later change, or stopped from the former address. */
  ended: { at: Date; why: 'replaced' | 'objected' } | null;
};

/** A claim that the landlord has made at law: the deposit is then not released after a year. */
export type LegalClaim = { at: Date; evidence: string };

/** The refusal of a bank or an insurer. */
export type ProviderRefusal = { at: Date; by: 'bank' | 'insurer'; reason: string };

/** The insurer's word. `premium`: CHF per year; null where the insurer does not say. */
export type Policy = { policyNumber: string | null; from: Day | null; premium: Rappen | null };

/** The differences from the commercial register; empty if there are none. */
export type RegisterCheck = { at: Date; differences: readonly Difference[] };

/** The time and origin of a signature: an IP address, or null if unknown. */
export type Signature = { at: Date; from: string | null; proof: SignatureProof | null };

/** `by` is null if the service signed for the organization. */
export type ManagerSignature = Signature & { by: { name: string; email: string } | null };

/** A deposit that was in force elsewhere and was taken over. `balance`: what its account held at the end of `balanceOn`. */
export type TakenOver = { importId: string; openSince: Day; balance: Rappen | null; balanceOn: Day | null };

export type FormerAccount = { iban: string; qrIban: string | null; until: Date };

/** What is changed, with what it was before. */
export type ChangeSubject =
  | { kind: 'tenant_joins'; tenant: Tenant; adjustments: readonly Adjustment[] }
  | { kind: 'tenant_leaves'; position: number; tenant: Tenant }
  | { kind: 'main_tenant'; position: number; before: string; after: string }
  | { kind: 'owner'; owner: Owner; before: Owner; adjustments: readonly Adjustment[] }
  /** `roundedFrom`: the amount as given, if rounding changed it. */
  | { kind: 'amount'; rentalDeposit: Rappen; before: Rappen; roundedFrom: string | null }
  /** `provider`: who provides it from now on, with the offer that was signed. */
  | { kind: 'product'; product: Product; before: Product; provider: Provider };

/** A change of a deposit in force. At most one is running. */
export type DepositChange = {
  id: string;
  subject: ChangeSubject;
  state: ChangeState;
  startedAt: Date;
  startedBy: { name: string; email: string };
  doneAt: Date | null;
  /** The tenants who sign, by their position when it was started; who joins comes last. */
  signers: readonly Signer[];
  /** By the position of the signer. */
  signatures: readonly (Signature | null)[];
  managerSignature: ManagerSignature | null;
  /** The number of its amendment; null until all have signed. */
  amendment: number | null;
  /** What was paid towards it. Until it is done, it is part of the surplus of these payments. */
  paid: readonly { paymentId: string; amount: Rappen }[];
  /** The payout that it waits for. */
  orderId: string | null;
  /** What no longer counts as paid in, because it went back to the tenant. */
  released: Rappen;
};

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
  /** While it waits to be sent: when that is. */
  sendAt: Date | null;
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
  /** What was changed while it was in force, oldest first. */
  changes: readonly DepositChange[];
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
  /** At closing, while one of two signatories has spoken. */
  closingWord: ClosingWord | null;
  payoutAccount: PayoutAccount | null;
  payoutAccountRequest: PayoutAccountRequest | null;
  legalClaim: LegalClaim | null;
  /** While it is set, nothing is paid out. */
  hold: Hold | null;
  /** Oldest first. */
  emailChanges: readonly EmailChange[];
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
