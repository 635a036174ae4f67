import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GivenUp, GivingUp } from './giving-up.ts';

test('work that ends gives what it gives, or its error', async () => {
  const givingUp = new GivingUp();
  assert.equal(await givingUp.wait(Promise.resolve(7)), 7);
  await assert.rejects(givingUp.wait(Promise.reject(new Error('not sent'))), /not sent/);
});

test('giving up releases all that wait, and whoever comes afterwards', async () => {
  const givingUp = new GivingUp();
  const never = new Promise<number>(() => undefined);
  const waiting = [givingUp.wait(never), givingUp.wait(never)];
  givingUp.now();
  for (const end of await Promise.all([...waiting, givingUp.wait(never)])) assert.ok(end instanceof GivenUp);
});

test('what was waited for is not remembered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const givingUp = new GivingUp();
  const rounds = async (count: number): Promise<number> => {
    for (let n = 0; n < count; n++) await givingUp.wait(Promise.resolve(n));
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await rounds(1_000);
  const grown = (await rounds(100_000)) - before;
  assert.ok(grown < 100_000 * 20, `${grown} bytes more after 100,000 of them`);
});
