import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { PIPELINE } from '../src/domain/lifecycle/attention.ts';
import { heldChangeOf } from '../src/storage/statements/ledger-sql.ts';
import { catchUpNewest } from '../src/storage/deposit-list/catch-up.ts';
import { fillWaitsSince } from '../src/storage/deposit-list/stuck.ts';
import { readLevels } from '../src/storage/statistics/levels.ts';
import type { ManagerBrowser } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { companyPayload } from './support/payload.ts';
import { advance, reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

// Review of the pages 13 and 29: what operators see first, and the history in words.

let service: Service;
let sql: Client;
let olga: ManagerBrowser;
let ours: Stage;
const plays: Record<'toSign' | 'tenants' | 'payment' | 'open' | 'closing' | 'closed', Play> = {} as never;
before(async () => {
  service = await startService();
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  ours = await stage(service, { name: 'Seeblick Immobilien AG' });
  for (const name of ['toSign', 'tenants', 'payment', 'open', 'closing', 'closed'] as const) {
    plays[name] = await ours.start({ rentalDeposit: '1500' });
  }
  await reach('signed', plays.tenants);
  await reach('account', plays.payment);
  await plays.payment.play('payment', { amount: 500 });
  for (const name of ['open', 'closing', 'closed'] as const) await reach(name, plays[name]);
  olga = await signInOperator(service);
});
after(async () => {
  await verified(service);
  await sql.end();
  await service.stop();
});

/** The cells of a row of the table of places. */
function row(text: string, place: string): string[] {
  const found = new RegExp(
    `<tr>\\s*<td class="first[^"]*"><a href="/operator/deposits\\?place=${place}">.*?</tr>`,
    's',
  ).exec(text);
  assert.ok(found, place);
  return [...found[0].matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
    .slice(1)
    .map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '').trim());
}

/** What the tables themselves say. */
async function counted(): Promise<Map<string, number>> {
  await catchUpNewest(sql);
  const { rows } = await sql.query(
    `select 'at ' || coalesce(step, state) as what, count(*)::integer as number from deposits group by 1
     union all select 'held', sum(${heldChangeOf('l')})::integer from ledger l
     where organization_id <> '00000000-0000-0000-0000-000000000000'`,
  );
  return new Map(rows.map(({ what, number }) => [what, number]));
}

async function levelsAgree(when: string): Promise<void> {
  const levels = await readLevels(sql);
  assert.ok(levels, when);
  const kept = [...levels].filter(([what, number]) => what !== '' && number !== 0);
  assert.deepEqual(new Map(kept.toSorted()), new Map([...(await counted())].toSorted()), when);
}

test('Today shows what is held and where deposits stand', async () => {
  await filled();
  const { text } = await olga.page('/operator');
  assert.match(text, /CHF 3’500\.00<\/span><\/strong>\s*<span class="soft">held for all deposits/);
  assert.deepEqual(row(text, 'awaiting_payment'), ['1', '0 min', 'none']);
  assert.deepEqual(row(text, 'open'), ['1', '–', '–']);
  for (const place of PIPELINE) row(text, place);
});

test('the levels agree with the tables, also when they are counted again', async () => {
  await filled();
  await levelsAgree('counted by the triggers');
  await sql.query('update levels_start set filled_at = null');
  await sql.query(`delete from levels where what = 'held'`);
  await filled();
  await levelsAgree('what was missing is added');
});

/** The job has counted what was there. */
async function filled(): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await readLevels(sql)) !== null) return;
    await wait(100);
  }
  assert.fail('the job counts');
}

test('what waits too long is shown with its time, the longest beyond its limit first', async () => {
  await advance(service, 'P31D');
  olga = await signInOperator(service);
  const { text } = await olga.page('/operator');
  assert.deepEqual(row(text, 'awaiting_payment'), ['1', '31 days', '1 more than 30 days']);
  const stuck = /aria-labelledby="stuck".*?<\/section>/s.exec(text)?.[0] ?? '';
  const contracts = [...stuck.matchAll(/<a href="\/operator\/deposits\/([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(new Set(contracts.slice(0, 2)), new Set([plays.toSign.id, plays.tenants.id]), 'limit of 17 days');
  assert.equal(contracts[2], plays.payment.id);
  assert.match(stuck, /31 days/);
});

test('a deposit that older code has listed gets its time', async () => {
  await sql.query('update deposit_list set waits_since = null where deposit_id = $1', [plays.payment.id]);
  const places = ['awaiting_payment', 'closing'] as const;
  // The job of the service may be faster.
  const count = await fillWaitsSince(sql, places, 10);
  assert.ok(count <= 1);
  const { rows } = await sql.query(
    'select l.waits_since = d.step_since as same from deposit_list l join deposits d on d.id = l.deposit_id where d.id = $1',
    [plays.payment.id],
  );
  assert.equal(rows[0].same, true);
});

test('a viewer sees the names masked', async () => {
  const email = 'viewer@depono.example';
  await service.operator('POST', '/operators', { email, name: 'Vera Viewer', role: 'viewer' });
  const vera = await signInOperator(service, email);
  const { text } = await vera.page('/operator');
  assert.match(text, /aria-labelledby="stuck"/);
  const { tenants } = await plays.toSign.record();
  assert.ok(!text.includes(`${tenants[0].firstName} ${tenants[0].lastName}`));
});

test('the navigation says how much waits', async () => {
  assert.doesNotMatch((await olga.page('/operator')).text, /Deposits <span class="count">/);
  const refused = await ours.start();
  await reach('tenants', refused);
  await refused.operator('refused', { reason: 'Wrong address' });
  assert.match((await olga.page('/operator')).text, /Deposits <span class="count">1<\/span>/);
});

test('the history is told in words, to operators and to property managers', async () => {
  const { text } = await olga.page(`/operator/deposits/${plays.closed.id}`);
  const history = /aria-labelledby="history".*?<\/section>/s.exec(text)?.[0] ?? '';
  assert.match(history, /Payment received.*?Bank.*?Amount: CHF 1’500\.00/s);
  assert.match(history, /Account opened.*?IBAN: CH\d\d \d{4} /s);
  assert.match(history, /Path: Own interface/);
  assert.doesNotMatch(history, /_|: true|: false|[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('a company’s data are told in words', async () => {
  const it = await ours.start({ tenantLegalForm: 'gmbh', tenantPhoneNumber: '044 123 45 67' }, companyPayload);
  // The register is asked after the call.
  for (let tries = 0; tries < 300 && (await it.record()).registerCheck === null; tries++) await wait(100);
  const { text } = await olga.page(`/operator/deposits/${it.id}`);
  assert.match(text, /Legal form: Limited liability company \(GmbH\) \(in the register: /);
  assert.match(text, /\+41 44 123 45 67/);
  assert.doesNotMatch(text, /<dd>(?:gmbh|custom|de)<\/dd>/);
});
