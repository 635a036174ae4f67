import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR } from './support/operator.ts';
import { companyPayload } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let other: ProviderVisitor;
let theirs: Stage;

before(async () => {
  service = await startService();
  bank = await setUpProvider(service, 'bank');
  other = await setUpProvider(service, 'bank');
  insurer = await setUpProvider(service, 'insurer', { offer: { premiumPercent: 4, premiumMinimum: 80 } });
  theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
});
after(async () => {
  await verified(service);
  await service.stop();
});

let accounts = 0;
/** Valid IBANs that no other deposit has. */
function newIban(): string {
  const account = `0483501234${String(++accounts).padStart(7, '0')}`;
  const digits = `${account}121700`;
  const check = 98n - (BigInt(digits) % 97n);
  return `CH${String(check).padStart(2, '0')}${account}`;
}

async function signed(product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Promise<{ play: Play; id: string }> {
  const play = await theirs.start();
  await reach('tenants', play, product);
  const visitor = product === 'bank_deposit' ? bank : insurer;
  const [application] = await visitor.open(play.id);
  return { play, id: application.id };
}

test('all signed: the bank is asked for an account, with what it needs', async () => {
  const { play, id } = await signed();
  const { status, body } = await bank.call('GET', `/applications/${id}`);
  assert.equal(status, 200);
  const { deposit, holder, tenants, owner, signatures, documents, answer } = body;
  assert.deepEqual([body.kind, body.state, answer, body.reference], ['account_opening', 'open', null, null]);
  const record = await play.record();
  assert.deepEqual([deposit.id, deposit.amount], [play.id, record.rentalDeposit]);
  assert.equal(holder.type, 'natural');
  assert.equal(holder.email, play.sent['tenantEmail']);
  assert.equal(tenants.length, 1);
  assert.ok(owner.name.length > 0 && owner.address.city.length > 0);
  assert.equal(signatures.length, 2);
  assert.deepEqual(
    documents.map(({ kind }: any) => kind),
    ['agreement'],
  );
  const pdf = await bank.call('GET', `/documents/${documents[0].id}`);
  assert.equal(pdf.status, 200);
  assert.match(pdf.text, /^%PDF-/);
  assert.equal((await other.call('GET', `/documents/${documents[0].id}`)).status, 404);
});

test('account: the slip goes to the tenant; the same answer is 200, another one 409 and says who was first', async () => {
  const { play, id } = await signed();
  const iban = newIban();
  const answered = await bank.answer(id, 'account', { iban, openedOn: '2026-11-17' });
  assert.deepEqual([answered.state, answered.answer.iban], ['answered', iban]);
  const record = await play.record();
  assert.deepEqual([record.step, record.iban, record.provider], ['awaiting_payment', iban, bank.code]);
  assert.equal((await play.status()).provider, bank.code);
  assert.equal((await play.mails(String(play.sent['tenantEmail']), 'tenant_payment')).length, 1);
  await bank.answer(id, 'account', { iban, openedOn: '2026-11-17' });
  assert.equal(
    (await play.mails(String(play.sent['tenantEmail']), 'tenant_payment')).length,
    1,
    'nothing is done twice',
  );
  const again = await bank.call('POST', `/applications/${id}/account`, { iban: newIban() });
  assert.equal(again.status, 409);
  assert.match(again.body.detail, /has another answer.*Provider \d+ answered “account”/);
});

test('refused: the manager is told, and an account may follow until the deposit is edited', async () => {
  const { play, id } = await signed();
  await bank.answer(id, 'refused', { code: 'identity', reason: 'Ausweis fehlt' });
  assert.equal((await play.record()).refusal.reason, 'Ausweis fehlt');
  await bank.answer(id, 'account', { iban: newIban() });
  assert.equal((await play.record()).step, 'awaiting_payment');

  const second = await signed();
  await bank.answer(second.id, 'refused', { code: 'risk', reason: 'nein' });
  await second.play.play('edit', {});
  const late = await bank.call('POST', `/applications/${second.id}/account`, { iban: newIban() });
  assert.deepEqual([late.status, late.body.recorded], [409, true]);
  assert.equal((await second.play.record()).state, 'draft_editing');
});

test('a cancelled application: an account is recorded, and closed again if the deposit was withdrawn', async () => {
  const { play, id } = await signed();
  await play.play('withdraw', {});
  const cancelled = await bank.call('GET', `/applications/${id}`);
  assert.equal(cancelled.body.state, 'cancelled');
  assert.deepEqual(Object.keys(cancelled.body.holder).toSorted(), ['name', 'type'], 'it needs no more');
  const { documents } = await play.record();
  const agreement = documents.find(({ kind }: any) => kind === 'agreement');
  assert.equal((await bank.call('GET', `/documents/${agreement.id}`)).status, 404);
  const iban = newIban();
  for (const round of [1, 2]) {
    const late = await bank.call('POST', `/applications/${id}/account`, { iban });
    assert.deepEqual([late.status, late.body.recorded], [409, true], `round ${round}`);
  }
  const another = await bank.call('POST', `/applications/${id}/account`, { iban: newIban() });
  assert.deepEqual([another.status, another.body.recorded], [409, undefined], 'one account is kept');
  const [closing, ...more] = await bank.open(play.id);
  assert.deepEqual([closing.kind, more.length], ['account_closing', 0]);
  assert.deepEqual(Object.keys(closing.holder).toSorted(), ['name', 'type'], 'names only');
  assert.deepEqual(closing.documents, []);
  await bank.answer(closing.id, 'ended', { on: '2026-11-20' });
  assert.equal((await play.record()).state, 'withdrawn');
});

test('withdrawn while it is edited, or with another bank since: the bank that has the account is asked to close it', async () => {
  const { play, id } = await signed();
  await bank.answer(id, 'account', { iban: newIban() });
  await play.play('edit', {});
  await play.play('withdraw', {});
  assert.deepEqual(
    (await bank.open(play.id)).map(({ kind }: any) => kind),
    ['account_closing'],
  );

  const late = await signed();
  await late.play.play('edit', {});
  await service.operator('PATCH', `/organizations/${theirs.organizationId}`, { bankProviderId: other.id });
  await late.play.play('resend');
  await late.play.play('tenant-signs', { product: 'bank_deposit' });
  const iban = newIban();
  const recorded = await bank.call('POST', `/applications/${late.id}/account`, { iban });
  assert.deepEqual([recorded.status, recorded.body.recorded], [409, true]);
  assert.equal((await late.play.record()).iban, iban);
  await late.play.play('withdraw', {});
  await service.operator('PATCH', `/organizations/${theirs.organizationId}`, { bankProviderId: bank.id });
  assert.deepEqual(
    (await bank.open(late.play.id)).map(({ kind }: any) => kind),
    ['account_closing'],
  );
  assert.deepEqual(await other.open(late.play.id), []);
});

test('a bank deposit to the end: account_closing is asked when the payout is booked', async () => {
  const { play, id } = await signed();
  await bank.answer(id, 'account', { iban: newIban() });
  await play.play('payment');
  await play.play('start-closing', { by: 'tenant', amountLandlord: 100 });
  await play.play('consent', { by: 'manager' });
  assert.deepEqual(await bank.open(play.id), []);
  await play.play('payout-completed');
  const [closing] = await bank.open(play.id);
  assert.equal(closing.kind, 'account_closing');
  await bank.answer(closing.id, 'ended');
  assert.equal((await play.record()).state, 'closed');
});

test('an insurance to the end: cover, claim, what was paid, end of cover', async () => {
  const { play, id } = await signed('insurance');
  await insurer.answer(id, 'cover', { policyNumber: 'P-1', premium: 142.4 });
  assert.equal((await play.record()).state, 'open');
  await play.play('start-closing', { by: 'tenant', amountLandlord: 250 });
  await play.play('consent', { by: 'manager' });
  const [claim, ...more] = await insurer.open(play.id);
  assert.deepEqual([claim.kind, claim.claim.amount, more.length], ['claim', 250, 0]);
  await insurer.answer(claim.id, 'paid', { amount: 240.5, on: '2026-11-18' });
  const [end] = await insurer.open(play.id);
  assert.equal(end.kind, 'cover_end');
  await insurer.answer(end.id, 'ended', { on: '2026-11-17' });
  const record = await play.record();
  assert.equal((await play.status()).paidOutTime, '2026-11-16T23:00:00.000Z', '2.8: the end of cover');
  assert.deepEqual([record.state, record.paidOutAmountLandlord], ['closed', 240.5]);
});

test('a refused claim is told to manager and operators', async () => {
  const { play, id } = await signed('insurance');
  await insurer.answer(id, 'cover', { policyNumber: 'P-2' });
  await play.play('start-closing', { by: 'tenant', amountLandlord: 250 });
  await play.play('consent', { by: 'manager' });
  const [claim] = await insurer.open(play.id);
  await insurer.answer(claim.id, 'refused', { code: 'other', reason: 'nicht gedeckt' });
  const record = await play.record();
  assert.equal(record.state, 'closing');
  for (const to of [record.propertyManager.email, OPERATOR]) {
    assert.equal((await play.mails(to, 'provider_refused')).length, 1, to);
  }
  await play.operator('ask-again');
  await play.refuseOperator('ask-again');
  const [again, ...more] = await insurer.open(play.id);
  assert.deepEqual([again.kind, again.claim.amount, more.length, again.id === claim.id], ['claim', 250, 0, false]);
  await insurer.answer(again.id, 'refused', { code: 'other', reason: 'nicht gedeckt' });
  await play.operator('cover-ended');
  assert.equal((await play.record()).state, 'closed');
  assert.match(await play.refuseOperator('ask-again'), /refused nothing/);
});

test('a company: with its signatories and the signature rule', async () => {
  const play = await theirs.start({}, companyPayload);
  await reach('tenants', play);
  const [application] = await bank.open(play.id);
  const { holder } = application;
  assert.equal(holder.type, 'legal');
  assert.ok(holder.company.name.length > 0);
  assert.ok(['single', 'joint'].includes(holder.signatureRule));
  assert.ok(holder.signatories.length >= 1);
});

const BAD: [
  name: string,
  product: 'bank_deposit' | 'insurance',
  answer: string,
  body: object,
  status: number,
  field: RegExp,
][] = [
  ['account without an IBAN', 'bank_deposit', 'account', {}, 422, /iban/],
  ['account with a foreign IBAN', 'bank_deposit', 'account', { iban: 'DE89370400440532013000' }, 422, /iban/],
  [
    'a QR-IBAN of another country',
    'bank_deposit',
    'account',
    { iban: 'CH5604835012345678009', qrIban: 'LI3530810000000000000' },
    422,
    /qrIban/,
  ],
  ['an unknown member', 'bank_deposit', 'account', { iban: 'CH5604835012345678009', x: 1 }, 422, /x/],
  ['cover to a bank', 'bank_deposit', 'cover', { policyNumber: 'P' }, 409, /fit/],
  ['paid to an opening', 'bank_deposit', 'paid', { amount: 5 }, 409, /fit/],
  ['cover without a number', 'insurance', 'cover', {}, 422, /policyNumber/],
  [
    'a certificate that is no PDF',
    'insurance',
    'cover',
    { policyNumber: 'P', certificate: 'AAAA' },
    422,
    /certificate/,
  ],
  [
    'a certificate that is no base64',
    'insurance',
    'cover',
    { policyNumber: 'P', certificate: '%%' },
    422,
    /certificate/,
  ],
  ['refused without a reason', 'insurance', 'refused', { code: 'risk' }, 422, /reason/],
  ['refused with an unknown code', 'insurance', 'refused', { code: 'no', reason: 'x' }, 422, /code/],
  ['an impossible day', 'insurance', 'cover', { policyNumber: 'P', from: '2026-02-30' }, 422, /from/],
  ['half a Rappen', 'insurance', 'cover', { policyNumber: 'P', premium: 1.005 }, 422, /premium/],
];

test('bad answers: each by its own call, and the same in a list', async () => {
  const { id: opening } = await signed();
  const { id: cover } = await signed('insurance');
  for (const [name, product, answer, body, status, field] of BAD) {
    const [visitor, application] = product === 'bank_deposit' ? [bank, opening] : [insurer, cover];
    const single = await visitor.call('POST', `/applications/${application}/${answer}`, body);
    assert.equal(single.status, status, `${name}: ${single.text}`);
    assert.match(single.body.detail, field, name);
    const list = await visitor.call('POST', '/answers', [{ application, answer, ...body }]);
    assert.deepEqual(list.body.outcomes, [{ application, status, problem: single.body }], name);
  }
});

test('answers in a list: one bad row spoils no other, in order', async () => {
  const [one, two] = [await signed(), await signed()];
  const foreign = await other.call('POST', '/answers', [{ application: one.id, answer: 'acknowledge' }]);
  assert.equal(foreign.body.outcomes[0].status, 404);
  const iban = newIban();
  const { body } = await bank.call('POST', '/answers', [
    { application: one.id, answer: 'account', iban },
    { application: 'nobody', answer: 'account', iban: newIban() },
    { application: two.id, answer: 'account', iban },
    { answer: 'account' },
    { application: two.id, answer: 'dance' },
    'account',
    null,
    { application: two.id, answer: 'acknowledge', reference: 'B-7' },
  ]);
  assert.deepEqual(
    body.outcomes.map(({ status }: any) => status),
    [200, 404, 409, 422, 422, 422, 422, 200],
  );
  assert.equal((await bank.call('GET', `/applications/${two.id}`)).body.reference, 'B-7');
  assert.deepEqual((await bank.call('POST', '/answers', [])).body, { outcomes: [] });
});

test('acknowledge: the number can be replaced until the answer', async () => {
  const { id } = await signed();
  await bank.answer(id, 'acknowledge', { reference: 'A' });
  const { body } = await bank.call('POST', `/applications/${id}/acknowledge`, { reference: 'B' });
  assert.deepEqual([body.state, body.reference], ['acknowledged', 'B']);
  await bank.answer(id, 'account', { iban: newIban() });
  assert.equal((await bank.call('POST', `/applications/${id}/acknowledge`)).status, 409);
});

test('the queue: states, pages, limits', async () => {
  const lone = await setUpProvider(service, 'bank');
  const stageOf = await stage(service, { bankProviderId: lone.id });
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const play = await stageOf.start();
    await reach('tenants', play);
    ids.push((await lone.open(play.id))[0].id);
  }
  const first = await lone.call('GET', '/applications?limit=2');
  assert.deepEqual(
    first.body.applications.map(({ id }: any) => id),
    ids.slice(0, 2),
  );
  const second = await lone.call('GET', `/applications?limit=2&after=${first.body.next}`);
  assert.deepEqual([second.body.applications.map(({ id }: any) => id), second.body.next], [ids.slice(2), null]);
  await lone.answer(ids[0] ?? '', 'account', { iban: newIban() });
  for (const [state, length] of [
    ['open', 2],
    ['answered', 1],
    ['acknowledged', 0],
    ['cancelled', 0],
    ['all', 3],
  ] as const) {
    const { body } = await lone.call('GET', `/applications?state=${state}`);
    assert.equal(body.applications.length, length, state);
  }
  for (const query of ['limit=501', 'limit=0', 'state=x', 'after=x']) {
    assert.equal((await lone.call('GET', `/applications?${query}`)).status, 422, query);
  }
});

test('two clerks at once: one wins, the other reads who was first', async () => {
  const { id } = await signed();
  const answers = await Promise.all(
    [1, 2, 3].map(() => bank.call('POST', `/applications/${id}/account`, { iban: newIban() })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
});

test('only with a key, only their own, and every read is in the audit log', async () => {
  const { id } = await signed();
  assert.equal((await service.call('GET', '/provider/api/applications')).status, 401);
  assert.equal((await other.call('GET', `/applications/${id}`)).status, 404);
  assert.equal((await other.call('POST', `/applications/${id}/account`, { iban: newIban() })).status, 404);
  await bank.call('GET', `/applications/${id}`);
  const { body } = await service.operator('GET', '/audit?limit=20');
  const text = JSON.stringify(body);
  assert.ok(text.includes(id) && text.includes(`provider ${bank.code}`), text.slice(0, 500));
});
