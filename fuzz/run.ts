import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { condense } from '../bench/condense.ts';
import { importFiles, type Imported } from './bank.ts';
import { bankFile, faultOfReading, faultOfReport, type BankFile } from './camt.ts';
import { keepCounterexamples } from './corpus.ts';
import { askSlowAgain, drive } from './drive.ts';
import { formCall } from './forms.ts';
import { judgeMemory, watchMemory, type MemorySample } from './memory.ts';
import { openCall } from './open.ts';
import { openJudge } from './oracle.ts';
import { Random } from './random.ts';
import { printReport, resultsOf, type Phase } from './report.ts';
import { startWatched, type Watched } from './service.ts';
import { slowBodies } from './slow-bodies.ts';
import { statusCall } from './status.ts';
import { SLOW_MS, Tally } from './tally.ts';
import { setUpVisitors } from './visitors.ts';
import { setUpWorld } from './world.ts';

// Starts a service, sends generated inputs to it, and checks every answer against the contract.
//   npm run fuzz                     1,000,000 inputs
//   npm run fuzz -- 100000 7         another count and seed
// 60 % go to the open call and its dry run, 15 % to contract status, 20 % to the reader of bank files (one in a hundred
// through the exchange folder), and 5 % to pages and forms. Results are in fuzz/results.

const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const CONNECTIONS = 64;
const SHARES = { open: 0.6, status: 0.15, bank: 0.2, form: 0.05 };
const FILES_THROUGH_FOLDER = 0.01;

const share = (name: keyof typeof SHARES): number => Math.round(count * SHARES[name]);

const service = await startWatched();
try {
  process.exitCode = (await fuzz(service)) ? 0 : 1;
} finally {
  await service.stop();
}

/** True if nothing was found. */
async function fuzz(on: Watched): Promise<boolean> {
  const started = performance.now();
  const tally = new Tally();
  const judge = await openJudge(on.address);
  const world = await setUpWorld(on);
  const visitors = await setUpVisitors(on, { depositsThatWait: 12 });
  const phases: Phase[] = [];
  const faults: string[] = [];
  const common = { port: on.port, connections: CONNECTIONS, judge, tally, ended: on.ended };
  const phase = async (name: string, inputs: number, work: () => Promise<unknown>): Promise<void> => {
    console.error(`${name}: ${inputs} inputs …`);
    const start = performance.now();
    await work();
    phases.push({ name, inputs, seconds: (performance.now() - start) / 1_000 });
  };

  // Files first: the payments of a deposit are counted before other inputs change it.
  const throughFolder = Math.round(share('bank') * FILES_THROUGH_FOLDER);
  let imported: Imported = { done: 0, refused: 0, repeated: 0, faults: [] };
  await phase('bank files through the folder', throughFolder, async () => {
    imported = await importFiles(on.config.bankExchangeDir, visitors.waiting, { count: throughFolder, seed });
    faults.push(...imported.faults);
  });
  await phase('bank files', share('bank') - throughFolder, () =>
    readFiles(share('bank') - throughFolder, tally, faults),
  );
  await phase('pages and forms', share('form'), () =>
    drive({ ...common, count: share('form'), make: (number) => formCall(random('form', number), visitors, number) }),
  );
  const { body: books } = await on.operator('GET', '/verification');
  if (books.faults.length > 0) faults.push(`the books do not balance: ${JSON.stringify(books.faults[0])}`);

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
  const askedAgain = await askSlowAgain(common);

  const ended = on.ended();
  if (ended !== null) faults.push(`the service did not survive: ${ended}`);
  faults.push(...on.complaints().map((line) => `in the log: ${line}`));
  const memory = judgeMemory(samples);
  if (memory.fault !== null) faults.push(memory.fault);
  await keepCounterexamples(tally.counterexamples, world, visitors, common);
  const seconds = (performance.now() - started) / 1_000;
  const results = resultsOf({ count, seed, seconds, phases, tally, faults, memory, samples, imported, askedAgain });
  printReport(results);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'latest.json'), condense(results));
  return results.faults.length === 0;
}

/** Each target has its own random numbers, so that one can be repeated without the others. */
function random(target: 'form' | 'mix' | 'status' | 'open' | 'bank', number: number): Random {
  return new Random(seed * 8 + ['form', 'mix', 'status', 'open', 'bank'].indexOf(target), number);
}

async function readFiles(files: number, tally: Tally, faults: string[]): Promise<void> {
  for (let number = 0; number < files; number++) {
    const chance = random('bank', number);
    const file = bankFile(chance);
    const start = performance.now();
    const [outcome, fault] = await faultOfReading(chance, file);
    const isLong = performance.now() - start > SLOW_MS;
    tally.count('bank', file.kind, outcome);
    if (fault !== null) faults.push(`bank file ${number} (${file.kind}): ${fault}`);
    const work = isLong ? await workOf(file) : 0;
    if (work > SLOW_MS) faults.push(`bank file ${number} (${file.kind}): slow, ${work} ms of work`);
    const other = await faultOfReport(file);
    if (other !== null) faults.push(`bank file ${number} as a report: ${other}`);
  }
}

/** CPU time in milliseconds, which does not depend on other programs. The minimum of three. */
async function workOf(file: BankFile): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < 3 && least > SLOW_MS; n++) {
    const before = process.cpuUsage();
    await faultOfReading(new Random(seed, 0), file);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
