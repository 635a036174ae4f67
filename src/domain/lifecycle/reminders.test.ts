import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../test/support/life.ts';
import { depositAt, NOW, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Deposit } from '../deposit.ts';
import type { Tenant } from '../tenant.ts';

const manager = depositAt('awaiting_manager_signature');
const tenants = withCoTenant(depositAt('awaiting_tenant_signatures'));
const signature = { at: NOW, from: null, proof: null };
const byPost = { ...tenants.terms.tenants[0], email: null } as Tenant;

test('8 the manager is reminded 3, 7 and 14 days after the step began, and then no more', () => {
  const life = new Life(manager);
  life.at('2026-11-18T11:59:59Z').makes('remind_in_time', undefined, ['refused not_now']);
  life
    .at('2026-11-18T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 1',
      'service: reminded time=1',
      'mail manager_sign_reminder to m@v.example in de',
      'remind 2026-11-22T12:00Z',
    ]);
  life
    .at('2026-11-22T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 2',
      'service: reminded time=2',
      'mail manager_sign_reminder to m@v.example in de',
      'remind 2026-11-29T12:00Z',
    ]);
  life
    .at('2026-11-29T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 3',
      'service: reminded time=3',
      'mail manager_sign_reminder to m@v.example in de',
    ]);
  life.at('2026-12-29T12:00:00Z').makes('remind_in_time', undefined, ['refused not_now']);
});

test('8 after an outage several reminders are due; they are sent as one', () =>
  void new Life(manager)
    .at('2026-11-28T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 2',
      'service: reminded time=2',
      'mail manager_sign_reminder to m@v.example in de',
      'remind 2026-11-29T12:00Z',
    ]));

test('8 tenants who have not signed are reminded; who has signed is left alone', () => {
  const life = new Life({ ...tenants, signatures: [signature, null] });
  life
    .at('2026-11-18T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 1',
      'service: reminded time=1',
      'mail tenant_sign_reminder to n@m.example in de',
      'remind 2026-11-22T12:00Z',
      'links for 2',
    ]);
  life.makes('remind', { tenant: null }, [
    'operator: asked_again',
    'mail tenant_sign_reminder to n@m.example in de',
    'links for 2',
  ]);
  life.makes('remind', { tenant: 2 }, [
    'operator: asked_again',
    'mail tenant_sign_reminder to n@m.example in de',
    'links for 2',
  ]);
  life.makes('remind', { tenant: 1 }, ['refused nobody_awaited']);
  life.makes('remind', { tenant: 3 }, ['refused no_such_tenant (tenant)']);
});

test('8 a payment is asked for again after 10 and 20 days', () => {
  const days = ['2026-11-25T12:00:00Z', '2026-12-05T12:00:00Z', '2027-01-05T12:00:00Z'];
  const life = new Life(depositAt('awaiting_payment'));
  const reminders = days.map((day) => {
    const decision = life.at(day).decides('remind_in_time', undefined);
    if ('deposit' in decision) life.after('remind_in_time', undefined);
    return life.deposit.reminders;
  });
  assert.deepEqual(reminders, [1, 2, 2]);
});

test('8 a new step has reminders of its own', () => {
  const life = new Life(manager).at('2026-11-18T12:00:00Z').after('remind_in_time', undefined);
  life.after('sign_as_manager', { from: null, proof: null });
  assert.equal(life.deposit.reminders, 0);
  life.at('2026-11-20T12:00:00Z').makes('remind_in_time', undefined, ['refused not_now']);
});

test('8 the operator reminds the manager, a member in the own name; nobody else is awaited then', () => {
  new Life(manager).makes('remind', { tenant: null }, [
    'operator: asked_again',
    'mail manager_sign_reminder to m@v.example in de',
  ]);
  new Life(manager).makes('remind', { tenant: 1 }, ['refused nobody_awaited']);
  new Life(manager, freshContext({ member: { ...manager.manager, id: 'anna' } })).makes('remind', { tenant: null }, [
    'manager: asked_again member=anna | email=m@v.example name=M M',
    'mail manager_sign_reminder to m@v.example in de',
  ]);
});

