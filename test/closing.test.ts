import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tenantMayClaimFrom } from '../src/domain/closing/claim-year.ts';
import { type Day } from '../src/domain/values/calendar.ts';
import { naturalTenant } from './support/payload.ts';
import { advance, reach, stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';
import { created } from './support/partner.ts';
import { visitProvider } from './support/provider.ts';
import { openLetterbox } from './support/smtp.ts';

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

async function open(changes: Record<string, unknown> = {}): Promise<Play> {
  const it = await demo.start(changes);
  await reach('open', it);
  return it;
}

const today = async (): Promise<string> => {
  const it = await demo.start();
  const { createdAt } = await it.record();
  return new Date(createdAt).toLocaleDateString('sv-SE', { timeZone: 'Europe/Zurich' });
};
const daysFrom = (day: string, { years = 0, days = 0 }: { years?: number; days?: number }): string =>
  Temporal.PlainDate.from(day).add({ years }).add({ days }).toString();

test('closing by the manager: every tenant is asked, one consent orders the payout', async () => {
  const it = await open({ ...naturalTenant('tenant2'), tenant2Email: 'mit@mail.example' });
  const reason = 'Schlussrechnung';
  const { closing } = await it.play('start-closing', { by: 'manager', amountLandlord: 1000, reason });
  const end = await today();
  assert.deepEqual([closing.startedBy, closing.tenancyEnd], ['manager', end]);
  assert.equal(closing.tenantMayClaimFrom, tenantMayClaimFrom(end as Day));
  for (const to of [String(it.sent['tenantEmail']), 'mit@mail.example']) {
    const [mail] = await it.mails(to, 'closing_consent');
    assert.match(mail.text, /CHF 2’560\.00[\s\S]*CHF 1’000\.00/);
    assert.match(mail.text, /Schlussrechnung/);
    const [year, month, day] = closing.tenantMayClaimFrom.split('-');
    assert.ok(mail.text.includes(`${day}.${month}.${year}`), 'the date is shown');
  }
  assert.deepEqual(await it.mails(demo.managerEmail, 'closing_consent'), []);
  assert.match(await it.refuse('consent', { by: 'manager' }), /the other party must consent/);
  await it.refuse('payout-completed');
  const { closing: agreed, orders } = await it.play('consent', { by: 'tenant', tenantIban: TENANT_IBAN });
  assert.deepEqual(
    [agreed.release.ground, agreed.release.amountTenant, agreed.tenantIban],
    ['consent', 2560, TENANT_IBAN],
  );
  assert.equal(orders.find(({ to }: any) => to === 'tenant').iban, TENANT_IBAN);
  for (const move of ['consent', 'counter'] as const) {
    await it.refuse(move, move === 'consent' ? { by: 'tenant' } : { by: 'tenant', amountLandlord: 0 });
  }
  await it.play('payout-completed');
});

test('counter-proposals go back and forth; the other party of the last one consents', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant' });
  await it.play('counter', { by: 'manager', amountLandlord: 500, reason: 'Malerarbeiten' });
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'closing_consent')).length, 1);
  await it.play('counter', { by: 'tenant', amountLandlord: 250 });
  assert.equal((await it.mails(demo.managerEmail, 'closing_consent')).length, 2);
  await it.refuse('consent', { by: 'tenant' });
  const { closing } = await it.play('consent', { by: 'manager' });
  assert.deepEqual(
    closing.proposals.map(({ by, amountLandlord }: any) => [by, amountLandlord]),
    [
      ['tenant', 0],
      ['manager', 500],
      ['tenant', 250],
    ],
  );
  const { paidOutAmountTenant, paidOutAmountLandlord } = await it.play('payout-completed');
  assert.deepEqual([paidOutAmountTenant, paidOutAmountLandlord], [3310, 250]);
});

test('the whole to one party: one order, and 0 is not null', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'manager', amountLandlord: 3560 });
  const { orders } = await it.play('consent', { by: 'tenant' });
  assert.deepEqual(
    orders.map(({ to }: any) => to),
    ['landlord'],
  );
  await it.play('payout-completed');
  assert.equal((await it.status()).paidOutAmountTenant, 0);
});

