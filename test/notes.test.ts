import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { signIn, tokenIn, type ManagerBrowser } from './support/manager.ts';
import { created } from './support/partner.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

let service: Service;
let demo: Stage;
let manager: ManagerBrowser;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  demo = await stage(service);
  manager = await signIn(service, demo.managerEmail);
});
after(async () => {
  await verified(service);
  await service.stop();
});

const PDF = Buffer.from('%PDF-1.7 Übergabeprotokoll');
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const JPEG = Buffer.from('ffd8ffe000', 'hex');
const base64 = (content: Buffer): string => content.toString('base64');
const send = (it: Play, path: string, body: unknown, method = 'POST') =>
  service.sandbox(method, `/deposits/${it.id}/${path}`, body);
const addFile = async (it: Play, more: object = {}): Promise<any> => {
  const { status, body, text } = await send(it, 'files', { name: 'P.pdf', contentBase64: base64(PDF), ...more });
  assert.equal(status, 201, text);
  return body;
};

test('years 6: a note is answered with its id, and the record and the history have it', async () => {
  const it = await demo.start();
  const { status, body } = await send(it, 'notes', { text: 'Schlüssel fehlt.\nNachreichen.' });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id']);
  const shared = await send(it, 'notes', { text: 'Für alle', shared: true });
  const { notes, history } = await it.record();
  assert.deepEqual(
    notes.map(({ id, text, shared: isShared }: any) => [id, text, isShared]),
    [
      [body.id, 'Schlüssel fehlt.\nNachreichen.', false],
      [shared.body.id, 'Für alle', true],
    ],
  );
  assert.equal(notes[0].by.email, demo.managerEmail);
  assert.ok(notes[0].at <= new Date().toISOString());
  const added = history.filter(({ event }: any) => event === 'note_added');
  assert.deepEqual(
    added.map(({ actor, detail }: any) => [actor, detail.note, detail.shared]),
    [
      ['manager', body.id, false],
      ['manager', shared.body.id, true],
    ],
  );
});

for (const [what, body] of [
  ['no text', {}],
  ['an empty text', { text: ' \n' }],
  ['a text that is too long', { text: 'x'.repeat(4001) }],
  ['no text but a number', { text: 7 }],
  ['a shared that is no boolean', { text: 'x', shared: 'yes' }],
  ['an unknown member', { text: 'x', by: 'me' }],
] as const) {
  test(`years 6: a note with ${what} is 422`, async () => {
    const it = await demo.start();
    assert.equal((await send(it, 'notes', body)).status, 422);
    assert.deepEqual((await it.record()).notes, []);
  });
}

for (const [content, name, type, stored] of [
  [PDF, 'Übergabe.pdf', 'application/pdf', 'Übergabe.pdf'],
  [PNG, 'Bild.pdf', 'image/png', 'Bild.pdf.png'],
  [JPEG, 'a/b/Foto.JPG', 'image/jpeg', 'Foto.JPG'],
] as const) {
  test(`years 4: ${name} with the content of ${type} is kept as ${stored}`, async () => {
    const it = await demo.start();
    const made = await addFile(it, { name, contentBase64: base64(content) });
    const sha256 = createHash('sha256').update(content).digest('hex');
    assert.deepEqual(made, { id: made.id, name: stored, type, size: content.length, sha256, shared: false });
    const { files } = await it.record();
    const { at, by, paper, ...file } = files[0];
    assert.deepEqual([file, paper, by.email, typeof at], [made, null, demo.managerEmail, 'string']);
    const read = await service.operator('GET', `/deposits/${it.id}/files/${made.id}`);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('content-type'), type);
    assert.equal(read.headers.get('x-content-type-options'), 'nosniff');
    assert.match(read.headers.get('content-disposition') ?? '', /^attachment; filename="/);
    assert.equal(read.text, new TextDecoder().decode(content));
  });
}

