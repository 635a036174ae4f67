import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify, type FastifyRequest } from 'fastify';
import { Client } from 'pg';
import { fromPrimary } from '../src/actions/replica/read-from.ts';
import { eventsRoutes } from '../src/partner/events-routes.ts';
import { openRoutes } from '../src/partner/open-routes.ts';
import { note } from '../src/partner/recorded-call.ts';
import type { Read, ReadLimits } from '../src/partner/read-lines.ts';
import { startLoop } from '../src/jobs/loop.ts';
import { RequestLogWriter, type RequestLog } from '../src/partner/request-log.ts';
import type { PartnerCall } from '../src/partner/request-log-batch.ts';
import { bounded, LONGEST_ASKED } from '../src/partner/request-log-pieces.ts';
import { statusRoutes } from '../src/partner/status-routes.ts';
import { createServices } from '../src/services.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { NIL_ID } from '../src/storage/database/ids.ts';
import { findCall, openStoredPayload } from '../src/storage/request-log/list.ts';
import { sha256, Vault } from '../src/vault/vault.ts';
import { DirectCalls } from '../src/web/direct.ts';
import { FailedKeys } from '../src/web/failed-keys.ts';
import { leaveBodiesToHandlers } from '../src/web/raw-bodies.ts';
import { tokenIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let sql: Client;
let console: ManagerBrowser;

before(async () => {
  service = await startService();
  partner = await setUpPartner(service, { contractStatusEnabled: true });
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  console = await signInOperator(service);
});
after(async () => {
  await sql.end();
  await service.stop();
});

/** The log is written asynchronously, a moment after the calls. */
async function logged(condition: string, values: unknown[], count = 1): Promise<any[]> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await sql.query(`select * from calls where ${condition} order by id`, values);
    if (rows.length >= count) return rows;
    await wait(50);
  }
  throw new Error(`no such call: ${condition} ${JSON.stringify(values)}`);
}

const about = (contractId: unknown, count = 1) => logged('external_contract_id = $1', [contractId], count);

test('an opened deposit: who, when, what, how long, and which deposit', async () => {
  const sent = payload();
  const before = Date.now();
  await partner.open(sent);
  const [call] = await about(sent['externalContractId']);
  const { id } = await partner.record(sent['externalContractId']);
  assert.deepEqual(
    [
      call.organization_id,
      call.partner_id,
      call.external_org_id,
      call.path,
      call.outcome,
      call.status,
      call.deposit_id,
    ],
    [partner.organizationId, partner.partnerId, partner.externalOrgId, '/webhook/custom', 'success', 200, id],
  );
  assert.deepEqual([call.refusal_row, call.reason, call.problems], [null, null, null]);
  assert.ok(Math.abs(call.at.getTime() - before) < 5_000);
  assert.ok(call.duration_ms > 0 && call.duration_ms < 5_000);
  assert.ok(call.request_id.length > 0);
});

for (const [name, row, outcome, changes] of [
  ['row 5, no contract id', '5', 'skipped', { externalContractId: '' }],
  ['row 8, unknown tenant type', '8', 'errored', { tenantType: 'cat' }],
  ['row 11, invalid fields', '11', 'errored', { tenantEmail: 'nonsense', zip: '1' }],
] as const) {
  test(`a refused call: ${name}`, async () => {
    const sent = payload({ propertyId: `P-${row}`, ...changes });
    const { body } = await partner.open(sent);
    const found = await logged('refusal_row = $1 and path = $2', [row, '/webhook/custom']);
    const call = found.at(-1);
    assert.deepEqual([call.outcome, call.reason, call.status, call.deposit_id], [outcome, body.reason, 500, null]);
    const fields = row === '11' ? ['zip', 'tenantEmail'] : row === '8' ? ['tenantType'] : null;
    assert.deepEqual(call.problems?.map(({ field }: { field: string }) => field) ?? null, fields);
  });
}

test('row 7, the contract exists: the log names the deposit', async () => {
  const sent = payload();
  await partner.open(sent);
  await partner.open(sent);
  const calls = await about(sent['externalContractId'], 2);
  const refused = calls.find(({ refusal_row: row }) => row === '7');
  assert.equal(refused.deposit_id, (await partner.record(sent['externalContractId'])).id);
  const { rows } = await sql.query('select 1 from calls where id = $1 and outcome = $2', [refused.id, 'skipped']);
  assert.equal(rows.length, 1);
});

test('a dry run is logged with the answer of the real call, and opens nothing', async () => {
  const sent = payload({ zip: '1' });
  await partner.check(sent);
  const [call] = await about(sent['externalContractId']);
  assert.deepEqual(
    [call.path, call.outcome, call.status, call.refusal_row, call.deposit_id],
    ['/webhook/custom/check', 'errored', 200, '11', null],
  );
});

