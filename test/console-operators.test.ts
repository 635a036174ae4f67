import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { signInLinks, tokenIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { newConsoleBrowser, OPERATOR, signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { advance, reach, stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// The console's side of operator-api.md, "Named operators, roles, four eyes".

let service: Service;
let on: Stage;
let sql: pg.Client;
before(async () => {
  service = await startService({ env: { FOUR_EYES: 'true', TRUST_PROXY: 'true' } });
  on = await stage(service);
  sql = new pg.Client({ connectionString: service.databaseUrl });
  await sql.connect();
});
after(async () => {
  await sql.end();
  await service.stop();
});

type Person = { id: string; email: string; name: string; browser: ManagerBrowser };
let people = 0;

/** An operator, signed in to the console. */
async function person(role: 'viewer' | 'clerk' | 'admin'): Promise<Person> {
  const email = `${role}-${++people}@depono.example`;
  const name = `Person ${people}`;
  const { id } = await created(service.operator('POST', '/operators', { email, name, role }));
  return { id, email, name, browser: await signInOperator(service, email) };
}

const actionsOf = async (email: string): Promise<string[]> =>
  (await service.operator('GET', `/audit?actor=${email}`)).body.entries.map(({ action }: any) => action);

const refused = ({ status, text }: ManagerAnswer, expected: number, words: RegExp): void => {
  assert.equal(status, expected, text);
  assert.match(text, words);
};

const RELEASE = { ground: 'judgment', amountLandlord: '500', evidence: 'Court of Zurich, 12 May' };

/** A release that a person asks for on its page. */
async function asksForRelease({ browser }: Person): Promise<{ page: string; depositId: string }> {
  const play = await on.start();
  await reach('closing', play);
  const asked = await browser.post(`/operator/deposits/${play.id}/release-ground`, RELEASE);
  assert.equal(asked.status, 303, asked.text);
  assert.match(asked.location ?? '', /^\/operator\/approvals\/[\w-]+\?done=asked$/);
  return { page: (asked.location ?? '').split('?')[0] as string, depositId: play.id };
}

const releaseOf = async (depositId: string): Promise<unknown> =>
  (await service.operator('GET', `/deposits/${depositId}`)).body.closing.release;

const badge = async ({ browser }: Person): Promise<string | null> =>
  /Approvals <span class="count">(\d+)</.exec((await browser.page('/operator/paths')).text)?.[1] ?? null;

describe('approvals', () => {
  test('a release waits, is counted in the navigation, and another person approves it', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const before = Number((await badge(other)) ?? 0);
    const { page, depositId } = await asksForRelease(author);
    assert.equal(await releaseOf(depositId), null);
    assert.equal(await badge(other), String(before + 1));
    const own = (await author.browser.page(`${page}?done=asked`)).text;
    assert.match(own, /waits for a second person/);
    assert.match(own, /Withdraw/);
    assert.doesNotMatch(own, /\/approve"/);
    const { text } = await other.browser.page(page);
    for (const words of [
      /CHF\s500\.00 to the landlord/,
      /Court of Zurich/,
      new RegExp(author.email),
      /Expires/,
      new RegExp(`/operator/deposits/${depositId}`),
    ]) {
      assert.match(text, words);
    }
    assert.match((await other.browser.page('/operator/approvals')).text, new RegExp(page));
    const done = await other.browser.submit(`${page}/approve`);
    assert.match(done.text, /Approved\. It is carried out\./);
    assert.match(done.text, new RegExp(other.email));
    assert.equal(((await releaseOf(depositId)) as any).ground, 'judgment');
    assert.match((await other.browser.page('/operator/approvals?state=approved')).text, new RegExp(page));
    assert.doesNotMatch((await other.browser.page('/operator/approvals')).text, new RegExp(page));
    assert.equal((await actionsOf(author.email))[0], 'approval.ask_for');
    assert.equal((await actionsOf(other.email))[0], 'approval.approve');
    refused(await other.browser.post(`${page}/approve`), 409, /already approved/);
  });

  test('the author can neither approve nor reject, but take it back; no one else can', async () => {
    const [author, other] = [await person('admin'), await person('clerk')];
    const { page, depositId } = await asksForRelease(author);
    refused(await author.browser.post(`${page}/approve`), 403, /You asked for this yourself/);
    refused(await author.browser.post(`${page}/reject`, { reason: 'no' }), 403, /You asked for this yourself/);
    refused(await other.browser.post(`${page}/withdraw`), 403, /Only the person who asked/);
    assert.match((await author.browser.submit(`${page}/withdraw`)).text, /Withdrawn\. Nothing/);
    refused(await other.browser.post(`${page}/approve`), 409, /already withdrawn/);
    assert.equal(await releaseOf(depositId), null);
  });

  test('asked for with a token, it is not approved by the same person on the page', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { token } = await created(service.operator('POST', `/operators/${author.id}/tokens`, { name: 'script' }));
    const play = await on.start();
    await reach('closing', play);
    const asked = await service.call('POST', `/operator/api/deposits/${play.id}/release-ground`, {
      headers: { authorization: `Bearer ${token}` },
      body: { ...RELEASE, amountLandlord: 500 },
    });
    assert.equal(asked.status, 202, asked.text);
    const page = `/operator/approvals/${asked.body.approvalId}`;
    const again = await signInOperator(service, author.email);
    for (const session of [author.browser, again]) {
      refused(await session.post(`${page}/approve`), 403, /You asked for this yourself/);
    }
    assert.equal(await releaseOf(play.id), null);
    assert.equal((await other.browser.submit(`${page}/approve`)).status, 200);
    assert.notEqual(await releaseOf(play.id), null);
  });

  test('a rejection needs a reason, which the author reads', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { page } = await asksForRelease(author);
    refused(await other.browser.post(`${page}/reject`, { reason: ' ' }), 422, /id="reason-problem"/);
    await other.browser.submit(`${page}/reject`, { reason: 'The judgment is not <final>' });
    assert.match((await author.browser.page(page)).text, /The judgment is not &lt;final&gt;/);
    assert.equal((await actionsOf(other.email))[0], 'approval.reject');
  });

  test('the same request again is refused with a link to the one that waits', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { page, depositId } = await asksForRelease(author);
    const again = await other.browser.post(`/operator/deposits/${depositId}/release-ground`, RELEASE);
    refused(again, 409, new RegExp(`href="${page}"`));
    const tooMuch = { ...RELEASE, amountLandlord: '900000' };
    const invalid = await other.browser.post(`/operator/deposits/${depositId}/release-ground`, tooMuch);
    refused(invalid, 422, /id="amountLandlord-problem"/);
  });

  test('overtaken by another change: 409 and the page as it is now', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { page, depositId } = await asksForRelease(author);
    await service.sandbox('POST', `/deposits/${depositId}/consent`, { by: 'manager' });
    const answer = await other.browser.post(`${page}/approve`);
    refused(answer, 409, /overtaken/);
    assert.match(answer.text, /class="state ">expired/);
    assert.match((await other.browser.page('/operator/approvals?state=expired')).text, new RegExp(page));
  });

  test('a viewer sees it masked and without buttons, and is refused with an entry in the audit log', async () => {
    const [admin, viewer] = [await person('admin'), await person('viewer')];
    const address = `/operator/organizations/${on.organizationId}`;
    await service.operator('PATCH', address.replace('/operator', ''), { payoutIban: 'CH9300762011623852957' });
    const change = await formOf(admin.browser, `${address}/edit`);
    change.set('payoutIban', 'CH56 0483 5012 3456 7800 9');
    change.set('sendDelayMinutes', '7');
    const asked = await admin.browser.post(`${address}/edit`, change);
    assert.equal(asked.status, 303, asked.text);
    const page = (asked.location ?? '').split('?')[0] as string;
    const seen = (await viewer.browser.page(page)).text;
    assert.match(seen, /…8009/);
    assert.doesNotMatch(seen, /4835|0483/);
    assert.doesNotMatch(seen, new RegExp(admin.email));
    assert.doesNotMatch(seen, /<button[^>]*>\s*(Approve|Reject|Withdraw)/);
    refused(await viewer.browser.post(`${page}/approve`), 403, /Only a clerk or an admin may do this/);
    assert.equal((await actionsOf(viewer.email))[0], 'approval.be_refused');
    const clerk = await person('clerk');
    const { text } = await clerk.browser.page(page);
    assert.match(text, /Account of the landlord[\s\S]*Minutes until|Minutes until[\s\S]*Account of the landlord/);
    await clerk.browser.submit(`${page}/approve`);
    const { body } = await service.operator('GET', address.replace('/operator', ''));
    assert.deepEqual([body.payoutIban, body.sendDelayMinutes], ['CH5604835012345678009', 7]);
  });

  test('after a restore, payment files are allowed again by two people', async () => {
    const [author, other, viewer] = [await person('clerk'), await person('clerk'), await person('viewer')];
    await sql.query(`insert into bank_hold (since, why) values (clock_timestamp(), 'a backup was restored')`);
    assert.match((await author.browser.page('/operator/bank')).text, /Allow payment files again/);
    assert.doesNotMatch((await viewer.browser.page('/operator/bank')).text, /Allow payment files again/);
    const asked = await author.browser.post('/operator/bank/release');
    assert.equal(asked.status, 303, asked.text);
    const page = (asked.location ?? '').split('?')[0] as string;
    refused(await other.browser.post('/operator/bank/release'), 409, new RegExp(page));
    await other.browser.submit(`${page}/approve`);
    assert.doesNotMatch((await author.browser.page('/operator/bank')).text, /Allow payment files again/);
    refused(await author.browser.post('/operator/bank/release'), 409, /not on hold/);
  });

  test('another account for an order waits', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { page } = await asksForRelease(author);
    await other.browser.submit(`${page}/approve`);
    const { rows } = await sql.query(`select id from orders where iban is not null and completed_at is null limit 1`);
    const address = `/operator/money/${rows[0].id}`;
    const asked = await author.browser.post(`${address}/account`, { iban: 'CH5604835012345678009' });
    assert.match(asked.location ?? asked.text, /^\/operator\/approvals\//);
    refused(await other.browser.post(`${address}/account`, { iban: 'CH5604835012345678009' }), 409, /Show the request/);
  });

  test('a request that nobody decides expires after 72 hours', async () => {
    const [author, other] = [await person('clerk'), await person('clerk')];
    const { page } = await asksForRelease(author);
    await advance(service, 'PT73H');
    const late = await signInOperator(service, other.email);
    refused(await late.post(`${page}/approve`), 409, /expired/);
    assert.match((await late.page('/operator/approvals?state=expired')).text, new RegExp(page));
  });
});

