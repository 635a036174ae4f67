import { operatorBrand } from '../../src/domain/brand/brand.ts';
import type { Day } from '../../src/domain/values/calendar.ts';
import type { EmailAddress } from '../../src/domain/values/contact.ts';
import type { Deposit, Step } from '../../src/domain/deposit.ts';
import { rappen } from '../../src/domain/values/money.ts';
import type { Provider } from '../../src/domain/provider.ts';
import type { Company, LegalTenant, Tenant } from '../../src/domain/tenant.ts';
import { BANK_CODES } from '../../src/domain/money-settings.ts';
import { NEW_ORDER, type IncomingPayment } from '../../src/domain/ledger.ts';
import type { MoveContext } from '../../src/domain/lifecycle/move.ts';
import type { Phase } from '../../src/domain/lifecycle/phase.ts';

export const NOW = new Date('2026-11-15T12:00:00Z');
const IBAN = 'CH9300762011623852957';
let count = 0;
const OFFERED = { address: null, offer: {} };
export const BANK: Provider = { id: 'bank', kind: 'bank', code: 'a_bank', versionId: 'b1', name: 'Bank', ...OFFERED };
export const INSURER: Provider = {
  id: 'insurer',
  kind: 'insurer',
  code: 'an_insurer',
  versionId: 'i1',
  name: 'Versicherung',
  ...OFFERED,
};
export const context: MoveContext = {
  organization: {
    id: 'org',
    parentId: null,
    home: null,
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
    payoutHolderName: null,
    payoutBic: null,
    payoutAccounts: [],
    bankProviderId: null,
    insurerProviderId: null,
    brand: {},
    shownBrand: operatorBrand({}),
    providers: { bank: BANK, insurer: INSURER },
  },
  now: NOW,
  random: { id: () => `id-${++count}`, tenantToken: () => `token-${++count}`, digits: (n) => '7'.repeat(n) },
  demoIban: IBAN,
  money: {
    operatorIban: 'CH5604835012345678009',
    surplusLimit: rappen(100),
    paymentRelease: 'none',
    refusedCountries: [],
    codes: BANK_CODES,
    isTest: true,
  },
};

export const payment: IncomingPayment = {
  id: 'p',
  at: NOW,
  reference: 'RF18539007547034',
  amount: rappen(100_000),
  payerIban: null,
  payerName: null,
  payerAddress: null,
  matchedBy: 'reference',
  bookedOn: '2026-11-15' as Day,
  valueOn: '2026-11-15' as Day,
  bankReference: 'B1',
  entryKey: 'entry',
  accountIban: IBAN,
};

const tenant = {
  type: 'natural',
  firstName: 'Lea',
  lastName: 'B',
  email: 'l@m.example' as EmailAddress,
  address: { street: 'Weg', streetNumber: '2', zip: '8000', city: 'Zürich', countryCode: 'CH' },
} as Tenant;

/** A second natural tenant, beside the main tenant. */
export const coTenant = {
  ...tenant,
  firstName: 'Noa',
  lastName: 'C',
  email: 'n@m.example' as EmailAddress,
  phoneNumber: '+41791112233',
  birthDate: '1990-02-03',
} as Tenant;

/** A signatory of a company. */
export const company = (of: Partial<Company> = {}, person: Partial<LegalTenant> = {}): LegalTenant => ({
  ...(tenant as LegalTenant),
  type: 'legal',
  company: { name: 'Muster AG', legalForm: 'ag', domicile: 'Bern', zefixUid: 'CHE116281710', ...of },
  ...person,
});

/** A deposit in a phase, reached by the shortest way. */
export function depositAt(phase: Phase, product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Deposit {
  const isClosing = phase.startsWith('closing_') || phase === 'closed';
  const isOpening = phase.startsWith('awaiting_');
  const hasAccount = product === 'bank_deposit' && (isClosing || phase === 'open' || phase === 'awaiting_payment');
  const proposal = { at: NOW, by: 'tenant' as const, amountLandlord: rappen(0), reason: null };
  const release = { at: NOW, ground: 'consent' as const, amountLandlord: rappen(0), evidence: null };
  return {
    organizationId: 'org',
    id: 'deposit',
    integration: 'custom',
    state: isOpening ? 'opening' : phase.startsWith('closing_') ? 'closing' : (phase as 'open'),
    step: isOpening ? (phase as Step) : null,
    stepSince: NOW,
    reminders: 0,
    createdAt: NOW,
    sentAt: NOW,
    sendAt: phase === 'awaiting_send' ? NOW : null,
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
    managerSignature: { at: NOW, from: null, by: null, proof: null },
    signatures: [null],
    adjustments: [],
    takenOver: null,
    manager: {
      organizationId: 'org',
      id: 'm',
      email: 'm@v.example' as EmailAddress,
      firstName: 'M',
      lastName: 'M',
      language: 'de',
      notifications: 'each',
    },
    product,
    iban: hasAccount ? IBAN : null,
    qrIban: null,
    paymentReference: hasAccount ? 'RF18539007547034' : null,
    provider: null,
    applications: [],
    changes: [],
    policy: null,
    formerAccounts: [],
    paidIn: rappen(hasAccount && phase !== 'awaiting_payment' ? 100_000 : 0),
    interest: rappen(0),
    charges: rappen(0),
    withholdingTax: rappen(0),
    payments:
      hasAccount && phase !== 'awaiting_payment'
        ? [{ ...payment, counted: rappen(100_000), surplus: rappen(0), reversedAt: null }]
        : [],
    orders:
      phase === 'closing_ordered' && product === 'bank_deposit'
        ? [
            {
              id: 'o',
              kind: 'payout',
              cause: 'closing',
              payee: 'tenant',
              amount: rappen(100_000),
              iban: IBAN,
              ...NEW_ORDER,
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
          end: {
            state: 'asked',
            namedBy: 'tenant',
            tenantDay: '2026-11-15' as Day,
            managerDay: null,
            reason: null,
          },
          year: { queuedFor: '2027-11-16' as Day, warnings: 0 },
          claim: null,
          proposals: [proposal],
          tenantIban: null,
          tenantHolderName: null,
          tenantBic: null,
          tenantAddress: null,
          noted: phase === 'closing_noted' ? release : null,
          release: phase === 'closing_ordered' || phase === 'closed' ? release : null,
        }
      : null,
    closingWord: null,
    payoutAccount: null,
    payoutAccountRequest: null,
    legalClaim: null,
    hold: phase === 'closing_noted' ? { ground: 'seizure', at: NOW } : null,
    emailChanges: [],
    paidOutAt: null,
    paidOutTenant: null,
    paidOutLandlord: null,
  };
}

/** The same deposit with a second natural tenant, who has signed if the first one has. */
export function withCoTenant(deposit: Deposit): Deposit {
  const { terms, signatures } = deposit;
  return {
    ...deposit,
    signatures: [signatures[0] ?? null, signatures[0] ?? null],
    terms: { ...terms, tenants: [terms.tenants[0], coTenant] },
  };
}

/** The same deposit of a company with two signatories, who sign jointly. */
export function ofCompany(deposit: Deposit): Deposit {
  const second = { firstName: 'Noa', lastName: 'C', email: 'n@m.example' as EmailAddress };
  return {
    ...deposit,
    signatures: [null, null],
    terms: { ...deposit.terms, tenants: [company(), company({}, second)], signatureRule: 'joint' },
  };
}