test('8 tenants of an open deposit get new links: they expire long before a tenancy ends', () => {
  const open = withCoTenant(depositAt('open'));
  new Life(open).makes('remind', { tenant: null }, [
    'operator: asked_again',
    'mail deposit_open to l@m.example in de product=bank_deposit',
    'mail deposit_open to n@m.example in de product=bank_deposit',
    'links for 1, 2',
  ]);
  new Life(open).makes('remind', { tenant: 2 }, [
    'operator: asked_again',
    'mail deposit_open to n@m.example in de product=bank_deposit',
    'links for 2',
  ]);
});

test('8 whose link is lost gets a new one, in any phase the tenants know of', () => {
  new Life(tenants).makes('renew_link', { tenant: 2 }, [
    'tenant: link_renewed tenant=2',
    'mail tenant_link to n@m.example in de',
    'links for 2',
  ]);
  new Life(tenants).makes('renew_link', { tenant: 3 }, ['refused no_such_tenant (tenant)']);
  new Life(manager).with({ sentAt: null }).makes('renew_link', { tenant: 1 }, ['refused not_now']);
  new Life(depositAt('draft_editing')).makes('renew_link', { tenant: 1 }, ['refused not_now']);
  const old = { importId: 'i', openSince: '2020-01-01', balance: null, balanceOn: null } as Deposit['takenOver'];
  const takenOver = new Life({ ...depositAt('open'), sentAt: null, takenOver: old });
  takenOver.makes('renew_link', { tenant: 1 }, [
    'tenant: link_renewed tenant=1',
    'mail tenant_link to l@m.example in de',
    'links for 1',
  ]);
});

test('years 4 a tenant without e-mail gets a letter with a link that lives longer, and the history says so', () => {
  const posted = { ...tenants, terms: { ...tenants.terms, tenants: [byPost, tenants.terms.tenants[0]] } } as Deposit;
  new Life(posted).makes('renew_link', { tenant: 1 }, ['refused no_email (tenant)']);
  const life = new Life(posted);
  const decision = life.at('2026-11-18T12:00:00Z').decides('remind_in_time', undefined);
  assert.ok('links' in decision);
  assert.deepEqual(
    decision.links.map(({ position, round, expiresAt, token }) => ({ position, round, expiresAt, token })),
    [
      { position: 1, round: 0, expiresAt: new Date('2027-02-16T12:00:00Z'), token: 'token-1' },
      { position: 2, round: 0, expiresAt: new Date('2027-01-17T12:00:00Z'), token: 'token-3' },
    ],
  );
  life.makes('remind_in_time', undefined, [
    'reminders = 1',
    'service: mail_not_sent tenant=1 mail=tenant_sign_reminder',
    'service: reminded time=1',
    'letter tenant=1 token=token-6',
    'mail tenant_sign_reminder to l@m.example in de',
    'remind 2026-11-22T12:00Z',
    'links for 1, 2',
  ]);
});

test('years 4 a letter is printed by the manager or handed to a print service', () => {
  const posted = { ...depositAt('open'), terms: { ...tenants.terms, tenants: [byPost] as const } };
  const letter = { tenant: 1, way: 'printed', token: 't', isBounced: false } as const;
  const life = new Life(posted).makes('make_letter', letter, [
    'manager: letter_printed member=m tenant=1 | email=m@v.example name=M M',
    'links for 1',
  ]);
  life.makes('make_letter', { ...letter, way: 'folder', token: null }, ['service: letter_sent tenant=1']);
  life.makes('make_letter', { ...letter, tenant: 2 }, ['refused no_such_tenant (tenant)']);
  const made = life.decides('make_letter', letter);
  assert.deepEqual('links' in made && made.links, [
    { position: 1, token: 't', round: 0, expiresAt: new Date('2027-02-18T09:30:00Z') },
  ]);
  new Life(depositAt('open')).makes('make_letter', letter, ['refused reached_by_mail']);
  new Life(depositAt('open')).makes('make_letter', { ...letter, isBounced: true }, [
    'manager: letter_printed member=m tenant=1 | email=m@v.example name=M M',
    'links for 1',
  ]);
  new Life({ ...posted, sentAt: null }).makes('make_letter', letter, ['refused not_now']);
});
