import type { FieldName } from '../payload/problem.ts';

/** How the value of a fact is written for people. */
type FactKind =
  | 'amount'
  | 'day'
  | 'iban'
  | 'phone'
  | 'yes_no'
  | 'number'
  /** A tenant by position. */
  | 'position'
  /** Names of fields. */
  | 'fields'
  /** One of a few codes, which has words. */
  | 'code'
  | 'mail'
  /** A SHA-256, of which the beginning is enough to compare. */
  | 'hash'
  /** Of a member; names are shown instead. */
  | 'member'
  | 'text';

/** The facts that an entry of the history can have. A new one needs its words: `domain/messages/history/`. */
export const FACTS = {
  address: 'text',
  after: 'text',
  amendment: 'number',
  amount: 'amount',
  amountLandlord: 'amount',
  amountTenant: 'amount',
  application: 'code',
  balance: 'amount',
  balanceOn: 'day',
  before: 'text',
  bic: 'text',
  birthDate: 'day',
  browser: 'text',
  by: 'code',
  cause: 'code',
  code: 'code',
  counted: 'amount',
  day: 'day',
  differences: 'fields',
  email: 'text',
  evidence: 'text',
  fields: 'fields',
  file: 'text',
  fileId: 'text',
  finalOn: 'day',
  firstName: 'text',
  formerEmail: 'text',
  formerIban: 'iban',
  freesOn: 'day',
  from: 'text',
  fromName: 'text',
  ground: 'code',
  holderName: 'text',
  iban: 'iban',
  import: 'text',
  integration: 'code',
  isKept: 'yes_no',
  isOvertaken: 'yes_no',
  kind: 'code',
  lastName: 'text',
  mail: 'mail',
  mandate: 'text',
  member: 'member',
  memberBefore: 'member',
  minutes: 'number',
  name: 'text',
  note: 'text',
  openSince: 'day',
  paymentReference: 'text',
  pdf: 'hash',
  phoneNumber: 'phone',
  policyNumber: 'text',
  product: 'code',
  qualified: 'text',
  reachedBy: 'text',
  reason: 'text',
  rentalDeposit: 'amount',
  rentalDepositBefore: 'amount',
  rentalStart: 'day',
  rentalStartBefore: 'day',
  sha256: 'hash',
  shared: 'yes_no',
  size: 'number',
  tenancyEnd: 'day',
  tenant: 'position',
  tenantAddress: 'text',
  tenantBic: 'text',
  tenantHolderName: 'text',
  tenantIban: 'iban',
  tenants: 'number',
  terms: 'hash',
  time: 'number',
  to: 'code',
  toName: 'text',
  type: 'text',
  typedName: 'text',
  word: 'code',
} as const satisfies Record<string, FactKind>;

export type FactName = keyof typeof FACTS;

/** What was before another fact, and is said with it: `old → new`. */
export const FORMER: Partial<Record<FactName, FactName>> = {
  rentalDeposit: 'rentalDepositBefore',
  rentalStart: 'rentalStartBefore',
  iban: 'formerIban',
  email: 'formerEmail',
  member: 'memberBefore',
  after: 'before',
  toName: 'fromName',
};

/** What an entry says publicly. */
export type PublicFacts = { readonly [name in FactName]?: string | number | boolean };

/** What it says of people; it can be masked. A correction names the fields of the payload. */
export type PersonalFacts = { readonly [name in FactName | FieldName]?: string };

/** Without those that were not given. */
export function givenFacts<T extends FactName | FieldName>(facts: {
  readonly [name in T]?: string | null | undefined;
}): { [name in T]?: string } {
  const given = Object.entries(facts).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(given) as { [name in T]?: string };
}
