import type { Language } from '../values/language.ts';

/** The fields of section 2, by the part of the tenancy contract they describe. */
export const CONTRACT_FIELDS = [
  'externalContractId',
  'rentalStart',
  'rentalDeposit',
  'tenantLanguage',
  'allowInvestment',
] as const;
export const PROPERTY_FIELDS = ['propertyId', 'street', 'streetNumber', 'zip', 'city'] as const;
export const OWNER_FIELDS = [
  'ownerName',
  'ownerStreet',
  'ownerStreetNumber',
  'ownerZip',
  'ownerCity',
  'ownerCountryCode',
] as const;
export const MANAGER_FIELDS = ['propertyManagerEmail', 'propertyManagerFirstName', 'propertyManagerLastName'] as const;
export const ASSISTANT_FIELDS = ['assistentEmail', 'assistentFirstName', 'assistentLastName'] as const;

export const TENANT_PREFIXES = ['tenant', 'tenant2', 'tenant3', 'tenant4'] as const;
/** What follows the prefix in a tenant's field names. */
export const TENANT_FIELDS = [
  'Type',
  'FirstName',
  'LastName',
  'Email',
  'PhoneNumber',
  'AddressCountryCode',
  'AddressStreet',
  'AddressStNumber',
  'AddressPostalCode',
  'AddressCity',
  'Title',
  'BirthDate',
  'Nationality',
  'CivilStatus',
  'CompanyName',
  'LegalForm',
  'Domicile',
  'ZefixUid',
] as const;

export type ContractField = (typeof CONTRACT_FIELDS)[number];
export type PropertyField = (typeof PROPERTY_FIELDS)[number];
export type OwnerField = (typeof OWNER_FIELDS)[number];
export type ManagerField = (typeof MANAGER_FIELDS)[number];
export type AssistantField = (typeof ASSISTANT_FIELDS)[number];
export type TenantPrefix = (typeof TENANT_PREFIXES)[number];
export type TenantField = (typeof TENANT_FIELDS)[number];

export type FieldName =
  | ContractField
  | PropertyField
  | OwnerField
  | ManagerField
  | AssistantField
  | `${TenantPrefix}${TenantField}`;

/** All of them, in the order of section 2. */
export const FIELD_NAMES: readonly FieldName[] = [
  ...CONTRACT_FIELDS,
  ...PROPERTY_FIELDS,
  ...OWNER_FIELDS,
  ...MANAGER_FIELDS,
  ...ASSISTANT_FIELDS,
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field): FieldName => `${prefix}${field}`)),
];

/** The names of a tenant's fields by what follows the prefix. */
export type TenantFieldNames = { readonly [F in TenantField]: `${TenantPrefix}${F}` };

/** The field names of each tenant, built once: building them for every call would cost more than using them. */
export const TENANT_FIELD_NAMES: readonly TenantFieldNames[] = TENANT_PREFIXES.map(
  (prefix) => Object.fromEntries(TENANT_FIELDS.map((field) => [field, `${prefix}${field}`])) as TenantFieldNames,
);

/** What can be wrong with a field. `limit` and `choices` come from us; a problem never contains a value of the payload. */
export type PayloadFault =
  | { code: 'missing' }
  | { code: 'not_text' }
  | { code: 'not_unicode' }
  | { code: 'too_long'; limit: number }
  | { code: 'invalid_choice'; choices: readonly string[] }
  | { code: 'invalid_date' }
  | { code: 'date_not_past' }
  | { code: 'under_age' }
  | { code: 'invalid_amount' }
  | { code: 'amount_not_positive' }
  | { code: 'amount_too_large' }
  | { code: 'invalid_zip' }
  | { code: 'invalid_email' }
  | { code: 'invalid_phone' }
  | { code: 'invalid_country' }
  | { code: 'invalid_uid' }
  | { code: 'unknown_tenant_type' }
  | { code: 'too_many_signatories' }
  | { code: 'mixed_tenant_types' }
  | { code: 'different_company' }
  | { code: 'manager_names_missing' }
  | { code: 'manager_not_in_sub_organization' };

export type ProblemCode = PayloadFault['code'];
export type Problem = { field: FieldName } & PayloadFault;

/** Every code once, for the partner guide and the tests. */
export const PROBLEM_CODES = Object.keys({
  missing: 0,
  not_text: 0,
  not_unicode: 0,
  too_long: 0,
  invalid_choice: 0,
  invalid_date: 0,
  date_not_past: 0,
  under_age: 0,
  invalid_amount: 0,
  amount_not_positive: 0,
  amount_too_large: 0,
  invalid_zip: 0,
  invalid_email: 0,
  invalid_phone: 0,
  invalid_country: 0,
  invalid_uid: 0,
  unknown_tenant_type: 0,
  too_many_signatories: 0,
  mixed_tenant_types: 0,
  different_company: 0,
  manager_names_missing: 0,
  manager_not_in_sub_organization: 0,
} satisfies Record<ProblemCode, 0>) as ProblemCode[];

export type LocalizedText = Record<Language, string>;
