import type { ConformanceFacts, Verdict } from './facts.ts';
import { judgeCorrected, judgeLoop, judgeOpened, judgeStrings } from './open-calls.ts';
import { judgeProbes, judgeQuickness } from './probes.ts';
import { judgeCatchUp, judgePace, judgeStatusRead } from './reads.ts';
import { REQUIREMENT_IDS, type RequirementId } from './requirements.ts';

/** What of the facts decides each requirement. */
const JUDGES: Readonly<Record<RequirementId, (facts: ConformanceFacts) => Verdict>> = {
  'open.natural': (facts) => judgeOpened(facts, 'natural'),
  'open.joint': (facts) => judgeOpened(facts, 'joint'),
  'open.legal': (facts) => judgeOpened(facts, 'legal'),
  'open.corrected': judgeCorrected,
  'open.no_loop': judgeLoop,
  'open.strings': judgeStrings,
  'status.read': judgeStatusRead,
  'status.pace': judgePace,
  'callback.accepts': ({ probes }) => judgeProbes(probes, 'callback.accepts'),
  'callback.refuses_forged': ({ probes }) => judgeProbes(probes, 'callback.refuses_forged'),
  'callback.refuses_old': ({ probes }) => judgeProbes(probes, 'callback.refuses_old'),
  'callback.refuses_unsigned': ({ probes }) => judgeProbes(probes, 'callback.refuses_unsigned'),
  'callback.repeats': ({ probes }) => judgeProbes(probes, 'callback.repeats'),
  'callback.order': ({ probes }) => judgeProbes(probes, 'callback.order'),
  'callback.unknown': ({ probes }) => judgeProbes(probes, 'callback.unknown'),
  'callback.quick': ({ probes }) => judgeQuickness(probes),
  'events.catch_up': judgeCatchUp,
};

export type Verdicts = Readonly<Record<RequirementId, Verdict>>;

export function judge(facts: ConformanceFacts): Verdicts {
  return Object.fromEntries(REQUIREMENT_IDS.map((id) => [id, JUDGES[id](facts)])) as Record<RequirementId, Verdict>;
}
