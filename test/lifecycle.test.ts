import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { companyPayload, legalTenant, naturalTenant, payload } from './support/payload.ts';
import { reach, stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const NOTHING = { iban: null, paidInAmount: null, paidOutTime: null, paidOutAmountTenant: null };
const IBAN = /^CH[0-9]{19}$/;

test('3 a bank deposit from opening to closed, with the values of each state', async () => {
  const two = { ...naturalTenant('tenant2'), tenant2Email: 'zweiter@mail.example', tenantLanguage: 'fr' };
  const it = await demo.start({ ...two, externalContractId: 'JOURNEY-BANK' });
  const bank = { product: 'bank_deposit', provider: 'demo_bank' };
  const status = (changes: object) => ({ externalContractId: 'JOURNEY-BANK', ...NOTHING, ...bank, ...changes });
  assert.deepEqual(await it.status(), status({ state: 'opening', product: null, provider: null }));

  assert.equal((await it.play('manager-signs')).step, 'awaiting_tenant_signatures');
  const halfSigned = await it.play('tenant-signs', { tenant: 2 });
  assert.deepEqual([halfSigned.step, halfSigned.tenants[0].signedAt], ['awaiting_tenant_signatures', null]);
  assert.deepEqual(await it.status(), status({ state: 'opening', product: null, provider: null }));
  assert.equal((await it.play('tenant-signs', { tenant: 1, product: 'bank_deposit' })).step, 'awaiting_account');
  assert.deepEqual(await it.status(), status({ state: 'opening' }));

  const { step, iban, paymentReference } = await it.play('account-opened');
  assert.match(iban, IBAN);
  assert.match(paymentReference, /^[0-9]{27}$/);
  assert.equal(step, 'awaiting_payment');
  assert.deepEqual(await it.status(), status({ state: 'opening', iban }));

  const open = await it.play('payment');
  assert.deepEqual([open.state, open.step, open.paidInTotal], ['open', null, 3560]);
  assert.deepEqual(await it.status(), status({ state: 'open', iban, paidInAmount: 3560 }));

  const closing = await it.play('start-closing', {
    by: 'tenant',
    amountLandlord: 560.05,
    reason: 'Kratzer im Parkett',
  });
  assert.deepEqual([closing.state, closing.closing.proposal.amountTenant], ['closing', 2999.95]);
  assert.deepEqual(await it.status(), status({ state: 'closing', iban }));
  const ordered = await it.play('consent', { by: 'manager' });
  assert.equal(ordered.state, 'closing');
  assert.deepEqual(await it.status(), status({ state: 'closing', iban }), 'nothing is paid out yet');

  const closed = await it.play('payout-completed');
  const { paidOutTime, paidOutAmountTenant, paidOutAmountLandlord } = closed;
  assert.deepEqual([closed.state, paidOutAmountTenant, paidOutAmountLandlord], ['closed', 2999.95, 560.05]);
  assert.deepEqual(await it.status(), status({ state: 'closed', iban, paidOutTime, paidOutAmountTenant: 2999.95 }));

  const main = await it.kinds(String(it.sent['tenantEmail']));
  assert.deepEqual(main, [
    'tenant_sign',
    'deposit_signed',
    'tenant_payment',
    'deposit_open',
    'payout_ordered',
    'deposit_closed',
  ]);
  assert.deepEqual(await it.kinds('zweiter@mail.example'), [
    'tenant_sign',
    'deposit_signed',
    'deposit_open',
    'closing_consent',
    'payout_ordered',
    'deposit_closed',
  ]);
  assert.deepEqual(await it.kinds(demo.managerEmail), [
    'deposit_imported',
    'deposit_signed',
    'deposit_open',
    'closing_consent',
    'payout_ordered',
    'deposit_closed',
  ]);
  for (const { language } of await demo.mails('zweiter@mail.example')) assert.equal(language, 'fr');
  assert.deepEqual(
    closed.history.map(({ actor, event }: any) => `${actor} ${event}`),
    [
      'partner opened',
      'manager manager_signed',
      'service sent_to_tenants',
      'tenant tenant_signed',
      'tenant tenant_signed',
      'tenant product_chosen',
      'bank account_opened',
      'bank payment_received',
      'service open',
      'tenant closing_started',
      'manager consented',
      'service payout_ordered',
      'bank paid_out',
      'bank paid_out',
      'service closed',
    ],
  );
});

test('3 an insurance from opening to closed: no IBAN, nothing paid in; the insurer pays the landlord', async () => {
  const it = await demo.start();
  const insured = { externalContractId: it.contractId, product: 'insurance', provider: 'demo_insurance' };
  await it.play('manager-signs');
  const signed = await it.play('tenant-signs', { product: 'insurance' });
  assert.equal(signed.step, 'awaiting_cover');
  for (const move of ['account-opened', 'payment']) await it.refuse(move);
  const open = await it.play('cover-confirmed');
  assert.deepEqual([open.state, open.step, open.iban, open.paidInTotal], ['open', null, null, 0]);
  assert.deepEqual(await it.status(), { ...insured, ...NOTHING, state: 'open' });
  await it.play('start-closing', { by: 'manager', amountLandlord: 1000 });
  await it.refuse('payout-completed');
  await it.play('consent', { by: 'tenant' });
  const closed = await it.play('payout-completed');
  assert.deepEqual([closed.paidOutAmountTenant, closed.paidOutAmountLandlord, closed.orders], [0, 1000, []]);
  const status = await it.status();
  assert.deepEqual(status, {
    ...insured,
    ...NOTHING,
    state: 'closed',
    paidOutAmountTenant: 0,
    paidOutTime: closed.paidOutTime,
  });
  assert.ok(!Number.isNaN(Date.parse(status.paidOutTime)));
  const tenant = await it.kinds(String(it.sent['tenantEmail']));
  assert.deepEqual(tenant, [
    'tenant_sign',
    'deposit_signed',
    'deposit_open',
    'closing_consent',
    'payout_ordered',
    'deposit_closed',
  ]);
});

test('1 pre-signed: sent in the open call itself, nothing for the manager to sign', async () => {
  const preSigned = await stage(service, { preSigned: true });
  const it = await preSigned.start();
  assert.match(await it.refuse('manager-signs'), /waits for the tenants’ signatures/);
  assert.equal((await it.play('tenant-signs', { product: 'bank_deposit' })).step, 'awaiting_account');
});

test('1 the organization decides the product if the tenant may not choose', async () => {
  const fixed = await stage(service, { preSigned: true, tenantChoosesProduct: false, product: 'insurance' });
  const it = await fixed.start();
  assert.equal((await it.status()).product, 'insurance');
  assert.match(await it.refuse('tenant-signs', { product: 'bank_deposit' }), /cannot/);
  assert.equal((await it.play('tenant-signs')).step, 'awaiting_cover');
});

test('2.6 a company: both signatories sign', async () => {
  const second = { ...legalTenant('tenant2'), tenant2Email: 'zwei@firma.example' };
  const it = await demo.start(second, companyPayload);
  await it.play('manager-signs');
  assert.equal((await it.play('tenant-signs', { tenant: 1 })).step, 'awaiting_tenant_signatures');
  const { step, signatureRule } = await it.play('tenant-signs', { tenant: 2 });
  assert.deepEqual([step, signatureRule], ['awaiting_account', 'joint']);
});

test('signatures: who, once, and only the main tenant chooses', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 'b@mail.example' });
  await it.play('manager-signs');
  await it.refuse('tenant-signs', { tenant: 3 }, 422);
  await it.refuse('tenant-signs', { tenant: 2, product: 'insurance' }, 422);
  await it.refuse('tenant-signs', { tenant: 5 }, 422);
  await it.refuse('tenant-signs', { tenant: 1, product: 'gold' }, 422);
  await it.play('tenant-signs', { tenant: 1, product: 'insurance' });
  assert.equal((await it.status()).product, 'insurance', 'known before the others have signed');
  assert.match(await it.refuse('tenant-signs', { tenant: 1, product: 'insurance' }), /already been given/);
  assert.match(await it.refuse('tenant-signs', { product: 'bank_deposit' }, 422), /main tenant/);
  assert.equal((await it.play('tenant-signs')).step, 'awaiting_cover');
});

