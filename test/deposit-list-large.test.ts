import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../src/storage/database/database.ts';
import {
  countAwaitingOf,
  countByState,
  listDepositsOf,
  MOST_COUNTED_DEPOSITS,
  streamDeposits,
} from '../src/storage/deposit-list/deposit-list.ts';
import {
  DEFAULT_ORDER,
  NO_FILTER,
  type ListFilter,
  type ListOrder,
  type ListScope,
} from '../src/storage/deposit-list/list-query.ts';
import { payload } from './support/payload.ts';
import { stage } from './support/play.ts';
import { startService } from './support/service.ts';

test('large results: the search follows the order, and counts stop', async (t) => {
  const service = await startService();
  const database = await openDatabase(service.databaseUrl, () => undefined);
  t.after(async () => {
    await database.end();
    await service.stop();
  });
  const verwaltung = await stage(service);
  const scope: ListScope = { organizationIds: [verwaltung.organizationId], members: [] };
  assert.equal((await verwaltung.open(payload({ externalContractId: 'BULK-0' }))).status, 200);
  const first = await listDepositsOf(database, scope, NO_FILTER, { ...DEFAULT_ORDER, after: null, most: 2 });
  assert.equal(first.deposits.length, 1);
  // Without the service's limit of ten seconds: a slow machine may need longer.
  const patient = new Client({ connectionString: service.databaseUrl });
  await patient.connect();
  await patient.query(
    `insert into deposit_list
     select (json_populate_record(l, json_build_object('deposit_id', gen_random_uuid(), 'contract_key', 'bulk-' || n,
       'tenant_key', 'n' || n % 7, 'rental_deposit_rappen', n % 50, 'created_at', l.created_at - n * interval '1 hour',
       'words', (l.words || array_to_tsvector(array['other' || n % 150]))::text))).*
     from deposit_list l, generate_series(1, 10100) n where l.organization_id = $1`,
    [verwaltung.organizationId],
  );
  await patient.end();
  for (const [filter, order] of [
    [{ search: 'bulk' }, { sort: 'contract', descending: false }],
    [
      { search: 'lea', awaitsManager: true },
      { sort: 'amount', descending: true },
    ],
    [{ steps: ['awaiting_manager_signature'] }, { sort: 'attention', descending: true }],
    [{ from: '2020-01-01' }, { sort: 'tenant', descending: false }],
  ] as [Partial<ListFilter>, ListOrder][]) {
    const seen = new Set<string>();
    let count = 0;
    for await (const page of streamDeposits(database, scope, { ...NO_FILTER, ...filter }, order)) {
      for (const { depositId } of page) seen.add(depositId);
      count += page.length;
    }
    assert.deepEqual([seen.size, count], [10_101, 10_101], JSON.stringify(filter));
  }
  const { states, awaitsManager } = (await countByState(database, scope)) ?? assert.fail('not counted');
  assert.deepEqual([states.opening, awaitsManager, states.open], [MOST_COUNTED_DEPOSITS, MOST_COUNTED_DEPOSITS, 0]);

  // The planner estimates words from a hundred common ones on.
  await database.query('analyze deposit_list');
  const manager = 'select manager_id as id from deposit_list where organization_id = $1 limit 1';
  const { rows } = await database.query<{ id: string }>(manager, [verwaltung.organizationId]);
  const id = rows[0]?.id ?? assert.fail('nobody');
  const whole = { ...scope, members: [{ organizationId: verwaltung.organizationId, id }] };
  const few = { ...whole, members: [{ ...whole.members[0], id: randomUUIDv7() }] } as ListScope;
  const all = { ...NO_FILTER, search: 'bulk' };
  assert.equal(await countAwaitingOf(database, whole, NO_FILTER), MOST_COUNTED_DEPOSITS);
  assert.equal(await countAwaitingOf(database, whole, all), null, 'too many to count');
  assert.equal(await countAwaitingOf(database, few, all), 0, 'none awaits the person, whatever the search finds');
  assert.equal(await countAwaitingOf(database, whole, { ...NO_FILTER, from: '2099-01-01' as never }), 0);
});
