import { PROBES } from '../../domain/conformance/probes.ts';
import { insertProbes } from '../../storage/conformance/probes.ts';
import { insertConformanceRun, type ConformanceRun } from '../../storage/conformance/runs.ts';
import type { Sql } from '../../storage/database/database.ts';
import { findPartnerConnection } from '../../storage/set-up/connections.ts';
import type { Services } from '../services.ts';
import { concludeOverdue } from './end-run.ts';

type Started = { is: 'started'; run: ConformanceRun } | { is: 'unknown' } | { is: 'open' };

/** One run at a time is open in an organization. Its probes are sent at once. */
export async function startRun(
  services: Services,
  { partnerId, externalOrgId, baseUrl }: { partnerId: string; externalOrgId: string; baseUrl: string },
): Promise<Started> {
  const { database, random } = services;
  await concludeOverdue(services, baseUrl);
  if ((await findPartnerConnection(database, { partnerId, externalOrgId })) === null) return { is: 'unknown' };
  const run = await database.transaction(async (sql) => {
    const inserted = await insertConformanceRun(sql, { id: random.id(), partnerId, externalOrgId });
    if (inserted !== null && inserted.callbackSince !== null) await planProbes(services, sql, inserted);
    return inserted;
  });
  if (run === null) return { is: 'open' };
  services.wakeConformance();
  return { is: 'started', run };
}

/** A message that repeats another one has its id. */
async function planProbes({ random }: Services, sql: Sql, run: ConformanceRun): Promise<void> {
  const ids = new Map<string, string[]>();
  const planned = PROBES.map(({ requirement, repeats }) => {
    const own = ids.get(requirement) ?? [];
    const messageId = (repeats === null ? undefined : own[repeats]) ?? random.id();
    ids.set(requirement, [...own, messageId]);
    return { requirement, messageId };
  });
  await insertProbes(sql, run, planned);
}
