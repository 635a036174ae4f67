import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { setUpPartner, type Partner } from './support/partner.ts';
import { companyPayload, payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, startService, TOKEN, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

const metricsOf = async ({ address }: Service): Promise<string> => (await fetch(`${address}/metrics`)).text();

describe('production: web processes serve, workers work', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let letterbox: Letterbox;
  let web: Service;
  let partner: Partner;
  let sql: Client;
  const start = (role: string): Promise<Service> =>
    startService({
      databaseUrl: database.url,
      env: { ...PRODUCTION, SMTP_URL: letterbox.url, ROLE: role },
    });

  before(async () => {
    database = await freshDatabase();
    letterbox = await openLetterbox();
    web = await start('web');
    partner = await setUpPartner(web);
    sql = new Client({ connectionString: database.url });
    await sql.connect();
  });
  after(async () => {
    await sql.end();
    await web.stop();
    await letterbox.close();
    await database.drop();
  });

  const due = async (): Promise<number> =>
    (await sql.query(`select count(*)::integer as due from effects where state = 'waiting' and due_at <= now()`))
      .rows[0].due;

  test('a web process leaves due work to the workers', async () => {
    assert.equal((await partner.open(payload())).status, 200);
    await wait(1_500);
    assert.equal(letterbox.mails.length, 0);
    assert.equal(await due(), 1);
    const { text } = await web.call('GET', '/metrics');
    assert.match(text, /^depono_effects_due\{kind="mail"\} 1$/m);
    assert.ok(Number(/^depono_effects_oldest_seconds\{kind="mail"\} (\S+)$/m.exec(text)?.[1]) >= 1);
    assert.match(text, /^depono_info\{.*role="web".*\} 1$/m);

    const worker = await start('worker');
    try {
      while (letterbox.mails.length === 0) await wait(20);
      while ((await due()) > 0) await wait(20);
      assert.match(letterbox.mails[0]?.raw ?? '', /https:\/\/depono\.example\//, 'its links lead to the web processes');
      assert.match(await metricsOf(worker), /^depono_effects_total\{kind="mail",outcome="done"\} 1$/m);
    } finally {
      await worker.stop();
    }
  });

  test('a worker serves only health and metrics', async () => {
    const worker = await start('worker');
    try {
      const status = async (path: string, options: RequestInit = {}): Promise<number> =>
        (await fetch(`${worker.address}${path}`, options)).status;
      for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal(await status(path), 200, path);
      for (const path of ['/', '/manager', '/operator', '/docs', '/openapi.json', '/webhook/contract-status']) {
        assert.equal(await status(path), 404, path);
      }
      const headers = { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId };
      assert.equal(await status('/webhook/custom', { method: 'POST', headers, body: JSON.stringify(payload()) }), 404);
      const authorization = `Bearer ${TOKEN}`;
      assert.equal(await status('/operator/api/partners', { headers: { authorization } }), 404);
    } finally {
      await worker.stop();
    }
  });

  test('several processes share the work: every mail is sent once', async () => {
    const others = await Promise.all(['web', 'worker', 'worker'].map(start));
    const [secondWeb] = others;
    try {
      const before = letterbox.mails.length;
      const sent = Array.from({ length: 60 }, () => payload());
      const headers = { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId };
      const answers = await Promise.all(
        sent.map((body, n) =>
          (n % 2 === 0 ? web : (secondWeb as Service)).call('POST', '/webhook/custom', { headers, body }),
        ),
      );
      assert.ok(answers.every(({ status }) => status === 200));
      while ((await due()) > 0) await wait(20);
      const ids = letterbox.mails.slice(before).map(({ email }) => email.messageId);
      assert.equal(ids.length, 60);
      assert.equal(new Set(ids).size, 60);
    } finally {
      await Promise.all(others.map((one) => one.stop()));
    }
  });
});

describe('test: the sandbox with roles', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let web: Service;
  before(async () => {
    database = await freshDatabase();
    web = await startService({ databaseUrl: database.url, env: { ROLE: 'web' } });
  });
  after(async () => {
    await web.stop();
    await database.drop();
  });

  test('a web process does the work that its sandbox call waits for', async () => {
    const partner = await setUpPartner(web);
    await partner.open(payload());
    const mails = await partner.mails(partner.managerEmail);
    assert.equal(mails.filter(({ kind, state }) => kind === 'deposit_imported' && state !== 'waiting').length, 1);
  });

  test('a worker asks the simulated register of a web process', async () => {
    const partner = await setUpPartner(web);
    const sent = companyPayload();
    assert.equal((await partner.open(sent)).status, 200);
    const worker = await startService({ databaseUrl: database.url, env: { ROLE: 'worker', BASE_URL: web.baseUrl } });
    try {
      const check = async (): Promise<any> => (await partner.record(sent['externalContractId'])).registerCheck;
      while ((await check()) === null) await wait(20);
      assert.deepEqual((await check()).differences, []);
      assert.match(await metricsOf(worker), /^depono_effects_total\{kind="check_register",outcome="done"\} 1$/m);
    } finally {
      await worker.stop();
    }
  });
});

