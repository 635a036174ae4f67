import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { pageFor, requireDeclaredAccess } from '../src/web/access.ts';
import { addMember, buildWorld, request, ROLES, type RoleName, type World } from './support/access.ts';
import { expected, isConsolePage, isOtherMethod, isOwnPath, outcomeOf, rowOf } from './support/matrix.ts';
import { reach } from './support/play.ts';
import { accessOf } from './support/routes.ts';
import { FIELDS, filled, pagesOf, sent } from './support/walk.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.stop());

test('these routes and no others are open to anyone', () => {
  const open = world.routes.filter((route) => accessOf(route) === 'anyone' && !isOtherMethod(route));
  assert.deepEqual(open.sort(), [
    'GET /',
    'GET /assets/:name',
    'GET /brand/colour/:name',
    'GET /brand/logo/:name',
    'GET /docs',
    'GET /docs/api',
    'GET /docs/callbacks',
    'GET /docs/conformance',
    'GET /docs/partner',
    'GET /docs/partner-guide',
    'GET /docs/partner/answers',
    'GET /docs/partner/collection.json',
    'GET /docs/partner/events',
    'GET /docs/partner/first-deposit',
    'GET /docs/partner/go-live',
    'GET /docs/partner/migration',
    'GET /docs/partner/payload',
    'GET /docs/partner/status',
    'GET /docs/partner/support',
    'GET /docs/partner/testing',
    'GET /docs/partner/versions',
    'GET /docs/provider-guide',
    'GET /docs/sandbox',
    'GET /docs/search',
    'GET /documents/conformance-probe',
    'GET /healthz',
    'GET /help',
    'GET /imprint',
    'GET /manager/sign-in',
    'GET /manager/sign-in/:token',
    'GET /manager/sign-in/arrive',
    'GET /manager/sign-in/at/:cell/:token',
    'GET /manager/sign-in/sent',
    'GET /openapi-partner.json',
    'GET /openapi.json',
    'GET /operator/sign-in',
    'GET /operator/sign-in/:token',
    'GET /operator/sign-in/arrive',
    'GET /operator/sign-in/sent',
    'GET /partner/sign-in',
    'GET /partner/sign-in/:token',
    'GET /partner/sign-in/sent',
    'GET /privacy',
    'GET /provider/sign-in',
    'GET /provider/sign-in/:token',
    'GET /provider/sign-in/sent',
    'GET /readyz',
    'GET /sandbox/qualified/sign/:id',
    'GET /t/new-link',
    'POST /manager/sign-in',
    'POST /manager/sign-in/arrive',
    'POST /manager/sign-in/passkey',
    'POST /manager/sign-in/passkey/options',
    'POST /operator/sign-in',
    'POST /operator/sign-in/arrive',
    'POST /operator/sign-in/passkey',
    'POST /operator/sign-in/passkey/options',
    'POST /partner/sign-in',
    'POST /provider/sign-in',
    'POST /sandbox/qualified/sign/:id',
    'POST /t/new-link',
  ]);
  assert.ok(pagesOf(world).length > 150 && world.routes.length > pagesOf(world).length + 40);
});

test('every route has a row in the matrix, and every kind of access a visitor who brings it', () => {
  const rows = new Set(world.routes.map((route) => rowOf(route)));
  assert.ok(rows.size > 30, `${rows.size} rows`);
  for (const route of world.routes) {
    for (const role of ROLES) assert.ok(expected(route, role) !== undefined, `${route} says nothing of ${role}`);
    // A parameter that no visitor can fill would be tried with nothing.
    assert.ok(filled(world, route, 'nobody').startsWith('/'), route);
  }
  const roles = new Set(Object.keys(world.roles));
  assert.deepEqual([...roles].sort(), [...ROLES].sort());
});

test('a server with a route that does not declare its access does not start', async () => {
  const server = fastify();
  requireDeclaredAccess(server);
  server.get('/declared', pageFor('anyone'), async () => 'yes');
  server.get('/forgotten', async () => 'no');
  await assert.rejects(async () => server.ready(), { message: 'GET /forgotten does not declare who may use it' });
});

test('no route answers another method, and nothing changes', async () => {
  const before = await world.stored();
  const pages = [...new Set(pagesOf(world).map((route) => filled(world, route, 'tenant 1')))];
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of pages) {
      const { headers } = world.roles.administrator;
      const body = new URLSearchParams(FIELDS);
      assert.equal((await request(world.service, method, path, { headers, body })).status, 404, `${method} ${path}`);
    }
  }
  for (const route of world.routes.filter(isOtherMethod)) {
    assert.equal((await sent(world, route, 'partner')).status, 405, route);
  }
  assert.deepEqual(await world.stored(), before);
});

