import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HOW_TO_PASS } from '../src/partner/pages/conformance/how-to-pass.ts';
import { REQUIREMENT_IDS, REQUIREMENTS, sectionOf } from '../src/domain/conformance/requirements.ts';
import type { ManagerBrowser } from './support/manager.ts';
import { newConsoleBrowser, signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { signInPartner } from './support/partner-contact.ts';
import { naturalTenant, payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { openReceiver, until, type Receiver } from './support/receiver.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';
import { openLetterbox } from './support/smtp.ts';

// partner-kit.md, section 4: runs and reports as pages.

let service: Service;
let ours: Stage;
let theirs: Stage;
let admin: ManagerBrowser;
let viewer: ManagerBrowser;
let stranger: ManagerBrowser;
let receiver: Receiver;

const RUNS = '/partner/conformance';

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', CALLBACK_ALLOW_PRIVATE: 'true' } });
  ours = await stage(service);
  theirs = await stage(service);
  receiver = await openReceiver({ status: 204 });
  admin = await signInPartner(service, ours, 'admin');
  viewer = await signInPartner(service, ours, 'viewer');
  stranger = await signInPartner(service, theirs, 'admin');
});
after(async () => {
  await receiver.close();
  await service.stop();
});

/** The id of the only connection of a partner. */
const connectionOf = (page: string): string => /name="connection" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page);

/** Starts a run on the page, and returns its address. */
async function start(by: ManagerBrowser): Promise<string> {
  const connection = connectionOf((await by.page(RUNS)).text);
  const { status, location, text } = await by.post(RUNS, { connection });
  assert.equal(status, 303, text);
  return location as string;
}

