import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let key: string;

before(async () => {
  service = await startService({ env: { PROVIDER_BANK: 'helvetia_bank' } });
  partner = await setUpPartner(service, { contractStatusEnabled: true, tenantChoosesProduct: false });
  key = (await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`))).apiKey;
});
after(() => service.stop());

type Ask = { apiKey?: string | null; organizationId?: string | null; query?: string };

function ask({ apiKey = key, organizationId = partner.organizationId, query = '?ext-contract-id=C' }: Ask = {}) {
  const headers: Record<string, string> = {};
  if (apiKey !== null) headers['x-api-key'] = apiKey;
  if (organizationId !== null) headers['x-org-id'] = organizationId;
  return service.call('GET', `/webhook/contract-status${query}`, { headers });
}

test('7.2 the order of errors', async (t) => {
  const disabled = await setUpPartner(service);
  const disabledKey = await created(service.operator('POST', `/organizations/${disabled.organizationId}/status-keys`));
  const revoked = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  await service.operator('DELETE', `/organizations/${partner.organizationId}/status-keys/${revoked.keyId}`);
  const unknown = '00000000-0000-7000-8000-000000000000';
  const rows: [name: string, call: Ask, status: number][] = [
    ['no key', { apiKey: null, organizationId: unknown, query: '' }, 400],
    ['no organization', { organizationId: null, query: '' }, 400],
    ['unknown organization', { organizationId: unknown, apiKey: 'wrong', query: '' }, 500],
    ['no organization id at all', { organizationId: 'x', apiKey: 'wrong', query: '' }, 500],
    ['wrong key, before the missing id', { apiKey: 'wrong', query: '' }, 401],
    ['the key for opening', { apiKey: partner.apiKey }, 401],
    ['the key of another organization', { apiKey: disabledKey.apiKey }, 401],
    ['a revoked key', { apiKey: revoked.apiKey }, 401],
    ['not enabled, but the key is asked first', { organizationId: disabled.organizationId, query: '' }, 401],
    ['not enabled', { organizationId: disabled.organizationId, apiKey: disabledKey.apiKey, query: '' }, 500],
    ['id missing', { query: '' }, 400],
    ['id blank', { query: '?ext-contract-id=%20' }, 400],
    ['id twice', { query: '?ext-contract-id=A&ext-contract-id=A' }, 400],
    ['no deposit', { query: '?ext-contract-id=none' }, 404],
  ];
  for (const [name, call, status] of rows) {
    await t.test(`${status} ${name}`, async () => {
      const answer = await ask(call);
      assert.equal(answer.status, status, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['error']);
      assert.equal(typeof answer.body.error, 'string');
    });
  }
});

test('7.2 a malformed organization id is unknown, and does not disturb other calls of the batch', async () => {
  const ids = ['x', '00000000-0000-7000-8000-000000000000', 'x'];
  const [good, ...strangers] = await Promise.all([
    ask({ query: '?ext-contract-id=none' }),
    ...ids.map((organizationId) => ask({ organizationId, apiKey: 'wrong' })),
  ]);
  assert.equal(good?.status, 404);
  for (const { body } of strangers) assert.equal(body.error, 'The organization is unknown');
});

test('2.8 the record of a deposit just opened', async () => {
  const externalContractId = 'Vertrag 1/2 ü&';
  await partner.open(payload({ externalContractId }));
  const { status, body } = await ask({ query: `?ext-contract-id=${encodeURIComponent(` ${externalContractId}`)}` });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    externalContractId,
    state: 'opening',
    iban: null,
    paidInAmount: null,
    paidOutTime: null,
    paidOutAmountTenant: null,
    product: 'bank_deposit',
    provider: 'helvetia_bank',
  });
});

test('3 of several deposits the most recently created counts, and after a withdrawal there may be a new one', async () => {
  const sent = payload();
  const query = `?ext-contract-id=${String(sent['externalContractId'])}`;
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  try {
    for (const withdrawals of [1, 2]) {
      assert.equal((await partner.open(sent)).status, 200);
      assert.equal((await ask({ query })).body.state, 'opening');
      await sql.query(
        `update deposits set state = 'withdrawn', step = null, iban = $2 where external_contract_id = $1 and state = 'opening'`,
        [sent['externalContractId'], `IBAN ${withdrawals}`],
      );
      const { body } = await ask({ query });
      assert.deepEqual([body.state, body.iban], ['withdrawn', `IBAN ${withdrawals}`]);
    }
  } finally {
    await sql.end();
  }
});

test('calls of one batch are answered individually', async () => {
  const statusKeyOf = ({ organizationId }: Partner) =>
    created(service.operator('POST', `/organizations/${organizationId}/status-keys`));
  const other = await setUpPartner(service, { contractStatusEnabled: true, tenantChoosesProduct: true });
  const [{ apiKey: second }, { apiKey: others }, revoked] = [
    await statusKeyOf(partner),
    await statusKeyOf(other),
    await statusKeyOf(partner),
  ];
  await service.operator('DELETE', `/organizations/${partner.organizationId}/status-keys/${revoked.keyId}`);
  for (const [owner, externalContractId] of [
    [partner, 'T-BOTH'],
    [other, 'T-BOTH'],
    [partner, 'T-ONE'],
    [other, 'T-OTHER'],
  ] as const) {
    assert.equal((await owner.open(payload({ externalContractId }))).status, 200);
  }
  // The product identifies the deposit.
  const mine = { 'T-BOTH': 'bank_deposit', 'T-ONE': 'bank_deposit' };
  const theirs = { 'T-BOTH': null, 'T-OTHER': null };
  const nobody = '00000000-0000-7000-8000-000000000000';
  const readers: [organizationId: string, apiKey: string, sees: number | Record<string, string | null>][] = [
    [partner.organizationId, key, mine],
    [partner.organizationId, second, mine],
    [partner.organizationId.toUpperCase(), second, mine],
    [partner.organizationId, revoked.apiKey, 401],
    [partner.organizationId, others, 401],
    [partner.organizationId, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, 401],
    [partner.organizationId, 'no key', 401],
    [other.organizationId, others, theirs],
    [other.organizationId, key, 401],
    [nobody, key, 500],
  ];
  const calls = readers.flatMap(([organizationId, apiKey, sees]) =>
    ['T-BOTH', 'T-ONE', 'T-OTHER', 'T-NONE', 'T-"{},\\'].map((contract) => ({
      organizationId,
      apiKey,
      sees,
      contract,
    })),
  );
  // Neighbours in one order are far apart in the other; the whole a second time, in case the first went one by one.
  const mixed = [...calls, ...calls.toSorted((a, b) => a.contract.localeCompare(b.contract)), ...calls];
  const answers = await Promise.all(
    mixed.map(({ organizationId, apiKey, contract }) =>
      ask({ organizationId, apiKey, query: `?ext-contract-id=${encodeURIComponent(contract)}` }),
    ),
  );
  for (const [place, { organizationId, apiKey, sees, contract }] of mixed.entries()) {
    const { status, body } = answers[place] as (typeof answers)[number];
    const about = `${organizationId} ${apiKey} ${contract}`;
    if (typeof sees === 'number') assert.equal(status, sees, about);
    else if (!(contract in sees)) assert.equal(status, 404, about);
    else assert.deepEqual([status, body.externalContractId, body.product], [200, contract, sees[contract]], about);
  }
});

test('4.2 other methods are 405', async () => {
  const { status, headers } = await service.call('POST', '/webhook/contract-status', { body: {} });
  assert.deepEqual([status, headers.get('allow')], [405, 'GET']);
});
