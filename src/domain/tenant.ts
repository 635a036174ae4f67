import type { PersonalFacts } from './history/facts.ts';
import type { Day } from './values/calendar.ts';
import type { EmailAddress, PhoneNumber } from './values/contact.ts';
import type { PostalAddress } from './values/postal-address.ts';

export const TENANT_TYPES = ['natural', 'legal'] as const;
export const TITLES = ['mr', 'ms'] as const;
export const CIVIL_STATUSES = ['single', 'married', 'divorced', 'widowed', 'other'] as const;
export const LEGAL_FORMS = [
  'ag',
  'gmbh',
  'simple_partnership',
  'general_partnership',
  'limited_partnership',
  'sole_proprietorship',
  'cooperative',
  'association',
  'foundation',
  'other',
] as const;

export type TenantType = (typeof TENANT_TYPES)[number];
export type LegalForm = (typeof LEGAL_FORMS)[number];

/** 2.6: the forms whose commercial-register UID is required. */
export const FORMS_IN_THE_REGISTER: ReadonlySet<LegalForm> = new Set([
  'ag',
  'gmbh',
  'general_partnership',
  'limited_partnership',
  'cooperative',
]);

/**
 * `address` is the one before the tenancy, unless it was changed since. E-mail and phone are null only in deposits that
 * were taken over without them (see payload/tenants.ts).
 */
type Person = {
  firstName: string;
  lastName: string;
  email: EmailAddress | null;
  phoneNumber: PhoneNumber | null;
  address: PostalAddress;
  /** The day on which `address` was given, if it was changed since the deposit was opened. */
  addressSince?: Day;
};

/** Null: removed at the end of its retention period (see retention.ts). */
export type NaturalTenant = Person & {
  type: 'natural';
  title: (typeof TITLES)[number];
  birthDate: Day | null;
  nationality: string | null;
  civilStatus: (typeof CIVIL_STATUSES)[number] | null;
};

export type Company = { name: string; legalForm: LegalForm; domicile: string; zefixUid: string | null };

/** A signatory of a company. */
export type LegalTenant = Person & { type: 'legal'; company: Company };

export type Tenant = NaturalTenant | LegalTenant;

export type SignatureRule = 'single' | 'joint' | null;

/** 2.6: one signatory signs alone, two sign jointly; natural tenants each sign for themselves. */
export function signatureRule(tenants: readonly Tenant[]): SignatureRule {
  if (tenants[0]?.type !== 'legal') return null;
  return tenants.length === 1 ? 'single' : 'joint';
}

export function personName({ firstName, lastName }: Pick<Tenant, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** Who signs. `email` is null where the tenant has none. */
export type Signer = { name: string; email: string | null };

export function signerOf(tenant: Tenant): Signer {
  return { name: personName(tenant), email: tenant.email };
}

export function signerInHistory(signer: Signer | undefined): PersonalFacts {
  if (signer === undefined) return {};
  const { email, name } = signer;
  return email === null ? { name } : { email, name };
}

export function signerLine({ name, email }: Signer): string {
  return email === null ? name : `${name} (${email})`;
}

/** For lists, mails and documents: a company is named first. */
export function tenantName(tenant: Tenant): string {
  const person = personName(tenant);
  return tenant.type === 'legal' ? `${tenant.company.name} (${person})` : person;
}
