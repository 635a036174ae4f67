import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { takeNews, tellNews } from '../src/actions/cells/tell-news.ts';
import { checkCells } from '../src/cli/doctor/cell-check.ts';
import { listNews, type News } from '../src/storage/cells/news.ts';
import { noteOtherCells } from '../src/storage/cells/other-cells.ts';
import { cellToken, type CellPurpose } from '../src/vault/cell-token.ts';
import { Vault } from '../src/vault/vault.ts';
import { commandLine } from './support/command-line.ts';
import { newBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { eventually, startToldCells, type ToldCell, type ToldCells } from './support/two-cells.ts';

// many-machines.md, Details: keys are issued, revoked and rotated in every cell an organization of their partner lives in.
// Banks and providers: providers, their keys and contacts exist in every cell.

let cells: ToldCells;
let [main, second] = [] as unknown as [ToldCell, ToldCell];
before(async () => {
  cells = await startToldCells();
  ({ main, second } = cells);
});
after(() => cells.stop());

const opens = async ({ service }: ToldCell, { externalOrgId }: Stage, apiKey: string): Promise<number> => {
  const headers = { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId };
  return (await service.call('POST', '/webhook/custom', { headers, body: payload() })).status;
};

const untold = async ({ sql }: ToldCell): Promise<number> =>
  (await sql.query('select count(*)::integer as n from cell_news')).rows[0].n;

const allTold = (from: ToldCell): Promise<boolean> => eventually(async () => (await untold(from)) === 0, 'all is told');

/** A partner whose organization is at home in `second`, and that `main` knows too. */
async function partnerOfSecond(): Promise<Stage> {
  const partner = await stage(second.service);
  await allTold(second);
  return partner;
}

test('a partner key: issued in one cell it opens deposits in the other, revoked in one it is refused in both', async () => {
  const partner = await partnerOfSecond();
  const path = `/partners/${partner.partnerId}/keys`;
  const { keyId, apiKey } = await created(main.service.operator('POST', path));
  await eventually(async () => (await opens(second, partner, apiKey)) === 200, 'the new key opens');
  const revoked = await main.service.operator('DELETE', `${path}/${keyId}`);
  assert.equal(revoked.status, 204, 'the other cell has taken it before the answer');
  assert.equal(await opens(second, partner, apiKey), 500);
  assert.equal(await opens(second, partner, partner.apiKey), 200, 'older keys stay');
});

test('a status key of a partner reads in the other cell, and no longer once it is revoked', async () => {
  const partner = await partnerOfSecond();
  const it = await partner.start();
  const path = `/partners/${partner.partnerId}/status-keys`;
  const { keyId, apiKey } = await created(main.service.operator('POST', path));
  const read = async (): Promise<number> => {
    const headers = { 'x-api-key': apiKey, 'x-org-id': partner.organizationId };
    const address = `/webhook/contract-status?ext-contract-id=${it.contractId}`;
    return (await second.service.call('GET', address, { headers })).status;
  };
  await eventually(async () => (await read()) === 200, 'the new key reads');
  assert.equal((await main.service.operator('DELETE', `${path}/${keyId}`)).status, 204);
  assert.equal(await read(), 401);
});

test('a cell that is away: the revocation is not claimed to hold there, in API, console and command line; then it is told', async () => {
  const partner = await partnerOfSecond();
  const keys = [];
  for (let count = 0; count < 3; count++) {
    keys.push(await created(main.service.operator('POST', `/partners/${partner.partnerId}/keys`)));
  }
  await allTold(main);
  await second.leave();
  try {
    const [byApi, byConsole, byCommand] = keys;
    const { status, body } = await main.service.operator(
      'DELETE',
      `/partners/${partner.partnerId}/keys/${byApi.keyId}`,
    );
    assert.deepEqual([status, body.notRevokedIn], [202, ['second']]);
    assert.match(body.detail, /NOT revoked yet in the cell second/);

    const more = await main.service.operator('POST', `/partners/${partner.partnerId}/keys`);
    assert.deepEqual([more.status, more.body.notYetIn], [201, ['second']]);
    const { body: audit } = await main.service.operator('GET', '/audit?action=partner_key.issue&limit=1');
    assert.ok(JSON.stringify(audit.entries).includes(more.body.keyId), 'the entry names the key');
    const operator = await signInOperator(main.service);
    const page = await operator.submit(`/operator/partners/${partner.partnerId}/keys/${byConsole.keyId}/revoke`);
    assert.match(page.text, /NOT revoked yet in the cell second/);
    assert.match(page.text, /not yet in second/);
    assert.doesNotMatch(page.text, /The key is revoked\. Calls with it are refused/);

    const line = await commandLine(main.service);
    const ended = await line.run('key', 'revoke', byCommand.keyId, '--partner', partner.partnerId, '--yes');
    assert.match(ended.output, /is revoked here\. It is NOT revoked yet in the cell second/);
    await main.sql.query(`update cell_news set since = since - interval '5 minutes'`);
    assert.match(JSON.stringify(await checkCells(main.services.database)), /the cell second has not taken \d+ changes/);
    const issued = await line.run('key', 'issue', '--partner', partner.partnerId);
    assert.match(issued.output, /not known yet in second/);
    const listed = await line.json('key', 'list', '--partner', partner.partnerId);
    assert.deepEqual(listed.find(({ keyId }) => keyId === byCommand.keyId).notYetIn, ['second']);
    await line.end();
  } finally {
    await second.comeBack();
  }
  await allTold(main);
  for (const { apiKey } of keys) assert.equal(await opens(second, partner, apiKey), 500);
});

test('the change and what is told of it are one transaction; a process that dies after it is told again changes nothing', async () => {
  const partner = await partnerOfSecond();
  await main.services.database
    .transaction(async (sql) => {
      await sql.query('update partner_keys set revoked_at = service_now() where id = $1', [partner.keyId]);
      assert.equal((await listNews(sql, 'second', 10)).length, 1);
      throw new Error('it dies here');
    })
    .catch(() => undefined);
  assert.equal(await untold(main), 0);
  assert.equal(await opens(second, partner, partner.apiKey), 200);

  await second.leave();
  await main.service.operator('DELETE', `/partners/${partner.partnerId}/keys/${partner.keyId}`);
  const news = await listNews(main.services.database, 'second', 10);
  // Taken, and the answer never arrived.
  assert.equal((await takeNews(second.services, news)).length, news.length);
  assert.equal((await takeNews(second.services, news)).length, news.length);
  await second.comeBack();
  await tellNews(main.services, 'second', 5_000).catch(() => undefined);
  await allTold(main);
  assert.equal(await opens(second, partner, partner.apiKey), 500);
});

test('of two changes the later counts, in whatever order they arrive; a revoked key stays revoked', async () => {
  const partner = await partnerOfSecond();
  await main.service.operator('POST', `/partners/${partner.partnerId}/keys`);
  const { rows } = await second.sql.query('select to_jsonb(k) as row from partner_keys k where id = $1', [
    partner.keyId,
  ]);
  const told = (changes: Record<string, unknown>, at: string): News => ({
    what: 'partner_key',
    id: partner.keyId,
    at,
    cell: 'main',
    isGone: false,
    row: { ...rows[0].row, ...changes },
  });
  const name = async (): Promise<unknown[]> => {
    const { rows: now } = await second.sql.query('select name, revoked_at from partner_keys where id = $1', [
      partner.keyId,
    ]);
    return [now[0].name, now[0].revoked_at !== null];
  };
  await takeNews(second.services, [told({ name: 'late' }, '2099-01-02T00:00:00Z')]);
  await takeNews(second.services, [told({ name: 'early' }, '2099-01-01T00:00:00Z')]);
  assert.deepEqual(await name(), ['late', false]);
  await takeNews(second.services, [told({ revoked_at: '2026-01-01T00:00:00Z' }, '2098-01-01T00:00:00Z')]);
  assert.deepEqual(await name(), ['late', true], 'an earlier revocation counts all the same');
  await takeNews(second.services, [told({ name: 'latest' }, '2099-01-03T00:00:00Z')]);
  assert.deepEqual(await name(), ['latest', true]);
  assert.equal(await untold(second), 0, 'what was told is not told back');
});

test('two partners of one name stay two: a key of one is no key of the other', async () => {
  const partner = await partnerOfSecond();
  const { body } = await second.service.operator('GET', '/partners');
  const { name } = body.partners.find(({ id }: any) => id === partner.partnerId);
  const twin = await created(main.service.operator('POST', '/partners', { name, integration: 'custom' }));
  await allTold(main);
  const { rows } = await second.sql.query('select partner_id as id from partner_keys where id = $1', [twin.keyId]);
  assert.deepEqual(rows, [{ id: twin.id }]);
  assert.equal(await opens(second, partner, twin.apiKey), 500);
});

test('what belongs to a partner that a cell does not have yet is told again', async () => {
  const { rows } = await main.sql.query('select to_jsonb(k) as row from partner_keys k limit 1');
  const row = { ...rows[0].row, id: 'abcdefgh2345', partner_id: '01a1f2f7-2566-7c10-bf15-1556a7e51348' };
  const news: News = { what: 'partner_key', id: row.id, at: '2026-01-01T00:00:00Z', cell: 'main', isGone: false, row };
  assert.deepEqual(await takeNews(second.services, [news]), []);
  const owner = { id: row.partner_id, name: 'Late', integration: 'custom', created_at: '2026-01-01T00:00:00Z' };
  const first: News = { ...news, what: 'partner', id: owner.id, row: owner };
  assert.deepEqual(await takeNews(second.services, [first, news]), [0, 1]);
});

test('providers, their keys and contacts exist in every cell; a contact who is removed is signed out everywhere', async () => {
  const code = `bank_${Date.now()}`;
  const address = { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' };
  const made = await created(
    main.service.operator('POST', '/providers', { kind: 'bank', code, name: 'Bank A', address }),
  );
  const email = `clerk@${code}.example`.replaceAll('_', '-');
  const contact = await created(
    main.service.operator('POST', `/providers/${made.provider?.id ?? made.id}/contacts`, {
      email,
      name: 'Clerk',
      role: 'clerk',
    }),
  );
  const id = made.provider?.id ?? made.id;
  await allTold(main);
  const there = async () =>
    (await second.service.operator('GET', '/providers')).body.providers.find((one: any) => one.code === code);
  assert.equal((await there()).name, 'Bank A');
  const asks = (key: string) =>
    second.service.call('GET', '/provider/api/applications', { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await asks(made.apiKey)).status, 200);
  assert.equal((await main.service.operator('PATCH', `/providers/${id}`, { name: 'Bank B' })).status, 200);
  await allTold(main);
  assert.equal((await there()).name, 'Bank B');
  assert.equal((await main.service.operator('DELETE', `/providers/${id}/keys/${made.keyId}`)).status, 204);
  assert.equal((await asks(made.apiKey)).status, 401);

  const contacts = async (): Promise<number> =>
    (await second.sql.query('select count(*)::integer as n from provider_contacts where email_key = $1', [email]))
      .rows[0].n;
  assert.equal(await contacts(), 1);
  await second.sql.query(
    `insert into sessions (id, hash, email_key, way, realm, created_at, seen_at, expires_at)
     values (gen_random_uuid(), sha256('x'), $1, 'mail', 'provider', now(), now(), now() + interval '1 hour')`,
    [email],
  );
  await main.service.operator('DELETE', `/providers/${id}/contacts/${contact.id}`);
  await allTold(main);
  assert.equal(await contacts(), 0);
  const { rows } = await second.sql.query('select ended_at from sessions where email_key = $1', [email]);
  assert.notEqual(rows[0].ended_at, null);
});

test('a cell that is new in CELLS is told everything; what is told has hashes and no key', async () => {
  const partner = await partnerOfSecond();
  const heard: string[] = [];
  const listener = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => heard.push(part));
    request.on('end', () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const { database, cells: known } = second.services;
  await noteOtherCells(database, { own: 'second', others: ['main', 'third'] });
  try {
    const addresses = new Map([...known.addresses, ['third', `http://127.0.0.1:${port}`]]);
    const telling = { ...second.services, cells: { own: 'second', addresses } };
    await assert.rejects(tellNews(telling, 'third', 5_000), /answered 500/);
    const all = heard.join('');
    assert.match(all, new RegExp(partner.keyId));
    assert.equal(all.includes(partner.apiKey), false);
    assert.equal(all.includes(partner.apiKey.slice('dpk_'.length + 12 + 1)), false);
    const { rows } = await second.sql.query('select hash::text as hash from partner_keys where id = $1', [
      partner.keyId,
    ]);
    assert.ok(all.includes(JSON.stringify(rows[0].hash).slice(1, -1)), 'the hash as it is stored');
  } finally {
    listener.close();
    await noteOtherCells(database, { own: 'second', others: ['main'] });
  }
  const { rows } = await second.sql.query(`select count(*)::integer as n from cell_news where cell = 'third'`);
  assert.equal(rows[0].n, 0, 'nothing is kept for a cell that CELLS does not list');
});

test('Banks: what a file says of an account of another cell is handed to it, also after it was away', async () => {
  await second.leave();
  const [iban, fileId] = ['CH9300762011623852957', '01a1f2f7-2566-7c10-bf15-1556a7e51349'];
  const statement = { accountIban: iban, id: 'ST-1', currency: 'CHF', number: 1, fromOn: null, toOn: '2026-11-01' };
  const content = JSON.stringify({ ...statement, opening: 0, closing: 0, entries: 0 });
  await main.sql.query(
    `insert into handed_bookings (key, what, cell, file_id, file_name, content) values ('k', 'statement', 'second', $1, 'a.xml', $2)`,
    [fileId, content],
  );
  await second.comeBack();
  await eventually(async () => (await main.sql.query('select from handed_bookings')).rowCount === 0, 'it is taken');
  const { rows } = await second.sql.query('select statement_id as id from bank_statements where account_iban = $1', [
    iban,
  ]);
  assert.deepEqual(rows, [{ id: 'ST-1' }]);
  const { rows: files } = await second.sql.query('select name from bank_files where id = $1', [fileId]);
  assert.deepEqual(files, [{ name: 'a.xml (handed over by main)' }]);
});

test('nobody else speaks for a cell: a token is good for one purpose, cell, body, minute and call', async () => {
  const body = JSON.stringify({ news: [] });
  const { vault } = main.services;
  const send = async (token: string | null, path: CellPurpose = 'news', sent = body): Promise<number> => {
    const response = await fetch(`${second.service.address}/cells/${path}`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': `10.9.9.${Math.floor(Math.random() * 250)}`,
        ...(token === null ? {} : { authorization: `Cell ${token}` }),
      },
      body: sent,
    });
    return response.status;
  };
  const good = { purpose: 'news', from: 'main', to: 'second', body } as const;
  const now = new Date();
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  const cases: [string, string | null, CellPurpose?, string?][] = [
    ['without a token', null],
    ['no token', 'x'],
    ['for another purpose', cellToken(vault, { ...good, purpose: 'overview' }, now)],
    ['sent to another route', cellToken(vault, good, now), 'bookings'],
    ['for another cell', cellToken(vault, { ...good, to: 'third' }, now)],
    ['from a cell that CELLS does not list', cellToken(vault, { ...good, from: 'third' }, now)],
    ['from itself', cellToken(vault, { ...good, from: 'second' }, now)],
    ['with another body', cellToken(vault, good, now), 'news', `${body} `],
    ['from a minute ago', cellToken(vault, good, at(-61_000))],
    ['from the future', cellToken(vault, good, at(61_000))],
    ['made with another SECRET_KEY', cellToken(new Vault('another-secret-key-of-at-least-32-letters'), good, now)],
    ['with its sender changed', cellToken(vault, good, now).replace('main', 'third')],
  ];
  for (const [what, token, path, sent] of cases) assert.equal(await send(token, path, sent), 401, what);
  const token = cellToken(vault, good, new Date());
  assert.equal(await send(token), 200);
  assert.equal(await send(token), 401, 'once');
  // Nor does a page let anyone in.
  assert.equal((await newBrowser(second.service).get('/cells/news')).status, 404);
});

test('what a cell says is refused where it is not what cells say, and is no failure', async () => {
  const { vault } = main.services;
  for (const [purpose, body] of [
    ['news', '{"news":'],
    ['news', ''],
    ['bookings', '{"bookings":[{}]}'],
    ['overview', '[]'],
    ['overview', JSON.stringify({ operator: 'anna@depono.example', search: 'a\0b' })],
    ['sign-ins', '{"signIns":[{"id":"x"}]}'],
  ] as const) {
    const token = cellToken(vault, { purpose, from: 'main', to: 'second', body }, new Date());
    const headers = { authorization: `Cell ${token}` };
    const { status } = await fetch(`${second.service.address}/cells/${purpose}`, { method: 'POST', headers, body });
    assert.equal(status, 422, `${purpose} ${body}`);
  }
});
