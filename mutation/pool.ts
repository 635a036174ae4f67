import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { FromWorker, Recorded, SetUp, Task, TestName, ToWorker, Verdict } from './messages.ts';

/** After so many copies of everything a process is replaced: what was loaded is never forgotten. */
const MOST_COPIES = 40;
/** Test files whose reach is noted in one process, each with a copy of its own. */
const MOST_FILES = 12;
/** Memory for these copies; and Node calls its own removal of types an experiment. */
const ARGUMENTS = ['--max-old-space-size=1500', '--disable-warning=ExperimentalWarning'];

/** One process that runs mutants, replaced when it dies. */
class Worker {
  private readonly setUp: SetUp;
  private child: ChildProcess | null = null;
  private copies = 0;

  constructor(setUp: SetUp) {
    this.setUp = setUp;
  }

  async record(files: readonly string[]): Promise<Recorded> {
    const answer = await this.ask({ record: files });
    if (answer === null || !('recorded' in answer)) throw new Error('The process that runs the tests has died.');
    return answer.recorded;
  }

  /** A mutant that ends the process, by using up its memory, is found out; unless earlier ones have used it up. */
  async tryOut(task: Task): Promise<Verdict> {
    if (task.isFresh && ++this.copies > MOST_COPIES) await this.stop();
    const answer = (await this.ask({ task })) ?? (await this.ask({ task }));
    return answer !== null && 'verdict' in answer ? answer.verdict : { id: task.id, fate: 'endless', by: 'endless' };
  }

  /** Whether tests still pass without a mutant: otherwise one has left something behind. */
  async isSound(check: (TestName & { steps: number })[]): Promise<boolean> {
    const answer = await this.ask({ check });
    return answer !== null && 'checked' in answer && answer.checked === null;
  }

  async stop(): Promise<void> {
    const child = this.child;
    this.child = null;
    this.copies = 0;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((done) => {
      child.once('exit', done);
      child.kill('SIGKILL');
    });
  }

  /** Null if the process has died. */
  private async ask(message: ToWorker): Promise<FromWorker | null> {
    if (this.child === null) {
      this.child = fork(join(import.meta.dirname, 'worker.ts'), [], { execArgv: ARGUMENTS });
      await this.send(this.child, { setUp: this.setUp });
    }
    const answer = await this.send(this.child, message);
    if (answer === null) await this.stop();
    return answer;
  }

  private send(child: ChildProcess, message: ToWorker): Promise<FromWorker | null> {
    return new Promise((done) => {
      const answered = (answer: FromWorker): void => settle(answer);
      const died = (): void => settle(null);
      const settle = (answer: FromWorker | null): void => {
        child.off('message', answered).off('exit', died);
        done(answer);
      };
      child.on('message', answered).on('exit', died);
      child.send(message);
    });
  }
}

/** What all tests reach without a mutant. */
export async function recordTests(setUp: SetUp, files: readonly string[]): Promise<Recorded> {
  const all: Recorded = { tests: [], loads: [], failed: [] };
  const worker = new Worker(setUp);
  try {
    for (let from = 0; from < files.length; from += MOST_FILES) {
      const { tests, loads, failed } = await worker.record(files.slice(from, from + MOST_FILES));
      all.tests.push(...tests);
      all.loads.push(...loads);
      all.failed.push(...failed);
      await worker.stop();
    }
  } finally {
    await worker.stop();
  }
  return all;
}

/** Tries out groups of mutants in some processes; each group belongs to one file. */
export async function tryAll(
  setUp: SetUp,
  groups: readonly Task[][],
  { processes, told }: { processes: number; told: (verdict: Verdict) => void },
): Promise<void> {
  const waiting = [...groups];
  await Promise.all(
    Array.from({ length: processes }, async () => {
      const worker = new Worker(setUp);
      try {
        for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
          await tryGroup(worker, group, told);
      } finally {
        await worker.stop();
      }
    }),
  );
}

/** What a mutant leaves behind would make the next ones look killed: then the group is repeated with a fresh copy for each. */
async function tryGroup(worker: Worker, group: readonly Task[], told: (verdict: Verdict) => void): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const task of group) verdicts.push(await worker.tryOut(task));
  const inPlace = group.filter((task) => !task.isFresh);
  const tests = new Map(
    inPlace.flatMap((task) => task.tests.map((one) => [`${one.file} ${one.number}`, one] as const)),
  );
  if (inPlace.length === 0 || (await worker.isSound([...tests.values()]))) return verdicts.forEach(told);
  await worker.stop();
  for (const task of group) told(await worker.tryOut({ ...task, isFresh: true }));
}
