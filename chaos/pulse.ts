import type { FaultKind } from './plan.ts';

/** How long the service took to recover from a fault. */
export type Recovery = { kind: FaultKind; calls: number | null; work: number | null };

/** Notes when calls are acknowledged and work is done. */
export type Pulse = {
  /** A call sent at this time was acknowledged. */
  acknowledged: (begun: number) => void;
  /** A mail or a callback has arrived. */
  worked: () => void;
  faultOver: (kind: FaultKind) => void;
  recoveries: () => readonly Recovery[];
};

export function newPulse(): Pulse {
  const all: (Recovery & { overAt: number })[] = [];
  return {
    acknowledged: (begun) => {
      const now = performance.now();
      for (const one of all) if (one.calls === null && begun >= one.overAt) one.calls = now - one.overAt;
    },
    worked: () => {
      const now = performance.now();
      for (const one of all) one.work ??= now - one.overAt;
    },
    faultOver: (kind) => void all.push({ kind, calls: null, work: null, overAt: performance.now() }),
    recoveries: () => all.map(({ kind, calls, work }) => ({ kind, calls, work })),
  };
}