/** Different in each answer: time, request and form tokens. A body that is never sent needs no way to end it. */
const OF_ONE_ANSWER = new Set(
  'date x-request-id set-cookie content-length etag transfer-encoding connection keep-alive'.split(' '),
);
const lasting = ({ headers }: { headers: Headers }): [string, string][] =>
  [...headers]
    .filter(([name]) => !OF_ONE_ANSWER.has(name))
    // A ticket for another cell is used once.
    .map(([name, value]) => [name, value.replace(/ticket=[^&]+/, 'ticket=…')]);

describe('HEAD answers like GET, without a body, and changes nothing:', () => {
  for (const role of [
    'nobody',
    'partner',
    'status key',
    'provider',
    'operator',
    'console',
    'administrator',
    'tenant 1',
    'new address link',
    'objection link',
  ] as const) {
    test(role, async () => {
      const before = await world.stored();
      const routes = world.routes.filter((route) => route.startsWith('GET '));
      assert.ok(routes.length > 80);
      for (const route of routes) {
        const get = await sent(world, route, role);
        const head = await sent(world, route.replace('GET', 'HEAD'), role, filled(world, route, role));
        const named = `${route} for ${role}`;
        assert.deepEqual([head.status, head.text], [get.status, ''], named);
        assert.deepEqual(lasting(head), lasting(get), named);
      }
      // A list of events makes links to its documents, asked by GET or HEAD, and one of deposits numbers them; what a
      // provider reads is in the audit log.
      if (role !== 'status key' && role !== 'partner' && role !== 'provider')
        assert.deepEqual(await world.stored(), before);
    });
  }
});

/** Public routes, which report invalid credentials in their own way. */
const PROVES_NOTHING: Record<string, number> = {
  'GET /manager/sign-in/:token': 410,
  'GET /operator/sign-in/:token': 410,
  'GET /manager/sign-in/arrive': 410,
  'GET /operator/sign-in/arrive': 410,
  'POST /manager/sign-in/arrive': 410,
  'POST /operator/sign-in/arrive': 410,
  'GET /partner/sign-in/:token': 410,
  'GET /provider/sign-in/:token': 410,
  'POST /manager/sign-in/passkey': 401,
  'POST /operator/sign-in/passkey': 401,
  'GET /sandbox/qualified/sign/:id': 404,
  'POST /sandbox/qualified/sign/:id': 404,
};

describe('without access a visitor sees nothing and changes nothing:', () => {
  for (const role of ROLES) {
    test(role, async () => {
      const before = await world.stored();
      let refusals = 0;
      for (const route of world.routes) {
        const wanted = expected(route, role);
        if (isOtherMethod(route) || (wanted === 'in' && rowOf(route) !== 'anyone')) continue;
        const answer = await sent(world, route, role);
        const outcome = PROVES_NOTHING[route] === answer.status ? 'in' : outcomeOf(route, answer);
        assert.equal(outcome, wanted, `${route} for ${role}: ${answer.status} ${answer.text.slice(0, 300)}`);
        if (outcome === 403 && rowOf(route) !== 'clock of a partner') refusals++;
        for (const mark of world.marks) assert.ok(!answer.text.includes(mark), `${route} tells ${role} of ${mark}`);
      }
      const { audit_log: entries, ...now } = await world.stored();
      const { audit_log: entriesBefore, ...was } = before;
      assert.deepEqual(now, was);
      // A role that is not enough is in the audit log; nothing else is.
      const counted = (text = ''): number => Number(text.split(' ')[0]);
      assert.equal(counted(entries) - counted(entriesBefore), refusals);
    });
  }
});

test('a partner’s key works only on its own path', async () => {
  for (const route of world.routes.filter((one) => one.startsWith('POST /webhook/') && !isOtherMethod(one))) {
    const outcome = outcomeOf(route, await sent(world, route, 'partner'));
    // With access, an empty body is refused with another message.
    if (isOwnPath(route)) assert.notEqual(outcome, 'not_authorised', route);
    else assert.equal(outcome, 'not_authorised', route);
  }
});

