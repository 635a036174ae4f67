import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAt, NOW } from '../../../test/support/sample-deposit.ts';
import { CHANGE_KINDS, type ChangeKind } from '../change-kinds.ts';
import type { Closing } from '../closing/closing.ts';
import type { Amendment, ChangedTerms } from '../document.ts';
import type { ProductOffer } from '../provider.ts';
import { LANGUAGES, type Language } from '../values/language.ts';
import { rappen } from '../values/money.ts';
import type { Day } from '../values/calendar.ts';
import { amendmentRow, CHANGE_WORDS } from './changes.ts';
import { endInWords, yearSteps } from './closing-year.ts';
import { insurerSentence, offerInShort, offerLines } from './offers.ts';

const address = { street: 'Weg', streetNumber: '2', zip: '8000', city: 'Zürich', countryCode: 'CH' };
const bankOffer: ProductOffer = { product: 'bank_deposit', name: 'Bank', address: null, offer: { interestRate: 0.5 } };
const insurance: ProductOffer = {
  product: 'insurance',
  name: 'Versicherung',
  address: null,
  offer: { premiumPercent: 5 },
};
const terms: ChangedTerms = {
  tenants: ['Lea B', 'Noa C'],
  owner: { name: 'E', address },
  rentalDeposit: rappen(100_000),
  product: 'bank_deposit',
  offers: [bankOffer],
};
const amendment = (kind: ChangeKind, after: Partial<ChangedTerms>, before: Partial<ChangedTerms> = {}): Amendment => ({
  number: 2,
  kind,
  before: { ...terms, ...before },
  after: { ...terms, ...after },
});
const insured = { product: 'insurance', offers: [insurance] } as const;
const MORE = amendment('amount', { rentalDeposit: rappen(150_050) });
const LESS = amendment('amount', { rentalDeposit: rappen(60_000) });
const OF_INSURANCE = amendment('amount', { ...insured, rentalDeposit: rappen(150_000) }, insured);
const TO_INSURANCE = amendment('product', insured);
const TO_BANK = amendment('product', {}, insured);
const PEOPLE = ['tenant_joins', 'tenant_leaves', 'main_tenant', 'owner'] as const;

for (const language of LANGUAGES) {
  test(`years 2 what follows from a change, in ${language}: each is said in its own words`, () => {
    const { effect, title } = CHANGE_WORDS[language];
    const all = [...PEOPLE.map((kind) => amendment(kind, {})), MORE, LESS, OF_INSURANCE, TO_INSURANCE, TO_BANK].map(
      effect,
    );
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.every((text) => text.length > 20));
    assert.ok(effect(MORE).includes('CHF 500.50'));
    assert.ok(effect(LESS).includes('CHF 400.00'));
    assert.ok(!effect(OF_INSURANCE).includes('CHF'));
    assert.match(title(2), /\S+ 2$/);
  });
}

test('years 2 more is paid in, less is paid out; an insurer confirms', () => {
  const { effect } = CHANGE_WORDS.en;
  assert.match(effect(MORE), /difference of CHF 500\.50 is paid in/);
  assert.match(effect(LESS), /difference of CHF 400\.00 is paid out/);
  assert.match(effect(OF_INSURANCE), /insurer has confirmed the new sum/);
  assert.match(effect(TO_INSURANCE), /^Once the insurer has confirmed the cover/);
  assert.match(effect(TO_BANK), /the insurance ends/);
});

test('years 2 an amendment shows what was and what will be', () => {
  const row = (one: Amendment, language: Language = 'en') => amendmentRow(one, language);
  assert.deepEqual(row(amendment('tenant_joins', { tenants: ['Lea B', 'Noa C', 'Kim K'] })), [
    'Tenants',
    'Lea B\nNoa C',
    'Lea B\nNoa C\nKim K',
  ]);
  const foreign = { name: 'Neue', address: { ...address, streetNumber: '-', countryCode: 'DE' } };
  assert.deepEqual(row(amendment('owner', { owner: foreign })), [
    'Landlord',
    'E\nWeg 2, 8000 Zürich',
    'Neue\nWeg, 8000 Zürich (DE)',
  ]);
  assert.deepEqual(row(MORE, 'de'), ['Mietkaution', 'CHF 1’000.00', 'CHF 1’500.50']);
  assert.deepEqual(row(amendment('product', { ...insured, offers: [] })), [
    'Form of security',
    `Bank deposit\n${offerInShort(bankOffer, rappen(100_000), 'en')}`,
    'Deposit insurance',
  ]);
  for (const kind of CHANGE_KINDS) assert.equal(amendmentRow(amendment(kind, {}), 'fr').length, 3);
});

const lines = (offer: ProductOffer['offer'], product: ProductOffer['product'], language: Language = 'en') =>
  offerLines({ product, name: 'P', address: null, offer }, rappen(100_000), language).map(
    ({ what, label, value }) => `${what} ${label}: ${value}`,
  );

