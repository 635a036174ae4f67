import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn } from './support/manager.ts';
import { advance, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
});
after(() => service.stop());

type Mail = { kind: string; text: string; subject: string; at: string };
const mailsTo = async (email: string, kind: string): Promise<Mail[]> => {
  const { body } = await service.sandbox('GET', `/mailbox?to=${encodeURIComponent(email)}`);
  return body.mails.filter((mail: Mail) => mail.kind === kind);
};
const managerOf = async ({ organizationId, managerEmail }: Stage): Promise<any> => {
  const { body } = await service.operator('GET', `/organizations/${organizationId}/members`);
  return body.members.find(({ email }: any) => email === managerEmail);
};
const choose = async (on: Stage, notifications: unknown): Promise<any> => {
  const { id } = await managerOf(on);
  return service.operator('PATCH', `/organizations/${on.organizationId}/members/${id}`, { notifications });
};

test('years 6: each is the default; daily is one mail a day, with what came since, and none on a day without news', async () => {
  const on = await stage(service);
  assert.equal((await managerOf(on)).notifications, 'each');
  await on.start();
  assert.equal((await mailsTo(on.managerEmail, 'deposit_imported')).length, 1);
  const { status, body } = await choose(on, 'daily');
  assert.deepEqual([status, body.notifications], [200, 'daily']);
  const [one, other] = [await on.start(), await on.start()];
  assert.equal((await mailsTo(on.managerEmail, 'deposit_imported')).length, 1, 'no mail per import any more');
  assert.deepEqual(await mailsTo(on.managerEmail, 'daily_digest'), []);
  await advance(service, 'P1D');
  const [digest, ...more] = await mailsTo(on.managerEmail, 'daily_digest');
  assert.ok(digest !== undefined && more.length === 0);
  assert.match(digest.text, new RegExp(one.contractId));
  assert.match(digest.text, new RegExp(other.contractId));
  assert.match(digest.text, /\/manager$/m);
  const time = Temporal.Instant.from(digest.at).toZonedDateTimeISO('Europe/Zurich').toPlainTime();
  assert.equal(time.hour, 7);
  await advance(service, 'P3D');
  assert.equal((await mailsTo(on.managerEmail, 'daily_digest')).length, 1, 'no news, no digest');
  const later = await on.start();
  await advance(service, 'P1D');
  const digests = await mailsTo(on.managerEmail, 'daily_digest');
  assert.equal(digests.length, 2);
  assert.match(digests[0]?.text ?? '', new RegExp(later.contractId));
  assert.doesNotMatch(digests[0]?.text ?? '', new RegExp(one.contractId));
});

test('years 4: signed in advance counts as news too, the assistant still gets each mail, and each is back at once', async () => {
  const on = await stage(service, { preSigned: true });
  await choose(on, 'daily');
  const assistant = `hilfe-${Math.random().toString(36).slice(2)}@${on.domain}`;
  const it = await on.start({ assistentEmail: assistant });
  assert.deepEqual(await mailsTo(on.managerEmail, 'deposit_sent'), []);
  assert.equal((await mailsTo(assistant, 'deposit_sent')).length, 1);
  await choose(on, 'each');
  await on.start();
  assert.equal((await mailsTo(on.managerEmail, 'deposit_sent')).length, 1);
  await advance(service, 'P1D');
  const [digest] = await mailsTo(on.managerEmail, 'daily_digest');
  assert.match(digest?.text ?? '', new RegExp(it.contractId));
});

test('years 6: other values are 422', async () => {
  const on = await stage(service);
  for (const wrong of ['weekly', '', null, 1]) assert.equal((await choose(on, wrong)).status, 422);
});

test('years 4: members choose on their account page', async () => {
  const on = await stage(service);
  const manager = await signIn(service, on.managerEmail);
  const page = await manager.submit('/manager/account/notifications', { notifications: 'daily' });
  assert.match(page.text, /<option value="daily" selected>/);
  assert.equal((await managerOf(on)).notifications, 'daily');
  assert.equal((await manager.post('/manager/account/notifications', { notifications: 'never' })).status, 404);
});
