import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { condense } from '../../bench/condense.ts';
import { PLANTED, plantedIn, type PlantedFault } from './faults.ts';

// Plants one fault after the other in a copy of the project, and runs the chaos test there until it finds it.

const root = join(import.meta.dirname, '..', '..');
const RESULT = join(root, 'chaos', 'results', 'planted.json');
/** A fault that so many rounds do not find counts as missed. */
const MOST_ROUNDS = 50;
/** Large, and the same for every copy. */
const SHARED = ['node_modules', 'runtime'];
const LEFT_OUT = new Set([...SHARED, '.git', 'data', 'chaos/results', 'chaos/counterexamples']);

type Outcome = { fault: string; seed: string; round: number | null; says: string };
type Result = { rounds: number; outcomes: Outcome[] };

/** Whether all were found, from the n-th on. `onEndable`: what stops the run early. */
export async function runPlanted(
  seed: string,
  first: number,
  onEndable: (end: () => Promise<void>) => void,
): Promise<boolean> {
  const chosen = PLANTED.slice(first - 1);
  const folder = mkdtempSync(join(tmpdir(), 'depono-planted-'));
  const interruption = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  onEndable(async () => {
    interruption.abort();
    await running;
    rmSync(folder, { recursive: true, force: true });
  });
  const outcomes: Outcome[] = [];
  try {
    for (const fault of chosen) {
      const found = find(fault, seed, { folder: join(folder, String(outcomes.length)), signal: interruption.signal });
      running = found;
      const outcome = await found;
      if (interruption.signal.aborted) return false;
      outcomes.push(outcome);
      console.log(`${outcome.round === null ? '  MISSED' : `round ${outcome.round}`.padStart(8)}  ${fault.name}`);
      console.log(`          ${outcome.says}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missed = outcomes.filter(({ round }) => round === null);
  console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} planted faults were found.`);
  keep(outcomes);
  return missed.length === 0;
}

async function find(
  fault: PlantedFault,
  seed: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Outcome> {
  cpSync(root, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
  for (const name of SHARED) symlinkSync(join(root, name), join(folder, name));
  const file = join(folder, fault.file);
  writeFileSync(file, plantedIn(readFileSync(file, 'utf8'), fault));
  const { output, code } = await chaosIn(folder, seed, signal);
  rmSync(folder, { recursive: true, force: true });
  const round = /^ *(\d+) {2}VIOLATED/m.exec(output)?.[1];
  // After the figures of the run, before the place where the round is kept.
  const [says = ''] = output.slice(output.lastIndexOf('chaos/results/latest.json')).split('\n').slice(2);
  if (round !== undefined) return { fault: fault.name, seed, round: Number(round), says: says.slice(0, 200) };
  if (code === 0) return { fault: fault.name, seed, round: null, says: `${MOST_ROUNDS} rounds found nothing` };
  return { fault: fault.name, seed, round: null, says: `no round was played: ${output.slice(-500)}` };
}

function chaosIn(folder: string, seed: string, signal: AbortSignal): Promise<{ output: string; code: number | null }> {
  const program = join(folder, 'chaos', 'run.ts');
  const child = spawn(process.execPath, [program, String(MOST_ROUNDS), seed], { cwd: folder });
  // It cleans up, and so must not be killed.
  signal.addEventListener('abort', () => child.kill('SIGINT'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((done) => {
    child.on('close', (code) => done({ output, code }));
  });
}

/** Beside what earlier runs have found of the others. */
function keep(outcomes: readonly Outcome[]): void {
  mkdirSync(join(root, 'chaos', 'results'), { recursive: true });
  const before = existsSync(RESULT) ? (JSON.parse(readFileSync(RESULT, 'utf8')) as Result).outcomes : [];
  const all = new Map([...before, ...outcomes].map((one) => [one.fault, one]));
  const kept = PLANTED.flatMap(({ name }) => all.get(name) ?? []);
  writeFileSync(RESULT, condense({ rounds: MOST_ROUNDS, outcomes: kept }));
  console.log(`Written to ${relative(process.cwd(), RESULT)}`);
}
