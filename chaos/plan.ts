import { SCENARIOS } from '../src/sandbox/scenarios.ts';
import { randomOf } from './random.ts';

/** Every kind of fault, with its description. */
export const FAULTS = {
  kill_web: 'a web process is killed (SIGKILL)',
  kill_worker: 'a worker is killed (SIGKILL)',
  kill_all_workers: 'all workers are killed (SIGKILL)',
  kill_everything: 'all web processes and workers are killed at once (SIGKILL)',
  kill_postmaster: 'the database server is killed (SIGKILL)',
  kill_backend: 'one process of the database is killed (SIGKILL), and the server recovers',
  restart: 'a process is stopped (SIGTERM) and started again',
  freeze: 'a process is paused for a while (SIGSTOP, SIGCONT)',
  extra_worker: 'an additional worker runs in parallel',
  skewed_clock: 'a process is restarted with a clock that is minutes wrong',
  clock_jump: 'the clock of the service jumps hours ahead',
  disk_full: 'the disk under the database is full',
  cut_answers: 'connections of callers are cut, also in the middle of an answer',
  cut_database: 'connections to the database are cut, also in the middle of a statement',
  stall_database: 'connections to the database stall for a while',
  hang_database: 'connections to the database stall until they are given up, and then continue',
  mail_down: 'the mail server refuses connections',
  mail_slow: 'the mail server needs seconds for each mail',
  mail_refusing: 'the mail server refuses each mail temporarily (451)',
  mail_dying: 'the mail server accepts a mail and disconnects before it confirms',
  receivers_down: 'receivers of callbacks refuse connections',
  receivers_slow: 'receivers of callbacks need seconds to answer',
  receivers_lying: 'receivers accept a callback but answer 500, a redirect, or half an answer',
  receivers_flapping: 'receivers of callbacks go down and up',
} as const;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

export type PlannedFault = {
  kind: FaultKind;
  /** Milliseconds after the start of the load. */
  at: number;
  lasts: number;
  /** The seed for the fault's other random choices. */
  seed: string;
};

/** What the simulated bank or insurer does on its own, by the beginning of the contract id. */
export const SCENARIO_IDS: readonly string[] = SCENARIOS.map(({ prefix }) => prefix);

export type Plan = {
  seed: string;
  round: number;
  faults: PlannedFault[];
  /** Contracts of the round begin with these. */
  scenarios: string[];
};

const SCENARIOS_AT_ONCE = 5;

const LONGEST_START_MS = 1_500;
const SHORTEST_MS = 200;
const LONGEST_MS = 1_800;
/**
 * Some faults need longer to have an effect: callbacks are rarer than calls, and the service waits fifteen seconds for its
 * database.
 */
const LONGER_MS: Partial<Record<FaultKind, number>> = {
  hang_database: 15_500,
  receivers_down: 4_000,
  receivers_slow: 4_000,
  receivers_lying: 4_000,
  receivers_flapping: 4_000,
};

/**
 * One to three faults of different kinds at random times, and some scenarios of the simulated bank. Each round has its own
 * seed, so that it can be repeated alone.
 */
export function planOf(seed: string, round: number, possible: readonly FaultKind[] = FAULT_KINDS): Plan {
  const random = randomOf(`${seed} ${round}`);
  // Each kind takes its turn as the first of a round, so that a long run has all of them.
  const first = possible[round % possible.length] as FaultKind;
  const kinds = new Set([first]);
  const count = random.whole(1, 3);
  while (kinds.size < Math.min(count, possible.length)) kinds.add(random.pick(possible));
  const faults = [...kinds].map((kind, place) => ({
    kind,
    at: random.whole(50, LONGEST_START_MS),
    lasts: random.whole(SHORTEST_MS, LONGEST_MS) + (LONGER_MS[kind] ?? 0),
    seed: `${seed} ${round} ${place}`,
  }));
  return { seed, round, faults: faults.toSorted((one, other) => one.at - other.at), scenarios: scenariosOf(round) };
}

/** Each scenario takes its turn, so that a few rounds have all of them. */
function scenariosOf(round: number): string[] {
  const first = round * SCENARIOS_AT_ONCE;
  return Array.from({ length: SCENARIOS_AT_ONCE }, (_, n) => SCENARIO_IDS[(first + n) % SCENARIO_IDS.length] as string);
}
