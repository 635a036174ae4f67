import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeMove, judgeOpening, judgeReading } from '../chaos/answers.ts';
import { contradiction, type Contract, type Outcome } from '../chaos/book.ts';
import { differences, expectedDocuments, expectedMails, type Facts } from '../chaos/checks/causes.ts';
import { checkCalls } from '../chaos/checks/calls.ts';
import { checkDeposits } from '../chaos/checks/deposits.ts';
import { checkDocuments } from '../chaos/checks/documents.ts';
import { checkList } from '../chaos/checks/list.ts';
import { checkCausedMails, checkMails } from '../chaos/checks/mails.ts';
import { checkMoney } from '../chaos/checks/money.ts';
import { arrivedSoFar, type Check } from '../chaos/checks/all.ts';
import { possibleFaults } from '../chaos/faults.ts';
import type { Said } from '../chaos/http.ts';
import { FAULT_KINDS, planOf } from '../chaos/plan.ts';
import { LOAD, playRound } from '../chaos/round.ts';
import { openWorld, type World } from '../chaos/world.ts';
import { IN_DEPTH, test } from './support/depth.ts';

test('a plan is the same for the same seed and round, and a long run has every fault', () => {
  assert.deepEqual(planOf('seed', 7), planOf('seed', 7));
  assert.notDeepEqual(planOf('seed', 7), planOf('other', 7));
  const plans = Array.from({ length: FAULT_KINDS.length }, (_, round) => planOf('seed', round));
  const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  assert.deepEqual([...kinds].toSorted(), FAULT_KINDS.toSorted());
  for (const { faults } of plans) assert.ok(faults.length >= 1 && faults.length <= 3);
});

const said = (status: number, json: object, type = 'application/json'): Said => ({
  status,
  type,
  text: JSON.stringify(json),
  json,
});
const LATER = 'The service could not process the call. Nothing was created; please send it again later';

test('answers to open calls: what they mean, and what is outside the contract', () => {
  const rows: [name: string, said: Said | null, means: Outcome, isWrong: boolean, isGood?: boolean][] = [
    ['no answer', null, 'none', false],
    ['success', said(200, { success: true, result: 'success' }), 'success', false],
    ['success of what is invalid', said(200, { success: true, result: 'success' }), 'success', true, false],
    ['a member too many', said(200, { success: true, result: 'success', id: 'x' }), 'none', true],
    ['another status', said(503, { success: false, result: 'errored', reason: LATER }), 'none', true],
    ['no JSON', { status: 500, type: 'text/plain', text: 'oops', json: null }, 'none', true],
    ['nothing created', said(500, { success: false, result: 'errored', reason: LATER }), 'nothing', false],
    [
      'exists',
      said(500, { success: false, result: 'skipped', reason: 'Contract with external ID already exists' }),
      'exists',
      false,
    ],
    ['refused, valid', said(500, { success: false, result: 'errored', reason: 'Not Authorised!' }), 'refused', true],
    ['refused', said(500, { success: false, result: 'errored', reason: '<br> zip' }), 'refused', false, false],
  ];
  for (const [name, answer, means, isWrong, isGood = true] of rows) {
    const judged = judgeOpening(answer, { id: 'C', isGood, namesContract: false });
    assert.deepEqual([judged.means, judged.fault !== null], [means, isWrong], name);
  }
  const named = said(200, { success: true, result: 'success', externalContractId: 'C' });
  assert.equal(judgeOpening(named, { id: 'C', isGood: true, namesContract: true }).fault, null);
  assert.notEqual(judgeOpening(named, { id: 'D', isGood: true, namesContract: true }).fault, null);
});

test('answers to reads and moves', () => {
  const facts = { id: 'C', isAcknowledged: true, isGood: true };
  const fields = ['iban', 'paidInAmount', 'paidOutAmountTenant', 'paidOutTime', 'product', 'provider'];
  const status = {
    ...Object.fromEntries(fields.map((field) => [field, null])),
    externalContractId: 'C',
    state: 'open',
  };
  assert.equal(judgeReading(said(200, status), facts).fault, null);
  assert.notEqual(judgeReading(said(200, { ...status, state: 'gone' }), facts).fault, null);
  assert.notEqual(judgeReading(said(200, { ...status, more: 1 }), facts).fault, null);
  assert.equal(judgeReading(said(500, { error: 'later' }), facts).means, 'failed');
  assert.match(String(judgeReading(said(404, { error: 'no' }), facts).fault), /acknowledged/);
  assert.equal(judgeReading(said(404, { error: 'no' }), { ...facts, isAcknowledged: false }).fault, null);
  assert.notEqual(judgeReading(said(401, { error: 'no' }), facts).fault, null);
  const problem = 'application/problem+json';
  assert.deepEqual(judgeMove(said(409, { detail: 'not now' }, problem)), { means: 'refused', fault: null });
  assert.notEqual(judgeMove(said(404, { detail: 'unknown' }, problem)).fault, null);
  assert.notEqual(judgeMove(said(500, {}, 'text/plain')).fault, null);
  assert.equal(judgeMove(said(500, { detail: 'Something went wrong.' }, problem)).fault, null);
  assert.notEqual(judgeMove(said(500, { detail: 'Nothing was changed.' }, problem)).fault, null);
});

test('answers to one contract must agree', () => {
  const rows: [attempts: Outcome[], isWrong: boolean][] = [
    [['success'], false],
    [['none', 'exists'], false],
    [['nothing', 'none', 'exists'], false],
    [['success', 'exists'], false],
    [['nothing', 'success'], false],
    [['nothing', 'exists'], true],
    [['success', 'success'], true],
  ];
  for (const [attempts, isWrong] of rows) {
    assert.equal(contradiction({ attempts } as Contract) !== null, isWrong, attempts.join(', '));
  }
});