test('an invalid proposal: 422', async () => {
  const it = await open();
  for (const body of [
    {},
    { by: 'owner' },
    { by: 'tenant', amountLandlord: 3560.01 },
    { by: 'tenant', amountLandlord: -1 },
    { by: 'tenant', amountLandlord: 0.001 },
    { by: 'tenant', tenancyEnd: '2026-02-30' },
    { by: 'tenant', tenancyEnd: '9999-12-31' },
    { by: 'tenant', tenancyEnd: '0001-01-01' },
    { by: 'tenant', tenantIban: 'CH4431999123000889012' },
    { by: 'tenant', tenantIban: 'CH00' },
    { by: 'tenant', reason: '' },
    { by: 'tenant', other: 1 },
  ]) {
    await it.refuse('start-closing', body, 422);
  }
  await it.play('start-closing', { by: 'tenant' });
  await it.refuse('counter', { by: 'manager', amountLandlord: 5000 }, 422);
  await it.refuse('counter', { by: 'manager' }, 422);
  await it.refuse('consent', { by: 'manager', tenantIban: 'x' }, 422);
});

for (const ground of ['judgment', 'payment_order']) {
  test(`OR 257e: a final ${ground} orders the payout without consent, with its evidence`, async () => {
    const it = await open();
    const body = { ground, amountLandlord: 700, evidence: 'Urteil MB260012, rechtskräftig' };
    await it.refuseOperator('release-ground', body);
    await it.play('start-closing', { by: 'tenant' });
    for (const wrong of [
      { ...body, ground: 'wish' },
      { ...body, evidence: '' },
      { ...body, amountLandlord: 9999 },
    ]) {
      await it.refuseOperator('release-ground', wrong, 422);
    }
    const { closing, history } = await it.operator('release-ground', body);
    assert.deepEqual([closing.release.ground, closing.release.evidence], [ground, body.evidence]);
    assert.ok(
      history.some(({ event, detail }: any) => event === 'release_recorded' && detail.evidence === body.evidence),
    );
    const { paidOutAmountTenant, paidOutAmountLandlord } = await it.play('payout-completed');
    assert.deepEqual([paidOutAmountTenant, paidOutAmountLandlord], [2860, 700]);
  });
}

test('OR 257e: the payout of a closing started by the tenant is ordered automatically, one year after the tenancy', async () => {
  const it = await open();
  const end = daysFrom(await today(), { years: -1, days: 20 });
  const { closing } = await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenancyEnd: end });
  assert.equal(closing.end.freesOn, daysFrom(await today(), { days: 30 }), 'the manager has 30 days');
  await it.play('counter', { by: 'manager', amountLandlord: 3000 });
  await advance(service, 'P29D');
  await it.refuse('payout-completed');
  await advance(service, 'P1D');
  const { state, closing: freed, orders } = await it.record();
  assert.deepEqual([state, freed.release.ground], ['closing', 'year']);
  assert.deepEqual(
    orders.map(({ to, amount }: any) => [to, amount]),
    [
      ['tenant', 3500],
      ['landlord', 60],
    ],
    'as the tenant has proposed it',
  );
  await it.refuse('consent', { by: 'tenant' });
  assert.equal((await it.play('payout-completed')).state, 'closed');
});

test('OR 257e: after the year the landlord gets no more than the manager asks for', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', amountLandlord: 500 });
  await it.play('counter', { by: 'manager', amountLandlord: 40 });
  await advance(service, 'P1Y7D');
  assert.deepEqual((await it.record()).closing.release.amountLandlord, 40);
});

test('only the tenant decides where the tenant’s money goes', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  const { orders, history } = await it.play('consent', { by: 'manager', tenantIban: 'DE89370400440532013000' });
  assert.equal(orders[0].iban, TENANT_IBAN);
  const { actor, detail } = history.find(({ event }: any) => event === 'consented');
  assert.deepEqual([actor, detail.email], ['manager', demo.managerEmail], 'who did it stays beside what was given');
  const other = await open();
  await other.play('start-closing', { by: 'manager' });
  const agreed = await other.play('consent', { by: 'tenant', tenantIban: 'DE89370400440532013000' });
  assert.equal(agreed.orders[0].iban, 'DE89370400440532013000');
});

