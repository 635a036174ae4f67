import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingFrom, type ClosingJson } from './closing-json.ts';

/** A closing as version 0.2.0 stored it. */
const EARLIER = {
  startedBy: 'tenant',
  startedAt: '2026-05-01T10:00:00.000Z',
  tenancyEnd: '2026-04-30',
  proposals: [{ at: '2026-05-01T10:00:00.000Z', by: 'tenant', amountLandlord: 5, reason: null }],
  tenantIban: 'CH9300762011623852957',
  release: null,
} as unknown as ClosingJson;

test('a closing from before: the tenant’s day counts, undisputed, and nothing is planned yet', () => {
  const { end, year, claim, tenancyEnd, tenantIban, tenantHolderName } = closingFrom(EARLIER);
  assert.deepEqual(end, {
    state: 'undisputed',
    namedBy: 'tenant',
    tenantDay: '2026-04-30',
    managerDay: null,
    reason: null,
  });
  assert.deepEqual([year, claim, tenancyEnd], [{ queuedFor: null, warnings: 0 }, null, '2026-04-30']);
  assert.deepEqual([tenantIban, tenantHolderName], ['CH9300762011623852957', null], 'its account still counts');
});

test('a closing from before that the manager started: confirmed', () => {
  const { end } = closingFrom({ ...EARLIER, startedBy: 'manager' });
  assert.deepEqual(
    [end.state, end.namedBy, end.managerDay, end.tenantDay],
    ['confirmed', 'manager', '2026-04-30', null],
  );
});