describe('members of another organization see none of our data on pages they may use:', () => {
  const OUTSIDERS = ['member below', 'administrator below', 'member elsewhere', 'administrator elsewhere'] as const;
  for (const role of OUTSIDERS) {
    test(role, async () => {
      const { ours, memberId, refusedCallId, waiting, documentId } = world;
      const before = await world.stored();
      const { links: _, ...own } = world.roles[role];
      const hints = new URLSearchParams({
        organization: ours.organizationId,
        manager: memberId,
        contract: 'GEHEIM',
        id: waiting.id,
      });
      for (const path of [
        '/manager/start',
        '/manager/deposits',
        '/manager/deposits.csv',
        '/manager/import-errors',
        '/import-deposit',
      ]) {
        const answer = await request(world.service, 'GET', `${path}?${hints}`, own);
        assert.equal(answer.status, 200, path);
        for (const mark of world.marks) assert.ok(!answer.text.includes(mark), `${path} tells ${role} of ${mark}`);
      }
      const hidden = [
        `/manager/organization?${hints}`,
        `/manager/deposits/new?from=${ours.organizationId}/${refusedCallId}`,
        `/manager/deposits/${world.paying.id}/documents/${documentId}`,
      ];
      for (const path of hidden) assert.equal((await request(world.service, 'GET', path, own)).status, 404, path);
      for (const what of ['sign-many', 'sign-many/confirm', 'remind-many', 'remind-many/confirm', 'deposits/export']) {
        const route = `POST /manager/${what}`;
        const answer = await sent(world, route, role);
        for (const mark of world.marks) assert.ok(!answer.text.includes(mark), `${route} tells ${role} of ${mark}`);
      }
      assert.deepEqual(await world.stored(), before);
    });
  }
});

describe('a tenant link gives access to its own deposit only:', () => {
  test('a document cannot be opened with the link of another deposit', async () => {
    assert.equal((await sent(world, 'GET /t/:token/documents/:id', 'tenant of another deposit')).status, 404);
    assert.equal((await sent(world, 'GET /t/:token/documents/:id', 'tenant 1')).status, 200);
  });
  test('only the main tenant decides about the closing', async () => {
    for (const role of ['tenant 2', 'tenant 3', 'bounced tenant 4'] as const) {
      for (const part of ['closing', 'consent', 'counter', 'demand']) {
        assert.equal((await sent(world, `POST /t/:token/${part}`, role)).status, 403, `${part} by ${role}`);
      }
    }
  });
  test('private data of another tenant of the same deposit is not shown', async () => {
    const { text } = await sent(world, 'GET /t/:token', 'tenant 2');
    assert.doesNotMatch(text, /1971-02-03|03\.02\.1971/);
  });
  for (const role of [
    'tenant 1',
    'tenant 2',
    'tenant 3',
    'bounced tenant 4',
    'tenant of another deposit',
    'document link',
  ] as const) {
    test(`${role} has access`, async () => {
      const before = await world.stored();
      for (const route of world.routes) {
        if (
          !['tenant_link', 'asked by tenant 1', 'document_link'].includes(rowOf(route)) ||
          expected(route, role) !== 'in'
        )
          continue;
        const isTheirs = role !== 'tenant of another deposit' || !/\/(?:documents|files)\//.test(route);
        if (isTheirs) assert.equal(outcomeOf(route, await sent(world, route, role)), 'in', `${route} for ${role}`);
      }
      assert.deepEqual(await world.stored(), before);
    });
  }
});

test('years.md 2: the links of a new address open their own page, and only the button changes something', async () => {
  for (const [role, part] of [
    ['new address link', 'new-address'],
    ['objection link', 'objection'],
  ] as const) {
    const before = await world.stored();
    assert.equal((await sent(world, `GET /t/${part}/:token`, role)).status, 200, role);
    assert.deepEqual(await world.stored(), before);
    assert.equal((await sent(world, `POST /t/${part}/:token`, role)).status, 303, role);
    assert.notDeepEqual(await world.stored(), before);
  }
});

