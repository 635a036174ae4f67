import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { swissIban } from '../src/domain/values/iban.ts';
import { signIn } from './support/manager.ts';
import { payload } from './support/payload.ts';
import { readPdf } from './support/pdf.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

const folder = join(mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'letters-')), 'out');
let printed: Service;
let service: Service;
before(async () => {
  printed = await startService({ env: { TRUST_PROXY: 'true' } });
  service = await startService({ env: { LETTERS_DIR: folder } });
});
after(async () => {
  await printed.stop();
  await service.stop();
});

let accounts = 0;
/** In force elsewhere, with a tenant who has no e-mail address. */
async function takenOver(on: Service, partner: Stage): Promise<string> {
  const row = {
    ...payload({
      rentalStart: '2021-04-01',
      tenantEmail: undefined,
      tenantFirstName: 'Rosa',
      tenantLastName: 'Papier',
    }),
    iban: swissIban('00762', `8${String(++accounts).padStart(11, '0')}`),
    openSince: '2021-03-15',
  };
  const { body, text } = await on.operator('POST', `/organizations/${partner.organizationId}/running-imports`, {
    rows: [row],
  });
  assert.equal(body.rows[0].outcome, 'opened', text);
  return body.rows[0].depositId;
}
const record = async (on: Service, id: string): Promise<any> => (await on.operator('GET', `/deposits/${id}`)).body;
const startClosing = (on: Service, id: string) =>
  on.sandbox('POST', `/deposits/${id}/start-closing`, { by: 'manager', amountLandlord: 0 });

test('years 4: where a mail has no address a letter is due; the manager prints it with a link to the tenant’s page', async () => {
  const partner = await stage(printed);
  const id = await takenOver(printed, partner);
  assert.deepEqual((await record(printed, id)).letters, []);
  await startClosing(printed, id);
  const [due] = (await record(printed, id)).letters;
  assert.deepEqual([due.tenant, due.doneAt, due.way], [1, null, null]);
  const manager = await signIn(printed, partner.managerEmail);
  const path = `/manager/deposits/${id}`;
  assert.match((await manager.page(path)).text, /Ein Brief an Rosa Papier ist fällig/);
  const answer = await manager.post(`${path}/tenants/1/letter`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
  const after = await record(printed, id);
  assert.equal(after.letters[0].way, 'printed');
  assert.ok(after.history.some(({ event, actor }: any) => event === 'letter_printed' && actor === 'manager'));
  assert.match((await manager.page(path)).text, /Der letzte Brief an Rosa Papier ist vom/);
});

test('years 4: with LETTERS_DIR it is written for a print service, once for each cause, and its link works', async () => {
  const partner = await stage(service);
  const id = await takenOver(service, partner);
  await startClosing(service, id);
  const files = readdirSync(folder);
  assert.equal(files.length, 1);
  assert.match(files[0] ?? '', /^[0-9a-f-]{36}\.pdf$/);
  const { text } = await readPdf(readFileSync(join(folder, files[0] as string)));
  assert.match(text, /Rosa Papier/);
  const link = /https?:\/\/\S+\/t\/[\w-]+/.exec(text.replaceAll('\n', ''))?.[0] ?? assert.fail(text);
  const page = await fetch(link);
  assert.equal(page.status, 200);
  const { letters, history } = await record(service, id);
  assert.equal(letters[0].way, 'folder');
  assert.ok(history.some(({ event }: any) => event === 'letter_sent'));
});

test('years 4: whoever is reached by mail gets no letter', async () => {
  const partner = await stage(printed);
  const it = await partner.start();
  await it.play('manager-signs');
  const manager = await signIn(printed, partner.managerEmail);
  const path = `/manager/deposits/${it.id}`;
  assert.equal((await manager.post(`${path}/tenants/1/letter`)).status, 409);
  assert.equal((await manager.post(`${path}/tenants/2/letter`)).status, 404);
  await printed.operator('POST', '/mails/bounced', { to: it.sent['tenantEmail'] });
  assert.equal((await manager.post(`${path}/tenants/1/letter`)).status, 200, 'unless the address does not work');
});
