import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { takeTests, type KeptTest } from './harness.ts';
import { loadMutated } from './hooks.ts';
import type { FromWorker, Recorded, SetUp, Task, TestName, ToWorker, Verdict } from './messages.ts';

// A process that runs mutants, one after the other, as `pool.ts` asks for them.

/** Loops end by the number of places passed, which is the same on a slow machine; this is for loops that pass none. */
const LONGEST_MS = 600_000;
const MOST_MUTANTS = 1 << 17;
const MORE_STEPS = { times: 20, plus: 200_000 };

let active = -1;
/** Which mutants a test reaches: by their numbers, because it is asked a hundred million times. */
const reached = new Uint8Array(MOST_MUTANTS);
let steps = 0;
let mostSteps = Infinity;
class TooLong extends Error {}

Object.assign(globalThis, {
  __m: (id: number): boolean => {
    if (++steps > mostSteps) throw new TooLong();
    reached[id] = 1;
    return id === active;
  },
  __run: () => running?.(),
});
let running: (() => unknown) | null = null;
const runner = new Script('__run()');

// The same cases each time. A failing one is not made smaller.
fc.configureGlobal({ seed: 20_261_115, endOnFailure: true });

let setUp: SetUp | null = null;
let version = 0;
const shared = new Map<string, KeptTest[]>();

process.on('message', (message: ToWorker) => void answer(message).then((result) => process.send?.(result)));

async function answer(message: ToWorker): Promise<FromWorker> {
  if ('setUp' in message) {
    setUp = message.setUp;
    loadMutated(setUp.root, new Map(setUp.sources));
    return { ready: true };
  }
  if ('record' in message) return { recorded: await record(message.record) };
  if ('check' in message) return { checked: await firstFailure(message.check, sharedTests) };
  return { verdict: await tryOut(message.task) };
}

/** Runs everything once without a mutant, and notes what each test reaches. */
async function record(files: readonly string[]): Promise<Recorded> {
  const recorded: Recorded = { tests: [], loads: [], failed: [] };
  for (const file of files) {
    reached.fill(0);
    const tests = await load(file, ++version);
    recorded.loads.push({ file, ids: idsReached() });
    for (const [number, one] of tests.entries()) {
      reached.fill(0);
      steps = 0;
      const failure = await failureOf(one);
      if (failure !== null) recorded.failed.push(`${file}: ${one.name}: ${failure}`);
      recorded.tests.push({ file, number, name: one.name, steps, ids: idsReached() });
    }
  }
  return recorded;
}

function idsReached(): number[] {
  const ids: number[] = [];
  for (let id = reached.indexOf(1); id >= 0; id = reached.indexOf(1, id + 1)) ids.push(id);
  return ids;
}

async function tryOut({ id, tests, isFresh }: Task): Promise<Verdict> {
  active = id;
  try {
    const own = new Map<string, KeptTest[]>();
    const copy = isFresh ? ++version : 0;
    const by = await firstFailure(tests, isFresh ? (file) => freshTests(own, file, copy) : sharedTests);
    return { id, fate: by === null ? 'survived' : by === 'endless' ? 'endless' : 'killed', by };
  } finally {
    active = -1;
    mostSteps = Infinity;
  }
}

/** The name of the first test that fails, `endless` if it runs much longer than it should. */
async function firstFailure(
  tests: readonly (TestName & { steps: number })[],
  testsOf: (file: string) => Promise<KeptTest[]>,
): Promise<string | null> {
  for (const { file, number, steps: usual } of tests) {
    mostSteps = Infinity;
    let found: KeptTest[];
    try {
      found = await testsOf(file);
    } catch {
      return `${file}: cannot be loaded`;
    }
    const one = found[number];
    if (one === undefined) return `${file}: has fewer tests`;
    steps = 0;
    mostSteps = usual * MORE_STEPS.times + MORE_STEPS.plus;
    const failure = await failureOf(one);
    if (steps > mostSteps || failure === 'endless') return 'endless';
    if (failure !== null) return `${file}: ${one.name}`;
  }
  return null;
}

/** Tests that are loaded once, without a mutant, for all mutants of what runs in a test. */
async function sharedTests(file: string): Promise<KeptTest[]> {
  const known = shared.get(file);
  if (known !== undefined) return known;
  const mutant = active;
  active = -1;
  const tests = await load(file, 0);
  active = mutant;
  shared.set(file, tests);
  return tests;
}

async function freshTests(own: Map<string, KeptTest[]>, file: string, copy: number): Promise<KeptTest[]> {
  const tests = own.get(file) ?? (await load(file, copy));
  own.set(file, tests);
  return tests;
}

async function load(file: string, copy: number): Promise<KeptTest[]> {
  takeTests();
  await import(`${pathToFileURL(join(setUp?.root ?? '', file)).href}?v=${copy}`);
  return takeTests();
}

async function failureOf({ work }: KeptTest): Promise<string | null> {
  running = work;
  try {
    await runner.runInThisContext({ timeout: LONGEST_MS });
    return null;
  } catch (error) {
    const isEndless = error instanceof TooLong || (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return isEndless ? 'endless' : String(error).slice(0, 500);
  }
}
