import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../domain/values/calendar.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import type { Amendment } from '../domain/document.ts';
import type { MailFacts, MailKind } from '../domain/effect.ts';
import { LANGUAGES } from '../domain/values/language.ts';
import { rappen } from '../domain/values/money.ts';
import { renderMail } from './render.ts';

const at = 'https://depono.example';
const to = { email: 'lea@mail.example' as EmailAddress, name: 'Lea <Brunner>' };

const about = {
  depositId: '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1',
  organization: 'Verwaltung & Söhne AG',
  externalContractId: 'C-4711',
  property: 'Seestrasse 12, 8002 Zürich',
  tenants: ['Lea Brunner', 'Đorđe Łukić'],
  rentalDeposit: rappen(356_000),
};
const slip = { iban: 'CH4431999123000889012', reference: '210000000003139471430009017', missing: rappen(300_000) };
const split = { amountTenant: rappen(310_000), amountLandlord: rappen(46_000) };
const closing = {
  by: 'manager' as const,
  product: 'bank_deposit' as const,
  reason: 'Malerarbeiten',
  tenancyEnd: '2026-03-31' as Day,
  claimFrom: '2027-03-31' as Day,
};
const token = { linkToken: 'personal-token' };

const terms = {
  tenants: ['Lea Brunner', 'Đorđe Łukić'],
  owner: {
    name: 'Helvetia Wohnen AG',
    address: { street: 'Hof', streetNumber: '2', zip: '8001', city: 'Zürich', countryCode: 'CH' },
  },
  rentalDeposit: rappen(356_000),
  product: 'bank_deposit' as const,
  offers: [],
};
const amendments: Amendment[] = [
  { number: 1, kind: 'amount', before: terms, after: { ...terms, rentalDeposit: rappen(400_000) } },
  { number: 2, kind: 'amount', before: terms, after: { ...terms, rentalDeposit: rappen(300_000) } },
  { number: 3, kind: 'product', before: terms, after: { ...terms, product: 'insurance' } },
  { number: 4, kind: 'product', before: { ...terms, product: 'insurance' }, after: terms },
  { number: 5, kind: 'tenant_leaves', before: terms, after: { ...terms, tenants: ['Lea Brunner'] } },
  { number: 6, kind: 'tenant_joins', before: { ...terms, tenants: ['Lea Brunner'] }, after: terms },
  { number: 7, kind: 'main_tenant', before: terms, after: { ...terms, tenants: ['Đorđe Łukić', 'Lea Brunner'] } },
];
const [more] = amendments as [Amendment];
const owner: Amendment = {
  number: 8,
  kind: 'owner',
  before: terms,
  after: { ...terms, owner: { ...terms.owner, name: 'Neue Besitz AG' } },
};

