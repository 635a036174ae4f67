import type { Adjustment, DepositTerms } from '../deposit.ts';
import { plainAmount } from '../values/money.ts';
import type { Tenant } from '../tenant.ts';
import { TENANT_PREFIXES, type FieldName, type TenantField } from './problem.ts';

/** A payload by field; fields without a value are left out. */
export type Payload = Partial<Record<FieldName, string>>;

/** The payload that yields these terms when read: the initial values of the correction form. */
export function writePayload({
  terms,
  adjustments,
  manager,
}: {
  terms: DepositTerms;
  adjustments: readonly Adjustment[];
  manager: { email: string };
}): Payload {
  const { property, assistant } = terms;
  const fields: { [F in FieldName]?: string | null } = {
    externalContractId: terms.externalContractId,
    rentalStart: terms.rentalStart,
    rentalDeposit: plainAmount(terms.rentalDeposit),
    tenantLanguage: terms.tenantLanguage,
    allowInvestment: String(terms.investmentAllowed || isInvestmentWished(adjustments)),
    propertyId: property.propertyId,
    street: property.street,
    streetNumber: property.streetNumber,
    zip: property.zip,
    city: property.city,
    ...ownerFields(terms, adjustments),
    propertyManagerEmail: manager.email,
    assistentEmail: assistant?.email ?? null,
    assistentFirstName: assistant?.firstName ?? null,
    assistentLastName: assistant?.lastName ?? null,
  };
  for (const [index, tenant] of terms.tenants.entries()) {
    for (const [field, value] of Object.entries(tenantFields(tenant))) {
      fields[`${TENANT_PREFIXES[index] as 'tenant'}${field as TenantField}`] = value;
    }
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The partner allowed it, and the service disabled it. */
function isInvestmentWished(adjustments: readonly Adjustment[]): boolean {
  return adjustments.some(({ rule }) => rule === 'investment_disabled');
}

/** 2.3: an owner c/o the organization was sent without a usable address. */
function ownerFields({ owner }: DepositTerms, adjustments: readonly Adjustment[]): Payload {
  if (owner.careOf) {
    const sent = adjustments.findLast(({ rule }) => rule === 'owner_care_of')?.from;
    return { ownerName: sent ?? owner.name };
  }
  return {
    ownerName: owner.name,
    ownerStreet: owner.street,
    ownerStreetNumber: owner.streetNumber,
    ownerZip: owner.zip,
    ownerCity: owner.city,
    ownerCountryCode: owner.countryCode,
  };
}

function tenantFields(tenant: Tenant): { [F in TenantField]?: string | null } {
  const { address } = tenant;
  const person = {
    Type: tenant.type,
    FirstName: tenant.firstName,
    LastName: tenant.lastName,
    Email: tenant.email,
    PhoneNumber: tenant.phoneNumber,
    AddressCountryCode: address.countryCode,
    AddressStreet: address.street,
    AddressStNumber: address.streetNumber,
    AddressPostalCode: address.zip,
    AddressCity: address.city,
  };
  switch (tenant.type) {
    case 'natural':
      return {
        ...person,
        Title: tenant.title,
        BirthDate: tenant.birthDate,
        Nationality: tenant.nationality,
        CivilStatus: tenant.civilStatus,
      };
    case 'legal':
      return {
        ...person,
        CompanyName: tenant.company.name,
        LegalForm: tenant.company.legalForm,
        Domicile: tenant.company.domicile,
        ZefixUid: tenant.company.zefixUid,
      };
  }
}
