import { dirname } from 'node:path';
import type { Recorded, Task } from './messages.ts';
import type { Mutant } from './mutants.ts';

const MOST_IN_GROUP = 60;

/**
 * Which tests each mutant runs, in groups by file: those that reach it, the shortest first. What runs while files are
 * loaded needs a fresh copy of them, and any test of a file that loads it may notice: the nearest files first.
 */
export function planTasks(mutants: readonly Mutant[], recorded: Recorded): Task[][] {
  const reaching = new Map<number, Task['tests']>();
  for (const { ids, file, number, steps } of recorded.tests) {
    for (const id of ids) reaching.set(id, [...(reaching.get(id) ?? []), { file, number, steps }]);
  }
  const loading = new Map<number, Set<string>>();
  for (const { ids, file } of recorded.loads)
    for (const id of ids) loading.set(id, (loading.get(id) ?? new Set()).add(file));

  const taskOf = (mutant: Mutant): Task => {
    const own = (reaching.get(mutant.id) ?? []).toSorted((one, other) => one.steps - other.steps);
    const loaders = loading.get(mutant.id);
    if (loaders === undefined) return { id: mutant.id, tests: own, isFresh: mutant.hasMemory };
    const others = recorded.tests
      .filter(({ file }) => loaders.has(file))
      .map(({ file, number, steps }) => ({ file, number, steps, distance: distance(mutant.file, file) }))
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
