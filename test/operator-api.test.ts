import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
});
after(() => service.stop());

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const ORGANIZATION = {
  name: 'Neue AG',
  language: 'de',
  emailDomain: 'neue.example',
  address: { street: 'Weg', streetNumber: '1', zip: '8000', city: 'Zürich' },
};
const MEMBER = { email: 'm@neue.example', firstName: 'M', lastName: 'N', language: 'de' };

function isProblem({ status, body, headers }: Answer, expected: number): void {
  assert.equal(status, expected, JSON.stringify(body));
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(body.status, expected);
  assert.ok(body.detail.length > 10 && body.title.length > 0);
}

test('no or a wrong token: 401, also on unknown routes', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic eDp5' }] as Record<
    string,
    string
  >[]) {
    for (const path of ['/operator/api/partners', '/operator/api/nothing', '/sandbox/api/mailbox']) {
      isProblem(await service.call('GET', path, { headers }), 401);
    }
  }
});

test('an organization starts with the defaults, and any setting can be changed', async () => {
  const made = await created(service.operator('POST', '/organizations', ORGANIZATION));
  const { id, ...rest } = made;
  assert.deepEqual(rest, {
    ...ORGANIZATION,
    parentId: null,
    preSigned: false,
    sendDelayMinutes: 0,
    ownerAlwaysCareOf: false,
    tenantChoosesProduct: true,
    product: 'bank_deposit',
    offersInvestment: true,
    smallDepositLimit: 0,
    contractStatusEnabled: false,
    payoutIban: null,
    payoutHolderName: null,
    payoutBic: null,
    payoutAccounts: [],
    bankProviderId: null,
    insurerProviderId: null,
    brand: { name: null, logo: null, colour: null, senderName: null, replyTo: null, footer: null },
  });
  const changes = { name: 'Alte AG', smallDepositLimit: 500.05, payoutIban: 'CH9300762011623852957', preSigned: true };
  const { body } = await service.operator('PATCH', `/organizations/${id}`, changes);
  assert.deepEqual(body, { ...made, ...changes });
  assert.deepEqual((await service.operator('GET', `/organizations/${id}`)).body, body);
});

const INVALID: [name: string, method: string, path: () => string, body: () => unknown, fields: string[]][] = [
  ['partner without anything', 'POST', () => '/partners', () => ({}), ['name', 'integration']],
  [
    'partner of another path',
    'POST',
    () => '/partners',
    () => ({ name: 'X', integration: 'partner' }),
    ['integration'],
  ],
  ['unknown member', 'POST', () => '/partners', () => ({ name: 'X', integration: 'custom', color: 'red' }), ['color']],
  [
    'organization: nested',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, address: { street: 'x' } }),
    ['address.streetNumber', 'address.zip', 'address.city'],
  ],
  ['organization: language', 'POST', () => '/organizations', () => ({ ...ORGANIZATION, language: 'rm' }), ['language']],
  [
    'organization: domain',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, emailDomain: 'x@y.ch' }),
    ['emailDomain'],
  ],
  [
    'organization: delay',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, sendDelayMinutes: -1 }),
    ['sendDelayMinutes'],
  ],
  [
    'organization: amount',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, smallDepositLimit: 0.001 }),
    ['smallDepositLimit'],
  ],
  [
    'organization: IBAN',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, payoutIban: 'CH00' }),
    ['payoutIban'],
  ],
  [
    'organization: parent',
    'POST',
    () => '/organizations',
    () => ({ ...ORGANIZATION, parentId: UNKNOWN }),
    ['parentId'],
  ],
  [
    'organization: its own parent',
    'PATCH',
    () => `/organizations/${partner.organizationId}`,
    () => ({ parentId: 'self' }),
    ['parentId'],
  ],
  [
    'connection: partner',
    'POST',
    () => `/organizations/${partner.organizationId}/connections`,
    () => ({ partnerId: UNKNOWN, externalOrgId: 'x' }),
    ['partnerId'],
  ],
  [
    'connection: plain http',
    'POST',
    () => `/organizations/${partner.organizationId}/connections`,
    () => ({ partnerId: partner.partnerId, externalOrgId: 'y', callback: { url: 'http://x.example' } }),
    ['callback.url'],
  ],
  [
    'member: e-mail',
    'POST',
    () => `/organizations/${partner.organizationId}/members`,
    () => ({ ...MEMBER, email: 'x' }),
    ['email'],
  ],
  [
    'member: language',
    'POST',
    () => `/organizations/${partner.organizationId}/members`,
    () => ({ ...MEMBER, language: undefined }),
    ['language'],
  ],
  [
    'ignore: no instant',
    'PUT',
    () => `/organizations/${partner.organizationId}/ignored-contracts/x`,
    () => ({}),
    ['until'],
  ],
  [
    'ignore: a day',
    'PUT',
    () => `/organizations/${partner.organizationId}/ignored-contracts/x`,
    () => ({ until: '2027-01-01' }),
    ['until'],
  ],
  ['clock: backwards', 'POST', () => 'clock', () => ({ advance: '-P1D' }), ['advance']],
  ['clock: nonsense', 'POST', () => 'clock', () => ({ advance: 'tomorrow' }), ['advance']],
];
for (const [name, method, path, body, fields] of INVALID) {
  test(`422 ${name}`, async () => {
    const answer =
      path() === 'clock'
        ? await service.sandbox(method, '/clock', body())
        : await service.operator(method, path(), body());
    isProblem(answer, 422);
    assert.deepEqual(
      answer.body.problems.map(({ field }: { field: string }) => field),
      fields,
    );
    assert.ok(answer.body.problems.every(({ code, message }: Record<string, string>) => code && message));
  });
}