describe('visitors with access get in:', () => {
  const LAST = ['POST /manager/sign-out'];
  for (const role of ['member', 'administrator', 'member below', 'member elsewhere'] as const) {
    test(role, async () => {
      const routes = world.routes.filter((route) => ['member', 'theirs', 'administrator'].includes(rowOf(route)));
      for (const route of [...routes.filter((one) => !LAST.includes(one)), ...LAST]) {
        if (expected(route, role) !== 'in') continue;
        const answer = await sent(world, route, role, await fresh(route, role));
        const outcome = LAST.includes(route) ? 'in' : outcomeOf(route, answer);
        assert.equal(outcome, 'in', `${route} for ${role}: ${answer.status} ${answer.text.slice(0, 2_000)}`);
        assert.notEqual(answer.status, 403, route);
      }
      assert.equal(outcomeOf('', await sent(world, 'GET /manager/account', role)), 'ask_who', 'signed out');
    });
  }

  /** With its own deposit or person where the request changes it. */
  async function fresh(route: string, role: RoleName): Promise<string> {
    const { service, ours } = world;
    const [method, path = ''] = route.split(' ');
    const action = /^\/manager\/deposits\/:id\/([\w-]+)$/.exec(path)?.[1];
    if (action !== undefined) {
      const play = await ours.start();
      const place = PHASES[action];
      if (place !== undefined) await reach(place, play);
      return `/manager/deposits/${play.id}/${action}`;
    }
    if (path.endsWith('/amendment.pdf')) return path.replace(':id', await changing());
    const isOfPerson = method === 'POST' && path.includes('/members/');
    const member = isOfPerson ? await addMember(service, ours, 'frisch') : { id: world.memberId };
    return filled(world, route, role).replace(world.memberId, member.id);
  }

  /** A deposit with a change that is to be signed. */
  async function changing(): Promise<string> {
    const play = await world.ours.start();
    await reach('open', play);
    await play.play('changes', { kind: 'amount', rentalDeposit: 4_000 });
    return play.id;
  }

  const PHASES: Record<string, 'signed' | 'open' | 'closing'> = {
    edit: 'signed',
    remind: 'signed',
    close: 'open',
    change: 'open',
    counter: 'closing',
    consent: 'closing',
  };

  test('a signed-in operator', async () => {
    const pages = world.routes.filter((one) => isConsolePage(one) && one.startsWith('GET '));
    assert.ok(pages.length > 35);
    for (const route of pages) {
      const answer = await sent(world, route, 'console');
      // Another cell is opened at its own address.
      const isThere = [200, 301, 404].includes(answer.status) || (answer.status === 303 && route.includes('/:cell/'));
      assert.ok(isThere, `${route}: ${answer.status} ${answer.location} ${answer.text.slice(0, 300)}`);
    }
  });

  test('a viewer finds no name and no e-mail address of a person, on any page or call', async () => {
    const [name, , , , , email] = world.marks as [string, string, string, string, string, string];
    let pages = 0;
    for (const [role, door] of [
      ['viewer token', 'call of a viewer'],
      ['console of a viewer', 'page of a viewer'],
    ] as const) {
      for (const route of world.routes.filter((one) => rowOf(one) === door && one.startsWith('GET '))) {
        const { status, text } = await sent(world, route, role);
        if (status === 200) pages++;
        for (const mark of [name, email]) assert.ok(!text.includes(mark), `${route} tells a viewer of ${mark}`);
      }
    }
    assert.ok(pages > 30);
  });

  test('people of a provider: clerk and viewer read, and a clerk’s forms are read', async () => {
    for (const role of ['provider viewer', 'provider clerk'] as const) {
      const routes = world.routes.filter((one) => /^GET \/provider(?:\/applications|$)/.test(one));
      assert.equal(routes.length, 4);
      for (const route of routes) assert.equal((await sent(world, route, role)).status, 200, `${route} for ${role}`);
    }
    const forms = world.routes.filter((one) => rowOf(one) === 'answer to an own application');
    assert.equal(forms.length, 7);
    // The application is answered, and the input does not fit.
    for (const route of forms)
      assert.match(String((await sent(world, route, 'provider clerk')).status), /^4(?:09|22)$/, route);
  });

  test('people of a partner: admin and viewer read, an operator reads reports', async () => {
    const NOTHING = /\/(?:deliveries\/:id|attachments\/:documentId|remove)$/;
    for (const role of ['partner admin', 'partner viewer'] as const) {
      const routes = world.routes.filter(
        (one) => one.startsWith('GET ') && /^(?:partner_viewer|own page of a partner|report_reader)$/.test(rowOf(one)),
      );
      assert.ok(routes.length > 18, `${routes.length}`);
      for (const route of routes.filter((one) => !NOTHING.test(one))) {
        assert.equal((await sent(world, route, role)).status, 200, `${route} for ${role}`);
      }
    }
    for (const role of ['console', 'console of a viewer'] as const) {
      for (const route of world.routes.filter((one) => rowOf(one) === 'report_reader')) {
        assert.equal((await sent(world, route, role)).status, 200, `${route} for ${role}`);
      }
    }
  });

  test('partners, status key, providers, mailbox and operator', async () => {
    for (const [role, door] of [
      ['partner', 'self-service'],
      ['partner', 'own of a partner'],
      ['other partner', 'self-service'],
      ['status key', 'status_key'],
      ['status key of a partner', 'status_key'],
      ['provider', 'provider_key'],
      ['provider', 'asked of a provider'],
      ['other provider', 'provider_key'],
      ['mailbox', 'mailbox_password'],
      ['viewer token', 'call of a viewer'],
      ['clerk token', 'call of a clerk'],
      ['admin token', 'call of a admin'],
      ['operator', 'call of a viewer'],
      ['operator', 'call of a clerk'],
      ['operator', 'call of a admin'],
    ] as const) {
      for (const route of world.routes.filter((one) => rowOf(one) === door && !isOtherMethod(one))) {
        const { status, text } = await sent(world, route, role);
        assert.ok(status !== 401 && status !== 403 && status < 500, `${route} for ${role}: ${status} ${text}`);
      }
    }
  });
});
