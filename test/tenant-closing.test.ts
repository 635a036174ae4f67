import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { problemAt } from './support/form.ts';
import { companyPayload, legalTenant, naturalTenant } from './support/payload.ts';
import { advance, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant, type TenantBrowser } from './support/tenant.ts';

let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(async () => {
  await verified(service);
  await service.stop();
});

const daysFromNow = (days: number): string => Temporal.Now.plainDateISO('Europe/Zurich').add({ days }).toString();

async function open(changes: Record<string, unknown> = {}, product = 'bank_deposit'): Promise<[Play, TenantBrowser]> {
  const it = await demo.start({ rentalStart: daysFromNow(-1000), ...changes });
  await it.play('tenant-signs', { product });
  await it.play(product === 'insurance' ? 'cover-confirmed' : 'account-opened');
  if (product !== 'insurance') await it.play('payment');
  return [it, await openTenant(it, it.sent['tenantEmail'])];
}

test('a closing on a page: problems at their fields, and the input is kept', async () => {
  const [it, lea] = await open();
  const before = await it.record();
  const good = { tenancyEnd: daysFromNow(0), amountLandlord: '10', reason: 'weil' };
  for (const [what, field, value, words] of [
    ['no day', 'tenancyEnd', '', /Datum/],
    ['a day that does not exist', 'tenancyEnd', '2026-02-30', /Datum/],
    ['before the tenancy began', 'tenancyEnd', daysFromNow(-1001), /vor seinem Beginn/],
    ['336 days ago', 'tenancyEnd', daysFromNow(-336), /zu weit zurück/],
    ['in the far future', 'tenancyEnd', '9999-01-01', /Zukunft/],
    ['no amount', 'amountLandlord', 'viel', /Betrag in Franken/],
    ['below a Rappen', 'amountLandlord', '1.005', /Betrag in Franken/],
    ['less than nothing', 'amountLandlord', '-1', /Betrag in Franken/],
    ['more than the deposit', 'amountLandlord', '3560.05', /nicht höher/],
    ['a reason that is a book', 'reason', 'x'.repeat(1001), /kürzer/],
    ['an empty amount: nothing is offered by one click', 'amountLandlord', '', /Betrag in Franken/],
  ] as const) {
    const { status, text } = await lea.send('/closing', { ...good, [field]: value });
    assert.equal(status, 422, what);
    assert.match(problemAt(text, `start-${field}`) ?? '', words, what);
    assert.match(text, new RegExp(`role="alert"[\\s\\S]*href="#start-${field}"`));
    assert.match(text, /<details class="fold" open/);
    if (field !== 'reason') assert.match(text, />weil<\/textarea>/);
  }
  assert.deepEqual(await it.record(), before);
});

test('a closing on a page: limits that are still valid', async () => {
  const [long, lea] = await open();
  await lea.submit('/closing', { tenancyEnd: daysFromNow(-335), amountLandlord: '0' });
  const record = await long.record();
  assert.equal(record.state, 'closing');
  assert.deepEqual([record.closing.tenancyEnd, record.closing.proposals[0].amountLandlord], [daysFromNow(-335), 0]);
  const [all, other] = await open();
  await other.submit('/closing', { amountLandlord: '3560', tenancyEnd: daysFromNow(0) });
  const { closing } = await all.record();
  assert.equal(closing.tenancyEnd, daysFromNow(0));
  await all.play('consent', { by: 'manager' });
  assert.doesNotMatch((await other.get()).text, /fehlt noch ein Konto/, 'nothing goes to the tenant');
});

