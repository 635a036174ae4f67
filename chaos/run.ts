import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { condense } from '../bench/condense.ts';
import { isStoredUnanswered } from './book.ts';
import { runCells } from './cells/run.ts';
import { readDialects } from './dialects.ts';
import { possibleFaults } from './faults.ts';
import { planOf, type Plan } from './plan.ts';
import { plotRecovery } from './plot.ts';
import { runPlanted } from './planted/run.ts';
import { countFaults, inMarkdown, machine, readInside, type Report } from './report.ts';
import { playRound } from './round.ts';
import { runStandby } from './standby/run.ts';
import { openWorld, type World } from './world.ts';

// Kills processes, cuts connections, fills the disk, delays and lies under load, and checks after each round that nothing was lost.
//   npm run chaos                      100 rounds with a random seed
//   npm run chaos -- 20                20 rounds
//   npm run chaos -- 100 SEED          the same faults at the same times as before with this seed
//   npm run chaos -- 1 SEED 37         only round 37 of this seed
//   npm run chaos -- --standby         a primary and its standby: each kind of failover once, or as often as the next number says
//   npm run chaos -- --cells [MOVES [SEED]]  organizations move between two cells under load, some moves are killed
//   npm run chaos -- --planted [SEED]  plants ten faults in copies of the code, one each, and tells in which round each was found
//   npm run chaos -- docs              writes the figures of the last run into docs/reliability.md
// Exit code 0 if nothing was violated; otherwise 1, and the round is kept in chaos/counterexamples.

const here = import.meta.dirname;
const LATEST = join(here, 'results', 'latest.json');
const args = process.argv.slice(2);
/** Markers around the figures in docs/reliability.md. */
const BEGIN = '<!-- figures of a run: npm run chaos -- docs -->';
const END = '<!-- end of the figures -->';

if (args[0] === 'docs') writeIntoDocs();
else if (args[0] === '--standby') await runWithStandby(Number(args[1] ?? 1), args[2] ?? randomSeed());
else if (args[0] === '--planted') process.exitCode = (await runPlanted(args[1] ?? randomSeed(), endOnSignals)) ? 0 : 1;
else if (args[0] === '--cells') await runWithCells(Number(args[1] ?? 20), args[2] ?? randomSeed());
else await run(Number(args[0] ?? 100), args[1] ?? randomSeed(), Number(args[2] ?? 1));

function randomSeed(): string {
  return Math.random().toString(36).slice(2, 10);
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
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(firstRound) || firstRound < 0) {
    console.error('Wrong arguments. Usage: npm run chaos -- [ROUNDS [SEED [FIRST_ROUND]]]');
    process.exitCode = 2;
    return;
  }
  const begun = new Date();
  console.log(`${rounds} rounds, seed ${seed}. Starting PostgreSQL, two web processes and two workers …`);
  const world = await openWorld({ onEndable: endOnSignals });
  try {
    const { possible, left } = possibleFaults(world);
    for (const sentence of left) console.log(sentence);
    const plans = Array.from({ length: rounds }, (_, n) => planOf(seed, firstRound + n, possible));
    const played: Plan[] = [];
    for (const plan of plans) {
      await playAndTell(world, plan, { isLast: plan === plans.at(-1) });
      played.push(plan);
      if (world.violations.length > 0) break;
    }
    const report = await reportOf(world, { seed, firstRound, begun, played, left });
    keep(report);
    const last = played.at(-1);
    if (world.violations.length > 0 && last !== undefined) {
      console.log(`\n${world.violations.slice(0, 20).join('\n')}\n\nWritten to ${keepCounterexample(world, last)}`);
      process.exitCode = 1;
    }
  } finally {
    await world.end();
  }
}

async function runWithCells(moves: number, seed: string): Promise<void> {
  if (!Number.isInteger(moves) || moves < 1) {
    console.error('Wrong arguments. Usage: npm run chaos -- --cells [MOVES [SEED]]');
    process.exitCode = 2;
    return;
  }
  if (!(await runCells(moves, seed, endOnSignals))) process.exitCode = 1;
}

/** Cleans up after an interruption too. */
function endOnSignals(end: () => Promise<void>): void {
  const stop = (): void => void end().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function playAndTell(world: World, plan: Plan, { isLast }: { isLast: boolean }): Promise<void> {
  const before = { ...world.book.counts };
  const start = performance.now();
  await playRound(world, plan, { isLast }).catch((error: unknown) => {
    world.violate(`the round came to no end: ${(error as Error).stack}`);
  });
  const { counts } = world.book;
  const since = (name: keyof typeof counts): number => counts[name] - before[name];
  const faults = plan.faults.map(({ kind }) => kind).join(', ');
  const figures = `${since('acknowledged')} acknowledged, ${since('unanswered')} without an answer, ${since('movesMade')} moves`;
  const verdict = world.violations.length === 0 ? 'well' : 'VIOLATED';
  const seconds = ((performance.now() - start) / 1_000).toFixed(0).padStart(3);
  console.log(`${String(plan.round).padStart(4)}  ${verdict}  ${seconds} s  ${figures}  ${faults}`);
}

type Run = { seed: string; firstRound: number; begun: Date; played: readonly Plan[]; left: string[] };

async function reportOf(world: World, { seed, firstRound, begun, played, left }: Run): Promise<Report> {
  await world.server.start();
  const client = await world.server.connect();
  try {
    return {
      seed,
      firstRound,
      rounds: played.length,
      begunAt: begun.toISOString(),
      minutes: Math.round((Date.now() - begun.getTime()) / 6_000) / 10,
      machine: machine(),
      faults: countFaults(played),
      left,
      organizations: world.organizations.length,
      outside: world.book.counts,
      storedUnanswered: world.book.contracts.filter(isStoredUnanswered).length,
      inside: await readInside(world, client),
      dialects: await readDialects(client),
      recoveries: world.pulse.recoveries(),
      violations: world.violations,
    };
  } finally {
    await client.end();
  }
}

function keep(report: Report): void {
  mkdirSync(dirname(LATEST), { recursive: true });
  writeFileSync(LATEST, condense(report));
  console.log(`\n${inMarkdown(report)}\nWritten to ${relative(process.cwd(), LATEST)}`);
}

/** To repeat the round; test/chaos.test.ts plays all counterexamples. */
function keepCounterexample({ violations, logged }: World, { seed, round, faults }: Plan): string {
  const folder = join(here, 'counterexamples');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${seed}-${round}.json`);
  writeFileSync(file, `${JSON.stringify({ seed, round, faults, violations, log: logged }, null, 2)}\n`);
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
