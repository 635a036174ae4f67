import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Life } from '../../../test/support/life.ts';
import {
  BANK,
  coTenant,
  depositAt,
  INSURER,
  NOW,
  ofCompany,
  withCoTenant,
} from '../../../test/support/sample-deposit.ts';
import type { Application } from '../application.ts';
import type { Deposit, EmailChange } from '../deposit.ts';
import type { Tenant } from '../tenant.ts';
import type { Day } from '../values/calendar.ts';
import type { EmailAddress, PhoneNumber } from '../values/contact.ts';
import { bouncedTenants } from './bounce.ts';
import { canObject, contactLock, isLocked, waitingEmail } from './email-facts.ts';
import { knownContact, readContact, type ContactField } from './typed-contact.ts';

const operators = [{ email: 'op@depono.example' as EmailAddress, name: 'Op' }];
const mail = (text: string) => text as EmailAddress;
const couple = withCoTenant(depositAt('open'));
const wish = { tenant: 1, by: 'tenant', email: null, phoneNumber: null, address: null, reason: null } as const;
const BERN = { street: 'Gasse', streetNumber: '5', zip: '3011', city: 'Bern', countryCode: 'CH' };
const without = (deposit: Deposit, changed: object): Deposit => {
  const [main, ...others] = deposit.terms.tenants;
  return { ...deposit, terms: { ...deposit.terms, tenants: [{ ...main, ...changed }, ...others] } };
};

test('years 2 phone and postal address hold at once, and the history says what has changed', () => {
  const life = new Life(couple);
  life.makes('change_contact', { ...wish, phoneNumber: '+41791234567' as PhoneNumber, address: BERN }, [
    'terms.tenants.0.address.street = Gasse',
    'terms.tenants.0.address.streetNumber = 5',
    'terms.tenants.0.address.zip = 3011',
    'terms.tenants.0.address.city = Bern',
    'terms.tenants.0.phoneNumber = +41791234567',
    'terms.tenants.0.addressSince = 2026-11-20',
    'tenant: contact_changed tenant=1 fields=phoneNumber, address | phoneNumber=– → +41791234567 address=Weg 2, 8000 Zürich, CH → Gasse 5, 3011 Bern, CH',
  ]);
  life.makes('change_contact', { ...wish, address: BERN }, []);
  life.makes('change_contact', { ...wish, by: 'manager', tenant: 2, phoneNumber: '+41790000000' as PhoneNumber }, [
    'terms.tenants.1.phoneNumber = +41790000000',
    'manager: contact_changed member=m tenant=2 fields=phoneNumber | email=m@v.example name=M M phoneNumber=+41791112233 → +41790000000',
  ]);
  life.makes(
    'change_contact',
    { ...wish, by: 'operator', phoneNumber: '+41790000001' as PhoneNumber, reason: 'call' },
    [
      'terms.tenants.0.phoneNumber = +41790000001',
      'operator: contact_changed tenant=1 fields=phoneNumber | phoneNumber=+41791234567 → +41790000001 reason=call',
    ],
  );
  life.makes('change_contact', { ...wish, tenant: 3 }, ['refused no_such_tenant (tenant)']);
  life.makes('change_contact', wish, []);
});

test('years 2 who confirms the address of before has given it now', () => {
  const life = new Life(couple).makes('change_contact', { ...wish, address: couple.terms.tenants[0].address }, [
    'terms.tenants.0.addressSince = 2026-11-20',
  ]);
  life.makes('change_contact', { ...wish, address: couple.terms.tenants[0].address }, []);
});

test('bank and money 9: a payout without an address of its own gets the new one, if the bank does not have it', () => {
  const ordered = depositAt('closing_ordered');
  const [order] = ordered.orders as [Deposit['orders'][0]];
  const moved: Deposit = { ...ordered, terms: { ...ordered.terms, rentalStart: '2020-01-01' as Day } };
  const addresses = (deposit: Deposit, tenant = 1) =>
    new Life(deposit)
      .after('change_contact', { ...wish, tenant, address: BERN })
      .deposit.orders.map(({ address }) => address?.city ?? null);
  const orders = [
    order,
    { ...order, id: 'own', address: { ...BERN, city: 'Thun' } },
    { ...order, id: 'sent', runId: 'run' },
    { ...order, id: 'landlord', payee: 'landlord' as const },
    { ...order, id: 'back', kind: 'payback' as const },
  ];
  const of = (deposit: Deposit, tenant?: number) => {
    const decision = new Life({ ...deposit, orders }).decides('change_contact', {
      ...wish,
      tenant: tenant ?? 1,
      address: BERN,
    });
    return 'deposit' in decision && decision.deposit.orders.map(({ address }) => address?.city ?? null);
  };
  assert.deepEqual(of(moved), ['Bern', 'Thun', null, null, null]);
  assert.deepEqual(of(withCoTenant(moved), 2), [null, 'Thun', null, null, null]);
  assert.deepEqual(addresses(ordered), [null]);
});