test('422 a body that is not JSON', async () => {
  const headers = { authorization: 'Bearer a-token-for-the-tests-of-the-operator' };
  isProblem(await service.call('POST', '/operator/api/partners', { headers, raw: '{' }), 422);
});

test('404 for unknown ids, whatever they look like', async () => {
  for (const id of [UNKNOWN, 'x', '%00', "' or 1=1"]) {
    const one = encodeURIComponent(id);
    isProblem(await service.operator('GET', `/organizations/${one}`), 404);
    isProblem(await service.operator('GET', `/deposits/${one}`), 404);
    isProblem(await service.operator('POST', `/partners/${one}/keys`), 404);
    isProblem(await service.operator('DELETE', `/partners/${partner.partnerId}/keys/${one}`), 404);
    isProblem(await service.operator('GET', `/organizations/${partner.organizationId}/connections/${one}`), 404);
    isProblem(await service.operator('PATCH', `/organizations/${partner.organizationId}/members/${one}`, {}), 404);
  }
});

test('409 one external id names one organization of a partner, one e-mail one member', async () => {
  const other = await setUpPartner(service);
  const taken = { partnerId: partner.partnerId, externalOrgId: partner.externalOrgId };
  isProblem(await service.operator('POST', `/organizations/${other.organizationId}/connections`, taken), 409);
  const person = { ...MEMBER, email: partner.managerEmail.toUpperCase() };
  isProblem(await service.operator('POST', `/organizations/${partner.organizationId}/members`, person), 409);
});

test('a sub-organization has no sub-organizations', async () => {
  const sub = await created(
    service.operator('POST', '/organizations', { ...ORGANIZATION, parentId: partner.organizationId }),
  );
  isProblem(await service.operator('POST', '/organizations', { ...ORGANIZATION, parentId: sub.id }), 422);
  const other = await setUpPartner(service);
  isProblem(
    await service.operator('PATCH', `/organizations/${partner.organizationId}`, { parentId: other.organizationId }),
    422,
  );
});

test('a callback’s secret is shown once and kept', async () => {
  const path = `/organizations/${partner.organizationId}/connections`;
  const callback = { url: 'https://partner.example/hook', documents: ['pay_in'], inline: true };
  const made = await created(
    service.operator('POST', path, { partnerId: partner.partnerId, externalOrgId: 'cb', callback }),
  );
  assert.match(made.callback.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const read = await service.operator('GET', `${path}/${made.id}`);
  assert.deepEqual(read.body.callback, { ...callback, events: ['document.created'], active: true });
  const changed = await service.operator('PATCH', `${path}/${made.id}`, { callback: { url: 'https://new.example/' } });
  assert.deepEqual(changed.body.callback, {
    url: 'https://new.example/',
    documents: null,
    events: ['document.created'],
    inline: false,
    active: true,
  });
  const removed = await service.operator('PATCH', `${path}/${made.id}`, { callback: null });
  assert.equal(removed.body.callback, null);
});

test('7.1 ignore lists: permanently, temporarily, and removed', async () => {
  const externalContractId = 'a/b c?';
  const path = `/organizations/${partner.organizationId}/ignored-contracts/${encodeURIComponent(externalContractId)}`;
  const reason = async () => (await partner.open(payload({ externalContractId, zip: '' }))).body.reason;
  assert.equal((await service.operator('PUT', path, { until: null })).status, 204);
  assert.equal(await reason(), 'Contract permanently ignored');
  const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
  const until = new Date(new Date(body.now).getTime() + 3_600_000).toISOString();
  assert.equal((await service.operator('PUT', path, { until })).status, 204);
  assert.equal(await reason(), 'Contract temporarily ignored');
  await service.sandbox('POST', '/clock', { advance: 'PT1H' });
  assert.match(await reason(), /\(zip\)/);
  await service.operator('PUT', path, { until: null });
  assert.equal((await service.operator('DELETE', path)).status, 204);
  assert.match(await reason(), /\(zip\)/);
});

test('calls without a body may have a content type', async () => {
  const headers = { authorization: 'Bearer a-token-for-the-tests-of-the-operator', 'content-type': 'application/json' };
  const { status } = await service.call('POST', `/operator/api/partners/${partner.partnerId}/keys`, { headers });
  assert.equal(status, 201);
});

test('the mailbox page asks for the token, shows the mails, and runs none of their content', async () => {
  const own = await setUpPartner(service);
  await own.open(payload({ city: '<script>x</script>' }));
  assert.equal((await service.call('GET', '/sandbox/mailbox')).status, 401);
  const headers = {
    authorization: `Basic ${Buffer.from('x:a-token-for-the-tests-of-the-operator').toString('base64')}`,
  };
  const list = await service.call('GET', '/sandbox/mailbox', { headers });
  assert.match(list.text, new RegExp(own.managerEmail));
  const [, id] = /href="(\/sandbox\/mailbox\/[^"]+)"/.exec(list.text) ?? [];
  for (const path of [id ?? '', `${id}/html`]) {
    const page = await service.call('GET', path, { headers });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /<script>/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
});
