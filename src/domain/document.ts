import type { DocumentBrand } from './brand/brand.ts';
import type { Day } from './values/calendar.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { StatusFacts } from './contract-status.ts';
import type { ReleaseGround } from './closing/closing.ts';
import type { Product } from './product.ts';
import type { ProductOffer } from './provider.ts';
import type { Language } from './values/language.ts';
import type { Rappen } from './values/money.ts';
import type { YearFigures } from './statements/year.ts';
import type { SignatureProof } from './signature.ts';
import type { Signer } from './tenant.ts';
import type { OrganizationAddress, PostalAddress } from './values/postal-address.ts';

/** What partners are told by callback and in the list of events. */
export const EVENT_TYPES = ['document.created', 'deposit.state_changed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a callback gets that has chosen nothing. */
export const DEFAULT_EVENTS: readonly EventType[] = ['document.created'];

/** Section 6: the documents that partners receive by callback. */
export const CALLBACK_DOCUMENTS = ['payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'certificate'] as const;
/** The signed agreement and the account overview at year-end are stored, but never sent. */
export const DOCUMENT_KINDS = [...CALLBACK_DOCUMENTS, 'agreement', 'year_statement'] as const;
export type CallbackDocument = (typeof CALLBACK_DOCUMENTS)[number];
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The data that every document has. Times are text because it is stored as JSON until the document is made. */
export type DocumentHead = {
  at: string;
  language: Language;
  organization: { name: string; address: OrganizationAddress };
  externalContractId: string;
  property: string;
  rentalStart: Day;
  rentalDeposit: Rappen;
  owner: { name: string; address: PostalAddress };
  tenants: readonly { name: string; address: PostalAddress }[];
  /** Who holds the account. Absent: an insurance, no bank yet, or a document of earlier versions. */
  bank?: string;
  /** How it looked at that moment. Absent: nothing was set. */
  brand?: DocumentBrand;
};

/** A signature and what proves it. What is optional is absent in documents of earlier versions. */
export type SignatureEvidence = Signer & {
  at: string;
  from: string | null;
} & Pick<SignatureProof, 'typedName'> &
  Partial<Omit<SignatureProof, 'terms'>> & { terms?: string | null };

/** All signatures under an agreement, or under an amendment of it. */
export type SignaturesUnder = {
  /** Null: the service signed for the organization. */
  manager: SignatureEvidence | null;
  managerSignedAt: string;
  signatures: readonly SignatureEvidence[];
};

/**
 * The terms before signing. `product` is null until the main tenant has chosen. `offers`: of the product, or of each that
 * can be chosen; absent in documents of earlier versions.
 */
export type AgreementTerms = DocumentHead & {
  product: Product | null;
  investmentAllowed: boolean;
  offers?: readonly ProductOffer[];
  /** Who acts for several natural tenants. Absent in documents of earlier versions. */
  actsForAll?: string;
};

/** The terms that a change can amend. */
export type ChangedTerms = {
  tenants: readonly string[];
  owner: { name: string; address: PostalAddress };
  rentalDeposit: Rappen;
  product: Product;
  offers: readonly ProductOffer[];
};

/** What a change of a deposit in force amends in the agreement. */
export type Amendment = { number: number; kind: ChangeKind; before: ChangedTerms; after: ChangedTerms };

/** An amendment before it is signed. */
export type AmendmentTerms = DocumentHead & { amendment: Amendment };

export type DocumentBody =
  /** The account is the main tenant's: the holder is the creditor of the QR-bill. */
  | {
      kind: 'payment_slip';
      holder: { name: string; address: PostalAddress };
      iban: string;
      qrIban: string | null;
      reference: string;
      missing: Rappen;
    }
  | {
      kind: 'pay_in';
      iban: string;
      /** The bank's booking day of each; absent in documents of earlier versions. */
      payments: readonly { at: string; amount: Rappen; bookedOn?: Day | null }[];
      /** The bank's booking day of the payment that completed it; null: a signature did. */
      bookedOn?: Day | null;
    }
  | {
      kind: 'pay_out';
      /** What was held, by origin. Absent in documents of earlier versions. */
      lines?: { deposit: Rappen; interest: Rappen; charges: Rappen; withholdingTax: Rappen; surplus: Rappen };
      /** The bank's booking day of the last payout. */
      bookedOn?: Day | null;
      iban: string;
      ground: ReleaseGround;
      payouts: readonly { to: 'tenant' | 'landlord'; amount: Rappen; iban: string }[];
      /** Absent in documents of earlier versions. */
      tenancyEnd?: Day | null;
      /** Where the tenant lives now, as far as it is known. */
      tenantAddress?: PostalAddress | null;
    }
  | { kind: 'withdrawal'; by: 'manager' | 'operator'; paidBack: Rappen }
  | ({
      kind: 'agreement';
      product: Product;
      investmentAllowed: boolean;
      offers?: readonly ProductOffer[];
      actsForAll?: string;
      /** It amends the agreement. A new owner needs no signature. */
      amendment?: Amendment;
    } & SignaturesUnder)
  /** Of an insurance in force. `insurer` is null for deposits from before there were providers. */
  | {
      kind: 'certificate';
      insurer: { name: string; address: OrganizationAddress | null; phone: string | null } | null;
      policyNumber: string | null;
      from: Day;
      /** CHF per year, with stamp duty. */
      premium: Rappen | null;
    }
  | { kind: 'year_statement'; year: number; iban: string; figures: YearFigures };

export type DocumentFacts = DocumentHead & DocumentBody;

/** A document to be made, with the state of the deposit at that moment for the callback. */
export type NewDocument = {
  facts: DocumentFacts;
  status: StatusFacts;
  /** A PDF from someone else, as base64: it is stored as it is, and nothing is rendered. */
  content?: string;
};
