import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { sessionCookie } from '../src/manager/app.ts';
import { askForLink, newBrowser, signIn, signInLinks, tokenIn, type ManagerBrowser } from './support/manager.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { advance } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let database: pg.Client;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  partner = await setUpPartner(service);
  database = new pg.Client(service.databaseUrl);
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
});

let count = 0;

/** A separate member, so that no test uses up the mails of another. */
async function newMember(changes: Record<string, unknown> = {}): Promise<any> {
  const n = ++count;
  return created(
    service.operator('POST', `/organizations/${partner.organizationId}/members`, {
      email: `person${n}@${partner.domain}`,
      firstName: 'Petra',
      lastName: `Person ${n}`,
      language: 'de',
      ...changes,
    }),
  );
}

const isIn = async (browser: ManagerBrowser): Promise<boolean> =>
  (await browser.get('/manager/account')).status === 200;

describe('by mail', () => {
  test('a member requests a link, follows it, and is signed in', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    assert.match((await browser.page('/manager/sign-in')).text, /name="email"/);
    const asked = await browser.post('/manager/sign-in', { email: ` ${email.toUpperCase()} ` });
    assert.deepEqual([asked.status, asked.location], [303, '/manager/sign-in/sent?lang=de']);
    assert.match((await browser.page(asked.location ?? '')).text, /Posteingang/);
    const [link] = await signInLinks(service, email);
    const answer = await browser.get(link ?? '');
    assert.deepEqual([answer.status, answer.location], [303, '/manager/start']);
    assert.match((await browser.page('/manager/account')).text, /Petra Person/);
  });

  test('cookies are limited to the service', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const asked = await browser.post('/manager/sign-in', { email });
    const [link = ''] = await signInLinks(service, email);
    const entered = await browser.get(link);
    const [ofBrowser = ''] = asked.headers.getSetCookie();
    const [ofSession = ''] = entered.headers.getSetCookie();
    for (const line of [ofBrowser, ofSession]) assert.match(line, /HttpOnly; SameSite=Lax/);
    assert.match(ofBrowser, /Max-Age=900/);
    assert.doesNotMatch(ofSession, /Max-Age|Expires/);
    assert.equal(entered.headers.get('cache-control'), 'no-store');
  });

  test('over TLS the cookies are bound to the host', () => {
    const { name, options } = sessionCookie('https://depono.example');
    assert.equal(name, '__Host-depono');
    assert.deepEqual(options, { path: '/', httpOnly: true, sameSite: 'lax', secure: true });
  });

  test('an unknown address gets the same bytes and no mail', async () => {
    const { email } = await newMember();
    const answers = await Promise.all(
      [email, `niemand@${partner.domain}`].map(async (address) => {
        const browser = newBrowser(service);
        const { status, location } = await browser.post('/manager/sign-in', { email: address });
        return { status, location, page: (await browser.page(location ?? '')).text, cookies: browser.cookies.size };
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.equal((await signInLinks(service, email)).length, 1);
    assert.equal((await signInLinks(service, `niemand@${partner.domain}`)).length, 0);
  });

  test('more than 20 requests a minute are delayed', async () => {
    const browser = newBrowser(service);
    const ask = async (): Promise<number> => {
      const start = performance.now();
      await browser.post('/manager/sign-in', { email: 'x', token: 'x' });
      return performance.now() - start;
    };
    for (let asked = 0; asked < 20; asked++) await ask();
    assert.ok((await ask()) >= 990);
  });

  test('an invalid address is shown at its field, and kept', async () => {
    const answer = await newBrowser(service).post('/manager/sign-in', {
      email: 'petra@"verwaltung',
      next: '/manager/x',
    });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /aria-invalid="true"/);
    assert.match(answer.text, /href="#email"/);
    assert.match(answer.text, /value="petra@&quot;verwaltung"/);
    assert.match(answer.text, /name="next" value="\/manager\/x"/);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });

  test('five mails in 15 minutes, also concurrently, and a stranger does not use them up', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const ask = (one: ManagerBrowser) => one.post('/manager/sign-in', { email });
    await ask(browser);
    const asks = await Promise.all(Array.from({ length: 6 }, () => ask(browser)));
    assert.ok(asks.every(({ status }) => status === 303));
    assert.equal((await signInLinks(service, email)).length, 5);
    const askFrom = (address: string) =>
      newBrowser(service).post('/manager/sign-in', { email }, { 'x-forwarded-for': address });
    // Strangers elsewhere have limits of their own, and use up nothing of this person's.
    const other = await newMember();
    for (let n = 0; n < 30; n++) await askFrom(`192.0.2.${n}`);
    assert.equal((await signInLinks(service, email)).length, 35);
    // A network is one IPv4 address, or 64 bits of IPv6: another browser there shares its five.
    for (let n = 0; n < 7; n++) await askFrom('198.51.100.7');
    for (let n = 0; n < 7; n++) await askFrom(`2001:db8:0:1:${n}::${n}`);
    assert.equal((await signInLinks(service, email)).length, 45);
    await newBrowser(service).post('/manager/sign-in', { email: other.email }, { 'x-forwarded-for': '198.51.100.7' });
    assert.equal((await signInLinks(service, other.email)).length, 1, 'another address is another pair');
    await advance(service, 'PT16M');
    await ask(browser);
    assert.equal((await signInLinks(service, email)).length, 46);
  });

  test('two windows of one browser: both links work', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const first = await askForLink(service, email, browser);
    const second = await askForLink(service, email, browser);
    assert.notEqual(first, second);
    assert.equal((await browser.get(first)).status, 303);
    browser.cookies.delete('depono');
    assert.equal((await browser.get(second)).status, 303);
    assert.ok(await isIn(browser));
  });

  test('an invalid browser secret is replaced', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    browser.cookies.set('depono-browser', 'planted');
    await askForLink(service, email, browser);
    assert.notEqual(browser.cookies.get('depono-browser'), 'planted');
  });

  test('after sign-in the requested page is shown', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const sent = await browser.get('/manager/account?a=1&b=%C3%A4');
    assert.equal(sent.location, `/manager/sign-in?next=${encodeURIComponent('/manager/account?a=1&b=%C3%A4')}`);
    const next = /name="next" value="([^"]+)"/.exec((await browser.page(sent.location ?? '')).text)?.[1] ?? '';
    await browser.post('/manager/sign-in', { email, next: next.replaceAll('&amp;', '&') });
    const [link = ''] = await signInLinks(service, email);
    assert.equal((await browser.get(link)).location, '/manager/account?a=1&b=%C3%A4');
    assert.equal((await browser.get('/manager/sign-in?next=/manager/account')).location, '/manager/account');
    assert.equal((await browser.get('/manager')).location, '/manager/start');
  });

  test('the address of the requested page is stored sealed', async () => {
    const { email } = await newMember();
    await newBrowser(service).post('/manager/sign-in', { email, next: '/import-deposit?tenantLastName=Geheimnis' });
    const { rows } = await database.query('select next from sign_in_links where email_key = $1', [email]);
    assert.equal(rows.length, 1);
    assert.doesNotMatch(Buffer.from(rows[0].next, 'base64').toString('latin1') + rows[0].next, /Geheimnis/);
  });

  for (const next of ['//evil.example', 'https://evil.example/manager', '/\\evil.example', '/manager/../..', '/t/x']) {
    test(`no redirect to another host: ${next}`, async () => {
      const { email } = await newMember();
      const browser = newBrowser(service);
      const page = await browser.page(`/manager/sign-in?${new URLSearchParams({ next }).toString()}`);
      assert.match(page.text, /name="next" value="\/manager\/start"/);
      await browser.post('/manager/sign-in', { email, next });
      const [link = ''] = await signInLinks(service, email);
      assert.equal((await browser.get(link)).location, '/manager/start');
      assert.equal(
        (await browser.get(`/manager/sign-in?${new URLSearchParams({ next }).toString()}`)).location,
        '/manager/start',
      );
    });
  }

  test('the language of the browser, or the one chosen', async () => {
    const browser = newBrowser(service);
    const titles: [Record<string, string>, string, RegExp][] = [
      [{ 'accept-language': 'fr-CH,de;q=0.8' }, '/manager/sign-in', /<html lang="fr">[\s\S]*<h1>Se connecter/],
      [{ 'accept-language': 'pt,it;q=0.8' }, '/manager/sign-in', /<html lang="it">[\s\S]*<h1>Accedere/],
      [{ 'accept-language': 'fr' }, '/manager/sign-in?lang=en', /<html lang="en">[\s\S]*<h1>Sign in/],
      [{}, '/manager/sign-in', /<html lang="de">[\s\S]*<h1>Anmelden/],
      [{}, '/manager/sign-in/sent?lang=it', /<html lang="it">[\s\S]*<h1>Controlli/],
      [{}, '/manager/sign-in/nothing?lang=fr', /<html lang="fr">[\s\S]*<h1>Ce lien/],
    ];
    for (const [headers, path, expected] of titles) assert.match((await browser.get(path, headers)).text, expected);
    const { text } = await browser.get('/manager/sign-in?next=/manager/account');
    assert.match(text, /href="\/manager\/sign-in\?next=%2Fmanager%2Faccount&amp;lang=fr" lang="fr"/);
  });
});