test('the account entered by the operator, with or without QR-IBAN', async () => {
  const plain = await demo.start();
  await reach('tenants', plain);
  const iban = 'CH9300762011623852957';
  for (const body of [{}, { iban: 'CH00' }, { iban: 'DE89370400440532013000' }, { iban: 'CH4431999123000889012' }]) {
    await plain.refuseOperator('account', body, 422);
  }
  await plain.refuseOperator('account', { iban, qrIban: iban }, 422);
  await plain.refuseOperator('account', { iban, more: 1 }, 422);
  const record = await plain.operator('account', { iban: 'CH93 0076 2011 6238 5295 7' });
  assert.deepEqual([record.iban, record.qrIban, record.step], [iban, null, 'awaiting_payment']);
  assert.match(record.paymentReference, /^RF[0-9]{22}$/, 'an ordinary IBAN takes a creditor reference');
  await plain.refuseOperator('account', { iban });

  const qr = await demo.start();
  await reach('tenants', qr);
  const taken = { iban, qrIban: 'CH4431999123000889012' };
  await qr.refuseOperator('account', taken, 409);
  const other = 'CH5109000000250092291';
  const withQr = await qr.operator('account', { ...taken, iban: other });
  assert.deepEqual([withQr.iban, withQr.qrIban], [other, 'CH4431999123000889012']);
  assert.match(withQr.paymentReference, /^[0-9]{27}$/);
  const [mail] = await qr.mails(String(qr.sent['tenantEmail']), 'tenant_payment');
  assert.match(mail.text, /CH44 3199 9123 0008 8901 2/, 'payments go to the QR-IBAN');
});