test('a wrong key: the call has no owner, and its payload is not kept', async () => {
  const sent = payload();
  const wrong = partner.apiKey.slice(0, -4) + 'AAAA';
  await partner.open(sent, { 'x-api-key': wrong });
  const [call] = await about(sent['externalContractId']);
  assert.deepEqual(
    [call.organization_id, call.partner_id, call.refusal_row, call.payload_id, call.external_org_id],
    [NIL_ID, NIL_ID, '1', null, partner.externalOrgId],
  );
});

test('an organization that is not connected: the partner is known, and the payload is kept without organization', async () => {
  const sent = payload();
  await partner.open(sent, { 'x-external-org-id': 'elsewhere' });
  const [call] = await about(sent['externalContractId']);
  assert.deepEqual(
    [call.organization_id, call.partner_id, call.refusal_row, call.payload_id !== null],
    [NIL_ID, partner.partnerId, '3', true],
  );
});

test('a body that is not JSON is kept unchanged, and shown as a shape', async () => {
  const raw = '{"tenantFirstName": "Zora", broken';
  await service.call('POST', '/webhook/custom', {
    headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId },
    raw,
  });
  const call = (await logged(`refusal_row = '4'`, [])).at(-1);
  assert.equal(call.payload_length, raw.length);
  const page = await console.page(`/operator/calls/${call.id}`);
  assert.match(page.text, /\{&quot;xxxxxxxxxxxxxxx&quot;: &quot;xxxx&quot;, xxxxxx/);
  assert.doesNotMatch(page.text, /Zora/);
});

test('texts that PostgreSQL cannot store are logged without those characters', async () => {
  const sent = payload({ externalContractId: `N-\u0000\ud800-${Math.random()}` });
  await partner.open(sent);
  await logged(`external_contract_id like 'N-%'`, []);
});

test('contract status: each failure is a call of its own, and all are counted', async () => {
  const key = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const sent = payload();
  await partner.open(sent);
  const ask = (id: unknown, apiKey = key.apiKey) =>
    service.call('GET', `/webhook/contract-status?ext-contract-id=${String(id)}`, {
      headers: { 'x-api-key': apiKey, 'x-org-id': partner.organizationId },
    });
  await ask(sent['externalContractId']);
  await ask('nowhere-1');
  await ask('nowhere-2', `${key.apiKey.slice(0, -4)}AAAA`);
  const [missing] = await about('nowhere-1');
  assert.deepEqual(
    [missing.organization_id, missing.outcome, missing.status],
    [partner.organizationId, 'skipped', 404],
  );
  const [stranger] = await about('nowhere-2');
  assert.deepEqual([stranger.organization_id, stranger.status], [NIL_ID, 401]);
  const { rows } = await sql.query(
    `select span, calls, durations from call_counts
     where organization_id = $1 and path = '/webhook/contract-status' and outcome = 'success' order by span`,
    [partner.organizationId],
  );
  assert.deepEqual(
    rows.map(({ span, calls }) => [span, Number(calls)]),
    [
      ['day', 1],
      ['hour', 1],
    ],
  );
  assert.equal(
    rows[0].durations.reduce((sum: number, one: number) => sum + one),
    1,
  );
});

test('the payload is encrypted at rest, bound to its context, and decrypts byte for byte', async () => {
  const sent = payload({ tenantLastName: 'Unverwechselbar' });
  await partner.open(sent);
  const [row] = await about(sent['externalContractId']);
  const { rows } = await sql.query('select content from call_payloads where id = $1', [row.payload_id]);
  assert.doesNotMatch(rows[0].content.toString('latin1'), /Unverwechselbar/);
  const vault = new Vault(service.config.secretKey);
  const call = await findCall(sql, row.id);
  assert.ok(call !== null);
  assert.equal((await openStoredPayload(sql, vault, call))?.toString(), JSON.stringify(sent));
  await sql.query('update call_payloads set id = $2 where id = $1', [row.payload_id, partner.organizationId]);
  const moved = {
    ...call,
    payload: { ...(call.payload as NonNullable<typeof call.payload>), id: partner.organizationId },
  };
  assert.equal(await openStoredPayload(sql, vault, moved), 'unreadable');
});

test('one statement updates all counters: hours, days and problems', async () => {
  const other = await setUpPartner(service);
  for (let n = 0; n < 3; n++) await other.open(payload());
  for (let n = 0; n < 2; n++) await other.open(payload({ zip: '1' }));
  await other.check(payload({ zip: '1' }));
  await logged('organization_id = $1', [other.organizationId], 6);
  const { rows } = await sql.query(
    `select path, outcome, calls::integer from call_counts where organization_id = $1 and span = 'day' order by 1, 2`,
    [other.organizationId],
  );
  assert.deepEqual(
    rows.map(({ path, outcome, calls }) => [path, outcome, calls]),
    [
      ['/webhook/custom', 'errored', 2],
      ['/webhook/custom', 'success', 3],
      ['/webhook/custom/check', 'errored', 1],
    ],
  );
  const { rows: problems } = await sql.query(
    'select problem, calls::integer from call_problems where partner_id = $1',
    [other.partnerId],
  );
  assert.deepEqual(problems, [{ problem: '{"field":"zip","code":"invalid_zip"}', calls: 2 }]);
});

