import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskRecord } from './mask-for-viewer.ts';

// operator-api.md: masked means first letter and `…` (an e-mail address keeps its domain), of accounts and phones the last
// four.
const ROWS: [what: string, record: object, masked: object][] = [
  ['names', { firstName: 'Lea', lastName: 'Ö' }, { firstName: 'L…', lastName: 'Ö…' }],
  ['an e-mail address keeps its domain', { email: 'lea@mail.example' }, { email: 'l…@mail.example' }],
  [
    'phone and account: the last four',
    { phoneNumber: '+41791234567', iban: 'CH93 0076 2011 6238 5295 7' },
    { phoneNumber: '…4567', iban: '…2957' },
  ],
  [
    'columns of a row',
    { first_name: 'Lea', payer_iban: 'CH9300762011623852957' },
    { first_name: 'L…', payer_iban: '…2957' },
  ],
  [
    'a name of an owner, not of an organization',
    { name: 'Muster AG', owner: { name: 'Erika' } },
    { name: 'Muster AG', owner: { name: 'E…' } },
  ],
  ['a list of tenants', { tenants: [{ company: { name: 'Alpha AG' } }] }, { tenants: [{ company: { name: 'A…' } }] }],
  [
    'people of a bank, and who has signed',
    { contacts: [{ name: 'Rita', email: 'rita@bank.example' }], signatures: [{ name: 'Lea' }] },
    { contacts: [{ name: 'R…', email: 'r…@bank.example' }], signatures: [{ name: 'L…' }] },
  ],
  [
    'years.md 5: where a person was when signing, and with what',
    {
      signatures: [{ name: 'Lea', reachedBy: 'lea@mail.example', ip: '2001:db8::7', userAgent: 'Firefox', tenant: 1 }],
      history: [{ at: '12:30:15', detail: { from: '203.0.113.7', browser: 'Firefox', terms: 'ab' } }],
    },
    {
      signatures: [{ name: 'L…', reachedBy: 'l…@mail.example', ip: '…', userAgent: '…', tenant: 1 }],
      history: [{ at: '12:30:15', detail: { from: '…', browser: '…', terms: 'ab' } }],
    },
  ],
  ['tenants in one text', { tenants: 'Lea Brunner, Noa Meier' }, { tenants: 'L…, N…' }],
  [
    'adjustments are named by their field',
    { field: 'tenantPhoneNumber', from: '079 123 45 67', to: '+41791234567' },
    { field: 'tenantPhoneNumber', from: '…4567', to: '…4567' },
  ],
  [
    'changes in the audit log',
    { changes: { lastName: { from: 'Alt', to: 'Neu' } } },
    { changes: { lastName: { from: 'A…', to: 'N…' } } },
  ],
  [
    'addresses and accounts in a text',
    { what: 'Pay to CH93 0076 2011 6238 5295 7, says a@b.example' },
    { what: 'Pay to …2957, says a…@b.example' },
  ],
  ['corrections in a history', { tenant2LastName: 'Alt → Neu' }, { tenant2LastName: 'A…' }],
  [
    'names in a register',
    { field: 'name', declared: 'Alpha AG', registered: 'Beta AG' },
    { field: 'name', declared: 'A…', registered: 'B…' },
  ],
  [
    'what people wrote about others',
    { evidence: 'Urteil gegen Lea', refusal: { reason: 'Lea' } },
    { evidence: '…', refusal: { reason: '…' } },
  ],
  [
    'evidence in an approval',
    { name: 'Evidence', before: '', after: 'Lea' },
    { name: 'Evidence', before: '', after: '…' },
  ],
  [
    'what a payer wrote, and why an operator resolved it',
    { content: { text: 'Kaution Lea' }, resolution: { as: 'none', reason: 'Lea called' }, why: 'currency' },
    { content: { text: '…' }, resolution: { as: 'none', reason: '…' }, why: 'currency' },
  ],
  ['a reason in the audit log', { changes: { reason: { to: 'Lea called' } } }, { changes: { reason: { to: '…' } } }],
  [
    'the key of an entry that looks like a number',
    { key: `0123456789012${'a'.repeat(51)}`, subject: `entry:total:0123456789012${'b'.repeat(51)}` },
    { key: `0123456789012${'a'.repeat(51)}`, subject: `entry:total:0123456789012${'b'.repeat(51)}` },
  ],
  [
    'an id that looks like a number',
    { id: '01a1ec97-8a2a-7864-0012-345678901234' },
    { id: '01a1ec97-8a2a-7864-0012-345678901234' },
  ],
  ['references stay', { paymentReference: 'RF18539007547034' }, { paymentReference: 'RF18539007547034' }],
  [
    'all else stays',
    { amount: 12, at: new Date(0), none: null, id: '01a1ec97-8a2a-7864-87c9-71f1405061dc' },
    { amount: 12, at: new Date(0), none: null, id: '01a1ec97-8a2a-7864-87c9-71f1405061dc' },
  ],
];
for (const [what, record, masked] of ROWS) test(what, () => assert.deepEqual(maskRecord(record), masked));