/** Each kind, with every variant of its text, and what it must contain in every language. */
const KINDS: { [K in MailKind]: [Extract<MailFacts, { kind: K }>, ...RegExp[]][] } = {
  import_error: [
    [
      {
        kind: 'import_error',
        refusedCallId: 'r',
        organizationId: 'o',
        organization: about.organization,
        externalContractId: 'C-4711',
        problems: [{ field: 'zip', code: 'missing' }],
      },
      /C-4711[\s\S]*\(zip\)/,
    ],
  ],
  approval_requested: [
    [
      { kind: 'approval_requested', approvalId: 'a', what: 'Pay CHF 100.00', by: 'anna@depono.example', hours: 72 },
      /anna@depono.example[\s\S]*CHF 100.00[\s\S]*72/,
    ],
  ],
  invitation: [
    [{ kind: 'invitation', organization: about.organization, invitedBy: null }, /Söhne/],
    [{ kind: 'invitation', organization: about.organization, invitedBy: 'Clara Chefin' }, /Clara Chefin[\s\S]*Söhne/],
  ],
  sign_in: [
    [
      { kind: 'sign_in', realm: 'manager', organization: about.organization, linkToken: 'once', minutes: 15 },
      /15 [Mm]in[\s\S]*sign-in\/once/,
    ],
  ],
  tenant_link: [[{ kind: 'tenant_link', ...token, ...about }, /C-4711[\s\S]*personal-token/]],
  deposit_imported: [[{ kind: 'deposit_imported', ...about }, /3’560\.00/]],
  deposit_sent: [[{ kind: 'deposit_sent', ...about }, /3’560\.00/]],
  manager_sign_reminder: [[{ kind: 'manager_sign_reminder', ...about }, /C-4711/]],
  deposit_refused: [
    [{ kind: 'deposit_refused', by: 'bank', reason: 'Ausweis fehlt', ...about }, /Ausweis fehlt/],
    [{ kind: 'deposit_refused', by: 'insurer', reason: 'Bonität', ...about }, /Bonität/],
  ],
  tenant_sign: [
    [{ kind: 'tenant_sign', isChanged: false, ...token, ...about }, /Đorđe Łukić/],
    [{ kind: 'tenant_sign', isChanged: true, ...token, ...about }, /Söhne/],
  ],
  tenant_sign_reminder: [[{ kind: 'tenant_sign_reminder', ...token, ...about }, /Söhne/]],
  tenant_payment: [
    [
      { kind: 'tenant_payment', ...slip, ...token, ...about },
      /CHF 3’000\.00[\s\S]*CH44 3199 9123 0008 8901 2[\s\S]*21 00000 00003 13947 14300 09017/,
    ],
  ],
  tenant_payment_reminder: [[{ kind: 'tenant_payment_reminder', ...slip, ...token, ...about }, /CHF 3’000\.00/]],
  deposit_open: [
    [{ kind: 'deposit_open', product: 'bank_deposit', ...token, ...about }],
    [{ kind: 'deposit_open', product: 'insurance', linkToken: null, ...about }],
  ],
  deposit_withdrawn: [
    [{ kind: 'deposit_withdrawn', paidBack: rappen(10_000), ...token, ...about }, /CHF 100\.00/],
    [{ kind: 'deposit_withdrawn', paidBack: rappen(0), linkToken: null, ...about }],
  ],
  closing_consent: [
    [
      { kind: 'closing_consent', ...closing, ...split, ...token, ...about },
      /3’100\.00[\s\S]*460\.00[\s\S]*31\.03\.2027/,
    ],
    [
      { kind: 'closing_consent', ...closing, by: 'tenant', reason: null, ...split, linkToken: null, ...about },
      /31\.03\.2026/,
    ],
    [{ kind: 'closing_consent', ...closing, product: 'insurance', ...split, ...token, ...about }, /460\.00/],
  ],
  payout_returned: [
    [
      {
        kind: 'payout_returned',
        amount: rappen(310000),
        reason: 'AC04 closed account',
        orderId: 'order',
        ...token,
        ...about,
      },
      /3’100\.00[\s\S]*AC04/,
    ],
    [
      {
        kind: 'payout_returned',
        amount: rappen(5000),
        reason: 'AC04',
        orderId: 'order',
        linkToken: null,
        forOperator: true,
        ...about,
      },
    ],
  ],
  payback_returned: [
    [
      { kind: 'payback_returned', orderId: 'o', amount: rappen(310000), payee: 'Urs Frei', reason: 'AC04' },
      /3’100\.00[\s\S]*Urs Frei[\s\S]*AC04/,
    ],
    [{ kind: 'payback_returned', orderId: 'o', amount: rappen(5), payee: null, reason: 'AC04' }],
    [{ kind: 'payback_returned', orderId: 'o', amount: rappen(5), payee: 'CH93', reason: 'AC04', isTransfer: true }],
  ],
  payment_reversed: [
    [
      { kind: 'payment_reversed', amount: rappen(310000), missing: rappen(46000), linkToken: null, ...about },
      /3’100\.00[\s\S]*460\.00/,
    ],
    [{ kind: 'payment_reversed', amount: rappen(310000), missing: rappen(0), linkToken: null, ...about }],
    [
      { kind: 'payment_reversed', orderId: 'o', amount: rappen(310000), payer: 'Urs Frei' },
      /3’100\.00[\s\S]*Urs Frei[\s\S]*operator\/money\/o/,
    ],
    [{ kind: 'payment_reversed', orderId: 'o', amount: rappen(5), payer: null }],
  ],
  provider_refused: [
    [
      {
        kind: 'provider_refused',
        application: 'claim',
        provider: 'Insurer X',
        reason: 'no',
        linkToken: null,
        ...about,
      },
      /Insurer X/,
    ],
    [
      {
        kind: 'provider_refused',
        application: 'account_closing',
        provider: 'Bank',
        reason: 'Saldo',
        linkToken: null,
        ...about,
      },
      /Saldo/,
    ],
  ],
  change_sign: [
    ...amendments.map((amendment): [Extract<MailFacts, { kind: 'change_sign' }>, ...RegExp[]] => [
      { kind: 'change_sign', amendment, ...token, ...about },
      /Verwaltung & Söhne AG[\s\S]*C-4711[\s\S]*t\/personal-token/,
    ]),
    [
      { kind: 'change_sign', amendment: more, linkToken: null, ...about },
      /3’560.00[\s\S]*4’000.00/,
      /manager\/deposits/,
    ],
  ],
  change_done: [
    [{ kind: 'change_done', amendment: more, ...token, ...about }, /4’000.00[\s\S]*t\/personal-token/],
    [{ kind: 'change_done', amendment: more, linkToken: null, isGone: true, ...about }, /C-4711/],
  ],
  change_cancelled: [
    [
      {
        kind: 'change_cancelled',
        amendment: more,
        by: 'manager',
        isOvertaken: false,
        paidBack: rappen(20_000),
        ...token,
        ...about,
      },
      /200.00[\s\S]*t\/personal-token/,
    ],
    ...(['tenant', 'manager'] as const).map((by): [Extract<MailFacts, { kind: 'change_cancelled' }>, ...RegExp[]] => [
      {
        kind: 'change_cancelled',
        amendment: more,
        by,
        isOvertaken: by === 'manager',
        paidBack: rappen(0),
        linkToken: null,
        ...about,
      },
      /C-4711[\s\S]*manager\/deposits/,
    ]),
  ],
  owner_changed: [[{ kind: 'owner_changed', amendment: owner, ...token, ...about }, /Neue Besitz AG/]],
  deposit_closed: [
    [{ kind: 'deposit_closed', product: 'bank_deposit', ...split, ...token, ...about }, /3’100\.00[\s\S]*460\.00/],
    [{ kind: 'deposit_closed', product: 'insurance', ...split, linkToken: null, ...about }],
  ],
};

