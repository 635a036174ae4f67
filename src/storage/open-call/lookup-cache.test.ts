import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenCallFacts } from '../../domain/open-call.ts';
import { LookupCache } from './lookup-cache.ts';
import type { SetUpVersion } from './lookup.ts';

const QUERY = { keyId: 'key', externalOrgId: 'org', externalContractId: 'C', managerEmail: null };
const OTHER = { ...QUERY, externalOrgId: 'other' };

const found = (version: SetUpVersion) => ({
  version,
  now: new Date(),
  key: { hash: Buffer.alloc(1), integration: 'custom' as const },
  facts: {} as OpenCallFacts,
});

const ROWS: [what: string, second: SetUpVersion, keepsFirst: boolean, takesSecond: boolean][] = [
  ['the same version', { count: 5, server: 1 }, true, true],
  ['a newer version', { count: 6, server: 1 }, false, true],
  ['an older version, read before a change', { count: 4, server: 1 }, true, false],
  ['another server with the same count, after a failover that lost changes', { count: 5, server: 2 }, false, true],
  ['another server with a lower count', { count: 3, server: 2 }, false, true],
];
for (const [what, second, keepsFirst, takesSecond] of ROWS) {
  test(`many-machines, finding 1: ${what}`, () => {
    const cache = new LookupCache();
    cache.set(QUERY, found({ count: 5, server: 1 }));
    cache.set(OTHER, found(second));
    assert.deepEqual([cache.get(QUERY) !== null, cache.get(OTHER) !== null], [keepsFirst, takesSecond]);
    if (takesSecond) assert.deepEqual(cache.get(OTHER)?.version, second);
  });
}
