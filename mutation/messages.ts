import type { Mutant } from './mutants.ts';

/** What a process needs before it can run mutants. The tests are read once: they may be edited while mutants run. */
export type SetUp = { root: string; sources: [path: string, source: string][] };

/** A test: the file it is in, and its number there. */
export type TestName = { file: string; number: number };
/** What a test reaches when nothing is changed, and how many places with mutants it passes: its length, on any machine. */
export type Reached = TestName & { name: string; steps: number; ids: number[] };
/** What is reached while a test file and all it imports are loaded. */
export type LoadedBy = { file: string; ids: number[] };
export type Recorded = { tests: Reached[]; loads: LoadedBy[]; failed: string[] };

export type Task = { id: number; tests: (TestName & { steps: number })[]; isFresh: boolean };
export type Fate = 'killed' | 'survived' | 'endless';
export type Verdict = { id: number; fate: Fate; by: string | null };

export type ToWorker =
  | { setUp: SetUp }
  | { record: readonly string[] }
  | { task: Task }
  | { check: (TestName & { steps: number })[] };
export type FromWorker = { ready: true } | { recorded: Recorded } | { verdict: Verdict } | { checked: string | null };

/** A mutant with what became of it; `uncovered`: no test reaches it. */
export type Outcome = Mutant & { fate: Fate | 'uncovered'; by: string | null };