test('a PDF with a script, or one that is a page too, is only ever a download', async () => {
  const it = await demo.start();
  await reach('signed', it);
  const tenant = await openTenant(it, it.sent['tenantEmail']);
  for (const content of [
    '%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >> endobj',
    '%PDF-1.7\n<!doctype html><script>alert(1)</script>',
  ]) {
    const { id } = await addFile(it, { name: 'x.html', contentBase64: btoa(content), shared: true });
    const ofTenant = await fetch(`${service.address}${tenant.path}/files/${id}`);
    const ofManager = await manager.get(`/manager/deposits/${it.id}/files/${id}`);
    const ofOperator = await service.operator('GET', `/deposits/${it.id}/files/${id}`);
    for (const { status, headers } of [ofTenant, ofManager, ofOperator]) {
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/pdf');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="x\.html\.pdf"/);
      assert.match(headers.get('content-security-policy') ?? '', /sandbox/);
    }
  }
});

for (const [what, body] of [
  ['HTML', { name: 'x.pdf', contentBase64: btoa('<html>') }],
  ['nothing', { name: 'x.pdf', contentBase64: '' }],
  ['no base64', { name: 'x.pdf', contentBase64: '%PDF-' }],
  ['no name', { contentBase64: base64(PDF) }],
  ['a shared that is null', { name: 'x.pdf', contentBase64: base64(PDF), shared: null }],
] as const) {
  test(`years 6: a file with ${what} is 422`, async () => {
    const it = await demo.start();
    assert.equal((await send(it, 'files', body)).status, 422);
    assert.deepEqual((await it.record()).files, []);
  });
}

test('years 6: 10,000,000 bytes are taken, one more is not', async () => {
  const it = await demo.start();
  const largest = Buffer.alloc(10_000_000, 'x');
  PDF.copy(largest);
  const made = await addFile(it, { contentBase64: base64(largest) });
  assert.equal(made.size, 10_000_000);
  const more = Buffer.concat([largest, Buffer.from('x')]);
  assert.equal((await send(it, 'files', { name: 'x.pdf', contentBase64: base64(more) })).status, 422);
  const much = base64(Buffer.concat([largest, largest]));
  assert.equal((await send(it, 'files', { name: 'x.pdf', contentBase64: much })).status, 413);
  assert.equal((await it.record()).files.length, 1);
});

test('years 6: body first, then the id; a file of another deposit is 404', async () => {
  const [it, other] = [await demo.start(), await demo.start()];
  const nowhere = '/deposits/018f0000-0000-7000-8000-000000000000';
  assert.equal((await service.sandbox('POST', `${nowhere}/notes`, {})).status, 422);
  assert.equal((await service.sandbox('POST', `${nowhere}/notes`, { text: 'x' })).status, 404);
  assert.equal(
    (await service.sandbox('POST', '/deposits/x/files', { name: 'x', contentBase64: base64(PDF) })).status,
    404,
  );
  const { id } = await addFile(other);
  const share = (on: Play, fileId: string, body: object) => send(on, `files/${fileId}`, body, 'PATCH');
  assert.equal((await share(it, id, {})).status, 422);
  assert.equal((await share(it, id, { shared: true })).status, 404);
  assert.equal((await share(it, 'x', { shared: true })).status, 404);
  assert.equal((await service.operator('GET', `/deposits/${it.id}/files/${id}`)).status, 404);
  assert.equal((await service.operator('GET', `/deposits/${it.id}/files/x`)).status, 404);
  assert.equal((await other.record()).files[0].shared, false);
});

test('years 4: files are shared and no longer shared; the history has each change once', async () => {
  const it = await demo.start();
  const { id } = await addFile(it);
  for (const shared of [true, true, false]) {
    const { status, body } = await send(it, `files/${id}`, { shared }, 'PATCH');
    assert.deepEqual([status, body.id, body.files[0].shared], [200, it.id, shared]);
  }
  const events = (await it.record()).history.map(({ event }: any) => event);
  assert.deepEqual(
    events.filter((event: string) => event.startsWith('file_')),
    ['file_added', 'file_shared', 'file_unshared'],
  );
});

