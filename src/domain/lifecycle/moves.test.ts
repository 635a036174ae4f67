import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../calendar.ts';
import type { Deposit, Step } from '../deposit.ts';
import type { EmailAddress } from '../contact.ts';
import type { Tenant } from '../tenant.ts';
import { rappen } from '../money.ts';
import { decideMove, explain, MOVES, possibleMoves, type MoveName } from './moves.ts';
import { isRefused, type Context } from './move.ts';
import { PLACES, placeOf, type Place } from './place.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const IBAN = 'CH9300762011623852957';
let count = 0;
const context: Context = {
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
  chance: { id: () => `id-${++count}`, tenantToken: () => `token-${++count}`, digits: (n) => '7'.repeat(n) },
  demoIban: IBAN,
};

const tenant = { type: 'natural', firstName: 'Lea', lastName: 'B', email: 'l@m.example' as EmailAddress } as Tenant;

function depositAt(place: Place, product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Deposit {
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

/** Section 3, read the other way round: what may be done at each place. */
const ALLOWED: Record<Place, MoveName[]> = {
  awaiting_manager_signature: ['sign_as_manager', 'withdraw', 'remind'],
  awaiting_send: ['withdraw'],
  awaiting_tenant_signatures: ['sign_as_tenant', 'edit', 'withdraw', 'remind'],
  awaiting_account: ['open_account', 'refuse', 'edit', 'withdraw'],
  awaiting_cover: ['confirm_cover', 'refuse', 'edit', 'withdraw'],
  awaiting_payment: ['receive_payment', 'edit', 'withdraw', 'remind'],
  draft_editing: ['send_again', 'withdraw'],
  open: ['receive_payment', 'start_closing', 'record_legal_claim', 'remind'],
  closing_proposed: ['receive_payment', 'counter_propose', 'consent', 'release', 'record_legal_claim', 'remind'],
  closing_ordered: ['receive_payment', 'complete_payout'],
  closed: ['receive_payment'],
  withdrawn: [],
};

for (const place of PLACES) {
  test(`3 ${place}: just these moves`, () => {
    const deposit = depositAt(place);
    assert.equal(placeOf(deposit), place);
    const names = ALLOWED[place].map((name) => MOVES[name].name);
    assert.deepEqual(possibleMoves(deposit), names);
    for (const name of Object.keys(MOVES) as MoveName[]) {
      if (MOVES[name].name === null || ALLOWED[place].includes(name)) continue;
      const decision = decideMove(name, deposit, {} as never, context);
      assert.ok(isRefused(decision), `${name} at ${place}`);
    }
  });
}

test('3 an insurance ends with its cover, a bank deposit with its payout', () => {
  assert.deepEqual(possibleMoves(depositAt('closing_ordered', 'insurance')), [MOVES.end_cover.name]);
});

test('every refusal names the state and what is possible now', () => {
  for (const place of PLACES) {
    const deposit = depositAt(place);
    assert.match(
      explain('not_now', deposit),
      /^The deposit is .+\. That is not possible now\. (Possible now: .+|Nothing .+)\.$/,
    );
  }
});

test('a move leaves the deposit that it was decided on as it was', () => {
  const deposit = depositAt('awaiting_payment');
  const before = structuredClone(deposit);
  const payment = {
    id: 'p',
    at: NOW,
    reference: 'RF18539007547034',
    amount: rappen(150_000),
    payerIban: null,
    payerName: null,
  };
  const decision = decideMove('receive_payment', deposit, payment, context);
  assert.ok(!isRefused(decision));
  assert.deepEqual(deposit, before);
  assert.deepEqual([decision.deposit.state, decision.deposit.paidIn], ['open', 100_000]);
  assert.deepEqual(
    decision.postings.map(({ from, to, amount }) => [from, to, amount]),
    [
      ['payer', 'held', 100_000],
      ['payer', 'to_pay_back', 50_000],
    ],
  );
});
