import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { statementEntry } from '../../../test/support/statement-entry.ts';
import type { StatementEntry } from '../../domain/booking.ts';
import { endToEndIdOf } from '../../domain/values/end-to-end-id.ts';
import { bookBatches } from './book-batches.ts';

const ORDER = '0190b3a0-0000-7000-8000-000000000001';

function entriesOf(accounts: readonly number[]): StatementEntry[] {
  return accounts.map((account) => statementEntry(`account ${account}`, 1));
}

/** 600 entries, each of another account. */
const OTHERS = Array.from({ length: 600 }, (_, n) => n + 1_000);

test('entries of one account, or of one order, are booked in the order of the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ account: fc.nat(3), times: fc.integer({ min: 1, max: 300 }), ordered: fc.boolean() }), {
        maxLength: 12,
      }),
      fc.array(fc.nat(5), { minLength: 1 }),
      async (parts, delays) => {
        const entries = parts.flatMap(({ account, times, ordered }) =>
          Array.from({ length: times }, () =>
            statementEntry(`account ${account}`, 1, { endToEndId: ordered ? endToEndIdOf(ORDER) : null }),
          ),
        );
        const booked: StatementEntry[] = [];
        let batches = 0;
        await bookBatches(entries, async (batch) => {
          await delay((delays[batches++ % delays.length] ?? 0) % 6);
          booked.push(...batch);
        });
        assert.deepEqual(
          new Set(booked.map(({ key }) => key)),
          new Set(entries.map(({ key }) => key)),
          'each of them once',
        );
        assert.equal(booked.length, entries.length);
        const about = (some: readonly StatementEntry[], is: (one: StatementEntry) => boolean): string[] =>
          some.filter(is).map(({ key }) => key);
        for (const account of [0, 1, 2, 3]) {
          const isHere = ({ accountIban }: StatementEntry): boolean => accountIban === `account ${account}`;
          assert.deepEqual(about(booked, isHere), about(entries, isHere));
        }
        const isOrdered = ({ endToEndId }: StatementEntry): boolean => endToEndId !== null;
        assert.deepEqual(about(booked, isOrdered), about(entries, isOrdered));
      },
    ),
    { numRuns: 50 },
  );
});

test('batches of other accounts are booked at the same time, three at most', async () => {
  let [now, most] = [0, 0];
  await bookBatches(entriesOf([...OTHERS, ...OTHERS.map((one) => one + 1_000)]), async () => {
    most = Math.max(most, ++now);
    await delay(5);
    now--;
  });
  assert.equal(most, 3);
});

test('a return waits for the debit of its order, which is on another account', async () => {
  const returned = { originalEndToEndId: endToEndIdOf(ORDER), reason: null };
  const debit = statementEntry('account 1', 1, { direction: 'debit', endToEndId: endToEndIdOf(ORDER) });
  const back = statementEntry('account 2', 1, { returned });
  const entries = [debit, ...entriesOf(OTHERS.slice(0, 260)), back];
  const order: string[] = [];
  await bookBatches(entries, async (batch) => {
    await delay(batch.includes(debit) ? 20 : 0);
    order.push(...batch.map(({ key }) => key));
  });
  assert.ok(order.indexOf(debit.key) < order.indexOf(back.key));
});

test('a batch ends with an account, and has at most twice the usual number', async () => {
  const sizes: number[] = [];
  const one = Array.from({ length: 700 }, () => 1);
  await bookBatches(entriesOf([...OTHERS.slice(0, 199), 7, 7, 7, 8, ...one]), async (batch) => {
    sizes.push(batch.length);
  });
  assert.deepEqual(sizes, [202, 400, 301]);
});

test('a batch that fails ends the booking once the others have ended', async () => {
  let ended = 0;
  const booking = bookBatches(entriesOf(OTHERS), async (batch) => {
    if (batch[0]?.accountIban === 'account 1000') throw new Error('no');
    await delay(20);
    ended++;
  });
  await assert.rejects(booking, /^Error: no$/);
  assert.ok(ended <= 2);
  const atTheEnd = ended;
  await delay(50);
  assert.equal(ended, atTheEnd, 'nothing is booked any more');
});
