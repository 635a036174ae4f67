import type { Verdicts } from '../../domain/conformance/judge.ts';
import { findConformanceRun, listConformanceRuns, type ConformanceRun } from '../../storage/conformance/runs.ts';
import { isId } from '../../storage/database/ids.ts';
import type { Services } from '../services.ts';
import { concludeOverdue } from './end-run.ts';
import { verdictsOf } from './judge-run.ts';

export type Report = { run: ConformanceRun; verdicts: Verdicts };

/** Null: there is no such run, or it is another partner's. `partnerId` is null for the operator, who reads all. */
export async function readRun(
  services: Services,
  { id, partnerId }: { id: string; partnerId: string | null },
  baseUrl: string,
): Promise<ConformanceRun | null> {
  if (!isId(id)) return null;
  await concludeOverdue(services, baseUrl);
  const run = await findConformanceRun(services.database, id);
  return run === null || (partnerId !== null && run.partnerId !== partnerId) ? null : run;
}

/** The newest one of a partner, in any of its organizations. */
export async function latestRun(
  services: Services,
  partnerId: string,
  baseUrl: string,
): Promise<ConformanceRun | null> {
  await concludeOverdue(services, baseUrl);
  const [run] = await listConformanceRuns(services.database, { partnerId, most: 1 });
  return run ?? null;
}

export async function reportOf(services: Services, run: ConformanceRun): Promise<Report> {
  return { run, verdicts: await verdictsOf(services, run) };
}
