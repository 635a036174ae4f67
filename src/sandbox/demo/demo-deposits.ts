/** Who the deposits of the demo belong to: the external id of its organization. */
type Organization = 'demo' | 'demo-lausanne' | 'demo-bern';

/** A call of the sandbox, with its body. */
type Step = readonly [path: string, body?: object];

export type DemoDeposit = {
  id: string;
  organization: Organization;
  tenant: readonly [title: 'ms' | 'mr', firstName: string, lastName: string];
  partner?: readonly [title: 'ms' | 'mr', firstName: string, lastName: string];
  home: readonly [street: string, number: string, zip: string, city: string];
  amount: string;
  /** The rental start, in months from today. */
  starts: number;
  steps: readonly Step[];
};

const signed: readonly Step[] = [['manager-signs'], ['tenant-signs', { product: 'bank_deposit' }]];
const insured: readonly Step[] = [['manager-signs'], ['tenant-signs', { product: 'insurance' }], ['cover-confirmed']];
const paid: readonly Step[] = [...signed, ['account-opened'], ['payment']];
const TENANTS_ACCOUNT = { tenantIban: 'CH5604835012345678009' };

/** One for each thing that can happen to a deposit, so that every page has something to show. */
export const DEMO_DEPOSITS: readonly DemoDeposit[] = [
  deposit('M-1001', 'demo', ['ms', 'Nora', 'Widmer'], ['Hardstrasse', '21', '8004', 'Zürich'], '3150', 2, []),
  deposit('M-1002', 'demo', ['mr', 'Jan', 'Bachmann'], ['Hardstrasse', '23', '8004', 'Zürich'], '2940', 1, []),
  deposit('M-1003', 'demo', ['ms', 'Sara', 'Huber'], ['Langstrasse', '5', '8004', 'Zürich'], '4200', 1, [
    ['manager-signs'],
  ]),
  deposit(
    'M-1004',
    'demo',
    ['mr', 'Luca', 'Frei'],
    ['Langstrasse', '7', '8004', 'Zürich'],
    '3900',
    1,
    [['manager-signs'], ['tenant-signs', { tenant: 1, product: 'bank_deposit' }]],
    ['ms', 'Mia', 'Frei'],
  ),
  deposit('M-1005', 'demo', ['ms', 'Elena', 'Rossi'], ['Seefeldstrasse', '88', '8008', 'Zürich'], '5100', 1, signed),
  deposit('M-1006', 'demo', ['mr', 'David', 'Meier'], ['Seefeldstrasse', '90', '8008', 'Zürich'], '5250', 1, [
    ...signed,
    ['account-opened'],
  ]),
  deposit('M-1007', 'demo', ['ms', 'Anja', 'Keller'], ['Forchstrasse', '12', '8032', 'Zürich'], '2700', 0, [
    ...signed,
    ['account-opened'],
    ['payment', { amount: 1_350 }],
  ]),
  deposit('M-1008', 'demo', ['mr', 'Tim', 'Schmid'], ['Forchstrasse', '14', '8032', 'Zürich'], '2850', -8, paid),
  deposit(
    'M-1009',
    'demo',
    ['ms', 'Laura', 'Graf'],
    ['Bergstrasse', '3', '8044', 'Zürich'],
    '6000',
    -14,
    [...paid, ['interest', { amount: 7.5 }]],
    ['mr', 'Noah', 'Graf'],
  ),
  deposit('M-1010', 'demo', ['mr', 'Marco', 'Bianchi'], ['Bergstrasse', '5', '8044', 'Zürich'], '4500', -10, insured),
  deposit('M-1011', 'demo', ['ms', 'Julia', 'Moser'], ['Gartenweg', '2', '8610', 'Uster'], '2400', -30, [
    ...paid,
    ['start-closing', { by: 'manager', amountLandlord: 350, reason: 'Malerarbeiten im Wohnzimmer' }],
  ]),
  deposit('M-1012', 'demo', ['mr', 'Simon', 'Baumann'], ['Gartenweg', '4', '8610', 'Uster'], '2550', -40, [
    ...paid,
    ['start-closing', { by: 'tenant', amountLandlord: 0, ...TENANTS_ACCOUNT }],
  ]),
  deposit('M-1013', 'demo', ['ms', 'Vera', 'Steiner'], ['Gartenweg', '6', '8610', 'Uster'], '2700', -50, [
    ...paid,
    ['start-closing', { by: 'tenant', amountLandlord: 200, ...TENANTS_ACCOUNT }],
    ['consent', { by: 'manager' }],
    ['payout-completed'],
  ]),
  deposit('M-1014', 'demo', ['mr', 'Paul', 'Vogt'], ['Kirchgasse', '9', '8001', 'Zürich'], '7800', 2, [
    ['manager-signs'],
    ['withdraw'],
  ]),
  deposit('M-1015', 'demo', ['ms', 'Ida', 'Lang'], ['Kirchgasse', '11', '8001', 'Zürich'], '7500', 1, [
    ['manager-signs'],
    ['edit', { rentalDeposit: 7_200 }],
  ]),
  deposit('M-1016', 'demo', ['mr', 'Beat', 'Kunz'], ['Rebweg', '1', '8700', 'Küsnacht'], '4800', -20, [
    ...paid,
    ['changes', { kind: 'amount', rentalDeposit: 5_400 }],
  ]),
  deposit(
    'L-2001',
    'demo-lausanne',
    ['ms', 'Chloé', 'Rochat'],
    ['Rue de Bourg', '12', '1003', 'Lausanne'],
    '4350',
    1,
    [],
  ),
  deposit(
    'L-2002',
    'demo-lausanne',
    ['mr', 'Hugo', 'Favre'],
    ['Avenue de la Gare', '3', '1003', 'Lausanne'],
    '3600',
    1,
    [...signed, ['account-opened']],
  ),
  deposit(
    'L-2003',
    'demo-lausanne',
    ['ms', 'Léa', 'Monnier'],
    ['Avenue de la Gare', '5', '1003', 'Lausanne'],
    '3450',
    -6,
    paid,
  ),
  deposit(
    'L-2004',
    'demo-lausanne',
    ['mr', 'Théo', 'Blanc'],
    ['Rue du Lac', '8', '1007', 'Lausanne'],
    '5400',
    -4,
    insured,
  ),
  deposit('B-3001', 'demo-bern', ['ms', 'Ruth', 'Zaugg'], ['Kramgasse', '40', '3011', 'Bern'], '3300', -26, [
    ...paid,
    ['start-closing', { by: 'manager', amountLandlord: 0 }],
  ]),
  deposit(
    'SIM-BANK-REFUSES-1',
    'demo-bern',
    ['mr', 'Karl', 'Aebi'],
    ['Kramgasse', '42', '3011', 'Bern'],
    '3450',
    1,
    signed,
  ),
];

