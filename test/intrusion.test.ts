import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { addMember, buildWorld, request, roleOf, speak, WORLD_ENV, type Role, type World } from './support/access.ts';
import { askForLink, newBrowser, signIn } from './support/manager.ts';
import { isConsolePage, expected, outcomeOf, rowOf } from './support/matrix.ts';
import { created } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService } from './support/service.ts';
import { sent } from './support/walk.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.stop());

/** Whatever is tried, the stored data is the same afterwards. */
function attack(name: string, tries: () => Promise<void>, prepare: () => Promise<void> = async () => undefined): void {
  test(name, async () => {
    await prepare();
    const before = await world.stored();
    await tries();
    assert.deepEqual(await world.stored(), before);
  });
}

/** Variations of a secret that was seen partly, or found in a dump. */
function variantsOf(secret: string): [what: string, variant: string][] {
  const last = secret.at(-1) === 'A' ? 'B' : 'A';
  const first = secret.startsWith('A') ? 'B' : 'A';
  const hash = createHash('sha256').update(secret).digest();
  return [
    ['without its last character', secret.slice(0, -1)],
    ['without its first character', secret.slice(1)],
    ['half of it', secret.slice(0, secret.length / 2)],
    ['with one character more', `${secret}A`],
    ['with another last character', secret.slice(0, -1) + last],
    ['with another first character', first + secret.slice(1)],
    ['in capitals', secret.toUpperCase()],
    ['in small letters', secret.toLowerCase()],
    ['its hash', hash.toString('hex')],
    ['its hash in base64url', hash.toString('base64url')],
    ['in base64', Buffer.from(secret).toString('base64url')],
    ['a pattern that fits all', '%25'],
    ['as many random characters', createHash('sha512').update(hash).digest('base64url').slice(0, secret.length)],
  ];
}

const isNotAuthorised = ({ status, text }: { status: number; text: string }): boolean =>
  status === 500 && text.includes('Not Authorised!');