test('what a history must have caused', () => {
  const facts: Facts = {
    events: { opened: 1, sent_to_tenants: 1, tenant_signed: 2, account_opened: 1, open: 1, closing_started: 1 },
    proposals: { manager: 1, tenant: 0 },
    tenants: 2,
    isPreSigned: false,
    isSent: true,
  };
  const mails = { deposit_imported: 1, tenant_sign: 2, tenant_payment: 1, deposit_open: 3, closing_consent: 2 };
  assert.deepEqual(differences(expectedMails(facts), mails), []);
  assert.deepEqual(differences(expectedMails(facts), { ...mails, tenant_sign: 3 }), ['3 of tenant_sign, not 2']);
  assert.deepEqual(differences(expectedMails(facts), { ...mails, other: 1 }), ['1 of other, not 0']);
  const documents = { agreement: 1, payment_slip: 1, pay_in: 1 };
  assert.deepEqual(differences(expectedDocuments(facts, mails), documents), []);
  assert.deepEqual(differences(expectedDocuments(facts, mails), { ...documents, pay_in: 2 }), ['2 of pay_in, not 1']);
});

test('rounds of chaos, including former counterexamples, and checks that detect faults', IN_DEPTH, async () => {
  const world = await openWorld({ webs: 1 });
  // Bank files are read only after some seconds; test/bank.test.ts covers them.
  const load = { ...LOAD, acknowledged: 25, moves: 20, byFile: 0 };
  try {
    const { possible } = possibleFaults(world);
    const plans = [planOf('test', 4, possible), planOf('test', 1, possible), ...counterexamples(possible)];
    for (const plan of plans) await playRound(world, plan, { load, isLast: false });
    // The checks below need deliveries and payments. On a slow machine the first rounds may cause none.
    for (let round = 10; round < 30 && (await isMissing(world, ['deliveries', 'payments'])); round++) {
      await playRound(world, planOf('test', round, possible), { load, isLast: false });
    }
    assert.deepEqual(world.violations, [], world.logged.slice(-60).join('\n'));
    assert.ok(world.book.counts.acknowledged > 50, 'there was load');
    assert.ok(world.book.counts.movesMade > 5, 'deposits moved');
    await noticesWhatIsWrong(world);
  } finally {
    await world.end();
  }
});

async function isMissing(world: World, tables: readonly string[]): Promise<boolean> {
  const client = await world.server.connect();
  const isFilled = tables.map((table) => `exists (select from ${table})`).join(' and ');
  const { rows } = await client.query<{ filled: boolean }>(`select ${isFilled} as filled`);
  await client.end();
  return rows[0]?.filled !== true;
}

function counterexamples(possible: ReturnType<typeof possibleFaults>['possible']) {
  const folder = join(import.meta.dirname, '..', 'chaos', 'counterexamples');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return files.map((name) => {
    const { seed, round } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { seed: string; round: number };
    return planOf(seed, round, possible);
  });
}

/** Each check, on a world that was tampered with. */
async function noticesWhatIsWrong(world: World): Promise<void> {
  const client = await world.server.connect();
  // History, ledger and documents refuse changes; a superuser can bypass that.
  await client.query('set session_replication_role = replica');
  const notices = async (check: Check, pattern: RegExp, tamper: string): Promise<void> => {
    const when = { restedAt: new Date('2100-01-01'), isLast: false, arrived: arrivedSoFar(world) };
    assert.deepEqual(await check(world, client, when), [], tamper);
    await client.query('begin');
    const { rowCount } = await client.query(tamper);
    assert.ok((rowCount ?? 0) > 0, tamper);
    const wrong = await check(world, client, when);
    await client.query('rollback');
    assert.match(wrong.join('\n'), pattern, tamper);
  };
  const one = (table: string): string => `(select ctid from ${table} limit 1)`;
  await notices(checkDeposits, /is there 0 times/, `delete from deposits where ctid = ${one('deposits')}`);
  await notices(
    checkDeposits,
    /was never sent/,
    `update deposits set external_contract_id = 'X' where ctid = ${one('deposits')}`,
  );
  await notices(checkMails, /recorded nowhere/, `delete from effects where kind = 'mail'`);
  await notices(checkMails, /is waiting/, `update effects set state = 'waiting' where kind = 'mail'`);
  await notices(
    checkCausedMails,
    /of tenant_sign, not/,
    `insert into effects (organization_id, id, deposit_id, kind, mail_kind, state, due_at, created_at)
     select organization_id, gen_random_uuid(), deposit_id, kind, mail_kind, state, due_at, created_at
     from effects where mail_kind = 'tenant_sign' limit 1`,
  );
  await notices(checkDocuments, /is not there/, `delete from documents where ctid = ${one('documents')}`);
  await notices(checkDocuments, /events, numbered/, `update events set number = number + 1000 where number = 1`);
  await notices(checkDocuments, /has 0 deliveries/, `delete from deliveries where ctid = ${one('deliveries')}`);
  await notices(checkMoney, /history/, `update history set actor = 'nobody' where ctid = ${one('history')}`);
  await notices(checkMoney, /bookings of/, `delete from payments where ctid = ${one('payments')}`);
  await notices(checkCalls, /counted/, `update call_counts set calls = calls + 1 where span = 'hour'`);
  // This one undoes its own change, so the last tampering stays.
  await client.query(`update deposit_list set tenants = 'nobody'
    where deposit_id in (select id from deposits order by id desc limit 5)`);
  const when = { restedAt: new Date(), isLast: false, arrived: arrivedSoFar(world) };
  assert.match((await checkList(world, client, when)).join('\n'), /listed otherwise/);
  await client.end();
}
