import type { Example } from './types.ts';

const PROPERTY = {
  propertyId: 'L-100',
  street: 'Seestrasse',
  streetNumber: '12',
  zip: '8002',
  city: 'Zürich',
  rentalStart: '2027-01-01',
  rentalDeposit: '3560',
  ownerName: 'Helvetia Wohnen AG',
};

const person = (prefix: string, title: string, firstName: string): Record<string, string> => ({
  [`${prefix}Type`]: 'natural',
  [`${prefix}Title`]: title,
  [`${prefix}FirstName`]: firstName,
  [`${prefix}LastName`]: 'Brunner',
  [`${prefix}BirthDate`]: '1994-05-17',
  [`${prefix}Nationality`]: 'CH',
  [`${prefix}CivilStatus`]: 'married',
  [`${prefix}Email`]: `${firstName.toLowerCase()}.brunner@mail.example`,
  [`${prefix}PhoneNumber`]: '+41791234567',
  [`${prefix}AddressCountryCode`]: 'CH',
  [`${prefix}AddressStreet`]: 'Limmatquai',
  [`${prefix}AddressStNumber`]: '4',
  [`${prefix}AddressPostalCode`]: '8001',
  [`${prefix}AddressCity`]: 'Zürich',
});

const COMPANY = {
  tenantType: 'legal',
  tenantCompanyName: 'Bergblick Architektur AG',
  tenantLegalForm: 'ag',
  tenantDomicile: 'Zürich',
  tenantZefixUid: 'CHE-109.322.551',
  tenantFirstName: 'Reto',
  tenantLastName: 'Frei',
  tenantEmail: 'reto.frei@bergblick.example',
  tenantPhoneNumber: '+41441234567',
  tenantAddressCountryCode: 'CH',
  tenantAddressStreet: 'Hardstrasse',
  tenantAddressStNumber: '201',
  tenantAddressPostalCode: '8005',
  tenantAddressCity: 'Zürich',
};

/** Each can be sent as it is, once per contract id. */
export const OPEN_EXAMPLES: Record<string, Example> = {
  natural: {
    summary: 'One person',
    value: { externalContractId: 'REFERENCE-1', ...PROPERTY, ...person('tenant', 'ms', 'Lea') },
  },
  joint: {
    summary: 'Two people',
    value: {
      externalContractId: 'REFERENCE-2',
      ...PROPERTY,
      ...person('tenant', 'ms', 'Lea'),
      ...person('tenant2', 'mr', 'Jonas'),
    },
  },
  legal: { summary: 'A company', value: { externalContractId: 'REFERENCE-3', ...PROPERTY, ...COMPANY } },
};

const STATUS = {
  externalContractId: 'GUIDE-1',
  state: 'open',
  iban: 'CH9300762011623852957',
  paidInAmount: 3560,
  paidOutTime: null,
  paidOutAmountTenant: null,
  product: 'bank_deposit',
  provider: 'demo_bank',
};

/** Answers by the name of their schema. */
export const ANSWER_EXAMPLES: Record<string, Record<string, Example>> = {
  DepositOpened: { opened: { summary: 'Opened', value: { success: true, result: 'success' } } },
  DepositRefused: {
    contract_exists: {
      summary: 'Row 7: the contract has a deposit already',
      value: { success: false, result: 'skipped', reason: 'Contract with external ID already exists' },
    },
    data_missing: {
      summary: 'Row 11: a field is missing',
      value: {
        success: false,
        result: 'errored',
        reason: '<br> Mieterschaft 1, E-Mail-Adresse (tenantEmail): Angabe fehlt',
      },
    },
    not_authorised: {
      summary: 'Row 1: a wrong key',
      value: { success: false, result: 'errored', reason: 'Not Authorised!' },
    },
  },
  ContractStatus: {
    opening: {
      summary: 'Waiting for a signature',
      value: { ...STATUS, state: 'opening', iban: null, paidInAmount: null, product: null, provider: null },
    },
    open: { summary: 'Paid in', value: STATUS },
    closed: {
      summary: 'Paid out',
      value: {
        ...STATUS,
        state: 'closed',
        paidInAmount: null,
        paidOutTime: '2029-03-31T10:15:00.000Z',
        paidOutAmountTenant: 3060,
      },
    },
  },
  DryRun: {
    missing: {
      summary: 'What the real call would refuse, and why',
      value: {
        status: 500,
        body: {
          success: false,
          result: 'errored',
          reason: '<br> Mieterschaft 1, E-Mail-Adresse (tenantEmail): Angabe fehlt',
        },
        problems: [
          {
            field: 'tenantEmail',
            code: 'missing',
            messages: {
              de: 'Mieterschaft 1, E-Mail-Adresse (tenantEmail): Angabe fehlt',
              fr: 'Locataire 1, adresse e-mail (tenantEmail) : donnée manquante',
              it: 'Inquilino 1, indirizzo e-mail (tenantEmail): dato mancante',
              en: 'Tenant 1, e-mail address (tenantEmail): missing',
            },
          },
        ],
        deposit: null,
        adjustments: [],
        propertyManager: {
          id: '01a1dd05-cfa0-79e1-bc29-1f237eea32ff',
          email: 'anna.keller@muster-immobilien.example',
          firstName: 'Anna',
          lastName: 'Keller',
          why: 'responsible',
        },
        ignored: [{ field: 'assistantEmail', nearest: 'assistentEmail' }],
      },
    },
  },
};

/** Bodies that a generated example would not get right, by the last part of the path of a sandbox call. */
export const SANDBOX_BODIES: Record<string, unknown> = {
  'tenant-signs': { product: 'bank_deposit' },
  edit: { rentalDeposit: 3000 },
  correct: { fields: { city: 'Zürich' } },
  'change-contact': { by: 'manager', tenant: 1, phoneNumber: '+41791234568' },
  'change-person': { tenant: 1, lastName: 'Meier', reason: 'Marriage' },
  changes: { kind: 'amount', rentalDeposit: 4000 },
};
