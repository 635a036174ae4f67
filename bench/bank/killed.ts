import assert from 'node:assert/strict';
import { withClient, type Site } from '../service.ts';
import type { Account } from './accounts.ts';
import { importFile, run } from './import.ts';

/** Killed once so many were booked; how many that was in the end. */
type Kill = { from: number; booked: number };
export type Killed = { entries: number; kills: Kill[]; seconds: number };

/** Imports a file in a process that is killed with SIGKILL at random moments, and started again until it ends by itself. */
export async function importKilled(
  site: Site,
  { path, env, entries, times }: { path: string; env: Record<string, string>; entries: number; times: number },
): Promise<Killed> {
  const kills: Kill[] = [];
  const start = performance.now();
  const before = await countEntries(site);
  const booked = async (): Promise<number> => (await countEntries(site)) - before;
  for (let n = 0; n < times; n++) {
    // Each gets further than the one before; the last part is left to the one that is not killed.
    const from = Math.floor((entries * (n + Math.random())) / (times + 1));
    const { code } = await importFile(path, env, { killWhen: async () => (await booked()) >= from });
    if (code !== null) break;
    kills.push({ from, booked: await booked() });
  }
  assert.ok(kills.length > 0, 'the import was killed');
  const { code } = await importFile(path, env);
  assert.equal(code, 0, 'the import that is not killed succeeds');
  return { entries, kills, seconds: (performance.now() - start) / 1000 };
}

function countEntries(site: Site): Promise<number> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from bank_entries where not starts_with(key, 'copy-')`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Throws unless every planned entry is booked exactly once, and the books agree with themselves and the bank. */
export async function requireBookedOnce(
  site: Site,
  accounts: readonly Account[],
  env: Record<string, string>,
): Promise<void> {
  const planned = new Map<string, { count: number; rappen: number }>();
  for (const { as, rappen } of accounts.flatMap(({ entries }) => entries)) {
    const outcome = as === 'payout' ? 'order_completed' : as;
    const { count, rappen: sum } = planned.get(outcome) ?? { count: 0, rappen: 0 };
    planned.set(outcome, { count: count + 1, rappen: sum + rappen });
  }
  await withClient(site, async (client) => {
    const { rows } = await client.query<{ why: string; count: number; rappen: string }>(
      `select why, count(*)::integer as count, sum(amount_rappen)::text as rappen from bank_entries
       where not starts_with(key, 'copy-') and account_iban in (select iban from bench.copies) group by why`,
    );
    const booked = new Map(rows.map(({ why, count, rappen }) => [why, { count, rappen: Number(rappen) }]));
    assert.deepEqual(booked, planned, 'each entry is booked exactly once');
  });
  const { code, output } = await run(['src/verify.ts', '--bank'], env);
  assert.equal(code, 0, output);
}