describe('pages show only what the role of their reader allows:', () => {
  /** Forms that only show something, or concern the reader alone. */
  const ALLOWED = /^\/operator\/(?:sign-out|deposits|account)(?:\/|$)/;

  for (const role of ['viewer', 'clerk'] as const) {
    test(role, async () => {
      const { browser, email } = await person(role);
      const { page, depositId } = await asksForRelease(await person('clerk'));
      const organization = `/operator/organizations/${on.organizationId}`;
      const { providers } = (await service.operator('GET', '/providers')).body;
      const bank = providers.find(({ kind }: any) => kind === 'bank');
      const { rows } = await sql.query('select id from orders limit 1');
      const calls = (await browser.page('/operator/calls')).text;
      const call = /href="(\/operator\/calls\/[\w-]+)"/.exec(calls)?.[1] ?? '/operator/calls';
      const pages = [
        '/operator',
        '/operator/partners',
        `/operator/partners/${on.partnerId}`,
        '/operator/providers',
        ...['', '/applications', '/callback', '/contacts', '/keys'].map(
          (part) => `/operator/providers/${bank.id}${part}`,
        ),
        organization,
        ...['members', 'connections', 'status-keys', 'ignored'].map((part) => `${organization}/${part}`),
        '/operator/organizations',
        '/operator/deposits',
        `/operator/deposits/${depositId}`,
        '/operator/money',
        `/operator/money/${rows[0].id}`,
        ...['failures', 'bank', 'approvals', 'operators', 'audit', 'account'].map((part) => `/operator/${part}`),
        ...['entries', 'runs'].map((list) => `/operator/bank?show=${list}`),
        '/operator/bank/accounts',
        page,
        call,
      ];
      const links = new Set<string>();
      for (const path of pages) {
        const { text } = await browser.page(path);
        for (const [, href = ''] of text.matchAll(/href="(\/operator[^"#?]*)/g)) links.add(href);
        for (const [, action = ''] of text.matchAll(/<form[^>]*method="post"[^>]*action="([^"]*)"/g)) {
          if (role === 'viewer') assert.match(action, ALLOWED, path);
          else assert.doesNotMatch(action, /keys|secret|\/edit|operators|periods/, path);
        }
      }
      assert.ok(links.size > 25);
      for (const link of links) assert.notEqual((await browser.get(link)).status, 403, link);
      assert.ok(!(await actionsOf(email)).some((action) => action.endsWith('be_refused')));
    });
  }
});

describe('operators', () => {
  test('an admin adds, changes and removes an operator', async () => {
    const admin = await person('admin');
    const input = { email: 'zoe@depono.example', name: 'Zoe <Zett>', role: 'viewer' };
    const added = await admin.browser.post('/operator/operators/new', input);
    assert.equal(added.status, 303, added.text);
    const page = (added.location ?? '').split('?')[0] as string;
    refused(await admin.browser.post('/operator/operators/new', input), 422, /already an operator with this e-mail/);
    refused(await admin.browser.post('/operator/operators/new', { ...input, email: 'x', role: 'king' }), 422, /#role/);
    assert.match((await admin.browser.page('/operator/operators')).text, /Zoe &lt;Zett&gt;/);
    assert.match((await admin.browser.submit(page, { ...input, role: 'clerk' })).text, /changes are saved/);
    const zoe = await signInOperator(service, input.email);
    assert.match((await admin.browser.page(`${page}/remove`)).text, /signed out at once/);
    assert.match((await admin.browser.submit(`${page}/remove`)).text, /The operator is removed/);
    assert.equal((await zoe.get('/operator/paths')).status, 303);
    assert.equal((await admin.browser.get(page)).status, 404);
    assert.deepEqual((await actionsOf(admin.email)).slice(0, 3), [
      'operator.remove',
      'operator.change',
      'operator.add',
    ]);
  });

  test('one who is named in the settings keeps address and role, and stays', async () => {
    const admin = await person('admin');
    const { body } = await service.operator('GET', '/operators');
    const named = body.operators.find((one: any) => one.email === OPERATOR);
    const page = `/operator/operators/${named.id}`;
    assert.doesNotMatch((await admin.browser.page(page)).text, /name="role"|\/remove"/);
    await admin.browser.submit(page, { name: 'Olga', role: 'viewer' });
    const { text } = await admin.browser.page(page);
    assert.match(text, /<h1>Olga<\/h1>\s*<span class="state">admin</);
    refused(await admin.browser.post(`${page}/remove`), 409, /named in OPERATOR_EMAILS/);
  });

  test('the last admin stays', async () => {
    const alone = await startService({ env: { TRUST_PROXY: 'true' }, limits: { operatorEmails: [] } });
    try {
      const input = { email: 'one@depono.example', name: 'One', role: 'admin' };
      const { id } = await created(alone.operator('POST', '/operators', input));
      const browser = await signInOperator(alone, input.email);
      refused(await browser.post(`/operator/operators/${id}/remove`), 409, /This is the last admin/);
      refused(await browser.post(`/operator/operators/${id}`, { ...input, role: 'clerk' }), 422, /the last admin/);
    } finally {
      await alone.stop();
    }
  });

  test('a token is shown once, acts with its operator’s role, and is revoked', async () => {
    const [admin, clerk] = [await person('admin'), await person('clerk')];
    const page = `/operator/operators/${clerk.id}`;
    const { text } = await admin.browser.submit(`${page}/tokens`, { name: 'Nightly job', lastDay: '2099-12-31' });
    const token = /<code>(dok_[\w-]+)<\/code>/.exec(text)?.[1] ?? '';
    const call = (path: string) =>
      service.call('GET', `/operator/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await call('/partners')).status, 200);
    assert.equal((await call(`/operators/${clerk.id}/tokens`)).status, 403);
    const later = (await admin.browser.page(page)).text;
    assert.ok(!later.includes(token));
    assert.match(later, /Nightly job[\s\S]*by admin-[\s\S]*31\.12\.2099, 23:59/);
    const past = await admin.browser.post(`${page}/tokens`, { name: '', lastDay: '31.12.' });
    refused(past, 422, /href="#token-name"[\s\S]*href="#lastDay"/);
    const old = await admin.browser.post(`${page}/tokens`, { name: 'old', lastDay: '2020-01-01' });
    refused(old, 422, /This must be in the future/);
    const revoke = /href="([^"]+\/revoke)"/.exec(later)?.[1] ?? '';
    assert.match((await admin.browser.page(revoke)).text, /Nightly job/);
    assert.match((await admin.browser.submit(revoke)).text, /The token is revoked/);
    assert.equal((await call('/partners')).status, 401);
    assert.deepEqual((await actionsOf(admin.email)).slice(0, 2), ['operator_token.revoke', 'operator_token.issue']);
  });

  test('a viewer reads the list masked; a clerk changes nothing', async () => {
    const [viewer, clerk] = [await person('viewer'), await person('clerk')];
    const { text } = await viewer.browser.page('/operator/operators');
    assert.match(text, /o…@depono\.example/);
    assert.doesNotMatch(text, /Person \d|New operator/);
    for (const path of ['/operator/operators/new', `/operator/operators/${viewer.id}`]) {
      refused(await clerk.browser.get(path), 403, /Only an admin may do this\. Your role is clerk/);
    }
    refused(await clerk.browser.post('/operator/operators/new', {}), 403, /Only an admin/);
    assert.equal((await actionsOf(clerk.email))[0], 'operator.be_refused');
  });
});

test('the test environment starts with an admin, a clerk and a viewer', async () => {
  const { body } = await service.operator('GET', '/operators');
  const seeded = body.operators.slice(0, 3).map(({ email, name, role }: any) => [email, name, role]);
  assert.deepEqual(seeded.slice(1), [
    ['clerk@depono.example', 'Chris Clerk', 'clerk'],
    ['viewer@depono.example', 'Vera Viewer', 'viewer'],
  ]);
  assert.deepEqual([seeded[0][0], seeded[0][2]], [OPERATOR, 'admin']);
  const viewer = await signInOperator(service, 'viewer@depono.example');
  assert.match((await viewer.page('/operator/account')).text, /Vera Viewer/);
});

describe('the own account', () => {
  test('shows name, role and sessions; the others can be ended', async () => {
    const { email, name, browser } = await person('viewer');
    const other = await signInOperator(service, email);
    const { text } = await browser.page('/operator/account');
    for (const words of [name, email, 'viewer', 'this session', 'You have no passkey yet'])
      assert.ok(text.includes(words));
    assert.match((await browser.submit('/operator/account/sessions/end-others')).text, /All other sessions have ended/);
    assert.equal((await other.get('/operator/paths')).status, 303);
    assert.equal((await actionsOf(email))[0], 'sessions.end_all_other');
  });

  test('OPERATOR_PASSKEY=required: one sign-in by mail, and nothing else before a passkey is added', async () => {
    const strict = await startService({ env: { TRUST_PROXY: 'true', OPERATOR_PASSKEY: 'required' } });
    const database = new pg.Client({ connectionString: strict.databaseUrl });
    await database.connect();
    try {
      const stranger = newConsoleBrowser(strict);
      assert.match((await stranger.page('/operator/sign-in')).text, /passkeys are required/);
      const browser = await signInOperator(strict);
      for (const path of ['/operator', '/operator/deposits', '/operator/approvals']) {
        assert.equal((await browser.get(path)).location, '/operator/account', path);
      }
      const { text } = await browser.page('/operator/account');
      assert.match(text, /Add a passkey first/);
      const sent = (await signInLinks(strict, OPERATOR)).length;
      await stranger.post('/operator/sign-in', { email: OPERATOR });
      assert.equal((await signInLinks(strict, OPERATOR)).length, sent, 'no second mail');

      const add = (id: string) =>
        database.query(
          `insert into passkeys (id, email_key, public_key, counter, transports, name, realm, created_at)
           values ($1, $2, 'x', 0, '{}', $1, 'operator', service_now())`,
          [id, OPERATOR],
        );
      await add('Laptop');
      await browser.page('/operator/deposits');
      const token = tokenIn((await browser.page('/operator/account')).text) ?? '';
      const remove = (id: string) => browser.post('/operator/account/passkeys/remove', { id, token });
      refused(await remove('Laptop'), 409, /your last passkey/);
      await add('Phone');
      const ends = await Promise.all([remove('Laptop'), remove('Phone')]);
      assert.deepEqual(ends.map(({ status }) => status).sort(), [303, 409]);
    } finally {
      await database.end();
      await strict.stop();
    }
  });
});

/** The values of the form on a page, as a browser would send them. */
async function formOf(browser: ManagerBrowser, path: string): Promise<URLSearchParams> {
  const { text } = await browser.page(path);
  const form = new URLSearchParams();
  for (const [, tag = ''] of text.matchAll(/<input([^>]*)>/g)) {
    const at = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const name = at('name');
    const isOff = at('type') === 'checkbox' && !/\bchecked\b/.test(tag);
    if (name !== undefined && name !== 'token' && !isOff) form.set(name, at('value') ?? '');
  }
  for (const [, name = '', options = ''] of text.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    form.set(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? '');
  }
  return form;
}
