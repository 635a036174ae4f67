import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { CDPSession, Page } from 'playwright-core';
import {
  accessible,
  noSidewaysScroll,
  openBrowser,
  type TestBrowser,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { signInLinks } from '../support/manager.ts';
import { OPERATOR } from '../support/operator.ts';
import { created, setUpPartner, type Partner } from '../support/partner.ts';
import { advance } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { DEEPER, isDeep } from '../support/depth.ts';

let service: Service;
let partner: Partner;
let browser: TestBrowser;
let database: pg.Client;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  partner = await setUpPartner(service);
  browser = await openBrowser(service);
  database = new pg.Client(service.databaseUrl);
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
  await browser.close();
});

let count = 0;

/** From its own address, so that tests do not slow each other down. */
async function newVisit(screen: 'phone' | 'desktop' = 'desktop', options: VisitOptions = {}): Promise<Visit> {
  const visit = await browser[screen](options);
  await visit.context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.1.0.${++count}` });
  return visit;
}

/** The script got a refusal, which Chromium reports in the console; nothing else was wrong. */
async function leaveRefused({ assertClean, context }: Visit): Promise<void> {
  await assert.rejects(assertClean, ({ message }: Error) => {
    const [, ...faults] = message.split('\n').filter((line) => line.startsWith('  '));
    const isRefusal = (line: string): boolean =>
      /Failed to load resource.*\/manager\/(sign-in\/passkey|passkeys)\)/.test(line);
    return faults.every(isRefusal);
  });
  await context.close();
}

async function newMember(): Promise<string> {
  const email = `passkey${++count}@${partner.domain}`;
  const person = { email, firstName: 'Paula', lastName: 'Passkey', language: 'de' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, person));
  return email;
}

async function signInByMail(page: Page, email: string): Promise<void> {
  await page.goto('/manager/sign-in');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await page.getByRole('heading', { name: 'Prüfen Sie Ihren Posteingang' }).waitFor();
  const [link = ''] = await signInLinks(service, email);
  await page.goto(link);
}

type Authenticator = { session: CDPSession; id: string };

/** Like that of a phone or laptop: stores passkeys, and verifies its owner. */
async function plugIn(page: Page, { isOwner = true }: { isOwner?: boolean } = {}): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isOwner,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/manager/account');
  await page.getByLabel('Name des Passkeys').fill(name);
  await page.getByRole('button', { name: 'Passkey einrichten' }).click();
  await page.getByText('Der Passkey ist eingerichtet.').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/manager/account');
  const menu = page.locator('label[for=menu]');
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
}

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Mit Passkey anmelden' });
const failure = (page: Page) => page.getByText('Die Anmeldung mit dem Passkey hat nicht geklappt.');

/** A member with a passkey, signed out. */
async function owner(): Promise<{ visit: Visit; page: Page; email: string; authenticator: Authenticator }> {
  const visit = await newVisit();
  const { page } = visit;
  const email = await newMember();
  await signInByMail(page, email);
  const authenticator = await plugIn(page);
  await addPasskey(page, 'Laptop');
  await signOut(page);
  return { visit, page, email, authenticator };
}

test('a passkey is set up, named, listed, and signs in to the requested page', async () => {
  const { visit, page, email } = await owner();
  await page.goto('/manager/sign-in?next=/manager/account');
  await accessible(page);
  await withPasskey(page).click();
  await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
  await page.getByText('mit Passkey', { exact: false }).first().waitFor();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await accessible(page);
  const { rows } = await database.query('select counter, used_at from passkeys where email_key = $1', [email]);
  assert.ok(rows[0].counter > 0);
  assert.ok(rows[0].used_at instanceof Date);
  await visit.leave();
});

test('a removed passkey no longer works', async () => {
  const { visit, page } = await owner();
  await withPasskey(page).click();
  await page.waitForURL('**/manager/start');
  await page.goto('/manager/account');
  await page.getByRole('button', { name: 'Laptop entfernen' }).click();
  await page.getByText('Der Passkey ist entfernt.').waitFor();
  await signOut(page);
  await withPasskey(page).click();
  await failure(page).waitFor();
  assert.equal(new URL(page.url()).pathname, '/manager/sign-in');
  await leaveRefused(visit);
});

test('the passkey of a removed member does not work, even if the address is used again', async () => {
  const { visit, page, email } = await owner();
  const { body } = await service.operator('GET', `/organizations/${partner.organizationId}/members`);
  const { id } = body.members.find((member: any) => member.email === email);
  await service.operator('DELETE', `/organizations/${partner.organizationId}/members/${id}`);
  const person = { email, firstName: 'Nora', lastName: 'Neu', language: 'de' };
  await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, person));
  await withPasskey(page).click();
  await failure(page).waitFor();
  await leaveRefused(visit);
});

test('a counter that goes back means a copied passkey, and is refused', async () => {
  const { visit, page, email } = await owner();
  await database.query('update passkeys set counter = 1000 where email_key = $1', [email]);
  await withPasskey(page).click();
  await failure(page).waitFor();
  await database.query('update passkeys set counter = 0 where email_key = $1', [email]);
  await withPasskey(page).click();
  await page.waitForURL('**/manager/start');
  await leaveRefused(visit);
});

test('a passkey without user verification is refused', async () => {
  const { visit, page, authenticator } = await owner();
  await authenticator.session.send('WebAuthn.setUserVerified', {
    authenticatorId: authenticator.id,
    isUserVerified: false,
  });
  await withPasskey(page).click();
  await failure(page).waitFor();
  await visit.leave();
});

/** Intercepts a request of the script before it arrives. */
async function intercept(page: Page, path: string): Promise<() => string> {
  let body = '';
  await page.route(`**${path}`, async (route) => {
    body = route.request().postData() ?? '';
    await route.abort();
  });
  return () => body;
}

const send = (page: Page, path: string, data: string) =>
  page.request.post(path, { data, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

test('an authenticator’s signature is valid once, for five minutes', async () => {
  const { visit, page } = await owner();
  const path = '/manager/sign-in/passkey';
  const signed = await intercept(page, path);
  await withPasskey(page).click();
  await failure(page).waitFor();
  const first = signed();
  assert.equal((await send(page, path, first)).status(), 200);
  await page.context().clearCookies();
  assert.equal((await send(page, path, first)).status(), 401);
  await page.goto('/manager/sign-in');
  await withPasskey(page).click();
  await failure(page).waitFor();
  await advance(service, 'PT5M1S');
  assert.equal((await send(page, path, signed())).status(), 401);
  await leaveRefused(visit);
});

test('a passkey is added only by the person to whom it was offered', async () => {
  const visit = await newVisit();
  const { page } = visit;
  await signInByMail(page, await newMember());
  await plugIn(page);
  const signed = await intercept(page, '/manager/passkeys');
  await page.goto('/manager/account');
  await page.getByLabel('Name des Passkeys').fill('Fremd');
  await page.getByRole('button', { name: 'Passkey einrichten' }).click();
  await page.getByText('Der Passkey wurde nicht eingerichtet.').waitFor();
  const fields = new URLSearchParams(signed());
  assert.ok(fields.get('credential'));
  const other = await newVisit();
  await signInByMail(other.page, await newMember());
  await other.page.goto('/manager/account');
  fields.set('token', await other.page.locator('input[name=token]').first().inputValue());
  assert.equal((await send(other.page, '/manager/passkeys', fields.toString())).status(), 422);
  const { rows } = await database.query(`select from passkeys where name = 'Fremd'`);
  assert.equal(rows.length, 0);
  await leaveRefused(visit);
  await other.leave();
});

for (const credential of ['', '{', 'null', '[]', '{"id":1}', '{"id":"a","response":{"clientDataJSON":"e30"}}']) {
  test(`an invalid credential is refused: ${credential}`, async () => {
    const { status } = await service.call('POST', '/manager/sign-in/passkey', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.2.0.1' },
      raw: new URLSearchParams({ credential }).toString(),
    });
    assert.equal(status, 401);
  });
}

test('without scripts no passkey is offered, and the mail works', async () => {
  const { page, leave } = await newVisit('phone', { javaScriptEnabled: false });
  await page.goto('/manager/sign-in');
  assert.equal(await withPasskey(page).isVisible(), false);
  await signInByMail(page, await newMember());
  await page.goto('/manager/account');
  await page.getByText('In diesem Browser lässt sich kein Passkey einrichten.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Passkey einrichten' }).isVisible(), false);
  await accessible(page);
  await leave();
});

test('an operator adds a passkey to the own account, and signs in to the console with it', async () => {
  const visit = await newVisit('desktop', { locale: 'en-GB' });
  const { page } = visit;
  await page.goto('/operator/sign-in');
  await page.getByLabel('E-mail address').fill(OPERATOR);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
  const [link = ''] = await signInLinks(service, OPERATOR);
  await page.goto(link);
  await plugIn(page);
  await page.goto('/operator/account');
  await page.getByLabel('Name of the passkey').fill('Key ring');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is set up.').waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  await page.goto('/operator/sign-in?next=/operator/account');
  await accessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.getByText('with a passkey', { exact: true }).waitFor();
  const { rows } = await database.query(
    `select verb, thing from audit_log where actor = $1 and thing in ('passkey', 'console') order by at desc, id desc`,
    [OPERATOR],
  );
  assert.deepEqual(
    rows.map(({ verb, thing }) => `${verb} ${thing}`),
    ['sign in to console', 'sign out of console', 'add passkey', 'sign in to console'],
  );
  // A passkey of the console opens no page of a property manager.
  await page.goto('/manager/sign-in?lang=de');
  await withPasskey(page).click();
  await failure(page).waitFor();
  await leaveRefused(visit);
});

for (const screen of isDeep ? (['desktop'] as const) : (['phone', 'desktop'] as const)) {
  test(`the pages are accessible and fit, on a ${screen}`, DEEPER, async () => {
    const visit = await newVisit(screen);
    const { page } = visit;
    const look = async (): Promise<void> => {
      // The same pages on both screens: in `npm test` axe runs on one of them, and in `npm run test:deep` on the other.
      if (isDeep || screen === 'phone') await accessible(page);
      await noSidewaysScroll(page);
    };
    await page.goto('/manager/sign-in');
    await look();
    await page.getByLabel('E-Mail-Adresse').fill('keine Adresse');
    await page.getByRole('button', { name: 'Link senden' }).click();
    await page.getByText('Bitte geben Sie eine gültige').waitFor();
    await look();
    await page.goto('/manager/sign-in/kein-link');
    await look();
    await page.goto('/manager/sign-in/sent');
    await look();
    const email = await newMember();
    await signInByMail(page, email);
    await plugIn(page);
    await addPasskey(page, 'Mein Telefon');
    await look();
    await signOut(page);
    const own = await setUpPartner(service);
    const person = { firstName: 'Max', lastName: 'Muster', language: 'fr', email: `max.muster@${own.domain}` };
    await created(service.operator('POST', `/organizations/${own.organizationId}/members`, person));
    await signInByMail(page, own.managerEmail);
    await page.goto('/manager/organization');
    await look();
    await page.getByRole('link', { name: 'Person einladen' }).click();
    await page.getByRole('heading', { name: 'Person einladen' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Einladung senden' }).click();
    await page.getByText('Bitte prüfen Sie').waitFor();
    await look();
    await page.goto('/manager/organization');
    await page.getByRole('link', { name: 'Max Muster ändern' }).click();
    await page.getByRole('heading', { name: 'Max Muster' }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Entfernen' }).click();
    await page.getByRole('heading', { name: 'aus der Organisation entfernen' }).waitFor();
    await look();
    await visit.leave();
  });
}
