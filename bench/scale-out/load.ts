import { drive, ID, type Call, type Load } from '../load.ts';
import { contractIds, PAYLOAD } from '../payload.ts';
import { demoOf, withClient, type Site } from '../service.ts';
import type { Started } from '../start.ts';

export const CALLERS = 256;
let runs = 0;

/** The callers share the processes evenly. */
export async function load(serving: readonly Started[], call: Call, forSeconds: number): Promise<Load> {
  const connections = CALLERS / serving.length;
  const calls = serving.map((_, place) => ({
    ...call,
    ...(call.idOf === undefined ? {} : { idOf: apart(call.idOf, place) }),
  }));
  const loads = await Promise.all(
    serving.map(({ url }, place) => drive(url, calls[place] as Call, { connections, seconds: forSeconds })),
  );
  const sum = (of: (load: Load) => number): number => loads.reduce((total, one) => total + of(one), 0);
  const refused = sum((one) => one.refused);
  if (refused > 0) throw new Error(`${refused} calls were not answered as expected`);
  return {
    perSecond: sum((one) => one.perSecond),
    median: sum((one) => one.median) / loads.length,
    p99: Math.max(...loads.map((one) => one.p99)),
    count: sum((one) => one.count),
    refused,
  };
}

/** Each process gets contracts of its own. */
function apart(idOf: (n: number) => string, place: number): (n: number) => string {
  return (n) => idOf(n * 8 + place);
}

export function openCall(site: Site): Call {
  const { apiKey, externalOrgId } = demoOf(site);
  return {
    method: 'POST',
    path: '/webhook/custom',
    headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
    body: JSON.stringify(PAYLOAD),
    idOf: contractIds(`S${(runs++).toString(36).padStart(3, '0')}-`),
  };
}

/** Spread over all contracts. */
export async function statusCall(site: Site): Promise<Call> {
  const { statusKey, organizationId } = demoOf(site);
  const contracts = await withClient(site, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select external_contract_id as id from deposits where length(external_contract_id) = ${ID.length} order by random() limit 20000`,
    );
    return rows.map(({ id }) => id);
  });
  return {
    method: 'GET',
    path: `/webhook/contract-status?ext-contract-id=${ID}`,
    headers: { 'x-api-key': statusKey, 'x-org-id': organizationId },
    idOf: (n) => contracts[n % contracts.length] ?? '',
  };
}