test('provider-api 4 what an offer costs, as far as the provider has said it', () => {
  assert.deepEqual(lines({}, 'insurance'), ['price Premium: stated by the insurer']);
  assert.deepEqual(lines({ premiumPercent: 5, feeOnce: rappen(0) }, 'insurance'), [
    'price Premium: CHF\u00a052.50 per year, stamp duty included',
    'price One-time fee: none',
  ]);
  assert.deepEqual(
    lines({ premiumPercent: 5, feeOnce: rappen(2_000) }, 'insurance')[1],
    'price One-time fee: CHF\u00a020.00',
  );
  assert.deepEqual(lines({}, 'bank_deposit'), ['price Interest: under the bank’s conditions']);
  assert.deepEqual(lines({ interestRate: 0.5, fees: rappen(1_200) }, 'bank_deposit'), [
    'price Interest: 0.5% per year',
    'price Fees: CHF\u00a012.00 per year',
  ]);
  assert.deepEqual(lines({ fees: rappen(0) }, 'bank_deposit')[1], 'price Fees: none');
  assert.deepEqual(
    lines({ phone: '+41441234567', conditions: { de: 'https://b.example/de' } }, 'bank_deposit', 'it').slice(1),
    ['phone Telefono: +41441234567', 'conditions Condizioni: https://b.example/de'],
  );
  assert.deepEqual(
    lines({ conditions: { de: 'https://b.example/de', it: 'https://b.example/it' } }, 'bank_deposit', 'it').slice(1),
    ['conditions Condizioni: https://b.example/it'],
  );
});

test('provider-api 4 what an insurer pays the landlord, or has paid', () => {
  const said = (product: 'insurance' | 'bank_deposit', paid: number | null, claimed: number) =>
    insurerSentence({ product, paidOutLandlord: paid === null ? null : rappen(paid) }, rappen(claimed), 'en');
  assert.match(said('insurance', null, 20_000) ?? '', /^The insurer pays the landlord CHF.200\.00/);
  assert.match(said('insurance', 15_000, 20_000) ?? '', /^The insurer has paid the landlord CHF.150\.00/);
  assert.equal(said('insurance', null, 0), null);
  assert.equal(said('insurance', 0, 20_000), null);
  assert.equal(said('bank_deposit', null, 20_000), null);
});

const proposed = depositAt('closing_proposed');
const closing = proposed.closing as Closing;
const end = (changed: Partial<Closing['end']>, language: Language = 'en') =>
  endInWords({ ...closing, end: { ...closing.end, ...changed } }, language);

test('years 1 the end of the tenancy in words, however the two sides stand', () => {
  assert.match(end({}), /give 15\.11\.2026 .* from 15\.12\.2026 on/);
  assert.match(end({ state: 'confirmed' }), /ends on 15\.11\.2026/);
  assert.match(end({ state: 'undisputed' }), /undisputed/);
  assert.match(end({ state: 'settled' }), /settled/);
  assert.match(
    end({ state: 'disputed', tenantDay: '2026-10-31' as Day }),
    /tenants say 31\.10\.2026, .* says 15\.11\.2026/,
  );
  assert.match(end({ state: 'disputed', tenantDay: null }), /15\.11\.2026 counts/);
  for (const language of LANGUAGES) {
    const states = (['asked', 'confirmed', 'undisputed', 'disputed', 'settled'] as const).map((state) =>
      end({ state }, language),
    );
    const alone = end({ state: 'disputed', tenantDay: null }, language);
    assert.equal(new Set([...states, alone]).size, 6);
    assert.ok([...states, alone].every((text) => text.includes('15.11.2026')));
  }
});

test('OR 257e what happens when, in the order of the days', () => {
  const days = (changed: Partial<Closing>, product: 'bank_deposit' | 'insurance' = 'bank_deposit') =>
    yearSteps({ ...proposed, product, closing: { ...closing, ...changed } }, 'en')?.map(
      ({ day, text }) => `${day} ${text.slice(0, 32)}`,
    );
  assert.deepEqual(days({}), [
    '2026-11-15 Closing proposed',
    '2026-11-15 End of the tenancy',
    '2026-12-14 Until the end of this day the pr',
    '2027-11-15 The year of Art. 257e CO ends',
    '2027-11-16 Without an agreement, the payout',
  ]);
  assert.deepEqual(
    days(
      { end: { ...closing.end, state: 'confirmed' }, startedBy: 'manager', tenancyEnd: '2026-10-01' as Day },
      'insurance',
    ),
    [
      '2026-10-01 End of the tenancy',
      '2026-11-15 Closing proposed',
      '2027-10-01 The year of Art. 257e CO ends',
      '2027-10-02 From now on the tenants can dema',
    ],
  );
  const release = { at: NOW, ground: 'consent' as const, amountLandlord: rappen(0), evidence: null };
  assert.equal(days({ release }), undefined);
  assert.equal(days({ noted: release }), undefined);
  assert.equal(yearSteps({ ...proposed, legalClaim: { at: NOW, evidence: 'e' } }, 'en'), null);
  assert.equal(yearSteps(depositAt('open'), 'en'), null);
});
