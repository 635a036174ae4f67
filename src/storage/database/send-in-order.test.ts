import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Sql } from './database.ts';
import { sendInOrder } from './send-in-order.ts';

/** A connection that answers later, and refuses a second statement meanwhile. */
function slowly(log: string[]): Sql {
  let isBusy = false;
  const query = async (text: string): Promise<void> => {
    assert.ok(!isBusy, `${text} was sent before the answer of the one before`);
    isBusy = true;
    log.push(`sent ${text}`);
    for (let n = 0; n < 10; n++) await turn();
    isBusy = false;
    log.push(`answered ${text}`);
    if (text === 'bad') throw new Error('refused');
  };
  return { query: query as unknown as Sql['query'] };
}

test('the next step is prepared while the database works, and sent after the answer', async () => {
  const log: string[] = [];
  const step = (name: string) => (sql: Sql) => {
    log.push(`prepared ${name}`);
    return sql.query(name);
  };
  await sendInOrder(slowly(log), [step('a'), step('b')]);
  assert.deepEqual(log, ['prepared a', 'sent a', 'prepared b', 'answered a', 'sent b', 'answered b']);
});

test('a step waits for all statements of those before it, also across one that sends nothing', async () => {
  const log: string[] = [];
  const two = async (sql: Sql): Promise<void> => {
    await sql.query('a1');
    await sql.query('a2');
  };
  await sendInOrder(slowly(log), [two, async () => undefined, (sql) => sql.query('b')]);
  assert.deepEqual(
    log.filter((line) => line.startsWith('sent')),
    ['sent a1', 'sent a2', 'sent b'],
  );
});

test('after a statement that fails none is sent, and its error is told', async () => {
  const log: string[] = [];
  const steps = ['a', 'bad', 'b', 'c'].map((name) => (sql: Sql) => sql.query(name));
  await assert.rejects(sendInOrder(slowly(log), steps), /refused/);
  assert.deepEqual(
    log.filter((line) => line.startsWith('sent')),
    ['sent a', 'sent bad'],
  );
});

test('no steps are done at once', async () => {
  await sendInOrder(slowly([]), []);
});