function deposit(
  id: string,
  organization: Organization,
  tenant: DemoDeposit['tenant'],
  home: DemoDeposit['home'],
  ...[amount, starts, steps, partner]: [string, number, readonly Step[], DemoDeposit['tenant']?]
): DemoDeposit {
  return { id, organization, tenant, home, amount, starts, steps, ...(partner && { partner }) };
}

const OWNERS: Record<Organization, string> = {
  demo: 'Helvetia Wohnen AG',
  'demo-lausanne': 'Fondation du Léman',
  'demo-bern': 'Stiftung Aare',
};

/** As a partner's system would send it. */
export function demoPayload(
  { id, organization, tenant, partner, home, amount, starts }: DemoDeposit,
  today: Date,
): object {
  const [street, streetNumber, zip, city] = home;
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + starts, 1));
  return {
    externalContractId: id,
    propertyId: id.slice(0, 4),
    street,
    streetNumber,
    zip,
    city,
    rentalStart: start.toISOString().slice(0, 10),
    rentalDeposit: amount,
    ownerName: OWNERS[organization],
    ...personFields('tenant', tenant, home),
    ...(partner && personFields('tenant2', partner, home)),
  };
}

function personFields(
  prefix: string,
  [title, firstName, lastName]: DemoDeposit['tenant'],
  home: DemoDeposit['home'],
): object {
  const [, , zip, city] = home;
  const email = `${firstName}.${lastName}@mail.example`
    .normalize('NFD')
    .replaceAll(/[^\w.@]/g, '')
    .toLowerCase();
  const fields = {
    Type: 'natural',
    Title: title,
    FirstName: firstName,
    LastName: lastName,
    BirthDate: '1991-06-15',
    Nationality: 'CH',
    CivilStatus: 'single',
    Email: email,
    PhoneNumber: '+41791234567',
    AddressCountryCode: 'CH',
    AddressStreet: 'Bahnhofplatz',
    AddressStNumber: '1',
    AddressPostalCode: zip,
    AddressCity: city,
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
}
