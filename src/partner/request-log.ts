import { isUniqueViolation, sqlState, type Database } from '../storage/database/database.ts';
import { identifyCallers, writeCalls, type CallBatch } from '../storage/request-log/request-log.ts';
import type { Vault } from '../vault/vault.ts';
import { ReadLines, type Read, type ReadLimits } from './read-lines.ts';
import { callersOf, makeBatch, type PartnerCall } from './request-log-batch.ts';
import { bounded, bytesOf, split, type Piece } from './request-log-pieces.ts';
import { Tallies } from './tallies.ts';

/** Written beside the calls: whoever records waits for nobody, and a database that is away delays no answer. */
export type RequestLog = {
  record: (call: PartnerCall) => void;
  /** For calls that succeed by the thousand: a line tells of all that asked for the same within a few seconds. */
  count: (read: Read) => void;
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
  /** How long a call waits at most for others to be written with it. */
  everyMs?: number;
  mostWaiting?: number;
  mostWaitingBytes?: number;
  readLimits?: Partial<ReadLimits>;
};

const MOST_AT_ONCE = 500;
/** Of lines of readers, several times a second: what a nightly round leaves is written within minutes, unnoticed. */
const MOST_READS_AT_ONCE = 100;
/**
 * So many are not made to wait for more, and are looked for so often in a turn: the calls of a whole busy turn, written
 * together, would keep the database from new ones for 15 ms.
 */
const WORTH_A_PIECE = 50;
const LOOKS_IN_A_TURN = 4;
const TRIES_AT_STOP = 3;
/** While the database takes nothing, it is asked ever more rarely. */
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/** What differs less is the way to the database: calls of one process stay in the order in which they came. */
const CLOCK_MOVED_MS = 1_000;

/** Everything, what waits when its turn has come, or only calls that are too many to wait for it. */
type Share = 'all' | 'turn' | 'calls';

/** The batch is made once: its ids tell whether it was stored. */
type Prepared = { piece: Piece; batch: CallBatch | null };

