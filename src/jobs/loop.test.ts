import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoop, type LoopSettings } from './loop.ts';

const NEVER_MS = 3_600_000;

/** A loop whose rounds last until they are released. */
function looping(settings: Partial<LoopSettings> = {}) {
  const rounds: (() => void)[] = [];
  const errors: unknown[] = [];
  let atOnce = 0;
  const loop = startLoop({
    everyMs: NEVER_MS,
    firstAfterMs: 0,
    onError: (error) => errors.push(error),
    round: async () => {
      assert.equal(atOnce++, 0, 'rounds overlap');
      await new Promise<void>((done) => rounds.push(done));
      atOnce--;
    },
    ...settings,
  });
  const round = async (number: number): Promise<void> => {
    while (rounds.length < number) await wait(1);
  };
  return { loop, rounds, errors, round };
}

test('a wake during a round starts another one after it, and never two at once', async () => {
  const { loop, rounds, round } = looping();
  await round(1);
  for (let times = 0; times < 3; times++) loop.wake();
  await wait(10);
  assert.equal(rounds.length, 1);
  rounds[0]?.();
  await round(2);
  rounds[1]?.();
  await wait(10);
  assert.equal(rounds.length, 2);
  await loop.stop();
});

test('a wake between rounds starts one soon, and repeated wakes do not postpone it', async () => {
  const { loop, rounds, round } = looping({ firstAfterMs: NEVER_MS, wakeAfterMs: 30 });
  for (let times = 0; times < 20 && rounds.length === 0; times++) {
    loop.wake();
    await wait(5);
  }
  assert.equal(rounds.length, 1);
  await round(1);
  rounds[0]?.();
  await loop.stop();
});

test('a stop waits for the round in progress, and none follows', async () => {
  const { loop, rounds, round } = looping({ everyMs: 0 });
  await round(1);
  let isStopped = false;
  const stopping = loop.stop().then(() => (isStopped = true));
  await wait(10);
  assert.equal(isStopped, false);
  rounds[0]?.();
  await stopping;
  loop.wake();
  await wait(10);
  assert.equal(rounds.length, 1);
});

test('a round that fails is reported, and the next one follows', async () => {
  let count = 0;
  const round = async (): Promise<void> => {
    if (++count === 1) throw new Error('failed');
  };
  const { loop, errors } = looping({ everyMs: 0, round });
  while (count < 3) await wait(1);
  await loop.stop();
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    ['failed'],
  );
});

test('a round may say when the next one follows', async () => {
  let count = 0;
  const { loop } = looping({ round: async () => (++count < 5 ? 0 : undefined) });
  while (count < 5) await wait(1);
  await wait(10);
  assert.equal(count, 5);
  await loop.stop();
});
