import { operatorBrand } from '../../src/domain/brand/brand.ts';
import type { Day } from '../../src/domain/values/calendar.ts';
import type { Adjustment, Owner, Property } from '../../src/domain/deposit.ts';
import { rappen } from '../../src/domain/values/money.ts';
import type { Organization } from '../../src/domain/organization.ts';
import { readPayload } from '../../src/domain/payload/read-payload.ts';
import type { PostalAddress } from '../../src/domain/values/postal-address.ts';
import type { Tenant } from '../../src/domain/tenant.ts';

/** What the service stores of an open call, as one nested record. Peers get it ready to store. */
export type NestedPayload = {
  externalContractId: string;
  property: Property;
  rentalStart: string;
  rentalDepositRappen: number;
  tenantLanguage: string;
  investmentAllowed: boolean;
  owner: Owner;
  manager: { email: string; firstName: string; lastName: string };
  adjustments: readonly Adjustment[];
  tenants: readonly NestedTenant[];
};

export type NestedTenant = {
  type: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  address: PostalAddress;
  details: object;
};

const ORGANIZATION: Organization = {
  id: '019a0000-0000-7000-8000-000000000000',
  parentId: null,
  home: null,
  name: 'Muster Immobilien AG',
  language: 'de',
  emailDomain: 'muster-immobilien.example',
  address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
  preSigned: false,
  sendDelayMinutes: 0,
  ownerAlwaysCareOf: false,
  tenantChoosesProduct: true,
  product: 'bank_deposit',
  offersInvestment: true,
  smallDepositLimit: rappen(0),
  contractStatusEnabled: true,
  payoutIban: null,
  payoutHolderName: null,
  payoutBic: null,
  payoutAccounts: [],
  bankProviderId: null,
  insurerProviderId: null,
  brand: {},
  shownBrand: operatorBrand({}),
  providers: { bank: null, insurer: null },
};

/** The fields of an open call as the service reads them: peers store the same values without the validation. */
export function nested(fields: Readonly<Record<string, string>>): NestedPayload {
  const today = new Date().toISOString().slice(0, 10) as Day;
  const read = readPayload(fields, { organization: ORGANIZATION, today });
  if (!read.ok) throw new Error(`the payload has problems: ${JSON.stringify(read.problems)}`);
  const { terms, adjustments } = read;
  return {
    externalContractId: terms.externalContractId,
    property: terms.property,
    rentalStart: terms.rentalStart,
    rentalDepositRappen: terms.rentalDeposit,
    tenantLanguage: terms.tenantLanguage,
    investmentAllowed: terms.investmentAllowed,
    owner: terms.owner,
    manager: { email: 'anna.keller@muster-immobilien.example', firstName: 'Anna', lastName: 'Keller' },
    adjustments,
    tenants: terms.tenants.map(nestedTenant),
  };
}

function nestedTenant(tenant: Tenant): NestedTenant {
  const { type, firstName, lastName, email, phoneNumber, address, ...details } = tenant;
  return { type, firstName, lastName, email: email ?? '', phoneNumber: phoneNumber ?? '', address, details };
}
