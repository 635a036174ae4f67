import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bankStep, stepAfterTheEnd, type MoneyRecord } from '../chaos/bank-moves.ts';
import { judgeMove, judgeOpening, judgeReading } from '../chaos/answers.ts';
import { contradiction, type Contract, type Outcome } from '../chaos/book.ts';
import { differences, expectedDocuments, expectedMails, type Facts } from '../chaos/checks/causes.ts';
import { checkBank } from '../chaos/checks/bank.ts';
import { checkCalls } from '../chaos/checks/calls.ts';
import { checkChanges } from '../chaos/checks/changes.ts';
import { checkDeposits } from '../chaos/checks/deposits.ts';
import { checkDocuments } from '../chaos/checks/documents.ts';
import { checkFourEyes } from '../chaos/checks/four-eyes.ts';
import { checkList } from '../chaos/checks/list.ts';
import { checkCausedMails, checkMails } from '../chaos/checks/mails.ts';
import { checkMoney } from '../chaos/checks/money.ts';
import { checkPartners } from '../chaos/checks/partners.ts';
import { checkProviders } from '../chaos/checks/providers.ts';
import { arrivedSoFar, type Check } from '../chaos/checks/all.ts';
import { dialectsInMarkdown } from '../chaos/dialects.ts';
import { possibleFaults } from '../chaos/faults.ts';
import type { Said } from '../chaos/http.ts';
import { FAULT_KINDS, planOf, SCENARIO_IDS } from '../chaos/plan.ts';
import { randomOf } from '../chaos/random.ts';
import { resolutions, type ResolvedBody, type Resolving } from '../chaos/resolving.ts';
import { LOAD, playRound } from '../chaos/round.ts';
import { openWorld, type World } from '../chaos/world.ts';
import { openStandbyWorld, playStandbyRound } from '../chaos/standby/play.ts';
import { ROUND_KINDS } from '../chaos/standby/rounds.ts';
import { tableOf } from '../chaos/standby/run.ts';
import { debianBinaries } from '../chaos/standby/servers.ts';
import { IN_DEPTH } from './support/depth.ts';

