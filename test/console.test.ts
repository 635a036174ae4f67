import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { newBrowser, signIn, signInLinks, type ManagerBrowser } from './support/manager.ts';
import { newConsoleBrowser, OPERATOR, signInOperator } from './support/operator.ts';
import { advance, reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let ours: Stage;
let operator: ManagerBrowser;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  ours = await stage(service);
  operator = await signInOperator(service);
});
after(() => service.stop());

describe('signing in to the console', () => {
  test('a page leads to the sign-in and back', async () => {
    const browser = newConsoleBrowser(service);
    const { status, location } = await browser.get('/operator/partners?x=1');
    assert.deepEqual([status, location], [303, '/operator/sign-in?next=%2Foperator%2Fpartners%3Fx%3D1']);
    await browser.post('/operator/sign-in', { email: OPERATOR.toUpperCase(), next: '/operator/partners?x=1' });
    const [link = ''] = await signInLinks(service, OPERATOR);
    assert.equal((await browser.get(link)).location, '/operator/partners?x=1');
    assert.match((await browser.page('/operator/partners')).text, /operator@depono\.example/);
  });

  test('the mail is in English and leads to the console', async () => {
    await signInOperator(service);
    const { body } = await service.sandbox('GET', `/mailbox?to=${OPERATOR}`);
    const mail = body.mails[0];
    assert.deepEqual([mail.kind, mail.language], ['sign_in', 'en']);
    assert.match(mail.text, new RegExp(`${service.baseUrl}/operator/sign-in/`));
  });

  test('a non-operator gets the same answer and no mail', async () => {
    const browser = newConsoleBrowser(service);
    for (const email of ['stranger@example.ch', ours.managerEmail]) {
      const { status, location } = await browser.post('/operator/sign-in', { email });
      assert.deepEqual([status, location], [303, '/operator/sign-in/sent']);
      assert.deepEqual(await signInLinks(service, email), []);
    }
  });

  test('a link works once, in its browser, and for 15 minutes', async () => {
    const browser = newConsoleBrowser(service);
    await browser.post('/operator/sign-in', { email: OPERATOR });
    const [link = ''] = await signInLinks(service, OPERATOR);
    assert.equal((await newConsoleBrowser(service).get(link)).status, 410);
    assert.equal((await browser.get(link)).status, 303);
    browser.cookies.delete('depono-operator');
    assert.equal((await browser.get(link)).status, 410);

    await browser.post('/operator/sign-in', { email: OPERATOR });
    const [late = ''] = await signInLinks(service, OPERATOR);
    await advance(service, 'PT16M');
    assert.equal((await browser.get(late)).status, 410);
  });

  test('sign-in and audit entry are one transaction: a link whose use could not be recorded still works', async () => {
    const sql = new pg.Client({ connectionString: service.databaseUrl });
    await sql.connect();
    const browser = newConsoleBrowser(service);
    await browser.post('/operator/sign-in', { email: OPERATOR });
    const [link = ''] = await signInLinks(service, OPERATOR);
    const sessions = async (): Promise<number> =>
      (await sql.query(`select count(*)::integer as n from sessions where realm = 'operator'`)).rows[0].n;
    const before = await sessions();
    await sql.query(`alter table audit_log add constraint away check (verb <> 'sign in to') not valid`);
    assert.equal((await browser.get(link)).status, 500);
    assert.equal(await sessions(), before, 'nobody is in');
    assert.equal((await browser.get('/operator/partners')).status, 303);
    await sql.query('alter table audit_log drop constraint away');
    assert.equal((await browser.get(link)).status, 303);
    assert.equal(await sessions(), before + 1);
    await browser.page('/operator/partners');
    await sql.end();
  });

  test('an invalid address is asked for again', async () => {
    const answer = await newConsoleBrowser(service).post('/operator/sign-in', { email: 'nobody' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="nobody"/);
    assert.match(answer.text, /not an e-mail address/);
  });

  test('signing in never redirects outside the console', async () => {
    for (const next of ['https://elsewhere.example/', '//elsewhere.example', '/manager', '/operator/api/partners']) {
      const browser = newConsoleBrowser(service);
      await browser.post('/operator/sign-in', { email: OPERATOR, next });
      const [link = ''] = await signInLinks(service, OPERATOR);
      assert.equal((await browser.get(link)).location, '/operator', next);
    }
  });

  test('signing out ends the session', async () => {
    const browser = await signInOperator(service);
    const cookie = browser.cookies.get('depono-operator') as string;
    assert.equal((await browser.post('/operator/sign-out')).location, '/operator/sign-in');
    browser.cookies.set('depono-operator', cookie);
    assert.equal((await browser.get('/operator/partners')).status, 303);
  });
});

describe('the two realms', () => {
  test('a manager’s session gives no access to the console, under either cookie name', async () => {
    const manager = await signIn(service, ours.managerEmail);
    assert.equal((await manager.get('/operator/partners')).status, 303);
    manager.cookies.set('depono-operator', manager.cookies.get('depono') as string);
    assert.equal((await manager.get('/operator/partners')).status, 303);
  });

  test('an operator’s session gives no access to manager pages, even with the same address', async () => {
    await service.operator('POST', `/organizations/${ours.organizationId}/members`, {
      email: OPERATOR,
      firstName: 'Olga',
      lastName: 'Operator',
      language: 'en',
    });
    const browser = await signInOperator(service);
    assert.equal((await browser.get('/manager/deposits')).status, 303);
    browser.cookies.set('depono', browser.cookies.get('depono-operator') as string);
    assert.equal((await browser.get('/manager/deposits')).status, 303);
  });

  test('a sign-in link of one realm does not work in the other', async () => {
    const browser = newBrowser(service);
    await browser.post('/manager/sign-in', { email: ours.managerEmail });
    const [link = ''] = await signInLinks(service, ours.managerEmail);
    browser.cookies.set('depono-operator-browser', browser.cookies.get('depono-browser') as string);
    assert.equal((await browser.get(link.replace('/manager/', '/operator/'))).status, 410);
    assert.equal((await browser.get(link)).status, 303);
  });
});

describe('forms', () => {
  test('without the session’s token nothing is done, and the input is kept', async () => {
    const answer = await operator.post('/operator/partners/new', { token: 'x', name: 'Forged', integration: 'custom' });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /name="name" value="Forged"/);
    assert.doesNotMatch((await operator.page('/operator/partners')).text, /Forged/);
  });

  test('from another site nothing is done', async () => {
    const fields = { name: 'Forged', integration: 'custom' };
    const answer = await operator.post('/operator/partners/new', fields, { origin: 'https://elsewhere.example' });
    assert.equal(answer.status, 403);
    assert.doesNotMatch((await operator.page('/operator/partners')).text, /Forged/);
  });

  test('an unknown page is reported', async () => {
    const nothing = '00000000-0000-7000-8000-000000000000';
    for (const path of [`partners/${nothing}`, 'partners/x', `organizations/${nothing}`, 'organizations/x/members']) {
      assert.equal((await operator.get(`/operator/${path}`)).status, 404, path);
    }
  });
});

