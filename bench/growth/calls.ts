import { setTimeout as wait } from 'node:timers/promises';
import { drive, ID, type Call, type Load } from '../load.ts';
import { contractIds, PAYLOAD } from '../payload.ts';
import { demoOf, withClient, type Site } from '../service.ts';

export type CallCosts = { openPerSecond: number; openAlone: number; statusPerSecond: number; statusAlone: number };

const CALLERS = 64;

/** Each caller belongs to a different organization, and reads contracts spread over it. */
export async function measureCalls(
  site: Site,
  { size, seconds }: { size: number; seconds: number },
): Promise<CallCosts> {
  const keys = demoOf(site);
  const callers = await contractsOf(site, size);
  const service = await site.start();
  try {
    const status = callers.map(({ n, contracts }): Call => ({
      method: 'GET',
      path: `/webhook/contract-status?ext-contract-id=${ID}`,
      headers: { 'x-api-key': keys.statusKey, 'x-org-id': organizationId(n) },
      idOf: (call) => contracts[call % contracts.length] ?? '',
    }));
    const run = Date.now().toString(36).slice(-6);
    const open = callers.map(({ n }, caller): Call => ({
      method: 'POST',
      path: '/webhook/custom',
      headers: { 'x-api-key': keys.apiKey, 'x-external-org-id': `growth-${n}` },
      body: JSON.stringify(PAYLOAD),
      idOf: contractIds(`${run}${caller.toString(36).padStart(2, '0')}`),
    }));
    await together(service.url, status, seconds);
    const [statusAlone, statusAll] = [
      await together(service.url, status.slice(0, 1), seconds),
      await together(service.url, status, seconds),
    ];
    const [openAlone, openAll] = [
      await together(service.url, open.slice(0, 1), seconds),
      await together(service.url, open.slice(1), seconds),
    ];
    await settled(site);
    return {
      openPerSecond: openAll.perSecond,
      openAlone: openAlone.median,
      statusPerSecond: statusAll.perSecond,
      statusAlone: statusAlone.median,
    };
  } finally {
    await service.stop();
  }
}

/** All at once, with one connection each. */
async function together(
  url: string,
  calls: readonly Call[],
  seconds: number,
): Promise<Pick<Load, 'perSecond' | 'median'>> {
  const loads = await Promise.all(calls.map((call) => drive(url, call, { connections: 1, seconds })));
  const refused = loads.reduce((sum, load) => sum + load.refused, 0);
  if (refused > 0) throw new Error(`${refused} calls were not answered as expected`);
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    median:
      loads.map(({ median }) => median).toSorted((one, other) => one - other)[Math.floor(loads.length / 2)] ??
      Number.NaN,
  };
}

function organizationId(n: number): string {
  return `01900000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Contracts of the large organization and of some others. */
function contractsOf(site: Site, size: number): Promise<{ n: number; contracts: string[] }[]> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ n: number; contracts: string[] }>(
      `select o as n, (select array_agg(c.external_contract_id order by random()) from (
         select external_contract_id from deposits where organization_id = bench.id_of(1, o)
           and id > bench.deposit_id((random() * $1 * 0.5)::bigint) limit 2000) c) as contracts
       from generate_series(1, ${CALLERS + 1}) o`,
      [size],
    );
    return rows;
  });
}

/**
 * Waits until all due jobs are done and all deposits are listed, so that the next measurement starts from the same state.
 * List readers check everything opened in the last ten minutes; nothing is opened now, so that time can be skipped.
 */
async function settled(site: Site): Promise<void> {
  await withClient(site, async (client) => {
    for (let round = 0; round < 600; round++) {
      const { rows } = await client.query(
        `select from effects where state = 'waiting' and due_at <= now()
         union all select from deposits where id > (select seen from deposit_list_progress) limit 1`,
      );
      if (rows.length === 0) {
        await client.query('update deposit_list_progress set settled = greatest(settled, seen)');
        return;
      }
      await wait(200);
    }
    throw new Error('The worker does not finish its jobs.');
  });
}
