import { dirname } from 'node:path';
import type { Reached, Recorded, Task } from './messages.ts';
import type { Mutant } from './mutants.ts';

const MOST_IN_GROUP = 60;
/** Longer tests run for what they reach, and not for every table that is loaded with them, unless they are near. */
const MOST_STEPS = 2_000_000;
const NEAR = 1;
/** Property tests over whole payloads: they run if nothing else reaches a mutant. */
const FAR_TOO_MANY_STEPS = 20_000_000;

/**
 * Which tests each mutant runs, in groups by file: those that reach it, the shortest first. What runs while files are
 * loaded needs a fresh copy of them, and all tests that reach something in this file may notice, or if there are none all
 * that load it: the nearest first. So a survivor among these may be noticed by a test further away, which is not asked.
 */
export function planTasks(mutants: readonly Mutant[], recorded: Recorded, fileOf: (id: number) => string): Task[][] {
  const reaching = new Map<number, Task['tests']>();
  for (const { ids, file, number, steps } of recorded.tests) {
    for (const id of ids) reaching.set(id, [...(reaching.get(id) ?? []), { file, number, steps }]);
  }
  const loading = new Map<number, Set<string>>();
  for (const { ids, file } of recorded.loads)
    for (const id of ids) loading.set(id, (loading.get(id) ?? new Set()).add(file));

  const reachingFile = new Map<string, Set<Reached>>();
  for (const test of recorded.tests) {
    for (const file of new Set(test.ids.map(fileOf))) {
      reachingFile.set(file, (reachingFile.get(file) ?? new Set()).add(test));
    }
  }

  const taskOf = (mutant: Mutant): Task => {
    const own = (reaching.get(mutant.id) ?? []).toSorted((one, other) => one.steps - other.steps);
    const loaders = loading.get(mutant.id);
    if (loaders === undefined) {
      const short = own.filter(({ steps }) => steps <= FAR_TOO_MANY_STEPS);
      return { id: mutant.id, tests: short.length > 0 ? short : own, isFresh: mutant.hasMemory };
    }
    const inFile = reachingFile.get(mutant.file);
    const others = recorded.tests
      .filter((test) => (inFile === undefined ? loaders.has(test.file) : inFile.has(test)))
      .map(({ file, number, steps }) => ({ file, number, steps, distance: distance(mutant.file, file) }))
      .filter((one) => one.steps <= MOST_STEPS || one.distance <= NEAR)
      .toSorted((one, other) => one.distance - other.distance || one.file.localeCompare(other.file));
    return { id: mutant.id, tests: others.map(({ file, number, steps }) => ({ file, number, steps })), isFresh: true };
  };

  const groups: Task[][] = [];
  for (const [, inFile] of Map.groupBy(mutants, ({ file }) => file)) {
    const tasks = inFile.map(taskOf).filter(({ tests }) => tests.length > 0);
    for (let from = 0; from < tasks.length; from += MOST_IN_GROUP) groups.push(tasks.slice(from, from + MOST_IN_GROUP));
  }
  return groups;
}

/** The test of the same name is nearest, then those of the same folder. */
function distance(file: string, test: string): number {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 0;
  const [one, other] = [dirname(file).split('/'), dirname(test).split('/')];
  const common = one.findIndex((folder, n) => folder !== other[n]);
  return 1 + (common < 0 ? other.length - one.length : one.length + other.length - 2 * common);
}