describe('searching for a tenant', () => {
  test('a name or e-mail address is in no URL, title or audit log; links carry it sealed', async () => {
    const it = await ours.start({ tenantEmail: 'gesucht@mail.example' });
    const other = await ours.start();
    const organization = ours.organizationId;
    const found = await operator.post('/operator/deposits', { q: 'Gesucht@mail.example', organization: '', place: '' });
    assert.equal(found.status, 200, 'the page itself: a search changes nothing');
    assert.ok(found.text.includes(it.id) && !found.text.includes(other.id));
    const links = [...found.text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link]) => link as string);
    assert.ok(links.some((link) => link.startsWith('/operator/deposits?s=')));
    for (const link of links) assert.doesNotMatch(decodeURIComponent(link), /gesucht/i);
    assert.doesNotMatch(/<title>[^<]*/.exec(found.text)?.[0] ?? '', /gesucht/i);
    const open = links.find((link) => /s=[^&]+&amp;place=open$/.test(link))?.replace('&amp;', '&') as string;
    assert.doesNotMatch((await operator.page(open)).text, new RegExp(other.id));
    const again = await operator.page(open.replace('&place=open', ''));
    assert.ok(again.text.includes(it.id));
    assert.match(again.text, /name="q"[^>]*value="Gesucht@mail\.example"/);
    const named = await operator.post('/operator/deposits', { q: 'Gesucht', organization });
    assert.equal(named.status, 200);
    assert.doesNotMatch((await operator.page('/operator/audit')).text, /gesucht/i);
  });

  test('a text that was not sealed here is treated as empty', async () => {
    for (const sealed of ['x', 'A'.repeat(60), encodeURIComponent('ä')])
      await operator.page(`/operator/deposits?s=${sealed}`);
  });

  test('with many organizations the field suggests a hundred, and finds the others by part of their name', async () => {
    const sql = new pg.Client({ connectionString: service.databaseUrl });
    await sql.connect();
    const columns = (await sql.query(
      `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
       where table_name = 'organizations' and column_name not in ('id', 'name', 'default_manager_id')`,
    )) as { rows: { list: string }[] };
    await sql.query(
      `insert into organizations (id, name, ${columns.rows[0]?.list}) select gen_random_uuid(), 'Viele ' || n, ${columns.rows[0]?.list}
       from organizations, generate_series(1, 300) n where id = $1`,
      [ours.organizationId],
    );
    await sql.end();
    const { text } = await operator.page('/operator/deposits');
    assert.equal(text.match(/<option value="[^"]+"><\/option>/g)?.length, 100);
    const asked = await operator.post('/operator/deposits', { q: '', organization: 'viele' });
    assert.match(asked.text, /Which organization do you mean by “viele”\?/);
    assert.equal(asked.text.match(/organization=[0-9a-f-]{36}"/g)?.length, 20);
    const one = await operator.post('/operator/deposits', { q: '', organization: 'VIELE 217' });
    assert.match(one.text, /name="organization"[^>]*value="Viele 217"/);
    assert.match(one.text, /No deposits here/);
  });
});

test('an address removed from the settings loses access at once', async () => {
  const url = service.databaseUrl;
  const start = (emails: string): Promise<Service> =>
    startService({ databaseUrl: url, env: { TRUST_PROXY: 'true', OPERATOR_EMAILS: emails } });
  const one = await start('anna@depono.example, Marc@depono.example');
  const marc = await signInOperator(one, 'marc@depono.example');
  await marc.page('/operator/partners');
  await one.stop();
  const two = await start('anna@depono.example');
  try {
    const browser = newConsoleBrowser(two);
    for (const [name, value] of marc.cookies) browser.cookies.set(name, value);
    assert.equal((await browser.get('/operator/partners')).status, 303);
  } finally {
    await two.stop();
  }
});

test('without operators the page says how to add one', async () => {
  const empty = await startService({ limits: { operatorEmails: [] } });
  const { body } = await empty.operator('GET', '/operators');
  for (const { id } of body.operators) await empty.operator('DELETE', `/operators/${id}`);
  try {
    const browser = newConsoleBrowser(empty);
    assert.match((await browser.page('/operator/sign-in')).text, /OPERATOR_EMAILS=/);
    assert.equal((await browser.post('/operator/sign-in', { email: OPERATOR })).status, 422);
  } finally {
    await empty.stop();
  }
});

describe('the audit log', () => {
  const audit = async (query = ''): Promise<string> => (await operator.page(`/operator/audit?${query}`)).text;
  const rows = async (query = ''): Promise<string[]> =>
    [...(await audit(query)).matchAll(/<tr>\s*<td class="first">(.*?)<\/tr>/gs)].map(([, row]) =>
      (row as string)
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

  test('records who signed in, and from where', async () => {
    await signInOperator(service);
    const [first = ''] = await rows('thing=console');
    assert.match(first, /operator@depono\.example console, 10\.0\.\d+\.\d+ Sign in to console/);
  });

  test('records an API change with old and new values', async () => {
    const { organizationId } = ours;
    await service.operator('PATCH', `/organizations/${organizationId}`, { preSigned: false, sendDelayMinutes: 90 });
    await service.operator('PATCH', `/organizations/${organizationId}`, { preSigned: true, sendDelayMinutes: 90 });
    const [first = ''] = await rows(`organization=${organizationId}`);
    assert.match(first, /token operator API, \S+ Change organization preSigned no → yes organization/);
    assert.doesNotMatch(first, /sendDelayMinutes/);
    assert.ok(first.includes(organizationId));
  });

  test('records what was added, never its secrets', async () => {
    const { body: partner } = await service.operator('POST', '/partners', { name: 'Audited', integration: 'custom' });
    const { body: key } = await service.operator('POST', `/partners/${partner.id}/keys`);
    await service.operator('DELETE', `/partners/${partner.id}/keys/${key.keyId}`);
    const found = await rows(`partner=${partner.id}`);
    assert.deepEqual(
      found.map((row) => /(?:Revoke|Issue|Add) [a-z ]+?(?= partner|$| name)/.exec(row)?.[0]),
      ['Revoke partner key', 'Issue partner key', 'Add partner'],
    );
    const text = await audit(`partner=${partner.id}`);
    assert.ok(text.includes(key.keyId));
    for (const secret of [partner.apiKey, key.apiKey]) assert.ok(!text.includes(secret.slice(17)), 'no secret');
  });

  test('records nothing for refused and read-only requests', async () => {
    const before = await rows();
    await service.operator('GET', '/partners');
    assert.equal((await service.operator('POST', '/partners', { name: '' })).status, 422);
    assert.equal((await service.operator('DELETE', '/partners/x/keys/y')).status, 404);
    await operator.post('/operator/partners/new', { name: '', integration: 'custom' });
    assert.deepEqual(await rows(), before);
  });

  test('contains no texts of deposits', async () => {
    const play = await (await stage(service)).start();
    await reach('open', play);
    await play.operator('legal-claim', { evidence: 'Frau Muster klagt' });
    const [first = ''] = await rows('thing=deposit');
    assert.match(first, /Record a legal claim evidence …/);
    assert.ok(first.includes(play.id));
    assert.doesNotMatch(await audit(), /Muster klagt/);
  });

  test('is paged, and filtered by author, action and day', async () => {
    for (let n = 0; n < 55; n++) {
      await service.operator('PUT', `/organizations/${ours.organizationId}/ignored-contracts/P-${n}`, { until: null });
    }
    const first = await audit('thing=ignored+contract');
    assert.match(first, /P-54/);
    assert.doesNotMatch(first, /P-4</);
    const older = /href="(\/operator\/audit\?[^"]*after=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') as string;
    const second = (await operator.page(older)).text;
    assert.match(second, /P-4</);
    assert.doesNotMatch(second, /P-54/);
    assert.deepEqual(await rows('actor=nobody@example.ch'), []);
    assert.equal((await rows('actor=token')).length, 50);
    assert.deepEqual(await rows('from=2999-01-01'), []);
    assert.deepEqual(await rows('until=2000-01-01'), []);
    assert.equal((await rows('from=2000-01-01&until=2999-01-01')).length, 50);
    for (const odd of ['after=x', 'organization=x', 'from=x', 'after=2026-01-01T00:00:00Z/x']) {
      assert.equal((await rows(odd)).length, 50, odd);
    }
  });

  test('shows callback addresses without possible tokens', async () => {
    const { body: partner } = await service.operator('POST', '/partners', { name: 'Called', integration: 'custom' });
    const { body: connection } = await service.operator('POST', `/organizations/${ours.organizationId}/connections`, {
      partnerId: partner.id,
      externalOrgId: 'called',
      callback: { url: 'https://partner.example/hooks/s3cr3t-one?token=s3cr3t-two' },
    });
    await service.operator('PATCH', `/organizations/${ours.organizationId}/connections/${connection.id}`, {
      callback: { url: 'https://other.example/s3cr3t-three/x#s3cr3t-four' },
    });
    const page = `/operator/organizations/${ours.organizationId}/connections/${connection.id}`;
    assert.equal((await operator.post(page, { url: 'https://third.example/hooks/s3cr3t-five' })).status, 303);
    const text = await audit('thing=connection');
    assert.match(text, /https:\/\/partner\.example\/hooks\/…/);
    assert.match(text, /https:\/\/other\.example\/s3cr3t-three\/…/, 'the first part of the path stays');
    assert.match(text, /https:\/\/third\.example\/hooks\/…/);
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows: kept } = await client.query('select changes::text as changes from audit_log');
    await client.end();
    assert.doesNotMatch(JSON.stringify(kept), /s3cr3t-(one|two|four|five)/);
  });

  test('is append-only', async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      for (const statement of ['update audit_log set actor = actor', 'delete from audit_log', 'truncate audit_log']) {
        await assert.rejects(client.query(statement), /audit_log only grows/);
      }
    } finally {
      await client.end();
    }
  });
});