for (const [product, step] of [
  ['bank_deposit', 'awaiting_account'],
  ['insurance', 'awaiting_cover'],
] as const) {
  test(`a refusal (${product}) leaves the deposit in its step; the manager gets a mail, and can edit or withdraw`, async () => {
    const it = await demo.start();
    await reach('tenants', it, product);
    await it.refuseOperator('refused', {}, 422);
    const record = await it.operator('refused', { reason: 'Unterlagen fehlen' });
    assert.deepEqual([record.state, record.step, record.refusal.reason], ['opening', step, 'Unterlagen fehlen']);
    const [mail] = await it.mails(demo.managerEmail, 'deposit_refused');
    assert.match(mail.text, /Unterlagen fehlen/);
    const edited = await it.play('edit');
    assert.deepEqual([edited.state, edited.refusal], ['draft_editing', null]);
    assert.equal((await it.play('withdraw')).state, 'withdrawn');
  });
}

test('3 draft_editing: signatures start over, the old link says so, the account stays', async () => {
  const it = await demo.start({ tenantLanguage: 'en', rentalDeposit: '1000' });
  const { iban, paymentReference } = await reach('account', it);
  const tenant = String(it.sent['tenantEmail']);
  const [first] = await it.mails(tenant, 'tenant_sign');
  const page = (mail: any) => service.call('GET', new URL(mail.links[0]).pathname);
  assert.equal((await page(first)).status, 200);

  const draft = await it.play('edit', { rentalDeposit: 1200.02, rentalStart: '2027-02-01' });
  assert.deepEqual([draft.state, draft.step, draft.rentalDeposit], ['draft_editing', null, 1200]);
  assert.deepEqual(
    draft.adjustments.filter(({ field }: any) => field === 'rentalDeposit'),
    [{ field: 'rentalDeposit', rule: 'amount_rounded', from: '1200.02', to: '1200.00' }],
  );
  const empty = { ...NOTHING, product: null, provider: null };
  assert.deepEqual(await it.status(), { externalContractId: it.contractId, state: 'draft_editing', ...empty });
  const during = await page(first);
  assert.deepEqual([during.status, /is editing your rental deposit/.test(during.text)], [200, true]);
  for (const move of ['edit', 'manager-signs', 'tenant-signs', 'account-opened']) await it.refuse(move);

  const again = await it.play('resend');
  assert.deepEqual([again.step, again.tenants[0].signedAt, again.product], ['awaiting_tenant_signatures', null, null]);
  assert.deepEqual([again.iban, again.paymentReference], [iban, paymentReference]);
  const outdated = await page(first);
  assert.equal(outdated.status, 410);
  assert.match(outdated.text, /no longer valid/);
  const [, second] = await it.mails(tenant, 'tenant_sign');
  assert.match(second.subject, /^Changed:/);
  assert.equal((await page(second)).status, 200);

  const signed = await it.play('tenant-signs', { product: 'bank_deposit' });
  assert.equal(signed.step, 'awaiting_payment', 'the account is open already');
  const payments = await it.mails(tenant, 'tenant_payment');
  assert.match(payments[1].text, /CHF 1’200\.00/);
  assert.equal((await it.play('payment')).state, 'open');
});