test('an insurance is closed without a share for the tenant: the landlord’s amount is a claim on the insurer', async () => {
  const it = await demo.start({ tenantLanguage: 'en' });
  await reach('account', it, 'insurance');
  const { closing } = await it.play('start-closing', { by: 'manager', amountLandlord: 100 });
  assert.deepEqual([closing.proposal.amountTenant, closing.proposal.amountLandlord], [0, 100]);
  const [mail] = await it.mails(String(it.sent['tenantEmail']), 'closing_consent');
  assert.match(mail.text, /Claimed by the landlord: CHF 100\.00/);
  assert.doesNotMatch(mail.text, /To the tenants/);
});

test('OR 257e: with a legal claim the year releases nothing; consent and judgment still do', async () => {
  const it = await open();
  const tenancyEnd = daysFrom(await today(), { years: -1, days: 1 });
  await it.play('start-closing', { by: 'tenant', tenancyEnd });
  await it.refuseOperator('legal-claim', {}, 422);
  const { legalClaim } = await it.operator('legal-claim', { evidence: 'Schlichtungsgesuch' });
  assert.equal(legalClaim.evidence, 'Schlichtungsgesuch');
  await it.refuseOperator('legal-claim', { evidence: 'noch eines' });
  await advance(service, 'P5D');
  await it.refuse('payout-completed');
  await it.play('counter', { by: 'tenant', amountLandlord: 0 });
  await it.refuse('payout-completed');
  await it.play('consent', { by: 'manager' });
  await it.refuseOperator('legal-claim', { evidence: 'zu spät' });
  await it.play('payout-completed');
});

test('OR 257e: in a closing started by the manager the tenant may demand the whole amount after the year', async () => {
  const it = await open();
  const tenancyEnd = daysFrom(await today(), { years: -1, days: 1 });
  await it.play('start-closing', { by: 'manager', amountLandlord: 2000, tenancyEnd });
  await it.play('counter', { by: 'tenant', amountLandlord: 0 });
  await it.refuse('payout-completed');
  await advance(service, 'P7D');
  await it.refuse('payout-completed');
  const part = await it.play('counter', { by: 'tenant', amountLandlord: 5 });
  assert.equal(part.closing.release, null, 'only the whole');
  const whole = await it.play('counter', { by: 'tenant', amountLandlord: 0 });
  assert.equal(whole.closing.release.ground, 'year');
  assert.equal((await it.play('payout-completed')).paidOutAmountTenant, 3560);
});

test('OR 257e: the year releases an insurance, too', async () => {
  const it = await demo.start();
  await reach('account', it, 'insurance');
  const insurer = await visitProvider(service, 'demo_insurance');
  await it.play('start-closing', { by: 'tenant', tenancyEnd: daysFrom(await today(), { years: -2 }) });
  await advance(service, 'P29D');
  assert.deepEqual(await insurer.open(it.id), []);
  await advance(service, 'P1D');
  const { closing, orders } = await it.record();
  assert.equal(closing.release.ground, 'year', 'the manager had 30 days, the year had passed');
  const asked = (await insurer.open(it.id)).map(({ kind }: any) => kind);
  assert.deepEqual([asked, orders], [['cover_end'], []], 'years.md 1: freesOn asks for the end of the cover instead');
  assert.equal((await it.operator('cover-ended')).state, 'closed');
});

test('cover and its end as entered by the operator', async () => {
  const it = await demo.start();
  await reach('tenants', it, 'insurance');
  await it.refuseOperator('cover-ended');
  assert.equal((await it.operator('cover')).state, 'open');
  await it.refuseOperator('cover');
  await it.play('start-closing', { by: 'tenant' });
  await it.refuseOperator('cover-ended');
  await it.play('consent', { by: 'manager' });
  assert.equal((await it.operator('cover-ended')).state, 'closed');
  const bank = await open();
  await bank.refuseOperator('cover');
  await reach('closing', await demo.start());
});

