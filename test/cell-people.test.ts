import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cellTicket } from '../src/vault/cell-ticket.ts';
import { Vault } from '../src/vault/vault.ts';
import { newBrowser, signIn, signInLinks, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { newConsoleBrowser, OPERATOR, signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { reach, stage, type Stage } from './support/play.ts';
import { eventually, startToldCells, type ToldCell, type ToldCells } from './support/two-cells.ts';

// People whose organizations are at home in different cells: property managers, tenants, readers of documents, operators.

let cells: ToldCells;
let [main, second] = [] as unknown as [ToldCell, ToldCell];
before(async () => {
  cells = await startToldCells();
  ({ main, second } = cells);
});
after(() => cells.stop());

const pathOf = (address: string | null): string => {
  const { pathname, search } = new URL(address ?? '', 'http://here');
  return `${pathname}${search}`;
};

const ticketIn = (address: string): string => new URL(address, 'http://here').searchParams.get('ticket') ?? '';

/** The newest mail of a cell that leads to another one. */
const linkFrom = async ({ service }: ToldCell, email: string): Promise<string> =>
  eventually(async () => (await signInLinks(service, email)).find((one) => one.includes('/at/')), `a mail to ${email}`);

/** What a move does to an organization at the source. */
async function sendAway({ sql }: ToldCell, { organizationId }: Stage, home: string | null): Promise<void> {
  await sql.query('begin');
  await sql.query(`select set_config('depono.move', 'on', true)`);
  await sql.query('update organizations set home = $2, moved_at = service_now() where id = $1', [organizationId, home]);
  await sql.query('commit');
}

/** From the mail of `second` to its page that asks before it signs in. */
async function arrive(asking: ManagerBrowser, email: string): Promise<{ browser: ManagerBrowser; there: string }> {
  const browser = newBrowser(second.service);
  const link = await linkFrom(second, email);
  const back = await browser.get(link);
  assert.equal(back.status, 303, back.text);
  assert.ok(
    back.location?.startsWith(`${main.service.config.cells.get('main')}/manager/sign-in/`),
    back.location ?? '',
  );
  const on = await asking.get(pathOf(back.location));
  assert.equal(on.status, 303, on.text);
  assert.ok(on.location?.startsWith(`${main.service.config.cells.get('second')}/manager/sign-in/arrive?ticket=`));
  return { browser, there: pathOf(on.location) };
}

test('sign-in: where a person has no organization, the mail comes from the cell that knows them, and signs in there', async () => {
  const theirs = await stage(second.service);
  const asking = newBrowser(main.service);
  const unknown = await newBrowser(main.service).post('/manager/sign-in', { email: 'nobody@nowhere.example' });
  const known = await asking.post('/manager/sign-in', { email: theirs.managerEmail });
  const seen = ({ status, location, text }: ManagerAnswer): unknown[] => [status, location, text];
  assert.deepEqual(seen(known), seen(unknown), 'the answer is the same');
  const { browser, there } = await arrive(asking, theirs.managerEmail);
  assert.deepEqual(await signInLinks(main.service, theirs.managerEmail), [], 'no mail of this cell');
  assert.deepEqual(await signInLinks(second.service, 'nobody@nowhere.example'), []);

  const page = await browser.page(there);
  assert.ok(page.text.includes(theirs.managerEmail));
  assert.equal((await browser.get('/manager/start')).status, 303, 'a link alone signs nobody in');
  const forged = await browser.post(
    '/manager/sign-in/arrive',
    { ticket: ticketIn(there) },
    { origin: 'https://evil.example' },
  );
  assert.equal(forged.status, 403, 'another site cannot press the button');
  const signedIn = await browser.post(
    '/manager/sign-in/arrive',
    { ticket: ticketIn(there) },
    { origin: second.service.baseUrl },
  );
  assert.deepEqual([signedIn.status, signedIn.location], [303, '/manager/start']);
  assert.equal((await browser.get('/manager/start')).status, 200);
  const again = await newBrowser(second.service).post('/manager/sign-in/arrive', { ticket: ticketIn(there) });
  assert.equal(again.status, 410, 'a ticket counts once');
});

test('sign-in: the link works in the browser that asked, once', async () => {
  const theirs = await stage(second.service);
  const asking = newBrowser(main.service);
  await asking.post('/manager/sign-in', { email: theirs.managerEmail });
  const link = pathOf((await newBrowser(second.service).get(await linkFrom(second, theirs.managerEmail))).location);
  assert.equal((await newBrowser(main.service).get(link)).status, 410, 'another browser');
  assert.equal((await asking.get(link)).status, 303);
  assert.equal((await asking.get(link)).status, 410, 'again');
  assert.equal(
    (await asking.get('/manager/start')).location?.startsWith('/manager/sign-in'),
    true,
    'nobody is in here',
  );
});

test('sign-in: a person with organizations in two cells gets to both', async () => {
  const [here, there] = [await stage(main.service), await stage(second.service)];
  const member = { email: here.managerEmail, firstName: 'C', lastName: 'Chefin', language: 'de' };
  await created(second.service.operator('POST', `/organizations/${there.organizationId}/members`, member));
  const browser = await signIn(main.service, here.managerEmail);
  assert.equal((await browser.get('/manager/start')).status, 200);
  const arrived = await arrive(browser, here.managerEmail);
  const signedIn = await arrived.browser.post('/manager/sign-in/arrive', { ticket: ticketIn(arrived.there) });
  assert.equal(signedIn.status, 303);
});

test('sign-in: a member of an organization that has moved away is mailed by its cell alone', async () => {
  const theirs = await stage(main.service);
  await sendAway(main, theirs, 'second');
  const browser = newBrowser(main.service);
  await browser.post('/manager/sign-in', { email: theirs.managerEmail });
  assert.deepEqual(await signInLinks(main.service, theirs.managerEmail), []);
  await sendAway(main, theirs, null);
});

test('sign-in: tickets that are forged, expired, for another cell or for other pages let nobody in', async () => {
  const theirs = await stage(second.service);
  const { vault } = main.services;
  const person = { from: 'main', emailKey: theirs.managerEmail, way: 'mail', next: '/manager/start' } as const;
  const given = { ...person, realm: 'manager' } as const;
  const now = new Date();
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  const good = cellTicket(vault, 'second', given, now);
  const cases: [string, string][] = [
    ['empty', ''],
    ['forged', `${good.slice(0, -2)}AA`],
    ['of another key', cellTicket(new Vault('another-secret-key-of-at-least-32-letters'), 'second', given, now)],
    ['expired', cellTicket(vault, 'second', given, at(-121_000))],
    ['from the future', cellTicket(vault, 'second', given, at(121_000))],
    ['for another cell', cellTicket(vault, 'main', given, now)],
    ['for operators', cellTicket(vault, 'second', { ...given, realm: 'operator' }, now)],
    ['of an unknown cell', cellTicket(vault, 'second', { ...given, from: 'third' }, now)],
    ['of nobody here', cellTicket(vault, 'second', { ...given, emailKey: 'nobody@nowhere.example' }, now)],
    ['in another spelling', `${good}=`],
  ];
  for (const [what, ticket] of cases) {
    const { status } = await newBrowser(second.service).post('/manager/sign-in/arrive', { ticket });
    assert.equal(status, 410, what);
  }
  const member = newConsoleBrowser(second.service);
  const ofManager = cellTicket(vault, 'second', { ...given, realm: 'operator' }, now);
  assert.equal(
    (await member.post('/operator/sign-in/arrive', { ticket: ofManager })).status,
    410,
    'a member is no operator',
  );
  // Only to pages of the service.
  const elsewhere = cellTicket(vault, 'second', { ...given, next: 'https://evil.example/' }, now);
  const { location } = await newBrowser(second.service).post('/manager/sign-in/arrive', { ticket: elsewhere });
  assert.equal(location, '/manager/start');
});

test('links of tenants and documents lead to the cell in which the organization is at home, with their token', async () => {
  const partner = await stage(main.service);
  const it = await partner.start();
  await reach('open', it);
  const mails = JSON.stringify(await partner.mails(String(it.sent['tenantEmail'])));
  const link = /\/t\/[\w-]+/.exec(mails)?.[0] ?? '';
  const { documents } = await it.record();
  const event = await created(main.service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const events = await main.service.call('GET', '/webhook/events', {
    headers: { 'x-api-key': event.apiKey, 'x-org-id': partner.organizationId },
  });
  const document = /\/documents\/[\w-]+/.exec(JSON.stringify(events.body))?.[0] ?? '';
  assert.ok(link !== '' && document !== '' && documents.length > 0);
  const home = main.service.config.cells.get('second') ?? '';
  const browser = newBrowser(main.service);
  assert.equal((await browser.get(link)).status, 200);
  assert.equal((await browser.get(document)).status, 200);

  await sendAway(main, partner, 'second');
  for (const path of [link, `${link}/slip.pdf`, `${link}/contact?lang=fr`, document]) {
    const { status, location } = await browser.get(path);
    assert.deepEqual([status, location], [307, `${home}${path}`]);
  }
  assert.equal((await browser.post(`${link}/contact`, {})).status, 409, 'a form is not sent on');

  // Long after the move the links are gone here; whoever comes with one is still sent on.
  await main.sql.query(
    `create temporary table kept as select * from tenant_links where organization_id = $1`.replace(
      '$1',
      `'${partner.organizationId}'`,
    ),
  );
  await main.sql.query('delete from tenant_links where organization_id = $1', [partner.organizationId]);
  assert.equal((await browser.get(link)).location, `${home}${link}`);
  await main.sql.query('insert into tenant_links select * from kept');

  // On its way, neither cell sends people to the other.
  await main.sql.query(
    `insert into organization_moves (organization_id, family, side, cell, step) values ($1, array[$1::uuid], 'source', 'second', 'held')`,
    [partner.organizationId],
  );
  assert.equal((await browser.get(link)).status, 409);
  await main.sql.query('delete from organization_moves');
  await sendAway(main, partner, null);
  assert.equal((await browser.get(link)).status, 200);
});

test('console: one page shows all cells, searches them, and names one that does not answer', async () => {
  const [here, there] = [await stage(main.service), await stage(second.service)];
  const it = await there.start();
  const operator = await signInOperator(main.service);
  const { text } = await operator.page('/operator/cells');
  const nameOf = async ({ service }: ToldCell, { organizationId }: Stage): Promise<string> =>
    (await service.operator('GET', `/organizations/${organizationId}`)).body.name;
  const [nameHere, nameThere] = [await nameOf(main, here), await nameOf(second, there)];
  for (const part of [nameHere, nameThere, 'main (this one)', 'second']) assert.ok(text.includes(part), part);
  assert.ok(text.includes(`href="/operator/organizations/${here.organizationId}"`));
  const way = /href="(\/operator\/cells\/second\/open\?next=[^"]*)"/g;
  const found = await operator.page(`/operator/cells?q=${it.contractId}`);
  assert.ok(found.text.includes(it.contractId));
  assert.equal(found.text.includes(nameHere), false);
  const ways = [...found.text.matchAll(way)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const toDeposit = ways.find((one) => one.includes(encodeURIComponent(`/operator/deposits/${it.id}`)));
  assert.ok(toDeposit !== undefined, ways.join(' '));

  // The operator stays signed in.
  const on = await operator.get(toDeposit);
  assert.equal(on.status, 303);
  const console = newConsoleBrowser(second.service);
  const arrival = await console.page(pathOf(on.location));
  assert.ok(arrival.text.includes(OPERATOR));
  const signedIn = await console.post('/operator/sign-in/arrive', { ticket: ticketIn(on.location ?? '') });
  assert.deepEqual([signedIn.status, signedIn.location], [303, `/operator/deposits/${it.id}`]);
  assert.ok((await console.page(`/operator/deposits/${it.id}`)).text.includes(it.contractId));
  const again = await newConsoleBrowser(second.service).post('/operator/sign-in/arrive', {
    ticket: ticketIn(on.location ?? ''),
  });
  assert.equal(again.status, 410);
  const { body } = await second.service.operator('GET', '/audit');
  assert.match(JSON.stringify(body.entries[0]), new RegExp(`${OPERATOR}.*sign.in|sign.in.*${OPERATOR}`));

  await second.leave();
  const away = await operator.page('/operator/cells');
  assert.match(away.text, /No answer from second/);
  assert.ok(away.text.includes(nameHere), 'the rest is shown');
  await second.comeBack();
});

test('console: an operator of one cell has no way into another that does not know them', async () => {
  const partner = await stage(second.service);
  const email = 'only-main@depono.example';
  await created(main.service.operator('POST', '/operators', { email, name: 'Only Main', role: 'admin' }));
  const operator = await signInOperator(main.service, email);
  const { text } = await operator.page('/operator/cells');
  assert.match(text, /You are not an operator of this cell/);
  const { body } = await second.service.operator('GET', `/organizations/${partner.organizationId}`);
  assert.equal(text.includes(body.name), false);
  const on = await operator.get('/operator/cells/second/open?next=%2Foperator');
  const { status } = await newConsoleBrowser(second.service).post('/operator/sign-in/arrive', {
    ticket: ticketIn(on.location ?? ''),
  });
  assert.equal(status, 410);
  assert.equal((await operator.get('/operator/cells/third/open')).status, 404);
  assert.equal((await newConsoleBrowser(main.service).get('/operator/cells')).status, 303, 'operators alone');
});

test('console: an organization and a deposit that have moved away link to the console of their cell', async () => {
  const partner = await stage(main.service);
  const it = await partner.start();
  const operator = await signInOperator(main.service);
  await sendAway(main, partner, 'second');
  for (const path of [`/operator/organizations/${partner.organizationId}`, `/operator/deposits/${it.id}`]) {
    const { text } = await operator.page(path);
    assert.ok(text.includes(`/operator/cells/second/open?next=${encodeURIComponent(path)}`), path);
  }
  await sendAway(main, partner, null);
});
