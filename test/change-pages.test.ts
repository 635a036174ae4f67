import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let on: Stage;
let clara: ManagerBrowser;
before(async () => {
  service = await startService();
  on = await stage(service, { language: 'en' });
  const { members } = (await service.operator('GET', `/organizations/${on.organizationId}/members`)).body;
  await service.operator('PATCH', `/organizations/${on.organizationId}/members/${members[0].id}`, { language: 'en' });
  clara = await signIn(service, on.managerEmail);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const TWO = { ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example', tenant2FirstName: 'Zoé' };

async function inForce(): Promise<Play> {
  const it = await on.start({ rentalDeposit: '1000', tenantLanguage: 'en', ...TWO });
  await reach('open', it);
  return it;
}

const pathOf = (it: Play): string => `/manager/deposits/${it.id}`;

function hiddenIn(text: string, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** The manager starts a change by its form. */
async function start(it: Play, kind: string, fields: Record<string, string>): Promise<ManagerAnswer> {
  const form = await clara.page(`${pathOf(it)}/change?kind=${kind}`);
  return clara.submit(`${pathOf(it)}/change`, { ...hiddenIn(form.text, `${pathOf(it)}/change`), ...fields });
}

/** A tenant reads the page behind a link and signs. */
async function sign(link: string, typedName: string, more: Record<string, string> = {}): Promise<Response> {
  const page = await (await fetch(link)).text();
  const action = `${new URL(link).pathname}/change-sign`;
  const body = new URLSearchParams({ ...hiddenIn(page, action), typedName, consent: 'yes', ...more });
  return fetch(`${link}/change-sign`, { method: 'POST', body, headers: { origin: new URL(link).origin } });
}

const linkOf = async (it: Play, to: string): Promise<string> => (await it.mails(to, 'change_sign')).at(-1).links[0];

test('2 the manager starts a top-up, everyone signs on their page, and it is paid in', async () => {
  const it = await inForce();
  const choice = await clara.page(`${pathOf(it)}/change`);
  for (const words of [
    'Someone moves in',
    'Someone moves out',
    'Another main tenant',
    'New landlord',
    'Another amount',
  ]) {
    assert.ok(choice.text.includes(words), words);
  }
  const started = await start(it, 'amount', { rentalDeposit: '1’500.02' });
  assert.match(started.text, /The change has been started/);
  assert.match(started.text, /1’500\.00/);
  const main = String(it.sent['tenantEmail']);
  const links = [await linkOf(it, main), await linkOf(it, 'zwei@mail.example')] as const;
  const page = await (await fetch(links[0])).text();
  assert.match(page, /Before[\s\S]*1’000\.00[\s\S]*New[\s\S]*1’500\.00/);
  const draft = await fetch(`${links[0]}/amendment.pdf`);
  assert.equal(draft.headers.get('content-type'), 'application/pdf');
  const wrong = await sign(links[0], 'Someone Else');
  assert.equal(wrong.status, 422);
  assert.equal((await sign(links[0], 'Lea Brunner', { consent: '' })).status, 422);
  assert.equal((await sign(links[0], 'Lea Brunner')).status, 200);
  const { tenants } = await it.record();
  assert.equal((await sign(links[1], `Zoé ${tenants[1].lastName}`)).status, 200);
  const deposit = await clara.page(pathOf(it));
  assert.ok(deposit.text.includes(`href="${pathOf(it)}/amendment.pdf"`), 'the PDF can be read before signing');
  assert.match((await clara.page(`${pathOf(it)}/amendment.pdf`)).text, /^%PDF/);
  const signed = await clara.submit(`${pathOf(it)}/change-sign`, hiddenIn(deposit.text, `${pathOf(it)}/change-sign`));
  assert.match(signed.text, /You have signed the change/);
  const record = await it.record();
  assert.equal(record.changes[0].state, 'to_pay');
  assert.ok(record.changes[0].signatures.every(({ signedAt }: any) => signedAt !== null));
  // years.md 5: each signature keeps its evidence, those of changes too.
  const given = record.signatures.filter(({ change }: any) => change === record.changes[0].id);
  assert.deepEqual(
    given.map((one: any) => [one.by, one.tenant, one.reachedBy]),
    [
      ['manager', null, it.partner.managerEmail],
      ['tenant', 1, main],
      ['tenant', 2, 'zwei@mail.example'],
    ],
  );
  for (const one of given) {
    assert.match(one.ip, /127\.0\.0\.1|::1/);
    assert.equal(typeof one.userAgent, 'string');
    assert.ok([one.termsSha256, one.pdfSha256].every((hash) => /^[0-9a-f]{64}$/.test(hash)));
  }
  const toPay = await (await fetch(links[0])).text();
  assert.match(toPay, /CHF 500\.00/);
  assert.equal((await fetch(`${links[0]}/slip.pdf`)).status, 200);
  await it.play('payment');
  assert.equal((await it.record()).rentalDeposit, 1500);
  assert.match(await (await fetch(links[0])).text(), /Amendment 1/);
});

for (const [kind, fields, expected] of [
  ['amount', { rentalDeposit: 'viel' }, /id="rentalDeposit-problem"/],
  ['amount', { rentalDeposit: '1000' }, /must|enter something else/],
  ['tenant_joins', { tenantFirstName: 'Nora' }, /id="tenantLastName-problem"/],
  ['owner', { ownerName: '' }, /id="ownerName-problem"/],
] as const) {
  test(`2 problems stand at their field: ${kind} ${JSON.stringify(fields)}`, async () => {
    const it = await inForce();
    const form = await clara.page(`${pathOf(it)}/change?kind=${kind}`);
    const hidden = hiddenIn(form.text, `${pathOf(it)}/change`);
    const answer = await clara.post(`${pathOf(it)}/change`, { ...hidden, ...fields });
    assert.equal(answer.status, 422);
    assert.match(answer.text, expected);
    assert.equal((await it.record()).changes.length, 0);
  });
}

test('2 a change that was replaced meanwhile is neither signed nor cancelled by an old page', async () => {
  const it = await inForce();
  await start(it, 'amount', { rentalDeposit: '1500' });
  const link = await linkOf(it, 'zwei@mail.example');
  const seen = hiddenIn(await (await fetch(link)).text(), `${new URL(link).pathname}/change-sign`);
  const page = await clara.page(pathOf(it));
  const old = hiddenIn(page.text, `${pathOf(it)}/change-cancel`);
  await it.play('change-cancel', { by: 'manager' });
  await start(it, 'amount', { rentalDeposit: '9000' });
  assert.equal((await clara.post(`${pathOf(it)}/change-cancel`, old)).status, 409);
  const shown = hiddenIn((await clara.page(pathOf(it))).text, `${pathOf(it)}/change-sign`);
  await it.play('change-person', { tenant: 2, lastName: 'Neu', reason: 'Heirat' });
  assert.equal((await clara.post(`${pathOf(it)}/change-sign`, shown)).status, 409, 'other terms than those shown');
  const { tenants } = await it.record();
  const body = new URLSearchParams({ ...seen, typedName: `Zoé ${tenants[1].lastName}`, consent: 'yes' });
  const headers = { origin: new URL(link).origin };
  assert.equal((await fetch(`${link}/change-sign`, { method: 'POST', body, headers })).status, 409);
  assert.equal((await it.record()).changes.at(-1).state, 'to_sign');
});

test('2 a tenant who does not agree cancels the change for everyone', async () => {
  const it = await inForce();
  await start(it, 'tenant_leaves', { tenant: '2' });
  const link = await linkOf(it, 'zwei@mail.example');
  const action = `${new URL(link).pathname}/change-cancel`;
  const body = new URLSearchParams(hiddenIn(await (await fetch(link)).text(), action));
  await fetch(`${link}/change-cancel`, { method: 'POST', body, headers: { origin: new URL(link).origin } });
  const record = await it.record();
  assert.deepEqual([record.changes[0].state, record.tenants.length], ['cancelled', 2]);
  assert.equal((await it.mails(on.managerEmail, 'change_cancelled')).length, 1);
});
