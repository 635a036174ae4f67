import { isUniqueViolation, sqlState, type Database } from '../storage/database/database.ts';
import { identifyCallers, writeCalls, type CallBatch } from '../storage/request-log/request-log.ts';
import type { Vault } from '../vault/vault.ts';
import { ReadCounts } from './read-counts.ts';
import { ReadLines, type Read, type ReadLimits } from './read-lines.ts';
import { callersOf, makeBatch, type PartnerCall } from './request-log-batch.ts';
import { bounded, bytesOf, split, type Piece } from './request-log-pieces.ts';

/** Where routes record their calls. They are written later: recording waits for nothing and never fails a call. */
export type RequestLog = {
  record: (call: PartnerCall) => void;
  /** For reads that succeed, thousands a second: one line covers all that asked for the same within a few seconds. */
  count: (read: Read) => void;
  /** Writes everything recorded so far. */
  flush: () => Promise<void>;
};

type RequestLogSettings = {
  database: Database;
  vault: Vault;
  log: (error: unknown, what: string) => void;
  mostWaiting?: number;
  mostWaitingBytes?: number;
  readLimits?: Partial<ReadLimits>;
};

/** How often `writeDue` is to be called. */
export const LOOK_EVERY_MS = 50;
/** Calls wait this many rounds, unless `WORTH_A_PIECE` are waiting. */
const LOOKS_PER_TURN = 4;
/** So many calls are written at once. All calls of a busy turn in one statement would block the database for 15 ms. */
const WORTH_A_PIECE = 50;
const MOST_AT_ONCE = 500;
/** Lines of reads, several times a second: those of a nightly run are written within minutes. */
const MOST_READS_AT_ONCE = 100;
const TRIES_AT_STOP = 3;
/** While the database is away, the time between attempts doubles. */
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** Everything, what has waited for its turn, or only the waiting calls. */
type Share = 'all' | 'turn' | 'calls';

/** The batch is made once: its ids tell whether it was stored. */
type Prepared = { piece: Piece; batch: CallBatch | null };

/** Keeps recorded calls in memory and writes them in batches. */
export class RequestLogWriter implements RequestLog {
  readonly #settings: Required<Omit<RequestLogSettings, 'readLimits'>>;
  readonly #waiting: PartnerCall[] = [];
  /** Taken from the waiting calls; the first one is written next. */
  readonly #pieces: Prepared[] = [];
  readonly #readCounts = new ReadCounts();
  readonly #reads: ReadLines;
  readonly #outage = { isOn: false, delayMs: FIRST_DELAY_MS, notBeforeMs: 0 };
  #unwritten = 0;
  #unwrittenBytes = 0;
  #dropped = 0;
  #reported = 0;
  #looks = 0;
  #writing: Promise<void> | null = null;

  constructor({
    mostWaiting = 20_000,
    mostWaitingBytes = 64 * 1_024 * 1_024,
    readLimits = {},
    ...settings
  }: RequestLogSettings) {
    this.#settings = { mostWaiting, mostWaitingBytes, ...settings };
    this.#reads = new ReadLines(readLimits);
  }

  record(call: PartnerCall): void {
    const size = call.payload.length;
    const { mostWaiting, mostWaitingBytes } = this.#settings;
    if (this.#unwritten >= mostWaiting || this.#unwrittenBytes + size > mostWaitingBytes) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(bounded(call));
    this.#unwritten++;
    this.#unwrittenBytes += size;
  }

  count(read: Read): void {
    this.#readCounts.add(read);
    this.#reads.note(read);
  }

  /** How many calls wait to be written, and how many were lost. */
  state(): { waiting: number; dropped: number } {
    return { waiting: this.#unwritten, dropped: this.#dropped };
  }

  /** Writes what has waited long enough, or what has become enough to be worth it. Called every `LOOK_EVERY_MS`. */
  async writeDue(): Promise<void> {
    const mayTry = !this.#outage.isOn || performance.now() >= this.#outage.notBeforeMs;
    const isTurn = ++this.#looks >= LOOKS_PER_TURN;
    if (this.#writing !== null || !mayTry || !(isTurn || this.#waiting.length >= WORTH_A_PIECE)) return;
    if (isTurn) this.#looks = 0;
    // An outage is logged where it is noticed.
    await this.#write(isTurn ? 'turn' : 'calls').catch(() => undefined);
  }

  async flush(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    return this.#write('all');
  }

  /** The last flush, at a stop. */
  async flushAtStop(): Promise<void> {
    for (let tries = 1; tries <= TRIES_AT_STOP; tries++) {
      try {
        return await this.flush();
      } catch (error) {
        this.#settings.log(error, 'the request log could not be written at the stop');
      }
    }
  }

  #write(share: Share): Promise<void> {
    this.#writing ??= this.#writeOrWait(share).finally(() => (this.#writing = null));
    return this.#writing;
  }

  /** An outage is logged once, until everything is written again. */
  async #writeOrWait(share: Share): Promise<void> {
    const outage = this.#outage;
    try {
      await this.#writeShare(share);
      outage.isOn = false;
      outage.delayMs = FIRST_DELAY_MS;
    } catch (error) {
      outage.notBeforeMs = performance.now() + outage.delayMs;
      outage.delayMs = Math.min(outage.delayMs * 2, LONGEST_DELAY_MS);
      if (!outage.isOn) this.#settings.log(error, 'the request log lags behind');
      outage.isOn = true;
      throw error;
    }
  }