test('years 2 a new e-mail address counts once it is confirmed; the old one is told and can object', () => {
  const life = new Life(couple);
  life.makes('change_contact', { ...wish, email: mail('new@m.example') }, [
    'emailChanges.0 = {id=id-1 tenant=1 email=new@m.example formerEmail=l@m.example by=tenant at=2026-11-20T09:30Z}',
    'tenant: contact_changed tenant=1 fields=email | email=l@m.example → new@m.example',
    'mail contact_confirm to new@m.example in de by=tenant days=30',
    'mail contact_changed to l@m.example in de newEmail=n•••@m•••.example by=tenant isDecided=false days=30',
    'link of 1 to confirm id-1',
    'link of 1 to object id-1',
  ]);
  life.makes('confirm_email', { tenant: 3, changeId: null }, ['refused no_such_tenant (tenant)']);
  life.makes('confirm_email', { tenant: 2, changeId: null }, ['refused no_email_change']);
  life.makes('confirm_email', { tenant: 1, changeId: 'other' }, ['refused no_email_change']);
  life.makes('confirm_email', { tenant: 1, changeId: life.deposit.emailChanges[0]?.id ?? null }, [
    'terms.tenants.0.email = new@m.example',
    'emailChanges.0.confirmedAt = 2026-11-20T09:30Z',
    'tenant: email_confirmed tenant=1 by=tenant | email=new@m.example formerEmail=l@m.example',
    'links of 1 end',
    'mail contact_confirmed to new@m.example in de isRestored=false',
    'links for 1',
  ]);
  life.makes('confirm_email', { tenant: 1, changeId: null }, ['refused no_email_change']);
  life.makes('object_to_email', { changeId: 'other', operators }, ['refused nothing_to_stop']);
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators }, [
    'terms.tenants.0.email = l@m.example',
    'emailChanges.0.ended = {at=2026-11-20T09:30Z why=objected}',
    'tenant: email_objected tenant=1 by=tenant isKept=false | email=new@m.example formerEmail=l@m.example',
    'links of 1 end',
    'mail contact_confirmed to l@m.example in de isRestored=true',
    'mail contact_objected to op@depono.example in en by=tenant isKept=false forOperator=true',
    'links for 1',
  ]);
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators }, [
    'refused nothing_to_stop',
  ]);
});

test('years 2 a later wish replaces an earlier one; asking for the present address takes it back', () => {
  const life = new Life(couple).after('change_contact', { ...wish, email: mail('one@m.example') });
  life.after('change_contact', { ...wish, tenant: 2, email: mail('two@m.example') });
  life.makes('change_contact', { ...wish, email: mail('other@m.example') }, [
    'emailChanges.0.ended = {at=2026-11-20T09:30Z why=replaced}',
    'emailChanges.2 = {id=id-11 tenant=1 email=other@m.example formerEmail=l@m.example by=tenant at=2026-11-20T09:30Z}',
    'tenant: contact_changed tenant=1 fields=email | email=l@m.example → other@m.example',
    'mail contact_confirm to other@m.example in de by=tenant days=30',
    'mail contact_changed to l@m.example in de newEmail=o•••@m•••.example by=tenant isDecided=false days=30',
    'link of 1 to confirm id-11',
    'link of 1 to object id-11',
  ]);
  life.makes('change_contact', { ...wish, email: mail('L@m.example') }, [
    'emailChanges.2.ended = {at=2026-11-20T09:30Z why=replaced}',
    'tenant: contact_changed tenant=1 fields=email | email=l@m.example → L@m.example',
  ]);
});

test('years 2 an objection before it is confirmed stops it; nobody needs a new link', () => {
  const life = new Life(couple).after('change_contact', { ...wish, by: 'manager', email: mail('new@m.example') });
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators }, [
    'emailChanges.0.ended = {at=2026-11-20T09:30Z why=objected}',
    'tenant: email_objected tenant=1 by=manager isKept=false | email=new@m.example formerEmail=l@m.example',
    'mail contact_objected to op@depono.example in en by=manager isKept=false forOperator=true',
  ]);
});

