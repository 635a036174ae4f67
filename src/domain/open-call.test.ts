import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legalTenant, payload } from '../../test/support/payload.ts';
import { context, depositAt, NOW } from '../../test/support/sample-deposit.ts';
import { decideOpenCall, lookupKeys, objectBody, REFUSAL_ROWS, type OpenCallFacts } from './open-call.ts';
import { assignManager, responsiblePerson, type Staff } from './payload/property-manager.ts';
import type { EmailAddress } from './values/contact.ts';

const manager = depositAt('open').manager;
const ANNA = { ...manager, id: 'anna', email: 'anna@v.example' as EmailAddress };
const staff: Staff = { defaultManager: manager, named: null, hasSubOrganizations: false, namedInSubOrganization: null };
const { organization } = context;
const facts: OpenCallFacts = { now: NOW, organization, connectionId: 'c', staff, ignored: null, taken: false };
const sent = payload();
const without = (field: string) => Object.fromEntries(Object.entries(sent).filter(([name]) => name !== field));
const noProviders = { ...organization, providers: { bank: null, insurer: null } };
const twoTypes = { ...sent, tenantType: 'x' };

/** Each row has everything of the rows below it, too: the first that applies decides. */
const WORST = { ...facts, ignored: 'permanently', taken: true } as const;
const ROWS: [name: string, facts: OpenCallFacts, fields: object | null, refused: string][] = [
  [
    'at home elsewhere',
    { ...WORST, organization: { ...noProviders, home: 'cell-2' }, staff: { ...staff, defaultManager: null } },
    null,
    'not_at_home',
  ],
  [
    'no default manager',
    { ...WORST, organization: noProviders, staff: { ...staff, defaultManager: null } },
    null,
    'no_default_manager',
  ],
  ['no provider', { ...WORST, organization: noProviders }, null, 'no_provider'],
  ['4 not an object', WORST, null, 'body_unreadable'],
  ['5 no contract id', WORST, { ...without('externalContractId'), tenantType: 'x' }, 'contract_id_missing'],
  ['6 ignored', WORST, twoTypes, 'contract_ignored'],
  ['7 used already', { ...facts, taken: true }, twoTypes, 'contract_exists'],
  ['8 unknown type', facts, { ...twoTypes, propertyManagerEmail: 'x' }, 'tenant_type_unknown'],
  ['10 the manager', facts, { ...without('city'), propertyManagerEmail: 'x' }, 'manager_not_assignable'],
  ['11 fields', facts, without('city'), 'fields_invalid'],
];
for (const [name, given, fields, refused] of ROWS) {
  test(`7.1 the order of refusals: ${name}`, () => {
    const body = fields === null ? ({ is: 'not_json' } as const) : objectBody(fields as Record<string, unknown>);
    const decision = decideOpenCall(given, body);
    assert.equal('refused' in decision && decision.refused, refused);
  });
}

test('7.1 the rows of the contract', () =>
  assert.deepEqual(Object.values(REFUSAL_ROWS).filter(Number.isInteger), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));

test('7.1 a refusal says what a partner needs: which list, which fault, who is told', () => {
  const ignored = decideOpenCall({ ...facts, ignored: 'temporarily' }, objectBody(sent));
  assert.deepEqual(ignored, { refused: 'contract_ignored', ignored: 'temporarily' });
  assert.deepEqual(decideOpenCall(facts, { is: 'not_utf8' }), { refused: 'body_unreadable', fault: 'not_utf8' });
  const named = { ...facts, staff: { ...staff, named: ANNA } };
  const bad = decideOpenCall(named, objectBody({ ...without('city'), propertyManagerEmail: ANNA.email }));
  assert.ok('responsible' in bad);
  assert.equal(bad.responsible.id, 'anna');
  assert.deepEqual(bad.problems, [{ field: 'city', code: 'missing' }]);
});