test('1 the form starts empty, and nothing is sent before the review is confirmed', async () => {
  const [it, lea] = await open();
  const { text } = await lea.get();
  for (const name of ['tenancyEnd', 'amountLandlord']) {
    assert.match(text, new RegExp(`name="${name}"[^>]*value=""`), name);
  }
  const before = await it.record();
  const review = await lea.post('/closing', { tenancyEnd: daysFromNow(0), amountLandlord: '500', reason: 'Farbe' });
  assert.equal(review.status, 200);
  assert.match(review.text, /CHF 3’060\.00[\s\S]*CHF 500\.00[\s\S]*Farbe[\s\S]*noch nicht bestätigt/);
  assert.deepEqual(await it.record(), before);
  await it.play('start-closing', { by: 'manager', amountLandlord: 100 });
  const consent = await lea.post('/consent', { seen: '1' });
  assert.match(consent.text, /endgültig/);
  assert.equal((await it.record()).closing.release, null);
});

test('1 the account on a page: a code confirms it, a wrong one is said at its field; co-tenants see four characters', async () => {
  const tenant2Email = `zweiter-${Math.random().toString(36).slice(2)}@mail.example`;
  const [it, lea] = await open({ ...naturalTenant('tenant2'), tenant2Email });
  const refused = await lea.send('/account', { tenantIban: 'CH56 0483 5012 3456 7800 8' });
  assert.equal(refused.status, 422);
  assert.match(problemAt(refused.text, 'account-tenantIban') ?? '', /nicht gültig/);
  const asked = await lea.send('/account', { tenantIban: TENANT_IBAN });
  assert.deepEqual([asked.status, asked.location], [303, `${lea.path}/account/code`]);
  assert.equal((await it.record()).payoutAccount, null);
  const wrong = await lea.post('/account/code', { code: 'abc' });
  assert.equal(wrong.status, 422);
  assert.match(problemAt(wrong.text, 'code') ?? '', /falsch/);
  const [{ code }] = await it.mails(String(it.sent['tenantEmail']), 'payout_account_code');
  assert.equal((await lea.post('/account/code', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status, 303);
  assert.equal((await it.record()).payoutAccount.iban, TENANT_IBAN);
  const ended = await lea.post('/account/code', { code });
  assert.match(ended.text, /gilt nicht mehr/);
  const max = await openTenant(it, tenant2Email);
  const { text } = await max.get();
  assert.match(text, /•••• 8009/);
  assert.doesNotMatch(text, /CH56 0483/);
  assert.equal((await max.post('/account', { tenantIban: TENANT_IBAN })).status, 403);
  assert.equal((await max.get('/account/code')).status, 403);
});

test('1 joint signature on the pages: the second sees what the first has said, and says the same after a review', async () => {
  const it = await demo.start(
    { rentalStart: daysFromNow(-1000), ...legalTenant('tenant2'), tenant2Email: 'zweite@firma.example' },
    companyPayload,
  );
  await it.play('tenant-signs', { product: 'bank_deposit' });
  await it.play('account-opened');
  await it.play('payment');
  const one = await openTenant(it, it.sent['tenantEmail']);
  assert.match(await one.submit('/closing', { tenancyEnd: daysFromNow(0), amountLandlord: '70' }), /zu zweien/);
  assert.equal((await it.record()).state, 'open');
  const two = await openTenant(it, 'zweite@firma.example');
  await two.submit('/closing');
  const { state, closing } = await it.record();
  assert.deepEqual([state, closing.proposal.amountLandlord], ['closing', 70]);
});

test('only the main tenant acts; the others can read', async () => {
  const tenant2Email = `zweiter-${Math.random().toString(36).slice(2)}@mail.example`;
  const more = { ...naturalTenant('tenant2'), tenant2FirstName: 'Max', tenant2LastName: 'Muster', tenant2Email };
  const [it] = await open(more);
  const max = await openTenant(it, tenant2Email);
  for (const start of [() => Promise.resolve(), () => it.play('start-closing', { by: 'manager', amountLandlord: 5 })]) {
    await start();
    const before = await it.record();
    const { text } = await max.get();
    assert.match(text, /nur Lea Brunner die Auflösung beginnen/);
    assert.doesNotMatch(text, /<form/);
    for (const part of ['/closing', '/consent', '/counter', '/demand']) {
      const { status, text: refused } = await max.post(part, {
        amountLandlord: '0',
        tenantIban: TENANT_IBAN,
        seen: '1',
      });
      assert.equal(status, 403, part);
      assert.match(refused, /nur Lea Brunner/);
    }
    assert.deepEqual(await it.record(), before);
  }
});

test('an answer to an outdated proposal is refused', async () => {
  const [it, lea] = await open();
  await it.play('start-closing', { by: 'manager', amountLandlord: 100 });
  const seen = /name="seen" value="([^"]+)"/.exec((await lea.get()).text)?.[1] as string;
  await it.play('counter', { by: 'manager', amountLandlord: 900 });
  const before = await it.record();
  for (const [part, fields] of [
    ['/consent', { tenantIban: TENANT_IBAN }],
    ['/counter', { amountLandlord: '50', tenantIban: TENANT_IBAN }],
    ['/counter', { amountLandlord: 'x' }],
    ['/demand', { tenantIban: TENANT_IBAN }],
  ] as const) {
    const { status, text } = await lea.post(part, { ...fields, seen });
    assert.equal(status, 409, part);
    assert.match(text, /Inzwischen hat sich etwas geändert/);
    assert.match(text, new RegExp(`href="${lea.path}"`));
  }
  assert.deepEqual(await it.record(), before);
});

