import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Services } from '../src/actions/services.ts';
import { swissDay, type Day } from '../src/domain/values/calendar.ts';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { createServices } from '../src/services.ts';
import { serviceNow } from '../src/storage/database/clock.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { bookItem, bookPayment } from './support/bookings.ts';
import { IN_DEPTH } from './support/depth.ts';
import { signIn, type ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { created } from './support/partner.ts';
import { readPdf } from './support/pdf.ts';
import { stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { unzip } from './support/unzip.ts';

let service: Service;
let partner: Stage;
let database: Database;
let services: Services;
let today: Day;
/** Two deposits: paid in on 2 March 2026, and charged on an empty account. */
let paid: Play;
let charged: Play;
let manager: ManagerBrowser;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
  partner = await stage(service, { preSigned: true, tenantChoosesProduct: false });
  database = await openDatabase(service.databaseUrl, () => undefined);
  services = createServices(service.config, database);
  today = swissDay(await serviceNow(database));
  [paid, charged] = [await waiting('A-10'), await waiting('=1+1')];
  await bookPayment(services, paid, '2026-03-02' as Day, 3560_00);
  await bookItem(services, charged, { kind: 'charge', bookedOn: '2026-03-03' as Day, amount: 5_00 });
  manager = await signIn(service, partner.managerEmail);
});
after(async () => {
  await database.end();
  await service.stop();
});

async function waiting(externalContractId: string): Promise<Play> {
  const it = await partner.start({ externalContractId });
  for (const move of ['tenant-signs', 'account-opened']) await it.play(move);
  return it;
}

const text = (page: string): string =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#39;', "'");