test('years 2 an objection also stops what came after it', () => {
  const life = new Life(couple).after('change_contact', { ...wish, email: mail('one@m.example') });
  life.after('confirm_email', { tenant: 1, changeId: null });
  life
    .after('change_contact', { ...wish, email: mail('two@m.example') })
    .after('confirm_email', { tenant: 1, changeId: null });
  life.after('change_contact', { ...wish, tenant: 2, email: mail('three@m.example') });
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators }, [
    'terms.tenants.0.email = l@m.example',
    'emailChanges.0.ended = {at=2026-11-20T09:30Z why=objected}',
    'emailChanges.1.ended = {at=2026-11-20T09:30Z why=objected}',
    'tenant: email_objected tenant=1 by=tenant isKept=false | email=one@m.example formerEmail=l@m.example',
    'links of 1 end',
    'mail contact_confirmed to l@m.example in de isRestored=true',
    'mail contact_objected to op@depono.example in en by=tenant isKept=false forOperator=true',
    'links for 1',
  ]);
});

test('years 2 what an operator asks for again after an objection stands', () => {
  const life = new Life(couple).after('change_contact', { ...wish, email: mail('new@m.example') });
  life.after('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators });
  life.makes('change_contact', { ...wish, by: 'operator', email: mail('new@m.example'), reason: 'seen the passport' }, [
    'emailChanges.1 = {id=id-7 tenant=1 email=new@m.example formerEmail=l@m.example by=operator at=2026-11-20T09:30Z}',
    'operator: contact_changed tenant=1 fields=email | email=l@m.example → new@m.example reason=seen the passport',
    'mail contact_confirm to new@m.example in de by=operator days=30',
    'mail contact_changed to l@m.example in de newEmail=n•••@m•••.example by=operator isDecided=true days=30',
    'link of 1 to confirm id-7',
    'link of 1 to object id-7',
  ]);
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[1]?.id ?? '', operators }, [
    'tenant: email_objected tenant=1 by=operator isKept=true | email=new@m.example formerEmail=l@m.example',
    'mail contact_objected to op@depono.example in en by=operator isKept=true forOperator=true',
  ]);
});

test('years 2 a tenant without an address gets one: nobody can object', () => {
  const life = new Life(without(couple, { email: null }));
  life.makes('change_contact', { ...wish, by: 'manager', email: mail('new@m.example') }, [
    'emailChanges.0 = {id=id-1 tenant=1 email=new@m.example by=manager at=2026-11-20T09:30Z}',
    'manager: contact_changed member=m tenant=1 fields=email | email=– → new@m.example name=M M',
    'mail contact_confirm to new@m.example in de by=manager days=30',
    'link of 1 to confirm id-1',
  ]);
  life.makes('object_to_email', { changeId: life.deposit.emailChanges[0]?.id ?? '', operators }, [
    'refused nothing_to_stop',
  ]);
});

test('years 2 before the deposit is sent, or while it is edited, no link goes out', () => {
  const draft = new Life(depositAt('draft_editing')).after('change_contact', { ...wish, email: mail('new@m.example') });
  draft.makes('confirm_email', { tenant: 1, changeId: null }, [
    'terms.tenants.0.email = new@m.example',
    'emailChanges.0.confirmedAt = 2026-11-20T09:30Z',
    'tenant: email_confirmed tenant=1 by=tenant | email=new@m.example formerEmail=l@m.example',
    'links of 1 end',
  ]);
  const unsent = new Life({ ...depositAt('awaiting_manager_signature'), sentAt: null });
  unsent.after('change_contact', { ...wish, email: mail('new@m.example') });
  unsent.makes('confirm_email', { tenant: 1, changeId: null }, [
    'terms.tenants.0.email = new@m.example',
    'emailChanges.0.confirmedAt = 2026-11-20T09:30Z',
    'tenant: email_confirmed tenant=1 by=tenant | email=new@m.example formerEmail=l@m.example',
    'links of 1 end',
  ]);
});

const change: EmailChange = {
  id: 'e',
  tenant: 1,
  email: mail('new@m.example'),
  formerEmail: mail('l@m.example'),
  by: 'manager',
  at: NOW,
  confirmedAt: null,
  ended: null,
};
const confirmed = { ...change, confirmedAt: NOW };
const at = (text: string) => new Date(text);