for (const [kind, variants] of Object.entries(KINDS)) {
  test(`6 ${kind}, in four languages`, () => {
    for (const [facts, ...expected] of variants as [MailFacts, ...RegExp[]][]) {
      const subjects = LANGUAGES.map((language) => {
        const mail = renderMail({ to, cc: null, language, facts }, at);
        for (const pattern of expected) assert.match(mail.text, pattern, language);
        assert.doesNotMatch(`${mail.subject}${mail.text}`, /\b(undefined|null|NaN)\b|\[object/, language);
        assert.match(mail.html, new RegExp(`<html lang="${language}"`));
        assert.ok(!mail.html.includes('<Brunner>') && mail.html.includes('Lea &lt;Brunner&gt;'));
        const isGone = 'isGone' in facts && facts.isGone;
        assert.equal(mail.links.length, isGone ? 0 : 1);
        if (isGone) return mail.subject;
        assert.ok(mail.text.includes(mail.links[0] as string));
        const isTenants = 'rentalDeposit' in facts && 'linkToken' in facts && facts.linkToken !== null;
        assert.match(
          mail.links[0] as string,
          isTenants ? /\/t\/personal-token$/ : /^https:[^?]+\/(?:manager|operator)(?:\/[^?]+)?$/,
        );
        return mail.subject;
      });
      assert.equal(new Set(subjects).size, LANGUAGES.length, 'each language has its own words');
    }
  });
}
