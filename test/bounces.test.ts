import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'bounces-'));
let service: Service;
let demo: Stage;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', BOUNCES_DIR: folder } });
  demo = await stage(service);
});
after(() => service.stop());

const bounce = (body: unknown) => service.operator('POST', '/mails/bounced', body);
const bounced = async (it: Play, position = 1): Promise<any> => (await it.record()).tenants[position - 1].emailBounced;
const told = async (to: string, email: string): Promise<any[]> => {
  const mails = (await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(to)}`)).body.mails;
  return mails.filter(({ kind, text }: any) => kind === 'mail_bounced' && text.includes(email));
};
const address = (): string => `weg-${Math.random().toString(36).slice(2)}@mail.example`;

test('years 6: a bounced mail is on the tenant, and the manager is mailed once per address', async () => {
  const email = address();
  const [one, other] = [await demo.start({ tenantEmail: email }), await demo.start({ tenantEmail: email })];
  const at = '2026-03-01T10:00:00.000Z';
  const { status, body } = await bounce({ to: email.toUpperCase(), reason: '550 no such user', at });
  assert.equal(status, 200);
  assert.deepEqual(body.deposits.toSorted(), [one.id, other.id].toSorted());
  assert.deepEqual(await bounced(one), { at, reason: '550 no such user' });
  assert.deepEqual(await bounced(other), { at, reason: '550 no such user' });
  const mails = await told(demo.managerEmail, email);
  assert.equal(mails.length, 1);
  assert.match(mails[0].text, /550 no such user/);
  assert.match(mails[0].links[0], /\/manager\/deposits\/[^/]+\/tenants\/1$/);
  const again = await bounce({ to: email });
  assert.deepEqual(again.body.deposits.toSorted(), [one.id, other.id].toSorted());
  assert.equal((await told(demo.managerEmail, email)).length, 1);
  assert.deepEqual(await bounced(one), { at, reason: '550 no such user' });
  const events = (await one.record()).history.filter(({ event }: any) => event === 'mail_bounced');
  assert.equal(events.length, 1);
});

test('years 6: nobody has the address: no deposits', async () => {
  assert.deepEqual((await bounce({ to: address() })).body, { deposits: [] });
});

test('years 6: withdrawn and closed deposits are left alone, and the reason may be missing', async () => {
  const email = address();
  const gone = await demo.start({ tenantEmail: email });
  await gone.play('withdraw');
  const it = await demo.start({ ...naturalTenant('tenant2'), tenant2Email: email });
  assert.deepEqual((await bounce({ to: email })).body.deposits, [it.id]);
  assert.equal((await bounced(it, 2)).reason, null);
  assert.equal(await bounced(it, 1), null);
});

for (const [what, body] of [
  ['no address', {}],
  ['something else as the address', { to: 'nobody' }],
  ['an empty reason', { to: 'a@b.example', reason: '' }],
  ['a day instead of an instant', { to: 'a@b.example', at: '2026-03-01' }],
  ['an instant in the future', { to: 'a@b.example', at: '2099-01-01T00:00:00Z' }],
  ['an unknown member', { to: 'a@b.example', deposit: 'x' }],
] as const) {
  test(`years 6: ${what} is 422`, async () => assert.equal((await bounce(body)).status, 422));
}

test('years 6: cleared when another address is confirmed, and noted again when that one fails', async () => {
  const [email, next] = [address(), address()];
  const it = await demo.start({ tenantEmail: email });
  await reach('signed', it);
  await bounce({ to: email });
  await it.play('change-contact', { by: 'manager', tenant: 1, email: next });
  assert.notEqual(await bounced(it), null, 'not before it is confirmed');
  await it.play('confirm-contact', { tenant: 1 });
  assert.equal(await bounced(it), null);
  assert.deepEqual((await bounce({ to: email })).body.deposits, [], 'nobody has the former address');
  await bounce({ to: next });
  assert.notEqual(await bounced(it), null);
  // The same address, confirmed once more: it works again.
  await it.play('change-contact', { by: 'tenant', tenant: 1, email });
  await it.play('confirm-contact', { tenant: 1 });
  assert.equal(await bounced(it), null);
});

test('years 4: the manager’s page shows it and asks for another address', async () => {
  const email = address();
  const it = await demo.start({ tenantEmail: email });
  const manager = await signIn(service, demo.managerEmail);
  const path = `/manager/deposits/${it.id}`;
  assert.doesNotMatch((await manager.page(path)).text, /E-Mail kam zurück/);
  await bounce({ to: email, reason: '<b>weg</b>' });
  const { text } = await manager.page(path);
  assert.match(text, /E-Mail kam zurück[^]*&lt;b&gt;weg&lt;\/b&gt;/);
  assert.ok(text.includes(`href="${path}/tenants/1"`));
});

const report = (to: string, { action = 'failed', status = '5.1.1' } = {}): string =>
  [
    'From: MAILER-DAEMON@mail.example',
    'To: deposits@depono.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Date: Mon, 02 Mar 2026 09:00:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I am sorry.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 User',
    '    unknown',
    'Last-Attempt-Date: Mon, 02 Mar 2026 08:30:00 +0100',
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'Subject: Bitte unterzeichnen',
    '',
    'Guten Tag',
    '--b1--',
    '',
  ].join('\r\n');

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await wait(50);
}
const inside = (name: string): string[] => {
  try {
    return readdirSync(join(folder, name));
  } catch {
    return [];
  }
};

test('years 4: notifications in a folder are read (RFC 3464), delays and others are not bounces', async () => {
  const [email, late] = [address(), address()];
  const [it, delayed] = [await demo.start({ tenantEmail: email }), await demo.start({ tenantEmail: late })];
  writeFileSync(join(folder, '1.eml'), report(email));
  writeFileSync(join(folder, '2.eml'), report(late, { action: 'delayed', status: '4.4.1' }));
  writeFileSync(join(folder, '3.eml'), 'Subject: Abwesend\r\n\r\nIch bin in den Ferien.');
  writeFileSync(join(folder, '.4.eml'), report(late));
  await until(() => inside('done').length === 2 && inside('refused').length === 2);
  assert.deepEqual(inside('done').toSorted(), ['1.eml', '2.eml']);
  assert.deepEqual(inside('refused').toSorted(), ['3.eml', '3.eml.reason.txt']);
  assert.match(readFileSync(join(folder, 'refused', '3.eml.reason.txt'), 'utf8'), /RFC 3464/);
  assert.deepEqual(await bounced(it), { at: '2026-03-02T07:30:00.000Z', reason: '550 5.1.1 User unknown' });
  assert.equal(await bounced(delayed), null);
  assert.equal((await told(demo.managerEmail, email)).length, 1);

  // The same once more, now in a Maildir: nothing is noted twice.
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new', '1.eml'), report(email));
  await until(() => inside('done').length === 3);
  assert.equal((await told(demo.managerEmail, email)).length, 1);
});