test('the list: newest first, every filter, and paging without a gap', async () => {
  const other = await setUpPartner(service, { integration: 'abaimmo' });
  const ids: string[] = [];
  for (let n = 0; n < 53; n++) {
    const sent = payload(n % 10 === 0 ? { zip: '1' } : {});
    ids.unshift(sent['externalContractId'] as string);
    await other.open(sent);
  }
  await logged('organization_id = $1', [other.organizationId], 53);
  const shown = (page: { text: string }) =>
    [...page.text.matchAll(/data-label="Contract">\s*([^<]+?)\s*</g)].map(([, id]) => id);
  const first = await console.page(`/operator/calls?organization=${other.organizationId}`);
  assert.deepEqual(shown(first), ids.slice(0, 50));
  const earlier = /href="([^"]+before=[^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') as string;
  const second = await console.page(earlier);
  assert.deepEqual(shown(second), ids.slice(50));
  assert.doesNotMatch(second.text, />Earlier</);
  const count = async (query: string): Promise<number> => shown(await console.page(`/operator/calls?${query}`)).length;
  const ours = `partner=${other.partnerId}`;
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Zurich' });
  assert.equal(await count(`${ours}&outcome=refused`), 6);
  assert.equal(await count(`${ours}&outcome=errored`), 6);
  assert.equal(await count(`${ours}&outcome=skipped`), 0);
  assert.equal(await count(`${ours}&path=/webhook/custom`), 0);
  assert.equal(await count(`${ours}&path=/webhook/abaimmo`), 50);
  assert.equal(await count(`contract=${ids[7]}`), 1);
  assert.equal(await count(`contract=${ids[7]}&outcome=errored`), 0);
  assert.equal(await count(`${ours}&reason=POSTLEITZAHL`), 6);
  assert.equal(await count(`${ours}&from=${today}`), 50);
  assert.equal(await count(`${ours}&from=${today}&to=${today}`), 50);
  assert.equal(await count(`${ours}&to=2020-01-01`), 0);
  assert.equal(await count(`${ours}&from=nonsense&path=nonsense&before=nonsense&outcome=nonsense`), 50);
});

test('the list: filter by name of partner or organization, by part of it, and without a match', async () => {
  const other = await setUpPartner(service, { integration: 'abaimmo' });
  await other.open(payload());
  await logged('organization_id = $1', [other.organizationId], 1);
  const { rows } = await sql.query<{ name: string }>('select name from organizations where id = $1', [
    other.organizationId,
  ]);
  const name = rows[0]?.name ?? '';
  const list = (query: object): Promise<{ text: string }> =>
    console.page(`/operator/calls?${new URLSearchParams({ ...query }).toString()}`);
  const page = await list({ organization: name.toUpperCase(), outcome: 'success' });
  assert.equal(page.text.match(/data-label="Contract"/g)?.length, 1);
  assert.doesNotMatch(page.text, /<select[^>]*name="(partner|organization)"/, 'there may be thousands');
  const unclear = await list({ organization: 'verwaltung', outcome: 'success' });
  assert.match(unclear.text, /Which organization do you mean by “verwaltung”\?/);
  assert.match(unclear.text, new RegExp(`outcome=success[^"]*">${name}</a>`), 'the other filters stay');
  assert.doesNotMatch(unclear.text, /data-label="Contract"/);
  const nobody = await list({ partner: '<b>' });
  assert.match(nobody.text, /There is no partner with “&lt;b&gt;” in its name/);
});

test('one call: masked payload, problems in words, links to its deposit and back', async () => {
  const sent = payload({ tenantLastName: 'Geheimnis', tenantEmail: 'streng.geheim@mail.example' });
  await partner.open(sent);
  const [row] = await about(sent['externalContractId']);
  const page = await console.page(`/operator/calls/${row.id}`);
  assert.doesNotMatch(page.text, /Geheimnis|streng\.geheim|Besitzerin/);
  assert.match(page.text, /G••••••••/);
  assert.match(page.text, /Seestrasse/);
  assert.match(page.text, new RegExp(`href="/operator/deposits/${row.deposit_id}"`));
  const back = /href="(\/operator\/calls\?contract=[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') as string;
  assert.match((await console.page(back)).text, new RegExp(`/operator/calls/${row.id}`));
});

test('run again as a dry run: decides as of today, and stores nothing', async () => {
  const sent = payload({ zip: '1' });
  await partner.open(sent);
  const [row] = await about(sent['externalContractId']);
  const token = tokenIn((await console.page(`/operator/calls/${row.id}`)).text) as string;
  const again = () => console.post(`/operator/calls/${row.id}/run-again`, { token });
  const refused = await again();
  assert.equal(refused.status, 200);
  assert.match(refused.text, /Today it would be refused/);
  assert.match(refused.text, /<code>invalid_zip<\/code>/);
  const fine = payload();
  await partner.open(fine);
  const [opened] = await about(fine['externalContractId']);
  const taken = await console.post(`/operator/calls/${opened.id}/run-again`, { token });
  assert.match(taken.text, /The contract exists already/);
  await service.sandbox('POST', `/deposits/${opened.deposit_id}/withdraw`);
  const free = await console.post(`/operator/calls/${opened.id}/run-again`, { token });
  assert.match(free.text, /Today it would open a deposit/);
  assert.equal((await partner.record(fine['externalContractId'])).state, 'withdrawn');
});

