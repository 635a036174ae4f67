import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { companyPayload, legalTenant, naturalTenant } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let demo: Stage;
const messages: { to: string; text: string }[] = [];
let phone: Server;
before(async () => {
  phone = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      messages.push(JSON.parse(body));
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => phone.listen(0, '127.0.0.1', resolve));
  service = await startService({ env: { SMS_URL: `http://127.0.0.1:${(phone.address() as AddressInfo).port}/sms` } });
  demo = await stage(service);
});
after(async () => {
  await verified(service);
  await service.stop();
  phone.close();
});

const SECOND = { ...naturalTenant('tenant2'), tenant2Email: 'mit@mail.example' };
const OTHER_IBAN = 'DE89370400440532013000';

async function open(changes: Record<string, unknown> = {}): Promise<Play> {
  const it = await demo.start(changes);
  await reach('open', it);
  return it;
}

async function openJoint(): Promise<Play> {
  const it = await demo.start({ ...legalTenant('tenant2'), tenant2Email: 'zwei@firma.example' }, companyPayload);
  await reach('open', it);
  return it;
}

async function today(): Promise<string> {
  const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
  return Temporal.Instant.from(body.now).toZonedDateTimeISO('Europe/Zurich').toPlainDate().toString();
}
const plus = (day: string, duration: string): string => Temporal.PlainDate.from(day).add(duration).toString();
const mailsOf = async (it: Play, kind: string): Promise<any[]> => {
  const { body } = await service.sandbox('GET', '/mailbox');
  return body.mails.filter((mail: any) => mail.kind === kind && mail.text.includes(it.contractId));
};

test('1 the end named by a tenant: the manager is asked, confirms once; a counter-proposal says nothing about it', async () => {
  const it = await open();
  const { closing } = await it.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  assert.deepEqual(closing.end, {
    state: 'asked',
    day: '2027-05-31',
    namedBy: 'tenant',
    tenantDay: '2027-05-31',
    managerDay: null,
    freesOn: '2028-06-01',
  });
  const [asked] = await it.mails(demo.managerEmail, 'closing_consent');
  assert.match(asked.text, /31\.05\.2027/);
  await it.play('counter', { by: 'manager', amountLandlord: 5 });
  assert.equal((await it.record()).closing.end.state, 'asked');
  await it.refuse('contest-end');
  assert.equal((await it.play('confirm-end')).closing.end.state, 'confirmed');
  await it.refuse('confirm-end');
  await it.refuse('dispute-end', { day: '2027-06-30' });
});

test('1 disputed: the manager’s day counts, and the year runs from it; the operator settles it', async () => {
  const it = await open();
  const now = await today();
  await it.play('start-closing', { by: 'tenant', tenancyEnd: '2027-05-31' });
  for (const [day, why] of [
    ['2027-05-31', 'the same day'],
    ['2026-12-31', 'before the start'],
    [plus(now, 'P12M1D'), 'more than 12 months ahead'],
    ['2027-02-30', 'no day'],
  ] as const) {
    await it.refuse('dispute-end', { day }, 422).catch((error: unknown) => assert.fail(`${why}: ${String(error)}`));
  }
  await it.refuse('dispute-end', {}, 422);
  const { closing } = await it.play('dispute-end', { day: '2027-07-31', reason: 'Schlüssel am 31. Juli' });
  assert.deepEqual(
    [closing.end.state, closing.end.day, closing.end.tenantDay, closing.end.managerDay, closing.tenancyEnd],
    ['disputed', '2027-07-31', '2027-05-31', '2027-07-31', '2027-07-31'],
  );
  assert.equal(closing.end.freesOn, '2028-08-01');
  const [told] = await it.mails(String(it.sent['tenantEmail']), 'closing_end_disputed');
  assert.match(told.text, /31\.05\.2027[\s\S]*31\.07\.2027/);
  await it.refuse('contest-end');
  const settled = { day: '2027-06-30', evidence: 'Übergabeprotokoll' };
  await it.refuseOperator('tenancy-end', { day: '2027-06-30' }, 422);
  await it.refuseOperator('tenancy-end', { ...settled, day: '2027-02-30' }, 422);
  const { closing: after } = await it.operator('tenancy-end', settled);
  assert.deepEqual([after.end.state, after.end.day, after.end.freesOn], ['settled', '2027-06-30', '2028-07-01']);
});

