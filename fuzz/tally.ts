import type { Call } from './call.ts';
import type { Judged } from './oracle.ts';

/** An input with a wrong answer. */
export type Counterexample = { fault: string; call: Call };

/** A slow call, to be repeated alone. */
export type Suspect = { call: Call; ms: number; sizeClass: string };

const MOST_KEPT = 200;
const SAMPLES = 4_000;
/** Faster calls are never slow. */
export const SLOW_MS = 250;
/** A slow call takes this many times the median of its size. */
export const SLOW_TIMES = 50;

/** Counts inputs and outcomes. */
export class Tally {
  readonly byTarget = new Map<string, number>();
  readonly byOutcome = new Map<string, number>();
  readonly byKind = new Map<string, number>();
  readonly codes = new Map<string, number>();
  readonly counterexamples: Counterexample[] = [];
  faults = 0;
  total = 0;
  readonly #suspects: Suspect[] = [];
  readonly #times = new Map<string, { seen: number; sample: number[] }>();

  add(call: Call, judged: Judged, ms: number): void {
    this.count(call.target, call.kind, judged.outcome);
    for (const code of judged.codes) increment(this.codes, code);
    if (judged.fault !== null) this.note({ fault: judged.fault, call });
    const sizeClass = sizeClassOf(call);
    this.#time(sizeClass, ms);
    if (ms > SLOW_MS && call.isPaced !== true && this.#suspects.length < MOST_KEPT) {
      this.#suspects.push({ call, ms, sizeClass });
    }
  }

  count(target: string, kind: string, outcome: string): void {
    this.total++;
    increment(this.byTarget, target);
    increment(this.byKind, `${target}: ${kind}`);
    increment(this.byOutcome, `${target}: ${outcome}`);
  }

  note(counterexample: Counterexample): void {
    this.faults++;
    if (this.counterexamples.length < MOST_KEPT) this.counterexamples.push(counterexample);
  }

  /** Takes back what was no finding. */
  withdraw(counterexample: Counterexample): void {
    this.faults--;
    this.counterexamples.splice(this.counterexamples.indexOf(counterexample), 1);
  }

  /** Calls much slower than others of their size, slowest first. */
  suspects(): Suspect[] {
    return this.#suspects
      .filter(({ ms, sizeClass }) => ms > SLOW_TIMES * this.median(sizeClass))
      .sort((one, other) => other.ms - one.ms);
  }

  median(sizeClass: string): number {
    const sample = this.#times.get(sizeClass)?.sample.toSorted((one, other) => one - other) ?? [];
    return sample[Math.floor(sample.length / 2)] ?? Number.NaN;
  }

  sizeClasses(): string[] {
    return [...this.#times.keys()].sort();
  }

  /** Reservoir sampling. */
  #time(sizeClass: string, ms: number): void {
    const times = this.#times.get(sizeClass) ?? { seen: 0, sample: [] };
    this.#times.set(sizeClass, times);
    const place = times.seen < SAMPLES ? times.seen : Math.floor(Math.random() * (times.seen + 1));
    times.seen++;
    if (place < SAMPLES) times.sample[place] = ms;
  }
}

/** Calls of one kind and similar size; each class is four times as large as the one before. */
function sizeClassOf({ target, kind, message: { body }, expected }: Call): string {
  if (expected.is === 'door') return expected.route;
  const size = body.length === 0 ? 0 : 4 ** Math.ceil(Math.log(body.length) / Math.log(4));
  return target === 'form' ? `form ${kind}` : `${target} up to ${size} bytes`;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
