import { reportOf } from '../../../actions/conformance/read-report.ts';
import type { Services } from '../../../actions/services.ts';
import type { Verdict } from '../../../domain/conformance/facts.ts';
import type { Verdicts } from '../../../domain/conformance/judge.ts';
import { REQUIREMENT_IDS, type RequirementId } from '../../../domain/conformance/requirements.ts';
import {
  findEvidenceCalls,
  findEvidenceReads,
  type EvidenceCall,
  type EvidenceRead,
} from '../../../storage/conformance/evidence.ts';
import { listProbes, type ListedProbe } from '../../../storage/conformance/probes.ts';
import { listEarlierRuns, type ConformanceRun } from '../../../storage/conformance/runs.ts';
import { listConnectedOrganizations } from '../../../storage/set-up/connections.ts';

export type RequirementResult = Verdict['result'];

/** What shows that a requirement is fulfilled, or that it is not. `other` is not in the log any more. */
export type Evidence =
  | ({ is: 'call' } & EvidenceCall)
  | ({ is: 'read' } & EvidenceRead)
  | ({ is: 'probe' } & ListedProbe)
  | { is: 'delivery'; id: string }
  | { is: 'other'; id: string };

type ShownRequirement = {
  id: RequirementId;
  result: RequirementResult;
  evidence: readonly Evidence[];
  /** In the run that it is compared with; null: with none. */
  before: RequirementResult | null;
};

export type ReportPageView = {
  run: ConformanceRun;
  organization: string;
  requirements: readonly ShownRequirement[];
  counts: ResultCounts;
  /** Those that it can be compared with, newest first. */
  earlier: readonly ConformanceRun[];
  compared: ConformanceRun | null;
};

/** How many requirements have each result. */
export type ResultCounts = Record<RequirementResult, number>;

export function countsOf(verdicts: Verdicts): ResultCounts {
  const counts: ResultCounts = { passed: 0, failed: 0, not_seen: 0 };
  for (const id of REQUIREMENT_IDS) counts[verdicts[id].result] += 1;
  return counts;
}

const MOST_EARLIER = 20;

/** `comparedWith`: the id of an earlier run in the same organization; every other one is ignored. */
export async function reportPageView(
  services: Services,
  run: ConformanceRun,
  comparedWith: string | null,
): Promise<ReportPageView> {
  const { database } = services;
  const { verdicts } = await reportOf(services, run);
  const earlier = await listEarlierRuns(database, run, MOST_EARLIER);
  const compared = earlier.find(({ id }) => id === comparedWith) ?? null;
  const before = compared === null ? null : (await reportOf(services, compared)).verdicts;
  const organizations = await listConnectedOrganizations(database, run.partnerId);
  const organization = organizations.find(({ connectionId }) => connectionId === run.connectionId);
  const evidenceOf = await readEvidence(services, run, verdicts);
  return {
    run,
    organization: organization?.name ?? run.externalOrgId,
    requirements: REQUIREMENT_IDS.map((id) => ({
      id,
      result: verdicts[id].result,
      evidence: evidenceOf(id),
      before: before === null ? null : before[id].result,
    })),
    counts: countsOf(verdicts),
    earlier,
    compared,
  };
}

/** The ids of a report, with what is known of them. */
async function readEvidence(
  { database }: Services,
  run: ConformanceRun,
  verdicts: Verdicts,
): Promise<(id: RequirementId) => Evidence[]> {
  const ids = [...new Set(REQUIREMENT_IDS.flatMap((id) => verdicts[id].evidence))];
  const calls = new Map((await findEvidenceCalls(database, run, ids)).map((call) => [call.requestId, call]));
  const reads = new Map((await findEvidenceReads(database, run, ids)).map((read) => [read.requestId, read]));
  const probes = Map.groupBy(await listProbes(database, run), ({ messageId }) => messageId);
  const one = (id: string): Evidence[] => {
    const [call, read] = [calls.get(id), reads.get(id)];
    if (call !== undefined) return [{ is: 'call', ...call }];
    if (read !== undefined) return [{ is: 'read', ...read }];
    if (id === run.heldDeliveryId) return [{ is: 'delivery', id }];
    return probes.get(id)?.map((probe) => ({ is: 'probe', ...probe })) ?? [{ is: 'other', id }];
  };
  return (id) => verdicts[id].evidence.flatMap(one);
}
