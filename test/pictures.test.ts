import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { catchUpNewest } from '../src/storage/deposit-list/catch-up.ts';
import { keepDepositCounts } from '../src/storage/statistics.ts';
import type { ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let sql: Client;
let console: ManagerBrowser;
let busy: Partner;
let quiet: Partner;

/** One partner opens three, of which one is paid, and sends what is refused; the other opens one. */
before(async () => {
  service = await startService();
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  console = await signInOperator(service);
  busy = await setUpPartner(service, { preSigned: true, tenantChoosesProduct: false });
  quiet = await setUpPartner(service, { integration: 'immotop2' });
  const sent = [payload({ rentalDeposit: '4500' }), payload(), payload()];
  for (const body of sent) await busy.open(body);
  await busy.open(sent[0]);
  for (let n = 0; n < 3; n++) await busy.open(payload({ tenantEmail: 'nonsense' }));
  await busy.open(payload({ tenantEmail: 'nonsense', zip: '1' }));
  await busy.check(payload());
  await quiet.open(payload());
  await busy.open(payload(), { 'x-api-key': 'wrong' });
  const { id } = await busy.record((sent[0] as Record<string, unknown>)['externalContractId']);
  for (const move of ['tenant-signs', 'account-opened', 'payment']) {
    const { status, text } = await service.sandbox('POST', `/deposits/${id}/${move}`);
    assert.equal(status, 200, text);
  }
  for (let tries = 0; tries < 100 && (await countCalls()) < 11; tries++) await wait(50);
});
after(async () => {
  await sql.end();
  await service.stop();
});

async function countCalls(): Promise<number> {
  const { rows } = await sql.query('select count(*)::integer as n from calls');
  return rows[0].n;
}

/** The number on a tile, by its label. */
function tile(page: { text: string }, label: string): string | undefined {
  const tiles = [
    ...page.text.matchAll(/class="tile[^"]*"[^>]*>\s*<strong>([^<]*)<\/strong\s*>\s*<span>([^<]*)<\/span/g),
  ];
  return tiles.find(([, , name]) => name?.startsWith(label))?.[1];
}

/** The rows of the table beside a plot, those with nothing in them left out. */
function numbers(page: { text: string }, id: string): string[][] {
  const figure = page.text.split(`aria-labelledby="${id}-heading"`)[1]?.split('</figure>')[0] ?? '';
  return [...figure.matchAll(/<th scope="row">([^<]*)<\/th>([\s\S]*?)<\/tr>/g)]
    .map(([, name, cells]) => [
      name as string,
      ...[...(cells as string).matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text as string),
    ])
    .filter(([, ...values]) => values.some((value) => value !== '0' && value !== '–'));
}

const sums = (rows: string[][]): number[] =>
  rows.reduce<number[]>((all, [, ...values]) => values.map((value, place) => Number(value) + (all[place] ?? 0)), []);

const today = (): string => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Zurich' });

test('the front page: the day at a glance', async () => {
  const page = await console.page('/operator');
  assert.equal(tile(page, 'Deposits opened by calls'), '4');
  assert.equal(tile(page, 'Calls rejected'), '6');
  assert.equal(tile(page, 'CHF in'), '4’500');
  assert.equal(tile(page, 'CHF out'), '0');
  assert.equal(tile(page, 'Dry runs'), '1');
  assert.match(tile(page, '95 % of open calls within') ?? '', /^[\d.]+ m?s$/);
  assert.ok(tile(page, 'Oldest of') !== undefined);
  assert.deepEqual(sums(numbers(page, 'calls')), [4, 1, 5]);
});

test('the plots of a day, a month and a year say the same', async () => {
  for (const [span, slots] of [
    ['day', 23],
    ['month', 28],
    ['year', 12],
  ] as const) {
    const page = await console.page(`/operator/pictures?span=${span}`);
    assert.deepEqual(sums(numbers(page, 'calls')), [4, 1, 5], span);
    assert.deepEqual(
      numbers(page, 'money').map(([, ...values]) => values),
      [['4’500', '0']],
      span,
    );
    const rows = page.text.split('aria-labelledby="calls-heading"')[1]?.match(/<th scope="row">/g)?.length ?? 0;
    assert.ok(rows >= slots, `${span}: ${rows}`);
    assert.equal(numbers(page, 'durations').length > 0, true);
  }
});

test('per partner and organization', async () => {
  const ofPartner = await console.page(`/operator/pictures?span=day&partner=${busy.partnerId}`);
  assert.deepEqual(sums(numbers(ofPartner, 'calls')), [3, 1, 4]);
  assert.equal(tile(ofPartner, 'CHF in'), '4’500');
  const ofOther = await console.page(`/operator/pictures?span=month&partner=${quiet.partnerId}`);
  assert.deepEqual(sums(numbers(ofOther, 'calls')), [1, 0, 0]);
  assert.equal(tile(ofOther, 'CHF in'), '0');
  const ofOrganization = await console.page(`/operator/pictures?span=year&organization=${quiet.organizationId}`);
  assert.deepEqual(sums(numbers(ofOrganization, 'calls')), [1, 0, 0]);
  assert.match(ofOrganization.text, new RegExp(`<option value="${quiet.organizationId}" selected>`));
});

test('another day is another picture', async () => {
  const page = await console.page('/operator/pictures?span=day&from=2020-02-29');
  assert.match(page.text, /Picture of 29\.02\.2020/);
  assert.deepEqual(numbers(page, 'calls'), []);
  assert.match(page.text, /No call was refused/);
  assert.match(page.text, /span=day&amp;from=2020-02-28/);
  assert.match(page.text, /span=day&amp;from=2020-03-01/);
  assert.doesNotMatch((await console.page(`/operator/pictures?from=${today()}`)).text, /Later/);
});

test('the most common problems of each partner, in words and by their names, with how many', async () => {
  const { text } = await console.page('/operator');
  const problems = text.split('Most common problems per partner')[1] as string;
  const rows = [...problems.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .map(([, row]) =>
      (row as string)
        .replaceAll(/<[^>]+>/g, '|')
        .replaceAll(/[\s|]+/g, ' ')
        .trim(),
    )
    .filter((row) => !row.startsWith('Problem'));
  assert.match(rows[0] as string, /e-mail.* tenantEmail invalid_email 4$/i);
  assert.ok(rows.some((row) => row.endsWith('zip invalid_zip 1')));
  assert.ok(rows.some((row) => row === 'The contract exists already – – 1'));
  assert.ok(rows.some((row) => row === 'The API key is missing or wrong – – 1'));
  assert.match(problems, /Callers without a valid key/);
});

test('open deposits: counted by the day', async () => {
  await catchUpNewest(sql);
  await keepDepositCounts(sql);
  await keepDepositCounts(sql);
  const month = await console.page('/operator/pictures?span=month');
  assert.deepEqual(
    numbers(month, 'open').map(([, ...values]) => values),
    [['1']],
  );
  const year = await console.page(`/operator/pictures?span=year&organization=${quiet.organizationId}`);
  assert.deepEqual(numbers(year, 'open'), [], 'none of theirs is open');
  const ofPartner = await console.page(`/operator/pictures?span=month&partner=${busy.partnerId}`);
  assert.doesNotMatch(ofPartner.text, /Open deposits/);
});

test('what has left a state is no longer counted there', async () => {
  const { rows } = await sql.query(
    `select organization_id, deposit_id from deposit_list where state = 'opening' limit 1`,
  );
  const [before] = await counts();
  await service.sandbox('POST', `/deposits/${rows[0].deposit_id}/withdraw`);
  await keepDepositCounts(sql);
  const [now] = await counts();
  assert.equal(Number(now?.opening), Number(before?.opening) - 1);
  assert.equal(Number(now?.withdrawn), 1);
});

async function counts(): Promise<{ opening: string; withdrawn: string | null }[]> {
  const { rows } = await sql.query(
    `select sum(deposits) filter (where state = 'opening') as opening,
            sum(deposits) filter (where state = 'withdrawn') as withdrawn from deposit_counts`,
  );
  return rows;
}