test('3 editing: only what was sent, and only while no money has arrived', async () => {
  const it = await demo.start();
  await it.refuse('edit');
  await it.play('manager-signs');
  for (const body of [
    { rentalDeposit: 0.02 },
    { rentalDeposit: -5 },
    { rentalDeposit: '500' },
    { rentalDeposit: 1e12 },
    { rentalDeposit: 1e-7 },
    { rentalStart: '2026-02-30' },
    { city: 'x' },
  ]) {
    await it.refuse('edit', body, 422);
  }
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment', { amount: 0.01 });
  assert.match(await it.refuse('edit'), /Money has already arrived/);
});

test('2.2 another amount may allow or forbid an investment', async () => {
  const limited = await stage(service, { preSigned: true, smallDepositLimit: 1000 });
  const it = await limited.start({ rentalDeposit: '2000' });
  assert.equal((await it.record()).investmentAllowed, true);
  const small = await it.play('edit', { rentalDeposit: 999.95 });
  assert.equal(small.investmentAllowed, false);
  assert.deepEqual(
    small.adjustments.map(({ rule }: any) => rule),
    ['investment_disabled'],
  );
  await it.play('resend');
  const large = await it.play('edit', { rentalDeposit: 1000 });
  assert.deepEqual([large.investmentAllowed, large.adjustments], [true, []]);
  const never = await limited.start({ rentalDeposit: '500', allowInvestment: 'false' });
  assert.equal((await never.play('edit', { rentalDeposit: 5000 })).investmentAllowed, false);
});

test('3 withdrawal: from every step, without mails before the deposit was sent', async () => {
  const early = await demo.start();
  const withdrawn = await early.play('withdraw');
  assert.deepEqual([withdrawn.state, withdrawn.step], ['withdrawn', null]);
  assert.deepEqual(await early.kinds(String(early.sent['tenantEmail'])), []);
  assert.deepEqual(await early.kinds(demo.managerEmail), ['deposit_imported']);
  const sentence = await early.refuse('withdraw');
  assert.match(sentence, /^The deposit is withdrawn\..*No further step is possible\.$/);

  const late = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 'auch@mail.example' });
  const { iban } = await reach('account', late);
  await late.operator('withdraw');
  for (const to of [String(late.sent['tenantEmail']), 'auch@mail.example', demo.managerEmail]) {
    assert.equal((await late.mails(to, 'deposit_withdrawn')).length, 1, to);
  }
  assert.equal((await late.status()).iban, iban, 'the account had already been opened');
  for (const place of ['open', 'closing', 'closed'] as const) {
    const it = await demo.start();
    await reach(place, it);
    for (const move of ['withdraw', 'edit', 'resend']) await it.refuse(move);
  }
});

test('3 after a withdrawal the contract may be opened again, and the newest counts', async () => {
  const it = await demo.start();
  await reach('account', it);
  await it.play('withdraw');
  assert.equal((await demo.open({ ...it.sent, rentalDeposit: '999' })).status, 200);
  assert.equal((await demo.open(it.sent)).body.reason, 'Contract with external ID already exists');
  const fresh = await demo.record(it.contractId);
  assert.notEqual(fresh.id, it.id);
  assert.deepEqual([(await it.status()).state, (await it.status()).iban], ['opening', null]);
  await it.play('payment', { amount: 999 });
  assert.equal((await demo.record(it.contractId)).paidInTotal, 0, 'money for the old slip is not the new one’s');
  assert.deepEqual(
    (await it.money('late')).map(({ amount }) => amount),
    [999],
  );
});