/** The bytes of a file behind a signed-in browser. */
async function file({ cookies }: ManagerBrowser, path: string): Promise<{ headers: Headers; content: Buffer }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.baseUrl}${path}`, { headers: { cookie } });
  assert.equal(response.status, 200);
  return { headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

const grouped = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

test('7 the page: today unless a day is given, with the total and each deposit', async () => {
  const now = text((await manager.page('/manager/holdings')).text);
  assert.match(now, /CHF 3’555\.00/);
  assert.match(now, /2 Mietkautionen/);
  const before = (await manager.page('/manager/holdings?at=2026-03-02')).text;
  assert.match(text(before), /Guthaben am Ende des 02\.03\.2026 CHF 3’560\.00.*1 Mietkaution/);
  assert.match(text(before), /A-10 Lea Brunner .* CHF 3’560\.00/);
  assert.ok(before.includes(`/manager/deposits/${paid.id}`));
  assert.ok(!before.includes(charged.id));
  assert.match(text((await manager.page('/manager/holdings?at=2026-03-01')).text), /kein Geld/);
  assert.match((await manager.page('/manager/deposits')).text, /href="\/manager\/holdings"/, 'in the navigation');
});

for (const [name, day, why] of [
  ['7 a day in the future', '2999-01-01', /liegt in der Zukunft/],
  ['7 a day that does not exist', '2026-02-30', /Bitte geben Sie einen Tag ein/],
  ['7 no day', '', /Bitte geben Sie einen Tag ein/],
] as const) {
  test(`${name}: the page says so, and files lead to it`, async () => {
    const { status, text: page } = await manager.get(`/manager/holdings?at=${day}`);
    assert.equal(status, 422);
    assert.match(page, why);
    for (const type of ['pdf', 'xlsx', 'csv']) {
      const { status: sent, location } = await manager.get(`/manager/holdings.${type}?at=${day}`);
      assert.deepEqual([sent, location], [303, `/manager/holdings?at=${day}`]);
    }
  });
}

test('7 of another organization, or for someone who is not signed in: nothing', async () => {
  const other = await stage(service);
  for (const type of ['', '.pdf', '.xlsx', '.csv']) {
    const path = `/manager/holdings${type}?organization=${other.organizationId}`;
    assert.equal((await manager.get(path)).status, 404, path);
    const { status, headers } = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')?.split('?')[0]], [303, '/manager/sign-in']);
  }
});

test('7 the CSV: each deposit, the total, the organization, the day, how it was computed and when', async () => {
  const { headers, content } = await file(manager, '/manager/holdings.csv?at=2026-03-31');
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(headers.get('content-disposition') ?? '', /filename="depono-2026-03-31\.csv"/);
  const rows = parse(content, { delimiter: ';', bom: true });
  const [own, other] = [await paid.record(), await charged.record()];
  assert.deepEqual(rows.slice(0, 4), [
    ['Vertrag', 'Mieterschaft', 'Mietobjekt', 'Konto (IBAN)', 'Betrag (CHF)'],
    ["'=1+1", 'Lea Brunner', 'Seestrasse 12a, 8002 Zürich', grouped(other.iban), '-5.00'],
    ['A-10', 'Lea Brunner', 'Seestrasse 12a, 8002 Zürich', grouped(own.iban), '3560.00'],
    ['Total', '', '', '', '3555.00'],
  ]);
  assert.deepEqual(
    rows.slice(4).map(([name]) => name),
    ['Organisation', 'Stichtag', 'Berechnung', 'Erstellt'],
  );
  assert.equal(rows[5]?.[1], '31.03.2026');
  assert.match(rows[6]?.[1] ?? '', /nach Buchungstag/);
});

test('7 the workbook: the same, with texts as texts and amounts as numbers', async () => {
  const { headers, content } = await file(manager, '/manager/holdings.xlsx?at=2026-03-31');
  assert.equal(headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const files = unzip(content);
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  const words = files.get('xl/sharedStrings.xml')?.toString() ?? '';
  for (const part of ['Saldobestätigung', 'Organisation', '31.03.2026', 'nach Buchungstag', '=1+1', 'A-10', 'Total']) {
    assert.ok(words.includes(part), part);
  }
  assert.doesNotMatch(sheet, /<f>/, 'no formula');
  for (const amount of ['-5', '3560', '3555']) assert.ok(sheet.includes(`<v>${amount}</v>`), amount);
});

for (const language of LANGUAGES) {
  test(`7 the PDF in ${language}: organization, day, each deposit, total, calculation and time`, async () => {
    const email = `${language}@${partner.domain}`;
    const person = { email, firstName: 'Max', lastName: 'Muster', language };
    await created(service.operator('POST', `/organizations/${partner.organizationId}/members`, person));
    const reader = await signIn(service, email);
    const { headers, content } = await file(reader, '/manager/holdings.pdf?at=2026-03-31');
    assert.equal(headers.get('content-type'), 'application/pdf');
    const { pages, text: written } = await readPdf(content);
    assert.equal(pages.length, 1);
    const { iban } = await paid.record();
    const [title, computed] = {
      de: ['Saldobestätigung', 'nach Buchungstag'],
      fr: ['Confirmation de soldes', 'selon la date de comptabilisation'],
      it: ['Conferma dei saldi', 'secondo la data di registrazione'],
      en: ['Balance confirmation', 'by booking date'],
    }[language] as [string, string];
    for (const part of [
      title,
      computed,
      '31.03.2026',
      'CHF 3’555.00',
      'A-10',
      'Lea Brunner',
      'Seestrasse 12a, 8002 Zürich',
      grouped(iban),
      '3’560.00',
      '−5.00',
      'Bahnhofstrasse 1',
      today.split('-').toReversed().join('.'),
    ]) {
      assert.ok(written.includes(part), `${part}: ${written}`);
    }
    assert.match(text((await reader.page('/manager/holdings')).text), /CHF 3’555\.00/);
  });
}

test('7 the console: holdings of an organization, linked on its page, and the journal of a month', async () => {
  const operator = await signInOperator(service);
  const address = `/operator/organizations/${partner.organizationId}`;
  assert.match((await operator.page(address)).text, new RegExp(`href="${address}/holdings"`));
  const shown = (await operator.page(`${address}/holdings?at=2026-03-02`)).text;
  assert.match(text(shown), /Held at the end of 02\.03\.2026 CHF 3’560\.00 1 deposit/);
  assert.equal((await operator.get(`${address}/holdings?at=2999-01-01`)).status, 422);
  const csv = await operator.get(`${address}/holdings.csv?at=2026-03-31`);
  assert.deepEqual(
    parse(csv.text).map((row) => row.at(-1)),
    ['amount', '-5.00', '3560.00'],
  );
  assert.equal((await operator.get(`${address}/holdings.csv?at=x`)).status, 303);

  assert.match((await operator.page('/operator/bank')).text, /href="\/operator\/bank\/journal"/);
  const page = (await operator.page('/operator/bank/journal')).text;
  assert.match(page, /<option value="2026-03"/);
  const journal = await operator.get('/operator/bank/journal.csv?month=2026-03');
  assert.equal(journal.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(journal.text, (await service.operator('GET', '/journal?month=2026-03')).text);
  for (const month of ['2999-01', 'x', '']) {
    const { status, text: refused } = await operator.get(`/operator/bank/journal.csv?month=${month}`);
    assert.equal(status, 422);
    assert.match(refused, /in the future|not a month/);
  }
});

test('7 ten thousand deposits: the page and each file', IN_DEPTH, async () => {
  const big = await stage(service);
  await database.query(
    `insert into deposits select r.* from deposits d, generate_series(1, 10000) n, jsonb_populate_record(d, jsonb_build_object(
         'organization_id', $1::uuid, 'id', gen_random_uuid(), 'external_contract_id', 'V-' || n,
         'connection_id', (select id from connections where organization_id = $1 limit 1),
         'manager_organization_id', $1::uuid, 'iban', null, 'qr_iban', null, 'payment_reference', null,
         'manager_id', (select id from members where organization_id = $1 limit 1))) r
     where d.id = $2`,
    [big.organizationId, paid.id],
  );
  await database.query(
    `insert into tenants select r.* from tenants t, deposits d, jsonb_populate_record(t, jsonb_build_object(
         'organization_id', d.organization_id, 'deposit_id', d.id)) r
     where t.deposit_id = $2 and d.organization_id = $1`,
    [big.organizationId, paid.id],
  );
  await database.query(
    `insert into ledger (organization_id, deposit_id, sequence, at, amount_rappen, from_account, to_account)
     select organization_id, id, 1, '2026-03-05T10:00:00Z', 101, 'payer', 'held' from deposits where organization_id = $1`,
    [big.organizationId],
  );
  const reader = await signIn(service, big.managerEmail);
  const page = text((await reader.page('/manager/holdings')).text);
  assert.match(page, /CHF 10’100\.00/);
  assert.match(page, /100 von 10000 Mietkautionen/);
  const { body } = await service.operator('GET', `/organizations/${big.organizationId}/holdings`);
  assert.deepEqual([body.deposits.length, body.total], [10_000, 10_100]);
  const csv = await file(reader, '/manager/holdings.csv');
  assert.equal(parse(csv.content, { delimiter: ';', bom: true }).length, 10_000 + 6);
  const xlsx = unzip((await file(reader, '/manager/holdings.xlsx')).content);
  assert.equal(
    xlsx
      .get('xl/worksheets/sheet1.xml')
      ?.toString()
      .match(/<v>1\.01<\/v>/g)?.length,
    10_000,
  );
  const pdf = await readPdf((await file(reader, '/manager/holdings.pdf')).content);
  assert.match(pdf.pages.at(-1)?.text ?? '', /V-10000 Lea Brunner .*Total 10’100\.00/);
});
