import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, LATER, Life, saidBy, told } from '../../../test/support/life.ts';
import { coTenant, company, depositAt, INSURER, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { Deposit, DepositTerms } from '../deposit.ts';
import type { Organization } from '../organization.ts';
import type { EmailAddress } from '../values/contact.ts';
import { rappen } from '../values/money.ts';
import { decideOpening } from './opening.ts';

const deposit = depositAt('awaiting_manager_signature');
const ANNA = { ...deposit.manager, id: 'anna', email: 'anna@v.example' as EmailAddress, firstName: 'Anna' };
const PROOF = { typedName: 'Lea B', browser: 'Firefox', terms: 'hash-of-terms', pdf: 'hash-of-pdf' };

function opened(organization: Partial<Organization>, changed: Partial<Parameters<typeof decideOpening>[0]> = {}) {
  const context = freshContext();
  const { integration, terms, adjustments, manager } = deposit;
  const given = { integration, terms, adjustments, manager, isInvited: false, openedBy: null, ...changed };
  return decideOpening(given, { ...context, organization: { ...context.organization, ...organization } });
}

test('1 an organization that signs itself is asked to check and sign', () => {
  const move = opened({});
  assert.deepEqual(saidBy(move), [
    'partner: opened integration=custom',
    'mail deposit_imported to m@v.example in de',
    'remind 2026-11-23T09:30Z',
  ]);
  assert.equal(move.deposit.step, 'awaiting_manager_signature');
  assert.equal(move.deposit.product, null);
  assert.equal(move.deposit.provider, null);
});

test('1 pre-signed without a delay: sent at once, the manager is told', () => {
  const move = opened({ preSigned: true, tenantChoosesProduct: false });
  assert.deepEqual(saidBy(move), [
    'partner: opened integration=custom',
    'service: signed_for_manager',
    'service: sent_to_tenants tenants=1',
    'mail deposit_sent to m@v.example in de',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
  const { step, sentAt, managerSignature, product, provider, sendAt } = move.deposit;
  assert.deepEqual(
    { step, sentAt, managerSignature, product, provider: provider?.id, sendAt },
    {
      step: 'awaiting_tenant_signatures',
      sentAt: LATER,
      managerSignature: { at: LATER, from: null, by: null, proof: null },
      product: 'bank_deposit',
      provider: 'bank',
      sendAt: null,
    },
  );
});

test('1 pre-signed with a delay: it waits so long, and nobody is told yet', () => {
  const move = opened({ preSigned: true, sendDelayMinutes: 90, tenantChoosesProduct: false, product: 'insurance' });
  assert.deepEqual(saidBy(move), [
    'partner: opened integration=custom',
    'service: signed_for_manager',
    'service: send_scheduled minutes=90',
    'send_deposit 2026-11-20T11:00Z',
  ]);
  assert.equal(move.deposit.step, 'awaiting_send');
  assert.deepEqual(move.deposit.sendAt, new Date('2026-11-20T11:00:00Z'));
  assert.equal(move.deposit.provider, INSURER);
});

test('2.4.2 a manager who is invited gets the invitation with the deposit', () =>
  assert.deepEqual(saidBy(opened({}, { isInvited: true })), [
    'partner: opened integration=custom',
    'mail invitation to m@v.example in de',
    'mail deposit_imported to m@v.example in de',
    'remind 2026-11-23T09:30Z',
  ]));

test('1 who opens a deposit by hand gets no mail about it; somebody else who has to sign does', () => {
  assert.deepEqual(saidBy(opened({}, { openedBy: deposit.manager })), [
    'manager: opened integration=custom member=m',
    'remind 2026-11-23T09:30Z',
  ]);
  assert.deepEqual(saidBy(opened({}, { openedBy: ANNA })), [
    'manager: opened integration=custom member=anna',
    'mail deposit_imported to m@v.example in de',
    'remind 2026-11-23T09:30Z',
  ]);
});

test('2.6 a company is compared with the register afterwards, if it has a UID', () => {
  const of = (zefixUid: string | null) => {
    const tenants = [company({ zefixUid })] as const;
    return saidBy(opened({}, { terms: { ...deposit.terms, tenants, signatureRule: 'single' } }));
  };
  assert.ok(of('CHE116281710').includes('check_register 2026-11-20T09:30Z'));
  assert.ok(!of(null).some((line) => line.startsWith('check_register')));
  assert.ok(!saidBy(opened({})).some((line) => line.startsWith('check_register')));
});

test('2.4 the assistant gets a copy of every notification to the manager, but not twice', () => {
  const of = (assistant: DepositTerms['assistant']) =>
    saidBy(opened({}, { terms: { ...deposit.terms, assistant } }))[1];
  const email = 'eva@v.example' as EmailAddress;
  assert.equal(
    of({ email, firstName: 'Eva', lastName: 'Egli' }),
    'mail deposit_imported to m@v.example and Eva Egli eva@v.example in de',
  );
  assert.equal(
    of({ email, firstName: null, lastName: null }),
    'mail deposit_imported to m@v.example and  eva@v.example in de',
  );
  assert.equal(
    of({ email: 'M@V.example' as EmailAddress, firstName: 'M', lastName: 'M' }),
    'mail deposit_imported to m@v.example in de',
  );
});

test('years 4 a daily digest instead of one mail per import; the assistant still gets each', () => {
  const manager = { ...deposit.manager, notifications: 'daily' } as const;
  const assistant = { email: 'eva@v.example' as EmailAddress, firstName: 'Eva', lastName: null };
  const terms = { ...deposit.terms, assistant };
  assert.deepEqual(saidBy(opened({}, { manager })), [
    'partner: opened integration=custom',
    'add_to_digest member={organizationId=org id=m} isSent=false',
    'remind 2026-11-23T09:30Z',
  ]);
  assert.deepEqual(saidBy(opened({}, { manager, terms })), [
    'partner: opened integration=custom',
    'add_to_digest member={organizationId=org id=m} isSent=false',
    'mail deposit_imported to eva@v.example in de',
    'remind 2026-11-23T09:30Z',
  ]);
  assert.deepEqual(saidBy(opened({ preSigned: true }, { manager })), [
    'partner: opened integration=custom',
    'service: signed_for_manager',
    'service: sent_to_tenants tenants=1',
    'add_to_digest member={organizationId=org id=m} isSent=true',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}, {product=insurance name=Versicherung offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
  const life = new Life({ ...deposit, manager });
  life
    .at('2026-11-18T12:00:00Z')
    .makes('remind_in_time', undefined, [
      'reminders = 1',
      'service: reminded time=1',
      'mail manager_sign_reminder to m@v.example in de',
      'remind 2026-11-22T12:00Z',
    ]);
});

test('every new deposit starts with nothing paid, signed or asked', () => {
  const { id, createdAt, signatures, takenOver, ...made } = opened(
    {},
    {
      terms: { ...deposit.terms, tenants: [deposit.terms.tenants[0], coTenant] },
    },
  ).deposit;
  assert.deepEqual(
    { id, createdAt, signatures, takenOver },
    { id: 'id-1', createdAt: LATER, signatures: [null, null], takenOver: null },
  );
  const empty: Partial<Deposit> = {
    state: 'opening',
    reminders: 0,
    round: 0,
    paidIn: rappen(0),
    interest: rappen(0),
    charges: rappen(0),
    withholdingTax: rappen(0),
    payments: [],
    orders: [],
    applications: [],
    changes: [],
    emailChanges: [],
    formerAccounts: [],
  };
  for (const [name, value] of Object.entries(empty)) assert.deepEqual(made[name as keyof typeof made], value, name);
});

test('3 the manager signs: every tenant is asked, with a link and reminders', () => {
  new Life(withCoTenant(deposit)).makes(
    'sign_as_manager',
    { from: '192.0.2.1', proof: { ...PROOF, typedName: null } },
    [
      'step = awaiting_tenant_signatures',
      'stepSince = 2026-11-20T09:30Z',
      'managerSignature.at = 2026-11-20T09:30Z',
      'managerSignature.from = 192.0.2.1',
      'managerSignature.by = {email=m@v.example name=M M}',
      'managerSignature.proof = {browser=Firefox terms=hash-of-terms pdf=hash-of-pdf}',
      'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
      'manager: manager_signed member=m | email=m@v.example name=M M from=192.0.2.1 terms=hash-of-terms browser=Firefox pdf=hash-of-pdf',
      'service: sent_to_tenants tenants=2',
      'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
      'mail tenant_sign to n@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
      'remind 2026-11-23T09:30Z',
      'links for 1, 2',
    ],
  );
  new Life(deposit).makes('sign_as_manager', { from: null, proof: null }, [
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'managerSignature.at = 2026-11-20T09:30Z',
    'managerSignature.by = {email=m@v.example name=M M}',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'manager: manager_signed member=m | email=m@v.example name=M M',
    'service: sent_to_tenants tenants=1',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
});

test('3 another member signs in the place of the responsible one, and the history names who', () => {
  const life = new Life(deposit, freshContext({ member: ANNA }));
  life.makes('sign_as_manager', { from: null, proof: null }, [
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'managerSignature.at = 2026-11-20T09:30Z',
    'managerSignature.by = {email=anna@v.example name=Anna M}',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'manager: manager_signed member=anna | email=anna@v.example name=Anna M',
    'service: sent_to_tenants tenants=1',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
});

test('1 the send delay ends, or the manager ends it', () => {
  const waiting = depositAt('awaiting_send');
  new Life(waiting).makes('send', undefined, [
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'sendAt = null',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'service: sent_to_tenants tenants=1',
    'mail deposit_sent to m@v.example in de',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
  new Life(waiting).makes('send_now', undefined, [
    'step = awaiting_tenant_signatures',
    'stepSince = 2026-11-20T09:30Z',
    'sendAt = null',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'manager: sent_early member=m | email=m@v.example name=M M',
    'service: sent_to_tenants tenants=1',
    'mail deposit_sent to m@v.example in de',
    'mail tenant_sign to l@m.example in de isChanged=false offers=[{product=bank_deposit name=Bank offer={}}]',
    'remind 2026-11-23T09:30Z',
    'links for 1',
  ]);
  const sentBefore = new Life({ ...waiting, sentAt: new Date('2026-11-01T08:00:00Z') }).after('send', undefined);
  assert.deepEqual(sentBefore.deposit.sentAt, new Date('2026-11-01T08:00:00Z'));
});

test('2.6 what the register says is kept with the deposit', () =>
  void new Life(deposit).makes(
    'check_register',
    {
      differences: [
        { field: 'tenantCompanyName', given: 'A', registered: 'B' },
        { field: 'tenantDomicile', given: 'C', registered: 'D' },
      ] as never,
    },
    [
      'registerCheck = {at=2026-11-20T09:30Z differences=[{field=tenantCompanyName given=A registered=B}, {field=tenantDomicile given=C registered=D}]}',
      'service: register_checked differences=tenantCompanyName, tenantDomicile',
    ],
  ));

const signing = withCoTenant(depositAt('awaiting_tenant_signatures'));
const chosen: Deposit = { ...signing, product: 'bank_deposit' };
const sign = { from: null, proof: null, tenant: null, product: null } as const;

test('1 every tenant signs; the main tenant chooses the product', () => {
  const free = { ...signing, product: null };
  new Life(free)
    .makes('sign_as_tenant', { ...sign, from: '192.0.2.7', proof: PROOF, tenant: 2 }, [
      'signatures.1 = {at=2026-11-20T09:30Z from=192.0.2.7 proof={reachedBy=n@m.example typedName=Lea B browser=Firefox terms=hash-of-terms pdf=hash-of-pdf}}',
      'tenant: tenant_signed tenant=2 | email=n@m.example name=Noa C from=192.0.2.7 typedName=Lea B terms=hash-of-terms browser=Firefox pdf=hash-of-pdf reachedBy=n@m.example',
    ])
    .makes('sign_as_tenant', { ...sign, from: '192.0.2.8', proof: PROOF, tenant: 1, product: 'bank_deposit' }, [
      'step = awaiting_account',
      'stepSince = 2026-11-20T09:30Z',
      'signatures.0 = {at=2026-11-20T09:30Z from=192.0.2.8 proof={reachedBy=l@m.example typedName=Lea B browser=Firefox terms=hash-of-terms pdf=hash-of-pdf}}',
      'product = bank_deposit',
      'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
      'applications.0 = {id=application 1 kind=account_opening state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
      'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B from=192.0.2.8 typedName=Lea B terms=hash-of-terms browser=Firefox pdf=hash-of-pdf reachedBy=l@m.example',
      'tenant: product_chosen product=bank_deposit',
      'application.created: application 1',
      'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] actsForAll=Lea B managerSignedAt=2026-11-15T12:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z from=192.0.2.8 typedName=Lea B browser=Firefox terms=hash-of-terms pdf=hash-of-pdf reachedBy=l@m.example}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z from=192.0.2.7 typedName=Lea B browser=Firefox terms=hash-of-terms pdf=hash-of-pdf reachedBy=n@m.example}]',
      '  Vereinbarung.pdf in mail deposit_signed to m@v.example in de isInForce=false',
      '  Vereinbarung.pdf in mail deposit_signed to l@m.example in de isInForce=false',
      '  Vereinbarung.pdf in mail deposit_signed to n@m.example in de isInForce=false',
      'links for 1, 2',
    ]);
  new Life(free).makes('sign_as_tenant', { ...sign, product: 'insurance' }, [
    'step = awaiting_cover',
    'stepSince = 2026-11-20T09:30Z',
    'signatures.0 = {at=2026-11-20T09:30Z}',
    'signatures.1 = {at=2026-11-20T09:30Z}',
    'product = insurance',
    'provider = {id=insurer kind=insurer code=an_insurer versionId=i1 name=Versicherung offer={}}',
    'applications.0 = {id=application 1 kind=cover state=open providerId=insurer createdAt=2026-11-20T09:30Z events=[]}',
    'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B',
    'tenant: tenant_signed tenant=2 | email=n@m.example name=Noa C',
    'tenant: product_chosen product=insurance',
    'application.created: application 1',
    'document kind=agreement product=insurance investmentAllowed=true offers=[{product=insurance name=Versicherung offer={}}] actsForAll=Lea B managerSignedAt=2026-11-15T12:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}]',
    '  Vereinbarung.pdf in mail deposit_signed to m@v.example in de isInForce=false',
    '  Vereinbarung.pdf in mail deposit_signed to l@m.example in de isInForce=false',
    '  Vereinbarung.pdf in mail deposit_signed to n@m.example in de isInForce=false',
    'links for 1, 2',
  ]);
});

test('1 with a product from the start nobody chooses; choosing the same is no choice', () => {
  new Life(chosen)
    .after('sign_as_tenant', { ...sign, tenant: 2 })
    .makes('sign_as_tenant', { ...sign, tenant: 1 }, [
      'step = awaiting_account',
      'stepSince = 2026-11-20T09:30Z',
      'signatures.0 = {at=2026-11-20T09:30Z}',
      'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B',
      'document kind=agreement product=bank_deposit investmentAllowed=true offers=[] actsForAll=Lea B managerSignedAt=2026-11-15T12:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}]',
      '  Vereinbarung.pdf in mail deposit_signed to m@v.example in de isInForce=false',
      '  Vereinbarung.pdf in mail deposit_signed to l@m.example in de isInForce=false',
      '  Vereinbarung.pdf in mail deposit_signed to n@m.example in de isInForce=false',
      'links for 1, 2',
    ]);
  const life = new Life(chosen).after('sign_as_tenant', { ...sign, product: 'bank_deposit' });
  assert.equal(life.deposit.step, 'awaiting_account');
});

const noInsurer = freshContext();
noInsurer.organization = {
  ...noInsurer.organization,
  providers: { ...noInsurer.organization.providers, insurer: null },
};
const half = new Life(chosen).after('sign_as_tenant', { ...sign, tenant: 2 }).deposit;
const REFUSED: [name: string, deposit: Deposit, given: object, refusal: string][] = [
  ['a tenant of that position', signing, { tenant: 3 }, 'refused no_such_tenant (tenant)'],
  ['nobody signs twice', half, { tenant: 2 }, 'refused already_signed'],
  [
    'a co-tenant does not choose',
    { ...signing, product: null },
    { tenant: 2, product: 'insurance' },
    'refused only_main_tenant (product)',
  ],
  ['the main tenant has to choose', { ...signing, product: null }, { tenant: 1 }, 'refused product_missing (product)'],
  ['so do all at once', { ...signing, product: null }, {}, 'refused product_missing (product)'],
  ['a product that is fixed stays', chosen, { product: 'insurance' }, 'refused product_not_free'],
];
function signs(from: Deposit, given: object): string[] {
  return told(from, new Life(from).decides('sign_as_tenant', { ...sign, ...given }));
}
for (const [name, from, given, refusal] of REFUSED) {
  test(`1 signing is refused: ${name}`, () => assert.deepEqual(signs(from, given), [refusal]));
}

test('1 a product without a provider is not offered', () =>
  void new Life({ ...signing, product: null }, noInsurer).makes('sign_as_tenant', { ...sign, product: 'insurance' }, [
    'refused product_not_offered (product)',
  ]));

test('provider-api 4 who signed offers that have changed since is asked again, the main tenant never', () => {
  const proofOf = (terms: string) => ({ ...PROOF, terms });
  const open = { ...signing, product: null };
  const first = new Life(open).after('sign_as_tenant', { ...sign, proof: proofOf('old'), tenant: 2 });
  const choice = { ...sign, proof: proofOf('chosen'), tenant: 1, product: 'bank_deposit' } as const;
  new Life(first.deposit).makes('sign_as_tenant', { ...choice, openTerms: ['new'] }, [
    'signatures.0 = {at=2026-11-20T09:30Z proof={reachedBy=l@m.example typedName=Lea B browser=Firefox terms=chosen pdf=hash-of-pdf}}',
    'signatures.1 = null',
    'product = bank_deposit',
    'provider = {id=bank kind=bank code=a_bank versionId=b1 name=Bank offer={}}',
    'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B typedName=Lea B terms=chosen browser=Firefox pdf=hash-of-pdf reachedBy=l@m.example',
    'tenant: product_chosen product=bank_deposit',
    'service: signature_outdated tenant=2',
    'mail tenant_sign to n@m.example in de isChanged=true offers=[{product=bank_deposit name=Bank offer={}}]',
    'links for 2',
  ]);
  const same = new Life(first.deposit).after('sign_as_tenant', { ...choice, openTerms: ['new', 'old'] });
  assert.equal(same.deposit.step, 'awaiting_account');
  const unproven = new Life(open).after('sign_as_tenant', { ...sign, tenant: 2 });
  assert.equal(unproven.after('sign_as_tenant', { ...choice, openTerms: ['new'] }).deposit.step, 'awaiting_account');
});

test('8 an account that is open stays: with the money there it opens at once, without it the slip goes out again', () => {
  const account = {
    iban: 'CH9300762011623852957',
    paymentReference: 'RF18539007547034',
    product: 'bank_deposit',
  } as const;
  const open = depositAt('open');
  new Life({ ...signing, ...account, paidIn: open.paidIn, payments: open.payments }).makes('sign_as_tenant', sign, [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'signatures.0 = {at=2026-11-20T09:30Z}',
    'signatures.1 = {at=2026-11-20T09:30Z}',
    'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B',
    'tenant: tenant_signed tenant=2 | email=n@m.example name=Noa C',
    'service: open',
    'mail deposit_open to m@v.example in de product=bank_deposit',
    'mail deposit_open to l@m.example in de product=bank_deposit',
    'mail deposit_open to n@m.example in de product=bank_deposit',
    'document kind=pay_in iban=CH9300762011623852957 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=100000}]',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[] actsForAll=Lea B managerSignedAt=2026-11-15T12:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}]',
    '  Vereinbarung.pdf in mail deposit_signed to m@v.example in de isInForce=true',
    '  Vereinbarung.pdf in mail deposit_signed to l@m.example in de isInForce=true',
    '  Vereinbarung.pdf in mail deposit_signed to n@m.example in de isInForce=true',
    'links for 1, 2, 1, 2',
  ]);
  new Life({ ...signing, ...account }).makes('sign_as_tenant', sign, [
    'step = awaiting_payment',
    'stepSince = 2026-11-20T09:30Z',
    'signatures.0 = {at=2026-11-20T09:30Z}',
    'signatures.1 = {at=2026-11-20T09:30Z}',
    'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B',
    'tenant: tenant_signed tenant=2 | email=n@m.example name=Noa C',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=100000 dueOn=2027-01-01',
    'remind 2026-11-30T09:30Z',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[] actsForAll=Lea B managerSignedAt=2026-11-15T12:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}]',
    '  Vereinbarung.pdf in mail deposit_signed to m@v.example in de isInForce=false',
    '  Vereinbarung.pdf in mail deposit_signed to l@m.example in de isInForce=false',
    '  Vereinbarung.pdf in mail deposit_signed to n@m.example in de isInForce=false',
    'links for 1, 1, 2',
  ]);
});

test('8 with insurance instead, money that was paid in before goes back', () => {
  const open = depositAt('open');
  const paid: Deposit = {
    ...signing,
    product: null,
    iban: open.iban,
    paymentReference: open.paymentReference,
    paidIn: open.paidIn,
    payments: open.payments,
  };
  new Life(paid).makes('sign_as_tenant', { ...sign, tenant: 1, product: 'insurance' }, [
    'signatures.0 = {at=2026-11-20T09:30Z}',
    'product = insurance',
    'provider = {id=insurer kind=insurer code=an_insurer versionId=i1 name=Versicherung offer={}}',
    'paidIn = 0',
    'payments.0.counted = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p kind=payback cause=insurance_chosen payee=payer amount=100000 iban=CH9300762011623852957}',
    'tenant: tenant_signed tenant=1 | email=l@m.example name=Lea B',
    'tenant: product_chosen product=insurance',
    'service: payback_ordered amount=1000 cause=insurance_chosen',
    'held → to_pay_back amount=100000 paymentId=p orderId=order 1',
  ]);
});