describe('keys:', () => {
  const open = (headers: Record<string, string | readonly string[]>, path = '/webhook/custom') =>
    speak(world.service, `POST ${path}`, { headers, body: JSON.stringify(payload()) });
  const read = (headers: Record<string, string>, contract = world.waiting.contractId) =>
    request(world.service, 'GET', `/webhook/contract-status?ext-contract-id=${contract}`, { headers });
  const readEvents = (headers: Record<string, string>, after = '0') =>
    request(world.service, 'GET', `/webhook/events?after=${encodeURIComponent(after)}`, { headers });
  const partnerPaths = (): string[] =>
    world.routes
      .filter((route) => route.startsWith('POST ') && rowOf(route) === 'partner_key')
      .map((route) => route.slice('POST '.length));
  const statusKey = (): string => world.roles['status key'].headers['x-api-key'] ?? '';

  attack('an altered partner key is refused, on every path', async () => {
    const { ours } = world;
    const [prefix, id = '', secret = ''] = ours.apiKey.split(/_(?=.)/, 3);
    const made: [string, string][] = [
      ...variantsOf(ours.apiKey),
      ['its id alone', id],
      ['its secret alone', secret],
      ['its id with a guessed secret', `${prefix}_${id}_${'A'.repeat(43)}`],
      ['with the prefix of a status key', ours.apiKey.replace('dpk_', 'dsk_')],
      ['in quotes', `"${ours.apiKey}"`],
      ['with a scheme before it', `Bearer ${ours.apiKey}`],
      ['a condition that is always true', `' or '1'='1`],
    ];
    for (const path of partnerPaths()) {
      for (const [what, key] of made) {
        const answer = await open({ 'x-api-key': key, 'x-external-org-id': ours.externalOrgId }, path);
        assert.ok(isNotAuthorised(answer), `${path}, ${what}: ${answer.status} ${answer.text}`);
      }
    }
  });

  attack('a partner’s key is accepted only in its own header, and once', async () => {
    const { apiKey, externalOrgId } = world.ours;
    const org = { 'x-external-org-id': externalOrgId };
    const places: [string, Record<string, string | readonly string[]>, string?][] = [
      ['as a bearer token', { authorization: `Bearer ${apiKey}` }],
      ['as a password', { authorization: `Basic ${Buffer.from(`x:${apiKey}`).toString('base64')}` }],
      ['in headers that others use', { 'x-apikey': apiKey, 'api-key': apiKey, x_api_key: apiKey, apikey: apiKey }],
      ['in a cookie', { cookie: `x-api-key=${apiKey}` }],
      ['in the query', {}, `/webhook/custom?x-api-key=${apiKey}&apiKey=${apiKey}`],
      ['twice', { 'x-api-key': [apiKey, apiKey] }],
      ['after a wrong one', { 'x-api-key': ['wrong', apiKey] }],
      ['before a wrong one', { 'x-api-key': [apiKey, 'wrong'] }],
    ];
    for (const [what, headers, path] of places) {
      const answer = await open({ ...org, ...headers }, path);
      assert.ok(isNotAuthorised(answer), `${what}: ${answer.status} ${answer.text}`);
    }
  });

  attack('an altered status key is refused', async () => {
    const key = statusKey();
    const organization = { 'x-org-id': world.ours.organizationId };
    const made: [string, string][] = [...variantsOf(key), ['as a partner’s', key.replace('dsk_', 'dpk_')]];
    for (const [what, variant] of made) {
      const headers = { ...organization, 'x-api-key': variant };
      assert.equal((await read(headers)).status, 401, what);
      assert.equal((await readEvents(headers)).status, 401, what);
    }
  });

  attack('a key of one kind is refused for the other kind', async () => {
    const { ours } = world;
    for (const path of partnerPaths()) {
      const answer = await open({ 'x-api-key': statusKey(), 'x-external-org-id': ours.externalOrgId }, path);
      assert.ok(isNotAuthorised(answer), path);
    }
    const headers = { 'x-api-key': ours.apiKey, 'x-org-id': ours.organizationId };
    assert.equal((await read(headers)).status, 401);
    assert.equal((await readEvents(headers)).status, 401);
  });

  attack('a key gives no access to another partner’s organization', async () => {
    const { ours, elsewhere } = world;
    for (const [key, org] of [
      [ours.apiKey, elsewhere.externalOrgId],
      [elsewhere.apiKey, ours.externalOrgId],
      [elsewhere.apiKey, ours.organizationId],
    ] as const) {
      for (const path of ['/webhook/custom', '/webhook/custom/check']) {
        const { status, text } = await open({ 'x-api-key': key, 'x-external-org-id': org }, path);
        assert.deepEqual([status, /not found for custom/.test(text)], [500, true], text);
      }
    }
  });

  let theirStatusKey = '';
  attack(
    'a status key reads nothing of another organization, whatever id or cursor it names',
    async () => {
      const { ours, elsewhere } = world;
      const foreign = { 'x-api-key': theirStatusKey, 'x-org-id': ours.organizationId };
      assert.equal((await read(foreign)).status, 401);
      assert.equal((await readEvents(foreign)).status, 401);
      const own = { 'x-api-key': theirStatusKey, 'x-org-id': elsewhere.organizationId };
      for (const { contractId } of [world.waiting, world.signing, world.paying]) {
        assert.equal((await read(own, contractId)).status, 404);
      }
      for (const after of ['0', '1', '999999999999999', '-1', '1e3', '0x1', '1 or 1=1', '\0', '']) {
        const { status, text } = await readEvents(own, after);
        assert.ok(status === 200 || status === 400, `${after}: ${status}`);
        for (const mark of world.marks) assert.ok(!text.includes(mark), `after=${after} tells of ${mark}`);
      }
    },
    async () => {
      const { organizationId } = world.elsewhere;
      const issued = await created(world.service.operator('POST', `/organizations/${organizationId}/status-keys`));
      theirStatusKey = issued.apiKey;
    },
  );

  const old = { partner: '', status: '' };
  attack(
    'a revoked key is refused, even after it was used and replaced',
    async () => {
      const { ours } = world;
      for (const path of partnerPaths()) {
        const answer = await open({ 'x-api-key': old.partner, 'x-external-org-id': ours.externalOrgId }, path);
        assert.ok(isNotAuthorised(answer), path);
      }
      const headers = { 'x-api-key': old.status, 'x-org-id': ours.organizationId };
      assert.equal((await read(headers)).status, 401);
      assert.equal((await readEvents(headers)).status, 401);
    },
    async () => {
      const { service, ours } = world;
      const ofPartner = `/partners/${ours.partnerId}/keys`;
      const ofStatus = `/organizations/${ours.organizationId}/status-keys`;
      const [partner, status] = [
        await created(service.operator('POST', ofPartner)),
        await created(service.operator('POST', ofStatus)),
      ];
      [old.partner, old.status] = [partner.apiKey, status.apiKey];
      // Used first, so that they are in the caches.
      for (let uses = 0; uses < 2; uses++) {
        const opened = await open({ 'x-api-key': old.partner, 'x-external-org-id': ours.externalOrgId });
        assert.equal(opened.status, 200, opened.text);
        assert.equal((await read({ 'x-api-key': old.status, 'x-org-id': ours.organizationId })).status, 200);
      }
      // The partner's is known in the other cell too, which does not answer; that of an organization only here.
      assert.equal((await service.operator('DELETE', `${ofPartner}/${partner.keyId}`)).status, 202);
      assert.equal((await service.operator('DELETE', `${ofStatus}/${status.keyId}`)).status, 204);
    },
  );
});

