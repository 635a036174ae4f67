import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { moveSomeOut } from '../src/actions/documents/move-documents.ts';
import { openDocumentStore, type DocumentStore } from '../src/actions/documents/store.ts';
import { offerDocuments } from '../src/actions/offer-document.ts';
import { readStoreUrl } from '../src/object-store/settings.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { insertDocument } from '../src/storage/deposits/documents.ts';
import { removePeople } from '../src/storage/data-protection/deposits.ts';
import { Vault } from '../src/vault/vault.ts';
import { depono, settingsOf } from './support/depono.ts';
import { BUCKET, startStore, type TestStore } from './support/object-store.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { until } from './support/receiver.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';
import { unzip } from './support/unzip.ts';

// Documents in an object store: the database is the index, and nothing is lost between the two.

let store: TestStore;
let service: Service;
let partner: Stage;
let sql: Client;
let folder: string;
let env: Record<string, string>;
before(async () => {
  folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'documents-outside-'));
  store = await startStore();
  // The commands of the tests move documents, and no worker.
  service = await startService({
    env: { DOCUMENTS_URL: store.url(), LOG_LEVEL: 'silent' },
    limits: { documentsEveryMs: 3_600_000 },
  });
  env = { ...settingsOf(service), DOCUMENTS_URL: store.url() };
  sql = await clientFor(service.databaseUrl);
  partner = await stage(service);
});
after(async () => {
  await verified(service);
  await sql.end();
  await service.stop();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function clientFor(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A command that must exit with 0. */
async function done(...args: string[]): Promise<any> {
  return doneIn(env, ...args);
}

async function doneIn(settings: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, output, errors } = await depono(settings, ...args, '--json');
  assert.equal(code, 0, `${args.join(' ')}: ${errors}${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

type Row = { id: string; content: Buffer | null; object: string | null };

async function rowsOf(play: Pick<Play, 'id'>, on: Client = sql): Promise<Row[]> {
  const { rows } = await on.query<Row>(
    'select id, content, object from documents where deposit_id = $1 order by created_at, id',
    [play.id],
  );
  return rows;
}

/** Another document of a deposit. */
async function add({ id: depositId }: Play, content: string): Promise<string> {
  const id = randomUUID();
  await insertDocument(sql, {
    organizationId: partner.organizationId,
    id,
    depositId,
    kind: 'pay_in',
    year: null,
    amendment: null,
    language: 'de',
    createdAt: new Date('2026-01-01T00:00:00Z'),
    content: Buffer.from(content),
  });
  return id;
}

const erase = (id: string, on: Client = sql) =>
  on.query('update documents set content = null, object = null where id = $1', [id]);

async function objectOf(id: string): Promise<string> {
  const { rows } = await sql.query<{ object: string }>('select object from documents where id = $1', [id]);
  return rows[0]?.object ?? assert.fail('it is in the database');
}

async function linkTo(id: string): Promise<string> {
  const [link] = await offerDocuments(sql, {
    organizationId: partner.organizationId,
    documentIds: [id],
    baseUrl: '',
  });
  return link ?? assert.fail('no link');
}

const NOT_READ = 'The document could not be read; please ask again later\n';

test('a document is made in the database, goes out, and reads the same', async () => {
  const play = await partner.start();
  await reach('open', play);
  const before = await rowsOf(play);
  assert.ok(before.length >= 3);
  const links = await Promise.all(before.map(({ id }) => linkTo(id)));
  assert.deepEqual(await done('documents', 'move'), { moved: before.length, unreadable: [], complete: true });
  const moved = await rowsOf(play);
  const names = await store.names();
  for (const [index, { id, content }] of before.entries()) {
    const row = moved[index] ?? assert.fail(id);
    assert.equal(row.content, null);
    assert.match(row.object ?? '', /^[0-9a-f]{16}\/[0-9a-f]{64}$/);
    assert.ok(names.includes(row.object ?? ''));
    for (const path of [`/operator/api/documents/${id}`, links[index] ?? '']) {
      const headers = { authorization: `Bearer ${service.config.operatorToken}` };
      const answer = await fetch(`${service.address}${path}`, { headers });
      assert.equal(answer.status, 200, path);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), content, path);
    }
    const stored = (await store.s3().get(row.object ?? '')) ?? assert.fail('no object');
    assert.equal(stored.indexOf('%PDF'), -1, 'encrypted');
  }
  assert.deepEqual((await done('documents', 'move')).moved, 0);
});

test('equal contents share an object within a deposit, and it goes with the last of them', async () => {
  const [one, other] = [await partner.start(), await partner.start()];
  const [first, second, foreign] = [await add(one, 'equal'), await add(one, 'equal'), await add(other, 'equal')];
  await done('documents', 'move');
  const object = await objectOf(first);
  assert.equal(await objectOf(second), object);
  const theirs = await objectOf(foreign);
  assert.notEqual(theirs, object);
  await erase(first);
  await done('documents', 'check', '--remove');
  assert.ok((await store.names()).includes(object), 'one still refers to it');
  await erase(second);
  assert.ok((await store.names()).includes(object), 'a worker waits, because a standby may take over');
  await done('documents', 'check', '--remove');
  const names = await store.names();
  assert.deepEqual([names.includes(object), names.includes(theirs)], [false, true]);
});

test('retention removes what is outside', async () => {
  const play = await partner.start();
  const id = await add(play, 'personal');
  await done('documents', 'move');
  const object = await objectOf(id);
  const head = { count: 1, hash: Buffer.alloc(32) };
  await sql.query('begin');
  await removePeople(sql, [{ organizationId: partner.organizationId, id: play.id, head }]);
  await sql.query('commit');
  assert.deepEqual(
    (await rowsOf(play)).map((row) => [row.content, row.object]),
    [[null, null]],
  );
  await done('documents', 'check', '--remove');
  assert.ok(!(await store.names()).includes(object));
  assert.equal((await service.operator('GET', `/documents/${id}`)).status, 404, 'removed, not unreadable');
});

test('the database refuses another content, and another object', async () => {
  const play = await partner.start();
  const id = await add(play, 'as it was');
  await done('documents', 'move');
  for (const change of [
    `content = 'another', object = null`,
    `object = 'x/y'`,
    `content = 'as it was'`,
    `object = null, content = ''`,
  ]) {
    await assert.rejects(sql.query(`update documents set ${change} where id = $1`, [id]), /never changed/, change);
  }
  await sql.query(`update documents set content = 'as it was', object = null where id = $1`, [id]);
});

test('while the store is away documents are made, and those in it are answered as not readable', async () => {
  const play = await partner.start();
  const id = await add(play, 'outside');
  await done('documents', 'move');
  const link = await linkTo(id);
  await store.goAway();
  try {
    const { status, text } = await service.call('GET', link);
    assert.deepEqual([status, text], [500, NOT_READ]);
    assert.equal((await service.operator('GET', `/documents/${id}`)).status, 500);
    const ready = await service.call('GET', '/readyz');
    assert.equal(ready.status, 200, 'opens and moves go on');
    assert.equal(ready.body.documents, 'the object store does not work');
    assert.match((await service.call('GET', '/metrics')).text, /^depono_document_store_up 0$/m);
    const made = await partner.start();
    await reach('open', made);
    assert.ok((await rowsOf(made)).every(({ content }) => content !== null));
    const moving = await depono(env, 'documents', 'move');
    assert.deepEqual([moving.code, /does not answer/.test(moving.errors)], [2, true], moving.errors);
    assert.ok((await rowsOf(made)).every(({ content }) => content !== null));
    const doctor = await depono(env, 'doctor');
    assert.match(doctor.output, /FAIL {2}documents: the object store does not answer/);
    const file = join(folder, 'away.gz');
    const backup = await depono(env, 'backup', file);
    assert.deepEqual(
      [backup.code, /Documents cannot be read.*No archive/.test(backup.errors)],
      [2, true],
      backup.errors,
    );
    assert.throws(() => statSync(file));
  } finally {
    await store.comeBack();
  }
  assert.equal((await service.call('GET', link)).status, 200);
  assert.deepEqual((await service.call('GET', '/readyz')).body, { status: 'ready' });
  assert.match((await service.call('GET', '/metrics')).text, /^depono_document_store_up 1$/m);
  assert.ok((await done('documents', 'move')).moved > 0);
});

test('a wrong secret, a missing bucket and no setting are told by the doctor', async () => {
  const cases: [string, string, RegExp][] = [
    ['secret', store.url({ secret: 'wrong' }), /FAIL {2}documents: the object store refuses the key \(403/],
    ['bucket', store.url({ bucket: 'nobody' }), /FAIL {2}documents: the object store has no bucket nobody/],
    ['no setting', '', /FAIL {2}documents: documents are in an object store, and DOCUMENTS_URL is not set/],
    ['all is well', store.url(), /ok {4}documents: the object store at 127\.0\.0\.1:\d+ answers/],
  ];
  for (const [what, url, says] of cases) {
    const { output } = await depono({ ...env, DOCUMENTS_URL: url }, 'doctor');
    assert.match(output, says, what);
  }
  const wrong = await depono({ ...env, DOCUMENTS_URL: `http://127.0.0.1/${BUCKET}` }, 'doctor');
  assert.match(wrong.output, /DOCUMENTS_URL has no access key/);
  await assert.rejects(startService({ env: { DOCUMENTS_URL: 'ftp://x' } }), /DOCUMENTS_URL is not an address/);
});

test('check finds objects that are missing, damaged, exchanged, or that no document refers to', async () => {
  const play = await partner.start();
  const ids = [];
  for (const content of ['missing', 'damaged', 'one', 'other']) ids.push(await add(play, content));
  await done('documents', 'move');
  const [missing, damaged, one, other] = (await Promise.all(ids.map(objectOf))) as [string, string, string, string];
  const s3 = store.s3();
  const whole = await done('documents', 'check', '--read');
  assert.deepEqual([whole.missing, whole.unreferred, whole.foreign], [[], [], []]);
  const kept = new Map<string, Buffer>();
  for (const name of [missing, damaged, one, other]) kept.set(name, (await s3.get(name)) ?? assert.fail(name));
  await s3.remove(missing);
  await s3.put(damaged, Buffer.from('damaged'));
  // An object is bound to its name: what is exchanged is noticed.
  await s3.put(one, kept.get(other) ?? assert.fail());
  const stray = `${one.slice(0, 17)}${'0'.repeat(64)}`;
  await s3.put(stray, Buffer.from('stray'));
  const young = await depono(env, 'documents', 'check', '--json');
  assert.equal(young.code, 1);
  assert.deepEqual(
    [JSON.parse(young.output).missing, JSON.parse(young.output).unreferred],
    [[missing], []],
    'what was stored within the hour may be about to be referred to',
  );
  store.age();
  const found = JSON.parse((await depono(env, 'documents', 'check', '--read', '--remove', '--json')).output);
  assert.deepEqual(found.missing.toSorted(), [missing, damaged, one].toSorted());
  assert.deepEqual(found.unreferred, [stray]);
  assert.ok(!(await store.names()).includes(stray));
  for (const id of ids.slice(0, 3)) assert.equal((await service.operator('GET', `/documents/${id}`)).status, 500);
  assert.equal((await service.operator('GET', `/documents/${ids[3]}`)).text, 'other');
  const warned = await depono(env, 'backup', join(folder, 'lacking.gz'), '--json');
  assert.deepEqual([warned.code, JSON.parse(warned.output).unread], [0, 3]);
  assert.match(warned.errors, /3 documents could not be read/);
  for (const [name, content] of kept) await s3.put(name, content);
  assert.deepEqual((await done('documents', 'check', '--read')).missing, []);
});

test('what is erased on its way out, or whose process dies there, leaves nothing behind', async () => {
  const play = await partner.start();
  const real = openDocumentStore(readStoreUrl('DOCUMENTS_URL', store.url()), new Vault(service.config.secretKey));
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const ends: [what: string, then: (id: string) => Promise<unknown>, isKept: boolean][] = [
    ['erased', (id) => erase(id), false],
    ['killed', async () => assert.fail('killed'), true],
  ];
  try {
    for (const [what, then, isKept] of ends) {
      await done('documents', 'move');
      const id = await add(play, `${what} on its way`);
      let object = '';
      const put: DocumentStore['put'] = async (name, content) => {
        await real.put((object = name), content);
        await then(id);
      };
      const moving = moveSomeOut({ database, documentStore: { ...real, put } }, { restMs: 0 });
      if (isKept) await assert.rejects(moving, /killed/);
      else assert.equal((await moving).moved, 0);
      const row = (await rowsOf(play)).find((one) => one.id === id);
      assert.deepEqual([row?.content !== null, row?.object], [isKept, null], what);
      assert.ok((await store.names()).includes(object), what);
      await done('documents', 'check', '--remove');
      assert.ok(!(await store.names()).includes(object), what);
    }
  } finally {
    await database.end();
  }
  assert.equal((await done('documents', 'move')).moved, 1);
});

test('documents come back, and stay until they are moved again', async () => {
  const play = await partner.start();
  const id = await add(play, 'there and back');
  await done('documents', 'move');
  assert.ok((await done('documents', 'move', '--back')).moved > 0);
  assert.equal((await done('documents', 'check', '--remove')).referred, 0);
  assert.deepEqual(await store.names(), [], 'nothing is left in the store');
  assert.equal((await service.operator('GET', `/documents/${id}`)).text, 'there and back');
  const worker = await startService({
    databaseUrl: service.databaseUrl,
    env: { ROLE: 'worker', BASE_URL: service.baseUrl, DOCUMENTS_URL: store.url(), LOG_LEVEL: 'silent' },
    limits: { documentsEveryMs: 20, documentsRestMs: 0 },
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(await store.names(), []);
    // From now on the worker and the command move.
    await done('documents', 'move');
    assert.notDeepEqual(await store.names(), []);
    // It moves new ones too, and removes what is left by one that has died.
    const left = `${(await objectOf(id)).slice(0, 17)}${'1'.repeat(64)}`;
    await store.s3().put(left, Buffer.from('left'));
    await sql.query('insert into document_removals (object) values ($1)', [left]);
    const fresh = await add(play, 'by the worker');
    const isOut = async (): Promise<boolean> => {
      const row = (await rowsOf(play)).find((one) => one.id === fresh);
      return row?.object !== null && !(await store.names()).includes(left);
    };
    await until(isOut, 'a worker at work');
    assert.equal((await service.operator('GET', `/documents/${fresh}`)).text, 'by the worker');
  } finally {
    await worker.stop();
  }
});

test('a young document stays, and so do those of an organization that leaves', async () => {
  const play = await partner.start();
  const id = await add(play, 'of one that leaves');
  await sql.query('update organizations set leaving_since = service_now() where id = $1', [partner.organizationId]);
  await done('documents', 'move');
  const still = (await rowsOf(play)).find((row) => row.id === id);
  assert.equal(still?.object, null);
  await sql.query('update organizations set leaving_since = null where id = $1', [partner.organizationId]);
  await done('documents', 'move');
  await objectOf(id);
});

test('ROLE=read reads from the store, and says so where it cannot', async () => {
  const play = await partner.start();
  const id = await add(play, 'for a reader');
  await done('documents', 'move');
  const link = await linkTo(id);
  for (const [url, expected] of [
    [store.url(), [200, 'for a reader']],
    ['', [500, NOT_READ]],
  ] as const) {
    const reader = await startService({
      databaseUrl: service.databaseUrl,
      env: { ROLE: 'read', DOCUMENTS_URL: url, LOG_LEVEL: 'silent' },
    });
    try {
      const answer = await fetch(`${reader.address}${link}`);
      assert.deepEqual([answer.status, await answer.text()], expected);
      assert.equal((await fetch(`${reader.address}/readyz`)).status, 200);
    } finally {
      await reader.stop();
    }
  }
});

test('a person gets documents from the store', async () => {
  const play = await partner.start();
  await reach('open', play);
  await done('documents', 'move');
  const out = join(folder, 'person.zip');
  await done('person', 'export', String(play.sent['tenantEmail']), '--out', out);
  const files = [...unzip(readFileSync(out))].filter(([name]) => name.endsWith('.pdf'));
  assert.equal(files.length, (await rowsOf(play)).length);
  for (const [, content] of files) assert.equal(content.toString('latin1', 0, 5), '%PDF-');
});

test('another SECRET_KEY: documents are read with the older one, and encrypted again', async () => {
  const play = await partner.start();
  const id = await add(play, 'sealed again');
  await done('documents', 'move');
  const next = 'another-secret-key-for-the-tests-of-32';
  const read = async (more: Record<string, string>): Promise<[number, string]> => {
    const other = await startService({
      databaseUrl: service.databaseUrl,
      env: { ROLE: 'web', DOCUMENTS_URL: store.url(), LOG_LEVEL: 'silent', ...more },
    });
    try {
      const { status, text } = await other.operator('GET', `/documents/${id}`);
      return [status, status === 200 ? text : ''];
    } finally {
      await other.stop();
    }
  };
  const { secretKey } = service.config;
  const both = { SECRET_KEY: next, SECRET_KEYS_OLD: secretKey };
  assert.deepEqual(await read(both), [200, 'sealed again']);
  assert.deepEqual(await read({ SECRET_KEY: next }), [500, '']);
  assert.ok((await doneIn({ ...env, ...both }, 'key', 'reseal')).resealed > 0);
  assert.deepEqual(await read({ SECRET_KEY: next }), [200, 'sealed again']);
  // Back, for the tests that follow.
  await doneIn({ ...env, SECRET_KEY: secretKey, SECRET_KEYS_OLD: next }, 'key', 'reseal');
  assert.equal((await service.operator('GET', `/documents/${id}`)).text, 'sealed again');
});

test('an archive has the documents, and is restored without a store', async () => {
  const play = await partner.start();
  await reach('open', play);
  const before = await rowsOf(play);
  await done('documents', 'move');
  const file = join(folder, 'whole.gz');
  const made = await done('backup', file);
  assert.equal(made.unread, 0);
  const { url, drop } = await freshDatabase();
  try {
    const restored = await doneIn({ ...env, DATABASE_URL: url, DOCUMENTS_URL: '' }, 'restore', file);
    assert.deepEqual(restored.tables, made.tables, 'the checksums are of what was restored');
    const copy = await clientFor(url);
    try {
      assert.deepEqual(
        (await rowsOf(play, copy)).map(({ content, object }) => [content, object]),
        before.map(({ content }) => [content, null]),
      );
    } finally {
      await copy.end();
    }
  } finally {
    await drop();
  }
});

test('a copy of the database removes nothing of the original until it is released', async () => {
  const play = await partner.start();
  const [gone, id] = [await add(play, 'gone in the copy'), await add(play, 'in both')];
  await done('documents', 'move');
  const [object, kept] = [await objectOf(gone), await objectOf(id)];
  const file = join(folder, 'references.gz');
  await done('backup', file, '--without-documents');
  const { url, drop } = await freshDatabase();
  const there = { ...env, DATABASE_URL: url };
  try {
    await doneIn(there, 'restore', file);
    const copy = await clientFor(url);
    try {
      assert.equal((await rowsOf(play, copy)).find((row) => row.id === id)?.object, kept);
      await erase(gone, copy);
      const own = await copy.query<{ id: string }>('select id from documents where object is not null and id <> $1', [
        id,
      ]);
      await doneIn(there, 'documents', 'check', '--remove');
      assert.ok((await store.names()).includes(object));
      assert.equal((await service.operator('GET', `/documents/${gone}`)).text, 'gone in the copy');
      assert.match((await depono(there, 'doctor')).output, /warn {2}documents: this database is a copy/);
      // What the copy stores is in a name space of its own.
      const [again] = own.rows;
      await copy.query(
        `insert into documents (organization_id, id, deposit_id, kind, language, created_at, sha256, content)
         select organization_id, $2, deposit_id, kind, language, created_at, sha256('new'), 'new' from documents where id = $1`,
        [again?.id, randomUUID()],
      );
      assert.equal((await doneIn(there, 'documents', 'move')).moved, 1);
      const { rows: spaces } = await copy.query('select name from document_spaces order by since');
      assert.equal(spaces.length, 2);
      const refused = await depono(there, 'documents', 'release');
      assert.equal(refused.code, 1);
      assert.equal((await doneIn(there, 'documents', 'release', '--yes')).released.length, 1);
      await doneIn(there, 'documents', 'check', '--remove');
      assert.deepEqual([(await store.names()).includes(object), (await store.names()).includes(kept)], [false, true]);
      assert.doesNotMatch((await depono(there, 'doctor')).output, /this database is a copy/);
    } finally {
      await copy.end();
    }
  } finally {
    await drop();
  }
  // The original has lost the object that the copy was told to be its own.
  assert.deepEqual(JSON.parse((await depono(env, 'documents', 'check', '--json')).output).missing, [object]);
});

test('lists go on behind a thousand objects', async () => {
  const s3 = store.s3('many');
  const waiting = Array.from({ length: 1_003 }, (_, index) => `x/${String(index).padStart(4, '0')}`);
  const names = [...waiting];
  const lane = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await s3.put(name, Buffer.from('x'));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  assert.deepEqual(await store.names('many'), names);
});
