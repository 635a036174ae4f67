import type { Day } from '../calendar.ts';
import type { EmailAddress } from '../contact.ts';
import type { Deposit, Step } from '../deposit.ts';
import { rappen } from '../money.ts';
import type { Tenant } from '../tenant.ts';
import type { Context } from './move.ts';
import type { Phase } from './phase.ts';

export const NOW = new Date('2026-11-15T12:00:00Z');
const IBAN = 'CH9300762011623852957';
let count = 0;
export const context: Context = {
  organization: {
    id: 'org',
    parentId: null,
    name: 'Verwaltung AG',
    language: 'de',
    emailDomain: 'v.example',
    address: { street: 'S', streetNumber: '1', zip: '8000', city: 'Zürich' },
    preSigned: false,
    sendDelayMinutes: 0,
    ownerAlwaysCareOf: false,
    tenantChoosesProduct: true,
    product: 'bank_deposit',
    offersInvestment: true,
    smallDepositLimit: rappen(0),
    contractStatusEnabled: true,
    payoutIban: null,
  },
  now: NOW,
  random: { id: () => `id-${++count}`, tenantToken: () => `token-${++count}`, digits: (n) => '7'.repeat(n) },
  demoIban: IBAN,
};

const tenant = { type: 'natural', firstName: 'Lea', lastName: 'B', email: 'l@m.example' as EmailAddress } as Tenant;

/** A deposit as it stands at a place, by the shortest way. */
export function depositAt(place: Phase, product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Deposit {
  const isClosing = place === 'closing_proposed' || place === 'closing_ordered' || place === 'closed';
  const isOpening = place.startsWith('awaiting_');
  const hasAccount = product === 'bank_deposit' && (isClosing || place === 'open' || place === 'awaiting_payment');
  const proposal = { at: NOW, by: 'tenant' as const, amountLandlord: rappen(0), reason: null };
  const release = { at: NOW, ground: 'consent' as const, amountLandlord: rappen(0), evidence: null };
  return {
    organizationId: 'org',
    id: 'deposit',
    integration: 'custom',
    state: isOpening ? 'opening' : place.startsWith('closing_') ? 'closing' : (place as 'open'),
    step: isOpening ? (place as Step) : null,
    stepSince: NOW,
    reminders: 0,
    createdAt: NOW,
    sentAt: NOW,
    round: 0,
    terms: {
      externalContractId: 'C',
      property: { propertyId: 'P', street: 'S', streetNumber: '1', zip: '8000', city: 'Zürich' },
      rentalStart: '2027-01-01' as Day,
      rentalDeposit: rappen(100_000),
      tenantLanguage: 'de',
      investmentAllowed: true,
      owner: { name: 'E', street: 'S', streetNumber: '1', zip: '8000', city: 'Z', countryCode: 'CH', careOf: false },
      assistant: null,
      tenants: [tenant],
      signatureRule: null,
    },
    managerSignature: { at: NOW, from: null, by: null },
    signatures: [null],
    adjustments: [],
    manager: {
      organizationId: 'org',
      id: 'm',
      email: 'm@v.example' as EmailAddress,
      firstName: 'M',
      lastName: 'M',
      language: 'de',
    },
    product,
    iban: hasAccount ? IBAN : null,
    qrIban: null,
    paymentReference: hasAccount ? 'RF18539007547034' : null,
    paidIn: rappen(hasAccount && place !== 'awaiting_payment' ? 100_000 : 0),
    payments: [],
    orders:
      place === 'closing_ordered' && product === 'bank_deposit'
        ? [
            {
              id: 'o',
              kind: 'payout',
              cause: 'closing',
              payee: 'tenant',
              amount: rappen(100_000),
              iban: IBAN,
              orderedAt: NOW,
              completedAt: null,
              paymentId: null,
              runId: null,
              rejection: null,
            },
          ]
        : [],
    refusal: null,
    registerCheck: null,
    closing: isClosing
      ? {
          startedBy: 'tenant',
          startedAt: NOW,
          tenancyEnd: '2026-11-15' as Day,
          proposals: [proposal],
          tenantIban: null,
          release: place === 'closing_proposed' ? null : release,
        }
      : null,
    legalClaim: null,
    paidOutAt: null,
    paidOutTenant: null,
    paidOutLandlord: null,
  };
}
