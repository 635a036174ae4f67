import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildWorld, request, speak, type RoleName, type World } from './support/access.ts';
import { isConsolePage, expected, isOtherMethod, outcomeOf, rowOf } from './support/matrix.ts';
import { accessOf } from './support/routes.ts';
import { FIELDS, filled, formsOf, sent } from './support/walk.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.stop());

/** Whatever is tried, the stored data is the same afterwards. */
function trick(name: string, tries: () => Promise<void>): void {
  test(name, async () => {
    const before = await world.stored();
    await tries();
    assert.deepEqual(await world.stored(), before);
  });
}

const headersOf = (role: RoleName): Record<string, string> => world.roles[role].headers;
const secretIn = (role: RoleName): string => /=([\w-]{43})/.exec(headersOf(role)['cookie'] ?? '')?.[1] ?? '';

/** The visitor with the most access to a page. */
function insiderOf(route: string): RoleName {
  const access = accessOf(route);
  if (isConsolePage(route)) return 'console';
  return access === 'tenant_link' ? 'tenant 1' : 'administrator';
}

describe('methods:', () => {
  trick('an unknown method is refused, and its input is not repeated', async () => {
    const secret = secretIn('administrator');
    assert.equal(secret.length, 43);
    const paths = [
      '/',
      '/manager/account',
      '/manager/sign-out',
      '/webhook/custom',
      '/operator/api/partners',
      '/healthz',
    ];
    for (const verb of ['TRACE', 'CONNECT', 'PROPFIND', 'LINK', 'SEARCH', 'TRACK', 'DEBUG', 'get', 'Post', 'post']) {
      for (const path of paths) {
        const { status, text, head } = await speak(world.service, `${verb} ${path}`, {
          headers: headersOf('administrator'),
        });
        assert.ok([0, 400, 401, 404, 405, 501].includes(status), `${verb} ${path}: ${status}`);
        assert.ok(!`${head}${text}`.includes(secret), `${verb} ${path} gives the cookie back`);
      }
    }
  });

  const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];
  const asked = (verb: string): Record<string, string> => Object.fromEntries(OVERRIDES.map((name) => [name, verb]));

  trick('a GET stays a GET, whatever method a header or field asks for', async () => {
    for (const route of formsOf(world)) {
      const role = insiderOf(route);
      const { formToken } = world.roles[role];
      const query = new URLSearchParams({ ...FIELDS, _method: 'POST', token: formToken ?? '' });
      const headers = { ...headersOf(role), ...asked('POST') };
      const { status } = await request(world.service, 'GET', `${filled(world, route, role)}?${query}`, { headers });
      assert.ok(status < 500, `${route}: ${status}`);
    }
  });

  trick('a reading operator call removes nothing, whatever method a header asks for', async () => {
    for (const route of world.routes.filter((one) => one.startsWith('GET /operator/api/'))) {
      const path = `${filled(world, route, 'operator')}?_method=DELETE`;
      const headers = { ...headersOf('operator'), ...asked('DELETE') };
      const { status } = await request(world.service, 'GET', path, { headers });
      assert.ok(status < 500, `${route}: ${status}`);
    }
  });
});

/** Headers that a proxy or framework might trust, and the service must not. */
const CLAIMS = {
  'x-original-url': '/healthz',
  'x-rewrite-url': '/healthz',
  'x-forwarded-host': 'localhost',
  'x-forwarded-proto': 'https',
  'x-forwarded-prefix': '/operator',
  'x-forwarded-user': 'operator@depono.example',
  'x-forwarded-email': 'operator@depono.example',
  'x-auth-request-email': 'operator@depono.example',
  'remote-user': 'operator@depono.example',
  'x-remote-user': 'operator@depono.example',
  'x-real-ip': '127.0.0.1',
  'x-client-ip': '127.0.0.1',
  'x-custom-ip-authorization': '127.0.0.1',
  'x-ssl-client-verify': 'SUCCESS',
  'x-operator': 'true',
  'x-role': 'administrator',
  forwarded: 'for=127.0.0.1;host=localhost;proto=https',
};

describe('headers:', () => {
  trick('a header cannot claim an identity', async () => {
    const nobody = { ...world.roles.nobody, headers: CLAIMS };
    const claiming = { ...world, roles: { ...world.roles, nobody } };
    for (const route of world.routes) {
      const wanted = expected(route, 'nobody');
      if (wanted === 'in' || isOtherMethod(route)) continue;
      const answer = await sent(claiming, route, 'nobody');
      assert.equal(outcomeOf(route, answer), wanted, `${route}: ${answer.status}`);
    }
  });

  test('wrong keys are counted by the address seen by the proxy, not by one the caller claims', async () => {
    let took = 0;
    for (let tries = 0; tries < 21; tries++) {
      const headers = { 'x-api-key': 'wrong', 'x-forwarded-for': `192.0.2.${tries}, 198.51.100.7` };
      const began = performance.now();
      await speak(world.service, 'POST /webhook/custom', { headers, body: '{}' });
      took = performance.now() - began;
    }
    assert.ok(took >= 990, `the last one has waited: ${took} ms`);
  });
});