test('7.1 a deposit of any state but withdrawn is already used', async () => {
  for (const place of ['signed', 'open', 'closing', 'closed'] as const) {
    const it = await demo.start();
    await reach(place, it);
    assert.equal((await demo.open(it.sent)).body.result, 'skipped', place);
  }
});

test('a move that the state does not allow: 409 names the state and what is possible now', async () => {
  const it = await demo.start();
  assert.equal(
    await it.refuse('account-opened'),
    'The deposit is opening and waits for the property manager’s signature. That is not possible now. ' +
      'Possible now: the property manager corrects it, the property manager signs, withdrawal, withdrawal by the ' +
      'operator, contact data of a tenant are changed, a reminder.',
  );
  await reach('open', it);
  assert.match(
    await it.refuse('consent', { by: 'manager' }),
    /^The deposit is open\..*tenant or manager starts closing/,
  );
  const unknown = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';
  for (const id of [unknown, 'x', '../x']) {
    const path = `/deposits/${encodeURIComponent(id)}`;
    assert.equal((await service.sandbox('POST', `${path}/manager-signs`)).status, 404);
    assert.equal((await service.operator('POST', `${path}/cover`)).status, 404);
  }
  assert.equal((await service.call('POST', `/sandbox/api/deposits/${it.id}/withdraw`)).status, 401);
  assert.equal((await service.call('POST', `/operator/api/deposits/${it.id}/withdraw`)).status, 401);
});

test('the assistant gets a copy of every notification to the manager, the tenants none', async () => {
  const it = await demo.start({ assistentEmail: 'assistenz@hilfe.example' });
  await reach('closed', it);
  for (const kind of ['deposit_imported', 'deposit_open', 'closing_consent', 'deposit_closed']) {
    const [mail] = await it.mails(demo.managerEmail, kind);
    assert.deepEqual(mail.cc, ['assistenz@hilfe.example'], kind);
  }
  for (const { cc } of await demo.mails(String(it.sent['tenantEmail']))) assert.deepEqual(cc, []);
});

test('a link can be sent again; earlier ones stay valid', async () => {
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: 'c@mail.example' });
  await it.operator('remind');
  assert.equal((await it.mails(demo.managerEmail, 'manager_sign_reminder')).length, 1);
  await it.refuseOperator('remind', { tenant: 1 });
  await it.play('manager-signs');
  await it.play('tenant-signs', { tenant: 2 });
  await it.refuseOperator('remind', { tenant: 2 });
  await it.refuseOperator('remind', { tenant: 3 }, 422);
  await it.operator('remind');
  const tenant = String(it.sent['tenantEmail']);
  assert.deepEqual(await it.kinds(tenant), ['tenant_sign', 'tenant_sign_reminder']);
  assert.deepEqual(await it.kinds('c@mail.example'), ['tenant_sign'], 'who has signed is left alone');
  const links = (await demo.mails(tenant)).flatMap(({ links: all }) => all);
  assert.equal(new Set(links).size, 2);
  for (const link of links) assert.equal((await service.call('GET', new URL(link).pathname)).status, 200);
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.refuseOperator('remind');
  await it.play('account-opened');
  await it.operator('remind');
  assert.equal((await it.mails(tenant, 'tenant_payment_reminder')).length, 1);
  await it.play('payment');
  await it.operator('remind', { tenant: 2 });
  assert.equal((await it.mails('c@mail.example', 'deposit_open')).length, 2, 'links expire long before a tenancy ends');
  assert.equal((await it.mails(tenant, 'deposit_open')).length, 1);
});

test('tenant-signs without a product: the organization’s default', async () => {
  const it = await demo.start({}, payload);
  await it.play('manager-signs');
  assert.equal((await it.play('tenant-signs')).product, 'bank_deposit');
});
