import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAt } from '../../../test/support/sample-deposit.ts';
import type { Tenant } from '../tenant.ts';
import { isSameHolder, landlordNames, tenantNames } from './same-holder.ts';

const NAMES = ['Renée O’Brien-Müller', 'Max Keller'];

for (const [what, holder, isSame] of [
  ['9 without a name it is the payee', null, true],
  ['9 as written', 'Renée O’Brien-Müller', true],
  ['9 case does not count', 'RENÉE o’brien-MÜLLER', true],
  ['9 accents do not count', 'Renee O’Brien-Muller', true],
  ['9 umlauts spelled out are the same', 'Renée O’Brien-Mueller', true],
  ['9 the order does not count', 'Müller O’Brien Renée', true],
  ['9 any tenant', 'keller max', true],
  ['9 punctuation is no word', 'Keller, Max', true],
  ['9 a word less is another name', 'Renée Müller', false],
  ['9 a word more is another name', 'Max Keller Meier', false],
  ['9 both tenants are another name', 'Renée O’Brien-Müller und Max Keller', false],
  ['9 a word repeated is another name', 'Max Max Keller', false],
  ['9 words of two tenants do not mix', 'Max O’Brien-Müller', false],
  ['9 nothing is no name', '', false],
  ['9 signs alone are no name', '- . -', false],
] as const) {
  test(what, () => assert.equal(isSameHolder(holder, NAMES), isSame));
}

const natural = depositAt('open').terms.tenants[0];
const signatory = (firstName: string): Tenant => ({
  ...natural,
  type: 'legal',
  firstName,
  company: { name: 'Muster Handels AG', legalForm: 'ag', domicile: 'Bern', zefixUid: 'CHE123456788' },
});

test('9 the names of natural tenants are theirs, that of signatories the company’s', () => {
  assert.deepEqual(tenantNames([{ ...natural, firstName: 'Lea', lastName: 'Brunner' }]), ['Lea Brunner']);
  const company = tenantNames([signatory('Eva'), signatory('Urs')]);
  assert.equal(isSameHolder('MUSTER HANDELS AG', company), true);
  assert.equal(isSameHolder('Eva B', company), false);
});

for (const [what, holder, isSame] of [
  ['9 the landlord: the organization', 'Immobilien Muster AG', true],
  ['9 the landlord: the owner', 'Pensionskasse Süd', true],
  ['9 the landlord: someone else', 'Pensionskasse Nord', false],
] as const) {
  test(what, () => {
    const owner = { name: 'Pensionskasse Süd c/o Muster Immobilien AG', careOf: true };
    assert.equal(isSameHolder(holder, landlordNames({ name: 'Muster Immobilien AG' }, owner)), isSame);
  });
}
