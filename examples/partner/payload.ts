/** A tenancy as our system has it: amounts are numbers. */
export type Tenancy = {
  id: string;
  property: { id: string; street: string; number: string; zip: string; city: string };
  start: string;
  deposit: number;
  owner: string;
  tenants: (Person | Signatory)[];
};

type Contact = { firstName: string; lastName: string; email: string; phone: string; address: Address };
type Address = { street: string; number: string; zip: string; city: string; country: string };
type Person = Contact & { title: 'mr' | 'ms'; born: string; nationality: string; civilStatus: string };
/** Of a company: who signs for it. */
type Signatory = Contact & { company: { name: string; form: string; seat: string; uid: string } };

export type Payload = Record<string, string>;

/** One flat object, and every value is a text. */
export function payloadOf({ id, property, start, deposit, owner, tenants }: Tenancy): Payload {
  return {
    externalContractId: id,
    propertyId: property.id,
    street: property.street,
    streetNumber: property.number,
    zip: property.zip,
    city: property.city,
    rentalStart: start,
    rentalDeposit: String(deposit),
    ownerName: owner,
    ...Object.assign({}, ...tenants.map((tenant, index) => tenantFields(tenant, index + 1))),
  };
}

/** The first tenant has the prefix `tenant`, the others `tenant2`, `tenant3` and `tenant4`. */
function tenantFields(tenant: Person | Signatory, number: number): Payload {
  const fields = { ...contactFields(tenant), ...('company' in tenant ? companyFields(tenant) : personFields(tenant)) };
  const prefix = number === 1 ? 'tenant' : `tenant${number}`;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
}

function contactFields({ firstName, lastName, email, phone, address }: Contact): Payload {
  return {
    FirstName: firstName,
    LastName: lastName,
    Email: email,
    PhoneNumber: phone,
    AddressStreet: address.street,
    AddressStNumber: address.number,
    AddressPostalCode: address.zip,
    AddressCity: address.city,
    AddressCountryCode: address.country,
  };
}

function personFields({ title, born, nationality, civilStatus }: Person): Payload {
  return { Type: 'natural', Title: title, BirthDate: born, Nationality: nationality, CivilStatus: civilStatus };
}

function companyFields({ company }: Signatory): Payload {
  const { name, form, seat, uid } = company;
  return { Type: 'legal', CompanyName: name, LegalForm: form, Domicile: seat, ZefixUid: uid };
}
