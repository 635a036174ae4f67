import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { condense } from '../bench/condense.ts';
import { importFiles, type Imported } from './bank.ts';
import { CELL_SETTINGS, cellCall, judgeCell } from './cells.ts';
import { keepCounterexamples } from './corpus.ts';
import { coverageOf, driveDoors, openDoors } from './doors/run-doors.ts';
import { askFailedAgain, askSlowAgain, drive } from './drive.ts';
import { formCall } from './forms.ts';
import { bounceMails } from './mailbox.ts';
import { judgeMemory, watchMemory, type MemorySample } from './memory.ts';
import { openCall } from './open.ts';
import { openJudge, type Judge } from './oracle.ts';
import { Random } from './random.ts';
import { readFiles, readOthers } from './reading.ts';
import { printReport, resultsOf, type Phase } from './report.ts';
import { startWatched, type Watched } from './service.ts';
import { slowBodies } from './slow-bodies.ts';
import { statusCall } from './status.ts';
import { Tally } from './tally.ts';
import { setUpVisitors, type Visitors } from './visitors.ts';
import { setUpWorld } from './world.ts';

// Starts a service, sends generated inputs to it, and checks every answer against the contract.
//   npm run fuzz                     1,000,000 inputs
//   npm run fuzz -- 100000 7         another count and seed
// 34 % go to the open call and its dry run, 8 % to contract status, 12 % to the reader of bank files (one in a hundred
// through the exchange folder), 3 % to the payload in links and forms, 24 % to all other routes, as every kind of visitor,
// 17 % to the readers of other files, 1 % to another cell, 1 % are mails that came back. Results are in fuzz/results.

const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const CONNECTIONS = 64;
/** Fewer: they change the same few organizations, and wait for each other. */
const DOOR_CONNECTIONS = 8;
const SHARES = {
  open: 0.34,
  status: 0.08,
  bank: 0.12,
  form: 0.03,
  doors: 0.24,
  readers: 0.17,
  cells: 0.01,
  mails: 0.01,
};
const FILES_THROUGH_FOLDER = 0.01;
const TARGETS = ['form', 'mix', 'status', 'open', 'bank', 'doors', 'readers', 'cells', 'mails'] as const;

const share = (name: keyof typeof SHARES): number => Math.round(count * SHARES[name]);
/** Each target has its own random numbers, so that one can be repeated without the others. */
const seedOf = (target: (typeof TARGETS)[number]): number => seed * 16 + TARGETS.indexOf(target);
const random = (target: (typeof TARGETS)[number], number: number): Random => new Random(seedOf(target), number);

const service = await startWatched({ FOUR_EYES: 'true', QUALIFIED_SIGNATURE_URL: 'simulated' });
try {
  process.exitCode = (await fuzz(service)) ? 0 : 1;
} finally {
  await service.stop();
}

