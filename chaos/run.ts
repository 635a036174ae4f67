import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { condense } from '../bench/condense.ts';
import { runCells } from './cells/run.ts';
import { plotRecovery } from './plot.ts';
import { runPlanted } from './planted/run.ts';
import { playRounds, type PlayedRounds } from './play-rounds.ts';
import { inMarkdown, machine, type Counted, type Report } from './report.ts';
import { SPECIAL, sortOf, type SpecialSort } from './sorts.ts';
import { runStandby } from './standby/run.ts';
import { debianBinaries } from './standby/servers.ts';

// Kills processes, cuts connections, fills the disk, delays and lies under load, and checks after each round that nothing was lost.
//   npm run chaos                      100 rounds with a random seed
//   npm run chaos -- 20                20 rounds
//   npm run chaos -- 100 SEED          the same faults at the same times as before with this seed
//   npm run chaos -- 1 SEED 37         only round 37 of this seed
//   npm run chaos -- --without cells,years 20   leaves out rounds with a standby, between cells, or over the year
//   npm run chaos -- --standby         a primary and its standby: each kind of failover once, or as often as the next number says
//   npm run chaos -- --cells [MOVES [SEED]]  organizations move between two cells under load, some moves are killed
//   npm run chaos -- --planted [SEED [FIRST]]  plants faults in copies of the code, one each, and tells in which round each was found
//   npm run chaos -- docs              writes the figures of the last run into docs/reliability.md
// Exit code 0 if nothing was violated; otherwise 1, and the round is kept in chaos/counterexamples.

const here = import.meta.dirname;
const LATEST = join(here, 'results', 'latest.json');
const { left: without, args } = withoutOf(process.argv.slice(2));
/** Markers around the figures in docs/reliability.md. */
const BEGIN = '<!-- figures of a run: npm run chaos -- docs -->';
const END = '<!-- end of the figures -->';
/** Ends what runs now. */
let endCurrent: (() => Promise<void>) | null = null;

if (args[0] === 'docs') writeIntoDocs();
else if (args[0] === '--standby') await runWithStandby(Number(args[1] ?? 1), args[2] ?? randomSeed());
else if (args[0] === '--planted') await plant(args[1] ?? randomSeed(), Number(args[2] ?? 1));
else if (args[0] === '--cells') await runWithCells(Number(args[1] ?? 20), args[2] ?? randomSeed());
else await run(Number(args[0] ?? 100), args[1] ?? randomSeed(), Number(args[2] ?? 1));

function randomSeed(): string {
  return Math.random().toString(36).slice(2, 10);
}

async function plant(seed: string, first: number): Promise<void> {
  process.exitCode = (await runPlanted(seed, first, endOnSignals)) ? 0 : 1;
}

async function runWithStandby(times: number, seed: string): Promise<void> {
  if (!Number.isInteger(times) || times < 1) {
    console.error('Wrong arguments. Usage: npm run chaos -- --standby [TIMES [SEED]]');
    process.exitCode = 2;
    return;
  }
  process.exitCode = await runStandby(times, seed, endOnSignals);
}

async function run(rounds: number, seed: string, firstRound: number): Promise<void> {
  const isRight = Number.isInteger(rounds) && rounds >= 1 && Number.isInteger(firstRound) && firstRound >= 0;
  if (!isRight || without === null) {
    const sorts = Object.keys(SPECIAL).join(',');
    console.error(`Wrong arguments. Usage: npm run chaos -- [--without ${sorts}] [ROUNDS [SEED [FIRST_ROUND]]]`);
    process.exitCode = 2;
    return;
  }
  const begun = new Date();
  const hasStandby = debianBinaries() !== null;
  const out: SpecialSort[] = hasStandby ? without : [...without, 'standby'];
  console.log(`${rounds} rounds, seed ${seed}. Starting PostgreSQL, two web processes and two workers …`);
  if (!hasStandby) console.log('Rounds with a standby are left out: they need pg_basebackup (apt install postgresql).');
  const numbered = Array.from({ length: rounds }, (_, n) => firstRound + n).map((round) => ({
    round,
    sort: sortOf(round, out),
  }));
  const played = await playRounds(numbered, { seed, onEndable: endOnSignals });
  for (const sentence of played.left) console.log(sentence);
  const { counted } = played;
  // Rounds of another sort alone have no such figures.
  if (isWhole(counted)) keep(reportOf({ ...played, counted }, { seed, firstRound, begun }));
  if (played.violations.length === 0) return;
  console.log(`\n${played.violations.slice(0, 20).join('\n')}\n\nWritten to ${keepCounterexample(played, seed)}`);
  process.exitCode = 1;
}

/** `--without a,b` at the beginning; null: it names something else. */
function withoutOf(given: string[]): { left: SpecialSort[] | null; args: string[] } {
  if (given[0] !== '--without') return { left: [], args: given };
  const names = (given[1] ?? '').split(',');
  const areKnown = names.every((name) => Object.hasOwn(SPECIAL, name));
  return { left: areKnown ? (names as SpecialSort[]) : null, args: given.slice(2) };
}

async function runWithCells(moves: number, seed: string): Promise<void> {
  if (!Number.isInteger(moves) || moves < 1) {
    console.error('Wrong arguments. Usage: npm run chaos -- --cells [MOVES [SEED]]');
    process.exitCode = 2;
    return;
  }
  if (!(await runCells(moves, seed, endOnSignals))) process.exitCode = 1;
}

/** Cleans up after an interruption too: what runs at that time. */
function endOnSignals(end: () => Promise<void>): void {
  const isFirst = endCurrent === null;
  endCurrent = end;
  if (!isFirst) return;
  const stop = (): void => void endCurrent?.().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

function isWhole(counted: PlayedRounds['counted']): counted is Counted {
  return counted.worlds !== undefined;
}

function reportOf(
  { counted, left, violations }: PlayedRounds & { counted: Counted },
  { seed, firstRound, begun }: { seed: string; firstRound: number; begun: Date },
): Report {
  const minutes = Math.round((Date.now() - begun.getTime()) / 6_000) / 10;
  return { seed, firstRound, begunAt: begun.toISOString(), minutes, machine: machine(), left, ...counted, violations };
}

function keep(report: Report): void {
  mkdirSync(dirname(LATEST), { recursive: true });
  writeFileSync(LATEST, condense(report));
  console.log(`\n${inMarkdown(report)}\nWritten to ${relative(process.cwd(), LATEST)}`);
}

/** To repeat the round; test/chaos.test.ts plays all counterexamples. */
function keepCounterexample({ violations, last: { round, sort, faults, log } }: PlayedRounds, seed: string): string {
  const folder = join(here, 'counterexamples');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${seed}-${round}.json`);
  writeFileSync(file, `${JSON.stringify({ seed, round, sort, faults, violations, log }, null, 2)}\n`);
  return relative(process.cwd(), file);
}

function writeIntoDocs(): void {
  const report = JSON.parse(readFileSync(LATEST, 'utf8')) as Report;
  const docs = join(here, '..', 'docs', 'reliability.md');
  const text = readFileSync(docs, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/reliability.md has no markers for the figures.');
  writeFileSync(docs, `${text.slice(0, from + BEGIN.length)}\n\n${inMarkdown(report)}\n${text.slice(to)}`);
  writeFileSync(join(here, '..', 'docs', 'reliability.svg'), plotRecovery(report));
}
