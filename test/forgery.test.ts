import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildWorld, OTHER_CELL, request, type Sent, type World } from './support/access.ts';
import { signInLinks } from './support/manager.ts';
import { setUpPartner } from './support/partner.ts';
import { accessOf } from './support/routes.ts';
import { startService } from './support/service.ts';
import { FIELDS, filled, formsOf, INTERFACE, pagesOf, sent } from './support/walk.ts';
import { freePort } from './support/free-port.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.stop());

/** The headers of a browser for a form on another site. */
const FOREIGN: [name: string, headers: Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
  ['our host with another port', { origin: 'http://localhost:1' }],
  ['no origin that can be told', { origin: 'null' }],
  ['an invalid origin', { origin: 'localhost' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of the same site', { 'sec-fetch-site': 'same-site' }],
];

const ofMembers = () => formsOf(world).filter((route) => ['member', 'administrator'].includes(accessOf(route)));
const ofTenants = () => formsOf(world).filter((route) => accessOf(route) === 'tenant_link');

function post(route: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Sent> {
  const isTenants = ofTenants().includes(route);
  const path = filled(world, route, isTenants ? 'tenant 1' : 'administrator');
  return request(world.service, 'POST', path, { headers, body: new URLSearchParams({ ...FIELDS, ...fields }) });
}

describe('a forged form changes nothing:', () => {
  test('there are forms to forge', () => {
    assert.ok(ofMembers().length >= 25 && ofTenants().length >= 6);
  });

  test('of a manager, without the session’s token', async () => {
    const before = await world.stored();
    const { headers } = world.roles.administrator;
    const tokens = [null, '', 'x', world.roles.member.formToken, world.roles['administrator elsewhere'].formToken];
    for (const route of ofMembers()) {
      for (const token of tokens) {
        const { status } = await post(route, token === null ? {} : { token }, headers);
        assert.equal(status, 403, `${route} with ${token}`);
      }
    }
    assert.deepEqual(await world.stored(), before);
    assert.equal((await sent(world, 'GET /manager/account', 'administrator')).status, 200);
  });

  for (const [name, says] of FOREIGN) {
    test(`from ${name}`, async () => {
      const before = await world.stored();
      const { headers, formToken } = world.roles.administrator;
      for (const route of formsOf(world)) {
        const { status, text } = await post(route, { token: formToken ?? '' }, { ...headers, ...says });
        assert.equal(status, 403, route);
        assert.ok(!text.includes('name="token"'), `${route}: the answer has no form that could be sent on`);
      }
      assert.deepEqual(await world.stored(), before);
      assert.equal((await sent(world, 'GET /manager/account', 'administrator')).status, 200);
    });
  }

  test('the same form from our own page is accepted', async () => {
    const { headers, formToken } = world.roles.administrator;
    const { origin } = new URL(world.service.baseUrl);
    const ours = { ...headers, origin, 'sec-fetch-site': 'same-origin' };
    const answer = await post('POST /manager/account/language', { token: formToken ?? '', language: 'de' }, ours);
    assert.deepEqual([answer.status, answer.location], [303, '/manager/account?done=language']);
    assert.equal((await post('POST /t/:token/sign', {}, { origin, 'sec-fetch-site': 'same-origin' })).status, 409);
  });
});

test('a form that is too large, or has too many fields, is not shown again', async () => {
  const before = await world.stored();
  const bodies = ['x=&'.repeat(1_001), `x=${'x'.repeat(256 * 1024)}`];
  for (const route of ['POST /manager/deposits/:id/edit', 'POST /t/:token/sign']) {
    for (const role of ['nobody', 'administrator', 'tenant 1'] as const) {
      for (const body of bodies) {
        const headers = { ...world.roles[role].headers, 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await request(world.service, 'POST', filled(world, route, role), { headers, body });
        assert.equal(answer.status, 413, route);
        assert.ok(answer.text.length < 5_000, route);
      }
    }
  }
  assert.deepEqual(await world.stored(), before);
});

/** Unusual addresses and fields. */
const ODD: [path: string, status: number][] = [
  ['/manager/deposits?q=%00', 200],
  ['/manager/deposits?q=%ff%fe', 200],
  ['/manager/deposits?after=%00&sort=__proto__', 200],
  ['/manager/deposits?from=-271821-04-20&to=9999-99-99', 200],
  ['/manager/deposits.csv?q=%00', 200],
  ['/manager/deposits/%00', 404],
  ['/manager/deposits/..%2f..%2foperator%2fapi', 404],
  ['/manager/import-errors?contract=%00', 200],
  ['/manager/import-errors?before=-271821-04-20T00:00:00.000Z_00000000-0000-7000-8000-000000000000', 200],
  ['/manager/organization?organization=%00', 404],
  ['/manager/deposits/new?from=%00', 404],
  ['/import-deposit?externalContractId=%00&tenantType=__proto__&rentalDeposit=1e999', 200],
  ['/manager/account?done=__proto__', 200],
  ['/manager/%', 404],
  ['/t/%00', 404],
  ['/documents/%00', 404],
  ['/assets/__proto__', 404],
  ['/assets/..%2f..%2fhtml.ts', 404],
];
for (const [path, status] of ODD) {
  test(`${status} ${path}`, async () => {
    const { headers } = world.roles.administrator;
    assert.equal((await request(world.service, 'GET', path, { headers })).status, status);
  });
}

describe('no one is redirected to another host:', () => {
  const ELSEWHERE = [
    'https://evil.example/manager',
    '//evil.example/manager',
    '/\\evil.example/manager',
    '\\\\evil.example',
    '/%09/evil.example',
    '/manager/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/manager\r\nset-cookie: depono=x',
  ];
  const parameters = ['next', 'lang', 'done', 'from', 'organization'];

  test('by a parameter of any page', async () => {
    for (const route of pagesOf(world).filter((one) => one.startsWith('GET '))) {
      const isTenants = accessOf(route) === 'tenant_link';
      const role = isTenants ? 'tenant 1' : 'administrator';
      for (const evil of ELSEWHERE) {
        const query = new URLSearchParams(parameters.map((name) => [name, evil]));
        const { status, location, headers, text } = await sent(
          world,
          route,
          role,
          `${filled(world, route, role)}?${query}`,
        );
        assert.ok(status < 500, `${route} ${evil}`);
        // A link that was requested in another cell is opened there.
        const isOfCell = route.includes('/at/:cell/') && location.startsWith(`${OTHER_CELL}/manager/sign-in/`);
        if (location !== '' && !isOfCell)
          assert.match(location, /^\/(?:manager|operator|provider|partner|t)(?:[/?]|$)|^\/docs/, `${route} ${evil}`);
        assert.doesNotMatch(headers.get('set-cookie') ?? '', /depono=x/);
        assert.doesNotMatch(
          text,
          /(?:href|src|action)="(?:https?:\/\/evil|\/\/evil|\/\\|javascript:|data:)/i,
          `${route} ${evil}`,
        );
      }
    }
  });

  test('by signing in, or by requesting a link', async () => {
    for (const evil of ELSEWHERE) {
      const body = new URLSearchParams({ email: 'niemand@mail.example', next: evil });
      const asked = await request(world.service, 'POST', `/manager/sign-in?lang=${encodeURIComponent(evil)}`, { body });
      assert.deepEqual([asked.status, asked.location], [303, '/manager/sign-in/sent?lang=de'], evil);
      const link = await request(world.service, 'POST', `/t/new-link?lang=${encodeURIComponent(evil)}`, { body });
      assert.deepEqual([link.status, link.location], [303, '/t/new-link?lang=de&sent'], evil);
    }
  });

  test('by a mail: its links use our host, whatever host a request names', async () => {
    const { ours, service } = world;
    const email = ours.managerEmail;
    const known = new Set(await signInLinks(service, email));
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    await request(service, 'POST', '/manager/sign-in', { headers, body: new URLSearchParams({ email }) });
    const mails = (await ours.mails(email)).filter(({ kind }) => kind === 'sign_in');
    assert.ok(mails.length > known.size);
    for (const { links } of mails) assert.ok(links.every((link: string) => link.startsWith(`${service.baseUrl}/`)));
  });
});

describe('over TLS', () => {
  test('cookies are bound to the host, and only those count', async () => {
    const port = await freePort();
    const baseUrl = 'https://depono.example';
    const service = await startService({ env: { BASE_URL: baseUrl, PORT: String(port) } });
    try {
      const at = { ...service, baseUrl: `http://127.0.0.1:${port}` };
      const partner = await setUpPartner(service);
      const body = new URLSearchParams({ email: partner.managerEmail });
      const asked = await request(at, 'POST', '/manager/sign-in', { body, headers: { origin: baseUrl } });
      const [link = ''] = await signInLinks(service, partner.managerEmail);
      const [browser = ''] = asked.headers.getSetCookie();
      const entered = await request(at, 'GET', link, { headers: { cookie: browser.split(';')[0] ?? '' } });
      const [session = ''] = entered.headers.getSetCookie();
      const FLAGS = /; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
      assert.match(browser, /^__Host-depono-browser=[\w-]{43}; Max-Age=900/);
      assert.match(session, /^__Host-depono=[\w-]{43}/);
      for (const line of [browser, session]) {
        assert.match(line, FLAGS);
        assert.doesNotMatch(line, /domain/i);
      }
      const [cookie = ''] = session.split(';');
      const look = async (brought: string): Promise<number> =>
        (await request(at, 'GET', '/manager/account', { headers: { cookie: brought } })).status;
      assert.equal(await look(cookie), 200);
      assert.equal(await look(cookie.replace('__Host-', '')), 303, 'a neighbour could set that one');
    } finally {
      await service.stop();
    }
  });
});

describe('every page', () => {
  const POLICY =
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";
  const OPEN = new Set([
    'GET /assets/:name',
    'GET /brand/colour/:name',
    'GET /brand/logo/:name',
    'GET /healthz',
    'GET /readyz',
    'GET /openapi.json',
    'GET /openapi-partner.json',
    'GET /documents/conformance-probe',
    'GET /docs/partner/collection.json',
  ]);

  /** As the visitor with the most access: the page, and its refusals. */
  const VISITORS = [
    'nobody',
    'administrator',
    'partner admin',
    'tenant 1',
    'expired link',
    'document link',
    'mailbox',
  ] as const;

  async function pages(): Promise<[route: string, answer: Sent][]> {
    const routes = world.routes.filter(
      (route) => !OPEN.has(route) && (!INTERFACE.test(route) || /^\S+ \/(?!partner\/api\/).*mailbox/.test(route)),
    );
    const all: [string, Sent][] = [];
    for (const route of routes.filter((one) => !one.includes('/sandbox/api'))) {
      for (const role of VISITORS) {
        if (route.startsWith('POST ') && role !== 'nobody') continue;
        // A mail has styles of its own.
        if (route.endsWith('/mailbox/:id/html') && role === 'partner admin') continue;
        all.push([`${route} for ${role}`, await sent(world, route, role)]);
      }
    }
    const headers = { accept: 'text/html' };
    all.push(['a page that is not there', await request(world.service, 'GET', '/nowhere', { headers })]);
    const { headers: known } = world.roles.administrator;
    all.push(['a deposit that is not', await request(world.service, 'GET', '/manager/deposits/x', { headers: known })]);
    const large = new URLSearchParams({ a: 'x'.repeat(300_000) });
    all.push(['too much', await request(world.service, 'POST', '/manager/sign-in', { body: large })]);
    return all;
  }

  test('has a content policy, is not cached, and has no inline script or style', async () => {
    let seen = 0;
    for (const [what, { status, headers, text }] of await pages()) {
      assert.ok(status < 500, what);
      const type = headers.get('content-type') ?? '';
      const isPlain = type.startsWith('text/plain') || type === '';
      if (isPlain && [301, 302, 308, 401, 404].includes(status)) continue;
      assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
      assert.match(headers.get('cache-control') ?? '', /no-store/, what);
      assert.notEqual(headers.get('content-security-policy'), null, what);
      if (!type.startsWith('text/html')) continue;
      seen++;
      assert.equal(headers.get('content-security-policy'), POLICY, what);
      assert.equal(headers.get('referrer-policy'), 'same-origin', what);
      for (const [tag] of text.matchAll(/<[a-z][^>]*>/gi)) {
        const names = [...tag.replaceAll(/"[^"]*"/g, '""').matchAll(/\s([\w-]+)=/g)].map(([, name = '']) => name);
        const inline = names.filter((name) => name === 'style' || /^on/i.test(name));
        assert.deepEqual(inline, [], `${what}: ${tag}`);
        if (/^<script/i.test(tag)) assert.match(tag, / src="\/assets\//, `${what}: ${tag}`);
        assert.doesNotMatch(tag, /^<(?:style|base|object|embed|meta http-equiv="(?!refresh" content="\d))/i, what);
        assert.doesNotMatch(tag, /="\s*(?:javascript|vbscript|data):/i, what);
      }
    }
    assert.ok(seen > 60, `${seen} pages`);
  });
});
