import type { Client } from 'pg';
import { readEvents, walk, type Listed } from '../mix/feeds.ts';
import type { World } from '../world.ts';
import type { Check } from './all.ts';

const LIMIT = 1_000;
/** As often, over connections to both web processes. */
const TIMES = 4;

type Stored = { id: string; state: string; product: string | null; deposit: number };

/** What partners can read at rest is what is stored: the list of changes, the events, and the status with each key. */
export const checkPartners: Check = async (world, client) => [
  ...(await listed(world, client)),
  ...(await eventsRead(world, client)),
  ...(await keysWork(world)),
];

/** Each deposit is in the list, and its last line is what is stored. */
async function listed(world: World, client: Client): Promise<string[]> {
  const wrong: string[] = [];
  for (const organization of world.organizations) {
    const lines = await walk(world, organization, { limit: LIMIT });
    if (lines === null) {
      wrong.push(`the list of ${organization.id} comes to no end`);
      continue;
    }
    const last = new Map(lines.map((line) => [line.depositId, line]));
    const { rows } = await client.query<Stored>(
      'select id, state, product, rental_deposit_rappen::float8 / 100 as deposit from deposits where organization_id = $1',
      [organization.id],
    );
    wrong.push(...rows.flatMap((row) => faultOfLine(row, last.get(row.id)) ?? []));
  }
  return wrong;
}

function faultOfLine({ id, state, product, deposit }: Stored, line: Listed | undefined): string | null {
  if (line === undefined) return `deposit ${id} is not in the list of its partner`;
  const shown = state === 'draft_editing' ? null : product;
  const paidIn = state === 'open' && product !== 'insurance' ? deposit : null;
  const isRight = line.state === state && line.product === shown && line.paidInAmount === paidIn;
  return isRight ? null : `deposit ${id} is listed as ${JSON.stringify(line)}, and is ${state} ${shown} ${paidIn}`;
}

async function eventsRead(world: World, client: Client): Promise<string[]> {
  for (const organization of world.organizations) await readEvents(world, organization);
  const { rows } = await client.query<{ id: string; last: number }>(
    'select organization_id as id, max(number)::integer as last from events group by 1',
  );
  return rows.flatMap(({ id, last }) => {
    const read = world.mix.feeds.events.get(id) ?? 0;
    return read === last ? [] : [`the events of ${id} were read up to ${read}, and there are ${last}`];
  });
}

async function keysWork({ mix, ask }: World): Promise<string[]> {
  const known = mix.portal.keys.filter(({ is }) => is !== 'unknown');
  const all = known.map(async ({ keyId, apiKey, organization, is }) => {
    const headers = { 'x-api-key': apiKey, 'x-org-id': organization.id };
    const path = '/webhook/contract-status?ext-contract-id=unknown';
    const said = await Promise.all(Array.from({ length: TIMES }, () => ask({ method: 'GET', path, headers })));
    const wanted = is === 'issued' ? 404 : 401;
    const other = said.find((one) => one !== null && one.status !== wanted);
    return other === undefined || other === null
      ? []
      : [`the key ${keyId} is ${is}, and reads with it are answered ${other.status}`];
  });
  return (await Promise.all(all)).flat();
}