test('years 2 a wish waits for 30 days', () => {
  const waits = (one: EmailChange, time: string) => waitingEmail({ emailChanges: [one] }, 1, at(time)) !== null;
  assert.equal(waits(change, '2026-12-15T11:59:59Z'), true);
  assert.equal(waits(change, '2026-12-15T12:00:00Z'), false);
  assert.equal(waits(confirmed, '2026-11-16T12:00:00Z'), false);
  assert.equal(waits({ ...change, ended: { at: NOW, why: 'replaced' } }, '2026-11-16T12:00:00Z'), false);
  assert.equal(waits({ ...change, tenant: 2 }, '2026-11-16T12:00:00Z'), false);
});

test('years 2 the old address can object for 30 days, counted again from the confirmation', () => {
  const later = { ...change, confirmedAt: at('2026-12-01T12:00:00Z') };
  assert.equal(canObject(change, at('2026-12-15T11:59:59Z')), true);
  assert.equal(canObject(change, at('2026-12-15T12:00:00Z')), false);
  assert.equal(canObject(later, at('2026-12-31T11:59:59Z')), true);
  assert.equal(canObject(later, at('2026-12-31T12:00:00Z')), false);
  assert.equal(canObject({ ...change, formerEmail: null }, NOW), false);
  assert.equal(canObject({ ...change, ended: { at: NOW, why: 'objected' } }, NOW), false);
});

test('years 2 the ten days begin with the confirmation, and only after a wish of the manager', () => {
  const lock = (emailChanges: EmailChange[], time = '2026-11-16T12:00:00Z') =>
    contactLock({ emailChanges }, 1, at(time));
  assert.deepEqual(lock([confirmed]), at('2026-11-25T12:00:00Z'));
  assert.equal(lock([confirmed], '2026-11-25T12:00:00Z'), null);
  assert.equal(lock([change]), null);
  assert.equal(lock([{ ...confirmed, by: 'tenant' }]), null);
  assert.equal(lock([{ ...confirmed, tenant: 2 }]), null);
  assert.equal(lock([{ ...confirmed, ended: { at: NOW, why: 'objected' } }]), null);
  const longer = { ...confirmed, confirmedAt: at('2026-11-16T10:00:00Z') };
  assert.deepEqual(lock([longer, confirmed]), at('2026-11-26T10:00:00Z'));
  assert.deepEqual(lock([confirmed, longer, { ...longer, by: 'tenant' }]), at('2026-11-26T10:00:00Z'));
});

test('years 2 whose word does not count: of natural tenants the main tenant’s, of a company each signatory’s', () => {
  const second = { ...confirmed, tenant: 2 };
  const of = (deposit: Deposit, who: Parameters<typeof isLocked>[1]) =>
    isLocked({ ...deposit, emailChanges: [second] }, who, NOW);
  assert.equal(of(couple, { by: 'tenant' }), false);
  assert.equal(of(couple, { by: 'tenant', tenant: 2 }), true);
  assert.equal(of(ofCompany(couple), { by: 'tenant' }), true);
  assert.equal(of(ofCompany(couple), { by: 'tenant', tenant: 1 }), false);
  assert.equal(of(ofCompany(couple), { by: 'manager' }), false);
});

const rename = { tenant: 1, firstName: null, lastName: null, birthDate: null, reason: 'marriage' } as const;
const asked = (changed: Partial<Application>): Application =>
  ({
    id: 'a',
    kind: 'account_opening',
    state: 'answered',
    providerId: 'bank',
    changeId: null,
    answer: null,
    events: [],
    ...changed,
  }) as Application;

