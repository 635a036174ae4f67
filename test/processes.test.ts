import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
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

test('the import-error mail goes out once, though two processes refuse at once', async () => {
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

test('the clock is one for all processes', async () => {
  const { body } = await one.sandbox('POST', '/clock', { advance: 'P10D' });
  const later = await other.sandbox('POST', '/clock', { advance: 'PT0S' });
  assert.ok(new Date(later.body.now) >= new Date(body.now));
});

test('a mail whose worker died is taken on by another when its lease is over', async () => {
  await one.sandbox('GET', '/mailbox');
  const sent = payload();
  await openAt(one, sent);
  await one.sandbox('GET', '/mailbox');
  // As a worker leaves it that was killed right after it took the mail on.
  await sql.query(`update effects set state = 'waiting', attempts = 1, leased_until = now() - interval '1 second' where kind = 'mail'
                   and created_at = (select max(created_at) from effects where kind = 'mail')`);
  await other.sandbox('GET', '/mailbox');
  const { rows } = await sql.query(
    `select state, attempts from effects where kind = 'mail' order by created_at desc limit 1`,
  );
  assert.deepEqual(rows, [{ state: 'done', attempts: 2 }]);
});

test('connections cut in the middle of inserts: what is acknowledged is there once, a resend is always safe', async () => {
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
