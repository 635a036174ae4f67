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
const mandate = {
  mandateId: '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1',
  organizationId: '01a1dd92-d3ef-7482-b729-aecf6a2a2cc2',
  organization: 'Neu AG',
  from: 'Alt AG',
  to: 'Neu AG',
};
const end = { tenancyEnd: '2026-03-31' as Day, freesOn: '2027-04-01' as Day, claimFrom: '2027-04-01' as Day };
const account = { holderName: 'Lea Brunner', ending: '5789' };
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
  partner_callback_changed: (['set', 'changed', 'rotated', 'retired', 'removed'] as const).flatMap((change) =>
    ([{ is: 'partner_key' }, { is: 'operator' }, { is: 'contact', who: 'anna@partner.example' }] as const).map((by) => [
      {
        kind: 'partner_callback_changed',
        partner: 'Muster Software',
        organization: about.organization,
        externalOrgId: '4711',
        change,
        host: change === 'removed' ? null : 'hooks.partner.example',
        by,
        at: '2026-11-15T13:05:00.000Z',
      },
      /Söhne AG \(4711\)[\s\S]*15\.11\.2026, 14:05[\s\S]*\/partner\/organizations[\s\S]*Muster Software/,
      ...(change === 'removed' ? [] : [/hooks\.partner\.example/]),
      ...(by.is === 'contact' ? [/anna@partner\.example/] : []),
    ]),
  ),
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
  deposit_signed: [
    [{ kind: 'deposit_signed', isInForce: false, ...token, ...about }],
    [{ kind: 'deposit_signed', isInForce: true, linkToken: null, ...about }],
  ],
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
    [
      {
        kind: 'closing_consent',
        ...closing,
        by: 'tenant',
        freesOn: '2027-04-01' as Day,
        endAnswerUntil: '2026-05-02' as Day,
        account,
        ...split,
        linkToken: null,
        ...about,
      },
      /02\.05\.2026[\s\S]*5789[\s\S]*01\.04\.2027/,
    ],
    [{ kind: 'closing_consent', ...closing, by: 'tenant', isCopy: true, ...split, ...token, ...about }],
    [{ kind: 'closing_consent', ...closing, isCopy: true, ...split, ...token, ...about }, /Lea Brunner/],
    [{ kind: 'closing_consent', ...closing, product: 'insurance', ...split, ...token, ...about }, /460\.00/],
    [
      {
        kind: 'closing_consent',
        ...closing,
        product: 'insurance',
        freesOn: '2027-04-01' as Day,
        ...split,
        ...token,
        ...about,
      },
      /01\.04\.2027/,
    ],
  ],
  closing_cosign: [
    [
      { kind: 'closing_cosign', word: 'proposal', signatory: 'Eva Frei', ...closing, ...split, ...token, ...about },
      /Eva Frei[\s\S]*Malerarbeiten[\s\S]*3’100\.00/,
    ],
    [
      {
        kind: 'closing_cosign',
        word: 'consent',
        signatory: 'Eva Frei',
        ...closing,
        reason: null,
        ...split,
        ...token,
        ...about,
      },
      /Eva Frei/,
    ],
  ],
  closing_end_disputed: [
    [
      {
        kind: 'closing_end_disputed',
        by: 'manager',
        tenantDay: '2026-02-28' as Day,
        reason: 'Schlüssel',
        ...end,
        ...token,
        ...about,
      },
      /Schlüssel[\s\S]*28\.02\.2026[\s\S]*31\.03\.2026[\s\S]*01\.04\.2027/,
    ],
    [
      {
        kind: 'closing_end_disputed',
        by: 'tenant',
        tenantDay: null,
        reason: null,
        ...end,
        freesOn: null,
        linkToken: null,
        ...about,
      },
    ],
    [
      {
        kind: 'closing_end_disputed',
        by: 'tenant',
        tenantDay: null,
        reason: null,
        ...end,
        linkToken: null,
        forOperator: true,
        ...about,
      },
      /operator\/deposits/,
    ],
  ],
  closing_end_settled: [
    [{ kind: 'closing_end_settled', ...end, ...token, ...about }, /31\.03\.2026[\s\S]*01\.04\.2027/],
  ],
  closing_year_warning: [
    [
      {
        kind: 'closing_year_warning',
        product: 'bank_deposit',
        ...split,
        ...end,
        daysLeft: 30,
        linkToken: null,
        ...about,
      },
      /01\.04\.2027[\s\S]*3’100\.00[\s\S]*manager\/deposits\/[^/]+\/claim/,
    ],
    [
      { kind: 'closing_year_warning', product: 'insurance', ...split, ...end, daysLeft: 1, linkToken: null, ...about },
      /01\.04\.2027/,
    ],
  ],
  closing_claim: [
    [{ kind: 'closing_claim', step: 'filed', reason: null, ...token, ...about }, /Söhne/],
    [
      { kind: 'closing_claim', step: 'filed', reason: null, linkToken: null, forOperator: true, ...about },
      /operator\/deposits/,
    ],
    [{ kind: 'closing_claim', step: 'recorded', reason: null, linkToken: null, ...about }],
    [{ kind: 'closing_claim', step: 'rejected', reason: 'nur ein Brief', ...token, ...about }, /nur ein Brief/],
  ],
  closing_agreed: [
    [
      {
        kind: 'closing_agreed',
        product: 'bank_deposit',
        ground: 'consent',
        agreedBy: 'tenant',
        ...split,
        ...token,
        ...about,
      },
      /3’100\.00[\s\S]*460\.00/,
    ],
    [
      {
        kind: 'closing_agreed',
        product: 'insurance',
        ground: 'year',
        agreedBy: null,
        ...split,
        linkToken: null,
        ...about,
      },
      /257e[\s\S]*460\.00/,
    ],
  ],
  payout_ordered: [
    [
      {
        kind: 'payout_ordered',
        product: 'bank_deposit',
        ground: 'consent',
        agreedBy: 'manager',
        account,
        ...split,
        ...token,
        ...about,
      },
      /3’100\.00[\s\S]*460\.00[\s\S]*Lea Brunner, •••• 5789/,
    ],
    [
      {
        kind: 'payout_ordered',
        product: 'bank_deposit',
        ground: 'year',
        agreedBy: null,
        account: null,
        ...split,
        linkToken: null,
        ...about,
      },
    ],
    [
      {
        kind: 'payout_ordered',
        product: 'insurance',
        ground: 'consent',
        agreedBy: 'tenant',
        account: null,
        ...split,
        ...token,
        ...about,
      },
      /460\.00/,
    ],
    [
      {
        kind: 'payout_ordered',
        product: 'bank_deposit',
        ground: 'change',
        agreedBy: null,
        account: null,
        amountTenant: split.amountTenant,
        amountLandlord: rappen(0),
        ...token,
        ...about,
      },
      /3’100\.00/,
    ],
  ],
  payout_account_code: [
    [
      { kind: 'payout_account_code', code: '048213', minutes: 15, account, ...token, ...about },
      /15[\s\S]*048213[\s\S]*5789/,
    ],
  ],
  payout_account_changed: [[{ kind: 'payout_account_changed', account, ...token, ...about }, /Lea Brunner, •••• 5789/]],
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
        amount: rappen(310000),
        reason: 'AC04',
        orderId: 'order',
        isCopy: true,
        ...token,
        ...about,
      },
      /Lea/,
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
  mail_bounced: [
    [
      {
        kind: 'mail_bounced',
        tenant: 2,
        person: 'Lea Brunner',
        email: 'lea@falsch.example',
        reason: '550 unknown',
        ...about,
      },
      /Lea Brunner[\s\S]*lea@falsch\.example[\s\S]*550 unknown[\s\S]*tenants\/2/,
    ],
    [{ kind: 'mail_bounced', tenant: 1, person: 'Lea Brunner', email: 'lea@falsch.example', reason: null, ...about }],
  ],
  daily_digest: [0, 1, 7].map((more) => [
    {
      kind: 'daily_digest',
      organization: about.organization,
      imported: [
        { externalContractId: 'C-1', property: 'Seestrasse 1', tenants: ['Lea Brunner', 'Urs Frei'], isSent: false },
        { externalContractId: 'C-2', property: 'Seestrasse 2', tenants: ['Muster AG'], isSent: true },
      ],
      more,
    },
    /Söhne[\s\S]*Lea Brunner, Urs Frei\s?: Seestrasse 1[\s\S]*C-1[\s\S]*Muster AG[\s\S]*C-2[\s\S]*\/manager\n/,
  ]),
  contact_confirm: (['tenant', 'manager', 'operator'] as const).map((by) => [
    { kind: 'contact_confirm', organization: about.organization, by, days: 30, ...token },
    /Söhne[\s\S]*new-address\/personal-token[\s\S]*30/,
  ]),
  contact_changed: (['tenant', 'manager', 'operator'] as const).map((by) => [
    {
      kind: 'contact_changed',
      newEmail: 'n•••@m•••.example',
      by,
      isDecided: by === 'operator',
      days: 30,
      ...token,
      ...about,
    },
    /n•••@m•••\.example[\s\S]*objection\/personal-token/,
  ]),
  contact_confirmed: [
    [{ kind: 'contact_confirmed', isRestored: false, ...token, ...about }, /C-4711/],
    [{ kind: 'contact_confirmed', isRestored: true, ...token, ...about }, /C-4711/],
  ],
  contact_objected: [
    [{ kind: 'contact_objected', by: 'manager', isKept: false, linkToken: null, ...about }, /C-4711/],
    [{ kind: 'contact_objected', by: 'operator', isKept: true, linkToken: null, ...about }, /C-4711/],
  ],
  person_changed: [
    [
      { kind: 'person_changed', before: 'Lea Brunner', after: 'Lea Meier', isBirthDate: false, ...token, ...about },
      /Lea Brunner[\s\S]*Lea Meier/,
    ],
    [
      { kind: 'person_changed', before: 'Lea Meier', after: 'Lea Meier', isBirthDate: true, ...token, ...about },
      /Lea Meier/,
    ],
  ],
  deposit_held: [[{ kind: 'deposit_held', ...about }, /C-4711/]],
  hold_lifted: [
    [{ kind: 'hold_lifted', isOrdered: true, ...about }, /C-4711/],
    [{ kind: 'hold_lifted', isOrdered: false, ...about }, /C-4711/],
  ],
  mandate_asked: [
    [{ kind: 'mandate_asked', asksReader: true, deposits: 4711, ...mandate }, /Alt AG[\s\S]*Neu AG[\s\S]*4711/],
    [{ kind: 'mandate_asked', asksReader: false, deposits: 1, ...mandate }],
  ],
  mandate_rejected: [[{ kind: 'mandate_rejected', by: 'Neu AG', ...mandate }, /Neu AG[\s\S]*Alt AG/]],
  mandate_done: [
    [{ kind: 'mandate_done', moved: 4711, conflicts: 12, ...mandate }, /4711[\s\S]*12/],
    [{ kind: 'mandate_done', moved: 4711, conflicts: 0, ...mandate }],
  ],
  mandate_moved: [[{ kind: 'mandate_moved', formerOrganization: 'Alt AG', ...token, ...about }, /Söhne[\s\S]*Alt AG/]],
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
    for (const [facts, ...expected] of variants) {
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
        const isTenants =
          facts.kind === 'contact_confirm' ||
          ('rentalDeposit' in facts && 'linkToken' in facts && facts.linkToken !== null);
        assert.match(
          mail.links[0] as string,
          isTenants
            ? /\/t\/(?:(?:objection|new-address)\/)?personal-token$/
            : /^https:[^?]+\/(?:manager|operator|partner)(?:\/[^?]+)?$/,
        );
        return mail.subject;
      });
      assert.equal(new Set(subjects).size, LANGUAGES.length, 'each language has its own words');
    }
  });
}

const PAYOUT = {
  de: /auszahl|ausbezahlt/i,
  fr: /paiement|versement/i,
  it: /pagamento|versamento/i,
  en: /payout|paid out/i,
};

test('years 1 an insurance: freesOn asks for the end of the cover, and no mail promises a payout', () => {
  const insured = Object.values(KINDS)
    .flatMap((variants) => (variants as [MailFacts][]).map(([facts]) => facts))
    .filter((facts) => 'product' in facts && facts.product === 'insurance' && facts.kind !== 'deposit_closed');
  const kinds = new Set(insured.map(({ kind }) => kind));
  for (const kind of ['closing_consent', 'closing_year_warning', 'closing_agreed', 'payout_ordered'] as const) {
    assert.ok(kinds.has(kind), kind);
  }
  for (const facts of insured) {
    for (const language of LANGUAGES) {
      const { subject, text } = renderMail({ to, cc: null, language, facts }, at);
      assert.doesNotMatch(`${subject} ${text}`, PAYOUT[language], `${facts.kind} ${language}`);
    }
  }
});