/** True if nothing was found. */
async function fuzz(on: Watched): Promise<boolean> {
  const started = performance.now();
  const tally = new Tally();
  const world = await setUpWorld(on);
  const visitors = await setUpVisitors(on, { depositsThatWait: 12 });
  const doors = await openDoors(on);
  const contract = await openJudge(on.address);
  const judge: Judge = (call, answer) => (call.expected.is === 'door' ? doors.judge : contract)(call, answer);
  const phases: Phase[] = [];
  const faults: string[] = [];
  const common = { port: on.port, connections: CONNECTIONS, judge, tally, ended: on.ended };
  const phase: PhaseOf = async (name, inputs, work) => {
    console.error(`${new Date().toISOString()} ${name}: ${inputs} inputs …`);
    const start = performance.now();
    await work();
    phases.push({ name, inputs, seconds: (performance.now() - start) / 1_000 });
  };

  // Files first: the payments of a deposit are counted before other inputs change it.
  const imported = await sendFiles(phase, on, visitors, { tally, faults });
  await phase('payloads in links and forms', share('form'), () =>
    drive({ ...common, count: share('form'), make: (number) => formCall(random('form', number), visitors, number) }),
  );

  const samples: MemorySample[] = [];
  const calls = share('open') + share('status');
  const sending = tally.byTarget;
  const done = (): number => ['open', 'check', 'status'].reduce((sum, target) => sum + (sending.get(target) ?? 0), 0);
  await phase('open calls, dry runs and status', calls, async () => {
    const stopWatching = watchMemory(on, samples, done);
    const slow = slowBodies(on.port, world, faults);
    const make = (number: number) =>
      random('mix', number).chance(SHARES.status / (SHARES.status + SHARES.open))
        ? statusCall(random('status', number), world)
        : openCall(random('open', number), world, `s${seed}`, number);
    await drive({ ...common, count: calls, make });
    await slow;
    await stopWatching();
  });
  const doorSamples: MemorySample[] = [];
  await phase('all other routes', share('doors'), async () => {
    const before = tally.total;
    const stopWatching = watchMemory(on, doorSamples, () => tally.total - before);
    await driveDoors(doors, { ...common, connections: DOOR_CONNECTIONS, count: share('doors'), seed: seedOf('doors') });
    await stopWatching();
  });
  await phase('another cell', share('cells'), () => askCells(share('cells'), tally, faults));
  const askedAgain = await askSlowAgain(common);
  const onlyUnderLoad = await askFailedAgain({ ...common, most: on.starved() });
  faults.push(...(await faultsAtTheEnd(on)));
  const memory = judgeMemory(samples);
  const doorMemory = judgeMemory(doorSamples);
  faults.push(...[memory, doorMemory].flatMap(({ fault }) => (fault === null ? [] : [fault])));
  await keepCounterexamples(tally.counterexamples, world, visitors, { ...common, house: doors.house });
  const seconds = (performance.now() - started) / 1_000;
  const told = { count, seed, seconds, phases, tally, faults, memory, doorMemory, samples, imported, askedAgain };
  const results = resultsOf({ ...told, onlyUnderLoad, doors: coverageOf(doors) });
  await doors.house.close();
  printReport(results);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'latest.json'), condense(results));
  return results.faults.length === 0;
}

type PhaseOf = (name: string, inputs: number, work: () => Promise<unknown>) => Promise<void>;

/** Files of the bank and of others, and mails that came back: through the folders of the service, and in this process. */
async function sendFiles(
  phase: PhaseOf,
  on: Watched,
  { waiting }: Visitors,
  { tally, faults }: { tally: Tally; faults: string[] },
): Promise<Imported> {
  const throughFolder = Math.round(share('bank') * FILES_THROUGH_FOLDER);
  const files = share('bank') - throughFolder;
  const others = share('readers');
  const mails = { count: share('mails'), seed: seedOf('mails') };
  let imported: Imported = { done: 0, refused: 0, repeated: 0, faults: [] };
  await phase('bank files through the folder', throughFolder, async () => {
    imported = await importFiles(on.config.bankExchangeDir, waiting, { count: throughFolder, seed });
    faults.push(...imported.faults);
  });
  await phase('mails that came back', mails.count, async () => {
    faults.push(...(await bounceMails(on.bounces, waiting, mails)));
  });
  await phase('bank files', files, () => readFiles((number) => random('bank', number), files, tally, faults));
  await phase('other files', others, () => readOthers((number) => random('readers', number), others, tally, faults));
  return imported;
}

/** The service runs, complains of nothing, and its books and histories are right. */
async function faultsAtTheEnd(on: Watched): Promise<string[]> {
  const ended = on.ended();
  if (ended !== null) return [`the service did not survive: ${ended}`];
  const { body: books } = await on.operator('GET', '/verification');
  const unbalanced = books.faults.length > 0 ? [`the books do not balance: ${JSON.stringify(books.faults[0])}`] : [];
  const wrong = on.verify();
  return [...unbalanced, ...(wrong === null ? [] : [wrong]), ...on.complaints().map((line) => `in the log: ${line}`)];
}

/** A service of its own, which has another cell. */
async function askCells(inputs: number, tally: Tally, faults: string[]): Promise<void> {
  const cell = await startWatched(CELL_SETTINGS);
  try {
    const make = (number: number) => cellCall(random('cells', number));
    // One after the other: a token counts as used once its call was answered.
    const on = { port: cell.port, connections: 1, ended: cell.ended };
    await drive({ ...on, count: inputs, make, judge: judgeCell, tally });
    faults.push(...cell.complaints().map((line) => `in the log of the cell: ${line}`));
    const ended = cell.ended();
    if (ended !== null) faults.push(`the cell did not survive: ${ended}`);
  } finally {
    await cell.stop();
  }
}
