import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database, type Sql } from '../src/storage/database/database.ts';
import { listApplications } from '../src/storage/providers/queue.ts';
import { runCount } from './support/depth.ts';
import { reach, stage } from './support/play.ts';
import { visitProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let database: Database;
let bank: ProviderVisitor;
before(async () => {
  service = await startService();
  database = await openDatabase(service.databaseUrl, () => undefined);
  bank = await visitProvider(service, 'demo_bank');
});
after(async () => {
  await database.end();
  await service.stop();
});

/** How many pages of the database a page of the queue touches. */
async function pagesTouched(state: 'open' | 'all', place: number): Promise<number> {
  const { rows: ids } = await database.query<{ id: string }>(
    'select id from applications where provider_id = $1 order by id offset $2 limit 1',
    [bank.id, place],
  );
  let touched = 0;
  const explained = {
    query: async (text: string, values: unknown[]) => {
      if (/from applications/.test(text)) {
        const { rows } = await database.query<{ 'QUERY PLAN': any[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const plan = rows[0]?.['QUERY PLAN'][0].Plan;
        touched = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
      return { rows: [], rowCount: 0 };
    },
  } as unknown as Sql;
  await listApplications(explained, bank.id, { state, after: ids[0]?.id ?? null, most: 101 });
  assert.ok(touched > 0);
  return touched;
}

test('queue: a page costs the same at the beginning and at the end, however many there are', async () => {
  const play = await (await stage(service)).start();
  await reach('tenants', play);
  const [application] = await bank.open(play.id);
  const many = runCount({ quick: 20_000, deep: 1_000_000 });
  // In parts: one statement for a million rows may take longer than a statement is allowed to.
  const part = 20_000;
  for (let from = 1; from <= many; from += part) {
    await database.query(
      `insert into applications (organization_id, id, deposit_id, provider_id, kind, state, created_at)
     select a.organization_id, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, a.deposit_id, a.provider_id, a.kind,
            case when n % 3 = 0 then 'open' else 'answered' end, a.created_at
     from applications a, generate_series($1::integer, $2::integer) n where a.deposit_id = $3 and a.id = $4`,
      [from, from + part - 1, play.id, application.id],
    );
  }
  await database.query('vacuum analyze applications');
  for (const state of ['open', 'all'] as const) {
    const [first, last] = [await pagesTouched(state, 0), await pagesTouched(state, many - 1_000)];
    assert.ok(last <= first * 2 + 5, `${state}: ${first} pages at the beginning, ${last} at the end`);
    assert.ok(first < 500, `${state}: ${first} pages`);
  }
});
