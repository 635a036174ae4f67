import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { holdMail } from './support/held-mail.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Answer, type Service } from './support/service.ts';

let one: Service;
let other: Service;
let partner: Partner;
let sql: Client;

before(async () => {
  one = await startService();
  other = await startService({ databaseUrl: one.databaseUrl });
  partner = await setUpPartner(one);
  sql = new Client({ connectionString: one.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await other.stop();
  await one.stop();
});

const openAt = (service: Service, body: unknown): Promise<Answer> =>
  service.call('POST', '/webhook/custom', {
    headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': partner.externalOrgId },
    body,
  });

test('equal calls to two processes at once open one deposit', async () => {
  for (let round = 0; round < 10; round++) {
    const sent = payload();
    const answers = await Promise.all([one, other, one, other].map((service) => openAt(service, sent)));
    assert.deepEqual(answers.map(({ body }) => body.result).sort(), ['skipped', 'skipped', 'skipped', 'success']);
  }
});

test('many different calls to two processes at once are all opened: batches do not block each other', async () => {
  const sent = Array.from({ length: 300 }, () => payload());
  const answers = await Promise.all(sent.map((body, n) => openAt(n % 2 ? one : other, body)));
  assert.ok(answers.every(({ status }) => status === 200));
});

test('two processes share a port, and the calls are distributed', async () => {
  const first = await startService({ databaseUrl: one.databaseUrl, env: { SHARE_PORT: 'true' } });
  const { port } = new URL(first.address);
  const second = await startService({ databaseUrl: one.databaseUrl, env: { SHARE_PORT: 'true', PORT: port } });
  try {
    // Each process has its own id prefix, and each connection may reach another process.
    const processes = new Set<string>();
    for (let n = 0; n < 60 && processes.size < 2; n++) {
      const { headers } = await first.call('GET', '/healthz', { headers: { connection: 'close' } });
      processes.add(headers.get('x-request-id')?.split('-')[0] ?? '');
    }
    assert.equal(processes.size, 2);
    const sent = Array.from({ length: 40 }, () => payload());
    const answers = await Promise.all(sent.map((body) => openAt(first, body)));
    assert.ok(answers.every(({ status }) => status === 200));
    await second.stop();
    assert.equal((await openAt(first, payload())).status, 200, 'the one goes on when the other stops');
  } finally {
    await first.stop();
  }
});

test('a port is not shared unless configured', async () => {
  const { port } = new URL(one.address);
  await assert.rejects(startService({ databaseUrl: one.databaseUrl, env: { PORT: port } }), /EADDRINUSE/);
});

test('the import-error mail is sent once when two processes refuse at once', async () => {
  const bad = payload({ zip: 'x' });
  await Promise.all(Array.from({ length: 10 }, (_, n) => openAt(n % 2 ? one : other, bad)));
  const mails = await partner.mails(partner.managerEmail);
  assert.equal(
    mails.filter(({ kind, text }) => kind === 'import_error' && text.includes(String(bad['externalContractId'])))
      .length,
    1,
  );
});

test('a key revoked in one process is refused in the other at once', async () => {
  const own = await setUpPartner(one);
  const headers = { 'x-api-key': own.apiKey, 'x-external-org-id': own.externalOrgId };
  assert.equal((await other.call('POST', '/webhook/custom', { headers, body: payload() })).status, 200);
  await one.operator('DELETE', `/partners/${own.partnerId}/keys/${own.keyId}`);
  assert.equal(
    (await other.call('POST', '/webhook/custom', { headers, body: payload() })).body.reason,
    'Not Authorised!',
  );
});

test('all processes share one clock', async () => {
  const { body } = await one.sandbox('POST', '/clock', { advance: 'P10D' });
  const later = await other.sandbox('POST', '/clock', { advance: 'PT0S' });
  assert.ok(new Date(later.body.now) >= new Date(body.now));
});

test('a mail whose worker died is taken over at once', async () => {
  // Like a worker that is killed during its work.
  const dying = new Client({ connectionString: one.databaseUrl });
  dying.on('error', () => undefined);
  await dying.connect();
  const id = await holdMail(dying, partner.organizationId);
  const isDue = async (): Promise<boolean> =>
    (await sql.query('select due_at <= service_now() as due from effects where id = $1', [id])).rows[0].due;
  while (!(await isDue())) await wait(20);
  const mailbox = other.sandbox('GET', '/mailbox');
  await wait(100);
  const state = async () => (await sql.query('select state from effects where id = $1', [id])).rows[0].state;
  assert.equal(await state(), 'waiting', 'one worker at a time');
  await dying.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  assert.equal((await mailbox).status, 200);
  assert.equal(await state(), 'done');
});

test('removing a member who is being given deposits leaves none without a manager', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `geht${round}@mail.example`;
    const person = { email, firstName: 'G', lastName: 'H', language: 'de' };
    const { body: member } = await one.operator('POST', `/organizations/${partner.organizationId}/members`, person);
    const sent = Array.from({ length: 30 }, () => payload({ propertyManagerEmail: email }));
    const leaving = wait(5).then(() =>
      one.operator('DELETE', `/organizations/${partner.organizationId}/members/${member.id}`),
    );
    const answers = await Promise.all(sent.map((body, n) => openAt(n % 2 ? one : other, body)));
    assert.equal((await leaving).status, 204);
    assert.ok(answers.every(({ status }) => status === 200));
    for (const body of sent) {
      assert.equal((await partner.record(body['externalContractId'])).propertyManager.email, partner.managerEmail);
    }
  }
});

