import { READ_PATHS } from '../../domain/integration.ts';
import { releaseHeld } from '../../storage/conformance/held.ts';
import { readEventReads } from '../../storage/conformance/reads.ts';
import { listOpenRuns, listUnjudged, noteCallbacks, type ConformanceRun } from '../../storage/conformance/runs.ts';
import type { Services } from '../services.ts';
import { concludeOverdue, concludeRun } from './end-run.ts';

/** Carries the runs on: their time passes, what they hold back is released, and what has ended is judged once more. */
export async function followRuns(services: Services, baseUrl: string): Promise<void> {
  const { database } = services;
  await concludeOverdue(services, baseUrl);
  for (const run of await listUnjudged(database)) await concludeRun(services, run, baseUrl);
  const open = await listOpenRuns(database);
  if (open.length === 0) return;
  await noteCallbacks(database);
  for (const run of open) await releaseIfRead(services, run);
}

/** The delivery goes out once the partner has read the events list without it. */
async function releaseIfRead(services: Services, run: ConformanceRun): Promise<void> {
  const { heldAt: after, releasedAt } = run;
  if (after === null || releasedAt !== null) return;
  const { database } = services;
  await services.flushRequestLog();
  const reads = await readEventReads(database, run, { path: READ_PATHS.events, after });
  if (reads.length === 0) return;
  await releaseHeld(database, run);
  services.wakeDeliverer();
}
