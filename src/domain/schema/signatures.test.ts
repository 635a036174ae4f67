import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Life } from '../../../test/support/life.ts';
import { coTenant, depositAt, NOW, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { EmailAddress } from '../values/contact.ts';
import { depositTermsSchema } from './deposit-terms.ts';
import { signaturesSchema, signaturesView } from './signatures.ts';

const PROOF = {
  typedName: 'L. Brunner',
  browser: 'Firefox',
  terms: 'hash-of-terms',
  pdf: 'hash-of-pdf',
  reachedBy: 'l@m.example',
  qualified: { service: 'S', signedBy: 'Lea B', issuer: 'CA', pdf: 'hash-of-signed' },
};
const open = withCoTenant(depositAt('open'));
const NOTHING = { reachedBy: null, ip: null, userAgent: null, termsSha256: null, pdfSha256: null, qualified: null };
const at = NOW.toISOString();

test('years 6 the evidence of each signature: the management, then the tenants in their order', () => {
  const view = signaturesView({
    ...open,
    managerSignature: { at: NOW, from: '192.0.2.1', by: { name: 'M M', email: 'm@v.example' }, proof: null },
    signatures: [
      { at: NOW, from: 'sandbox', proof: PROOF },
      { at: NOW, from: '2001:db8::1', proof: null },
    ],
  });
  assert.deepEqual(view, [
    { ...NOTHING, by: 'manager', tenant: null, name: 'M M', at, change: null, ip: '192.0.2.1' },
    {
      by: 'tenant',
      tenant: 1,
      name: 'L. Brunner',
      at,
      change: null,
      reachedBy: 'l@m.example',
      ip: null,
      userAgent: 'Firefox',
      termsSha256: 'hash-of-terms',
      pdfSha256: 'hash-of-pdf',
      qualified: { service: 'S', signedBy: 'Lea B', issuer: 'CA', pdfSha256: 'hash-of-signed' },
    },
    { ...NOTHING, by: 'tenant', tenant: 2, name: 'Noa C', at, change: null, ip: '2001:db8::1' },
  ]);
  assert.deepEqual(signaturesSchema.parse(view), view);
});

test('years 6 given in advance by the organization: without a name; not signed yet: not listed', () => {
  assert.deepEqual(signaturesView({ ...open, signatures: [null, null] }), [
    { ...NOTHING, by: 'manager', tenant: null, name: null, at, change: null },
  ]);
  assert.deepEqual(signaturesView({ ...open, managerSignature: null, signatures: [] }), []);
});

test('years 6 who joins has signed the change alone, under the position of that time', () => {
  const kim = { ...coTenant, firstName: 'Kim', email: 'k@m.example' as EmailAddress };
  const life = new Life({ ...open, signatures: [null, { at: NOW, from: null, proof: null }] });
  life.after('start_change', { kind: 'tenant_joins', tenant: kim, adjustments: [] });
  life.after('sign_change', { by: 'manager', from: null, proof: null });
  life.after('sign_change', { by: 'tenant', tenant: 2, from: null, proof: null });
  const rows = () =>
    signaturesView(life.deposit).map(({ by, tenant, name, change }) => [
      by,
      tenant,
      name,
      change === null ? null : 'change',
    ]);
  assert.deepEqual(rows(), [
    ['manager', null, null, null],
    ['tenant', 2, 'Noa C', null],
    ['manager', null, 'M M', 'change'],
    ['tenant', 2, 'Noa C', 'change'],
  ]);
  life.at('2026-11-21T08:00:00Z').after('sign_change', { by: 'tenant', tenant: null, from: null, proof: null });
  assert.deepEqual(rows(), [
    ['manager', null, null, null],
    ['tenant', 2, 'Noa C', null],
    ['manager', null, 'M M', 'change'],
    ['tenant', 1, 'Lea B', 'change'],
    ['tenant', 2, 'Noa C', 'change'],
    ['tenant', 3, 'Kim C', 'change'],
  ]);
});

test('2.6 the terms in answers: known types, forms and titles, nothing else', () => {
  const tenant = {
    type: 'natural',
    firstName: 'L',
    lastName: 'B',
    email: null,
    phoneNumber: null,
    address: open.terms.owner,
  };
  const { careOf: _, name: __, ...address } = open.terms.owner;
  const terms = { ...open.terms, tenants: [{ ...tenant, address, title: 'ms', birthDate: null }] };
  assert.equal(depositTermsSchema.safeParse(terms).success, true);
  assert.equal(depositTermsSchema.safeParse({ ...terms, signatureRule: 'double' }).success, false);
  assert.equal(depositTermsSchema.safeParse({ ...terms, signatureRule: 'single' }).success, true);
  assert.equal(depositTermsSchema.safeParse({ ...terms, signatureRule: 'joint' }).success, true);
  assert.equal(depositTermsSchema.safeParse({ ...terms, tenantLanguage: 'rm' }).success, false);
});
