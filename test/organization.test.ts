import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newBrowser, signIn, type ManagerBrowser } from './support/manager.ts';
import { created } from './support/partner.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
});
after(() => service.stop());

const person = (email: string, changes: object = {}) => ({
  email,
  firstName: 'Max',
  lastName: 'Muster',
  language: 'de',
  ...changes,
});

async function add(organizationId: string, email: string, changes: object = {}): Promise<any> {
  return created(service.operator('POST', `/organizations/${organizationId}/members`, person(email, changes)));
}

async function members(organizationId: string): Promise<any[]> {
  return (await service.operator('GET', `/organizations/${organizationId}/members`)).body.members;
}

const pathOf = (organizationId: string): string => `/manager/organization/${organizationId}`;

/** An organization with its default property manager signed in, and a member without permissions. */
async function setUp(): Promise<{
  partner: Stage;
  id: string;
  chief: ManagerBrowser;
  member: any;
  memberPath: string;
}> {
  const partner = await stage(service);
  const id = partner.organizationId;
  const member = await add(id, `max@${partner.domain}`);
  const chief = await signIn(service, partner.managerEmail);
  return { partner, id, chief, member, memberPath: `${pathOf(id)}/members/${member.id}` };
}

describe('the organization', () => {
  test('is shown to its members, without anything to change it', async () => {
    const { partner, member, chief } = await setUp();
    const { text } = await (await signIn(service, member.email)).page('/manager/organization');
    assert.match(text, new RegExp(`<h1>Verwaltung[^<]*</h1>`));
    assert.match(text, new RegExp(partner.managerEmail));
    assert.match(text, /Bahnhofstrasse 1, 8001 Zürich/);
    assert.doesNotMatch(text, /\/invite|\/members\/|\/language"/);
    const own = (await chief.page('/manager/organization')).text;
    for (const part of [/\/invite"/, /\/members\//, /\/language"/]) assert.match(own, part);
  });

  test('changes its language', async () => {
    const { id, chief } = await setUp();
    const { text } = await chief.submit(`${pathOf(id)}/language`, { language: 'fr' });
    assert.match(text, /Sprache der Organisation ist gespeichert/);
    assert.equal((await service.operator('GET', `/organizations/${id}`)).body.language, 'fr');
    assert.equal((await chief.post(`${pathOf(id)}/language`, { language: 'rm' })).status, 404);
  });

  test('of others is not found', async () => {
    const { chief } = await setUp();
    const other = await setUp();
    assert.equal((await chief.get(`/manager/organization?organization=${other.id}`)).status, 404);
    assert.equal((await chief.get('/manager/organization?organization=x')).status, 404);
  });

  test('shows what people typed as text', async () => {
    const { id, chief, memberPath } = await setUp();
    const markup = '<img src=x onerror=alert(1)>';
    const { text } = await chief.submit(memberPath, { firstName: markup, lastName: '"\'&', language: 'de' });
    assert.doesNotMatch(text, /<img/);
    assert.match(text, /&lt;img src=x/);
    for (const page of [memberPath, `${memberPath}/remove`]) assert.doesNotMatch((await chief.page(page)).text, /<img/);
    const refused = await chief.post(`${pathOf(id)}/invite`, person(markup, { firstName: markup }));
    assert.equal(refused.status, 422);
    assert.doesNotMatch(refused.text, /<img/);
  });
});

describe('inviting', () => {
  test('a person gets a mail, signs in, and has accepted', async () => {
    const { partner, id, chief } = await setUp();
    const email = 'neu@anderswo.example';
    const invitation = { ...person(email, { language: 'fr' }), administrator: 'yes' };
    const { text } = await chief.submit(`${pathOf(id)}/invite`, invitation);
    assert.match(text, /Einladung ist unterwegs/);
    assert.match(text, /Eingeladen am [0-9.]+, noch nicht angemeldet/);
    const mails = await partner.mails(email);
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['invitation'],
    );
    assert.match(mails[0].text, /Clara Chefin/);
    assert.match(mails[0].text, /\/manager\b/);
    const browser = await signIn(service, email);
    const { text: after } = await browser.page('/manager/organization');
    assert.match(after, /<html lang="fr">/);
    assert.match(after, /Membre depuis le/);
    assert.match(after, /\/invite"/);
    assert.doesNotMatch((await chief.page('/manager/organization')).text, /Eingeladen am/);
  });

  test('can be repeated until the person has signed in', async () => {
    const { partner, chief, member, memberPath } = await setUp();
    assert.match((await chief.page(memberPath)).text, /invite-again/);
    await chief.submit(`${memberPath}/invite-again`);
    const kinds = async () => (await partner.mails(member.email)).map(({ kind }) => kind);
    assert.deepEqual(await kinds(), ['invitation']);
    await signIn(service, member.email);
    assert.doesNotMatch((await chief.page(memberPath)).text, /invite-again/);
    await chief.submit(`${memberPath}/invite-again`);
    assert.equal((await kinds()).filter((kind) => kind === 'invitation').length, 1);
  });

  test('shows every problem at its field, and keeps the input', async () => {
    const { id, chief, member } = await setUp();
    const wrong = await chief.post(`${pathOf(id)}/invite`, person('x', { firstName: '', language: 'rm' }));
    assert.equal(wrong.status, 422);
    for (const name of ['firstName', 'email', 'language']) {
      assert.match(wrong.text, new RegExp(`href="#${name}"`));
      assert.match(wrong.text, new RegExp(`id="${name}-problem"`));
    }
    assert.match(wrong.text, /value="Muster"/);
    const twice = await chief.post(`${pathOf(id)}/invite`, person(member.email.toUpperCase()));
    assert.equal(twice.status, 422);
    assert.match(twice.text, /gehört schon zu einem Mitglied/);
    assert.equal((await members(id)).length, 2);
  });

  test('the same person twice at once: one member, one mail', async () => {
    const { partner, id, chief } = await setUp();
    const answers = await Promise.all(
      [1, 2, 3].map(() => chief.post(`${pathOf(id)}/invite`, person('zwei@anderswo.example'))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422]);
    assert.equal((await partner.mails('zwei@anderswo.example')).length, 1);
  });
});

describe('members', () => {
  test('are changed', async () => {
    const { id, chief, member, memberPath } = await setUp();
    await chief.submit(memberPath, { firstName: 'Moritz', lastName: 'Meier', language: 'it', administrator: 'yes' });
    const changed = (await members(id)).find((one) => one.id === member.id);
    const { firstName, lastName, language, administrator, email } = changed;
    assert.deepEqual(
      [firstName, lastName, language, administrator, email],
      ['Moritz', 'Meier', 'it', true, member.email],
    );
    const wrong = await chief.post(memberPath, { firstName: 'Moritz', lastName: '', language: 'it' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="lastName-problem"/);
  });

  test('an e-mail address is not changed here', async () => {
    const { id, chief, member, memberPath } = await setUp();
    await chief.submit(memberPath, person('x@y.example'));
    assert.equal((await members(id)).find((one) => one.id === member.id).email, member.email);
  });

  test('the default property manager stays an administrator and a member', async () => {
    const { id, chief } = await setUp();
    const own = (await members(id)).find((one) => one.defaultPropertyManager);
    const path = `${pathOf(id)}/members/${own.id}`;
    assert.doesNotMatch((await chief.page(path)).text, /name="administrator"|\/remove/);
    await chief.submit(path, { firstName: 'Clara', lastName: 'Neu', language: 'de' });
    assert.equal((await members(id)).find((one) => one.id === own.id).administrator, true);
    assert.equal((await chief.get(`${path}/remove`)).status, 404);
    assert.equal((await chief.post(`${path}/remove`)).status, 404);
    assert.equal((await members(id)).length, 2);
  });

  test('another becomes the default property manager; the previous one stays an administrator', async () => {
    const { id, chief, member, memberPath } = await setUp();
    assert.match((await chief.submit(`${memberPath}/make-default`)).text, /hauptverantwortliche Person ist neu/);
    const [before, now] = await members(id);
    assert.deepEqual([before.defaultPropertyManager, before.administrator], [false, true]);
    assert.deepEqual([now.id, now.defaultPropertyManager, now.administrator], [member.id, true, true]);
  });

  test('a removed member hands over deposits, to the chosen person or the default property manager', async () => {
    const { partner, id, chief, member, memberPath } = await setUp();
    const heir = await add(id, `erbin@${partner.domain}`, { firstName: 'Erna', lastName: 'Erbin' });
    const plays = [
      await partner.start({ propertyManagerEmail: member.email }),
      await partner.start({ propertyManagerEmail: member.email }),
    ];
    const confirm = await chief.page(`${memberPath}/remove`);
    assert.match(confirm.text, /2 Mietkautionen gehen an eine andere Person über/);
    assert.match(confirm.text, /Erna Erbin/);
    const wrong = await chief.post(`${memberPath}/remove`, { heir: member.id });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="heir-problem"/);
    assert.match((await chief.submit(`${memberPath}/remove`, { heir: heir.id })).text, /gehört nicht mehr/);
    for (const play of plays) {
      const record = await play.record();
      assert.equal(record.propertyManager.email, heir.email);
      const { actor, event } = record.history.at(-1);
      assert.deepEqual([actor, event], ['manager', 'manager_changed']);
    }
    await chief.submit(`${pathOf(id)}/members/${heir.id}/remove`);
    const record = await plays[0]?.record();
    assert.equal(record.propertyManager.email, partner.managerEmail);
  });

  test('a removed member loses access at once', async () => {
    const { chief, member, memberPath } = await setUp();
    const browser = await signIn(service, member.email);
    await browser.page('/manager/organization');
    await chief.submit(`${memberPath}/remove`);
    const answer = await browser.get('/manager/organization');
    assert.deepEqual([answer.status, answer.location?.startsWith('/manager/sign-in')], [303, true]);
    assert.equal((await browser.post('/manager/account/language', { language: 'fr' })).status, 401);
    assert.equal((await chief.get(memberPath)).status, 404);
  });

  test('an organization without default property manager keeps its last administrator', async () => {
    const { id: parentId, partner } = await setUp();
    const sub = await created(
      service.operator('POST', '/organizations', {
        name: 'Filiale',
        language: 'de',
        emailDomain: partner.domain,
        address: { street: 'Gasse', streetNumber: '2', zip: '3000', city: 'Bern' },
        parentId,
      }),
    );
    const first = await add(sub.id, `eins@${partner.domain}`, { administrator: true });
    const second = await add(sub.id, `zwei@${partner.domain}`, { administrator: true });
    const browsers = [await signIn(service, first.email), await signIn(service, second.email)] as const;
    // Each removes the other, at once: one of them stays.
    const answers = await Promise.all([
      browsers[0].post(`${pathOf(sub.id)}/members/${second.id}/remove`),
      browsers[1].post(`${pathOf(sub.id)}/members/${first.id}/remove`),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 1, String(statuses));
    const [last] = await members(sub.id);
    const browser = last.id === first.id ? browsers[0] : browsers[1];
    const path = `${pathOf(sub.id)}/members/${last.id}`;
    const kept = await browser.post(`${path}/remove`);
    assert.equal(kept.status, 422);
    assert.match(kept.text, /als einzige/);
    const demoted = await browser.post(path, { firstName: 'A', lastName: 'B', language: 'de' });
    assert.equal(demoted.status, 422);
    assert.match(demoted.text, /id="administrator-problem"/);
    assert.equal((await members(sub.id))[0].administrator, true);
    assert.equal((await service.operator('DELETE', `/organizations/${sub.id}/members/${last.id}`)).status, 409);
  });
});

describe('who may administer', () => {
  /** Every form that changes something; none of them works without permission. */
  const attempts = (id: string, memberId: string): [method: 'get' | 'post', path: string, fields: object][] => {
    const member = `${pathOf(id)}/members/${memberId}`;
    return [
      ['post', `${pathOf(id)}/language`, { language: 'it' }],
      ['get', `${pathOf(id)}/invite`, {}],
      ['post', `${pathOf(id)}/invite`, person('fremd@anderswo.example')],
      ['get', member, {}],
      ['post', member, { firstName: 'X', lastName: 'Y', language: 'it', administrator: 'yes' }],
      ['post', `${member}/invite-again`, {}],
      ['post', `${member}/make-default`, {}],
      ['get', `${member}/remove`, {}],
      ['post', `${member}/remove`, {}],
    ];
  };

  async function assertMayNot(browser: ManagerBrowser, id: string, memberId: string): Promise<void> {
    const state = async () => [await members(id), (await service.operator('GET', `/organizations/${id}`)).body];
    const before = await state();
    for (const [method, path, fields] of attempts(id, memberId)) {
      const answer = method === 'get' ? await browser.get(path) : await browser.post(path, fields as never);
      assert.equal(answer.status, 404, `${method} ${path}`);
    }
    assert.deepEqual(await state(), before);
  }

  test('not a member without the permission, not even for oneself', async () => {
    const { id, member } = await setUp();
    await assertMayNot(await signIn(service, member.email), id, member.id);
  });

  test('not an administrator of another organization, whatever ids are mixed', async () => {
    const { id, member } = await setUp();
    const other = await setUp();
    await assertMayNot(other.chief, id, member.id);
    // Their own organization with a member of the other one.
    const mixed = attempts(other.id, member.id).filter(([, path]) => path.includes('/members/'));
    for (const [method, path, fields] of mixed) {
      const answer = method === 'get' ? await other.chief.get(path) : await other.chief.post(path, fields as never);
      assert.equal(answer.status, 404, `${method} ${path}`);
    }
    assert.equal((await members(id)).length, 2);
  });

  test('not a stranger', async () => {
    const { id, member } = await setUp();
    const browser = newBrowser(service);
    for (const [method, path, fields] of attempts(id, member.id)) {
      const answer = method === 'get' ? await browser.get(path) : await browser.post(path, fields as never);
      assert.equal(answer.status, method === 'get' ? 303 : 401, `${method} ${path}`);
    }
  });

  test('not with a forged form', async () => {
    const { id, chief, member } = await setUp();
    const before = await members(id);
    for (const [method, path, fields] of attempts(id, member.id)) {
      if (method === 'get') continue;
      assert.equal((await chief.post(path, { ...fields, token: 'forged' })).status, 403, path);
      const headers = { origin: 'https://evil.example' };
      assert.equal((await chief.post(path, fields as never, headers)).status, 403, path);
    }
    assert.deepEqual(await members(id), before);
  });

  test('an administrator of the organization above, but not the other way round', async () => {
    const { id, chief, member } = await setUp();
    const below = await setUp();
    const { status } = await service.operator('PATCH', `/organizations/${below.id}`, { parentId: id });
    assert.equal(status, 200);
    assert.match((await chief.page('/manager/organization')).text, new RegExp(`organization=${below.id}`));
    assert.match((await chief.page(`/manager/organization?organization=${below.id}`)).text, /\/invite"/);
    await chief.submit(`${below.memberPath}/make-default`);
    await chief.submit(`${pathOf(below.id)}/language`, { language: 'it' });
    assert.equal((await members(below.id)).find((one) => one.id === below.member.id).defaultPropertyManager, true);
    await assertMayNot(below.chief, id, member.id);
    assert.equal((await below.chief.get(`/manager/organization?organization=${id}`)).status, 404);
    // Nor a member above who is no administrator.
    await assertMayNot(await signIn(service, member.email), below.id, below.member.id);
  });
});

describe('the operator', () => {
  test('names administrators', async () => {
    const { id, partner } = await setUp();
    const admin = await add(id, `admin@${partner.domain}`, { administrator: true });
    assert.equal(admin.administrator, true);
    const path = `/organizations/${id}/members/${admin.id}`;
    assert.equal((await service.operator('PATCH', path, { administrator: false })).body.administrator, false);
    assert.equal((await service.operator('PATCH', path, { firstName: 'A' })).body.administrator, false);
    assert.equal((await service.operator('PATCH', path, { administrator: true })).body.administrator, true);
    assert.equal((await add(id, `niemand@${partner.domain}`)).administrator, false);
  });

  test('cannot take the permission from the default property manager', async () => {
    const { id } = await setUp();
    const [chief] = await members(id);
    assert.equal(chief.administrator, true);
    const { status } = await service.operator('PATCH', `/organizations/${id}/members/${chief.id}`, {
      administrator: false,
    });
    assert.equal(status, 409);
    assert.equal((await members(id))[0].administrator, true);
  });
});