test('run again: a newly connected organization is found', async () => {
  const sent = payload();
  await partner.open(sent, { 'x-external-org-id': 'later' });
  const [row] = await about(sent['externalContractId']);
  const token = tokenIn((await console.page(`/operator/calls/${row.id}`)).text) as string;
  const again = async () => (await console.post(`/operator/calls/${row.id}/run-again`, { token })).text;
  assert.match(await again(), /The external organization id is not connected/);
  const connection = { partnerId: partner.partnerId, externalOrgId: 'later' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/connections`, connection));
  assert.match(await again(), /Today it would open a deposit/);
});

test('an unknown id has no page', async () => {
  for (const id of [partner.partnerId, 'nonsense']) {
    assert.equal((await console.get(`/operator/calls/${id}`)).status, 404);
  }
});

test('after 90 days a call is removed with its payload; counts stay', async (t) => {
  const own = await startService();
  const client = new Client({ connectionString: own.databaseUrl });
  await client.connect();
  t.after(async () => {
    await client.end();
    await own.stop();
  });
  const theirs = await setUpPartner(own);
  const count = async (table: string): Promise<number> => {
    const { rows } = await client.query(`select count(*)::integer as n from ${table}`);
    return rows[0].n;
  };
  await theirs.open(payload());
  for (let tries = 0; tries < 100 && (await count('calls')) === 0; tries++) await wait(50);
  await own.sandbox('POST', '/clock', { advance: 'P89D' });
  assert.deepEqual([await count('calls'), await count('call_payloads')], [1, 1]);
  await theirs.open(payload());
  for (let tries = 0; tries < 100 && (await count('calls')) === 1; tries++) await wait(50);
  await own.sandbox('POST', '/clock', { advance: 'P2D' });
  assert.deepEqual(
    [await count('calls'), await count('call_payloads')],
    [1, 1],
    'the second, by the clock of the service',
  );
  assert.ok((await count('call_counts')) >= 4);
});

test('a stop writes everything that was answered', async () => {
  const database = service.databaseUrl;
  const own = await startService({ databaseUrl: database });
  const sent = Array.from({ length: 40 }, () => payload());
  await Promise.all(
    sent.map((body) =>
      own.call('POST', '/webhook/custom', {
        headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId },
        body,
      }),
    ),
  );
  await own.stop();
  const { rows } = await sql.query('select 1 from calls where external_contract_id = any ($1)', [
    sent.map(({ externalContractId }) => externalContractId),
  ]);
  assert.equal(rows.length, 40);
});

/** A read of contract status that was answered. */
const read = (changes: Partial<Read> = {}): Read => ({
  path: '/webhook/contract-status',
  organizationId: partner.organizationId,
  contractId: 'read',
  state: 'open',
  product: 'bank_deposit',
  partnerId: null,
  requestId: 'r-1',
  startedAt: Date.now(),
  durationMs: 1,
  ...changes,
});

/** Fails only statements of that name, after this many; or executes them and loses the answer. */
type Broken = { name?: string; after?: number; isWritten?: boolean };

/** The recorder alone, with a database that can be unavailable. */
async function recorder({
  everyMs = 60_000,
  ...settings
}: { mostWaiting?: number; everyMs?: number; readLimits?: Partial<ReadLimits> } = {}): Promise<{
  log: RequestLogWriter;
  said: string[];
  call: (changes?: Partial<PartnerCall>) => PartnerCall;
  breakWith: (error: Error | null, only?: Broken) => void;
  asked: () => number;
  end: () => Promise<void>;
}> {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  let broken: Error | null = null;
  let brokenOnly: Broken = {};
  let asked = 0;
  const said: string[] = [];
  const fragile = {
    ...database,
    query: (async (question: { name?: string }) => {
      asked++;
      const { name = question.name, after: spared = 0, isWritten = false } = brokenOnly;
      const error = name === question.name && asked > spared ? broken : null;
      if (error !== null && !isWritten) throw error;
      const answer = await (database.query as (question: object) => Promise<unknown>)(question);
      if (error !== null) throw error;
      return answer;
    }) as unknown as Database['query'],
  };
  const vault = new Vault(service.config.secretKey);
  const log = new RequestLogWriter({ database: fragile, vault, log: (_, what) => said.push(what), ...settings });
  const loop = startLoop({
    everyMs: everyMs / 4,
    firstAfterMs: everyMs / 4,
    round: () => log.writeDue(),
    atStop: () => log.flushAtStop(),
    onError: () => undefined,
  });
  return {
    log,
    said,
    breakWith: (error, only = {}) => {
      broken = error;
      brokenOnly = only;
    },
    asked: () => asked,
    call: (changes = {}) => ({
      path: '/webhook/custom',
      isOpen: true,
      caller: { keyId: partner.keyId, keyHash: null, externalOrgId: partner.externalOrgId },
      externalOrgId: partner.externalOrgId,
      externalContractId: 'recorded',
      outcome: 'success',
      refusalRow: null,
      reason: null,
      problems: [],
      status: 200,
      requestId: 'r-1',
      code: 'opened',
      depositId: null,
      payload: Buffer.from('{}'),
      startedAt: Date.now(),
      durationMs: 1,
      ...changes,
    }),
    end: async () => {
      await loop.stop();
      await database.end();
    },
  };
}

test('an unavailable database delays no call, and nothing is lost or written twice', async () => {
  const { log, call, breakWith, end } = await recorder();
  const name = `away-${Math.random()}`;
  for (let n = 0; n < 600; n++) log.record(call({ externalContractId: name }));
  breakWith(new Error('connection lost'));
  await assert.rejects(log.flush());
  breakWith(null);
  await log.flush();
  await log.flush();
  const rows = await about(name, 600);
  assert.equal(rows.length, 600);
  assert.deepEqual(log.state(), { waiting: 0, dropped: 0 });
  await end();
});

test('a lost answer: a stored call is stored and counted once', async () => {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const vault = new Vault(service.config.secretKey);
  let isLost = true;
  const lossy = {
    ...database,
    query: (async (question: { name?: string }) => {
      const answer: unknown = await (database.query as (question: object) => Promise<unknown>)(question);
      if (question.name === 'write-calls' && isLost) throw new Error('the answer was lost');
      return answer;
    }) as unknown as Database['query'],
  };
  const log = new RequestLogWriter({ database: lossy, vault, log: () => undefined });
  const { call, end } = await recorder();
  const name = `lost-${Math.random()}`;
  const path = `/webhook/${name}`;
  log.record(call({ externalContractId: name, path }));
  await assert.rejects(log.flush(), /the answer was lost/);
  isLost = false;
  await log.flushAtStop();
  assert.equal((await about(name)).length, 1);
  const { rows } = await sql.query(`select calls::integer from call_counts where path = $1 and span = 'hour'`, [path]);
  assert.deepEqual(rows, [{ calls: 1 }]);
  await end();
  await database.end();
});

test('entries beyond the limit are dropped, counted and logged', async () => {
  const { log, said, call, end } = await recorder({ mostWaiting: 2 });
  const name = `full-${Math.random()}`;
  for (let n = 0; n < 5; n++) log.record(call({ externalContractId: name }));
  assert.deepEqual(log.state(), { waiting: 2, dropped: 3 });
  await log.flush();
  assert.equal((await about(name, 2)).length, 2);
  assert.match(said.join(), /^3 calls were not logged/);
  await end();
});

test('a call refused by the database does not hold up the others', async () => {
  const { log, said, call, end } = await recorder();
  const name = `bad-${Math.random()}`;
  log.record(call({ externalContractId: name }));
  log.record(call({ externalContractId: name, depositId: 'no uuid' }));
  log.record(call({ externalContractId: name }));
  await log.flush();
  assert.equal((await about(name, 2)).length, 2);
  assert.equal(log.state().dropped, 1);
  assert.match(said.join(), /could not be logged/);
  await end();
});

test('after an internal failure the payload is kept only if the key was valid', async () => {
  const { log, call, end } = await recorder();
  const name = `failed-${Math.random()}`;
  const caller = { keyId: partner.keyId, externalOrgId: partner.externalOrgId };
  log.record(call({ externalContractId: name, caller: { ...caller, keyHash: sha256(partner.apiKey) }, status: 500 }));
  log.record(call({ externalContractId: name, caller: { ...caller, keyHash: sha256('guessed') }, status: 500 }));
  await log.flush();
  const rows = await about(name, 2);
  assert.deepEqual(
    rows.map((row) => [row.organization_id, row.payload_id !== null]).toSorted(),
    [
      [NIL_ID, false],
      [partner.organizationId, true],
    ].toSorted(),
  );
  await end();
});

const failing = (code: string): Error => Object.assign(new Error(`failed with ${code}`), { code });

/** How many calls of a path were counted. */
async function countedOn(path: string): Promise<number> {
  const { rows } = await sql.query(
    `select coalesce(sum(calls), 0)::integer as n from call_counts where path = $1 and span = 'hour'`,
    [path],
  );
  return rows[0].n;
}

for (const code of ['57014', '53100', '53300', '40P01', '25006', '42P01', '57P01', '08006', 'ECONNRESET']) {
  test(`${code} is not the calls’ fault: all of them are kept as one batch, and written later`, async () => {
    const { log, said, call, breakWith, asked, end } = await recorder();
    const name = `kept-${code}-${Math.random()}`;
    const path = `/webhook/${name}`;
    for (let n = 0; n < 5; n++) log.record(call({ externalContractId: name, path }));
    breakWith(failing(code), { name: 'write-calls' });
    for (let tries = 0; tries < 3; tries++) await assert.rejects(log.flush(), new RegExp(code));
    assert.equal(asked(), 4, 'who called is asked once, and the batch is written whole each time');
    assert.deepEqual(log.state(), { waiting: 5, dropped: 0 });
    assert.deepEqual(said, ['the request log lags behind']);
    breakWith(null);
    await log.flush();
    assert.deepEqual([(await about(name, 5)).length, await countedOn(path)], [5, 5]);
    assert.deepEqual(log.state(), { waiting: 0, dropped: 0 });
    breakWith(failing(code));
    log.record(call({ externalContractId: name }));
    await assert.rejects(log.flush());
    assert.equal(said.length, 2, 'the next outage is said again');
    breakWith(null);
    await end();
  });
}

test('an unavailable database is retried with growing waits', async () => {
  const { log, call, breakWith, asked, end } = await recorder({ everyMs: 5 });
  breakWith(failing('53300'));
  log.record(call({ externalContractId: `rarely-${Math.random()}` }));
  await wait(1_000);
  assert.ok(asked() >= 2 && asked() <= 4, `after 0, 200 and 600 ms: ${asked()} times`);
  breakWith(null);
  for (let tries = 0; tries < 60 && log.state().waiting > 0; tries++) await wait(50);
  assert.deepEqual(log.state(), { waiting: 0, dropped: 0 });
  await end();
});

/** In which transactions the calls and the lines of a contract were written. */
async function writtenIn(contractId: string): Promise<{ calls: string[]; lines: string[] }> {
  const written = async (table: string): Promise<string[]> => {
    const question = `select distinct xmin::text as id from ${table} where external_contract_id = $1`;
    return (await sql.query<{ id: string }>(question, [contractId])).rows.map(({ id }) => id);
  };
  return { calls: await written('calls'), lines: await written('call_reads') };
}

const PIECES: [calls: number, isBefore: boolean, what: string][] = [
  [50, true, 'fifty calls are written before their turn, and lines of readers at it'],
  [49, false, 'fewer wait for their turn, and are written with the lines'],
];
for (const [count, isBefore, what] of PIECES) {
  test(what, async () => {
    const { log, call, end } = await recorder({ everyMs: 400, readLimits: { heldMs: 0 } });
    const contractId = `piece-${Math.random()}`;
    log.count(read({ contractId }));
    for (let n = 0; n < count; n++) log.record(call({ externalContractId: contractId }));
    for (let tries = 0; tries < 200 && (await readsOf(contractId)).length === 0; tries++) await wait(20);
    await about(contractId, count);
    const { calls, lines } = await writtenIn(contractId);
    assert.deepEqual([calls.length, lines.length], [1, 1]);
    assert.equal(calls[0] !== lines[0], isBefore);
    await end();
  });
}

test('after an interrupted split, each call is stored and counted once, and only the bad one is dropped', async () => {
  const { log, call, breakWith, end } = await recorder();
  const name = `split-${Math.random()}`;
  const path = `/webhook/${name}`;
  for (let n = 0; n < 8; n++) {
    log.record(call({ externalContractId: name, path, ...(n === 5 ? { depositId: 'no uuid' } : {}) }));
  }
  log.count(read({ path }));
  // Who called; all, refused; the first half, stored; the second, refused.
  breakWith(failing('57014'), { after: 4 });
  await assert.rejects(log.flush(), /57014/);
  assert.equal((await about(name, 4)).length, 4);
  assert.equal(log.state().dropped, 0);
  breakWith(null);
  await log.flush();
  await log.flush();
  assert.deepEqual([(await about(name, 7)).length, await countedOn(path)], [7, 8]);
  assert.deepEqual(log.state(), { waiting: 0, dropped: 1 });
  await end();
});

test('refused counts are dropped, and the calls stay', async () => {
  const { log, said, call, end } = await recorder();
  const name = `counts-${Math.random()}`;
  const path = `/webhook/${name}`;
  log.record(call({ externalContractId: name, path }));
  await log.flush();
  await sql.query('update call_counts set calls = 9223372036854775807 where path = $1', [path]);
  log.record(call({ externalContractId: name, path }));
  log.record(call({ externalContractId: name, path }));
  log.count(read({ path, organizationId: NIL_ID }));
  log.count(read({ path, organizationId: 'no uuid' }));
  await log.flush();
  assert.equal((await about(name, 3)).length, 3);
  assert.deepEqual(log.state(), { waiting: 0, dropped: 1 });
  assert.equal(said.filter((what) => what === 'a call was logged, but could not be counted').length, 2);
  assert.equal(said.filter((what) => what === 'calls of a reader could not be counted').length, 1);
  const { rows } = await sql.query(
    `select calls::integer from call_counts where path = $1 and organization_id = $2 and span = 'hour'`,
    [path, NIL_ID],
  );
  assert.deepEqual(rows, [{ calls: 1 }], 'of a reader whose counts are good');
  await sql.query('delete from call_counts where path = $1', [path]);
  await end();
});

test('only the call that makes no valid row is dropped', async () => {
  const { log, call, end } = await recorder();
  const name = `unmade-${Math.random()}`;
  log.record(call({ externalContractId: name, startedAt: Number.NaN }));
  log.record(call({ externalContractId: name }));
  await log.flush();
  assert.equal((await about(name)).length, 1);
  assert.deepEqual(log.state(), { waiting: 0, dropped: 1 });
  await end();
});

test('texts chosen by a caller are truncated when recorded', () => {
  const long = 'x'.repeat(10_000);
  const call = bounded({
    path: '/webhook/custom',
    isOpen: true,
    caller: { keyId: 'k', keyHash: null, externalOrgId: long },
    externalOrgId: long,
    externalContractId: long,
    outcome: 'success',
    refusalRow: null,
    reason: null,
    problems: [],
    status: 200,
    requestId: long,
    code: null,
    depositId: null,
    payload: Buffer.alloc(0),
    startedAt: 0,
    durationMs: 1,
  });
  const cut = 'x'.repeat(128);
  assert.deepEqual([call.externalOrgId, call.externalContractId, call.requestId], [cut, cut, cut]);
  assert.ok(call.caller !== null && 'keyId' in call.caller);
  assert.equal(call.caller.externalOrgId.length, LONGEST_ASKED);
});

test('a recording that throws changes no answer, and is only logged', async () => {
  const [server, readers] = [fastify(), fastify()];
  for (const one of [server, readers]) {
    one.setValidatorCompiler(() => () => true);
    one.setSerializerCompiler(() => JSON.stringify);
  }
  leaveBodiesToHandlers(server);
  const errors: string[] = [];
  const request = { id: 'r-1', log: { error: (_: object, what: string) => errors.push(what) } };
  note(request as unknown as FastifyRequest, () => {
    throw new Error('full');
  });
  assert.deepEqual(errors, ['a call was not recorded']);
  const broken = (): never => {
    throw new Error('full');
  };
  const requestLog = { record: broken, count: broken } as unknown as RequestLog;
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const services = createServices(service.config, database);
  const failedKeys = new FailedKeys();
  const direct = new DirectCalls({
    log: server.log,
    trustProxy: false,
    isDraining: () => false,
    idOf: () => 'r-1',
    onAnswered: () => undefined,
  });
  openRoutes(server, { direct, services, paths: service.config.paths, failedKeys, bodyLimitMs: 5_000, requestLog });
  const sent = payload();
  const answer = await server.inject({
    method: 'POST',
    url: '/webhook/custom',
    headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId },
    payload: sent,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const readFrom = fromPrimary(services);
  statusRoutes(readers, { direct, readFrom, failedKeys, requestLog });
  eventsRoutes(readers, { direct, readFrom, failedKeys, baseUrl: () => '', requestLog });
  const key = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const headers = { 'x-api-key': key.apiKey, 'x-org-id': partner.organizationId };
  for (const [url, status] of [
    [`/webhook/contract-status?ext-contract-id=${String(sent['externalContractId'])}`, 200],
    ['/webhook/contract-status?ext-contract-id=nowhere', 404],
    ['/webhook/events', 200],
    ['/webhook/events?after=x', 400],
  ] as const) {
    assert.equal((await readers.inject({ url, headers })).statusCode, status, url);
  }
  await readers.close();
  await server.close();
  await database.end();
});

const readsOf = async (contractId: string): Promise<any[]> =>
  (await sql.query('select * from call_reads where external_contract_id = $1 order by id', [contractId])).rows;

test('equal reads share one line, with count, times and answer', async () => {
  const { log, end } = await recorder();
  const contractId = `R-${Math.random()}`;
  const at = Date.now();
  log.count(read({ contractId, startedAt: at, durationMs: 2 }));
  log.count(read({ contractId, startedAt: at + 700, durationMs: 9 }));
  log.count(read({ contractId, startedAt: at + 800, state: 'closing' }));
  await log.flush();
  await log.flush();
  const [open, closing, ...others] = await readsOf(contractId);
  assert.deepEqual(
    [open.times, open.last_at.getTime() - open.at.getTime(), open.duration_ms, open.answered, open.contracts],
    [2, 700, 9, 'open, bank_deposit', null],
  );
  assert.deepEqual([closing.times, closing.answered], [1, 'closing, bank_deposit']);
  assert.deepEqual([others.length, open.organization_id], [0, partner.organizationId]);
  await end();
});

test('a lost answer: lines of reads are stored and counted once', async () => {
  const { log, breakWith, end } = await recorder();
  const contractId = `R-${Math.random()}`;
  const path = `/webhook/${contractId}`;
  log.count(read({ contractId, path }));
  breakWith(failing('57014'), { name: 'write-calls' });
  await assert.rejects(log.flush(), /57014/);
  log.count(read({ contractId, path }));
  breakWith(null);
  await log.flush();
  const lines = await readsOf(contractId);
  assert.deepEqual([lines.map(({ times }) => times), await countedOn(path)], [[1, 1], 2]);
  await end();
});

test('a lost answer: reads whose line still waits are counted once', async () => {
  const { log, breakWith, asked, end } = await recorder({ everyMs: 5, readLimits: { heldMs: 300 } });
  const contractId = `R-${Math.random()}`;
  const path = `/webhook/${contractId}`;
  // Every write succeeds, and its answer is lost.
  breakWith(failing('57014'), { name: 'write-calls', isWritten: true });
  log.count(read({ contractId, path }));
  for (let tries = 0; tries < 100 && (await readsOf(contractId)).length === 0; tries++) await wait(20);
  const before = asked();
  for (let tries = 0; tries < 100 && asked() === before; tries++) await wait(20);
  breakWith(null);
  await log.flush();
  assert.deepEqual([(await readsOf(contractId)).map(({ times }) => times), await countedOn(path)], [[1], 1]);
  await end();
});

test('reads are counted in their own hour, however late they are written', async () => {
  const { log, end } = await recorder();
  const path = `/webhook/hours-${Math.random()}`;
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (const startedAt of [hour - 3_600_001, hour - 5, hour - 1, hour, hour + 1]) log.count(read({ path, startedAt }));
  await log.flush();
  const { rows } = await sql.query<{ starts_at: Date; calls: number }>(
    `select starts_at, calls::integer from call_counts where path = $1 and span = 'hour' order by 1`,
    [path],
  );
  assert.deepEqual(
    rows.map(({ starts_at: at, calls }) => [at.getTime() - hour, calls]),
    [
      [-7_200_000, 1],
      [-3_600_000, 2],
      [0, 2],
    ],
  );
  await end();
});

test('reads without their own line are counted in the line for the rest of the organization', async () => {
  const { log, end } = await recorder({ readLimits: { anHour: 1 } });
  const other = await setUpPartner(service);
  const { organizationId } = other;
  for (const contractId of ['A', 'B', 'C', 'B']) log.count(read({ contractId, organizationId }));
  await log.flush();
  const page = await console.page(`/operator/calls?kind=reads&organization=${organizationId}`);
  assert.match(page.text, /3 other reads of 2 contracts/);
  const { rows } = await sql.query('select sum(times)::integer as n from call_reads where organization_id = $1', [
    organizationId,
  ]);
  assert.equal(rows[0].n, 4);
  await end();
});

test('contract status and events: every answered read is in the log once the service has stopped', async () => {
  const key = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const sent = payload();
  await partner.open(sent);
  const contractId = sent['externalContractId'] as string;
  await about(contractId);
  const own = await startService({ databaseUrl: service.databaseUrl });
  const headers = { 'x-api-key': key.apiKey, 'x-org-id': partner.organizationId };
  for (let n = 0; n < 3; n++) {
    await own.call('GET', `/webhook/contract-status?ext-contract-id=${contractId}`, { headers });
  }
  await own.call('GET', '/webhook/events?after=2', { headers });
  await own.stop();
  const lines = await readsOf(contractId);
  assert.deepEqual(
    lines.map(({ times, answered, path }) => [times, answered, path]),
    [[3, 'opening', '/webhook/contract-status']],
  );
  const { rows } = await sql.query(
    `select answered from call_reads where organization_id = $1 and path = '/webhook/events' order by id desc limit 1`,
    [partner.organizationId],
  );
  assert.deepEqual(rows, [{ answered: 'no new event' }]);
  const list = (query: string): Promise<{ text: string }> => console.page(`/operator/calls?${query}`);
  const ofContract = await list(`contract=${contractId}`);
  assert.match(ofContract.text, /Read 3 times<small>[^<]+<\/small>/);
  assert.match(ofContract.text, /data-label="Path">custom</, 'beside the call that opened it');
  assert.doesNotMatch((await list(`organization=${partner.organizationId}`)).text, /Read 3 times/);
  const reads = await list(`organization=${partner.organizationId}&kind=reads`);
  assert.match(reads.text, /Read 3 times/);
  assert.doesNotMatch(reads.text, /data-label="Path">custom</);
  assert.match((await list('path=/webhook/contract-status')).text, /Read 3 times/);
  const line = await console.page(`/operator/calls/${lines[0].id}`);
  const { id } = await partner.record(contractId);
  assert.match(line.text, new RegExp(`Reads of ${contractId}`));
  assert.match(line.text, new RegExp(`href="/operator/deposits/${id}"`));
  assert.match(line.text, /Read 3 times/);
  const deposit = await console.page(`/operator/deposits/${id}`);
  assert.match(deposit.text, new RegExp(`/operator/calls\\?contract=${contractId}`));
});