test('removing a member and their successor at once leaves no deposit without a manager', async () => {
  const base = `/organizations/${partner.organizationId}/members`;
  for (let round = 0; round < 5; round++) {
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const person = { email: `${name}${round}@mail.example`, firstName: name, lastName: 'X', language: 'de' };
        return (await one.operator('POST', base, person)).body;
      }),
    );
    const sent = payload({ propertyManagerEmail: a.email });
    await openAt(one, sent);
    const answers = await Promise.all([
      one.operator('DELETE', `${base}/${a.id}`, { reassignTo: b.id }),
      other.operator('DELETE', `${base}/${b.id}`),
    ]);
    assert.ok(
      answers.every(({ status }) => status === 204 || status === 422),
      JSON.stringify(answers.map(({ status }) => status)),
    );
    assert.ok((await partner.record(sent['externalContractId'])).propertyManager.id);
  }
});

test('concurrent set-up changes and calls never deadlock', async () => {
  const organization = `/organizations/${partner.organizationId}`;
  const members = await Promise.all(
    ['m1', 'm2', 'm3'].map(async (name) => {
      const person = { email: `${name}@mail.example`, firstName: name, lastName: 'X', language: 'de' };
      return (await one.operator('POST', `${organization}/members`, person)).body.id as string;
    }),
  );
  const invited = (n: number) => ({
    propertyManagerEmail: `neu${n % 5}@${partner.domain}`,
    propertyManagerFirstName: 'N',
    propertyManagerLastName: 'N',
  });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const service = n % 2 ? one : other;
      const member = members[n % 3] ?? '';
      const ways = [
        () => service.operator('PATCH', `${organization}/members/${member}`, { defaultPropertyManager: true }),
        () => service.operator('PATCH', organization, { sendDelayMinutes: n }),
        () => service.operator('PATCH', `${organization}/members/${member}`, { lastName: `N${n}` }),
        () => service.operator('PUT', `${organization}/ignored-contracts/x${n}`, { until: null }),
        () => openAt(service, payload(invited(n))),
        () => openAt(service, payload()),
      ];
      return (ways[n % ways.length] as () => Promise<Answer>)();
    }),
  );
  assert.deepEqual(
    answers.filter(({ status }) => status >= 300).map(({ text }) => text),
    [],
  );
});

test('connections cut during inserts: acknowledged deposits exist once, and a resend is safe', async () => {
  const sent = Array.from({ length: 200 }, () => payload());
  let isCutting = true;
  const cutting = (async () => {
    while (isCutting) {
      await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
                       where pid <> pg_backend_pid() and datname = current_database() and query like '%insert into deposits%'`);
      await wait(3);
    }
  })();
  const answers = await Promise.all(
    sent.map((body, n) => wait(n % 40).then(() => openAt(n % 2 ? one : other, body).catch(() => null))),
  );
  isCutting = false;
  await cutting;
  for (const [n, answer] of answers.entries()) {
    const deposits = await partner.record(sent[n]?.['externalContractId']);
    if (answer?.status === 200) assert.ok(deposits, 'acknowledged, so it is there');
    else if (answer?.body.result === 'errored') {
      assert.match(answer.body.reason, /Nothing was created/);
      assert.equal(deposits, undefined, 'we said that nothing was created');
    }
  }
  await Promise.all(sent.map((body) => openAt(one, body)));
  const ids = sent.map((body) => body['externalContractId']);
  const { rows } = await sql.query(
    'select count(*) as deposits, count(distinct external_contract_id) as contracts from deposits where external_contract_id = any($1)',
    [ids],
  );
  assert.equal(Number(rows[0].deposits), 200);
  assert.equal(Number(rows[0].contracts), 200);
});