test('an answer that is sent twice is made once', async () => {
  const [it, lea] = await open();
  await it.play('start-closing', { by: 'manager', amountLandlord: 100 });
  const counter = { amountLandlord: '50.50', reason: 'zu viel', seen: '1', confirmed: 'yes' };
  for (const answer of [await lea.post('/counter', counter), await lea.post('/counter', counter)]) {
    assert.deepEqual([answer.status, answer.location], [303, lea.path]);
  }
  assert.equal((await it.record()).closing.proposals.length, 2);
  const own = await lea.post('/consent', { seen: '2', confirmed: 'yes' });
  assert.equal(own.status, 303, 'one’s own proposal is answered by the other party');
  assert.equal((await it.record()).closing.release, null);
  await lea.submit('/counter', { amountLandlord: '40' });
  assert.equal((await it.record()).closing.proposal.amountLandlord, 40, 'replaced until the other has answered');
});

test('1 the tenant contests the manager’s day on the page', async () => {
  const [it, lea] = await open();
  await it.play('start-closing', { by: 'manager' });
  assert.match(await lea.submit('/contest', { reason: 'ich zog im Mai aus' }), /ist bestritten/);
  assert.equal((await it.record()).closing.end.state, 'disputed');
});

test('OR 257e: a year after the tenancy the tenant may demand the whole amount, unless there is a legal claim', async () => {
  const [it, lea] = await open();
  const [claimed, other] = await open();
  for (const one of [it, claimed]) {
    await one.play('start-closing', { by: 'manager', amountLandlord: 3560, tenancyEnd: daysFromNow(-340) });
  }
  await claimed.operator('legal-claim', { evidence: 'Klage vom Mai' });
  assert.doesNotMatch((await lea.get()).text, /Die ganze Mietkaution verlangen/);
  const early = await lea.post('/demand', { tenantIban: TENANT_IBAN, seen: '1' });
  assert.equal(early.status, 409);
  await advance(service, 'P31D');
  const ordered = await lea.submit('/demand');
  assert.match(ordered, /Ein Jahr nach Ende des Mietverhältnisses/);
  const { closing, orders } = await it.record();
  assert.equal(closing.release.ground, 'year');
  assert.deepEqual(
    orders.map(({ to, amount }: any) => [to, amount]),
    [['tenant', 3560]],
  );
  const { text } = await other.get();
  assert.doesNotMatch(text, /Die ganze Mietkaution verlangen/);
  assert.match(text, /einen Anspruch rechtlich geltend gemacht/);
  assert.doesNotMatch(text, /Klage vom Mai/);
  assert.equal((await other.post('/demand', { tenantIban: TENANT_IBAN, seen: '1' })).status, 409);
});
