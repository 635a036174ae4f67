import type { ApplicationKind } from '../../../../domain/application.ts';
import type { Product } from '../../../../domain/product.ts';
import type { DocumentKind } from '../../../../domain/document.ts';
import type { MailKind } from '../../../../domain/effect.ts';
import type { CIVIL_STATUSES } from '../../../../domain/tenant.ts';

/** What the bundle says around the data of a person. */
export type BundleWords = {
  title: string;
  lead: (email: string, moment: string) => string;
  law: string;
  searched: string;
  unreadable: (things: number) => string;
  machine: string;
  nothing: string;
  asTenant: (contract: string) => string;
  asMember: (organization: string) => string;
  asAssistant: string;
  inHistories: string;
  refusedCalls: string;
  calls: string;
  mails: string;
  unsentMails: string;
  signIns: string;
  asOperator: string;
  changesAbout: string;
  /** By the verb of the audit log. */
  memberChanges: Readonly<Record<string, string>>;
  strayPayments: string;
  strayBookings: string;
  told: string;
  statusReads: string;
  bookings: string;
  personalLinks: string;
  person: string;
  deposit: string;
  signature: string;
  payments: string;
  orders: string;
  closing: string;
  proposals: string;
  corrections: string;
  documents: string;
  shared: string;
  removed: string;
  history: string;
  responsibleFor: string;
  sessions: string;
  links: string;
  passkeys: string;
  challenges: string;
  operator: string;
  tokens: string;
  approvals: string;
  applications: string;
  contact: string;
  partnerContact: string;
  applicationKinds: Record<ApplicationKind, string>;
  yes: string;
  no: string;
  civilStatuses: Record<(typeof CIVIL_STATUSES)[number], string>;
  products: Record<Product, string>;
  documentKinds: Record<DocumentKind, string>;
  mailKinds: Record<MailKind, string>;
  mailStates: Record<'waiting' | 'done' | 'failed', string>;
  deliveryStates: Record<'waiting' | 'delivered' | 'failed', string>;
  directions: Record<'credit' | 'debit', string>;
  inCopy: string;
  label: Record<Label, string>;
};

type Label =
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'birthDate'
  | 'nationality'
  | 'civilStatus'
  | 'company'
  | 'organization'
  | 'manager'
  | 'contract'
  | 'property'
  | 'state'
  | 'amount'
  | 'rentalStart'
  | 'product'
  | 'others'
  | 'account'
  | 'reference'
  | 'time'
  | 'from'
  | 'to'
  | 'iban'
  | 'browser'
  | 'reachedBy'
  | 'termsHash'
  | 'pdfHash'
  | 'qualified'
  | 'payer'
  | 'completed'
  | 'tenancyEnd'
  | 'proposal'
  | 'reason'
  | 'refusal'
  | 'legalClaim'
  | 'field'
  | 'before'
  | 'after'
  | 'kind'
  | 'what'
  | 'who'
  | 'details'
  | 'language'
  | 'administrator'
  | 'since'
  | 'invited'
  | 'firstSignIn'
  | 'lastSeen'
  | 'way'
  | 'role'
  | 'action'
  | 'until'
  | 'times'
  | 'answered'
  | 'document'
  | 'path';
