import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../test/support/life.ts';
import { company, coTenant, depositAt, NOW } from '../../../test/support/sample-deposit.ts';
import type { Adjustment, Deposit, DepositTerms } from '../deposit.ts';
import type { NaturalTenant, Tenant } from '../tenant.ts';
import type { Day } from '../values/calendar.ts';
import type { EmailAddress, PhoneNumber } from '../values/contact.ts';
import { rappen } from '../values/money.ts';
import type { Correction } from './correcting.ts';

const person: NaturalTenant = {
  ...(coTenant as NaturalTenant),
  title: 'ms',
  nationality: 'CH',
  civilStatus: 'single',
  phoneNumber: '+41791112233' as PhoneNumber,
};
const of = (deposit: Deposit, tenants: DepositTerms['tenants'] = [person]): Deposit => ({
  ...deposit,
  terms: { ...deposit.terms, tenants },
});
const waits = of(depositAt('awaiting_manager_signature'));
const draft = of(depositAt('draft_editing'));

const correction = (deposit: Deposit, terms: Partial<DepositTerms>, more: Partial<Correction> = {}): Correction => ({
  terms: { ...deposit.terms, ...terms },
  adjustments: [],
  manager: deposit.manager,
  isInvited: false,
  ...more,
});

test('years 6 the manager corrects before it is sent: the fields are public, their values personal', () => {
  const property = { ...waits.terms.property, city: 'Winterthur' };
  new Life(waits).makes('correct', correction(waits, { property, rentalStart: '2027-03-01' as Day }), [
    'terms.property.city = Winterthur',
    'terms.rentalStart = 2027-03-01',
    'manager: corrected member=m fields=rentalStart, city | email=m@v.example name=M M rentalStart=2027-01-01 → 2027-03-01 city=Zürich → Winterthur',
  ]);
  new Life(waits).makes('correct', correction(waits, {}), []);
  const assistant = { email: 'eva@v.example' as EmailAddress, firstName: null, lastName: null };
  new Life(waits).makes('correct', correction(waits, { assistant }), [
    'terms.assistant = {email=eva@v.example}',
    'manager: corrected member=m fields=assistentEmail | email=m@v.example name=M M assistentEmail=– → eva@v.example',
  ]);
});

test('years 6 during the send delay the service signs again, and the time stays', () => {
  const delayed = of(depositAt('awaiting_send'));
  const life = new Life(delayed).after('correct', correction(delayed, { rentalDeposit: rappen(120_000) }));
  assert.deepEqual(life.deposit.managerSignature?.at, new Date('2026-11-20T09:30:00Z'));
  assert.deepEqual(life.deposit.sendAt, delayed.sendAt);
  const unsigned = { ...delayed, managerSignature: null };
  assert.equal(new Life(unsigned).after('correct', correction(unsigned, {})).deposit.managerSignature, null);
  assert.deepEqual(new Life(draft).after('correct', correction(draft, {})).deposit.managerSignature?.at, NOW);
});

test('years 6 more or fewer tenants: everyone signs again', () => {
  const life = new Life(draft).after(
    'correct',
    correction(draft, { tenants: [person, { ...person, firstName: 'Kim' }] }),
  );
  assert.deepEqual(life.deposit.signatures, [null, null]);
});

test('years 6 the contract id never changes', () =>
  assert.throws(
    () => new Life(waits).decides('correct', correction(waits, { externalContractId: 'D' })),
    /keeps its id/,
  ));

test('years 6 the deposit is never less than what has been paid in', () => {
  const paid = { ...draft, paidIn: rappen(50_000), payments: [] };
  new Life(paid).makes('correct', correction(paid, { rentalDeposit: rappen(49_995) }), [
    'refused less_than_paid_in (rentalDeposit)',
  ]);
  assert.ok('deposit' in new Life(paid).decides('correct', correction(paid, { rentalDeposit: rappen(50_000) })));
});

const legal = company();
const HOLDERS: [name: string, before: Tenant, after: Tenant, field: string | null][] = [
  ['the same person', person, { ...person, email: 'x@m.example' as EmailAddress }, null],
  ['another first name', person, { ...person, firstName: 'Kim' }, 'tenantFirstName'],
  ['another last name', person, { ...person, lastName: 'Kern' }, 'tenantLastName'],
  ['another birth date', person, { ...person, birthDate: '1991-01-01' as Day }, 'tenantBirthDate'],
  ['a company instead', person, legal, 'tenantType'],
  ['a person instead', legal, person, 'tenantType'],
  ['the same company', legal, company({ domicile: 'Thun' }, { firstName: 'Kim' }), null],
  ['the same UID, written otherwise', legal, company({ zefixUid: 'CHE-116.281.710' }), null],
  ['another company', legal, company({ name: 'Andere AG' }), 'tenantCompanyName'],
  ['another UID', legal, company({ zefixUid: null }), 'tenantZefixUid'],
];
for (const [name, before, after, field] of HOLDERS) {
  test(`years 6 an account that is open is in the name of its holder: ${name}`, () => {
    const deposit = { ...of(depositAt('draft_editing'), [before]), iban: 'CH9300762011623852957' };
    const decision = new Life(deposit).decides('correct', correction(deposit, { tenants: [after] }));
    assert.deepEqual(
      'refused' in decision ? decision : null,
      field === null ? null : { refused: 'account_has_holder', field },
    );
    const free = { ...deposit, iban: null };
    assert.ok('deposit' in new Life(free).decides('correct', correction(free, { tenants: [after] })));
  });
}