test('years 2 a name after a marriage holds at once: bank and tenants are told', () => {
  const life = new Life({ ...couple, provider: BANK, applications: [asked({})] });
  life.makes('change_person', { ...rename, lastName: 'Berger' }, [
    'terms.tenants.0.lastName = Berger',
    'applications.1 = {id=application 2 kind=change state=open providerId=bank createdAt=2026-11-20T09:30Z person={tenant=1 reason=marriage before={firstName=Lea lastName=B} after={firstName=Lea lastName=Berger}} events=[]}',
    'manager: person_changed member=m tenant=1 fields=lastName | email=m@v.example name=M M lastName=B → Berger reason=marriage',
    'application.created: application 2',
    'mail person_changed to l@m.example in de before=Lea B after=Lea Berger isBirthDate=false',
    'mail person_changed to n@m.example in de before=Lea B after=Lea Berger isBirthDate=false',
    'links for 1, 2',
  ]);
  life.makes('change_person', { ...rename, tenant: 2, firstName: 'Noah', birthDate: '1990-02-04' as Day }, [
    'terms.tenants.1.firstName = Noah',
    'terms.tenants.1.birthDate = 1990-02-04',
    'applications.2 = {id=application 3 kind=change state=open providerId=bank createdAt=2026-11-20T09:30Z person={tenant=2 reason=marriage before={firstName=Noa lastName=C birthDate=1990-02-03} after={firstName=Noah lastName=C birthDate=1990-02-04}} events=[]}',
    'manager: person_changed member=m tenant=2 fields=firstName, birthDate | email=m@v.example name=M M firstName=Noa → Noah birthDate=1990-02-03 → 1990-02-04 reason=marriage',
    'application.created: application 3',
    'mail person_changed to l@m.example in de before=Noa C after=Noah C isBirthDate=true',
    'mail person_changed to n@m.example in de before=Noa C after=Noah C isBirthDate=true',
    'links for 1, 2',
  ]);
  life.makes('change_person', { ...rename, lastName: 'Berger' }, ['refused nothing_changes (lastName)']);
  life.makes('change_person', { ...rename, firstName: 'Lea' }, ['refused nothing_changes (firstName)']);
  life.makes('change_person', { ...rename, tenant: 2, birthDate: '1990-02-04' as Day }, [
    'refused nothing_changes (birthDate)',
  ]);
  life.makes('change_person', { ...rename, tenant: 3 }, ['refused no_such_tenant (tenant)']);
});

test('years 2 a provider that knows nobody yet is not told', () => {
  const isTold = (deposit: Deposit) =>
    new Life({ ...deposit, provider: INSURER })
      .after('change_person', { ...rename, lastName: 'Berger' })
      .deposit.applications.some(({ kind }) => kind === 'change');
  assert.equal(isTold(couple), false);
  assert.equal(isTold({ ...couple, applications: [asked({ kind: 'cover' })] }), true);
  assert.equal(isTold({ ...couple, applications: [asked({ state: 'cancelled' })] }), false);
  assert.equal(isTold({ ...couple, applications: [asked({ kind: 'claim' })] }), false);
  const takenOver = { importId: 'i', openSince: '2020-01-01' as Day, balance: null, balanceOn: null };
  assert.equal(isTold({ ...couple, takenOver }), true);
});

test('2.6 a corrected birth date lies in the past, and the main tenant is of age', () => {
  const life = new Life(couple);
  const born = (tenant: number, birthDate: string) =>
    life.decides('change_person', { ...rename, tenant, birthDate: birthDate as Day });
  assert.deepEqual(born(2, '2026-11-20'), { refused: 'date_not_past', field: 'birthDate' });
  assert.ok('deposit' in born(2, '2026-11-19'));
  assert.deepEqual(born(1, '2008-11-21'), { refused: 'under_age', field: 'birthDate' });
  assert.ok('deposit' in born(1, '2008-11-20'));
  const legal = new Life(ofCompany(couple));
  legal.makes('change_person', { ...rename, birthDate: '1990-01-01' as Day }, ['refused only_natural (birthDate)']);
  assert.equal(legal.after('change_person', { ...rename, firstName: 'Kim' }).deposit.terms.tenants[0].firstName, 'Kim');
});

test('years 4 a mail that came back: the manager is asked for another address, once', () => {
  const life = new Life(couple);
  life.makes('note_bounce', { email: mail('L@m.example'), reason: '550', tenants: [1], isTold: false }, [
    'service: mail_bounced tenant=1 | email=l@m.example reason=550',
    'mail mail_bounced to m@v.example in de tenant=1 person=Lea B email=l@m.example reason=550',
  ]);
  life.makes('note_bounce', { email: mail('x@m.example'), reason: null, tenants: [2], isTold: true }, [
    'service: mail_bounced tenant=2 | email=x@m.example',
  ]);
  life.makes('note_bounce', { email: mail('x@m.example'), reason: null, tenants: [], isTold: false }, [
    'refused nothing_changes',
  ]);
  assert.deepEqual(bouncedTenants(couple, mail('N@M.example')), [2]);
  assert.deepEqual(bouncedTenants(couple, mail('x@m.example')), []);
  assert.deepEqual(bouncedTenants({ ...couple, emailChanges: [change] }, mail('new@m.example')), [1]);
  assert.deepEqual(bouncedTenants({ ...couple, emailChanges: [confirmed] }, mail('new@m.example')), []);
  assert.deepEqual(bouncedTenants(without(couple, { email: null }), mail('l@m.example')), []);
});

