import type { Day } from '../../src/domain/values/calendar.ts';
import type { DocumentBody, DocumentFacts, DocumentHead, DocumentKind } from '../../src/domain/document.ts';
import type { Language } from '../../src/domain/values/language.ts';
import { rappen } from '../../src/domain/values/money.ts';
import type { PostalAddress } from '../../src/domain/values/postal-address.ts';

/** Facts of a document, for tests. */
export type Person = { name: string; address: PostalAddress };
export type Slip = Extract<DocumentFacts, { kind: 'payment_slip' }>;

export const IBAN = 'CH9300762011623852957';
export const QR_IBAN = 'CH4431999123000889012';
export const QR_REFERENCE = '210000000003139471430009017';
export const CREDITOR_REFERENCE = 'RF18539007547034';

export const TENANTS: readonly [Person, Person, Person, Person] = [
  { name: 'Đorđe Łukasz Muñoz-Szőke', address: address('Limmatquai', '4', '8001', 'Zürich') },
  { name: 'Šárka Dvořáková', address: address('Rue de l’Église', '-', '1003', 'Lausanne') },
  {
    name: 'Maximilian-Alexander Wolfeschlegelsteinhausenbergerdorff von Hohenberg-Österreich',
    address: address('Straße der Freundschaft und Zusammenarbeit', '123 Hinterhaus', '10115', 'Berlin', 'DE'),
  },
  { name: 'Anna Nguyễn', address: address('Via Nassa', '7', '6900', 'Lugano') },
];

export function address(
  street: string,
  streetNumber: string,
  zip: string,
  city: string,
  countryCode = 'CH',
): PostalAddress {
  return { street, streetNumber, zip, city, countryCode };
}

export function sample(kind: DocumentKind, language: Language, tenants: readonly Person[] = [TENANTS[0]]) {
  return { ...head(language, tenants), ...body(kind, tenants) };
}

export function sampleSlip(changes: Partial<Slip> = {}): Slip {
  return { ...(sample('payment_slip', 'de') as Slip), ...changes };
}

function head(language: Language, tenants: readonly Person[]): DocumentHead {
  return {
    at: '2026-11-14T23:30:15.000Z',
    language,
    organization: {
      name: 'Muster Immobilien AG',
      address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
    },
    externalContractId: '2026-00417/3',
    property: 'Seestrasse 12a, 8002 Zürich',
    rentalStart: '2027-01-01' as Day,
    rentalDeposit: rappen(356000),
    owner: { name: 'Erika Besitzerin', address: address('Talstrasse', '5', '8001', 'Zürich') },
    tenants,
  };
}

function body(kind: DocumentKind, tenants: readonly Person[]): DocumentBody {
  switch (kind) {
    case 'payment_slip':
      return {
        kind,
        holder: tenants[0] as Person,
        iban: IBAN,
        qrIban: QR_IBAN,
        reference: QR_REFERENCE,
        missing: rappen(356000),
      };
    case 'pay_in':
      return {
        kind,
        iban: IBAN,
        payments: [
          { at: '2026-11-12T10:00:00.000Z', amount: rappen(156000) },
          { at: '2026-11-14T23:30:15.000Z', amount: rappen(200000), bookedOn: '2026-11-13' as Day },
        ],
        bookedOn: '2026-11-13' as Day,
      };
    case 'pay_out':
      return {
        kind,
        iban: IBAN,
        ground: 'year',
        lines: {
          deposit: rappen(356000),
          interest: rappen(1234),
          charges: rappen(500),
          withholdingTax: rappen(432),
          surplus: rappen(45),
        },
        bookedOn: '2026-11-13' as Day,
        payouts: [
          { to: 'tenant', amount: rappen(300342), iban: 'CH5604835012345678009' },
          { to: 'landlord', amount: rappen(56005), iban: IBAN },
        ],
      };
    case 'withdrawal':
      return { kind, by: 'manager', paidBack: rappen(156000) };
    case 'certificate':
      return {
        kind,
        insurer: {
          name: 'Muster Versicherung AG',
          address: { street: 'Bundesplatz', streetNumber: '3', zip: '3011', city: 'Bern' },
          phone: '+41 31 000 00 00',
        },
        policyNumber: 'MK-2026-4711',
        from: '2027-01-01' as Day,
        premium: rappen(14950),
      };
    case 'year_statement':
      return {
        kind,
        year: 2026,
        iban: IBAN,
        figures: {
          opening: 0,
          paidIn: 356000,
          interest: 1234,
          charges: 500,
          withholdingTax: 432,
          paidOut: 0,
          closing: 356302,
          movements: [
            { on: '2026-03-02' as Day, what: 'payment', amount: 356000 },
            { on: '2026-12-31' as Day, what: 'interest', amount: 1234 },
            { on: '2026-12-31' as Day, what: 'charge', amount: -500 },
            { on: '2026-12-31' as Day, what: 'withholding_tax', amount: -432 },
          ],
        },
      };
    case 'agreement': {
      const clara = { name: 'Clara Chefin', email: 'chefin@verwaltung.example' };
      const at = '2026-07-10T08:00:00.000Z';
      return {
        kind,
        product: 'bank_deposit',
        investmentAllowed: false,
        offers: [
          {
            product: 'bank_deposit',
            name: 'Muster Bank AG',
            address: { street: 'Paradeplatz', streetNumber: '1', zip: '8001', city: 'Zürich' },
            offer: {
              interestRate: 0.125,
              fees: rappen(1200),
              phone: '+41 44 000 00 00',
              conditions: { de: 'https://bank.example/bedingungen/mietkaution' },
            },
          },
        ],
        manager: { ...clara, at, from: '203.0.113.9', typedName: null },
        managerSignedAt: at,
        signatures: tenants.map(({ name }, place) => ({
          name,
          email: `mieter${place}@mail.example`,
          at: `2026-11-1${place}T22:15:0${place}.000Z`,
          from: place % 2 === 0 ? '203.0.113.7' : '2001:db8:85a3::8a2e:370:7334',
          typedName: place === 0 ? name.toUpperCase() : null,
        })),
      };
    }
  }
}
