import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addFile, addMember, addRunningImport, buildWorld, type World } from './support/access.ts';
import { rowOf } from './support/matrix.ts';
import { reach } from './support/play.ts';
import { sent } from './support/walk.ts';

let world: World;
let ours: Owned;
let theirs: Owned;
before(async () => {
  world = await buildWorld();
  ours = {
    deposit: world.paying.id,
    document: world.documentId,
    file: await addFile(world.paying),
    organization: world.ours.organizationId,
    member: world.memberId,
    refused: world.refusedCallId,
    running: world.runningImportId,
  };
  const { elsewhere, service } = world;
  const paying = await elsewhere.start();
  await reach('account', paying);
  await elsewhere.open({ externalContractId: 'ANDERSWO-refused' });
  const list = await world.administratorElsewhere.page('/manager/import-errors');
  theirs = {
    deposit: paying.id,
    document: (await paying.record()).documents[0].id,
    file: await addFile(paying),
    organization: elsewhere.organizationId,
    member: (await addMember(service, elsewhere, 'eigene')).id,
    refused: /import-errors\/[^/"]+\/([^/"]+)"/.exec(list.text)?.[1] ?? '',
    running: await addRunningImport(service, elsewhere),
  };
});
after(() => world.stop());

/** Everything of an organization that a route can name. */
type Owned = Record<'deposit' | 'document' | 'file' | 'organization' | 'member' | 'refused' | 'running', string>;

const KINDS: Record<string, keyof Owned> = {
  'deposits/:id': 'deposit',
  'documents/:documentId': 'document',
  'files/:fileId': 'file',
  'import-errors/:organizationId': 'organization',
  'organization/:organizationId': 'organization',
  ':organizationId/:id': 'refused',
  'members/:memberId': 'member',
  'running/:importId': 'running',
};

/** Parts that name nothing of an organization, or nothing that exists. */
const OTHERS: Record<string, string> = {
  'tenants/:position': '1',
  'mandates/:mandateId': '01900000-0000-7000-8000-000000000001',
  'qualified/:request': '01900000-0000-7000-8000-000000000002',
};

/** A route with every combination of our ids and theirs. */
function mixtures(route: string): { path: string; isAllTheirs: boolean }[] {
  const parts = (route.split(' ')[1] ?? '').split('/');
  let made: { parts: string[]; isAllTheirs: boolean }[] = [{ parts: [], isAllTheirs: true }];
  for (const [place, part] of parts.entries()) {
    const kind = KINDS[`${parts[place - 1]}/${part}`];
    const other = OTHERS[`${parts[place - 1]}/${part}`] ?? part;
    if (kind === undefined) assert.ok(!other.startsWith(':'), `${route}: what is ${part}?`);
    made = made.flatMap((so) =>
      kind === undefined
        ? [{ ...so, parts: [...so.parts, other] }]
        : [
            { parts: [...so.parts, theirs[kind]], isAllTheirs: so.isAllTheirs },
            { parts: [...so.parts, ours[kind]], isAllTheirs: false },
          ],
    );
  }
  return made.map(({ parts: all, isAllTheirs }) => ({ path: all.join('/'), isAllTheirs }));
}

const ofManagers = (): string[] =>
  world.routes.filter((route) => ['theirs', 'administrator'].includes(rowOf(route)) && route.includes('/:'));

test('the mixed ids exist: each gets in with its own organization', async () => {
  for (const id of [...Object.values(ours), ...Object.values(theirs)]) assert.match(id, /^[0-9a-f-]{36}$/);
  const { deposit, document, organization, refused, member, running } = theirs;
  for (const path of [
    `/manager/deposits/${deposit}`,
    `/manager/deposits/${deposit}/documents/${document}`,
    `/manager/import-errors/${organization}/${refused}`,
    `/manager/organization/${organization}/members/${member}`,
    `/manager/organization/${organization}/running/${running}/undo`,
  ]) {
    const answer = await sent(world, 'GET ', 'administrator elsewhere', path);
    assert.equal(answer.status, 200, path);
  }
});

test('another organization’s id gives no access, alone or mixed with one’s own, in any route', async () => {
  const before = await world.stored();
  let tries = 0;
  for (const route of ofManagers()) {
    for (const { path, isAllTheirs } of mixtures(route)) {
      if (isAllTheirs) continue;
      // The form names our ids, too.
      const answer = await sent(world, route, 'administrator elsewhere', path);
      assert.equal(answer.status, 404, `${route} as ${path}: ${answer.status} ${answer.location}`);
      for (const mark of world.marks) assert.ok(!answer.text.includes(mark), `${path} tells of ${mark}`);
      tries++;
    }
  }
  assert.ok(tries > 40, `${tries} tries`);
  assert.deepEqual(await world.stored(), before);
});

test('an id of another organization changes nothing, not even for the operator', async () => {
  const { service } = world;
  const at = (organizationId: string): string => `/organizations/${organizationId}`;
  const connectionOf = async (organizationId: string): Promise<string> =>
    (await service.operator('GET', `${at(organizationId)}/connections`)).body.connections[0].id;
  const connection = await connectionOf(ours.organization);
  const { keyId: statusKey } = (await service.operator('POST', `${at(ours.organization)}/status-keys`)).body;
  const before = await world.stored();
  const wrong: [method: string, path: string, body?: object][] = [
    ['DELETE', `${at(theirs.organization)}/status-keys/${statusKey}`],
    ['PATCH', `${at(theirs.organization)}/members/${ours.member}`, { language: 'fr' }],
    ['DELETE', `${at(theirs.organization)}/members/${ours.member}`],
    ['PATCH', `${at(theirs.organization)}/connections/${connection}`, { callback: null }],
    ['POST', `${at(theirs.organization)}/connections/${connection}/callback-secret`],
    ['DELETE', `${at(theirs.organization)}/connections/${connection}/callback-secret`],
    ['DELETE', `/partners/${world.elsewhere.partnerId}/keys/${world.ours.keyId}`],
  ];
  for (const [method, path, body] of wrong) {
    const answer = await service.operator(method, path, body);
    assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
  }
  assert.deepEqual(await world.stored(), before);
});

test('a tenant link opens no document of another deposit, whatever id is used', async () => {
  const before = await world.stored();
  for (const role of ['tenant 1', 'tenant 2'] as const) {
    const { paying } = world.roles[role].links;
    for (const id of [theirs.document, ours.deposit, theirs.deposit, theirs.member]) {
      const { status } = await sent(world, 'GET /t/:token/documents/:id', role, `/t/${paying}/documents/${id}`);
      assert.equal(status, 404, `${role}: ${id}`);
    }
  }
  assert.deepEqual(await world.stored(), before);
});