describe('an invalid link', () => {
  /** One text for all reasons, and no session. */
  async function refused(browser: ManagerBrowser, link: string): Promise<void> {
    const answer = await browser.get(link);
    assert.equal(answer.status, 410);
    assert.match(answer.text, /<h1>Dieser Link gilt nicht mehr<\/h1>/);
    assert.match(answer.text, /name="email"/);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }

  test('in another browser, which does not use it up', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const link = await askForLink(service, email, browser);
    await refused(newBrowser(service), link);
    const other = newBrowser(service);
    await askForLink(service, email, other);
    await refused(other, link);
    assert.equal((await browser.get(link)).status, 303);
  });

  test('used a second time', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const link = await askForLink(service, email, browser);
    assert.equal((await browser.get(link)).status, 303);
    const session = browser.cookies.get('depono') ?? '';
    // A signed-in member continues in the same session.
    const again = await browser.get(link);
    assert.deepEqual([again.status, again.location], [303, '/manager/start']);
    assert.equal(browser.cookies.get('depono'), session);
    browser.cookies.delete('depono');
    await refused(browser, link);
  });

  test('used twice at once: one session', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const link = await askForLink(service, email, browser);
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.get(link)));
    assert.equal(answers.filter(({ headers }) => headers.getSetCookie().length > 0).length, 1);
    const { rows } = await database.query('select from sessions where email_key = $1', [email]);
    assert.equal(rows.length, 1);
  });

  test('after 15 minutes', async () => {
    const { email } = await newMember();
    const browser = newBrowser(service);
    const link = await askForLink(service, email, browser);
    await advance(service, 'PT15M1S');
    await refused(browser, link);
  });

  test('of a removed member', async () => {
    const { id, email } = await newMember();
    const browser = newBrowser(service);
    const link = await askForLink(service, email, browser);
    await service.operator('DELETE', `/organizations/${partner.organizationId}/members/${id}`);
    await refused(browser, link);
  });

  test('that never existed', async () => {
    await refused(newBrowser(service), '/manager/sign-in/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  });
});

describe('sessions', () => {
  test('end after 60 minutes without use', async () => {
    const browser = await signIn(service, (await newMember()).email);
    await advance(service, 'PT59M');
    assert.ok(await isIn(browser));
    await advance(service, 'PT59M');
    assert.ok(await isIn(browser));
    await advance(service, 'PT61M');
    assert.equal(await isIn(browser), false);
  });

  test('end after 12 hours, however busy', async () => {
    const browser = await signIn(service, (await newMember()).email);
    for (let hour = 0; hour < 14; hour++) {
      assert.ok(await isIn(browser));
      await advance(service, 'PT50M');
    }
    assert.ok(await isIn(browser));
    await advance(service, 'PT25M');
    assert.equal(await isIn(browser), false);
  });

  test('are new with each sign-in, which ends the previous one in that browser', async () => {
    const { email } = await newMember();
    const browser = await signIn(service, email);
    const before = browser.cookies.get('depono') ?? '';
    await signIn(service, email, browser);
    assert.notEqual(browser.cookies.get('depono'), before);
    const thief = newBrowser(service);
    thief.cookies.set('depono', before);
    assert.equal(await isIn(thief), false);
  });

  test('are kept only as hashes', async () => {
    const { email } = await newMember();
    const browser = await signIn(service, email);
    const { rows } = await database.query('select * from sessions where email_key = $1', [email]);
    assert.equal(rows.length, 1);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(browser.cookies.get('depono') ?? ''));
  });

  test('end by signing out, in the database too', async () => {
    const browser = await signIn(service, (await newMember()).email);
    const secret = browser.cookies.get('depono') ?? '';
    const answer = await browser.post('/manager/sign-out');
    assert.deepEqual([answer.status, answer.location], [303, '/manager/sign-in']);
    assert.equal(browser.cookies.has('depono'), false);
    browser.cookies.set('depono', secret);
    assert.equal(await isIn(browser), false);
    // Again, as in a second window: no question, no error.
    assert.equal((await browser.post('/manager/sign-out')).location, '/manager/sign-in');
  });

  test('are listed on the account page, and can be ended there', async () => {
    const { email } = await newMember();
    const [one, two, three] = [
      await signIn(service, email),
      await signIn(service, email),
      await signIn(service, email),
    ] as const;
    const ids = async () =>
      [...(await one.page('/manager/account')).text.matchAll(/sessions\/end">[\s\S]*?name="id" value="([^"]+)"/g)].map(
        ([, id]) => id as string,
      );
    const [newest = ''] = await ids();
    assert.equal((await ids()).length, 2);
    assert.match((await one.submit('/manager/account/sessions/end', { id: newest })).text, /Sitzung ist beendet/);
    assert.deepEqual([await isIn(one), await isIn(two), await isIn(three)], [true, true, false]);
    await one.submit('/manager/account/sessions/end-others');
    assert.deepEqual([await isIn(one), await isIn(two)], [true, false]);
    assert.equal((await one.post('/manager/account/sessions/end', { id: 'x' })).status, 404);
  });

  test('of others cannot be ended', async () => {
    const victim = await newMember();
    const browser = await signIn(service, victim.email);
    const { rows } = await database.query('select id from sessions where email_key = $1', [victim.email]);
    const other = await signIn(service, (await newMember()).email);
    await other.submit('/manager/account/sessions/end', { id: rows[0].id });
    await other.submit('/manager/account/sessions/end-others');
    assert.ok(await isIn(browser));
  });
});

describe('forged requests', () => {
  const changes: [path: string, fields: Record<string, string>][] = [
    ['/manager/account/language', { language: 'fr' }],
    ['/manager/account/sessions/end-others', {}],
    ['/manager/passkeys/options', {}],
    ['/manager/passkeys', { credential: '{}' }],
    ['/manager/passkeys/remove', { id: 'x' }],
    ['/manager/sign-out', {}],
  ];
  for (const [path, fields] of changes) {
    test(`${path} needs the token of the session`, async () => {
      const browser = await signIn(service, (await newMember()).email);
      const other = await signIn(service, (await newMember()).email);
      const token = tokenIn((await other.page('/manager/account')).text) ?? '';
      for (const forged of ['', 'x', token]) {
        assert.equal((await browser.post(path, { ...fields, token: forged })).status, 403);
      }
      assert.match((await browser.page('/manager/account')).text, /<html lang="de">/);
    });

    test(`${path} is refused from another site`, async () => {
      const browser = await signIn(service, (await newMember()).email);
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ]) {
        assert.equal((await browser.post(path, fields, headers as Record<string, string>)).status, 403);
      }
      assert.ok(await isIn(browser));
    });
  }

  test('mails cannot be requested from another site', async () => {
    const { email } = await newMember();
    const headers = { origin: 'https://evil.example' };
    assert.equal((await newBrowser(service).post('/manager/sign-in', { email }, headers)).status, 403);
    assert.equal((await signInLinks(service, email)).length, 0);
  });
});