/** The words of a requirement on a page, without markup. */
function partOf(page: string, id: string): string {
  const part = new RegExp(`<li id="${id.replace('.', '\\.')}">([\\s\\S]*?)(?:<li id="|</section>)`).exec(page)?.[1];
  return (part ?? assert.fail(id)).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const apiReport = async (url: string): Promise<any> =>
  (
    await service.call('GET', `/partner/api/conformance/${url.split('/').at(-1)}`, {
      headers: { 'x-api-key': ours.apiKey },
    })
  ).body;

describe('partner-kit 4: the pages of a run', () => {
  test('an admin starts one for each organization, a viewer does not; one at a time', async () => {
    assert.match((await viewer.page(RUNS)).text, /No run yet/);
    assert.doesNotMatch((await viewer.page(RUNS)).text, /<form method="post" action="\/partner\/conformance"/);
    const connection = connectionOf((await admin.page(RUNS)).text);
    assert.equal((await viewer.post(RUNS, { connection })).status, 403);
    assert.equal((await stranger.post(RUNS, { connection })).status, 404);
    const url = await start(admin);
    const again = await admin.post(RUNS, { connection });
    assert.equal(again.status, 409);
    assert.match(again.text, /A run is open in this organization already/);
    assert.match((await admin.page(RUNS)).text, new RegExp(`href="${url}">To the open run`));
    assert.equal((await viewer.post(`${url}/finish`)).status, 403);
    assert.equal((await stranger.post(`${url}/finish`)).status, 404);
    const finished = await admin.submit(`${url}/finish`);
    assert.match(finished.text, /The run is finished/);
    assert.doesNotMatch(finished.text, /data-live|http-equiv="refresh"/);
  });

  test('each requirement with title, the sentence it comes from, and its result as word and sign', async () => {
    const url = await start(admin);
    const { text } = await admin.page(url);
    const plain = text
      .replaceAll(/<\/?code>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
    for (const id of REQUIREMENT_IDS) {
      assert.ok(plain.includes(REQUIREMENTS[id].title.en), id);
      assert.ok(plain.includes(REQUIREMENTS[id].sentence.replaceAll('`', '')), id);
      assert.ok(plain.includes(sectionOf(id)), id);
      assert.match(partOf(text, id), /○ not seen/);
      assert.ok(partOf(text, id).includes(HOW_TO_PASS.en[id]), id);
    }
    assert.match(text, /no callback/);
    await admin.submit(`${url}/finish`);
  });

  test('is live without scripts, until it is told not to be', async () => {
    const url = await start(admin);
    const { text } = await admin.page(url);
    assert.match(text, /<noscript><meta http-equiv="refresh" content="5" \/><\/noscript>/);
    assert.match(text, /data-live="5"/);
    const still = (await admin.page(`${url}?live=off`)).text;
    assert.doesNotMatch(still, /http-equiv="refresh"|data-live/);
    await ours.open(payload());
    const live = (await admin.page(url)).text;
    assert.match(partOf(live, 'open.natural'), /✓ passed/);
    await admin.submit(`${url}/finish`);
  });

  test('evidence leads to the own calls; what the receiver answered is shown', async () => {
    await service.call('PUT', `/partner/api/connections/${ours.externalOrgId}/callback`, {
      headers: { 'x-api-key': ours.apiKey },
      body: { url: receiver.url },
    });
    const url = await start(admin);
    const sent = payload({ ...naturalTenant('tenant2'), tenant2Email: 'zwei@mail.example' });
    await ours.open(sent);
    const { text } = await until(async () => {
      const page = await admin.page(url);
      return /callback\.unknown[\s\S]*✓/.test(page.text) && /✕ <\/span>failed/.test(page.text) ? page : null;
    }, 'answers to all probes');
    assert.match(partOf(text, 'callback.accepts'), /✓ passed.*HTTP 204/);
    assert.match(partOf(text, 'callback.refuses_forged'), /✕ failed.*wrong signature.*HTTP 204/);
    const call = /<li id="open\.joint">[\s\S]*?href="(\/partner\/calls\/[^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
    assert.match((await viewer.page(call)).text, new RegExp(String(sent['externalContractId'])));
    await admin.submit(`${url}/finish`);
  });

  test('the report as JSON is that of the API, and its url is this page', async () => {
    const url = await start(admin);
    const { url: address } = await apiReport(url);
    assert.equal(address, `${service.baseUrl}${url}`);
    await admin.submit(`${url}/finish`);
    const { status, headers, text } = await viewer.get(`${url}/report.json`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="conformance-[0-9a-f-]+\.json"$/);
    assert.deepEqual(JSON.parse(text), await apiReport(url));
  });

  test('is compared with an earlier run of the same organization, and with no other', async () => {
    const before = await start(admin);
    await ours.open(payload());
    await admin.submit(`${before}/finish`);
    const now = await start(admin);
    const id = before.split('/').at(-1) as string;
    const { text } = await admin.page(`${now}?with=${id}`);
    assert.match(partOf(text, 'open.natural'), /○ not seen.*Earlier run: ✓ passed That has changed/);
    assert.match(partOf(text, 'open.legal'), /Earlier run: ○ not seen The same as now/);
    const foreign = await start(stranger);
    const other = (await admin.page(`${now}?with=${foreign.split('/').at(-1)}`)).text;
    assert.doesNotMatch(other, /Earlier run:/);
    assert.doesNotMatch((await admin.page(`${before}?with=${now.split('/').at(-1)}`)).text, /Earlier run:/);
    await stranger.submit(`${foreign}/finish`);
    await admin.submit(`${now}/finish`);
  });

  test('is read by the contacts of its partner and by operators, and by nobody else', async () => {
    const url = await start(admin);
    for (const path of [url, `${url}/report.json`]) {
      assert.equal((await viewer.get(path)).status, 200);
      assert.equal((await stranger.get(path)).status, 404);
      const nobody = await newConsoleBrowser(service).get(path);
      assert.deepEqual([nobody.status, nobody.location], [303, `/partner/sign-in?next=${encodeURIComponent(path)}`]);
    }
    const { body: others } = await service.operator('GET', '/operators');
    assert.ok(others.operators.length > 0);
    const reader = await created(
      service.operator('POST', '/operators', { email: 'liest@depono.example', name: 'Liest', role: 'viewer' }),
    );
    for (const operator of [await signInOperator(service), await signInOperator(service, reader.email)]) {
      const { text } = await operator.page(url);
      assert.match(text, /You read this report as an operator/);
      assert.doesNotMatch(text, /<form method="post"|href="\/partner\/calls/);
      assert.equal((await operator.get(`${url}/report.json`)).status, 200);
      assert.equal((await operator.get(`${RUNS}/00000000-0000-7000-8000-000000000000`)).status, 404);
    }
    for (const id of ['x', '00000000-0000-7000-8000-000000000000']) {
      assert.equal((await admin.get(`${RUNS}/${id}`)).status, 404);
    }
    await admin.submit(`${url}/finish`);
  });

  test('in German', async () => {
    const german = { 'accept-language': 'de-CH' };
    const url = await start(admin);
    const list = await admin.get(RUNS, german);
    assert.match(list.text, /<h1>Konformität<\/h1>/);
    const { text } = await admin.get(url, german);
    assert.match(text, /<html lang="de">/);
    for (const id of REQUIREMENT_IDS) {
      assert.ok(text.includes(REQUIREMENTS[id].title.de), id);
      assert.match(partOf(text, id), /○ nicht gesehen|[✓✕] (?:nicht )?bestanden/);
    }
    await admin.submit(`${url}/finish`);
  });
});

test('partner-kit 4: in production there are no such pages', async () => {
  const letterbox = await openLetterbox();
  const production = await startService({ env: { ...PRODUCTION, SMTP_URL: letterbox.url } });
  try {
    for (const path of [RUNS, `${RUNS}/00000000-0000-7000-8000-000000000000`]) {
      assert.equal(
        (await newConsoleBrowser({ ...production, baseUrl: production.address }).get(path)).status,
        404,
        path,
      );
    }
  } finally {
    await production.stop();
    await letterbox.close();
  }
});

test('partner-kit 4: docs/conformance.md lists every requirement with its title and the sentence it comes from', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/conformance.md'), 'utf8');
  for (const id of REQUIREMENT_IDS) {
    const { title, sentence } = REQUIREMENTS[id];
    const part = guide.split(`### \`${id}\``)[1]?.split('\n#')[0] ?? assert.fail(id);
    for (const text of [title.en, sentence, sectionOf(id)])
      assert.ok(part.replaceAll(/\n> ?/g, ' ').includes(text), `${id}: ${text}`);
    assert.ok(part.replaceAll(/\s+/g, ' ').replaceAll('`', '').includes(HOW_TO_PASS.en[id]), id);
  }
});
