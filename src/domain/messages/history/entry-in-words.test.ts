import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HISTORY_EVENTS } from '../../history/events.ts';
import { FACTS } from '../../history/facts.ts';
import { LANGUAGES, type Language } from '../../values/language.ts';
import { factsInWords, type Reader } from './entry-in-words.ts';
import { eventName } from './event-words.ts';

const MEMBER = '01990000-0000-7000-8000-000000000001';
const OPERATOR: Reader = {
  language: 'en',
  isOperator: true,
  mails: { tenant_sign: 'Please sign' },
  members: new Map([[MEMBER, 'Petra Muster']]),
};
const manager = (language: Language): Reader => ({ language, isOperator: false });

const FOR_OPERATORS: [name: string, event: string, detail: Record<string, unknown>, facts: string[]][] = [
  ['an amount', 'payment_received', { amount: 4500.05 }, ['Amount: CHF 4’500.05']],
  ['an account', 'account_opened', { iban: 'CH9300762011623852957' }, ['IBAN: CH93 0076 2011 6238 5295 7']],
  [
    'yes or no',
    'change_cancelled',
    { kind: 'owner', isOvertaken: false },
    ['New landlord', 'Because the closing was started: No'],
  ],
  ['the path', 'opened', { integration: 'custom' }, ['Path: Own interface']],
  [
    'a day',
    'end_settled',
    { day: '2027-03-31', evidence: 'FE 1' },
    ['End of the tenancy: 31.03.2027', 'Evidence: FE 1'],
  ],
  [
    'why it is on hold',
    'deposit_held',
    { ground: 'death', evidence: 'x' },
    ['Ground: death of a tenant', 'Evidence: x'],
  ],
  ['a mail that was not sent', 'mail_not_sent', { tenant: 1, mail: 'tenant_sign' }, ['Tenant 1', 'Mail: Please sign']],
  [
    'members by name',
    'manager_changed',
    { memberBefore: MEMBER, member: MEMBER },
    ['Property manager: Petra Muster → Petra Muster'],
  ],
  ['a member who was removed', 'sent_early', { member: '01990000-0000-7000-8000-000000000009' }, []],
  [
    'an operator by address',
    'payment_released',
    { to: 'landlord', by: 'olga@depono.example' },
    ['Payee: Landlord', 'By: olga@depono.example'],
  ],
  [
    'before and after',
    'editing_started',
    { rentalDepositBefore: 1000, rentalDeposit: 1200 },
    ['Rental deposit: CHF 1’000.00 → CHF 1’200.00'],
  ],
  [
    'a corrected code',
    'corrected',
    { fields: 'tenantLegalForm', tenantLegalForm: 'gmbh → ag' },
    [
      'Details: Tenant 1, legal form',
      'Tenant 1, legal form: Limited liability company (GmbH) → Company limited by shares (AG)',
    ],
  ],
  [
    'a telephone number',
    'contact_changed',
    { tenant: 2, fields: 'phoneNumber', phoneNumber: '– → +41441234567' },
    ['Tenant 2', 'Details: Phone number', 'Phone: – → +41 44 123 45 67'],
  ],
  [
    'a mandate without ids',
    'mandate_moved',
    { from: MEMBER, fromName: 'A AG', to: MEMBER, toName: 'B AG' },
    ['Property management: A AG → B AG'],
  ],
  [
    'a reason of the bank',
    'payment_returned',
    { to: 'tenant', amount: 1, reason: 'AC04' },
    ['Payee: Tenants', 'Amount: CHF 1.00', 'Reason: The account is closed (AC04)'],
  ],
  [
    'what a provider refused',
    'refused',
    { application: 'claim', reason: 'No.' },
    ['Asked to: pay a claim', 'Reason: No'],
  ],
];

for (const [name, event, detail, facts] of FOR_OPERATORS) {
  test(`operators read ${name}`, () => assert.deepEqual(factsInWords({ event, detail }, OPERATOR), facts));
}

const FOR_MANAGERS: [name: string, event: string, detail: Record<string, unknown>, facts: string[]][] = [
  [
    'the share of the landlord',
    'consented',
    { by: 'tenant', amountLandlord: 500 },
    ['An die Vermieterschaft: CHF 500.00'],
  ],
  ['who joins', 'change_done', { kind: 'tenant_joins', after: 'Eva Neu' }, ['Jemand zieht ein: Eva Neu']],
  ['neither ground nor evidence of a hold', 'deposit_held', { ground: 'death', evidence: 'x' }, []],
  ['no account of a tenant', 'payout_account_confirmed', { iban: 'CH9300762011623852957', holderName: 'A' }, []],
  [
    'not what one of two signatories has said',
    'closing_word_given',
    { tenant: 1, amountLandlord: 500, reason: 'x' },
    [],
  ],
  [
    'no trace of a signature',
    'tenant_signed',
    { tenant: 1, from: '192.0.2.1', browser: 'x', terms: 'ab' },
    ['Mieterin oder Mieter 1'],
  ],
  ['no reason of an operator', 'hold_lifted', { reason: 'x' }, []],
  ['the reason of a refusal', 'refused', { code: 'other', reason: 'Adresse falsch' }, ['Begründung: Adresse falsch']],
];

for (const [name, event, detail, facts] of FOR_MANAGERS) {
  test(`property managers read ${name}`, () => assert.deepEqual(factsInWords({ event, detail }, manager('de')), facts));
}

test('every event and every fact has words in the reader’s language, never its code', () => {
  for (const language of LANGUAGES) {
    for (const event of HISTORY_EVENTS) assert.notEqual(eventName(event, language), event);
  }
  for (const fact of Object.keys(FACTS)) {
    const [text = ''] = factsInWords({ event: 'opened', detail: { [fact]: 'x' } }, OPERATOR);
    assert.ok(!text.startsWith(`${fact}:`), fact);
  }
});

test('an insurance: the end of the cover is ordered, and the tenants get nothing', () => {
  const entry = { event: 'payout_ordered', detail: { ground: 'consent', amountTenant: 0, amountLandlord: 800 } };
  assert.equal(eventName(entry.event, 'de', 'insurance'), 'Ende der Deckung beauftragt');
  assert.deepEqual(factsInWords(entry, { language: 'de', isOperator: false, product: 'insurance' }), [
    'Grund: Zustimmung beider Seiten',
    'An die Vermieterschaft: CHF 800.00',
  ]);
});
