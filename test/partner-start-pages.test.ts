import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ManagerBrowser } from './support/manager.ts';
import { newPartnerBrowser, signInPartner } from './support/partner-contact.ts';
import { payload } from './support/payload.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { openReceiver, until, type Receiver } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

// partner-kit.md, section 3: what a partner does itself on its pages.

let service: Service;
let receiver: Receiver;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', CALLBACK_ALLOW_PRIVATE: 'true' } });
  receiver = await openReceiver({ status: 204 });
});
after(async () => {
  await receiver.close();
  await service.stop();
});

type Own = { partner: Stage; admin: ManagerBrowser; viewer: ManagerBrowser };

async function ownPages(): Promise<Own> {
  const partner = await stage(service);
  const [admin, viewer] = [
    await signInPartner(service, partner, 'admin'),
    await signInPartner(service, partner, 'viewer'),
  ];
  return { partner, admin, viewer };
}

const plain = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The commands of a page, as they are pasted. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(/<pre[^>]*><code>(curl [\s\S]*?)<\/code><\/pre>/g)].map(([, command = '']) => plain(command));

async function paste(command: string, env: Record<string, string> = {}): Promise<any> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}

describe('partner-kit 3: the first call on the start page', () => {
  test('an admin issues a key there; it is shown once, in calls that work as they are', async () => {
    const { partner, admin } = await ownPages();
    const { text } = await admin.submit('/partner/keys', { kind: 'open', next: 'start' });
    const key = /<code>(dpk_[^<]+)<\/code>/.exec(text)?.[1] ?? assert.fail(text);
    assert.notEqual(key, partner.apiKey);
    const [dryRun = '', call = ''] = commandsOf(text);
    assert.ok(dryRun.includes(key) && call.includes(key) && dryRun.includes('/webhook/custom/check'));
    const checked = await paste(dryRun);
    assert.deepEqual([checked.status, checked.body], [200, { success: true, result: 'success' }]);
    assert.deepEqual(await paste(call), { success: true, result: 'success' });
    assert.doesNotMatch((await admin.page('/partner')).text, new RegExp(key));
    const { text: later } = await admin.page('/partner/keys');
    assert.ok(!later.includes(key) && later.includes(key.split('_')[1] as string));
  });

  test('without a new key the calls name a variable; once a deposit is opened they are gone', async () => {
    const { partner, admin, viewer } = await ownPages();
    for (const browser of [admin, viewer]) {
      const [dryRun = ''] = commandsOf((await browser.page('/partner')).text);
      assert.match(dryRun, /-H "x-api-key: \$API_KEY"/);
      assert.equal((await paste(dryRun, { API_KEY: partner.apiKey })).status, 200);
    }
    assert.match((await admin.page('/partner')).text, /Issue a key and fill it in/);
    assert.doesNotMatch((await viewer.page('/partner')).text, /Issue a key and fill it in/);
    assert.equal((await viewer.post('/partner/keys', { kind: 'open', next: 'start' })).status, 403);
    await partner.open(payload());
    assert.deepEqual(commandsOf((await admin.page('/partner')).text), []);
  });

  test('a new status key comes with a call that reads', async () => {
    const { admin } = await ownPages();
    const { text } = await admin.submit('/partner/keys', { kind: 'status', name: 'server 1' });
    const [call = ''] = commandsOf(text);
    assert.match(call, /dwk_/);
    const { events, next } = await paste(call);
    assert.deepEqual([events, next], [[], 0]);
  });
});

