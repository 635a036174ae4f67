import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';
import { onTheWire, type OnTheWire } from './support/wire.ts';

let service: Service;
let demo: Stage;
let link: string;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
  const it = await demo.start();
  link = (await openTenant(it, it.sent['tenantEmail'])).path;
});
after(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<OnTheWire> =>
  onTheWire(service.address, path, headers);
const encodingOf = ({ headers }: OnTheWire): string | undefined => headers['content-encoding'];
const asset = async (name: string): Promise<string> => {
  const { text } = await get('/manager/sign-in');
  return new RegExp(`/assets/${name}[^"]*`).exec(text)?.[0] ?? assert.fail(`${name} is not on the page`);
};

for (const [what, path] of [
  ['a page', async () => link],
  ['the style sheet', () => asset('depono.css')],
  ['a script', () => asset('passkeys.js')],
  ['JSON', async () => '/openapi.json'],
] as [string, () => Promise<string>][]) {
  test(`speed: ${what} is compressed as the browser accepts it, and is the same text`, async () => {
    const url = await path();
    const from = { 'sec-fetch-site': 'same-origin' };
    const plain = await get(url, from);
    assert.equal(plain.status, 200);
    assert.equal(encodingOf(plain), undefined);
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(url, { ...from, 'accept-encoding': encoding });
      assert.equal(encodingOf(packed), encoding);
      assert.equal(packed.text, plain.text);
      assert.equal(Number(packed.headers['content-length']), packed.bytes);
      assert.ok(packed.bytes < 0.5 * plain.bytes, `${packed.bytes} of ${plain.bytes}`);
    }
    for (const { headers } of [plain, await get(url, { ...from, 'accept-encoding': 'gzip' })]) {
      assert.match(headers.vary ?? '', /accept-encoding/i);
    }
    const both = await get(url, { ...from, 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(encodingOf(both), 'br');
  });

  test(`speed: HEAD of ${what} has the headers of GET, and no body`, async () => {
    const url = await path();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding, 'sec-fetch-site': 'same-origin' };
      const got = await get(url, headers);
      const head = await onTheWire(service.address, url, headers, 'HEAD');
      assert.equal(head.bytes, 0);
      for (const name of ['content-encoding', 'content-type', 'content-length', 'vary', 'etag']) {
        assert.equal(head.headers[name], got.headers[name], name);
      }
    }
  });
}

test('speed: the picture of the slip is compressed', async () => {
  const it = await demo.start();
  const tenant = await openTenant(it, it.sent['tenantEmail']);
  await tenant.submit('/sign', { typedName: 'Lea Brunner', consent: 'yes', product: 'bank_deposit' });
  await it.play('account-opened');
  const picture = await get(`${tenant.path}/slip.svg`, { 'accept-encoding': 'gzip' });
  assert.equal(encodingOf(picture), 'gzip');
  assert.match(picture.text, /^<svg /);
  const pdf = await get(`${tenant.path}/slip.pdf`, { 'accept-encoding': 'gzip, br' });
  assert.equal(encodingOf(pdf), undefined);
});

test('speed: each encoding of an asset has an ETag of its own, and what a browser has is not sent again', async () => {
  const url = await asset('depono.css');
  const tags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': encoding };
    const { etag = '' } = (await get(url, headers)).headers;
    assert.match(etag, /^"[^"]+"$/);
    tags.add(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(url, { ...headers, 'if-none-match': known });
      assert.deepEqual([again.status, again.bytes, again.headers.etag], [304, 0, etag]);
    }
    assert.equal((await get(url, { ...headers, 'if-none-match': '"other"' })).status, 200);
  }
  assert.equal(tags.size, 3);
});

test('speed: short answers, fonts and partner calls stay as they are', async () => {
  const accepts = { 'accept-encoding': 'gzip, br' };
  const { text } = await get(await asset('depono.css'));
  const font = /\/assets\/[a-z-]+\.woff2/.exec(text)?.[0] ?? assert.fail('no font');
  for (const path of ['/healthz', font, '/webhook/contract-status?ext-contract-id=X', '/webhook/events']) {
    assert.equal(encodingOf(await get(path, accepts)), undefined, path);
  }
});

for (const [what, path, headers, isCompressed] of [
  ['of another site, with a text of its choice', '/manager/sign-in?next=x', { 'sec-fetch-site': 'cross-site' }, false],
  ['of a neighbour of the site', '/manager/sign-in?next=x', { 'sec-fetch-site': 'same-site' }, false],
  ['of an older browser, from nowhere', '/manager/sign-in?next=x', {}, false],
  ['of an older browser, from another site', '/manager/sign-in?next=x', { referer: 'https://evil.example/' }, false],
  ['of an older browser, from what looks like us', '/manager/sign-in?next=x', { referer: 'localhost' }, false],
  ['of another site, without a text', '/manager/sign-in', { 'sec-fetch-site': 'cross-site' }, true],
  ['of our own pages', '/manager/sign-in?next=x', { 'sec-fetch-site': 'same-origin' }, true],
  ['typed by the person', '/manager/sign-in?next=x', { 'sec-fetch-site': 'none' }, true],
  ['of our own pages, in an older browser', '/manager/sign-in?next=x', { referer: 'OWN' }, true],
] as [string, string, Record<string, string>, boolean][]) {
  test(`no BREACH: a request ${what} is ${isCompressed ? '' : 'not '}compressed`, async () => {
    const own = headers['referer'] === 'OWN' ? { referer: `${service.address}/manager` } : headers;
    const answer = await get(path, { ...own, 'accept-encoding': 'gzip' });
    assert.equal(answer.status, 200);
    assert.equal(encodingOf(answer), isCompressed ? 'gzip' : undefined);
  });
}
