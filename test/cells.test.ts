import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { payload } from './support/payload.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// An organization that is at home in another cell: what this one answers, and what it leaves alone.

let service: Service;
let sql: Client;
let line: CommandLine;
before(async () => {
  service = await startService({ env: { CELL: 'main', CELLS: 'main=https://a.example,second=https://b.example' } });
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  line = await commandLine(service);
});
after(async () => {
  await verified(service);
  await line.end();
  await sql.end();
  await service.stop();
});

/** What a move does to an organization at the source. */
async function sendAway(
  { organizationId }: Pick<Stage, 'organizationId'>,
  home: string | null = 'second',
): Promise<void> {
  await sql.query('begin');
  await sql.query(`select set_config('depono.move', 'on', true)`);
  await sql.query('update organizations set home = $2, moved_at = service_now() where id = $1', [organizationId, home]);
  await sql.query('commit');
}

async function leave({ organizationId }: Pick<Stage, 'organizationId'>, isLeaving: boolean): Promise<void> {
  await sql.query(`update organizations set leaving_since = case when $2 then service_now() end where id = $1`, [
    organizationId,
    isLeaving,
  ]);
}

async function statusOf({ partner }: Play, contract: string): Promise<{ status: number; body: any }> {
  const { apiKey } = (await service.operator('POST', `/organizations/${partner.organizationId}/status-keys`)).body;
  return readStatus(partner, apiKey, contract);
}

function readStatus({ organizationId }: Stage, apiKey: string, contract: string) {
  return service.call('GET', `/webhook/contract-status?ext-contract-id=${contract}`, {
    headers: { 'x-api-key': apiKey, 'x-org-id': organizationId },
  });
}

test('many-machines.md, Not at home: opens 500 errored, nothing was created, resend later; also from the cache', async () => {
  const partner = await stage(service);
  await partner.start();
  await sendAway(partner);
  const sent = payload();
  const { status, body, headers } = await partner.open(sent);
  assert.deepEqual([status, body.result, body.success], [500, 'errored', false]);
  assert.match(body.reason, /Nothing was created/);
  assert.deepEqual(
    [headers.get('x-depono-code'), headers.get('x-depono-next')],
    ['unavailable', 'resend_later'],
    'as in a failure',
  );
  const check = await partner.check(sent);
  assert.deepEqual([check.status, check.headers.get('x-depono-code')], [200, 'unavailable']);
  assert.equal(await partner.record(sent['externalContractId']), undefined);
  await sendAway(partner, null);
  assert.equal((await partner.open(sent)).status, 200, 'home again');
});

test('Not at home: status and events 500, could not be read; a wrong key still 401', async () => {
  const partner = await stage(service);
  const it = await partner.start();
  const { apiKey } = (await service.operator('POST', `/organizations/${partner.organizationId}/status-keys`)).body;
  assert.equal((await readStatus(partner, apiKey, it.contractId)).status, 200);
  const { apiKey: wide } = (await service.operator('POST', `/partners/${partner.partnerId}/status-keys`)).body;
  await sendAway(partner);
  for (const key of [apiKey, wide]) {
    const { status, body } = await readStatus(partner, key, it.contractId);
    assert.equal(status, 500);
    assert.match(body.error, /could not be read/);
  }
  assert.equal((await readStatus(partner, `${apiKey}x`, it.contractId)).status, 401);
  await sendAway(partner, null);
  assert.equal((await statusOf(it, it.contractId)).status, 200);
});

test('Not at home: moves of everyone 409, and nothing changes', async () => {
  const partner = await stage(service);
  const it = await partner.start();
  await reach('tenants', it);
  const before = await it.record();
  const link = /\/t\/[\w-]+/.exec(JSON.stringify(await partner.mails(String(it.sent['tenantEmail']))))?.[0];
  await sendAway(partner);
  for (const [method, path, body] of [
    ['POST', `/deposits/${it.id}/withdraw`, {}],
    ['POST', `/deposits/${it.id}/edit`, {}],
  ] as const) {
    const { status, text } = await service.sandbox(method, path, body);
    assert.equal(status, 409, `${path}: ${text}`);
    assert.match(text, /another cell/);
  }
  const tenant = await fetch(`${service.address}${link}`, { redirect: 'manual' });
  assert.deepEqual([tenant.status, tenant.headers.get('location')], [307, `https://b.example${link}`]);
  const form = await service.call('POST', `${link}/contact`);
  assert.deepEqual([form.status, /verschoben/.test(form.text)], [409, true]);
  assert.deepEqual(await it.record(), before, 'reads of the operator go on');
  await sendAway(partner, null);
});

