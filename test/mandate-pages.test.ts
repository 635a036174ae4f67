import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { depono, settingsOf } from './support/depono.ts';
import { signIn } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { reach, stage, verified, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => (service = await startService()));
after(async () => {
  await verified(service);
  await service.stop();
});

const urlOf = ({ organizationId }: Stage): string => `/manager/organization/${organizationId}/mandates`;
const nameOf = async ({ organizationId }: Stage): Promise<string> =>
  (await service.operator('GET', `/organizations/${organizationId}`)).body.name;

async function untilDone(id: string): Promise<any> {
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await service.operator('GET', `/mandates/${id}`);
    if (body.state === 'done') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the mandate is not done');
}

test('administrators ask and agree on their pages, and follow the report', async () => {
  const [from, to, third] = [await stage(service), await stage(service), await stage(service)];
  const gone = await from.start({ externalContractId: 'PAGE-1' });
  await reach('tenants', gone);
  await from.start({ externalContractId: 'PAGE-2' });
  await to.start({ externalContractId: 'PAGE-2' });
  const [ours, theirs, others] = await Promise.all(
    [from, to, third].map(({ managerEmail }) => signIn(service, managerEmail)),
  );
  assert.ok(ours !== undefined && theirs !== undefined && others !== undefined);

  const organization = await ours.page(`/manager/organization?organization=${from.organizationId}`);
  assert.ok(organization.text.includes(urlOf(from)));
  const form = await ours.page(`${urlOf(from)}/new`);
  assert.ok(!form.text.includes(await nameOf(to)), 'no list of other organizations');
  const WRONG: [string, Record<string, string>, RegExp][] = [
    ['an unknown name', { target: 'Verwaltung', which: 'all' }, /Keine Organisation/],
    ['itself', { target: from.organizationId, which: 'all' }, /dieselbe Organisation/],
    ['no contract', { target: to.organizationId, which: 'chosen', contracts: ' ' }, /mindestens einen Vertrag/],
    ['an unknown contract', { target: to.organizationId, which: 'chosen', contracts: 'PAGE-1\nNONE-1' }, /NONE-1/],
  ];
  for (const [name, fields, expected] of WRONG) {
    const answer = await ours.post(`${urlOf(from)}/new`, fields);
    assert.equal(answer.status, 422, name);
    assert.match(answer.text, expected, name);
  }
  const sent = await ours.post(`${urlOf(from)}/new`, { target: await nameOf(to), which: 'all' });
  assert.equal(sent.status, 303, sent.text);
  const id = /mandates\/([^?]+)/.exec(sent.location ?? '')?.[1] ?? '';
  const asked = await ours.page(sent.location ?? '');
  assert.match(asked.text, /Die Anfrage ist gesendet[\s\S]*Ihre Organisation hat zugestimmt/);
  assert.ok(!asked.text.includes('PAGE-2'), 'which contracts the other one has is not told before it agrees');

  const [mail] = (await to.mails(to.managerEmail)).filter(({ kind }) => kind === 'mandate_asked');
  const page = await theirs.page(new URL(mail.links[0]).pathname);
  assert.match(page.text, /2 Mietkautionen\. Eine davon bleibt zurück/);
  assert.equal((await others.get(`${urlOf(third)}/${id}`)).status, 404);
  assert.equal((await others.post(`${urlOf(third)}/${id}/agree`, {})).status, 404);
  assert.equal((await others.post(`${urlOf(to)}/${id}/agree`, {})).status, 404);

  const agreed = await theirs.post(`${urlOf(to)}/${id}/agree`, {});
  assert.equal(agreed.status, 303, agreed.text);
  const done = await untilDone(id);
  assert.deepEqual([done.moved, done.conflicts.length], [1, 1]);
  assert.deepEqual([done.from.agreed.by, done.to.agreed.by], [from.managerEmail, to.managerEmail]);
  const report = await ours.page(`${urlOf(from)}/${id}`);
  assert.match(report.text, /Übergeben[\s\S]*PAGE-2/);
  const file = await ours.get(`${urlOf(from)}/${id}/report.csv`);
  assert.match(file.headers.get('content-type') ?? '', /text\/csv/);
  assert.match(file.text, /PAGE-2;contract_exists;/);
  assert.match((await ours.page(urlOf(from))).text, /→/);
  assert.equal((await ours.get(`/manager/deposits/${gone.id}`)).status, 404, 'the old organization no longer sees it');
  assert.equal((await theirs.get(`/manager/deposits/${gone.id}`)).status, 200);
  const late = await theirs.post(`${urlOf(to)}/${id}/reject`, {});
  assert.deepEqual([late.status, /inzwischen entschieden/.test(late.text)], [409, true]);
  const { body: audit } = await service.operator('GET', '/audit?limit=20');
  const ofMandate = audit.entries.filter(({ detail, subject }: any) => JSON.stringify([detail, subject]).includes(id));
  assert.ok(ofMandate.length >= 6, `asked, agreed and done are in the audit log of both: ${ofMandate.length}`);
});

test('a member who is no administrator looks on', async () => {
  const [from, to] = [await stage(service), await stage(service)];
  await from.start();
  const person = { email: `mitglied@${from.domain}`, firstName: 'Mia', lastName: 'Mitglied', language: 'en' };
  await created(service.operator('POST', `/organizations/${from.organizationId}/members`, person));
  const { id } = await created(
    service.sandbox('POST', '/mandates', { from: from.organizationId, to: to.organizationId }),
  );
  const member = await signIn(service, person.email);
  const page = await member.page(`${urlOf(from)}/${id}`);
  assert.ok(!page.text.includes('/agree"'));
  assert.equal((await member.post(`${urlOf(from)}/${id}/agree`, {})).status, 404);
  assert.equal((await member.get(`${urlOf(from)}/new`)).status, 404);
});

test('operators see mandates in the console and on the command line', async () => {
  const [from, to] = [await stage(service), await stage(service)];
  await from.start({ externalContractId: 'SEEN-1' });
  await to.start({ externalContractId: 'SEEN-1' });
  const { id } = await created(
    service.sandbox('POST', '/mandates', { from: from.organizationId, to: to.organizationId }),
  );
  const operator = await signInOperator(service);
  assert.ok((await operator.page('/operator/mandates')).text.includes(id));
  assert.match((await operator.page(`/operator/mandates/${id}`)).text, /Would stay behind[\s\S]*SEEN-1/);
  const env = settingsOf(service);
  const list = await depono(env, 'mandate', 'list');
  assert.deepEqual([list.code, list.errors], [0, '']);
  assert.match(list.output, new RegExp(`${id}.*asked`));
  const shown = await depono(env, 'mandate', 'show', id, '--json');
  const { body } = await service.operator('GET', `/mandates/${id}`);
  assert.deepEqual(JSON.parse(shown.output), body);
  assert.match((await depono(env, 'mandate', 'show', id)).output, /SEEN-1.*contract_exists/);
  assert.equal((await depono(env, 'mandate', 'show', 'none')).code, 1);
});
