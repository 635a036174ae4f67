import { countDuration, noDurations } from '../domain/durations.ts';
import { isRefusal, isUniqueViolation, type Database } from '../storage/database.ts';
import { identifyCallers, writeCalls, type CallBatch } from '../storage/request-log.ts';
import type { Vault } from '../vault/vault.ts';
import { callersOf, makeBatch, type PartnerCall, type ReaderCall, type Tally } from './request-log-batch.ts';

/** Written beside the calls: whoever records waits for nobody, and a database that is away delays no answer. */
export type RequestLog = {
  record: (call: PartnerCall) => void;
  /** For calls that succeed by the thousand and are of no interest one by one. */
  count: (call: ReaderCall) => void;
  /** Writes all that has been recorded so far. */
  flush: () => Promise<void>;
  /** How many wait to be written, and how many were lost because too many did. */
  state: () => { waiting: number; dropped: number };
  stop: () => Promise<void>;
};

export type RequestLogSettings = {
  database: Database;
  vault: Vault;
  log: (error: unknown, what: string) => void;
  everyMs?: number;
  mostWaiting?: number;
  mostWaitingBytes?: number;
};

const MOST_AT_ONCE = 500;
const TRIES_AT_STOP = 3;
/** What differs less is the way to the database: calls of one process stay in the order in which they came. */
const CLOCK_MOVED_MS = 1_000;

export function startRequestLog({
  database,
  vault,
  log,
  everyMs = 200,
  mostWaiting = 20_000,
  mostWaitingBytes = 64 * 1_024 * 1_024,
}: RequestLogSettings): RequestLog {
  const waiting: PartnerCall[] = [];
  let pending: CallBatch | null = null;
  let waitingBytes = 0;
  let tallies = new Map<string, Tally>();
  let dropped = 0;
  let reported = 0;
  let flushing: Promise<void> | null = null;
  let aheadMs = 0;

  const record: RequestLog['record'] = (call) => {
    const size = call.payload.length;
    if (waiting.length >= mostWaiting || waitingBytes + size > mostWaitingBytes) {
      dropped++;
      return;
    }
    waitingBytes += size;
    waiting.push(call);
  };

  const count: RequestLog['count'] = ({ path, organizationId, durationMs }) => {
    const key = `${path} ${organizationId}`;
    let tally = tallies.get(key);
    if (tally === undefined) tallies.set(key, (tally = { path, organizationId, calls: 0, durations: noDurations() }));
    tally.calls++;
    countDuration(tally.durations, durationMs);
  };

  /** A batch whose writing failed is written again as it is: what of it was stored after all is known by its ids. */
  async function writeSome(): Promise<void> {
    pending ??= await gatherSome();
    await writeOrSplit(pending);
    pending = null;
  }

  async function gatherSome(): Promise<CallBatch> {
    const { now, known } = await identifyCallers(database, callersOf(waiting.slice(0, MOST_AT_ONCE)));
    const calls = waiting.splice(0, known.length);
    for (const { payload } of calls) waitingBytes -= payload.length;
    const counted = [...tallies.values()];
    tallies = new Map();
    const measured = now.getTime() - Date.now();
    if (Math.abs(measured - aheadMs) > CLOCK_MOVED_MS) aheadMs = measured;
    return makeBatch({ calls, tallies: counted, known, aheadMs, vault });
  }

  /** A call that the database refuses must not hold up the others: it is dropped, and that is said. */
  async function writeOrSplit(batch: CallBatch): Promise<void> {
    try {
      await writeCalls(database, batch);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The first try of this batch was still under way, and has come through.
      if (isUniqueViolation(error)) return;
      if (batch.calls.length <= 1) {
        dropped++;
        log(error, 'a call could not be logged');
        return;
      }
      for (const call of batch.calls) {
        const chunks = batch.chunks.filter(({ id }) => id === call.payload?.id);
        await writeOrSplit({ calls: [call], chunks, counts: [], problems: [] });
      }
      await writeCalls(database, { ...batch, calls: [], chunks: [] });
    }
  }

  async function writeAll(): Promise<void> {
    while (pending !== null || waiting.length > 0 || tallies.size > 0) await writeSome();
    if (dropped > reported) {
      log(null, `${dropped - reported} calls were not logged: too many waited, or the database refused them`);
      reported = dropped;
    }
  }

  /** One at a time; who comes meanwhile waits for it and for what has come since. */
  async function flush(): Promise<void> {
    await flushing?.catch(() => undefined);
    flushing ??= writeAll().finally(() => (flushing = null));
    return flushing;
  }

  const timer = setInterval(() => {
    if (flushing === null) void flush().catch((error: unknown) => log(error, 'the request log lags behind'));
  }, everyMs).unref();

  return {
    record,
    count,
    flush,
    state: () => ({ waiting: waiting.length, dropped }),
    stop: async () => {
      clearInterval(timer);
      for (let tries = 1; tries <= TRIES_AT_STOP; tries++) {
        try {
          return await flush();
        } catch (error) {
          log(error, 'the request log could not be written at the stop');
        }
      }
    },
  };
}
