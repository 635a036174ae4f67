import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { swissIban } from '../src/domain/values/iban.ts';
import { signIn, tokenIn, type ManagerAnswer, type ManagerBrowser } from './support/manager.ts';
import { payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Stage;
let sql: Client;
let administrator: ManagerBrowser;
let path: string;

before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  partner = await stage(service);
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  await sql.query(`update members set administrator = true where organization_id = $1`, [partner.organizationId]);
  administrator = await signIn(service, partner.managerEmail);
  path = `/manager/organization/${partner.organizationId}/running`;
});
after(async () => {
  await sql.end();
  await service.stop();
});

let accounts = 0;
function csvOf(...rows: Record<string, unknown>[]): string {
  const whole = rows.map((row) => ({
    ...payload(),
    iban: swissIban('00762', `8${String(++accounts).padStart(11, '0')}`),
    openSince: '2022-02-01',
    ...row,
  }));
  const columns = Object.keys(whole[0] as object);
  const lines = [columns, ...whole.map((row) => columns.map((name) => String((row as any)[name] ?? '')))];
  return lines.map((cells) => cells.join(';')).join('\r\n');
}

async function send(
  to: string,
  fields: Record<string, string>,
  file?: string,
): Promise<ManagerAnswer & { status: number }> {
  const form = new FormData();
  form.set('token', tokenIn((await administrator.page(path)).text) ?? '');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set('file', new Blob([file]), 'rows.csv');
  const cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${service.address}${to}`, {
    method: 'POST',
    body: form,
    headers: { cookie },
    redirect: 'manual',
  });
  return {
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
    location: answer.headers.get('location'),
  };
}
const contentIn = (text: string): string => /name="content" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('years 3: an administrator checks a file, takes the deposits over, and undoes it', async () => {
  const file = csvOf(
    { externalContractId: 'PAGE-1', tenantEmail: '' },
    { externalContractId: 'PAGE-2' },
    { iban: 'x' },
  );
  const checked = await send(path, {}, file);
  assert.equal(checked.status, 200, checked.text);
  assert.match(checked.text, /Zu übernehmen: 2\. Übersprungen: 0\. Mit Fehlern: 1\./);
  assert.match(checked.text, /keine gültige IBAN/);
  const before = await service.operator(
    'GET',
    `/organizations/${partner.organizationId}/deposits?externalContractId=PAGE-1`,
  );
  assert.equal(before.body.deposits.length, 0);

  const done = await send(`${path}/import`, { content: contentIn(checked.text) });
  assert.equal(done.status, 303, done.text);
  assert.match(done.location ?? '', /done=imported&count=2/);
  const found = await service.operator(
    'GET',
    `/organizations/${partner.organizationId}/deposits?externalContractId=PAGE-1`,
  );
  const [deposit] = found.body.deposits;
  assert.equal(deposit.state, 'open');
  assert.equal(deposit.tenants[0].email, null);
  // Its page is shown, too.
  assert.equal((await administrator.get(`/manager/deposits/${deposit.id}`)).status, 200);

  const page = (await administrator.page(path)).text;
  const undo = /href="([^"]+\/undo)"/.exec(page)?.[1] ?? '';
  assert.equal((await administrator.get(undo)).status, 200);
  const undone = await administrator.post(undo);
  assert.match(undone.location ?? '', /done=undone/);
  assert.equal((await service.operator('GET', `/deposits/${deposit.id}`)).status, 404);
  assert.match((await administrator.post(undo)).location ?? '', /done=refused/);
  const { body } = await service.operator('GET', '/audit?limit=10');
  assert.deepEqual(
    body.entries.slice(0, 2).map(({ actor }: any) => actor),
    [partner.managerEmail, partner.managerEmail],
  );
});

const BAD: [name: string, file: string | undefined, says: RegExp][] = [
  ['no file', undefined, /Wählen Sie eine Datei/],
  ['not a text', '\0\0', /nicht lesbar/],
  ['no column of contracts', 'a;b\n1;2', /externalContractId/],
  ['an unknown column', 'externalContractId;colour\n1;2', /unbekannte Spalte/],
  ['no rows', 'externalContractId\n', /keine Zeilen/],
  ['too many rows', `externalContractId\n${'x\n'.repeat(1001)}`, /mehr als 1’000/],
];
for (const [name, file, says] of BAD) {
  test(`years 3: a file that cannot be read: ${name}`, async () => {
    const { status, text } = await send(path, {}, file);
    assert.equal(status, 422, text);
    assert.match(text, says);
  });
}

test('years 3: the template has the columns; an empty one has no rows', async () => {
  const template = await administrator.get(`${path}/template.csv`);
  assert.match(template.headers.get('content-disposition') ?? '', /attachment; filename="depono-running.csv"/);
  assert.match(template.text, /externalContractId;.*iban;policyNumber;openSince;balance;balanceOn;.*tenantEmail/);
});

const TITLES = { de: /Laufende Kautionen/, fr: /garanties en cours/, it: /depositi in corso/, en: /running deposits/ };

test('years 3: the page in four languages; only administrators of the organization', async () => {
  for (const language of LANGUAGES) {
    await sql.query('update members set language = $2 where organization_id = $1', [partner.organizationId, language]);
    assert.match((await administrator.page(path)).text, TITLES[language]);
  }
  await sql.query(`update members set language = 'de' where organization_id = $1`, [partner.organizationId]);
  const email = `ohne-rechte@${partner.managerEmail.split('@')[1] ?? ''}`;
  const person = { email, firstName: 'Ohne', lastName: 'Rechte', language: 'de' };
  const added = await service.operator('POST', `/organizations/${partner.organizationId}/members`, person);
  assert.equal(added.status, 201, added.text);
  const plain = await signIn(service, email);
  const elsewhere = await signIn(service, (await stage(service)).managerEmail);
  for (const browser of [plain, elsewhere]) {
    assert.equal((await browser.get(path)).status, 404);
    assert.equal((await browser.get(`${path}/template.csv`)).status, 404);
    assert.equal((await browser.post(`${path}/import`, { content: 'x' })).status, 404);
  }
});
