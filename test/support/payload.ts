/** A payload that opens a deposit, with every field of a natural tenant. */
export function payload(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    externalContractId: `C-${Math.random().toString(36).slice(2)}`,
    propertyId: 'P-1',
    street: 'Seestrasse',
    streetNumber: '12a',
    zip: '8002',
    city: 'Zürich',
    rentalStart: '2027-01-01',
    rentalDeposit: '3560',
    ownerName: 'Erika Besitzerin',
    ownerStreet: 'Talstrasse',
    ownerStreetNumber: '5',
    ownerZip: '8001',
    ownerCity: 'Zürich',
    ownerCountryCode: 'CH',
    ...naturalTenant('tenant'),
    ...changes,
  };
}

export function naturalTenant(prefix: string): Record<string, string> {
  return tenantFields(prefix, {
    Type: 'natural',
    Title: 'ms',
    BirthDate: '1990-03-04',
    Nationality: 'CH',
    CivilStatus: 'single',
  });
}

export function legalTenant(prefix: string): Record<string, string> {
  return tenantFields(prefix, {
    Type: 'legal',
    CompanyName: 'Muster AG',
    LegalForm: 'ag',
    Domicile: 'Zürich',
    ZefixUid: 'CHE-109.322.551',
  });
}

/** A payload whose tenant is a company. */
export function companyPayload(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = Object.entries(payload()).filter(([field]) => !field.startsWith('tenant'));
  return { ...Object.fromEntries(fields), ...legalTenant('tenant'), ...changes };
}

function tenantFields(prefix: string, own: Record<string, string>): Record<string, string> {
  const fields = {
    FirstName: 'Lea',
    LastName: 'Brunner',
    Email: 'lea@mail.example',
    PhoneNumber: '+41791234567',
    AddressCountryCode: 'CH',
    AddressStreet: 'Limmatquai',
    AddressStNumber: '4',
    AddressPostalCode: '8001',
    AddressCity: 'Zürich',
    ...own,
  };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${prefix}${field}`, value]));
}
