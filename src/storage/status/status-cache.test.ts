import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusFacts } from '../../domain/contract-status.ts';
import { rappen } from '../../domain/money.ts';
import { StatusCache } from './status-cache.ts';

const ONE = '00000000-0000-7000-8000-00000000000a';
const OTHER = '00000000-0000-7000-8000-00000000000b';

function facts(externalContractId: string): StatusFacts {
  const nothing = { product: null, iban: null, paidOutTime: null, paidOutAmountTenant: null };
  return { externalContractId, state: 'opening', rentalDeposit: rappen(100), ...nothing };
}

function learn(cache: StatusCache<StatusFacts>, organizationId: string, externalContractId: string): void {
  const all = facts(externalContractId);
  cache.set(organizationId, all, all);
}

/** Remembers C of both organizations, as of transaction 1,000. */
function memory(): StatusCache<StatusFacts> {
  const cache = new StatusCache<StatusFacts>();
  assert.equal(cache.since, null);
  cache.invalidate({ before: 1_000, changed: [] });
  for (const organizationId of [ONE, OTHER]) learn(cache, organizationId, 'C');
  return cache;
}

const known = (cache: StatusCache<StatusFacts>): boolean[] => [ONE, OTHER].map((id) => cache.of(id).has('C'));

test('forgets what has changed, of the one whose it is', () => {
  const cache = memory();
  assert.equal(cache.invalidate({ before: 1_001, changed: [] }), false);
  assert.equal(cache.invalidate({ before: 1_002, changed: [{ organizationId: ONE, externalContractId: 'C' }] }), true);
  assert.deepEqual(known(cache), [false, true]);
  assert.equal(cache.since, 1_002);
});

test('forgets everything where not all changes are told', async (t) => {
  const many = Array.from({ length: 1_001 }, (_, n) => ({ organizationId: ONE, externalContractId: `X-${n}` }));
  const rows = [
    ['after as many transactions as changes are kept for', { before: 101_000, changed: [] }, [true, true]],
    ['after more', { before: 101_001, changed: [] }, [false, false]],
    ['where the count goes back: another server', { before: 999, changed: [] }, [false, false]],
    ['with as many changes as are told', { before: 1_001, changed: many.slice(1) }, [true, true]],
    ['with more', { before: 1_001, changed: many }, [false, false]],
  ] as const;
  for (const [name, news, left] of rows) {
    await t.test(name, () => {
      const cache = memory();
      cache.invalidate(news);
      assert.deepEqual(known(cache), left);
    });
  }
});

test('holds no more than so many, whatever is asked for', () => {
  const cache = memory();
  for (let n = 0; n < 50_000; n++) learn(cache, n % 2 === 0 ? ONE : OTHER, `C-${n}`);
  const held = () => cache.of(ONE).size + cache.of(OTHER).size;
  assert.ok(held() <= 20_000, `${held()} are held`);
  assert.equal(cache.of(OTHER).get('C-49999')?.externalContractId, 'C-49999');
  // The same again and again, and what is forgotten, take no place.
  cache.clear();
  for (let n = 0; n < 30_000; n++) {
    learn(cache, ONE, 'C');
    learn(cache, ONE, 'D');
    cache.invalidate({ before: 1_000, changed: [{ organizationId: ONE, externalContractId: 'D' }] });
  }
  learn(cache, OTHER, 'C');
  assert.deepEqual(known(cache), [true, true]);
});