export function startRequestLog({
  database,
  vault,
  log,
  everyMs = 200,
  mostWaiting = 20_000,
  mostWaitingBytes = 64 * 1_024 * 1_024,
  readLimits = {},
}: RequestLogSettings): RequestLog {
  const waiting: PartnerCall[] = [];
  /** Taken from those that wait; the first is written next. */
  const pieces: Prepared[] = [];
  let unwritten = 0;
  let unwrittenBytes = 0;
  const tallies = new Tallies();
  const reads = new ReadLines(readLimits);
  let dropped = 0;
  let reported = 0;
  let flushing: Promise<void> | null = null;
  let aheadMs = 0;
  const outage = { isOn: false, delayMs: FIRST_DELAY_MS, notBeforeMs: 0 };

  const record: RequestLog['record'] = (call) => {
    const size = call.payload.length;
    if (unwritten >= mostWaiting || unwrittenBytes + size > mostWaitingBytes) {
      dropped++;
      return;
    }
    waiting.push(bounded(call));
    unwritten++;
    unwrittenBytes += size;
  };

  const count: RequestLog['count'] = (read) => {
    tallies.count(read);
    reads.note(read);
  };

  async function takeSome(share: Share): Promise<Piece> {
    const { now, known } = await identifyCallers(database, callersOf(waiting.slice(0, MOST_AT_ONCE)));
    const calls = waiting.splice(0, known.length);
    const most = share === 'all' ? MOST_AT_ONCE : MOST_READS_AT_ONCE;
    const lines = share === 'calls' ? [] : reads.take({ now: Date.now(), most, isAll: share === 'all' });
    // A piece is known by the id of a call or a line: counts alone would be added once more after a lost answer.
    const counted = calls.length + lines.length > 0 ? tallies.take() : [];
    const measured = now.getTime() - Date.now();
    if (Math.abs(measured - aheadMs) > CLOCK_MOVED_MS) aheadMs = measured;
    return { calls, known, tallies: counted, reads: lines, aheadMs, isCounted: true };
  }

  /**
   * A piece whose writing failed is written again as it is: what of it was stored after all is known by its ids. Only
   * one that is refused for what it says is split, so that a bad call does not hold up the others.
   */
  async function writeSome(share: Share): Promise<void> {
    const first = (pieces[0] ??= { piece: await takeSome(share), batch: null });
    const { piece } = first;
    const refusal = await write(first);
    const parts = refusal === null ? [] : split(piece);
    pieces.splice(0, 1, ...parts.map((part) => ({ piece: part, batch: null })));
    if (parts.length > 0) return;
    unwritten -= piece.calls.length;
    unwrittenBytes -= bytesOf(piece);
    if (refusal !== null) drop(piece, refusal.error);
    else if (!piece.isCounted) log(null, 'a call was logged, but could not be counted');
  }

  /** Null: it is stored. Throws where it may be stored later. */
  async function write(prepared: Prepared): Promise<{ error: unknown } | null> {
    try {
      prepared.batch ??= await prepare(prepared.piece, vault);
    } catch (error) {
      return { error };
    }
    try {
      await writeCalls(database, prepared.batch);
      return null;
    } catch (error) {
      // The first try of this piece was still under way, and has come through.
      if (isUniqueViolation(error)) return null;
      if (!isBadData(error)) throw error;
      return { error };
    }
  }

  function drop({ calls, reads: lines }: Piece, error: unknown): void {
    dropped += calls.length + sum(lines.map(({ times }) => times));
    const what = calls.length > 0 ? 'a call' : 'calls of a reader';
    log(error, `${what} could not be ${calls.length + lines.length > 0 ? 'logged' : 'counted'}`);
  }

  /** Lines of readers wait for more of the same, unless all is to be written. */
  async function writeAll(share: Share): Promise<void> {
    const isAll = share === 'all';
    const least = isAll ? 1 : MOST_AT_ONCE;
    const areReadsDue = share !== 'calls' && reads.isDue({ now: Date.now(), isAll });
    if (waiting.length > 0 || areReadsDue) await writeSome(share);
    while (pieces.length > 0 || waiting.length >= least || (isAll && reads.size > 0)) await writeSome(share);
    if (dropped > reported) {
      log(null, `${dropped - reported} calls were not logged: too many waited, or the database refused them`);
      reported = dropped;
    }
  }

  /** The lag is said once, until all is written again. */
  async function tryAll(share: Share): Promise<void> {
    try {
      await writeAll(share);
      outage.isOn = false;
      outage.delayMs = FIRST_DELAY_MS;
    } catch (error) {
      outage.notBeforeMs = performance.now() + outage.delayMs;
      outage.delayMs = Math.min(outage.delayMs * 2, LONGEST_DELAY_MS);
      if (!outage.isOn) log(error, 'the request log lags behind');
      outage.isOn = true;
      throw error;
    }
  }

  /** One at a time; who comes meanwhile waits for it and for what has come since. */
  async function flush(): Promise<void> {
    await flushing?.catch(() => undefined);
    return start('all');
  }

  function start(share: Share): Promise<void> {
    flushing ??= tryAll(share).finally(() => (flushing = null));
    return flushing;
  }

  let looks = 0;
  const timer = setInterval(() => {
    const mayTry = !outage.isOn || performance.now() >= outage.notBeforeMs;
    const isTurn = ++looks >= LOOKS_IN_A_TURN;
    if (flushing !== null || !mayTry || !(isTurn || waiting.length >= WORTH_A_PIECE)) return;
    if (isTurn) looks = 0;
    void start(isTurn ? 'turn' : 'calls').catch(() => undefined);
  }, everyMs / LOOKS_IN_A_TURN).unref();

  return {
    record,
    count,
    flush,
    state: () => ({ waiting: unwritten, dropped }),
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

async function prepare({ isCounted, ...piece }: Piece, vault: Vault): Promise<CallBatch> {
  const batch = await makeBatch({ ...piece, vault });
  return isCounted ? batch : { ...batch, counts: [], problems: [] };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, one) => total + one, 0);
}

/** Refused for what the rows say, and so it would be every time: data exceptions and violated constraints. */
function isBadData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}