test('partner-kit 3: the checklist follows what was done, up to the conformance report', async () => {
  const { partner, admin } = await ownPages();
  const doneSteps = async (): Promise<string[]> => {
    const { text } = await admin.page('/partner');
    return [...text.matchAll(/<h3>([^<]+)<\/h3><span class="state open">/g)].map(([, title = '']) => title);
  };
  assert.deepEqual(await doneSteps(), ['Organization connected']);
  const play = await partner.start();
  assert.deepEqual(await doneSteps(), [
    'Organization connected',
    'Key in use',
    'First deposit opened',
    'Every answer handled',
  ]);
  const api = (method: string, path: string, body?: unknown): Promise<any> =>
    service.call(method, `/partner/api${path}`, { headers: { 'x-api-key': partner.apiKey }, body });
  await api('PUT', `/connections/${partner.externalOrgId}/callback`, { url: receiver.url });
  await reach('open', play);
  await until(async () => (await doneSteps()).includes('Deliveries arrive'), 'a delivery');
  const { body: run } = await api('POST', '/conformance', { externalOrgId: partner.externalOrgId });
  assert.ok(!(await doneSteps()).includes('Conformance shown'));
  // The receiver accepts everything, also what is forged.
  await api('POST', `/conformance/${run.id}/finish`);
  assert.ok(!(await doneSteps()).includes('Conformance shown'));
  await api('DELETE', `/connections/${partner.externalOrgId}/callback`);
  const { body: second } = await api('POST', '/conformance', { externalOrgId: partner.externalOrgId });
  await api('POST', `/conformance/${second.id}/finish`);
  assert.ok((await doneSteps()).includes('Conformance shown'));
});

test('partner-kit 3: a wrong organization is handled once the contract was sent with the right one', async () => {
  const { partner, admin } = await ownPages();
  const isListed = async (contract: string): Promise<boolean> =>
    (await admin.page('/partner')).text.includes(`contract=${contract}"`);
  for (const [contract, organization] of [
    ['WRONG-1', 'unknown'],
    ['WRONG-2', ' '],
  ] as const) {
    const sent = payload({ externalContractId: contract });
    await partner.open(sent, { 'x-external-org-id': organization });
    await partner.open(payload());
    assert.equal(await isListed(contract), true);
    assert.equal((await partner.open(sent)).status, 200);
    assert.equal(await isListed(contract), false);
    await partner.open(sent, { 'x-external-org-id': organization });
    assert.equal(await isListed(contract), true, 'a later mistake counts again');
  }
});

test('partner-kit 3: every page in English and in German, for admin and viewer, and for nobody else', async () => {
  const { partner, admin, viewer } = await ownPages();
  const play = await partner.start();
  await partner.open(payload({ city: '' }));
  const first = async (page: string, path: RegExp): Promise<string> =>
    path.exec((await admin.page(page)).text)?.[1] ?? assert.fail(page);
  const pages: [path: string, english: RegExp, german: RegExp][] = [
    ['/partner', /Go-live checklist/, /Checkliste/],
    ['/partner/keys', /Last used/, /Zuletzt verwendet/],
    [await first('/partner/keys', /href="(\/partner\/keys\/[^"]+)"/), /Issued/, /Ausgestellt/],
    ['/partner/organizations', /<h1>Organizations/, /<h1>Organisationen/],
    [await first('/partner/organizations', /href="(\/partner\/organizations\/[^"]+)"/), /Callback/, /Callback/],
    ['/partner/deliveries', /<h1>Deliveries/, /<h1>Zustellungen/],
    ['/partner/calls', /<h1>Calls/, /<h1>Aufrufe/],
    [await first('/partner/calls', /href="(\/partner\/calls\/[^"]+)"/), /Payload/, /Nutzlast/],
    ['/partner/conformance', /<h1>Conformance/, /<h1>Konformität/],
    ['/partner/sandbox', /Your deposits/, /Ihre Kautionen/],
    [`/partner/sandbox/${play.id}`, /What comes next/, /So geht es weiter/],
    ['/partner/sandbox/mailbox', /<h1>Mailbox/, /<h1>Postfach/],
    ['/partner/changelog', /<h1>Changes/, /<h1>Änderungen/],
  ];
  for (const [path, english, german] of pages) {
    for (const browser of [admin, viewer]) {
      for (const [language, wanted] of [
        ['en', english],
        ['de', german],
      ] as const) {
        const { status, text } = await browser.get(path, { 'accept-language': language });
        assert.equal(status, 200, path);
        assert.match(text, new RegExp(`<html lang="${language}">`), path);
        assert.match(text, wanted, path);
        assert.doesNotMatch(text, /undefined|\[object/, path);
      }
    }
    const nobody = await newPartnerBrowser(service).get(path);
    assert.deepEqual([nobody.status, nobody.location], [303, `/partner/sign-in?next=${encodeURIComponent(path)}`]);
  }
});
