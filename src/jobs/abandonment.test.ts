import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Abandoned, Abandonment } from './abandonment.ts';

test('work that ends passes on its result or its error', async () => {
  const abandonment = new Abandonment();
  assert.equal(await abandonment.wait(Promise.resolve(7)), 7);
  await assert.rejects(abandonment.wait(Promise.reject(new Error('not sent'))), /not sent/);
});

test('abandoning releases all that wait, now and later', async () => {
  const abandonment = new Abandonment();
  const never = new Promise<number>(() => undefined);
  const waiting = [abandonment.wait(never), abandonment.wait(never)];
  abandonment.now();
  for (const end of await Promise.all([...waiting, abandonment.wait(never)])) assert.ok(end instanceof Abandoned);
});

test('work that has ended is not kept in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const abandonment = new Abandonment();
  const rounds = async (count: number): Promise<number> => {
    for (let n = 0; n < count; n++) await abandonment.wait(Promise.resolve(n));
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await rounds(1_000);
  const grown = (await rounds(100_000)) - before;
  assert.ok(grown < 100_000 * 20, `${grown} bytes more after 100,000 of them`);
});
