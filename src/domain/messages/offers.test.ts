import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '../product.ts';
import type { Offer } from '../provider.ts';
import type { Language } from '../values/language.ts';
import { rappen } from '../values/money.ts';
import { offerInShort, offerLines } from './offers.ts';

const INSURANCE: Offer = {
  premiumPercent: 4,
  premiumMinimum: rappen(80_00),
  feeOnce: rappen(20_00),
  phone: '+41 31 000 00 00',
  conditions: { fr: 'https://a.example/fr', it: 'https://a.example/it' },
};
const BANK: Offer = { interestRate: 0.125, fees: rappen(12_00), conditions: { de: 'https://b.example/de' } };

const ROWS: [name: string, product: Product, offer: Offer, language: Language, lines: string[]][] = [
  [
    'set-up: the price of an insurance is the total per year with stamp duty, the fee beside it',
    'insurance',
    INSURANCE,
    'de',
    [
      'Prämie: CHF 149.50 pro Jahr, mit Stempelabgabe',
      'Einmalige Gebühr: CHF 20.00',
      'Telefon: +41 31 000 00 00',
      'Bedingungen: https://a.example/fr',
    ],
  ],
  [
    'set-up: the conditions in the language of the reader',
    'insurance',
    { ...INSURANCE, feeOnce: rappen(0) },
    'it',
    [
      'Premio: CHF 149.50 all’anno, tassa di bollo inclusa',
      'Spesa unica: nessuna',
      'Telefono: +41 31 000 00 00',
      'Condizioni: https://a.example/it',
    ],
  ],
  ['set-up: an insurer that names no price', 'insurance', {}, 'en', ['Premium: stated by the insurer']],
  [
    'set-up: interest and fees of a bank',
    'bank_deposit',
    BANK,
    'fr',
    ['Intérêt: 0.125 % par an', 'Frais: CHF 12.00 par an', 'Conditions: https://b.example/de'],
  ],
  [
    'set-up: a bank without fees and interest',
    'bank_deposit',
    { interestRate: 0, fees: rappen(0) },
    'en',
    ['Interest: 0% per year', 'Fees: none'],
  ],
  ['set-up: a bank that says nothing', 'bank_deposit', {}, 'de', ['Zins: nach den Bedingungen der Bank']],
];

for (const [name, product, offer, language, lines] of ROWS) {
  test(name, () => {
    const found = offerLines({ product, name: 'X', address: null, offer }, rappen(3560_00), language);
    assert.deepEqual(
      found.map(({ label, value }) => `${label}: ${value}`.replaceAll('\u00a0', ' ')),
      lines,
    );
  });
}

test('set-up: in one line, without phone and conditions', () => {
  const offer = { product: 'insurance', name: 'Muster Versicherung', address: null, offer: INSURANCE } as const;
  assert.equal(
    offerInShort(offer, rappen(3560_00), 'fr').replaceAll('\u00a0', ' '),
    'Muster Versicherung · Prime : CHF 149.50 par an, droit de timbre compris · Frais uniques : CHF 20.00',
  );
});