/** The end of a request, given twice or ambiguously. */
const AMBIGUOUS: [what: string, headers: Record<string, string | readonly string[]>][] = [
  ['a length and chunks', { 'content-length': '4', 'transfer-encoding': 'chunked' }],
  ['two lengths', { 'content-length': ['4', '30'] }],
  ['a length with a sign', { 'content-length': '+4' }],
  ['a coding that is not chunked at last', { 'transfer-encoding': 'chunked, identity' }],
  ['a space before the colon', { 'transfer-encoding ': 'chunked' }],
  ['a header that goes on in the next line', { 'x-api-key': 'a\r\n content-length: 30' }],
  ['a line that ends without a return', { 'x-api-key': 'a\ncontent-length: 30' }],
];

describe('borders of requests:', () => {
  for (const [what, headers] of AMBIGUOUS) {
    trick(`an ambiguous request is refused: ${what}`, async () => {
      const second = `GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`;
      const body = what.includes('chunk') ? `0\r\n\r\n${second}` : second;
      const { status, text } = await speak(world.service, 'POST /webhook/custom', { headers, body });
      assert.equal(status, 400, text);
      assert.doesNotMatch(text, /HTTP\/1\.1/, 'there is no second answer');
    });
  }
});

/** One address in spellings that only some servers accept. */
const SPELLINGS: [what: string, spell: (path: string) => string][] = [
  ['two slashes', (path) => `/${path}`],
  ['a slash at its end', (path) => `${path}/`],
  ['capitals', (path) => path.toUpperCase()],
  ['a dot', (path) => `/.${path}`],
  ['a way down and up again', (path) => `/docs/..${path}`],
  ['dots that are encoded', (path) => `/docs/%2e%2e${path}`],
  ['a way up out of the assets', (path) => `/assets/..%2f..${path}`],
  ['slashes that are encoded', (path) => `/${path.slice(1).replaceAll('/', '%2f')}`],
  ['a letter that is encoded', (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  [
    'a letter that is encoded twice',
    (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  ],
  ['backslashes', (path) => path.replaceAll('/', '\\')],
  ['a parameter of the path', (path) => `${path};x=1`],
  ['a null byte', (path) => `${path}%00`],
  ['an ending', (path) => `${path}.json`],
  ['a space', (path) => `${path}%20`],
  ['a whole address', (path) => `http://localhost${path}`],
];

describe('addresses:', () => {
  for (const [what, spell] of SPELLINGS) {
    trick(`with ${what} no route gives access`, async () => {
      for (const route of new Set(world.routes)) {
        if (!route.startsWith('GET ') || isOtherMethod(route)) continue;
        if (['anyone', 'metrics_token'].includes(rowOf(route))) continue;
        const path = spell(filled(world, route, 'nobody'));
        const { status, text } = await speak(world.service, `GET ${path}`, { headers: { 'x-api-key': 'wrong' } });
        assert.ok(
          [302, 303, 400, 401, 404, 410].includes(status) || /Not Authorised!/.test(text),
          `${path}: ${status}`,
        );
        for (const mark of world.marks) assert.ok(!text.includes(mark), `${path} tells of ${mark}`);
      }
    });
  }

  trick('however the address is spelled, members of other organizations see no deposit', async () => {
    const headers = headersOf('administrator elsewhere');
    for (const route of ['GET /manager/deposits/:id', 'GET /manager/deposits/:id/documents/:documentId']) {
      const path = filled(world, route, 'administrator');
      for (const [what, spell] of SPELLINGS) {
        const { status, text } = await speak(world.service, `GET ${spell(path)}`, { headers });
        assert.ok(status === 404 || status === 400, `${what}: ${status}`);
        for (const mark of world.marks) assert.ok(!text.includes(mark), `${what} tells of ${mark}`);
      }
    }
  });
});

/** Requests that a form on another site can send without a preflight, and requests that it cannot. */
const BODIES: [type: string | null, body: string][] = [
  ['text/plain', 'language=fr&consent=yes'],
  ['text/plain', '{"language":"fr","consent":"yes"}'],
  ['application/json', '{"language":"fr","consent":"yes"}'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="language"\r\n\r\nfr\r\n--x--\r\n'],
  ['application/x-www-form-urlencoded', 'language=fr&consent=yes'],
  ['APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-16', 'language=fr&consent=yes'],
  ['application/x-www-form-urlencoded, text/plain', 'language=fr&consent=yes'],
  [null, 'language=fr&consent=yes'],
];

describe('forms:', () => {
  trick('without the session’s token no form is accepted, whatever its content type', async () => {
    const forms = formsOf(world).filter(
      (route) => ['member', 'administrator'].includes(accessOf(route)) || isConsolePage(route),
    );
    assert.ok(forms.length > 50);
    for (const route of forms) {
      const role = insiderOf(route);
      for (const [type, body] of BODIES) {
        const headers = { ...headersOf(role), ...(type === null ? {} : { 'content-type': type }) };
        const { status } = await speak(world.service, `POST ${filled(world, route, role)}`, { headers, body });
        assert.ok(status >= 400 && status < 500, `${route} as ${type}: ${status}`);
      }
    }
  });

  trick('a cookie gives no access to the APIs, so no page can call them in someone’s name', async () => {
    for (const route of world.routes.filter((one) => ['operator_token', 'partner_key'].includes(rowOf(one)))) {
      if (isOtherMethod(route)) continue;
      for (const role of ['console', 'administrator'] as const) {
        const answer = await sent(world, route, role);
        assert.equal(outcomeOf(route, answer), expected(route, role), `${route} for ${role}: ${answer.status}`);
      }
    }
  });
});