test('2.6 another company is compared with the register again', () => {
  const registerCheck = { at: NOW, differences: [] };
  const deposit = { ...of(waits, [legal]), registerCheck };
  new Life(deposit).makes('correct', correction(deposit, { tenants: [company({ domicile: 'Thun' })] }), [
    'terms.tenants.0.company.domicile = Thun',
    'registerCheck = null',
    'manager: corrected member=m fields=tenantDomicile | email=m@v.example name=M M tenantDomicile=Bern → Thun',
    'check_register 2026-11-20T09:30Z',
  ]);
  const renamed = new Life(deposit).after(
    'correct',
    correction(deposit, { tenants: [company({}, { firstName: 'Kim' })] }),
  );
  assert.equal(renamed.deposit.registerCheck, registerCheck);
});

test('2.4 another manager is told, unless it is the one who corrects; an invited one is invited', () => {
  const anna = { ...waits.manager, id: 'anna', email: 'anna@v.example' as EmailAddress, firstName: 'Anna' };
  new Life(waits).makes('correct', correction(waits, {}, { manager: anna, isInvited: true }), [
    'manager.id = anna',
    'manager.email = anna@v.example',
    'manager.firstName = Anna',
    'manager: corrected member=m fields=propertyManagerEmail | email=m@v.example name=M M propertyManagerEmail=m@v.example → anna@v.example',
    'mail invitation to anna@v.example in de',
    'mail deposit_imported to anna@v.example in de',
  ]);
  const byAnna = freshContext({ member: anna });
  new Life(waits, byAnna).makes('correct', correction(waits, {}, { manager: anna }), [
    'manager.id = anna',
    'manager.email = anna@v.example',
    'manager.firstName = Anna',
    'manager: corrected member=anna fields=propertyManagerEmail | email=anna@v.example name=Anna M propertyManagerEmail=m@v.example → anna@v.example',
  ]);
  const delayed = of(depositAt('awaiting_send'));
  new Life(delayed).makes('correct', correction(delayed, {}, { manager: anna }), [
    'managerSignature.at = 2026-11-20T09:30Z',
    'manager.id = anna',
    'manager.email = anna@v.example',
    'manager.firstName = Anna',
    'manager: corrected member=m fields=propertyManagerEmail | email=m@v.example name=M M propertyManagerEmail=m@v.example → anna@v.example',
  ]);
});

test('years 2 an e-mail address that is corrected ends what waited for it', () => {
  const change = {
    id: 'e1',
    tenant: 1,
    email: 'new@m.example' as EmailAddress,
    formerEmail: person.email,
    by: 'tenant' as const,
    at: NOW,
    confirmedAt: null,
    ended: null,
  };
  const done = { ...change, id: 'e0', ended: { at: NOW, why: 'objected' as const } };
  const deposit = { ...draft, emailChanges: [done, change] };
  const other = new Life(deposit).after(
    'correct',
    correction(deposit, { tenants: [{ ...person, email: 'o@m.example' as EmailAddress }] }),
  );
  assert.deepEqual(
    other.deposit.emailChanges.map(({ ended }) => ended?.why),
    ['objected', 'replaced'],
  );
  const same = new Life(deposit).after(
    'correct',
    correction(deposit, { tenants: [{ ...person, email: 'N@m.example' as EmailAddress }] }),
  );
  assert.deepEqual(same.deposit.emailChanges, [done, change]);
});

const adjusted = (field: string, rule: Adjustment['rule'], to: string | null): Adjustment => ({
  field,
  rule,
  from: 'x',
  to,
});
const OLD: [name: string, old: Adjustment[], fresh: Adjustment[], kept: Adjustment[]][] = [
  [
    'still explains its value',
    [adjusted('street', 'street_split', 'S')],
    [],
    [adjusted('street', 'street_split', 'S')],
  ],
  ['the value is another', [adjusted('street', 'street_split', 'Weg')], [], []],
  [
    'the house number of the same text is another',
    [adjusted('street', 'street_split', 'S'), adjusted('streetNumber', 'street_split', '9')],
    [],
    [],
  ],
  [
    'said again by the reader',
    [adjusted('street', 'street_split', 'S')],
    [adjusted('street', 'street_split', 'S')],
    [],
  ],
  ['decided each time: the owner', [adjusted('ownerName', 'owner_care_of', 'E')], [], []],
  ['decided each time: the investment', [adjusted('allowInvestment', 'investment_disabled', 'true')], [], []],
  [
    'of a field that is gone',
    [adjusted('tenant2Type', 'legal_tenant_removed', null)],
    [],
    [adjusted('tenant2Type', 'legal_tenant_removed', null)],
  ],
  [
    'a tenant’s street and number belong together',
    [adjusted('tenantAddressStreet', 'street_split', 'Weg'), adjusted('tenantAddressStNumber', 'street_split', '3')],
    [],
    [],
  ],
  [
    'the owner’s, too',
    [adjusted('ownerStreet', 'street_split', 'S'), adjusted('ownerStreetNumber', 'street_split', '2')],
    [],
    [],
  ],
];
for (const [name, old, fresh, kept] of OLD) {
  test(`2.5 an adjustment of before is kept as long as it is true: ${name}`, () => {
    const deposit = { ...draft, adjustments: old };
    const life = new Life(deposit).after('correct', correction(deposit, {}, { adjustments: fresh }));
    assert.deepEqual(life.deposit.adjustments, [...fresh, ...kept]);
  });
}