test('1 the operator settles an end in closing only', async () => {
  const it = await open();
  await it.refuseOperator('tenancy-end', { day: '2027-06-30', evidence: 'x' });
});

test('1 silence of 30 days: undisputed', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant' });
  await advance(service, 'P29D');
  assert.equal((await it.record()).closing.end.state, 'asked');
  await advance(service, 'P1D');
  assert.equal((await it.record()).closing.end.state, 'undisputed');
  await it.refuse('dispute-end', { day: '2027-07-31' });
});

test('1 named by the manager: confirmed; the tenant contests it once, and the operator is asked', async () => {
  const it = await open();
  const late = plus(await today(), 'P12M1D');
  await it.refuse('start-closing', { by: 'manager', tenancyEnd: late }, 422);
  const { closing } = await it.play('start-closing', { by: 'manager', tenancyEnd: '2027-05-31' });
  assert.deepEqual([closing.end.state, closing.end.freesOn, closing.end.managerDay], ['confirmed', null, '2027-05-31']);
  await it.refuse('confirm-end');
  const contested = await it.play('contest-end', { reason: 'ich zog früher aus' });
  assert.deepEqual([contested.closing.end.state, contested.closing.end.day], ['disputed', '2027-05-31']);
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'closing_end_disputed')).length, 1, 'every tenant');
  assert.ok((await mailsOf(it, 'closing_end_disputed')).some(({ links }) => links[0].includes('/operator/deposits/')));
  await it.refuse('contest-end');
});

test('1 the year: warned 30, 7 and 1 days before, ordered on the day, also while disputed; both sides hear', async () => {
  const it = await open({ ...SECOND, rentalStart: '2020-01-01' });
  const end = plus(await today(), '-P330D');
  await it.play('start-closing', { by: 'tenant', tenancyEnd: end });
  const { closing } = await it.play('dispute-end', { day: plus(end, 'P40D') });
  const days = Temporal.PlainDate.from(await today()).until(closing.end.freesOn).days;
  const warnings = async (): Promise<number> => (await it.mails(demo.managerEmail, 'closing_year_warning')).length;
  await advance(service, `P${days - 30}D`);
  assert.equal(await warnings(), 1);
  const [warning] = await it.mails(demo.managerEmail, 'closing_year_warning');
  assert.match(warning.links[0], /\/manager\/deposits\/[^/]+\/claim$/);
  await advance(service, 'P22D');
  assert.equal(await warnings(), 1);
  await advance(service, 'P1D');
  assert.equal(await warnings(), 2);
  await advance(service, 'P6D');
  assert.equal(await warnings(), 3);
  await it.refuse('payout-completed');
  assert.deepEqual(await it.mails(demo.managerEmail, 'payout_ordered'), []);
  await advance(service, 'P1D');
  const { closing: freed } = await it.record();
  assert.deepEqual([freed.release.ground, freed.end.state], ['year', 'disputed']);
  for (const to of [demo.managerEmail, String(it.sent['tenantEmail']), 'mit@mail.example']) {
    const [ordered] = (await it.mails(to, 'payout_ordered')).filter(({ text }) => text.includes(it.contractId));
    assert.match(ordered.text, /••••/, to);
  }
  await it.play('payout-completed');
});

test('1 a backdated end frees nothing before the manager had 30 days', async () => {
  const it = await open();
  const now = await today();
  const { closing } = await it.play('start-closing', { by: 'tenant', tenancyEnd: plus(now, '-P2Y') });
  assert.equal(closing.end.freesOn, plus(now, 'P30D'));
  await it.play('counter', { by: 'tenant', amountLandlord: 0 });
  assert.equal((await it.record()).closing.release, null, 'demanding the whole frees nothing either');
});

