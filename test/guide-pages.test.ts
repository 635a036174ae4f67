import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OUTCOME_CODES } from '../src/partner/codes.ts';
import { GUIDES } from '../src/reference/guides.ts';
import { newBrowser } from './support/manager.ts';
import { created, setUpPartner } from './support/partner.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';

let service: Service;
const pages = new Map<string, string>();
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  for (const { path } of GUIDES) pages.set(path, await textOf(path));
});
after(() => service.stop());

const FIRST = '/docs/partner/first-deposit';
const ROOT = join(import.meta.dirname, '..');

async function textOf(path: string): Promise<string> {
  const { status, text } = await service.call('GET', path);
  assert.equal(status, 200, path);
  return text;
}

const codeOf = (text: string): string => [...text.matchAll(/<pre[^]*?<\/pre>/g)].map(([block]) => block).join('\n');

test('partner-kit.md 5: old addresses lead to the new ones', async () => {
  for (const path of ['/docs', '/docs/partner', '/docs/partner-guide']) {
    const response = await fetch(`${service.address}${path}`, { redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [301, FIRST], path);
  }
});

test('partner-kit.md 5: the first deposit is in the first screen of the first page', () => {
  const text = (pages.get(FIRST) ?? '').replace(/^[^]*?<article>/, '');
  const before = text
    .slice(0, text.indexOf('curl'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  assert.ok(before.split(' ').length < 60, before);
});

for (const guide of GUIDES) {
  test(`partner-kit.md 5: ${guide.path} has a table of contents and anchors`, () => {
    const text = pages.get(guide.path) ?? '';
    const ids = [...text.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id = '']) => id);
    assert.equal(new Set(ids).size, ids.length);
    const contents = /<nav class="contents"[^]*?<\/nav>/.exec(text)?.[0] ?? '';
    const listed = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.ok(listed.length > 1, guide.path);
    assert.deepEqual(
      listed,
      [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id),
    );
    for (const id of ids) assert.ok(text.includes(`<a class="anchor" href="#${id}"`), id);
    assert.match(text, /aria-current="page"/);
  });

  test(`partner-kit.md 5: the links of ${guide.path} lead somewhere`, async () => {
    const text = pages.get(guide.path) ?? '';
    for (const [, href = ''] of text.replace(/^[^]*<main/, '').matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^https?:|^mailto:/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      if (path !== '' && !path.startsWith('/docs')) {
        const { status } = await service.call('GET', path);
        assert.ok(status < 400, `${href}: ${status}`);
        continue;
      }
      const target = path === '' ? text : (pages.get(path) ?? (await textOf(path)));
      assert.ok(anchor === undefined || target.includes(`id="${anchor}"`), href);
    }
  });
}

test('partner-kit.md 5: one table says what to do with each answer', () => {
  const guide = readFileSync(join(ROOT, 'docs/partner/answers.md'), 'utf8');
  const rows = [...guide.matchAll(/^\|[^|]*\|[^|]*\| `([a-z_]+)` \| `([a-z_]+)` \|/gm)];
  const told = new Map(rows.map(([, code = '', next]) => [code, next]));
  assert.deepEqual(Object.fromEntries(told), OUTCOME_CODES);
});

test('partner-kit.md 5: the receivers are the files that the tests run', () => {
  const shown = pages.get('/docs/partner/events') ?? '';
  const plain = shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
  const text = plain.replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  for (const file of ['receiver.ts', 'receiver.py', 'receiver.php', 'Receiver.java', 'Receiver.cs']) {
    const whole = readFileSync(join(ROOT, 'examples/receivers', file), 'utf8').trimEnd();
    assert.ok(text.includes(whole), file);
  }
});

test('partner-kit.md 5: examples use the address the service is asked at, or BASE_URL', async () => {
  for (const [path, text] of pages) {
    assert.ok(!codeOf(text).includes('$BASE_URL') || !path.startsWith('/docs/partner'), path);
  }
  assert.ok(codeOf(pages.get(FIRST) ?? '').includes(`&quot;${service.address}/webhook/custom&quot;`));
  const { port } = new URL(service.address);
  const local = await fetch(`http://localhost:${port}${FIRST}`).then((one) => one.text());
  assert.ok(codeOf(local).includes(`http://localhost:${port}/webhook/custom`));
  const evil = await service.call('GET', FIRST, { headers: { 'x-forwarded-host': 'evil.example' } });
  assert.doesNotMatch(evil.text, /evil/);
  const fixed = await startService({ env: { ...PRODUCTION, BASE_URL: 'https://deposits.test.example' } });
  try {
    const { text } = await fixed.call('GET', FIRST);
    assert.ok(codeOf(text).includes('https://deposits.test.example/webhook/custom'));
    assert.equal((await fixed.call('GET', '/docs/partner/testing')).status, 404);
    // What production does not serve is named without a link.
    for (const { path, isForTests } of GUIDES) {
      if (isForTests === true) continue;
      assert.doesNotMatch((await fixed.call('GET', path)).text, /href="\/docs\/(?:partner\/testing|sandbox)/, path);
    }
  } finally {
    await fixed.stop();
  }
});

test('partner-kit.md 5: signed in, examples have the own path and organization, and never a key', async () => {
  const partner = await setUpPartner(service, { integration: 'rimo-r5' });
  const email = 'integrator@vendor.example';
  await created(
    service.operator('POST', `/partners/${partner.partnerId}/contacts`, { email, name: 'Ida', role: 'viewer' }),
  );
  const browser = newBrowser(service, '/partner');
  await browser.post('/partner/sign-in', { email });
  const { mails } = (await service.sandbox('GET', `/mailbox?to=${email}`)).body;
  const link = /https?:\S+(\/partner\/sign-in\/\S+)/.exec(mails[0].text)?.[1] ?? '';
  const { text: form } = await browser.get(link);
  await browser.post(/action="([^"]+)"/.exec(form)?.[1] ?? link);
  const { text } = await browser.page(FIRST);
  assert.ok(text.includes('Signed in as'), text.slice(-2000));
  const code = codeOf(text);
  assert.ok(code.includes('/webhook/rimo-r5') && !code.includes('/webhook/custom'));
  assert.ok(code.includes(`x-external-org-id: ${partner.externalOrgId}`));
  assert.ok(code.includes(`x-org-id: ${partner.organizationId}`));
  assert.ok(code.includes('$API_KEY') && !text.includes(partner.apiKey));
  assert.ok(text.includes('Keys are stored as hashes'));
  const { text: collection } = await browser.get('/docs/partner/collection.json');
  const { variable } = JSON.parse(collection);
  const valueOf = (key: string): string => variable.find((one: any) => one.key === key).value;
  assert.deepEqual([valueOf('externalOrgId'), valueOf('apiKey')], [partner.externalOrgId, '']);
  assert.match(collection, /webhook\/rimo-r5/);
});

test('5: the search works without scripts', async () => {
  const found = async (query: string): Promise<string[]> => {
    const text = await textOf(`/docs/search?q=${encodeURIComponent(query)}`);
    const list = /<ol class="found">[^]*?<\/ol>/.exec(text)?.[0] ?? '';
    return [...list.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
  };
  assert.equal((await found('problem codes'))[0], '/docs/partner/answers#problem-codes');
  assert.ok((await found('CONTRACT_exists')).some((href) => href.startsWith('/docs/partner/answers')));
  assert.ok((await found('replay')).includes('/docs/api#call-replayDelivery'));
  assert.ok((await textOf('/docs/api')).includes('id="call-replayDelivery"'));
  assert.deepEqual(await found('no such word anywhere'), []);
  assert.deepEqual(await found(''), []);
  for (const query of ['<script>alert(1)</script>', '"><b>', '(((', '%', 'a'.repeat(5_000)]) {
    const text = await textOf(`/docs/search?q=${encodeURIComponent(query)}`);
    assert.doesNotMatch(text, /<script|<b>/);
  }
  await textOf('/docs/search?q=a&q=b');
});
