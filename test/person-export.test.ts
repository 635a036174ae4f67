import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { TABLES } from '../src/actions/data-protection/tables.ts';
import { cookieOf } from './support/access.ts';
import { deponoWith, settingsOf } from './support/depono.ts';
import { signIn, tokenIn } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { naturalTenant } from './support/payload.ts';
import { reach, stage, TENANT_IBAN, type Play, type Stage } from './support/play.ts';
import { setUpProvider } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';
import { unzip } from './support/unzip.ts';

const LEA = 'Lea.Export@mail.example';
const NOA = 'noa.export@mail.example';

let service: Service;
let demo: Stage;
let it: Play;
let folder: string;
before(async () => {
  service = await startService();
  demo = await stage(service);
  folder = mkdtempSync(join(tmpdir(), 'depono-person-'));
  it = await demo.start({
    ...naturalTenant('tenant2'),
    tenantEmail: LEA,
    tenantPhoneNumber: '079 111 22 33',
    tenantLanguage: 'fr',
    tenant2FirstName: 'Noa',
    tenant2LastName: 'Andersson',
    tenant2Email: NOA,
    tenant2PhoneNumber: '+41799998877',
    tenant2BirthDate: '1985-07-29',
    tenant2AddressStreet: 'Andersweg',
    assistentEmail: 'assistenz@mail.example',
    assistentFirstName: 'Assi',
  });
  await reach('open', it);
  await it.play('start-closing', { by: 'tenant', reason: 'Umzug nach Genf', tenantIban: TENANT_IBAN });
  await demo.open({ ...it.sent, externalContractId: 'C-refused', zip: 'x' });
  await signIn(service, demo.managerEmail);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

async function download(email: string): Promise<Response> {
  const olga = await signInOperator(service);
  const token = tokenIn((await olga.page('/operator/privacy')).text) as string;
  return fetch(new URL('/operator/privacy/person', service.baseUrl), {
    method: 'POST',
    headers: { cookie: cookieOf(olga) },
    body: new URLSearchParams({ token, email }),
  });
}

async function bundleOf(email: string): Promise<{ files: Map<string, Buffer>; data: any; page: string }> {
  const response = await download(email);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  assert.match(response.headers.get('content-disposition') ?? '', /attachment; filename="depono-person-[0-9-]+\.zip"/);
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const text = (name: string): string => files.get(name)?.toString() ?? '';
  return { files, data: JSON.parse(text('data.json')), page: text('index.html') };
}

test('a tenant gets all their data, readable and for programs', async () => {
  const { files, data, page } = await bundleOf(LEA.toLowerCase());
  const [record] = data.asTenant;
  assert.equal(data.asTenant.length, 1);
  assert.deepEqual(
    [record.contract, record.person.phoneNumber, record.person.birthDate, record.person.nationality, record.position],
    [it.contractId, '+41791112233', '1990-03-04', 'CH', 1],
  );
  assert.deepEqual([record.payments.length, record.closing.tenantIban], [1, TENANT_IBAN]);
  assert.equal(record.account.iban, (await it.record()).iban);
  assert.ok(record.signature.at);
  assert.deepEqual(
    record.applications.map(({ kind, answer }: any) => [kind, answer.iban]),
    [['account_opening', record.account.iban]],
  );
  const signed = record.history.filter(({ event }: any) => event === 'tenant_signed').map(({ detail }: any) => detail);
  const { pdf, terms, ...named } = signed[0];
  const own = { tenant: 1, name: 'Lea Brunner', email: LEA, from: 'sandbox', reachedBy: LEA };
  assert.deepEqual([named, ...signed.slice(1)], [own, { tenant: 2 }]);
  const { termsSha256, pdfSha256, reachedBy } = record.signature;
  assert.deepEqual([termsSha256, pdfSha256, reachedBy], [terms, pdf, LEA], 'years.md 5: the evidence of the signature');
  const started = record.history.find(({ event }: any) => event === 'closing_started').detail;
  assert.deepEqual([started.reason, started.tenantIban], ['Umzug nach Genf', TENANT_IBAN]);
  assert.deepEqual(
    data.mails.map(({ kind, state }: any) => [kind, state]),
    [
      ['tenant_sign', 'done'],
      ['deposit_signed', 'done'],
      ['tenant_payment', 'done'],
      ['deposit_open', 'done'],
    ],
  );
  assert.equal(data.sealed.refusedCalls[0].contract, 'C-refused');
  assert.equal(data.sealed.refusedCalls[0].fields.tenantEmail, LEA);
  assert.deepEqual(
    record.documents.map(({ kind }: any) => kind),
    ['agreement', 'payment_slip', 'pay_in'],
  );
  const papers = [...files].filter(([name]) => name.startsWith('documents/'));
  assert.equal(papers.length, 3);
  for (const [name, content] of papers) {
    assert.match(content.toString('latin1', 0, 5), /%PDF-/);
    assert.ok(page.includes(`href="${name}"`), 'each is linked');
  }
  assert.match(page, /<html lang="fr">/);
  assert.match(page, /Vos données chez Depono/);
  assert.match(page, /Ouverture du compte/);
  assert.match(page, /les contenus chiffrés des appels refusés et enregistrés/);
  for (const word of ['Lea Brunner', '+41791112233', '04.03.1990', 'Suisse', 'célibataire', 'Umzug nach Genf']) {
    assert.ok(page.includes(word), word);
  }
  assert.doesNotMatch(page, /src=|@import|url\(/, 'it stands alone');
});

test('it has no data of the other tenant, only that there is one', async () => {
  const { data, page } = await bundleOf(LEA);
  assert.equal(data.asTenant[0].otherTenants, 1);
  for (const text of [JSON.stringify(data), page]) {
    for (const mark of [
      'Noa',
      'Andersson',
      NOA,
      '+41799998877',
      '1985-07-29',
      '29.07.1985',
      'Andersweg',
      'assistenz',
    ]) {
      assert.equal(text.includes(mark), false, mark);
    }
  }
  const noa = (await bundleOf(NOA)).data;
  const [record] = noa.asTenant;
  assert.deepEqual([record.position, record.person.birthDate, record.account], [2, '1985-07-29', null]);
  assert.equal(record.payments[0].payerName, null);
  assert.equal(JSON.stringify(noa).includes('1990-03-04'), false);
  assert.equal(JSON.stringify(noa).includes('+41791112233'), false);
});

test('a member gets membership, sessions and what they did; an assistant where they are named', async () => {
  const { data, page } = await bundleOf(demo.managerEmail);
  assert.equal(data.asMember[0].firstName, 'Clara');
  assert.ok(data.asMember[0].deposits.some(({ externalContractId }: any) => externalContractId === it.contractId));
  assert.equal(data.signIns.sessions.length, 1);
  assert.ok(data.signIns.links[0].usedAt);
  const [signed] = data.inHistories.filter(({ event }: any) => event === 'manager_signed');
  assert.deepEqual([signed.contract, signed.detail.email], [it.contractId, demo.managerEmail]);
  assert.match(page, /<html lang="de">/);
  for (const mark of ['Brunner', LEA, '1990-03-04', TENANT_IBAN]) {
    assert.equal(JSON.stringify(data).includes(mark), false, mark);
  }
  const assistant = (await bundleOf('assistenz@mail.example')).data;
  assert.deepEqual(assistant.asAssistant, [
    { organization: data.asMember[0].organization, contract: it.contractId, depositId: it.id, name: 'Assi' },
  ]);
});

test('a contact of a partner gets what is stored about them', async () => {
  const named = { name: 'Partner Beispiel', integration: 'custom' };
  const { body: partner } = await service.operator('POST', '/partners', named);
  const contact = { email: 'pia.partner@vendor.example', name: 'Pia Partner', role: 'viewer', language: 'de' };
  assert.equal((await service.operator('POST', `/partners/${partner.id}/contacts`, contact)).status, 201);
  const { data, page } = await bundleOf('PIA.partner@vendor.example');
  const [{ createdAt: _, ...found }, ...more] = data.signIns.partnerContact;
  assert.deepEqual([found, more], [{ partner: 'Partner Beispiel', ...contact }, []]);
  assert.match(page, /Pia Partner/);
});

test('a contact of a bank gets what is stored about them', async () => {
  const bank = await setUpProvider(service, 'bank', { name: 'Bank Beispiel' });
  const contact = { email: 'bea.bank@bank.example', name: 'Bea Bank', role: 'viewer' };
  assert.equal((await service.operator('POST', `/providers/${bank.id}/contacts`, contact)).status, 201);
  const { data, page } = await bundleOf('BEA.bank@bank.example');
  const [{ createdAt: _, ...found }, ...more] = data.signIns.contact;
  assert.deepEqual([found, more], [{ provider: 'Bank Beispiel', ...contact }, []]);
  assert.match(page, /Bea Bank/);
});

test('an unknown address, and an invalid one', async () => {
  const unknown = await download('niemand@mail.example');
  assert.equal(unknown.status, 200);
  assert.match(await unknown.text(), /Nothing is known of niemand@mail\.example\./);
  const wrong = await download('keine Adresse');
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /value="keine Adresse"/);
});

test('each export is in the audit log, without the address', async () => {
  await bundleOf(LEA);
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const { rows } = await sql.query(`select a::text as entry, verb from audit_log a where thing = 'data on a person'`);
  await sql.end();
  assert.ok(rows.length > 0);
  assert.equal(rows[0].verb, 'export');
  for (const { entry } of rows) assert.doesNotMatch(entry, /lea\.export/i);
});

const depono = (...args: string[]) => typed('', ...args);

async function typed(input: string, ...args: string[]): Promise<{ code: number | null; out: string }> {
  const { code, output, errors } = await deponoWith(input, settingsOf(service), ...args);
  return { code, out: output + errors };
}

test('on the command line: into a private folder or archive, and nothing is overwritten', async () => {
  const out = join(folder, 'lea');
  const made = await depono('person', 'export', LEA, '--out', out, '--json');
  assert.equal(made.code, 0, made.out);
  assert.deepEqual(JSON.parse(made.out).files.slice(0, 2), ['index.html', 'data.json']);
  assert.equal(JSON.parse(readFileSync(join(out, 'data.json'), 'utf8')).asTenant.length, 1);
  assert.equal(readdirSync(join(out, 'documents')).length, 3);
  assert.equal(statSync(join(out, 'index.html')).mode & 0o777, 0o600);
  assert.equal((await depono('person', 'export', LEA, '--out', out)).code, 2);

  const archive = join(folder, 'lea.zip');
  assert.equal((await depono('person', 'export', LEA, '--out', archive)).code, 0);
  assert.ok(unzip(readFileSync(archive)).has('index.html'));
  const quiet = join(folder, 'quiet.zip');
  assert.equal((await typed(`${LEA}\n`, 'person', 'export', '-', '--out', quiet)).code, 0);
  assert.ok(unzip(readFileSync(quiet)).has('index.html'), 'the address by standard input');
  const unknown = await depono('person', 'export', 'niemand@mail.example', '--out', join(folder, 'x.zip'));
  assert.deepEqual([unknown.code, unknown.out.trim()], [1, 'No data found about niemand@mail.example.']);
  assert.equal((await depono('person', 'export', 'keine', '--out', join(folder, 'x.zip'))).code, 2);
});

test('encrypted payloads of the request log are searched, by address or by name with further evidence', async () => {
  const mistyped = { ...it.sent, externalContractId: 'C-mistyped', tenantEmail: 'nonsense' };
  await demo.open(mistyped);
  await demo.open({
    ...mistyped,
    externalContractId: 'C-namesake',
    tenantPhoneNumber: '079 000 00 00',
    tenantBirthDate: '1950-01-01',
  });
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  for (let tries = 0; tries < 100; tries++) {
    const { rowCount } = await client.query(`select from calls where external_contract_id = 'C-namesake'`);
    if (rowCount === 1) break;
    await wait(50);
  }
  await client.end();
  const { data, page } = await bundleOf(LEA);
  const calls: any[] = data.sealed.calls;
  assert.deepEqual(
    [...new Set(calls.map(({ contract }) => contract))].sort(),
    [it.contractId, 'C-mistyped', 'C-refused'].sort(),
  );
  const opening = calls.find(({ contract }) => contract === it.contractId);
  assert.deepEqual([opening.fields.tenantEmail, opening.fields.tenant2Email], [LEA, undefined], 'of others nothing');
  assert.doesNotMatch(page, /1950-01-01|Andersweg/);
  assert.match(page, /Dans des appels du logiciel de gérance/);
  const noa = await bundleOf(NOA);
  assert.ok(noa.data.sealed.calls.some(({ fields }: any) => fields.tenant2Email === NOA));
});

test('unsent mails are decrypted, also those in copy, without their links', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select id, mail_kind from effects where content is not null and kind = 'mail'`);
  await client.query(`update effects set state = 'failed', last_error = 'no', finished_at = service_now()
    where kind = 'mail' and content is not null`);
  const lea = await bundleOf(LEA);
  const assistant = await bundleOf('assistenz@mail.example');
  await client.query(`update effects set state = 'done', last_error = null where id = any ($1)`, [
    rows.map(({ id }) => id),
  ]);
  await client.end();
  const kinds = lea.data.sealed.mails.map(({ kind, as, state }: any) => `${kind} ${as} ${state}`);
  assert.ok(kinds.includes('tenant_sign to failed'), kinds.join());
  assert.equal(lea.data.sealed.mails[0].facts.externalContractId, it.contractId);
  assert.doesNotMatch(JSON.stringify(lea.data.sealed.mails), /linkToken|Andersson/);
  assert.ok(assistant.data.sealed.mails.some(({ as }: any) => as === 'copy'));
  assert.match(lea.page, /pas pu être envoyé/);
});

test('set-up changes about a member are included, also after the member was removed', async () => {
  const email = 'gone@muster.example';
  const person = { email, firstName: 'Gerda', lastName: 'Gone', language: 'de' };
  const { body } = await service.operator('POST', `/organizations/${demo.organizationId}/members`, person);
  await service.operator('DELETE', `/organizations/${demo.organizationId}/members/${body.id}`);
  const { data, page } = await bundleOf(email);
  assert.deepEqual(
    data.audit.map(({ verb, thing, isAuthor }: any) => [verb, thing, isAuthor]),
    [
      ['add', 'member', false],
      ['remove', 'member', false],
    ],
  );
  assert.equal(data.audit[0].changes.lastName.to, 'Gone');
  assert.match(page, /What was changed about you by operators[\s\S]*Added as a member/);
});

test('members whose address merely contains the person’s are not included', async () => {
  const people = ['kern@muster.example', 'a.kern@muster.example', 'kern@muster.example.ch'];
  for (const [place, email] of people.entries()) {
    const person = { email, firstName: `Vorname${place}`, lastName: `Kern${place}`, language: 'de' };
    const { body } = await service.operator('POST', `/organizations/${demo.organizationId}/members`, person);
    const path = `/organizations/${demo.organizationId}/members/${body.id}`;
    await service.operator('PATCH', path, { firstName: `Neu${place}` });
  }
  const { data } = await bundleOf('Kern@muster.example');
  assert.deepEqual(
    data.audit.map(({ verb, changes }: any) => [verb, changes.firstName.to]),
    [
      ['add', 'Vorname0'],
      ['change', 'Neu0'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(data), /Kern1|Kern2|Neu1|Neu2|a\.kern/);
});

test('a payload that is not JSON is reported if it has the person’s exact address', async () => {
  for (const email of [LEA, `anna.${LEA}`, `${LEA}.ch`]) {
    const answer = await service.call('POST', `/webhook/${demo.integration}`, {
      headers: { 'x-api-key': demo.apiKey, 'x-external-org-id': demo.externalOrgId },
      raw: `{"tenantEmail": "${email}", broken`,
    });
    assert.equal(answer.status, 500);
  }
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  for (let tries = 0; tries < 100; tries++) {
    const { rowCount } = await client.query(
      `select from calls where external_contract_id is null and payload_id is not null`,
    );
    if ((rowCount ?? 0) >= 3) break;
    await wait(50);
  }
  await client.end();
  const { data } = await bundleOf(LEA);
  const bare = data.sealed.calls.filter(({ fields }: any) => 'email' in fields);
  assert.equal(bare.length, 1);
});

test('money without a deposit is only in the export of the main tenant whose account it came from', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(
    `insert into payments (organization_id, id, at, reference, amount_rappen, counted_rappen, payer_iban, payer_name)
     values ($1, gen_random_uuid(), service_now(), '', 12300, 0, $2, 'Lea Brunner')`,
    ['00000000-0000-0000-0000-000000000000', TENANT_IBAN],
  );
  await client.end();
  const amounts = async (email: string): Promise<number[]> =>
    (await bundleOf(email)).data.strayPayments.map(({ amountChf }: any) => amountChf);
  assert.deepEqual([await amounts(LEA), await amounts(NOA)], [[123], []]);
});

test('entries of the bank: with the payer as the bank reports it, and those on other accounts by the payer’s', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const content = {
    text: 'Miete Seestrasse',
    counterpartyAddress: { street: 'Limmatquai', streetNumber: '4', zip: '8001', city: 'Zürich', countryCode: 'CH' },
  };
  const insert = (key: string, accountOf: string | null, iban: string): Promise<unknown> =>
    client.query(
      `insert into bank_entries (organization_id, key, entry_key, file_id, account_iban, direction, amount_text,
         currency, counterparty_iban, counterparty_name, account_of, why, attention, content, charges_rappen, at)
       values ('00000000-0000-0000-0000-000000000000', $1, $1, gen_random_uuid(), 'CH1', 'credit', '9.90', 'EUR', $2,
         'L. Brunner', $3, 'currency', 'x', $4, 0, service_now())`,
      [key, iban, accountOf, JSON.stringify(content)],
    );
  await insert('own-account', it.id, TENANT_IBAN);
  await insert('other-account', null, TENANT_IBAN);
  await insert('nobody', null, 'CH2');
  const { data, page } = await bundleOf(LEA);
  const expected = { amount: 'EUR 9.90', payerName: 'L. Brunner', payerIban: TENANT_IBAN, text: 'Miete Seestrasse' };
  const part = ({ amount, payerName, payerIban, text }: any): object => ({ amount, payerName, payerIban, text });
  assert.deepEqual(data.strayBookings.map(part), [expected]);
  assert.equal(data.strayBookings[0].payerAddress.street, 'Limmatquai');
  assert.deepEqual(data.asTenant[0].trail.bookings.map(part).at(-1), expected);
  assert.equal([...page.matchAll(/Limmatquai[^<]*; Miete Seestrasse/g)].length, 2);
  assert.deepEqual((await bundleOf(NOA)).data.strayBookings, []);
  await client.query(`delete from bank_entries where key in ('own-account', 'other-account', 'nobody')`);
  await client.end();
});

test('data sent about a deposit: events, deliveries, status reads, bank entries, links', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(
    `insert into call_reads (organization_id, id, at, last_at, path, external_contract_id, times, answered, duration_ms)
     values ($1, gen_random_uuid(), service_now(), service_now(), '/webhook/contract-status', $2, 7, 'open', 1)`,
    [demo.organizationId, it.contractId],
  );
  await client.end();
  const { data, page } = await bundleOf(LEA);
  const { trail } = data.asTenant[0];
  assert.deepEqual([trail.statusReads[0].times, trail.statusReads[0].answered], [7, 'open']);
  assert.ok(trail.linksUntil.length > 0);
  assert.ok(Array.isArray(trail.told) && Array.isArray(trail.bookings));
  assert.match(page, /Quand l’état a été demandé[\s\S]*>7<\/td>/);
});

test('values sealed with another key are counted, and the rest is exported', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(
    `insert into refused_calls (organization_id, id, at, connection_id, integration, external_contract_id, refusal_row,
                                problems, payload)
     select organization_id, gen_random_uuid(), at, connection_id, integration, 'C-unreadable', refusal_row, problems,
            '\\x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff' from refused_calls limit 1`,
  );
  const { data, page } = await bundleOf(LEA);
  await client.query(`delete from refused_calls where external_contract_id = 'C-unreadable'`);
  await client.end();
  assert.equal(data.sealed.unreadable, 1);
  assert.match(page, /1 contenu chiffré n’a pas pu être ouvert/);
  assert.equal(data.asTenant.length, 1);
});

test('every table is in the list and in the guide', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  await client.end();
  assert.deepEqual(Object.keys(TABLES).sort(), rows.map(({ name }) => name).sort());
  const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'data-protection.md'), 'utf8');
  for (const [name, decision] of Object.entries(TABLES)) {
    if (decision === null) continue;
    const row = `| \`${name}\` | ${decision.holds} | ${decision.export} |`;
    assert.ok(guide.includes(row), row);
  }
});
