import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decideMove } from '../src/domain/lifecycle/moves.ts';
import { isRefused } from '../src/domain/lifecycle/move.ts';
import { renderDocument } from '../src/documents/render.ts';
import { signIn } from './support/manager.ts';
import { naturalTenant } from './support/payload.ts';
import { readPdf } from './support/pdf.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { context, depositAt } from './support/sample-deposit.ts';
import { sample } from './support/sample-document.ts';
import { startService, TOKEN, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';
import { openTenant } from './support/tenant.ts';

let service: Service;
let letterbox: Letterbox;
let insurer: ProviderVisitor;
let theirs: Stage;

const OFFER = { premiumPercent: 4, premiumMinimum: 80, phone: '+41 31 222 22 22' };

before(async () => {
  letterbox = await openLetterbox();
  service = await startService({ env: { SMTP_URL: letterbox.url, MAIL_FROM: 'Depono <deposits@depono.example>' } });
  insurer = await setUpProvider(service, 'insurer', { name: 'Versicherung am Berg', offer: OFFER });
  theirs = await stage(service, { insurerProviderId: insurer.id });
});
after(async () => {
  await verified(service);
  await service.stop();
  await letterbox.close();
});

const sha256 = (content: Buffer | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const plain = (page: string): string => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');

async function covered(answer: object): Promise<{ it: Play; record: any; tenant: string; second: string }> {
  const second = `zweite-${Math.random().toString(36).slice(2)}@mail.example`;
  const it = await theirs.start({ ...naturalTenant('tenant2'), tenant2Email: second });
  await reach('tenants', it, 'insurance');
  const [application] = await insurer.open(it.id);
  await insurer.answer(application.id, 'cover', answer);
  // Once more changes nothing.
  await insurer.answer(application.id, 'cover', answer);
  const tenant = String(it.sent['tenantEmail']);
  await it.mails(tenant, 'deposit_open');
  return { it, record: await it.record(), tenant, second };
}

const stored = async (id: string): Promise<Buffer> => {
  const response = await fetch(new URL(`/operator/api/documents/${id}`, service.baseUrl), {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};

const certificateOf = (record: any): any => {
  const found = record.documents.filter(({ kind }: any) => kind === 'certificate');
  assert.equal(found.length, 1, 'one certificate');
  return found[0];
};

test('insurance: on open tenants and manager get a certificate, attached to deposit_open', async () => {
  const { it, record, tenant, second } = await covered({ policyNumber: 'P-77', from: '2026-12-01', premium: 151.2 });
  assert.deepEqual(record.policy, { policyNumber: 'P-77', from: '2026-12-01', premium: 151.2 });
  const certificate = certificateOf(record);
  const { text, pages } = await readPdf(await stored(certificate.id));
  assert.equal(pages.length, 1);
  for (const part of [
    'Versicherungszertifikat',
    'ab dem 01.12.2026',
    'Versicherung am Berg Bankgasse 7, 9000 St. Gallen +41 31 222 22 22',
    'P-77',
    'CHF 151.20 pro Jahr',
    'CHF 3’560.00',
    'Seestrasse 12a, 8002 Zürich',
    'Lea Brunner',
    record.owner.name,
  ]) {
    assert.ok(text.includes(part), `${part}: ${text}`);
  }
  const attached = [{ name: 'Versicherungszertifikat.pdf', sha256: certificate.sha256 }];
  for (const to of [tenant, second, theirs.managerEmail]) {
    const mails = await it.mails(to, 'deposit_open');
    assert.equal(mails.length, 1, to);
    assert.deepEqual([mails[0].attachments, mails[0].state], [attached, 'done']);
  }
  const [asked] = await it.mails(tenant, 'tenant_sign');
  assert.deepEqual(asked.attachments, []);
  const [{ id }] = (await it.mails(tenant, 'deposit_open')) as [{ id: string }];
  const headers = { authorization: `Basic ${btoa(`any:${TOKEN}`)}` };
  const page = await service.call('GET', `/sandbox/mailbox/${id}`, { headers });
  assert.match(plain(page.text), new RegExp(`Versicherungszertifikat\\.pdf SHA-256 ${certificate.sha256}`));
  const file = await service.call('GET', `/sandbox/mailbox/${id}/attachments/${certificate.id}`, { headers });
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf']);
  const [agreement] = record.documents;
  const none = await service.call('GET', `/sandbox/mailbox/${id}/attachments/${agreement.id}`, { headers });
  assert.equal(none.status, 404, 'only what is attached');
});

test('insurance: real mail carries the certificate', async () => {
  const { it, record, tenant } = await covered({ policyNumber: 'P-78' });
  const { sha256: hash } = certificateOf(record);
  const mine = letterbox.mails.filter(
    ({ envelope, email }) => envelope.includes(tenant) && email.text?.includes(it.contractId),
  );
  const open = mine.find(({ email }) => /in Kraft/.test(email.subject ?? '')) ?? assert.fail('no mail');
  const [file, ...more] = open.email.attachments;
  assert.deepEqual(
    [file?.filename, file?.mimeType, more.length],
    ['Versicherungszertifikat.pdf', 'application/pdf', 0],
  );
  assert.equal(sha256(Buffer.from(file?.content as ArrayBuffer)), hash);
});

test('insurance: the insurer’s own certificate is stored and sent as it is', async () => {
  const own = await renderDocument(sample('withdrawal', 'fr'));
  const { it, record, tenant } = await covered({ policyNumber: 'P-79', certificate: own.toString('base64') });
  const { id, sha256: hash } = certificateOf(record);
  assert.equal(hash, sha256(own));
  assert.deepEqual(await stored(id), own);
  const [mail] = await it.mails(tenant, 'deposit_open');
  assert.deepEqual(mail.attachments, [{ name: 'Versicherungszertifikat.pdf', sha256: hash }]);

  const page = await (await openTenant(it, tenant)).get();
  assert.match(page.text, new RegExp(`/documents/${id}[^>]*>Versicherungszertifikat`));
  const clara = await signIn(service, theirs.managerEmail);
  const shown = (await clara.page(`/manager/deposits/${it.id}`)).text;
  assert.match(shown, new RegExp(`/documents/${id}"`));
  assert.match(plain(shown), /Police P-79/);
});

test('insurance: by the operator’s hand there is a certificate too, without a policy number', async () => {
  const it = await theirs.start();
  await reach('tenants', it, 'insurance');
  await it.operator('cover');
  await it.mails(theirs.managerEmail, 'deposit_open');
  const { text } = await readPdf(await stored(certificateOf(await it.record()).id));
  assert.doesNotMatch(text, /Police/);
  assert.match(text, /CHF 149\.50 pro Jahr/, 'the price that was offered');
});

test('insurance: no mail is queued before the certificate is stored, and an attachment is no second one', () => {
  const moved = decideMove('confirm_cover', depositAt('awaiting_cover', 'insurance'), undefined, context);
  assert.ok(!isRefused(moved));
  assert.deepEqual(
    moved.effects.map(({ kind }) => kind),
    ['document'],
  );
  const [effect] = moved.effects;
  assert.ok(effect?.kind === 'document');
  const people = (effect.document.mails ?? []).map(({ mail }) => [mail.facts.kind, mail.to.email]);
  assert.deepEqual(new Set(people.map(([kind]) => kind)), new Set(['deposit_open']));
  assert.equal(people.length, 1 + moved.deposit.terms.tenants.length);
  assert.equal(moved.links.length, moved.deposit.terms.tenants.length, 'the links are stored with the move');
});

test('insurance: what the insurer pays is said at closing, and is paidOutAmountLandlord', async () => {
  const { it, tenant } = await covered({ policyNumber: 'P-80' });
  await it.play('start-closing', { by: 'manager', amountLandlord: 250 });
  const pays =
    /Die Versicherung bezahlt der Vermieterschaft CHF 250\.00 und fordert diesen Betrag von der Mieterschaft/;
  const [asked] = await it.mails(tenant, 'closing_consent');
  assert.match(plain(asked.text), pays);
  const lea = await openTenant(it, tenant);
  assert.match(plain((await lea.get()).text), pays);
  const clara = await signIn(service, theirs.managerEmail);
  const shown = async (): Promise<string> => plain((await clara.page(`/manager/deposits/${it.id}`)).text);
  assert.match(await shown(), pays);
  await it.play('consent', { by: 'tenant' });
  const [claim] = await insurer.open(it.id);
  await insurer.answer(claim.id, 'paid', { amount: 240.5 });
  const [end] = await insurer.open(it.id);
  await insurer.answer(end.id, 'ended');
  const record = await it.record();
  assert.deepEqual([record.state, record.paidOutAmountLandlord, record.paidOutAmountTenant], ['closed', 240.5, 0]);
  const paid = /Die Versicherung hat der Vermieterschaft CHF 240\.50 bezahlt/;
  const [closed] = await it.mails(tenant, 'deposit_closed');
  assert.match(plain(closed.text), paid);
  assert.match(plain((await lea.get()).text), paid);
  assert.match(await shown(), paid);
});

test('insurance: nothing claimed, nothing said of a payment', async () => {
  const { it, tenant } = await covered({ policyNumber: 'P-81' });
  await it.play('start-closing', { by: 'manager', amountLandlord: 0 });
  await it.play('consent', { by: 'tenant' });
  const [end] = await insurer.open(it.id);
  await insurer.answer(end.id, 'ended');
  const [closed] = await it.mails(tenant, 'deposit_closed');
  assert.doesNotMatch(closed.text, /bezahlt/);
  assert.equal((await it.record()).paidOutAmountLandlord, 0);
});
