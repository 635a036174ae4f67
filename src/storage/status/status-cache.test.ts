import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusFacts } from '../../domain/contract-status.ts';
import { rappen } from '../../domain/values/money.ts';
import { StatusCache } from './status-cache.ts';

const ONE = '00000000-0000-7000-8000-00000000000a';
const OTHER = '00000000-0000-7000-8000-00000000000b';

function facts(externalContractId: string): StatusFacts {
  const nothing = { product: null, iban: null, paidOutTime: null, paidOutAmountTenant: null, provider: null };
  return { externalContractId, state: 'opening', rentalDeposit: rappen(100), ...nothing };
}

function put(cache: StatusCache<StatusFacts>, organizationId: string, externalContractId: string): void {
  const all = facts(externalContractId);
  cache.set(organizationId, all, all);
}

/** Holds contract C of both organizations, as of transaction 1,000. */
function filled(): StatusCache<StatusFacts> {
  const cache = new StatusCache<StatusFacts>();
  assert.equal(cache.since, null);
  cache.invalidate({ server: 1, before: 1_000, changed: [] });
  for (const organizationId of [ONE, OTHER]) put(cache, organizationId, 'C');
  return cache;
}

const known = (cache: StatusCache<StatusFacts>): boolean[] => [ONE, OTHER].map((id) => cache.of(id).has('C'));

test('a change removes the entry of that organization only', () => {
  const cache = filled();
  assert.equal(cache.invalidate({ server: 1, before: 1_001, changed: [] }), false);
  assert.equal(
    cache.invalidate({ server: 1, before: 1_002, changed: [{ organizationId: ONE, externalContractId: 'C' }] }),
    true,
  );
  assert.deepEqual(known(cache), [false, true]);
  assert.equal(cache.since, 1_002);
});

test('clears everything where not all changes are known', async (t) => {
  const many = Array.from({ length: 1_001 }, (_, n) => ({ organizationId: ONE, externalContractId: `X-${n}` }));
  const rows = [
    ['after as many transactions as changes are kept for', { server: 1, before: 101_000, changed: [] }, [true, true]],
    ['after more', { server: 1, before: 101_001, changed: [] }, [false, false]],
    ['where the count goes back: another server', { server: 1, before: 999, changed: [] }, [false, false]],
    ['where another server answers, at whatever count', { server: 2, before: 1_000, changed: [] }, [false, false]],
    ['with as many changes as are read', { server: 1, before: 1_001, changed: many.slice(1) }, [true, true]],
    ['with more', { server: 1, before: 1_001, changed: many }, [false, false]],
  ] as const;
  for (const [name, changes, left] of rows) {
    await t.test(name, () => {
      const cache = filled();
      cache.invalidate(changes);
      assert.deepEqual(known(cache), left);
    });
  }
});

test('the number of entries is bounded', () => {
  const cache = filled();
  for (let n = 0; n < 50_000; n++) put(cache, n % 2 === 0 ? ONE : OTHER, `C-${n}`);
  const held = () => cache.of(ONE).size + cache.of(OTHER).size;
  assert.ok(held() <= 20_000, `${held()} are held`);
  assert.equal(cache.of(OTHER).get('C-49999')?.externalContractId, 'C-49999');
  // Repeated and removed entries do not count.
  cache.clear();
  for (let n = 0; n < 30_000; n++) {
    put(cache, ONE, 'C');
    put(cache, ONE, 'D');
    cache.invalidate({ server: 1, before: 1_000, changed: [{ organizationId: ONE, externalContractId: 'D' }] });
  }
  put(cache, OTHER, 'C');
  assert.deepEqual(known(cache), [true, true]);
});