describe('sessions:', () => {
  const secretOf = (role: 'administrator' | 'console' | 'member', name: string): string =>
    new RegExp(`(?:^|; )${name}=([^;]+)`).exec(world.roles[role].headers['cookie'] ?? '')?.[1] ?? '';
  /** The page, and a form with the token that the session itself would have. */
  async function opens(cookie: string | readonly string[], what: string): Promise<void> {
    const headers = { cookie };
    const page = await speak(world.service, 'GET /manager/account', { headers });
    assert.equal(page.status, 303, what);
    assert.match(page.head, /location: \/manager\/sign-in\?next=/, what);
    const { formToken } = world.roles.administrator;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ token: formToken ?? '', language: 'fr' }).toString();
    const form = await speak(world.service, 'POST /manager/account/language', {
      headers: { ...headers, ...type },
      body,
    });
    assert.equal(form.status, 401, what);
  }

  attack('an altered session cookie is refused', async () => {
    const secret = secretOf('administrator', 'depono');
    assert.equal(secret.length, 43);
    for (const [what, variant] of variantsOf(secret)) await opens(`depono=${variant}`, what);
    await opens(`depono=${secret}%00`, 'with a null byte');
    await opens(`DEPONO=${secret}`, 'under a name in capitals');
    await opens(`__Host-depono=${secret}`, 'under the name that it has over TLS');
    await opens(`depono-browser=${secret}`, 'under the name of the browser’s own secret');
    await opens(`depono=${secretOf('administrator', 'depono-browser') || 'x'}`, 'the browser’s own secret');
    await opens(`depono=; depono-session=${secret}`, 'under another name');
  });

  attack('of two cookies with one name only the first counts', async () => {
    const secret = secretOf('administrator', 'depono');
    await opens(`depono=${'A'.repeat(43)}; depono=${secret}`, 'in one header');
    await opens([`depono=${'A'.repeat(43)}`, `depono=${secret}`], 'in two headers');
  });

  attack('the stored hash of a session gives no access', async () => {
    const sql = new pg.Client(world.service.databaseUrl);
    await sql.connect();
    const { rows } = await sql.query<{ id: string; hash: Buffer }>(
      'select id, hash from sessions where ended_at is null',
    );
    await sql.end();
    assert.ok(rows.length > 3);
    for (const { id, hash } of rows) {
      for (const text of [id, hash.toString('hex'), hash.toString('base64url')]) await opens(`depono=${text}`, text);
    }
  });

  attack('a session of one realm is refused in the other', async () => {
    await opens(`depono=${secretOf('console', 'depono-operator')}`, 'an operator’s');
    const cookie = `depono-operator=${secretOf('administrator', 'depono')}`;
    const headers = { cookie };
    for (const route of world.routes.filter(isConsolePage)) {
      const stolen: Role = { ...world.roles.administrator, headers };
      const answer = await sent({ ...world, roles: { ...world.roles, administrator: stolen } }, route, 'administrator');
      assert.equal(outcomeOf(route, answer), 'ask_who', route);
    }
  });

  let gone: Role;
  attack(
    'a member removed while signed in loses access to every page at once',
    async () => {
      const without = { ...world, roles: { ...world.roles, member: gone } };
      for (const route of world.routes.filter((one) => ['member', 'theirs', 'administrator'].includes(rowOf(one)))) {
        const answer = await sent(without, route, 'member');
        assert.equal(outcomeOf(route, answer), 'ask_who', `${route}: ${answer.status}`);
        for (const mark of world.marks) assert.ok(!answer.text.includes(mark), `${route} tells of ${mark}`);
      }
    },
    async () => {
      const { service, ours } = world;
      const member = await addMember(service, ours, 'geht');
      const browser = await signIn(service, member.email);
      await browser.page('/manager/deposits');
      gone = await roleOf(browser);
      const removed = await service.operator('DELETE', `/organizations/${ours.organizationId}/members/${member.id}`);
      assert.equal(removed.status, 204, removed.text);
    },
  );

  test('an operator removed from OPERATOR_EMAILS loses access to every page at once', async () => {
    const { databaseUrl } = world.service;
    const env = { ...WORLD_ENV, OPERATOR_EMAILS: 'someone-else@depono.example' };
    const service = await startService({ databaseUrl, env });
    try {
      const before = await world.stored();
      for (const route of world.routes.filter(isConsolePage)) {
        assert.equal(expected(route, 'console'), 'in', route);
        const answer = await sent({ ...world, service }, route, 'console');
        assert.equal(outcomeOf(route, answer), 'ask_who', `${route}: ${answer.status}`);
      }
      assert.deepEqual(await world.stored(), before);
    } finally {
      await service.stop();
    }
  });
});

