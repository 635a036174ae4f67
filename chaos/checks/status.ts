import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { World } from '../world.ts';
import type { Check } from './all.ts';

/** Deposits whose status is read: those that have moved last. */
const NEWEST = 200;
/** As often, over connections to both web processes. */
const TIMES = 4;

type Stored = { organization: string; contract: string; state: string; product: string | null };

/** What partners read is what is stored, from every process: its memory has forgotten what has changed. */
export const checkStatus: Check = async (world, client) => {
  const wrong = await differing(world, client);
  if (wrong.length === 0) return [];
  // Something may have moved between the two readings.
  await wait(500);
  const still = new Set(await differing(world, client));
  return wrong.filter((what) => still.has(what));
};

async function differing(world: World, client: Client): Promise<string[]> {
  const { rows } = await client.query<Stored>(
    `select organization_id as organization, external_contract_id as contract, state, product from deposits
     where state <> 'withdrawn' order by step_since desc limit $1`,
    [NEWEST],
  );
  const asked = rows.map(async (row) => {
    const said = await Promise.all(Array.from({ length: TIMES }, () => statusOf(world, row)));
    // While the manager edits a deposit, the product is not told.
    const product = row.state === 'draft_editing' ? null : row.product;
    const stored = `${row.state} ${product}`;
    const other = said.find((one) => one !== null && one !== stored);
    return other === undefined ? [] : [`${row.contract} is read as “${other}”, and is “${stored}”`];
  });
  return (await Promise.all(asked)).flat();
}

/** Null: no answer. */
async function statusOf({ ask, organizations }: World, { organization, contract }: Stored): Promise<string | null> {
  const statusKey = organizations.find(({ id }) => id === organization)?.statusKey ?? '';
  const said = await ask({
    method: 'GET',
    path: `/webhook/contract-status?${new URLSearchParams({ 'ext-contract-id': contract }).toString()}`,
    headers: { 'x-api-key': statusKey, 'x-org-id': organization },
  });
  if (said === null) return null;
  const { state, product } = said.json as { state?: string; product?: string | null };
  return said.status === 200 ? `${state} ${product ?? null}` : `${said.status}`;
}