test('a plan is the same for the same seed and round, and a long run has every fault and scenario', () => {
  assert.deepEqual(planOf('seed', 7), planOf('seed', 7));
  assert.notDeepEqual(planOf('seed', 7), planOf('other', 7));
  const plans = Array.from({ length: FAULT_KINDS.length }, (_, round) => planOf('seed', round));
  const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  assert.deepEqual([...kinds].toSorted(), FAULT_KINDS.toSorted());
  for (const { faults } of plans) assert.ok(faults.length >= 1 && faults.length <= 3);
  const scenarios = new Set(plans.slice(0, 4).flatMap((plan) => plan.scenarios));
  assert.deepEqual([...scenarios].toSorted(), SCENARIO_IDS.toSorted());
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

const NOTHING_MORE = {
  emptyPayouts: 0,
  refusedAtEnd: 0,
  changes: {
    started: 0,
    joins: 0,
    cancelledJoins: 0,
    toldDone: 0,
    leavers: 0,
    owners: 0,
    amended: 0,
    larger: 0,
    covered: 0,
    paidIn: 0,
  },
  tenants: 2,
  tenantsAtFirst: 2,
  tenantsBetween: [2, 2],
  product: 'bank_deposit',
} as const;

test('what a history must have caused', () => {
  const facts: Facts = {
    events: { opened: 1, sent_to_tenants: 1, tenant_signed: 2, account_opened: 1, open: 1, closing_started: 1 },
    proposals: { manager: 1, tenant: 0 },
    returns: { tenant: 0, landlord: 0, payer: 0 },
    ...NOTHING_MORE,
    operators: 1,
    isPreSigned: false,
    isSent: true,
  };
  const mails = {
    deposit_imported: 1,
    tenant_sign: 2,
    deposit_signed: 3,
    tenant_payment: 1,
    deposit_open: 3,
    closing_consent: 2,
  };
  assert.deepEqual(differences(expectedMails(facts), mails), []);
  assert.deepEqual(differences(expectedMails(facts), { ...mails, tenant_sign: 3 }), ['3 of tenant_sign, not 2']);
  assert.deepEqual(differences(expectedMails(facts), { ...mails, other: 1 }), ['1 of other, not 0']);
  const ordered = { ...facts, events: { ...facts.events, payout_ordered: 1 } };
  assert.deepEqual(differences(expectedMails(ordered), mails), ['0 of payout_ordered, not 3']);
  const ofNothing = { ...ordered, emptyPayouts: 1 };
  assert.deepEqual(
    differences(expectedMails(ofNothing), mails),
    [],
    'where nothing is held, nobody is told of a payout',
  );
  const documents = { agreement: 1, payment_slip: 1, pay_in: 1 };
  assert.deepEqual(differences(expectedDocuments(facts, mails), documents), []);
  assert.deepEqual(differences(expectedDocuments(facts, mails), { ...documents, pay_in: 2 }), ['2 of pay_in, not 1']);
});

test('3 mails of money that came back: to the payee or the operators; of a reversal to the manager, too', () => {
  const facts: Facts = {
    events: { payment_reversed: 2 },
    proposals: { manager: 0, tenant: 0 },
    returns: { tenant: 1, landlord: 2, payer: 1 },
    ...NOTHING_MORE,
    operators: 2,
    isPreSigned: true,
    isSent: false,
  };
  const mails = { payout_returned: 6, payment_reversed: 6 };
  assert.deepEqual(differences(expectedMails(facts), mails), []);
  assert.deepEqual(differences(expectedMails(facts), { ...mails, payout_returned: 3 }), [
    '3 of payout_returned, not 6',
  ]);
});

const booking = (more: object): Resolving['bookings'] => [
  {
    direction: 'debit',
    accountIban: 'CH1',
    amount: 500,
    bookedOn: '2026-12-31',
    bookedAt: new Date(0),
    bankReference: 'R',
    ...more,
  } as never,
];
const money = (signed: number, atBank: number, here: number, more: Partial<Resolving> = {}): Resolving => ({
  depositId: 'D',
  signed,
  compared: [{ iban: 'CH1', amount: signed, atBank, here }],
  bookings: [],
  paymentIds: ['P'],
  orders: [
    { id: 'open', isCompleted: false },
    { id: 'done', isCompleted: true },
  ],
  ...more,
});
const CHARGE = { as: 'charge', depositId: 'D' };
const PAYMENT = { as: 'payment', depositId: 'D' };
const PARTS = [300, 200].map((amount) => ({ iban: 'CH1', amount, atBank: 1, here: 0 }));
const KEPT: [name: string, why: string, known: Resolving, expected: ResolvedBody[]][] = [
  ['what the books have is a duplicate', 'possible_duplicate', money(500, 1, 1), [{ as: 'duplicate' }]],
  ['what they lack is a payment', 'possible_duplicate', money(500, 2, 1), [PAYMENT]],
  [
    'interest',
    'x',
    money(500, 1, 0, { bookings: booking({ item: 'interest' }) }),
    [{ ...PAYMENT, as: 'interest' }, PAYMENT],
  ],
  [
    'a return of a payment of ours',
    'unknown_return',
    money(500, 1, 0, { bookings: booking({ direction: 'credit', isReversal: true }) }),
    [{ as: 'return', orderId: 'done' }, PAYMENT],
  ],
  [
    'a reversal, or a charge where the payment is gone',
    'unknown_reversal',
    money(-500, 1, 0, { bookings: booking({ isReversal: true }) }),
    [{ as: 'reversal', paymentId: 'P' }, CHARGE],
  ],
  ['a debit of ours', 'x', money(-500, 1, 0, { bookings: booking({}) }), [{ as: 'order', orderId: 'open' }, CHARGE]],
  ['a total whose parts are not here', 'awaiting_details', money(500, 0, 0, { compared: PARTS }), [PAYMENT]],
  ['a total of less than is missing', 'awaiting_details', money(700, 0, 0, { compared: PARTS }), [{ as: 'duplicate' }]],
  ['a stranger’s account', 'foreign_account', money(500, 1, 0, { depositId: null }), [{ as: 'none' }]],
];
test('2 what is kept is resolved as the bank has it', () => {
  for (const [name, why, known, expected] of KEPT) assert.deepEqual(resolutions({ why }, known), expected, name);
});

test('3, 4 the bank acts only on what is there; money that came back goes out again', () => {
  const record: MoneyRecord = {
    id: 'D',
    externalContractId: 'C',
    state: 'open',
    iban: 'CH1',
    qrIban: null,
    payments: [],
    orders: [],
  };
  const moves = (of: MoneyRecord): string[] => {
    const random = randomOf('bank');
    const steps = Array.from({ length: 300 }, () => bankStep(of, random)?.move ?? 'none');
    return [...new Set(steps)].toSorted();
  };
  assert.deepEqual(moves({ ...record, iban: null }), ['none']);
  assert.deepEqual(moves(record), ['charge', 'interest', 'none', 'statement']);
  const order = { id: 'O', kind: 'payout', to: 'tenant', state: 'completed', completedAt: 'x' } as const;
  const paid = { ...record, state: 'closed', payments: [{ reversedAt: null }], orders: [order] };
  assert.deepEqual(moves(paid), ['charge', 'interest', 'none', 'payment-reversed', 'payout-returned', 'statement']);
  assert.equal(stepAfterTheEnd(paid), null);
  const open = { ...order, completedAt: null };
  const returned = stepAfterTheEnd({ ...paid, orders: [{ ...open, state: 'returned' }] });
  assert.deepEqual(returned, { orderId: 'O', body: { iban: 'CH9300762011623852957' } });
  assert.deepEqual(stepAfterTheEnd({ ...paid, orders: [{ ...open, state: 'ordered' }] }), { move: 'payout-completed' });
  const payback = { ...open, kind: 'payback', state: 'ordered' } as const;
  assert.deepEqual(stepAfterTheEnd({ ...paid, state: 'withdrawn', orders: [payback] }), { move: 'payback-completed' });
});

test('the report says how often each dialect happened', () => {
  const lines = dialectsInMarkdown({
    scenarios: { 'SIM-FEES': { deposits: 3, entries: 7 } },
    outcomes: { returned: 4 },
    resolutions: { duplicate: 2, payment: 1 },
    statements: 9,
    wrongBalances: 1,
    sentAgain: 5,
  });
  const wanted = ['| `SIM-FEES` | 3 | 7 |', '| entries: `returned` | 4 |', '| statements (camt.053) read | 9 |'];
  for (const line of [...wanted, '| resolved by a person | 2 as `duplicate`, 1 as `payment` |']) {
    assert.ok(lines.includes(line), line);
  }
});

/** What the tampering below needs. */
const NEEDED_ROWS = ['deliveries', 'payments', 'bank_statements', 'payment_runs', 'provider_deliveries'];

test('rounds of chaos, including former counterexamples, and checks that detect faults', IN_DEPTH, async () => {
  const world = await openWorld({ webs: 1 });
  // Bank files are read only after some seconds; test/bank.test.ts covers them.
  const load = { ...LOAD, acknowledged: 25, moves: 20, byFile: 0 };
  try {
    const { possible } = possibleFaults(world);
    const plans = [planOf('test', 4, possible), planOf('test', 1, possible), ...counterexamples(possible)];
    for (const plan of plans) await playRound(world, plan, { load, isLast: false });
    // The checks below need deliveries and payments. On a slow machine the first rounds may cause none.
    for (let round = 10; round < 30 && (await isMissing(world, NEEDED_ROWS)); round++) {
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

test('a primary and its standby: one round of each kind', { ...IN_DEPTH, timeout: 600_000 }, async (t) => {
  const binaries = debianBinaries();
  if (binaries === null) return t.skip('needs Debian’s PostgreSQL');
  const world = await openStandbyWorld(binaries, () => undefined);
  try {
    for (const kind of ROUND_KINDS) {
      const played = await playStandbyRound(world, kind, 'test');
      assert.deepEqual(world.violations, [], world.logged.slice(-20).join('\n'));
      assert.ok(played.acknowledged > 20, `${kind}: there was load`);
      if (kind === 'lossy') assert.ok(played.lost > 0, 'the database has lost something, and it is reported');
      else assert.equal(played.lost, 0, kind);
    }
  } finally {
    await world.end();
  }
});

test('the table of rounds with a standby', () => {
  const played = {
    kind: 'kill',
    acknowledged: 7,
    unanswered: 1,
    lost: 0,
    twice: 0,
    stoppedMs: 1_740,
    backMs: 90,
  } as const;
  assert.match(tableOf([played]), /^\| the primary is killed.* \| 7 \| 1 \| 0 \| 0 \| 1\.7 s \| 0\.1 s \|$/m);
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
  return files.flatMap((name) => {
    const { seed, round, sort } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      seed: string;
      round: number;
      sort?: string;
    };
    // Those of another sort have a world of their own.
    return sort === undefined || sort === 'usual' ? [planOf(seed, round, possible)] : [];
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
  const first = `(select ctid from bank_entries where why = 'payment' and attention is null limit 1)`;
  await notices(checkBank, /is booked 0 times|is booked 1 times/, `delete from bank_entries where ctid = ${first}`);
  await notices(
    checkBank,
    /the account differs/,
    `update bank_statements set closing_rappen = closing_rappen + 1
    where account_iban not in (select account_iban from simulated_bank s where bank_reference is null
      and amount_rappen <> (select coalesce(sum(b.amount_rappen), 0) from simulated_bank b
        where b.account_iban = s.account_iban and b.bank_reference is not null and b.sequence < s.sequence))`,
  );
  await notices(
    checkBank,
    /was not noticed/,
    'update simulated_bank set amount_rappen = amount_rappen + 1 where bank_reference is null',
  );
  await notices(
    checkBank,
    /went to the bank 0 times/,
    'update orders set attempt = attempt + 1 where run_id is not null',
  );
  await notices(checkCalls, /counted/, `update call_counts set calls = calls + 1 where span = 'hour'`);
  await notices(
    checkProviders,
    /has 0 deliveries/,
    `delete from provider_deliveries where ctid = ${one('provider_deliveries')}`,
  );
  await notices(
    checkFourEyes,
    /was approved by ada@chaos\.example/,
    `insert into approvals (id, action, subject, content, fingerprint, organization_id, asked_by, asked_by_id, asked_at,
                            expires_at, state, decided_by, decided_at)
     select gen_random_uuid(), 'lift_hold', 'deposit:X', '', '', gen_random_uuid(), 'ada@chaos.example', 'x', now(), now(),
            'approved', 'ada@chaos.example', now()`,
  );
  await notices(
    checkFourEyes,
    /release_recorded 1 times at deposit .*, with 0 approvals/,
    `update history set event = 'release_recorded' where ctid = ${one('history')}`,
  );
  await notices(
    checkChanges,
    /is done, and not signed by all/,
    `insert into changes (organization_id, id, deposit_id, kind, state, subject, started_at, started_by, signers, signatures)
     select organization_id, gen_random_uuid(), id, 'tenant_joins', 'done', '{}', now(), '{}', '[]', '[null]'
     from deposits limit 1`,
  );
  await notices(
    checkChanges,
    /change_started is stored 1 times, acknowledged 0 to 0 times/,
    `update history set event = 'change_started' where ctid =
       (select ctid from history h where not exists (
          select from changes c where c.deposit_id = h.deposit_id) limit 1)`,
  );
  const [organization] = world.organizations;
  assert.ok(organization !== undefined);
  const key = { keyId: 'K', apiKey: organization.statusKey, organization, is: 'revoked' as const };
  world.mix.portal.keys.push(key);
  const now = { restedAt: new Date(), isLast: false, arrived: arrivedSoFar(world) };
  assert.match((await checkPartners(world, client, now)).join('\n'), /the key K is revoked, and reads .* 404/);
  // This one undoes its own change, so the last tampering stays.
  await client.query(`update deposit_list set tenants = 'nobody'
    where deposit_id in (select id from deposits order by id desc limit 5)`);
  const when = { restedAt: new Date(), isLast: false, arrived: arrivedSoFar(world) };
  assert.match((await checkList(world, client, when)).join('\n'), /listed otherwise/);
  await client.end();
}