test('Details: the operator API answers reads of a moved organization 200 and changes 409', async () => {
  const partner = await stage(service);
  const it = await partner.start();
  const path = `/organizations/${partner.organizationId}`;
  const { body: members } = await service.operator('GET', `${path}/members`);
  await sendAway(partner);
  for (const read of [path, `${path}/members`, `${path}/connections`, `/deposits/${it.id}`, '/organizations']) {
    assert.equal((await service.operator('GET', read)).status, 200, read);
  }
  const member = { email: `neu@${partner.domain}`, firstName: 'N', lastName: 'Neu', language: 'de' };
  const changes: [string, string, unknown?][] = [
    ['PATCH', path, { preSigned: true }],
    ['POST', `${path}/members`, member],
    ['DELETE', `${path}/members/${members.members[0].id}`],
    ['POST', `${path}/status-keys`],
    ['POST', `${path}/connections`, { partnerId: partner.partnerId, externalOrgId: 'another' }],
    ['PUT', `${path}/ignored-contracts/C-1`, { until: null }],
    ['POST', `/deposits/${it.id}/withdraw`, { reason: 'A test' }],
  ];
  for (const [method, call, body] of changes) {
    const { status, text } = await service.operator(method, call, body);
    assert.equal(status, 409, `${method} ${call}: ${text}`);
  }
  const { code, errors } = await line.run('org', 'change', partner.organizationId, 'preSigned=true');
  assert.deepEqual([code, /another cell/.test(errors)], [1, true], 'and the command line refuses');
  await sendAway(partner, null);
});

test('Not at home, or leaving: effects, deliveries, lists, orders, counters and removal wait', async () => {
  for (const rest of [sendAway, leave] as const) {
    const partner = await stage(service);
    const it = await partner.start();
    await reach('open', it);
    const other = await stage(service);
    await (rest === sendAway ? sendAway(partner) : leave(partner, true));
    await sql.query(
      `insert into effects (organization_id, id, deposit_id, kind, due_at, created_at)
       values ($1, gen_random_uuid(), $2, 'remind', service_now() - interval '1 hour', service_now())`,
      [partner.organizationId, it.id],
    );
    await sql.query(
      `insert into counter_changes (organization_id, at, partner_id, what, number) values ($1, service_now(), $1, 'opened', 1)`,
      [partner.organizationId],
    );
    // Its drain waits for what is due elsewhere alone.
    await other.start();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { rows } = await sql.query(
      `select (select count(*)::integer from effects where organization_id = $1 and state = 'waiting' and attempts = 0
               and due_at < service_now()) as effects,
              (select count(*)::integer from counter_changes where organization_id = $1 and partner_id = $1) as counters`,
      [partner.organizationId],
    );
    assert.equal(rows[0].effects > 0, true);
    assert.equal(rows[0].counters, 1);
    await (rest === sendAway ? sendAway(partner, null) : leave(partner, false));
  }
});

test('a mandate between organizations of two cells is 409', async () => {
  const [from, to] = [await stage(service), await stage(service)];
  await from.start();
  await sendAway(to);
  const { status } = await service.sandbox('POST', '/mandates', { from: from.organizationId, to: to.organizationId });
  assert.equal(status, 409);
  await sendAway(to, null);
});

test('Routing: depono organization map prints HAProxy’s maps', async () => {
  const partner = await stage(service);
  const lines = async (): Promise<string[]> =>
    (await line.done('organization', 'map'))
      .split('\n')
      .filter((one) => one.includes(partner.externalOrgId) || one.includes(partner.organizationId));
  const entries = (cell: string): string[] => [
    `key ${partner.keyId}/${partner.externalOrgId} ${cell}`,
    `org ${partner.organizationId} ${cell}`,
  ];
  const own = (all: string[]): string[] => all.filter((one) => !one.startsWith('key') || one.includes(partner.keyId));
  assert.deepEqual(own(await lines()), entries('main'));
  await sendAway(partner);
  assert.deepEqual(own(await lines()), entries('second'));
  await sendAway(partner, null);
});
