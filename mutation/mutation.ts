import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, SetUp, Verdict } from './messages.ts';
import { mutate, type Mutant } from './mutants.ts';
import { planTasks } from './plan.ts';
import { recordTests, tryAll } from './pool.ts';

export type Plan = {
  root: string;
  /** What is changed, and the tests that should notice. */
  files: readonly string[];
  tests: readonly string[];
  /** Files whose texts are words for people: their texts are not changed. */
  isTable: (file: string) => boolean;
  choose: (mutants: Mutant[]) => Mutant[];
  processes: number;
  told: (done: number, all: number) => void;
};

/** Tries out every chosen mutant. Gives what became of each, in the order of the source. */
export async function runMutants(plan: Plan): Promise<Outcome[]> {
  const mutated = mutate(plan.root, plan.files, plan.isTable);
  const setUp: SetUp = {
    root: plan.root,
    sources: [
      ...mutated.map(({ file, source }): [string, string] => [join(plan.root, file), source]),
      ...plan.tests.map((file): [string, string] => [
        join(plan.root, file),
        readFileSync(join(plan.root, file), 'utf8'),
      ]),
    ],
  };
  const recorded = await recordTests(setUp, plan.tests);
  if (recorded.failed.length > 0) throw new Error(`Tests fail without a mutant:\n${recorded.failed.join('\n')}`);
  const every = mutated.flatMap((file) => file.mutants);
  const mutants = plan.choose(every);
  const groups = planTasks(mutants, recorded, (id) => every[id]?.file ?? '');
  const all = groups.reduce((sum, group) => sum + group.length, 0);
  const verdicts = new Map<number, Verdict>();
  await tryAll(setUp, groups, {
    processes: plan.processes,
    told: (verdict) => {
      verdicts.set(verdict.id, verdict);
      plan.told(verdicts.size, all);
    },
  });
  return mutants.map((mutant) => {
    const verdict = verdicts.get(mutant.id);
    return { ...mutant, fate: verdict?.fate ?? 'uncovered', by: verdict?.by ?? null };
  });
}