const TYPED: Record<ContactField, string> = {
  email: 'l@m.example',
  phoneNumber: '+41791112233',
  street: 'Weg',
  streetNumber: '2',
  zip: '8000',
  city: 'Zürich',
  countryCode: 'CH',
};
const person = { ...coTenant, email: mail('l@m.example') } as Tenant;
const read = (typed: Partial<Record<ContactField, string>>, tenant = person) =>
  readContact((name) => ({ ...TYPED, ...typed })[name], tenant);
const address = { street: 'Weg', streetNumber: '2', zip: '8000', city: 'Zürich', countryCode: 'CH' };
const CONTACTS: [name: string, typed: Partial<Record<ContactField, string>>, expected: object][] = [
  ['nothing has changed', {}, { email: null, phoneNumber: null, address: null }],
  [
    'white space is no change',
    { street: ' Weg  ', email: 'l@m.example ' },
    { email: null, phoneNumber: null, address: null },
  ],
  ['another address of e-mail', { email: 'x@m.example' }, { email: 'x@m.example', phoneNumber: null, address: null }],
  [
    '2.7 another phone number',
    { phoneNumber: '079 123 45 67' },
    { email: null, phoneNumber: '+41791234567', address: null },
  ],
  [
    'another street',
    { street: 'Neuer   Weg' },
    { email: null, phoneNumber: null, address: { ...address, street: 'Neuer Weg' } },
  ],
  [
    'without a house number',
    { streetNumber: '' },
    { email: null, phoneNumber: null, address: { ...address, streetNumber: '-' } },
  ],
  [
    'a foreign postal code',
    { zip: 'D-10115', countryCode: 'de' },
    { email: null, phoneNumber: null, address: { ...address, zip: 'D-10115', countryCode: 'DE' } },
  ],
  [
    'an unknown country is Switzerland',
    { city: 'Bern', countryCode: 'xx' },
    { email: null, phoneNumber: null, address: { ...address, city: 'Bern' } },
  ],
  ['a malformed e-mail address', { email: 'x' }, { problems: { email: 'email_invalid' } }],
  ['a malformed phone number', { phoneNumber: '12' }, { problems: { phoneNumber: 'phone_invalid' } }],
  [
    'a phone number that is too long',
    { phoneNumber: `079 123 45 67${'-'.repeat(70)}` },
    { problems: { phoneNumber: 'phone_invalid' } },
  ],
  [
    'nothing but a country',
    { street: '', zip: '', city: '' },
    { problems: { street: 'street_missing', zip: 'zip_missing', city: 'city_missing' } },
  ],
  ['no Swiss postal code', { zip: '80001' }, { problems: { zip: 'zip_invalid' } }],
  ['nor one of Liechtenstein', { zip: '949', countryCode: 'LI' }, { problems: { zip: 'zip_invalid' } }],
  [
    'a line of 70 characters',
    { city: 'x'.repeat(70) },
    { email: null, phoneNumber: null, address: { ...address, city: 'x'.repeat(70) } },
  ],
  [
    'a longer line',
    { street: 'x'.repeat(71), streetNumber: 'y'.repeat(71), city: 'z'.repeat(71) },
    { problems: { street: 'line_too_long', streetNumber: 'line_too_long', city: 'line_too_long' } },
  ],
  ['a longer foreign postal code', { zip: '1'.repeat(71), countryCode: 'DE' }, { problems: { zip: 'line_too_long' } }],
];
for (const [name, typed, expected] of CONTACTS) {
  test(`years 2 a contact form: ${name}`, () => assert.deepEqual(read(typed), expected));
}

test('years 2 what is not known starts empty, and may stay so', () => {
  const old = {
    ...person,
    email: null,
    phoneNumber: null,
    address: { ...person.address, streetNumber: '-' },
  } as Tenant;
  assert.deepEqual(knownContact(old), { ...TYPED, email: '', phoneNumber: '', streetNumber: '' });
  assert.deepEqual(read({ email: '', phoneNumber: '', streetNumber: '' }, old), {
    email: null,
    phoneNumber: null,
    address: null,
  });
});