test('a stop under load loses nothing: acknowledged calls are stored once, and are in the request log', async () => {
  const { url: databaseUrl, drop } = await freshDatabase();
  const service = await startService({ databaseUrl });
  const partner = await setUpPartner(service);
  const sent = new Map<string, string>();
  let isStopped = false;
  /** Endless calls, like a partner that sends its whole portfolio. */
  const caller = async (): Promise<void> => {
    while (!isStopped) {
      const body = payload();
      const answer = await partner.open(body).catch(() => null);
      if (answer === null) await wait(5);
      sent.set(String(body['externalContractId']), answer === null ? 'no answer' : answer.body.result);
    }
  };
  const callers = Array.from({ length: 40 }, caller);
  while (sent.size < 200) await wait(5);
  await service.stop();
  isStopped = true;
  await Promise.all(callers);

  const sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    const acknowledged = [...sent].filter(([, result]) => result === 'success').map(([id]) => id);
    assert.ok(acknowledged.length >= 200);
    assert.deepEqual(
      [...sent.values()].filter((result) => result !== 'success' && result !== 'no answer'),
      [],
      'nobody was turned away: a call is answered, or never taken on',
    );
    const { rows } = await sql.query<{ id: string; count: number }>(
      'select external_contract_id as id, count(*)::integer as count from deposits where organization_id = $1 group by 1',
      [partner.organizationId],
    );
    const stored = new Map(rows.map(({ id, count }) => [id, count]));
    for (const id of acknowledged) assert.equal(stored.get(id), 1, id);
    const logged = await sql.query<{ id: string }>(
      `select external_contract_id as id from calls where outcome = 'success'`,
    );
    const inLog = new Set(logged.rows.map(({ id }) => id));
    assert.deepEqual(
      acknowledged.filter((id) => !inLog.has(id)),
      [],
    );
    const unheard = [...stored.keys()].filter((id) => sent.get(id) !== 'success');
    assert.deepEqual(unheard, [], 'nobody was cut off while their call was being stored');
  } finally {
    await sql.end();
    await drop();
  }
});

test('a call begun before a stop is answered, and its connection closed', async () => {
  const service = await startService();
  const partner = await setUpPartner(service);
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify(payload());
  const headers = {
    'x-api-key': partner.apiKey,
    'x-external-org-id': partner.externalOrgId,
    'content-length': Buffer.byteLength(body),
  };
  const call = request(`${service.address}/webhook/custom`, { method: 'POST', agent, headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.write(body.slice(0, 20));
  await wait(200);
  const stopped = service.stop();
  await wait(200);
  call.end(body.slice(20));
  const [answer] = await answered;
  answer.resume();
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers.connection, 'close');
  await stopped;
  agent.destroy();
});

test('a role without its requirements is reported at the start', async () => {
  await assert.rejects(
    startService({ databaseUrl: '', env: { ROLE: 'web', DATABASE_URL: '' } }),
    /DATABASE_URL is not set/,
  );
});