describe('links:', () => {
  /** The same bytes under another spelling: the last character has bits that mean nothing. */
  const respelled = (token: string): string => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return token.slice(0, -1) + letters[letters.indexOf(token.at(-1) ?? '') ^ 1];
  };
  const inOrganization = (token: string, organizationId: string): string => {
    const random = Buffer.from(token, 'base64url').subarray(16);
    return Buffer.concat([Buffer.from(organizationId.replaceAll('-', ''), 'hex'), random]).toString('base64url');
  };
  const guesses = (token: string): [string, string][] => [
    ...variantsOf(token),
    ['spelled otherwise', respelled(token)],
    ['under another organization', inOrganization(token, world.elsewhere.organizationId)],
    ['its organization with another secret', inOrganization('A'.repeat(54), world.ours.organizationId)],
    ['with a sign after it', `${token}=`],
    ['with a dot after it', `${token}.`],
  ];

  attack('an altered tenant link is refused', async () => {
    const token = world.roles['tenant 1'].links.signing ?? '';
    assert.equal(respelled(token).length, 54);
    assert.deepEqual(Buffer.from(respelled(token), 'base64url'), Buffer.from(token, 'base64url'));
    for (const [what, guess] of guesses(token)) {
      for (const route of [
        'GET /t/:token',
        'GET /t/:token/agreement.pdf',
        'POST /t/:token/sign',
        'POST /t/:token/renew',
      ]) {
        const { status } = await sent(world, route, 'nobody', route.split(' ')[1]?.replace(':token', guess));
        assert.equal(status, 404, `${route} ${what}`);
      }
    }
  });

  attack('an altered document link is refused, and links of one kind do not work as another', async () => {
    const token = world.roles['document link'].links.document ?? '';
    const tenants = world.roles['tenant 1'].links.signing ?? '';
    for (const [what, guess] of [...guesses(token), ['a tenant’s link', tenants] as const]) {
      assert.equal((await request(world.service, 'GET', `/documents/${guess}`, {})).status, 404, what);
    }
    assert.equal((await request(world.service, 'GET', `/t/${token}`, {})).status, 404);
  });

  test('an altered sign-in link does not use up the real one', async () => {
    const browser = newBrowser(world.service);
    const link = await askForLink(world.service, world.ours.managerEmail, browser);
    const before = await world.stored();
    const token = link.split('/').at(-1) ?? '';
    for (const [what, guess] of variantsOf(token)) {
      assert.equal((await browser.get(`/manager/sign-in/${guess}`)).status, 410, what);
      assert.equal((await browser.get(`/operator/sign-in/${guess}`)).status, 410, what);
    }
    assert.equal((await browser.get(`/operator/sign-in/${token}`)).status, 410, 'of the other realm');
    assert.equal((await newBrowser(world.service).get(link)).status, 410, 'in another browser');
    assert.deepEqual(await world.stored(), before);
    assert.equal((await browser.get(link)).status, 303);
  });
});