test('2.6 more than two signatories', () => {
  const company = { ...sent, ...legalTenant('tenant'), ...legalTenant('tenant2'), ...legalTenant('tenant3') };
  const decision = decideOpenCall(facts, objectBody(company));
  assert.equal('refused' in decision && decision.refused, 'too_many_signatories');
});

test('2 an accepted call has its terms and its manager', () => {
  const decision = decideOpenCall(facts, objectBody(sent));
  assert.ok('terms' in decision);
  assert.equal(decision.terms.externalContractId, sent['externalContractId']);
  assert.deepEqual(decision.assignment, { why: 'not_named', manager });
});

test('the keys of the lookup', () => {
  const both = objectBody({ externalContractId: ' C-1 ', propertyManagerEmail: 'a@v.example' });
  assert.deepEqual(lookupKeys(both), { externalContractId: 'C-1', managerEmail: 'a@v.example' });
  assert.deepEqual(lookupKeys({ is: 'too_large' }), { externalContractId: null, managerEmail: null });
});

const NAMES = { propertyManagerFirstName: 'Kim', propertyManagerLastName: 'K' };
const kim = 'kim@V.example';
const inSub = { ...staff, hasSubOrganizations: true };
const ASSIGNED: [name: string, body: object, staff: Staff, expected: object][] = [
  ['1 a member', { propertyManagerEmail: kim }, { ...staff, named: ANNA }, { why: 'named_member', manager: ANNA }],
  [
    '2 invited, with names',
    { propertyManagerEmail: kim, ...NAMES },
    staff,
    { why: 'invited', invitation: { email: kim, firstName: 'Kim', lastName: 'K' } },
  ],
  [
    '2 without a first name',
    { propertyManagerEmail: kim, propertyManagerLastName: 'K' },
    staff,
    { field: 'propertyManagerFirstName', code: 'manager_names_missing' },
  ],
  [
    '2 without a last name',
    { propertyManagerEmail: kim, propertyManagerFirstName: 'Kim' },
    staff,
    { field: 'propertyManagerLastName', code: 'manager_names_missing' },
  ],
  [
    '2 a name that is no text',
    { propertyManagerEmail: kim, ...NAMES, propertyManagerLastName: 7 },
    staff,
    { why: 'invited', invitation: { email: kim, firstName: 'Kim', lastName: '' } },
  ],
  [
    '2 of a sub-organization',
    { propertyManagerEmail: kim },
    { ...inSub, namedInSubOrganization: ANNA },
    { why: 'named_member_of_sub_organization', manager: ANNA },
  ],
  [
    '2 of none of them',
    { propertyManagerEmail: kim, ...NAMES },
    inSub,
    { field: 'propertyManagerEmail', code: 'manager_not_in_sub_organization' },
  ],
  [
    '3 another domain',
    { propertyManagerEmail: 'kim@other.example', ...NAMES },
    inSub,
    { why: 'other_domain', manager },
  ],
  ['4 no address', { propertyManagerEmail: 'kim' }, staff, { field: 'propertyManagerEmail', code: 'invalid_email' }],
  ['5 not sent', { ...NAMES }, { ...staff, named: ANNA }, { why: 'not_named', manager }],
];
for (const [name, body, given, expected] of ASSIGNED) {
  test(`2.4.${name}`, () =>
    assert.deepEqual(assignManager(body as Record<string, unknown>, organization, given), expected));
}

test('2.4 who is told about a refusal', () => {
  const told = (given: Partial<Staff>, email: string | null) =>
    responsiblePerson({ ...staff, ...given }, organization, email).id;
  assert.equal(told({ named: ANNA }, kim), 'anna');
  assert.equal(told({ namedInSubOrganization: ANNA }, kim), 'anna');
  assert.equal(told({ namedInSubOrganization: ANNA }, 'kim@other.example'), 'm');
  assert.equal(told({ namedInSubOrganization: ANNA }, null), 'm');
  assert.equal(told({ namedInSubOrganization: ANNA }, 'kim'), 'm');
  assert.equal(told({}, kim), 'm');
});
