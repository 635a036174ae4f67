import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Call } from '../fuzz/call.ts';
import { CELL_KEY, cellCall, judgeCell } from '../fuzz/cells.ts';
import { readDoorCorpus } from '../fuzz/corpus.ts';
import { DOORS, doorCall, doorOf } from '../fuzz/doors/doors.ts';
import { openHouse, type House } from '../fuzz/doors/house.ts';
import { judgeDoor, type Reached } from '../fuzz/doors/judge.ts';
import { drive } from '../fuzz/drive.ts';
import type { Judge } from '../fuzz/oracle.ts';
import { Random } from '../fuzz/random.ts';
import { READERS, readOne } from '../fuzz/readers/readers.ts';
import { Tally } from '../fuzz/tally.ts';
import { Connection } from '../fuzz/wire.ts';
import { DEEPER, runCount } from './support/depth.ts';
import { registeredRoutes } from './support/routes.ts';
import { startService, type Service } from './support/service.ts';
import { startToldCells } from './support/two-cells.ts';

const SEED = 47;
const reached: Reached = new Map();
let service: Service;
let house: House;
let judge: Judge;
before(async () => {
  const env = { TRUST_PROXY: 'true', QUALIFIED_SIGNATURE_URL: 'simulated', FOUR_EYES: 'true' };
  service = await startService({ env });
  house = await openHouse(service, registeredRoutes());
  judge = (call, answer) => judgeDoor(house, reached, call, answer);
});
after(async () => {
  await house.close();
  await service.stop();
});

const portOf = ({ address }: Service): number => Number(new URL(address).port);

async function found(
  port: number,
  by: Judge,
  count: number,
  make: (number: number) => Call,
  connections = 4,
): Promise<Tally> {
  const tally = new Tally();
  await drive({ port, connections, count, make, judge: by, tally, ended: () => null });
  const faults = tally.counterexamples.map(({ fault, call }) => `${call.target} (${call.kind}): ${fault}`);
  assert.deepEqual(faults, []);
  return tally;
}

test('every route is behind a door, and every door has routes', () => {
  const names = house.table.routes.map((route) => doorOf(route)?.name ?? 'a grammar of its own');
  for (const { name } of DOORS) assert.ok(names.includes(name), name);
  assert.ok(names.filter((name) => name === 'a grammar of its own').length < 80);
});

const EACH = runCount({ quick: 25, deep: 150 });
describe('each door answers any input as documented, and only those who may enter:', () => {
  for (const { name } of DOORS) {
    test(name, DEEPER, async () => {
      const tally = await found(portOf(service), judge, EACH, (number) =>
        doorCall(new Random(SEED, number), house, name),
      );
      assert.ok([...tally.byOutcome.keys()].length > 1, 'more than one kind of answer');
    });
  }
});

test('what is refused changes nothing', DEEPER, async () => {
  const connection = new Connection(portOf(service));
  let before = await stored();
  let refused = 0;
  for (let number = 0; number < runCount({ quick: 30, deep: 90 }); number++) {
    const call = doorCall(new Random(SEED + 1, number), house, CHANGING[number % CHANGING.length]);
    const { answer } = await connection.exchange(call.message);
    const { fault } = judge(call, answer);
    assert.equal(fault, null);
    const now = await stored();
    const status = answer?.status ?? 0;
    if (status >= 400) {
      refused++;
      assert.deepEqual(now, before, `${call.message.method} ${call.message.path}: ${status}`);
    }
    before = now;
  }
  connection.close();
  assert.ok(refused > 5, `${refused} refused`);
});

/** Doors by which something changes in one transaction with the answer. */
const CHANGING = [
  'provider api',
  'provider pages',
  'partner api',
  'operator api',
  'sandbox api',
  'tenants',
  'managers',
];

/** A role that is not enough is in the audit log; callbacks that are due go out meanwhile. */
async function stored(): Promise<Record<string, string>> {
  const { audit_log: _, deliveries: _due, delivery_attempts: _made, ...rest } = await house.world.stored();
  return rest;
}

test('former findings stay fixed', async () => {
  const connection = new Connection(portOf(service));
  for (const { name, call } of readDoorCorpus(house)) {
    const { answer } = await connection.exchange(call.message);
    assert.equal(judge(call, answer).fault, null, name);
  }
  connection.close();
});

test('the books balance and every history is whole, whatever was sent', async () => {
  const { body } = await service.operator('GET', '/verification');
  assert.deepEqual(body.faults, []);
});

describe('files that are read: refused or read as they are', () => {
  const files = runCount({ quick: 60, deep: 600 });
  for (const { name } of READERS) {
    test(name, DEEPER, async () => {
      const tally = new Tally();
      for (let number = 0; number < files; number++) {
        assert.equal(await readOne(new Random(SEED, number), tally, name), null, `file ${number}`);
      }
      assert.ok(tally.byOutcome.size > 1);
    });
  }
});

test('a cell takes what is said with a good token, and nothing else', DEEPER, async () => {
  const cells = await startToldCells({ SECRET_KEY: CELL_KEY });
  try {
    const count = runCount({ quick: 80, deep: 400 });
    const port = portOf(cells.main.service);
    // One after the other: a token counts as used once its call was answered.
    const tally = await found(port, judgeCell, count, (number) => cellCall(new Random(SEED, number)), 1);
    for (const outcome of ['cells: 200', 'cells: 401', 'cells: 422']) assert.ok(tally.byOutcome.has(outcome), outcome);
  } finally {
    await cells.stop();
  }
});