test('the other party can be reminded of a proposal', async () => {
  const it = await open();
  await it.play('start-closing', { by: 'tenant' });
  await it.operator('remind');
  assert.equal((await it.mails(demo.managerEmail, 'closing_consent')).length, 2);
  await it.play('counter', { by: 'manager', amountLandlord: 1 });
  await it.operator('remind', { tenant: 1 });
  assert.equal((await it.mails(String(it.sent['tenantEmail']), 'closing_consent')).length, 2);
  await it.play('consent', { by: 'tenant' });
  await it.refuseOperator('remind');
});

test('in production a payout without an account waits, and the operator sees why', async () => {
  const letterbox = await openLetterbox();
  const production = await startService({ env: { ...PRODUCTION, SMTP_URL: letterbox.url } });
  try {
    const { Client } = await import('pg');
    const theirs = await stage(production, { preSigned: true, tenantChoosesProduct: false });
    const it = await theirs.start();
    // Stores directly what the pages of tenant and manager would store.
    const sql = new Client({ connectionString: production.databaseUrl });
    await sql.connect();
    await sql.query(`update deposits set step = 'awaiting_account' where id = $1`, [it.id]);
    await it.operator('account', { iban: 'CH9300762011623852957' });
    const closing = {
      startedBy: 'manager',
      startedAt: new Date(),
      tenancyEnd: '2026-01-01',
      proposals: [{ at: new Date(), by: 'manager', amountLandlord: 100_00, reason: null }],
      tenantIban: null,
      release: null,
    };
    await sql.query(
      `update deposits set state = 'closing', step = null, paid_in_rappen = rental_deposit_rappen, closing = $2 where id = $1`,
      [it.id, JSON.stringify(closing)],
    );
    await sql.query(
      `insert into payments (organization_id, id, deposit_id, at, reference, amount_rappen, counted_rappen)
       select organization_id, gen_random_uuid(), id, now(), '', rental_deposit_rappen, rental_deposit_rappen from deposits where id = $1`,
      [it.id],
    );
    await sql.end();
    const judgment = { ground: 'judgment', amountLandlord: 100, evidence: 'Urteil', finalOn: '2026-02-03' };
    const asked = await production.operator('POST', `/deposits/${it.id}/release-ground`, judgment);
    assert.equal(asked.status, 202, 'in production a second person must agree');
    const clerk = { email: 'clerk@depono.example', name: 'Clerk', role: 'clerk' };
    const { id } = await created(production.operator('POST', '/operators', clerk));
    const { token } = await created(production.operator('POST', `/operators/${id}/tokens`, { name: 'test' }));
    const approved = await production.call('POST', `/operator/api/approvals/${asked.body.approvalId}/approve`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(approved.status, 200, approved.text);
    assert.equal((await it.record()).closing.release.finalOn, '2026-02-03');
    const payoutTo = async (payee: string) => (await it.money('payout')).find(({ to }) => to === payee);
    const [tenant, landlord] = [await payoutTo('tenant'), await payoutTo('landlord')];
    assert.deepEqual([tenant.state, landlord.state], ['waiting', 'waiting']);
    assert.match(landlord.waitsFor, /payoutIban/);
    const complete = async (id: string) => (await production.operator('POST', `/money/${id}/completed`)).status;
    assert.equal(await complete(tenant.id), 409);
    const account = { iban: TENANT_IBAN, holderName: 'Lea Brunner' };
    const given = await production.operator('POST', `/money/${tenant.id}/account`, account);
    assert.deepEqual([given.body.state, given.body.iban], ['waiting', TENANT_IBAN]);
    assert.match(given.body.waitsFor, /The tenancy is over/, '9 the address is asked for');
    const address = { street: 'Neuweg', streetNumber: '9', zip: '4000', city: 'Basel' };
    const moved = await production.operator('POST', `/money/${tenant.id}/account`, { iban: TENANT_IBAN, address });
    assert.deepEqual([moved.body.state, moved.body.holderName], ['ordered', 'Lea Brunner'], moved.text);
    const settings = { payoutIban: 'CH93 0076 2011 6238 5295 7' };
    await production.operator('PATCH', `/organizations/${theirs.organizationId}`, settings);
    assert.equal((await payoutTo('landlord')).state, 'ordered');
    assert.deepEqual([await complete(tenant.id), await complete(landlord.id)], [200, 200]);
    assert.equal((await it.record()).state, 'closed');
  } finally {
    await production.stop();
    await letterbox.close();
  }
});
