import { setTimeout as wait } from 'node:timers/promises';
import { drive, ID, type Call } from '../load.ts';
import { contractIds, PAYLOAD } from '../payload.ts';
import type { Cast } from './set-up.ts';
import type { Done } from './types.ts';

const SLICE_SECONDS = 5;
/** They call without a pause and use up the CPU time that the others leave. */
const READERS = 16;
const WITHDRAWALS_PER_SECOND = 4;
const PAGES = ['/manager/deposits', '/manager/deposits?search=brunner', '/manager/account', '/docs/partner/answers'];
const RUN = 'SOAK';

/** Contracts read per step while everything else rests, in half a second: forty steps are more than the cache holds. */
const SOME = 600;

type Pressure = {
  over: Promise<void>;
  done: () => Done;
  /**
   * Waits until all calls are answered and holds back new ones while `meanwhile` runs. It may read the status of some
   * contracts, different ones each time.
   */
  rest: <T>(meanwhile: (readSome: () => Promise<void>) => Promise<T>) => Promise<T>;
};

type Run = {
  url: string;
  cast: Cast;
  /** In milliseconds of performance.now(). */
  end: number;
  done: Done;
  idOf: (n: number) => string;
  turns: Turns;
};

/** All kinds of callers at once, until the time is over. A refused call ends the run. */
export function pressOn(
  url: string,
  cast: Cast,
  { opensPerSecond, seconds }: { opensPerSecond: number; seconds: number },
): Pressure {
  const done: Done = { opened: 0, statusReads: 0, pages: 0, withdrawn: 0 };
  const turns = takeTurns();
  const run: Run = { url, cast, done, turns, end: performance.now() + seconds * 1000, idOf: contractIds(RUN) };
  const all = [openDeposits(run, opensPerSecond), readStatus(run), readPages(run), withdraw(run)];
  return {
    over: Promise.all(all).then(() => undefined),
    done: () => ({ ...done }),
    rest: (meanwhile) => turns.rest(() => meanwhile(readerOf(run))),
  };
}

type Turns = { call: (work: () => Promise<void>) => Promise<void>; rest: <T>(work: () => Promise<T>) => Promise<T> };

/** Calls run in parallel with each other, but never during a rest. */
function takeTurns(): Turns {
  let [callers, resting] = [0, Promise.resolve()];
  return {
    call: async (work) => {
      await resting;
      callers++;
      await work().finally(() => callers--);
    },
    rest: async (work) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting = promise;
      try {
        while (callers > 0) await wait(50);
        return await work();
      } finally {
        resolve();
      }
    },
  };
}

/** Reads the next contracts each time it is called. */
function readerOf({ url, cast, done, idOf }: Run): () => Promise<void> {
  let read = 0;
  return async () => {
    const call = { ...statusCall(cast), idOf: (n: number) => idOf((read + n) % done.opened) };
    const load = await drive(url, call, { connections: 4, rate: SOME * 2, seconds: 0.5 });
    if (load.refused > 0) throw new Error(`${load.refused} status reads were refused`);
    read += load.count;
  };
}

function openDeposits(run: Run, rate: number): Promise<void> {
  const { cast, done, idOf } = run;
  const call = (from: number): Call => ({
    method: 'POST',
    path: '/webhook/custom',
    headers: { 'x-api-key': cast.apiKey, 'x-external-org-id': cast.externalOrgId },
    body: JSON.stringify(PAYLOAD),
    idOf: (n) => idOf(from + n),
  });
  return inSlices(
    run,
    () => call(done.opened),
    { connections: 32, rate },
    (calls) => (done.opened += calls),
  );
}

async function readStatus(run: Run): Promise<void> {
  const { cast, done, idOf } = run;
  // There must be something to read.
  while (done.opened === 0) await wait(100);
  const call = (known: number): Call => ({
    ...statusCall(cast),
    // Spread over all contracts.
    idOf: (n) => idOf((n * 7_919) % known),
  });
  await inSlices(
    run,
    () => call(done.opened),
    { connections: READERS },
    (calls) => (done.statusReads += calls),
  );
}

function statusCall(cast: Cast): Omit<Call, 'idOf'> {
  return {
    method: 'GET',
    path: `/webhook/contract-status?ext-contract-id=${ID}`,
    headers: { 'x-api-key': cast.statusKey, 'x-org-id': cast.organizationId },
  };
}

async function inSlices(
  { url, end, turns }: Run,
  call: () => Call,
  how: { connections: number; rate?: number },
  count: (calls: number) => void,
): Promise<void> {
  while (performance.now() < end) {
    await turns.call(async () => {
      const left = Math.min(SLICE_SECONDS, Math.max(1, (end - performance.now()) / 1000));
      const load = await drive(url, call(), { ...how, seconds: left });
      if (load.refused > 0) throw new Error(`${load.refused} calls were refused`);
      count(load.count);
    });
  }
}

async function readPages({ url, cast, end, done, turns }: Run): Promise<void> {
  for (let n = 0; performance.now() < end; n++) {
    await turns.call(async () => {
      const path = PAGES[n % PAGES.length] as string;
      const answer = await fetch(`${url}${path}`, { headers: { cookie: cast.cookie }, redirect: 'manual' });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      done.pages++;
    });
    await wait(50);
  }
}

async function withdraw({ cast, end, done, idOf, turns }: Run): Promise<void> {
  for (let n = 0; performance.now() < end;) {
    await wait(1000 / WITHDRAWALS_PER_SECOND);
    if (n >= done.opened) continue;
    await turns.call(async () => {
      const query = new URLSearchParams({ externalContractId: idOf(n) });
      const { deposits } = await cast.operator('GET', `/organizations/${cast.organizationId}/deposits?${query}`);
      await cast.operator('POST', `/deposits/${deposits[0].id}/withdraw`);
    });
    n += 10;
    done.withdrawn++;
  }
}
