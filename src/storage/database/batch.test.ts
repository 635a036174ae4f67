import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { batch, Overloaded, type BatchLimits } from './batch.ts';

test('calls that arrive while a statement is in flight are batched into the next', async () => {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const double = batch<number, number>(
    async (items) => {
      batches.push(items);
      await new Promise<void>((end) => ends.push(end));
      return items.map((item) => item * 2);
    },
    { limits: { most: 4, inFlight: 1, waiting: 100 } },
  );
  const inFlight = async (count: number): Promise<void> => {
    while (batches.length < count) await wait(1);
  };
  const first = double(1);
  await inFlight(1);
  const rest = Promise.all([2, 3, 4, 5, 6].map(double));
  for (const count of [1, 2, 3]) {
    await inFlight(count);
    ends[count - 1]?.();
  }
  assert.equal(await first, 2);
  assert.deepEqual(await rest, [4, 6, 8, 10, 12]);
  assert.deepEqual(batches, [[1], [2, 3, 4, 5], [6]]);
});

test('a statement that lost a deadlock is tried again, once', async () => {
  const deadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });
  let tries = 0;
  const call = batch<number, number>((items) => {
    tries++;
    return tries === 1 || items.includes(13) ? Promise.reject(deadlock()) : Promise.resolve(items);
  });
  assert.equal(await call(7), 7);
  assert.equal(tries, 2);
  await assert.rejects(call(13), /deadlock/);
  assert.equal(tries, 4);
});

test('one bad call does not fail the others, and each gets its own result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ value: fc.nat(), bad: fc.boolean() }), { maxLength: 40 }), async (items) => {
      const call = batch<{ value: number; bad: boolean }, number>(
        async (batch) => {
          if (batch.some(({ bad }) => bad)) throw new Error('a bad row');
          return batch.map(({ value }) => value);
        },
        { limits: { most: 8, inFlight: 2, waiting: 100 }, mayRetry: () => true },
      );
      const results = await Promise.allSettled(items.map(call));
      for (const [index, result] of results.entries()) {
        const { value, bad } = items[index] as { value: number; bad: boolean };
        if (bad) assert.equal(result.status, 'rejected');
        else assert.deepEqual(result, { status: 'fulfilled', value });
      }
    }),
  );
});

test('a failure that must not be repeated fails the whole batch once', async () => {
  let runs = 0;
  const call = batch<number, number>(
    async () => {
      runs++;
      throw new Error('the connection is gone');
    },
    { mayRetry: () => false },
  );
  const results = await Promise.allSettled([call(1), call(2), call(3)]);
  assert.ok(results.every(({ status }) => status === 'rejected'));
  assert.equal(runs, 1);
});

test('the queue is bounded', async () => {
  const call = batch<number, number>(async (items) => (await wait(5), items), {
    limits: { most: 1, inFlight: 1, waiting: 2 },
  });
  const results = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => call(n)));
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0);
  assert.ok(refused.every((result) => result.status === 'rejected' && result.reason instanceof Overloaded));
});

test('a pause delays the statement after a large batch, not the one after a small batch', async () => {
  const sizes: number[] = [];
  const call = batch<number, number>(
    async (items) => {
      sizes.push(items.length);
      return items;
    },
    { limits: { most: 100, inFlight: 1, waiting: 1_000, pauseMs: 1_000 } },
  );
  await Promise.all(Array.from({ length: 40 }, (_, n) => call(n)));
  await Promise.all([call(1), wait(1).then(() => call(2)), wait(2).then(() => call(3))]);
  assert.deepEqual(sizes, [40, 3]);
  for (let n = 0; n < 5; n++) await call(n);
  assert.deepEqual(sizes, [40, 3, 1, 1, 1, 1, 1]);
});

/** Statements that end on demand, and how many calls each has. */
function statements(limits: BatchLimits) {
  const sizes: number[] = [];
  const ends: (() => void)[] = [];
  const call = batch<number, number>(
    async (items) => {
      sizes.push(items.length);
      await new Promise<void>((end) => ends.push(end));
      return items;
    },
    { limits },
  );
  const begun = async (count: number): Promise<void> => {
    while (sizes.length < count) await wait(1);
  };
  return { call, sizes, ends, begun };
}

const NEVER = 2 ** 31 - 1;

test('a parallel statement starts for enough calls; fewer wait for the one in flight', async () => {
  const parallel = { calls: 3, afterMs: NEVER };
  const { call, sizes, ends, begun } = statements({ most: 10, inFlight: 2, waiting: 100, parallel });
  const all = [call(1)];
  await begun(1);
  all.push(call(2), call(3));
  await wait(5);
  assert.deepEqual(sizes, [1]);
  all.push(call(4));
  await begun(2);
  assert.deepEqual(sizes, [1, 3]);
  // Two in flight, then one again: the single waiting call is not enough for a second one.
  all.push(call(5));
  ends[0]?.();
  await wait(5);
  assert.deepEqual(sizes, [1, 3]);
  ends[1]?.();
  await begun(3);
  ends[2]?.();
  assert.deepEqual(await Promise.all(all), [1, 2, 3, 4, 5]);
  assert.deepEqual(sizes, [1, 3, 1]);
});

test('a hanging statement delays other calls only briefly', async () => {
  const parallel = { calls: 3, afterMs: 2 };
  const { call, sizes, ends, begun } = statements({ most: 10, inFlight: 2, waiting: 100, parallel });
  const hanging = call(1);
  await begun(1);
  const second = call(2);
  await begun(2);
  // Arrives while two are in flight; one of them ends.
  const third = call(3);
  ends[1]?.();
  assert.equal(await second, 2);
  await begun(3);
  ends[2]?.();
  assert.equal(await third, 3);
  ends[0]?.();
  assert.equal(await hanging, 1);
  assert.deepEqual(sizes, [1, 1, 1]);
});