  /** Lines of reads wait for more of the same, unless everything is written. */
  async #writeShare(share: Share): Promise<void> {
    const isAll = share === 'all';
    const least = isAll ? 1 : MOST_AT_ONCE;
    const areReadsDue = share !== 'calls' && this.#reads.isDue({ now: Date.now(), isAll });
    if (this.#waiting.length > 0 || areReadsDue) await this.#writePiece(share);
    while (this.#pieces.length > 0 || this.#waiting.length >= least || (isAll && this.#reads.size > 0)) {
      await this.#writePiece(share);
    }
    const lost = this.#dropped - this.#reported;
    if (lost === 0) return;
    this.#settings.log(null, `${lost} calls were not logged: too many waited, or the database refused them`);
    this.#reported = this.#dropped;
  }

  /**
   * A piece that could not be written is tried again as it is: its ids tell what of it was stored after all. Only a
   * piece that the database refuses for its content is split, so that one bad call does not hold up the others.
   */
  async #writePiece(share: Share): Promise<void> {
    const { database, vault, log } = this.#settings;
    const first = (this.#pieces[0] ??= { piece: await this.#takePiece(share), batch: null });
    const { piece } = first;
    const refusal = await store(first, { database, vault });
    const parts = refusal === null ? [] : split(piece);
    this.#pieces.splice(0, 1, ...parts.map((part) => ({ piece: part, batch: null })));
    if (parts.length > 0) return;
    this.#unwritten -= piece.calls.length;
    this.#unwrittenBytes -= bytesOf(piece);
    if (refusal !== null) this.#drop(piece, refusal.error);
    else if (!piece.isCounted) log(null, 'a call was logged, but could not be counted');
  }

  async #takePiece(share: Share): Promise<Piece> {
    const { database } = this.#settings;
    const { aheadMs, known } = await identifyCallers(database, callersOf(this.#waiting.slice(0, MOST_AT_ONCE)));
    const calls = this.#waiting.splice(0, known.length);
    const most = share === 'all' ? MOST_AT_ONCE : MOST_READS_AT_ONCE;
    const reads = share === 'calls' ? [] : this.#reads.take({ now: Date.now(), most, isAll: share === 'all' });
    // A piece is recognized by the id of a call or a line. Counts alone would be added twice after a lost answer.
    const readCounts = calls.length + reads.length > 0 ? this.#readCounts.take() : [];
    return { calls, known, readCounts, reads, aheadMs, isCounted: true };
  }

  #drop({ calls, reads }: Piece, error: unknown): void {
    this.#dropped += calls.length + reads.reduce((sum, { times }) => sum + times, 0);
    const what = calls.length > 0 ? 'a call' : 'calls of a reader';
    this.#settings.log(error, `${what} could not be ${calls.length + reads.length > 0 ? 'logged' : 'counted'}`);
  }
}

/** Null: it is stored. Throws if it may be stored later. */
async function store(
  prepared: Prepared,
  { database, vault }: { database: Database; vault: Vault },
): Promise<{ error: unknown } | null> {
  try {
    prepared.batch ??= await prepare(prepared.piece, vault);
  } catch (error) {
    return { error };
  }
  try {
    await writeCalls(database, prepared.batch);
    return null;
  } catch (error) {
    // The first attempt had not ended when its connection was lost, and was successful after all.
    if (isUniqueViolation(error)) return null;
    if (!isBadData(error)) throw error;
    return { error };
  }
}

async function prepare({ isCounted, ...piece }: Piece, vault: Vault): Promise<CallBatch> {
  const batch = await makeBatch({ ...piece, vault });
  return isCounted ? batch : { ...batch, counts: [], problems: [] };
}

/** Refused for the content of the rows, so it would be refused every time: data exceptions and violated constraints. */
function isBadData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}
