import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { condense } from '../bench/condense.ts';
import { readJudgements } from './judged.ts';
import { runMutants } from './mutation.ts';
import type { Mutant } from './mutants.ts';
import { percent, reportOf, updatePage } from './report.ts';

// Changes src/domain in one small way after the other, and runs the tests in src/domain that reach the change: a change that no
// test notices points to a rule without a test.
//   npm run mutate                                    everything, and docs/mutation.md
//   npm run mutate -- --files src/domain/booking.ts   some files or folders, separated by commas
//   npm run mutate -- --sample 500 --seed 2           some mutants, the same for the same seed
// Exits with 1 below 85 % killed. Prints the survivors that nobody has judged (mutation/judged.json).

const LEAST_RATE = 0.85;
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { files: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const chosen = values.files?.split(',') ?? [];
const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();
const files = find('src/domain/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const isWhole = chosen.length === 0 && values.sample === undefined;

const outcomes = await runMutants({
  root,
  files,
  tests: find('src/domain/**/*.test.ts'),
  isTable: isOfWords,
  choose: (mutants) => drawn(mutants.filter(isOfFiles)),
  processes: 2,
  told: (done, all) => {
    if (done % 1_000 === 0) console.error(`${done} of ${all} mutants …`);
  },
});
const report = reportOf(outcomes, readJudgements());
for (const [file, lines] of Object.entries(report.survivors)) {
  const open = lines.filter((line) => line.startsWith('? '));
  if (open.length > 0) console.log([file, ...open.map((line) => `  ${line.slice(2)}`)].join('\n'));
}
for (const [folder, { mutants, rate }] of Object.entries(isWhole ? report.folders : report.files)) {
  console.log(`${percent(rate).padStart(8)} of ${String(mutants).padStart(5)}  ${folder}`);
}
const { all } = report;
console.log(`${percent(all.rate)} of ${all.mutants} mutants killed, ${report.unjudged} survivors not judged`);
if (isWhole) {
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  // A line for each file, so that it stays small.
  const lines = JSON.stringify(JSON.parse(condense(report))).replaceAll('],"', '],\n"');
  writeFileSync(join(import.meta.dirname, 'results', 'latest.json'), `${lines}\n`);
  updatePage(join(root, 'docs', 'mutation.md'), report);
}
process.exitCode = all.rate < LEAST_RATE ? 1 : 0;

/** Texts that people read are checked by people and by their types, not here. */
function isOfWords(file: string): boolean {
  return file.startsWith('src/domain/messages/') || file.endsWith('/words.ts');
}

function isOfFiles({ file }: Mutant): boolean {
  return chosen.length === 0 || chosen.some((one) => file === one || file.startsWith(`${one.replace(/\/$/, '')}/`));
}

/** As many as asked for, the same for the same seed. */
function drawn(mutants: Mutant[]): Mutant[] {
  if (values.sample === undefined) return mutants;
  const [LARGE_PRIME, GOLDEN] = [1_000_003, 2_654_435_761];
  const place = ({ id }: Mutant): number => Math.imul(id + Number(values.seed) * LARGE_PRIME, GOLDEN) >>> 0;
  const some = mutants.toSorted((one, other) => place(one) - place(other)).slice(0, Number(values.sample));
  return some.toSorted((one, other) => one.id - other.id);
}