test('1 a claim that was uploaded stops the year until it is decided; rejected, it is ordered at once', async () => {
  const it = await open();
  const proof = { name: 'Schlichtungsgesuch.pdf', contentBase64: btoa('%PDF-1.7 Gesuch') };
  await it.refuse('file-claim', proof);
  await it.refuseOperator('legal-claim/reject', { reason: 'x' });
  await it.play('start-closing', { by: 'tenant', tenancyEnd: plus(await today(), '-P2Y') });
  await it.refuse('file-claim', { ...proof, contentBase64: btoa('<html>') }, 422);
  const { closing } = await it.play('file-claim', proof);
  assert.deepEqual([closing.claim.state, closing.claim.type, closing.claim.size], ['waiting', 'application/pdf', 15]);
  await it.refuse('file-claim', proof);
  await advance(service, 'P40D');
  assert.equal((await it.record()).closing.release, null);
  const bytes = await service.operator('GET', `/deposits/${it.id}/legal-claim/proof`);
  assert.equal(bytes.text, '%PDF-1.7 Gesuch');
  await it.refuseOperator('legal-claim/reject', {}, 422);
  const { closing: rejected } = await it.operator('legal-claim/reject', { reason: 'nur ein Brief' });
  assert.equal(rejected.claim.state, 'rejected');
  assert.equal(rejected.release.ground, 'year');
  assert.equal((await mailsOf(it, 'closing_claim')).filter(({ text }) => text.includes('nur ein Brief')).length, 2);
});

test('1 a claim that is recorded stops the year for good', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenancyEnd: plus(await today(), '-P2Y') });
  await it.play('file-claim', {
    name: 'x.png',
    contentBase64: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
  });
  const { closing } = await it.operator('legal-claim', { evidence: 'Betreibung 123' });
  assert.equal(closing.claim.state, 'recorded');
  await advance(service, 'P60D');
  assert.equal((await it.record()).closing.release, null);
  await it.refuseOperator('legal-claim/reject', { reason: 'x' });
});

test('1 joint signature by two: nothing happens before the second has said the same', async () => {
  const it = await openJoint();
  assert.equal((await it.record()).signatureRule, 'joint');
  const first = await it.play('start-closing', { by: 'tenant', tenant: 1, amountLandlord: 100 });
  assert.deepEqual([first.state, first.closing, first.closingWord.amountLandlord], ['open', null, 100]);
  assert.deepEqual(await it.mails(demo.managerEmail, 'closing_consent'), []);
  assert.equal((await it.mails('zwei@firma.example', 'closing_cosign')).length, 1);
  await it.refuse('start-closing', { by: 'tenant', tenant: 2, amountLandlord: 50 });
  await it.play('start-closing', { by: 'tenant', tenant: 1, amountLandlord: 50 });
  assert.equal((await it.mails('zwei@firma.example', 'closing_cosign')).length, 2);
  const { state, closing } = await it.play('start-closing', { by: 'tenant', tenant: 2, amountLandlord: 50 });
  assert.deepEqual([state, closing.proposal.amountLandlord], ['closing', 50]);
  assert.equal((await it.mails(demo.managerEmail, 'closing_consent')).length, 1);
  await it.play('counter', { by: 'manager', amountLandlord: 500 });
  await it.refuse('consent', { by: 'tenant', tenant: 1, amountLandlord: 50 });
  const half = await it.play('consent', { by: 'tenant', tenant: 2, amountLandlord: 500 });
  assert.equal(half.closing.release, null, 'one of two released nothing');
  await it.refuse('counter', { by: 'tenant', tenant: 1, amountLandlord: 400 });
  const { closing: agreed } = await it.play('consent', { by: 'tenant', tenant: 1 });
  assert.deepEqual([agreed.release.ground, agreed.release.amountLandlord], ['consent', 500]);
});

test('1 the first word ends where the proposal it answers is replaced; without `tenant` all speak', async () => {
  const it = await openJoint();
  await it.play('start-closing', { by: 'manager', amountLandlord: 500 });
  await it.play('consent', { by: 'tenant', tenant: 1 });
  const { closingWord } = await it.play('counter', { by: 'manager', amountLandlord: 700 });
  assert.equal(closingWord, null);
  await it.play('consent', { by: 'tenant', tenant: 2 });
  assert.equal((await it.record()).closing.release, null);
  assert.equal((await it.play('consent', { by: 'tenant' })).closing.release.amountLandlord, 700);
});

