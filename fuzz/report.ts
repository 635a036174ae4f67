import { cpus } from 'node:os';
import { PROBLEM_CODES } from '../src/domain/payload/problem.ts';
import { thinOut } from '../bench/condense.ts';
import type { Coverage } from './doors/run-doors.ts';
import type { Imported } from './bank.ts';
import type { JudgedMemory, MemorySample } from './memory.ts';
import type { Tally } from './tally.ts';

const KEPT_SAMPLES = 100;
const RARE = 300;

export type Phase = { name: string; inputs: number; seconds: number };

/** Every refusal of section 7.1, by the start of its text, and every answer of 7.2. */
const REFUSALS: readonly string[] = [
  'success',
  'errored: Not Authorised!',
  'errored: External Org ID not provided',
  'errored: Organization with external ID',
  'errored: Organization has no default property manager',
  'errored: The body is larger',
  'errored: The body has a content encoding',
  'errored: The body is not valid UTF-8',
  'errored: The body is not valid JSON',
  'errored: The body is not one JSON object',
  'skipped: Data item without external contract ID',
  'skipped: Contract temporarily ignored',
  'skipped: Contract permanently ignored',
  'skipped: Contract with external ID already exists',
  'errored: Unknown tenant type',
  'errored: Too many signatories',
  'errored: Property manager first and last name missing',
  'errored: (problems)',
  'skipped: (problems)',
];
const STATUS_ANSWERS: readonly string[] = [
  '200 opening',
  '400 The header x-api-key is missing',
  '400 The header x-org-id is missing',
  '400 The query parameter ext-contract-id is missing',
  '400 The query parameter ext-contract-id is given more than once',
  '401 The API key does not match',
  '404 No deposit',
  '500 The organization is unknown',
  '500 Contract status is not enabled',
];

export type Results = ReturnType<typeof resultsOf>;

export function resultsOf({
  tally,
  faults,
  samples,
  ...rest
}: {
  count: number;
  seed: number;
  seconds: number;
  phases: Phase[];
  tally: Tally;
  faults: string[];
  memory: JudgedMemory;
  samples: MemorySample[];
  imported: Imported;
  askedAgain: number;
  doorMemory: JudgedMemory;
  doors: Coverage;
  /** Calls that failed for want of time of the database, and not when repeated alone. */
  onlyUnderLoad: number;
}) {
  const codesSeen = PROBLEM_CODES.filter((code) => tally.codes.has(code));
  const outcomes = [...tally.byOutcome.keys()];
  const isSeen = (target: string, beginning: string): boolean =>
    outcomes.some((outcome) => outcome.startsWith(`${target}: ${beginning}`));
  const due = [
    ...['open', 'check'].flatMap((target) => REFUSALS.map((words) => [target, words] as const)),
    ...STATUS_ANSWERS.map((words) => ['status', words] as const),
  ];
  const unseen = due
    .filter(([target, words]) => !isSeen(target, words))
    .map(([target, words]) => `${target}: ${words}`);
  return {
    ...rest,
    machine: { cores: cpus().length, model: cpus()[0]?.model ?? '', node: process.version },
    byTarget: Object.fromEntries(tally.byTarget),
    byOutcome: sortedObject(tally.byOutcome),
    byKind: sortedObject(withoutRare(tally.byKind)),
    problemCodes: { seen: codesSeen.length, of: PROBLEM_CODES.length, counts: sortedObject(tally.codes) },
    neverSeen: [...PROBLEM_CODES.filter((code) => !tally.codes.has(code)), ...unseen].join('; '),
    refusals: { seen: due.length - unseen.length, of: due.length },
    mediansMs: Object.fromEntries(tally.sizeClasses().map((name) => [name, round(tally.median(name))])),
    /** In MB, by the number of inputs. */
    memorySamples: Object.fromEntries(
      thinOut(samples, KEPT_SAMPLES).map(({ inputs, rss, heap }) => [
        inputs,
        { rss: Math.round(rss), heap: Math.round(heap) },
      ]),
    ),
    faults: [...faults, ...tally.counterexamples.map(({ fault, call }) => `${call.target} (${call.kind}): ${fault}`)],
  };
}

export function printReport(results: Results): void {
  const { count, seed, seconds, phases, byTarget, byOutcome, problemCodes, refusals, neverSeen, memory, imported } =
    results;
  console.log(`${count} inputs of seed ${seed} in ${seconds.toFixed(0)} s`);
  for (const { name, inputs, seconds: took } of phases) {
    console.log(`  ${name.padEnd(36)}${String(inputs).padStart(8)}   ${(inputs / took).toFixed(0).padStart(6)} /s`);
  }
  console.log('\nBy target');
  for (const [target, number] of Object.entries(byTarget)) line(target, number);
  console.log('\nBy outcome');
  for (const [outcome, number] of Object.entries(byOutcome)) line(outcome, number);
  console.log('\nCoverage');
  console.log(
    `  problem codes ${problemCodes.seen} of ${problemCodes.of}, refusals and answers ${refusals.seen} of ${refusals.of}`,
  );
  console.log(`  never seen: ${neverSeen === '' ? 'none' : neverSeen}`);
  console.log('\nBank files through the folder');
  console.log(
    `  ${imported.done} read, ${imported.refused} refused; ${imported.repeated} bookings stood in a second file`,
  );
  console.log('\nMemory of the service');
  console.log(`  maximum ${memory.highestRss.toFixed(0)} MB; growth per 100,000 inputs in the second half:`);
  console.log(`  process ${signed(memory.rssSlope)} MB, heap ${signed(memory.heapSlope)} MB`);
  const floors = memory.heapFloors;
  if (floors !== null)
    console.log(`  minimum of the heap ${floors.third.toFixed(0)} MB, then ${floors.last.toFixed(0)} MB`);
  const { doors, onlyUnderLoad } = results;
  console.log(`\nRoutes: ${doors.routes}, answered ${doors.answered}, with success ${doors.succeeded}`);
  console.log(`Failed for want of time, and not when repeated alone: ${onlyUnderLoad}`);
  console.log(`\nSlow calls repeated alone: ${results.askedAgain}`);
  console.log(`\n${results.faults.length === 0 ? 'Nothing was found.' : `FOUND: ${results.faults.length}`}`);
  for (const fault of results.faults.slice(0, 30)) console.log(`  ${fault.slice(0, 400)}`);
}

function line(name: string, number: number): void {
  console.log(`  ${String(number).padStart(8)}  ${name.slice(0, 110)}`);
}

/** Kinds are also combined with each other. Rare ones are counted together, by target. */
function withoutRare(counts: ReadonlyMap<string, number>): Map<string, number> {
  const kept = new Map<string, number>();
  for (const [kind, count] of counts) {
    const name = count < RARE ? `${kind.slice(0, kind.indexOf(':'))}: rare kinds and combinations` : kind;
    kept.set(name, (kept.get(name) ?? 0) + count);
  }
  return kept;
}

function sortedObject(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function signed(number: number): string {
  return `${number < 0 ? '' : '+'}${number.toFixed(1)}`;
}
