import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorBrand, shownBrand, type Brand } from '../domain/brand/brand.ts';
import type { Mail } from '../domain/effect.ts';
import { rappen } from '../domain/values/money.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import { renderMail } from './render.ts';
import { senderOf } from './sender.ts';

const email = (text: string): EmailAddress => text as EmailAddress;
const FROM = 'Depono <deposits@depono.example>';
const address = 'deposits@depono.example';
const to = { email: email('lea@mail.example'), name: 'Lea Brunner' };
const anna = { email: email('anna@muster.example'), name: 'Anna Keller' };

const toTenant: Mail = {
  to,
  cc: null,
  language: 'de',
  facts: {
    kind: 'tenant_sign_reminder',
    depositId: 'd',
    organization: 'Muster AG',
    externalContractId: 'C-1',
    property: 'Weg 1, 8000 Zürich',
    tenants: ['Lea Brunner'],
    rentalDeposit: rappen(100_000),
    contact: anna,
    linkToken: 't',
  },
};
const signIn: Mail = {
  to,
  cc: null,
  language: 'de',
  facts: { kind: 'sign_in', realm: 'manager', organization: 'Muster AG', linkToken: 't', minutes: 15 },
};
const house = (own: Partial<Brand>, operator: Partial<Brand> = {}) =>
  shownBrand({ own, parent: {}, operator, organization: 'Muster AG' });

for (const [what, mail, brand, name, replyTo] of [
  ['nothing is set: the manager before us', toTenant, house({}), 'Muster AG via Depono', 'anna@muster.example'],
  [
    'a name of the service',
    toTenant,
    house({}, { name: 'Kaution Plus' }),
    'Muster AG via Kaution Plus',
    'anna@muster.example',
  ],
  ['a name of its own', toTenant, house({ name: 'Muster' }), 'Muster', 'anna@muster.example'],
  [
    'a sender name',
    toTenant,
    house({ name: 'Muster', senderName: 'Muster Kautionen' }),
    'Muster Kautionen',
    'anna@muster.example',
  ],
  [
    'an address for replies',
    toTenant,
    house({ replyTo: email('info@muster.example') }),
    'Muster AG via Depono',
    'info@muster.example',
  ],
  [
    'the operator’s address for replies comes last',
    toTenant,
    house({}, { replyTo: email('info@plus.example') }),
    'Muster AG via Depono',
    'anna@muster.example',
  ],
  ['a sign-in link has no reply', signIn, house({ replyTo: email('info@muster.example') }), null, undefined],
  ['a mail of the operator', signIn, operatorBrand({ senderName: 'Kaution Plus' }), 'Kaution Plus', undefined],
] as const) {
  test(`pages.md 22 and 28: ${what}`, () => {
    const sender = senderOf(mail, FROM, brand);
    assert.deepEqual(sender.from, name === null ? FROM : { address, name });
    assert.equal(sender.replyTo?.address, replyTo);
  });
}

test('pages.md 28: our texts name the service as its operator does, and nobody else’s name is changed', () => {
  const mail = { ...signIn, facts: { ...signIn.facts, organization: 'Depono Fans AG' } };
  const { text, html } = renderMail(mail, 'https://x.example', house({}, { name: 'Kaution Plus' }));
  assert.match(text, /bei Kaution Plus an/);
  assert.doesNotMatch(text.replaceAll('Depono Fans AG', ''), /Depono/);
  const invitation: Mail = { ...mail, facts: { kind: 'invitation', organization: 'Depono Fans AG', invitedBy: null } };
  assert.match(
    renderMail(invitation, 'https://x.example', house({}, { name: 'Kaution Plus' })).subject,
    /Depono Fans AG auf Kaution Plus/,
  );
  assert.doesNotMatch(html, /Depono(?! Fans)/);
});
