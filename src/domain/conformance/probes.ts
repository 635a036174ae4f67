import { failed, NOT_SEEN, passed, type SeenProbe, type Verdict } from './facts.ts';
import type { ProbedRequirement } from './requirements.ts';

/** What is special about a message. */
export type PlannedProbe = {
  requirement: ProbedRequirement;
  /** `forged`: with another secret. */
  signature: 'right' | 'forged' | 'none';
  ageSeconds: number;
  /** Which message of its requirement it repeats: the same `webhook-id` and body. */
  repeats: number | null;
  sequence: number;
  unknown: 'nothing' | 'members' | 'type';
};

const USUAL = { signature: 'right', ageSeconds: 0, repeats: null, sequence: 1, unknown: 'nothing' } as const;

const TEN_MINUTES = 600;

/** Messages of one requirement are sent one after the other, in this order. */
export const PROBES: readonly PlannedProbe[] = [
  { ...USUAL, requirement: 'callback.accepts' },
  { ...USUAL, requirement: 'callback.refuses_forged', signature: 'forged' },
  { ...USUAL, requirement: 'callback.refuses_old', ageSeconds: TEN_MINUTES },
  { ...USUAL, requirement: 'callback.refuses_unsigned', signature: 'none' },
  { ...USUAL, requirement: 'callback.repeats' },
  { ...USUAL, requirement: 'callback.repeats', repeats: 0 },
  { ...USUAL, requirement: 'callback.order', sequence: 2 },
  { ...USUAL, requirement: 'callback.order', sequence: 1 },
  { ...USUAL, requirement: 'callback.unknown', unknown: 'members' },
  { ...USUAL, requirement: 'callback.unknown', unknown: 'type' },
];

const WANTED: Readonly<Record<ProbedRequirement, '2xx' | '4xx'>> = {
  'callback.accepts': '2xx',
  'callback.refuses_forged': '4xx',
  'callback.refuses_old': '4xx',
  'callback.refuses_unsigned': '4xx',
  'callback.repeats': '2xx',
  'callback.order': '2xx',
  'callback.unknown': '2xx',
};

/** How long a receiver may take to answer. */
const QUICK_MS = 5_000;

export function judgeProbes(probes: readonly SeenProbe[], requirement: ProbedRequirement): Verdict {
  const family = WANTED[requirement] === '2xx' ? 2 : 4;
  const own = probes.filter((probe) => probe.requirement === requirement);
  return judge(own, ({ status }) => status !== null && Math.floor(status / 100) === family);
}

export function judgeQuickness(probes: readonly SeenProbe[]): Verdict {
  return judge(probes, ({ status, durationMs }) => status !== null && durationMs <= QUICK_MS);
}

type Result = NonNullable<SeenProbe['result']>;

/** One wrong answer is enough to fail; to pass all are needed. */
function judge(probes: readonly SeenProbe[], isRight: (result: Result) => boolean): Verdict {
  const wrong = probes.filter(({ result }) => result !== null && !isRight(result));
  if (wrong.length > 0) return failed(wrong.map(({ messageId }) => messageId));
  if (probes.length === 0 || probes.some(({ result }) => result === null)) return NOT_SEEN;
  return passed(probes.map(({ messageId }) => messageId));
}
