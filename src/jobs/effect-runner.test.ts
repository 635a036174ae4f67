import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { Database } from '../storage/database/database.ts';
import { EffectRunner, MOST_BATCHES, type Handlers } from './effect-runner.ts';

/** A database with no effects, which counts the transactions that are open at the same time. */
function counting(isBroken: (transaction: number) => boolean): { database: Database; most: () => number } {
  let [open, most, begun] = [0, 0, 0];
  const sql = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) };
  const transaction = async (work: (inside: typeof sql) => Promise<unknown>): Promise<unknown> => {
    const number = ++begun;
    most = Math.max(most, ++open);
    await soon();
    try {
      if (isBroken(number)) throw new Error('no connection');
      return await work(sql);
    } finally {
      open--;
    }
  };
  return { database: { ...sql, transaction } as unknown as Database, most: () => most };
}

test('many batches asked for at once wait for each other, also when some fail', async () => {
  const { database, most } = counting((number) => number % 3 === 0);
  const settings = { keepContent: false, needsContent: false, onTried: () => undefined, log: () => undefined };
  const runner = new EffectRunner({ ...settings, database, handlers: {} as Handlers });
  const ends = await Promise.allSettled(Array.from({ length: 60 }, () => runner.runBatch()));
  assert.equal(most(), MOST_BATCHES);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 40);
  assert.equal(await runner.runBatch(), 0);
});