describe('members', () => {
  test('a removed member loses access at once, even if the address is reused', async () => {
    const { id, email } = await newMember();
    const browser = await signIn(service, email);
    await service.operator('DELETE', `/organizations/${partner.organizationId}/members/${id}`);
    assert.equal(await isIn(browser), false);
    await newMember({ email });
    assert.equal(await isIn(browser), false);
  });

  test('a member with a changed e-mail signs in with the new one', async () => {
    const { id, email } = await newMember();
    const browser = await signIn(service, email);
    const renamed = `neu-${email}`;
    await service.operator('PATCH', `/organizations/${partner.organizationId}/members/${id}`, { email: renamed });
    assert.equal(await isIn(browser), false);
    assert.ok(await isIn(await signIn(service, renamed)));
    const stranger = newBrowser(service);
    await stranger.post('/manager/sign-in', { email });
    assert.equal((await signInLinks(service, email)).length, 1);
  });

  test('a member of two organizations removed from one keeps access', async () => {
    const { email } = await newMember();
    const second = await setUpPartner(service);
    const person = { email, firstName: 'Petra', lastName: 'Person', language: 'de' };
    const { id } = await created(service.operator('POST', `/organizations/${second.organizationId}/members`, person));
    const browser = await signIn(service, email);
    await service.operator('DELETE', `/organizations/${second.organizationId}/members/${id}`);
    assert.ok(await isIn(browser));
  });

  test('change their language everywhere', async () => {
    const { email } = await newMember();
    const second = await setUpPartner(service);
    const person = { email, firstName: 'Petra', lastName: 'Person', language: 'de' };
    await created(service.operator('POST', `/organizations/${second.organizationId}/members`, person));
    const browser = await signIn(service, email);
    assert.match((await browser.submit('/manager/account/language', { language: 'it' })).text, /<html lang="it">/);
    for (const { organizationId } of [partner, second]) {
      const { body } = await service.operator('GET', `/organizations/${organizationId}/members`);
      assert.equal(body.members.find((member: any) => member.email === email).language, 'it');
    }
    assert.equal((await browser.post('/manager/account/language', { language: 'rm' })).status, 404);
  });
});
