import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext } from '../../../test/support/life.ts';
import { BANK, depositAt, NOW, ofCompany, withCoTenant } from '../../../test/support/sample-deposit.ts';
import { shownBrand } from '../brand/brand.ts';
import { DEFAULT_EVENTS, EVENT_TYPES, CALLBACK_DOCUMENTS, DOCUMENT_KINDS } from '../document.ts';
import type { Deposit } from '../deposit.ts';
import type { Tenant } from '../tenant.ts';
import { rappen } from '../values/money.ts';
import {
  agreementDocument,
  documentEffect,
  headOf,
  stateEvent,
  termsChosen,
  termsShown,
  termsToSign,
} from './documents.ts';
import { mailAll, mailLeaver, mailOperators } from './mails.ts';

const context = freshContext();
const couple = withCoTenant(depositAt('awaiting_tenant_signatures'));
const address = { street: 'Weg', streetNumber: '2', zip: '8000', city: 'Zürich', countryCode: 'CH' };

test('6 every document says whose deposit it is', () =>
  assert.deepEqual(headOf({ ...couple, product: 'bank_deposit', provider: BANK }, context), {
    at: '2026-11-20T09:30:00.000Z',
    language: 'de',
    organization: { name: 'Verwaltung AG', address: { street: 'S', streetNumber: '1', zip: '8000', city: 'Zürich' } },
    externalContractId: 'C',
    property: 'S 1, 8000 Zürich',
    rentalStart: '2027-01-01',
    rentalDeposit: 100_000,
    owner: { name: 'E', address: { street: 'S', streetNumber: '1', zip: '8000', city: 'Z', countryCode: 'CH' } },
    tenants: [
      { name: 'Lea B', address },
      { name: 'Noa C', address },
    ],
    bank: 'Bank',
  }));

test('6 a bank is named on a bank deposit alone; a brand where one is set', () => {
  assert.equal('bank' in headOf({ ...couple, product: 'insurance', provider: BANK }, context), false);
  assert.equal('bank' in headOf({ ...couple, product: 'bank_deposit', provider: null }, context), false);
  const brand = shownBrand({ own: { name: 'Haus' }, parent: {}, operator: {}, organization: 'Verwaltung AG' });
  const branded = headOf(couple, { ...context, organization: { ...context.organization, shownBrand: brand } });
  assert.deepEqual(branded.brand, {
    service: 'Depono',
    name: 'Haus',
    isHouse: true,
    logo: null,
    colour: null,
    footer: null,
  });
});

test('8 what tenants sign: the offers, and who acts for several natural tenants', () => {
  const { product, investmentAllowed, offers, actsForAll } = termsToSign(couple, context);
  assert.deepEqual(
    { product: product, investmentAllowed, offers: offers?.length, actsForAll },
    { product: 'bank_deposit', investmentAllowed: true, offers: 0, actsForAll: 'Lea B' },
  );
  assert.equal('actsForAll' in termsToSign(depositAt('awaiting_tenant_signatures'), context), false);
  assert.equal('actsForAll' in termsToSign(ofCompany(couple), context), false);
});

test('8 the terms as they are shown have the day of their step: the same terms give the same PDF', () => {
  const shown = termsShown({ ...couple, stepSince: new Date('2026-11-15T23:30:00Z') }, context.organization, 'fr');
  assert.equal(shown.at, '2026-11-16T12:00:00.000Z');
  assert.equal(shown.language, 'fr');
});

test('8 the main tenant signs the offer of the chosen product alone', () => {
  const open = termsToSign({ ...couple, product: null }, context);
  assert.deepEqual(
    open.offers?.map(({ product }) => product),
    ['bank_deposit', 'insurance'],
  );
  const chosen = termsChosen(open, 'insurance');
  assert.equal(chosen.product, 'insurance');
  assert.deepEqual(
    chosen.offers?.map(({ product }) => product),
    ['insurance'],
  );
  assert.equal(termsChosen(open, null), open);
  assert.equal(termsChosen(chosen, 'bank_deposit'), chosen);
  const { offers: _, ...old } = open;
  assert.deepEqual(termsChosen(old, 'insurance').offers, []);
});

test('8 an agreement has all signatures', () => {
  assert.throws(() => agreementDocument(couple, context, 'bank_deposit'), /has all signatures/);
  assert.throws(
    () => agreementDocument({ ...couple, managerSignature: null }, context, 'bank_deposit'),
    /manager has signed/,
  );
});

