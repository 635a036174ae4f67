import type { ConformanceFacts } from '../../domain/conformance/facts.ts';
import { judge, type Verdicts } from '../../domain/conformance/judge.ts';
import { READ_PATHS } from '../../domain/integration.ts';
import { readSeenCalls } from '../../storage/conformance/calls.ts';
import { listProbes } from '../../storage/conformance/probes.ts';
import { readEventReads, readPacedReads, readStatusReads } from '../../storage/conformance/reads.ts';
import type { ConformanceRun } from '../../storage/conformance/runs.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import type { Services } from '../services.ts';

/** What a run shows so far, or has shown. Nothing is written for it while calls are answered: it is read from their log. */
export async function verdictsOf(services: Services, run: ConformanceRun): Promise<Verdicts> {
  if (run.settledAt !== null && run.verdicts !== null) return run.verdicts;
  await services.flushRequestLog();
  return judge(await factsOf(services, run));
}

async function factsOf({ database, vault }: Services, run: ConformanceRun): Promise<ConformanceFacts> {
  const partner = await findPartner(database, run.partnerId);
  if (partner === null) throw new Error('a run belongs to a partner');
  const { heldDeliveryId: deliveryId, heldAt: at } = run;
  return {
    isOver: run.finishedAt !== null,
    calls: await readSeenCalls(database, vault, run, { path: `/webhook/${partner.integration}` }),
    statusReads: await readStatusReads(database, run, READ_PATHS.status),
    pacedReads: await readPacedReads(database, run, READ_PATHS.status),
    eventReads: at === null ? [] : await readEventReads(database, run, { path: READ_PATHS.events, after: at }),
    probes: await listProbes(database, run),
    held: deliveryId === null || at === null ? null : { deliveryId, at },
  };
}