test('operator-api: a viewer reads no file, and notes and names of files are masked', async () => {
  const it = await demo.start();
  await send(it, 'notes', { text: 'Frau Muster ist krank' });
  const { id } = await addFile(it, { name: 'Muster.pdf' });
  const email = `viewer-${Math.random().toString(36).slice(2)}@depono.example`;
  const viewer = await created(service.operator('POST', '/operators', { email, name: 'V', role: 'viewer' }));
  const { token } = await created(service.operator('POST', `/operators/${viewer.id}/tokens`, { name: 'x' }));
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await service.call('GET', `/operator/api/deposits/${it.id}/files/${id}`, { headers })).status, 403);
  const { text } = await service.call('GET', `/operator/api/deposits/${it.id}`, { headers });
  assert.doesNotMatch(text, /Muster\.pdf|Frau Muster/);
});

test('years 4: a manager adds notes and files without scripts; tenants see and read what is shared, and nothing else', async () => {
  const it = await demo.start();
  await reach('signed', it);
  const path = `/manager/deposits/${it.id}`;
  await manager.submit(`${path}/notes`, { text: 'Nur für uns' });
  await manager.submit(`${path}/notes`, { text: 'Für die Mieter <b>', shared: 'yes' });
  const upload = async (name: string, content: Buffer, fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('token', tokenIn((await manager.page(path)).text) ?? '');
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new File([new Uint8Array(content)], name));
    return manager.send(`${path}/files`, { method: 'POST', body: form });
  };
  assert.equal((await upload('geheim.pdf', PDF)).status, 303);
  assert.equal((await upload('Protokoll.png', PNG, { shared: 'yes' })).status, 303);
  const refused = await upload('x.pdf', Buffer.from('<html>'));
  assert.equal(refused.status, 422);
  assert.match(refused.text, /weder PDF noch JPEG oder PNG/);
  assert.equal((await manager.post(`${path}/notes`, { text: ' ' })).status, 422);
  const page = await manager.page(path);
  assert.match(page.text, /Nur für uns/);
  assert.match(page.text, /Für die Mieter &lt;b&gt;/);
  const { files } = await it.record();
  const [secret, shown] = files;
  const own = await manager.get(`${path}/files/${secret.id}`);
  assert.deepEqual([own.status, own.headers.get('content-type')], [200, 'application/pdf']);

  const tenant = await openTenant(it, it.sent['tenantEmail']);
  const { text } = await tenant.get();
  assert.match(text, /Für die Mieter &lt;b&gt;[\s\S]*Protokoll\.png/);
  assert.doesNotMatch(text, /Nur für uns|geheim/);
  assert.equal((await tenant.get(`/files/${shown.id}`)).status, 200);
  assert.equal((await tenant.get(`/files/${secret.id}`)).status, 404);
  assert.equal((await tenant.get('/files/x')).status, 404);

  await manager.submit(`${path}/files/${shown.id}/share`, { shared: 'no' });
  assert.equal((await tenant.get(`/files/${shown.id}`)).status, 404);
  assert.doesNotMatch((await tenant.get()).text, /Protokoll\.png/);
});

test('isolation: a manager of another organization neither adds nor reads', async () => {
  const it = await demo.start();
  const { id } = await addFile(it);
  const other = await stage(service);
  const stranger = await signIn(service, other.managerEmail);
  const path = `/manager/deposits/${it.id}`;
  assert.equal((await stranger.get(`${path}/files/${id}`)).status, 404);
  assert.equal((await stranger.post(`${path}/notes`, { text: 'x' })).status, 404);
  assert.equal((await stranger.post(`${path}/files/${id}/share`, { shared: 'yes' })).status, 404);
  const theirs = await other.start();
  assert.equal((await stranger.get(`/manager/deposits/${theirs.id}/files/${id}`)).status, 404);
});
