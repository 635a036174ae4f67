import { performance } from 'node:perf_hooks';
import type { Call } from './call.ts';
import type { Judge } from './oracle.ts';
import { SLOW_MS, SLOW_TIMES, type Tally } from './tally.ts';
import { Connection } from './wire.ts';

export type Drive = {
  port: number;
  connections: number;
  count: number;
  make: (number: number) => Call;
  judge: Judge;
  tally: Tally;
  /** Null as long as the service runs. */
  ended: () => string | null;
};

/** Sends calls over several connections in parallel, and judges every answer. */
export async function drive({ port, connections, count, make, judge, tally, ended }: Drive): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    const connection = new Connection(port);
    while (next < count && ended() === null) {
      const call = make(next++);
      await ask(connection, call, { judge, tally });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(connections, count) }, one));
}

async function ask(
  connection: Connection,
  call: Call,
  { judge, tally }: Pick<Drive, 'judge' | 'tally'>,
): Promise<void> {
  try {
    const { answer, ms } = await connection.exchange(call.message);
    const judged = judge(call, answer);
    tally.add(call, judged, ms);
    const isTaken = judged.fault === null && call.expected.is === 'opened' && call.target === 'open';
    if (isTaken && call.contractId !== null) note(call.organization?.taken ?? [], call.contractId);
  } catch (error) {
    tally.note({ fault: (error as Error).message, call });
  }
}

const MOST_REMEMBERED = 2_000;

function note(taken: string[], contractId: string): void {
  if (taken.length < MOST_REMEMBERED) taken.push(contractId);
  else taken[Math.floor(Math.random() * MOST_REMEMBERED)] = contractId;
}

const MOST_ASKED_AGAIN = 40;

/** Repeats slow calls alone, twice: those slow both times are findings. */
export async function askSlowAgain({ port, judge, tally }: Pick<Drive, 'port' | 'judge' | 'tally'>): Promise<number> {
  const suspects = tally.suspects().slice(0, MOST_ASKED_AGAIN);
  const connection = new Connection(port);
  for (const { call, sizeClass, ms } of suspects) {
    const times: number[] = [];
    for (let n = 0; n < 2; n++) {
      const start = performance.now();
      judge(call, (await connection.exchange(call.message)).answer);
      times.push(performance.now() - start);
    }
    const least = Math.min(...times);
    if (least > SLOW_MS && least > SLOW_TIMES * tally.median(sizeClass)) {
      tally.note({
        fault: `slow: ${ms.toFixed(0)} ms among others, ${times.map((one) => one.toFixed(0)).join(' and ')} ms alone`,
        call,
      });
    }
  }
  connection.close();
  return suspects.length;
}

const FAILED = /^(?:the service fails|no answer within)/;

/**
 * Repeats alone the calls that failed or were not answered in time. Those that do not fail alone are no finding, as long as
 * the log says as often that the database had no time; returns how many there were.
 */
export async function askFailedAgain({
  port,
  judge,
  tally,
  most,
}: Pick<Drive, 'port' | 'judge' | 'tally'> & { most: number }): Promise<number> {
  const connection = new Connection(port);
  let once = 0;
  for (const found of tally.counterexamples.filter(({ fault }) => FAILED.test(fault))) {
    if (once >= most) break;
    const { answer } = await connection.exchange(found.call.message);
    if (judge(found.call, answer).fault !== null) continue;
    tally.withdraw(found);
    once++;
  }
  connection.close();
  return once;
}
