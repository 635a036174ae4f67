import { setTimeout as wait } from 'node:timers/promises';
import { drive, ID, type Call } from '../load.ts';
import { contractIds, PAYLOAD } from '../payload.ts';
import type { Cast } from './set-up.ts';
import type { Done } from './types.ts';

const SLICE_SECONDS = 5;
/** They call on without a pause, and so take all that the others leave of the machine. */
const READERS = 16;
const WITHDRAWALS_PER_SECOND = 4;
const PAGES = ['/manager/deposits', '/manager/deposits?search=brunner', '/manager/account', '/docs/partner-guide'];
const RUN = 'SOAK';

type Pressure = {
  over: Promise<void>;
  done: () => Done;
  /**
   * Nobody calls while something else is done, except that it may read the status of some contracts, others each time. It
   * begins when the last call has been answered.
   */
  rest: <T>(meanwhile: (readSome: () => Promise<void>) => Promise<T>) => Promise<T>;
};

/** So many contracts are read at a time while all else rests, in half a second: in forty times all that is remembered. */
const SOME = 600;

/** Everyone at once, until the time is over. A call that is refused ends it. */
export function pressOn(
  url: string,
  cast: Cast,
  { opensPerSecond, seconds }: { opensPerSecond: number; seconds: number },
): Pressure {
  const done: Done = { opened: 0, statusReads: 0, pages: 0, withdrawn: 0 };
  const end = performance.now() + seconds * 1000;
  const idOf = contractIds(RUN);
  let [callers, resting] = [0, Promise.resolve()];
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    await resting;
    callers++;
    await work().finally(() => callers--);
  };
  const rest: Pressure['rest'] = async (meanwhile) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    resting = promise;
    try {
      while (callers > 0) await wait(50);
      let read = 0;
      return await meanwhile(async () => {
        const call = { ...status(done.opened), idOf: (n: number) => idOf((read + n) % done.opened) };
        const load = await drive(url, call, { connections: 4, rate: SOME * 2, seconds: 0.5 });
        if (load.refused > 0) throw new Error(`${load.refused} reads did not get their answer`);
        read += load.count;
      });
    } finally {
      resolve();
    }
  };
  const keys = { 'x-api-key': cast.apiKey, 'x-external-org-id': cast.externalOrgId };
  const open = (from: number): Call => ({
    method: 'POST',
    path: '/webhook/custom',
    headers: keys,
    body: JSON.stringify(PAYLOAD),
    idOf: (n) => idOf(from + n),
  });
  const status = (known: number): Call => ({
    method: 'GET',
    path: `/webhook/contract-status?ext-contract-id=${ID}`,
    headers: { 'x-api-key': cast.statusKey, 'x-org-id': cast.organizationId },
    // All over what there is.
    idOf: (n) => idOf((n * 7_919) % known),
  });
  const slices = async (
    call: () => Call,
    how: { connections: number; rate?: number },
    count: (calls: number) => void,
  ): Promise<void> => {
    while (performance.now() < end) {
      await inTurn(async () => {
        const left = Math.min(SLICE_SECONDS, Math.max(1, (end - performance.now()) / 1000));
        const load = await drive(url, call(), { ...how, seconds: left });
        if (load.refused > 0) throw new Error(`${load.refused} calls did not get their answer`);
        count(load.count);
      });
    }
  };
  const opening = slices(
    () => open(done.opened),
    { connections: 32, rate: opensPerSecond },
    (calls) => (done.opened += calls),
  );
  const reading = (async () => {
    // There must be something to read.
    while (done.opened === 0) await wait(100);
    await slices(
      () => status(done.opened),
      { connections: READERS },
      (calls) => (done.statusReads += calls),
    );
  })();
  const browsing = (async () => {
    for (let n = 0; performance.now() < end; n++) {
      await inTurn(async () => {
        const path = PAGES[n % PAGES.length] as string;
        const answer = await fetch(`${url}${path}`, { headers: { cookie: cast.cookie }, redirect: 'manual' });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
        done.pages++;
      });
      await wait(50);
    }
  })();
  const withdrawing = (async () => {
    for (let n = 0; performance.now() < end;) {
      await wait(1000 / WITHDRAWALS_PER_SECOND);
      if (n >= done.opened) continue;
      await inTurn(async () => {
        const query = new URLSearchParams({ externalContractId: idOf(n) });
        const { deposits } = await cast.operator('GET', `/organizations/${cast.organizationId}/deposits?${query}`);
        await cast.operator('POST', `/deposits/${deposits[0].id}/withdraw`);
      });
      n += 10;
      done.withdrawn++;
    }
  })();
  return {
    over: Promise.all([opening, reading, browsing, withdrawing]).then(() => undefined),
    done: () => ({ ...done }),
    rest,
  };
}