test('1 of natural tenants the main tenant acts: another position is 422', async () => {
  const it = await open(SECOND);
  await it.refuse('start-closing', { by: 'tenant', tenant: 2 }, 422);
  await it.refuse('start-closing', { by: 'tenant', tenant: 3 }, 422);
  for (const id of [it.id, '00000000-0000-7000-8000-000000000000']) {
    for (const move of ['start-closing', 'counter', 'consent']) {
      const body = { by: 'manager', tenant: 1, amountLandlord: 1 };
      const { status, text } = await service.sandbox('POST', `/deposits/${id}/${move}`, body);
      assert.equal(status, 422, `${move}, before the id and the state: ${text}`);
    }
  }
  await it.play('start-closing', { by: 'tenant', tenant: 1 });
  await it.refuse('counter', { by: 'tenant', tenant: 2, amountLandlord: 1 }, 422);
  assert.equal((await it.mails('mit@mail.example', 'closing_consent')).length, 1, 'a copy of its own');
  await it.play('counter', { by: 'manager', amountLandlord: 9 });
  await it.refuse('consent', { by: 'tenant', tenant: 2 }, 422);
});

test('1 a party replaces its own proposal until the other has answered; consent to another amount is 409', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', amountLandlord: 10 });
  const { closing } = await it.play('counter', { by: 'tenant', amountLandlord: 20 });
  assert.deepEqual([closing.proposal.by, closing.proposal.amountLandlord], ['tenant', 20]);
  await it.refuse('consent', { by: 'manager', amountLandlord: 10 });
  assert.equal((await it.play('consent', { by: 'manager', amountLandlord: 20 })).closing.release.amountLandlord, 20);
  await it.refuse('counter', { by: 'tenant', amountLandlord: 30 });
});

async function codeOf(it: Play): Promise<string> {
  const mail = (await it.mails(String(it.sent['tenantEmail']), 'payout_account_code')).at(-1);
  assert.match(mail.code, /^[0-9]{6}$/);
  return mail.code;
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('1 the payout account: a code by mail and SMS, told to all, used for the payout', async () => {
  const it = await open(SECOND);
  const account = { iban: TENANT_IBAN, holderName: 'Lea Brunner' };
  await it.refuse('payout-account', { iban: TENANT_IBAN }, 422);
  await it.refuse('payout-account', { ...account, iban: 'CH4431999123000889012' }, 422);
  await it.refuse('payout-account-code', { code: '123456' });
  const asked = await it.play('payout-account', account);
  assert.equal(asked.payoutAccount, null);
  const first = await codeOf(it);
  assert.ok(messages.some(({ to, text }) => to === asked.tenants[0].phoneNumber && text.includes(first)));
  await it.play('payout-account', account);
  const code = await codeOf(it);
  if (first !== code) await it.refuse('payout-account-code', { code: first }, 422);
  await it.refuse('payout-account-code', { code: wrong(code) }, 422);
  const { payoutAccount, history } = await it.play('payout-account-code', { code });
  assert.deepEqual([payoutAccount.iban, payoutAccount.holderName], [TENANT_IBAN, 'Lea Brunner']);
  assert.ok(!JSON.stringify(history).includes(code), 'the code is not in the history');
  await it.refuse('payout-account-code', { code });
  assert.equal((await it.mails('mit@mail.example', 'payout_account_changed')).length, 1);
  await it.play('start-closing', { by: 'manager' });
  const { orders } = await it.play('consent', { by: 'tenant' });
  assert.equal(orders[0].iban, TENANT_IBAN);
  await it.refuse('payout-account', { ...account, iban: OTHER_IBAN, bic: 'COBADEFFXXX' });
});

test('1 a code ends after 15 minutes, and after five wrong ones', async () => {
  const it = await open();
  const account = { iban: TENANT_IBAN, holderName: 'Lea Brunner' };
  await it.play('payout-account', account);
  const late = await codeOf(it);
  await advance(service, 'PT15M1S');
  await it.refuse('payout-account-code', { code: late });
  await it.play('payout-account', account);
  const code = await codeOf(it);
  for (let n = 0; n < 5; n++) await it.refuse('payout-account-code', { code: wrong(code) }, 422);
  await it.refuse('payout-account-code', { code });
  await it.play('payout-account', account);
  const again = await codeOf(it);
  await it.play('payout-account-code', { code: again });
});

test('1 once ordered to an account it stays, unless the payment comes back', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  await it.play('consent', { by: 'manager' });
  const account = { iban: OTHER_IBAN, holderName: 'Lea Brunner', bic: 'COBADEFFXXX' };
  await it.refuse('payout-account', account);
  await it.play('payout-completed');
  await it.play('payout-returned');
  await it.play('payout-account', account);
  const code = await codeOf(it);
  const { orders, payoutAccount } = await it.play('payout-account-code', { code });
  assert.equal(payoutAccount.iban, OTHER_IBAN);
  assert.equal(orders.find(({ to }: any) => to === 'tenant').iban, OTHER_IBAN);
});

