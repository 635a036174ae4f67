import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { problemAt } from './support/form.ts';
import { type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created, setUpPartner, type Partner } from './support/partner.ts';
import { startService, type Service } from './support/service.ts';

// partner-kit.md, section 3: contacts of a partner and their pages.

let service: Service;
let database: pg.Client;
let operator: ManagerBrowser;
let ours: Partner;
let theirs: Partner;

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', CALLBACK_ALLOW_PRIVATE: 'true' } });
  database = new pg.Client(service.databaseUrl);
  await database.connect();
  operator = await signInOperator(service);
  ours = await setUpPartner(service);
  theirs = await setUpPartner(service);
});
after(async () => {
  await database.end();
  await service.stop();
});

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

async function lastChanges(count: number): Promise<{ way: string; verb: string; thing: string; about: object }[]> {
  const { rows } = await database.query(
    'select way, verb, thing, about, partner_id from audit_log order by at desc, id desc limit $1',
    [count],
  );
  return rows;
}

describe('partner-kit 3: contacts', () => {
  const person = { email: 'Ida@vendor.example', name: 'Ida Integra', role: 'admin' };

  test('partner-kit 3: POST, GET and DELETE, audited', async () => {
    const at = `/partners/${ours.partnerId}/contacts`;
    assert.deepEqual((await service.operator('GET', at)).body, { contacts: [] });
    const { id, ...made } = await created(service.operator('POST', at, person));
    assert.deepEqual(made, { ...person, language: 'en' });
    assert.deepEqual((await service.operator('GET', at)).body, { contacts: [{ id, ...made }] });
    assert.equal((await service.operator('DELETE', `${at}/${id}`)).status, 204);
    assert.deepEqual((await service.operator('GET', at)).body, { contacts: [] });
    const about = { partner: ours.partnerId, contact: id };
    const entry = { way: 'api', thing: 'contact', about, partner_id: ours.partnerId };
    assert.deepEqual(await lastChanges(2), [
      { ...entry, verb: 'remove' },
      { ...entry, verb: 'add' },
    ]);
  });

  test('partner-kit 3: what is refused', async () => {
    const at = `/partners/${ours.partnerId}/contacts`;
    const one = await created(service.operator('POST', at, { ...person, email: 'two@vendor.example', language: 'de' }));
    assert.equal(one.language, 'de');
    const rows: [path: string, body: object, status: number, field: string | null][] = [
      [at, { ...person, email: 'TWO@vendor.example' }, 409, null],
      [at, { ...person, email: 'x' }, 422, 'email'],
      [at, { ...person, name: '' }, 422, 'name'],
      [at, { ...person, role: 'clerk' }, 422, 'role'],
      [at, { ...person, language: 'fr' }, 422, 'language'],
      [at, { email: 'x@vendor.example', name: 'X' }, 422, 'role'],
      [at, { ...person, color: 'red' }, 422, 'color'],
      [`/partners/${UNKNOWN}/contacts`, person, 404, null],
      ['/partners/x/contacts', person, 404, null],
    ];
    for (const [path, body, status, field] of rows) {
      const answer = await service.operator('POST', path, body);
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      if (field !== null) assert.equal(answer.body.problems[0].field, field);
    }
    for (const path of [`/partners/${theirs.partnerId}/contacts/${one.id}`, `${at}/${UNKNOWN}`, `${at}/x`]) {
      assert.equal((await service.operator('DELETE', path)).status, 404, path);
    }
    for (const id of [UNKNOWN, 'x'])
      assert.equal((await service.operator('GET', `/partners/${id}/contacts`)).status, 404);
    assert.equal((await service.operator('DELETE', `${at}/${one.id}`)).status, 204);
  });

  test('partner-kit 3: the console adds, changes and removes them', async () => {
    const page = `/operator/partners/${ours.partnerId}`;
    const typed = { ...person, email: 'kai@vendor.example', name: 'Kai Konsole', language: 'de' };
    const added = await operator.submit(`${page}/contacts/new`, typed);
    assert.match(added.text, /may sign in at \/partner at once/);
    assert.match(added.text, /kai@vendor\.example/);
    const twice = await operator.post(`${page}/contacts/new`, typed);
    assert.equal(twice.status, 422);
    assert.match(problemAt(twice.text, 'email') ?? '', /belongs to a contact/);
    const [{ id }] = (await service.operator('GET', `/partners/${ours.partnerId}/contacts`)).body.contacts;
    await operator.submit(`${page}/contacts/${id}`, { name: 'Kai Konsole', role: 'viewer', language: 'de' });
    assert.match((await operator.page(`${page}/contacts/${id}`)).text, /value="viewer" selected/);
    assert.match((await operator.page(`${page}/contacts/${id}/remove`)).text, /signed out at once/);
    assert.match((await operator.submit(`${page}/contacts/${id}/remove`)).text, /no longer sign in/);
    assert.equal((await operator.get(`${page}/contacts/${id}`)).status, 404);
    const elsewhere = `/operator/partners/${theirs.partnerId}/contacts`;
    assert.equal((await operator.get(`${elsewhere}/${id}`)).status, 404);
    assert.deepEqual(
      (await lastChanges(3)).map(({ way, verb, thing }) => `${way} ${verb} ${thing}`),
      ['console remove contact', 'console change contact', 'console add contact'],
    );
  });
});
