import { setTimeout as wait } from 'node:timers/promises';
import { releaseHeld } from '../../storage/conformance/held.ts';
import { listProbes } from '../../storage/conformance/probes.ts';
import { noteReport, withdrawReport } from '../../storage/conformance/reports.ts';
import { endOverdue, endRun, keepVerdicts, type ConformanceRun } from '../../storage/conformance/runs.ts';
import type { Services } from '../services.ts';
import { verdictsOf } from './judge-run.ts';

/** The address where a report is read, by the partner's contacts and the operator. */
export function reportUrl({ id }: Pick<ConformanceRun, 'id'>, baseUrl: string): string {
  return `${baseUrl}/partner/conformance/${id}`;
}

/** Ends a run; one that has ended stays as it is. */
export async function finishRun(services: Services, run: ConformanceRun, baseUrl: string): Promise<void> {
  if (run.finishedAt !== null) return;
  await probesSent(services, run);
  const ended = await services.database.transaction(async (sql) => {
    const found = await endRun(sql, run);
    if (found !== null) await releaseHeld(sql, found);
    return found;
  });
  if (ended !== null) await concludeRun(services, ended, baseUrl);
}

/** Longer than a receiver may take for all of them, unless it answers nothing at all. */
const MOST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** The probes are sent when a run starts: whoever ends it right after that waits for the answers. */
async function probesSent({ database }: Services, run: ConformanceRun): Promise<void> {
  const deadline = performance.now() + MOST_WAIT_MS;
  while (performance.now() < deadline) {
    const probes = await listProbes(database, run);
    if (probes.every(({ result }) => result !== null)) return;
    await wait(LOOK_EVERY_MS);
  }
}

/** Ends the runs whose time is over. */
export async function concludeOverdue(services: Services, baseUrl: string): Promise<void> {
  const ended = await services.database.transaction(async (sql) => {
    const found = await endOverdue(sql);
    for (const run of found) await releaseHeld(sql, run);
    return found;
  });
  for (const run of ended) await concludeRun(services, run, baseUrl);
}

/** Keeps what an ended run has shown. Without a failed requirement it is the report behind its connection. */
export async function concludeRun(services: Services, run: ConformanceRun, baseUrl: string): Promise<void> {
  const verdicts = await verdictsOf(services, run);
  const hasFailed = Object.values(verdicts).some(({ result }) => result === 'failed');
  await services.database.transaction(async (sql) => {
    await keepVerdicts(sql, run, verdicts);
    const { organizationId, connectionId, id: runId } = run;
    if (hasFailed) await withdrawReport(sql, run);
    else await noteReport(sql, { organizationId, connectionId, url: reportUrl(run, baseUrl), runId });
  });
  services.wakeDeliverer();
}