test('6 payout-account: a payment of a change to an insurance that came back can go to another account', async () => {
  const it = await open();
  await it.play('changes', { kind: 'product', product: 'insurance' });
  await it.play('change-signs', { by: 'tenant' });
  await it.play('change-signs', { by: 'manager' });
  await it.play('cover-confirmed');
  await it.refuse('payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' });
  await it.play('payout-completed');
  await it.refuse('payout-account', { iban: OTHER_IBAN, holderName: 'Lea Brunner', bic: 'COBADEFFXXX' });
  await it.play('payout-returned');
  await it.play('payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' });
  const { orders, state, product } = await it.play('payout-account-code', { code: await codeOf(it) });
  assert.deepEqual([state, product, orders[0].iban, orders[0].state], ['open', 'insurance', TENANT_IBAN, 'ordered']);
});

test('6 an account of the sandbox needs no code, also where the first of two signatories gives it', async () => {
  for (const [move, other] of [
    ['consent', 'start-closing'],
    ['counter', 'start-closing'],
    ['start-closing', ''],
  ] as const) {
    const it = await openJoint();
    if (other !== '') await it.play(other, { by: 'manager', amountLandlord: 5, tenantIban: OTHER_IBAN });
    const amountLandlord = move === 'counter' ? 3 : 5;
    const account = move === 'counter' ? {} : { tenantIban: TENANT_IBAN };
    await it.play(move, { by: 'tenant', tenant: 2, amountLandlord, ...account });
    const { payoutAccount, closing } = await it.play(move, { by: 'tenant', tenant: 1, amountLandlord });
    if (move === 'counter') assert.equal(payoutAccount, null, 'what the manager gave is confirmed by nobody');
    else assert.deepEqual([payoutAccount.iban, closing.tenantIban], [TENANT_IBAN, TENANT_IBAN], move);
  }
});

test('6 an account of the sandbox needs no code', async () => {
  const it = await open();
  const { payoutAccount } = await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  assert.equal(payoutAccount.iban, TENANT_IBAN);
});

test('races: two codes at once count once, two signatories at once order once, a replaced proposal is not agreed to', async () => {
  const it = await open();
  await it.play('payout-account', { iban: TENANT_IBAN, holderName: 'Lea Brunner' });
  const code = await codeOf(it);
  const call = (path: string, body: object, one: Play = it) =>
    service.sandbox('POST', `/deposits/${one.id}/${path}`, body);
  const codes = await Promise.all([call('payout-account-code', { code }), call('payout-account-code', { code })]);
  assert.deepEqual(codes.map(({ status }) => status).toSorted(), [200, 409]);
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'payout_account_changed')).length, 1);

  const joint = await openJoint();
  await joint.play('start-closing', { by: 'manager', amountLandlord: 70 });
  const both = [1, 2].map((tenant) => call('consent', { by: 'tenant', tenant, amountLandlord: 70 }, joint));
  assert.deepEqual(
    (await Promise.all(both)).map(({ status }) => status),
    [200, 200],
  );
  const { orders, history } = await joint.record();
  assert.equal(orders.length, 2);
  assert.equal(history.filter(({ event }: any) => event === 'payout_ordered').length, 1);

  await it.play('start-closing', { by: 'tenant', amountLandlord: 10 });
  const [replaced, agreed] = await Promise.all([
    call('counter', { by: 'tenant', amountLandlord: 0 }),
    call('consent', { by: 'manager', amountLandlord: 10 }),
  ]);
  assert.deepEqual([replaced.status, agreed.status].toSorted(), [200, 409], 'one of them is first');
});
