import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company, coTenant, depositAt } from '../../test/support/sample-deposit.ts';
import { fromTo, mainTenantSince, peopleOf, runningChange } from './change.ts';
import { CHANGE_STATES } from './change-kinds.ts';
import { propertyLine, type ChangeSubject, type DepositChange } from './deposit.ts';
import { isPayoutOrdered } from './closing/payout-account.ts';
import { PHASES, isKnownToTenants, phaseOf } from './lifecycle/phase.ts';
import {
  FORMS_IN_THE_REGISTER,
  LEGAL_FORMS,
  signatureRule,
  signerInHistory,
  signerLine,
  signerOf,
  tenantName,
} from './tenant.ts';
import { rappen } from './values/money.ts';

test('2.6 one signatory signs alone, two sign jointly, natural tenants each for themselves', () => {
  assert.equal(signatureRule([coTenant]), null);
  assert.equal(signatureRule([coTenant, coTenant]), null);
  assert.equal(signatureRule([company()]), 'single');
  assert.equal(signatureRule([company(), company()]), 'joint');
  assert.equal(signatureRule([]), null);
});

test('2.6 the legal forms that must be in the commercial register', () => {
  const required = LEGAL_FORMS.filter((form) => FORMS_IN_THE_REGISTER.has(form));
  assert.deepEqual(required, ['ag', 'gmbh', 'general_partnership', 'limited_partnership', 'cooperative']);
});

test('who signs, by name and address of e-mail; a company is named first', () => {
  assert.deepEqual(signerOf(coTenant), { name: 'Noa C', email: 'n@m.example' });
  assert.equal(signerLine(signerOf(coTenant)), 'Noa C (n@m.example)');
  assert.equal(signerLine({ name: 'Noa C', email: null }), 'Noa C');
  assert.deepEqual(signerInHistory(signerOf(coTenant)), { email: 'n@m.example', name: 'Noa C' });
  assert.deepEqual(signerInHistory({ name: 'Noa C', email: null }), { name: 'Noa C' });
  assert.deepEqual(signerInHistory(undefined), {});
  assert.equal(tenantName(coTenant), 'Noa C');
  assert.equal(tenantName(company()), 'Muster AG (Lea B)');
});

const { terms } = depositAt('open');
const owner = { ...terms.owner, name: 'Neue AG' };
const SUBJECTS: [subject: ChangeSubject, from: string | number | null, to: string | number | null, people: object][] = [
  [{ kind: 'tenant_joins', tenant: coTenant, adjustments: [] }, null, 'Noa C', { after: 'Noa C' }],
  [{ kind: 'tenant_leaves', position: 2, tenant: coTenant }, 'Noa C', null, { before: 'Noa C' }],
  [
    { kind: 'main_tenant', position: 2, before: 'Lea B', after: 'Noa C' },
    'Lea B',
    'Noa C',
    { before: 'Lea B', after: 'Noa C' },
  ],
  [{ kind: 'owner', owner, before: terms.owner, adjustments: [] }, 'E', 'Neue AG', { before: 'E', after: 'Neue AG' }],
  [{ kind: 'amount', rentalDeposit: rappen(150_050), before: rappen(100_000), roundedFrom: null }, 1000, 1500.5, {}],
  [
    { kind: 'product', product: 'insurance', before: 'bank_deposit', provider: {} as never },
    'bank_deposit',
    'insurance',
    {},
  ],
];
for (const [subject, from, to, people] of SUBJECTS) {
  test(`years 6 from and to of a change: ${subject.kind}`, () => {
    assert.deepEqual(fromTo(subject), { from, to });
    assert.deepEqual(peopleOf(subject), people);
  });
}

const change = (state: DepositChange['state'], subject = SUBJECTS[2]?.[0] as ChangeSubject): DepositChange =>
  ({ state, subject, doneAt: new Date(0) }) as DepositChange;

test('years 6 at most one change is running', () => {
  const running = CHANGE_STATES.filter((state) => runningChange({ changes: [change('done'), change(state)] }) !== null);
  assert.deepEqual(running, ['to_sign', 'at_provider', 'to_pay', 'to_pay_out']);
});

test('years 6 since when the account is in the name of the present main tenant', () => {
  assert.equal(mainTenantSince({ changes: [] }), null);
  assert.deepEqual(mainTenantSince({ changes: [change('done')] }), new Date(0));
  assert.equal(mainTenantSince({ changes: [change('cancelled')] }), null);
  assert.equal(mainTenantSince({ changes: [change('done', SUBJECTS[4]?.[0])] }), null);
});

test('3 the phases, and where a deposit stands', () => {
  for (const phase of PHASES) assert.equal(phaseOf(depositAt(phase)), phase);
  assert.equal(phaseOf({ ...depositAt('closing_proposed'), closing: null }), 'closing_proposed');
  assert.throws(() => phaseOf({ ...depositAt('awaiting_send'), step: null }), /has a step/);
  const ordered = PHASES.filter((phase) => !isPayoutOrdered(depositAt(phase)));
  assert.deepEqual(ordered, ['open', 'closing_proposed', 'closing_noted']);
});

test('8 tenants know of a deposit that was sent to them, or was in force when it was taken over', () => {
  const takenOver = { importId: 'i', openSince: '2020-01-01' as never, balance: null, balanceOn: null };
  assert.equal(isKnownToTenants({ sentAt: null, takenOver: null }), false);
  assert.equal(isKnownToTenants({ sentAt: new Date(0), takenOver: null }), true);
  assert.equal(isKnownToTenants({ sentAt: null, takenOver }), true);
});

test('2.5 the property in one line, without the dash of a missing house number', () => {
  assert.equal(propertyLine(terms), 'S 1, 8000 Zürich');
  assert.equal(propertyLine({ property: { ...terms.property, streetNumber: '-' } }), 'S, 8000 Zürich');
});
