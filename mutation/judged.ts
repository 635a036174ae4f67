import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './messages.ts';
import type { Mutant } from './mutants.ts';

/** Survivors that a person has looked at, by the reason why no test need kill them. */
type Judgement = { reason: string; mutants: Pick<Mutant, 'file' | 'operator' | 'from' | 'to' | 'nth'>[] };

const FILE = join(import.meta.dirname, 'judged.json');

/** The reason why a survivor is accepted; null: nobody has judged it yet. */
export function readJudgements(): (mutant: Mutant) => string | null {
  const judgements = JSON.parse(readFileSync(FILE, 'utf8')) as Judgement[];
  const reasons = new Map(
    judgements.flatMap(({ reason, mutants }) => mutants.map((one) => [nameOf(one), reason] as const)),
  );
  return (mutant) => reasons.get(nameOf(mutant)) ?? null;
}

/** It stays the same as long as the code around it does; a line number would not. */
const nameOf = ({ file, operator, from, to, nth }: Pick<Mutant, 'file' | 'operator' | 'from' | 'to' | 'nth'>): string =>
  [file, operator, from, to, nth].join('\n');

export const isKilled = ({ fate }: Outcome): boolean => fate === 'killed' || fate === 'endless';