test('8 a document tells partners the state of its moment', () => {
  const paidOut = { paidOutAt: NOW, paidOutTenant: rappen(80_000), provider: BANK };
  const { document } = documentEffect({ ...depositAt('closed'), ...paidOut }, context, {
    kind: 'withdrawal',
    by: 'manager',
    paidBack: rappen(0),
  });
  assert.deepEqual(document.status, {
    externalContractId: 'C',
    state: 'closed',
    product: 'bank_deposit',
    iban: 'CH9300762011623852957',
    rentalDeposit: 100_000,
    paidOutTime: '2026-11-15T12:00:00.000Z',
    paidOutAmountTenant: 80_000,
    provider: 'a_bank',
  });
  const early = documentEffect(depositAt('awaiting_account'), context, {
    kind: 'withdrawal',
    by: 'manager',
    paidBack: rappen(0),
  }).document.status;
  assert.deepEqual(
    [early.paidOutTime, early.paidOutAmountTenant, early.provider, early.iban],
    [null, null, null, null],
  );
});

test('partner-kit 5: partners are told of another state, and of no other move', () => {
  const [event] = stateEvent(depositAt('open'), depositAt('closing_proposed'), context);
  assert.ok(event?.kind === 'state_event');
  assert.deepEqual(
    [event.change.from, event.change.to, event.change.status.state, event.dueAt],
    ['open', 'closing', 'closing', context.now],
  );
  assert.deepEqual(stateEvent(depositAt('open'), depositAt('open'), context), []);
});

test('6 the agreement and the account overview are never sent; what is sent by default are documents', () => {
  assert.deepEqual(
    DOCUMENT_KINDS.filter((kind) => !(CALLBACK_DOCUMENTS as readonly string[]).includes(kind)),
    ['agreement', 'year_statement'],
  );
  assert.deepEqual(CALLBACK_DOCUMENTS, ['payment_slip', 'pay_in', 'pay_out', 'withdrawal', 'certificate']);
  assert.deepEqual(DEFAULT_EVENTS, ['document.created']);
  assert.deepEqual(EVENT_TYPES, ['document.created', 'deposit.state_changed']);
});

const FACTS = {
  depositId: 'deposit',
  organization: 'Verwaltung AG',
  externalContractId: 'C',
  property: 'S 1, 8000 Zürich',
  tenants: ['Lea B', 'Noa C'],
  rentalDeposit: 100_000,
};
const factsOf = (deposit: Deposit, name: 'all' | 'operators') => {
  const fresh = freshContext();
  const move =
    name === 'all'
      ? mailAll(deposit, fresh, { kind: 'deposit_open', product: 'bank_deposit' })
      : mailOperators(deposit, fresh, { kind: 'payment_reversed', amount: rappen(5), missing: rappen(0) }, [
          { email: 'op@depono.example' as never, name: 'Op' },
        ]);
  return move.effects.map((effect) =>
    effect.kind === 'mail' ? { ...effect.mail.facts, in: effect.mail.language, name: effect.mail.to.name } : effect,
  );
};

test('8 every mail says whose deposit it is; a tenant’s has a link of their own and whom to ask', () => {
  const contact = { email: 'm@v.example', name: 'M M' };
  assert.deepEqual(factsOf({ ...couple, terms: { ...couple.terms, tenantLanguage: 'it' } }, 'all'), [
    { ...FACTS, kind: 'deposit_open', product: 'bank_deposit', linkToken: null, in: 'de', name: 'M M' },
    { ...FACTS, kind: 'deposit_open', product: 'bank_deposit', linkToken: 'token-2', contact, in: 'it', name: 'Lea B' },
    { ...FACTS, kind: 'deposit_open', product: 'bank_deposit', linkToken: 'token-4', contact, in: 'it', name: 'Noa C' },
  ]);
});

test('operators read English, and get no link', () =>
  assert.deepEqual(factsOf(couple, 'operators'), [
    {
      ...FACTS,
      kind: 'payment_reversed',
      amount: 5,
      missing: 0,
      linkToken: null,
      forOperator: true,
      in: 'en',
      name: 'Op',
    },
  ]));

test('years 2 who is no tenant any more is told without a link; without e-mail the history says so', () => {
  const leaver = couple.terms.tenants[1] as Tenant;
  const about = { kind: 'change_done', amendment: {} as never } as const;
  const [mail] = mailLeaver(couple, freshContext(), about, leaver).effects;
  assert.ok(mail?.kind === 'mail' && mail.mail.facts.kind === 'change_done');
  const { isGone, linkToken, contact } = mail.mail.facts;
  assert.deepEqual([mail.mail.to.email, isGone, linkToken, contact?.name], ['n@m.example', true, null, 'M M']);
  const byPost = mailLeaver(couple, freshContext(), about, { ...leaver, email: null });
  assert.deepEqual(byPost.effects, []);
  assert.deepEqual(byPost.history, [
    {
      at: new Date('2026-11-20T09:30:00Z'),
      actor: 'service',
      event: 'mail_not_sent',
      detail: { mail: 'change_done' },
      personal: { name: 'Noa C' },
    },
  ]);
});
