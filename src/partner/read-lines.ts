/** A successful call for contract status or events, and its answer. */
export type Read = {
  path: string;
  organizationId: string;
  /** The partner whose key is good for all its organizations. Null: a key of the organization. */
  partnerId: string | null;
  requestId: string;
  /** Null for events. */
  contractId: string | null;
  state: string;
  product: string | null;
  startedAt: number;
  durationMs: number;
};

/** One line of the request log: calls with the same question and the same answer, within a few seconds. */
export type ReadLine = Read & {
  times: number;
  lastAt: number;
  /** For a line that covers many contracts: their ids, up to the limit. */
  others: Set<string> | null;
};

type Reader = {
  lines: Map<string, ReadLine>;
  /** By path and partner: the line for all reads beyond the limit of lines per hour. */
  rest: Map<string, ReadLine>;
  hour: number;
  /** How many more lines may begin in this hour. */
  left: number;
};

export type ReadLimits = {
  /** How long a line waits for more calls of the same kind. */
  heldMs: number;
  /** New lines per organization and hour. Keeps the table small enough to be searched. */
  anHour: number;
  /** Lines in memory, over all organizations. */
  held: number;
  /** How many different contracts are counted in a line that covers many. */
  toldApart: number;
};

const LIMITS: ReadLimits = { heldMs: 10_000, anHour: 20_000, held: 20_000, toldApart: 10_000 };
const HOUR_MS = 3_600_000;

/**
 * Collects thousands of reads per second in lines. Every read counts: in the line of its contract or, beyond the limits,
 * in one line for the rest of its organization. Adding a read takes two lookups and writes nothing.
 */
export class ReadLines {
  readonly #limits: ReadLimits;
  readonly #readers = new Map<string, Reader>();
  /** Oldest first. */
  readonly #held: ReadLine[] = [];

  constructor(limits: Partial<ReadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get size(): number {
    return this.#held.length;
  }

  note(read: Read): void {
    let reader = this.#readers.get(read.organizationId);
    if (reader === undefined) {
      this.#readers.set(read.organizationId, (reader = { lines: new Map(), rest: new Map(), hour: 0, left: 0 }));
    }
    const line = reader.lines.get(keyOf(read));
    if (line !== undefined && line.state === read.state && line.product === read.product) add(line, read);
    else this.#begin(reader, read);
  }

  #begin(reader: Reader, read: Read): void {
    const hour = Math.floor(read.startedAt / HOUR_MS);
    if (reader.hour !== hour) {
      reader.hour = hour;
      reader.left = this.#limits.anHour;
    }
    if (reader.left > 0 && this.#held.length < this.#limits.held) {
      reader.left--;
      reader.lines.set(keyOf(read), this.#hold({ ...read, times: 1, lastAt: read.startedAt, others: null }));
      return;
    }
    const rest = reader.rest.get(restKeyOf(read));
    if (rest === undefined) {
      const others = new Set(read.contractId === null ? [] : [read.contractId]);
      const line = { ...read, contractId: null, state: '', product: null, times: 1, lastAt: read.startedAt, others };
      reader.rest.set(restKeyOf(read), this.#hold(line));
      return;
    }
    add(rest, read);
    const { others } = rest;
    if (read.contractId !== null && others !== null && others.size < this.#limits.toldApart)
      others.add(read.contractId);
  }

  #hold(line: ReadLine): ReadLine {
    this.#held.push(line);
    return line;
  }

  isDue({ now, isAll }: { now: number; isAll: boolean }): boolean {
    const [oldest] = this.#held;
    return oldest !== undefined && (isAll || this.#hasWaited(oldest, now));
  }

  /** Removes and returns the lines that have waited long enough, or any with `isAll`: the oldest, at most `most`. */
  take({ now, most, isAll }: { now: number; most: number; isAll: boolean }): ReadLine[] {
    const isDue = (line: ReadLine | undefined): boolean => line !== undefined && (isAll || this.#hasWaited(line, now));
    let count = 0;
    while (count < most && isDue(this.#held[count])) count++;
    const taken = this.#held.splice(0, count);
    for (const line of taken) this.#forget(line);
    return taken;
  }

  /** A line that begins in the future is from before the clock was set back. It must not hold up those after it. */
  #hasWaited({ startedAt }: ReadLine, now: number): boolean {
    return startedAt <= now - this.#limits.heldMs || startedAt > now;
  }

  #forget(line: ReadLine): void {
    const reader = this.#readers.get(line.organizationId);
    if (reader === undefined) return;
    if (reader.lines.get(keyOf(line)) === line) reader.lines.delete(keyOf(line));
    if (reader.rest.get(restKeyOf(line)) === line) reader.rest.delete(restKeyOf(line));
  }
}

/** Line breaks keep paths and partners apart from contract ids, which contain none. */
function keyOf({ contractId, path, partnerId }: Pick<Read, 'contractId' | 'path' | 'partnerId'>): string {
  const key = contractId ?? `\n${path}`;
  return partnerId === null ? key : `${partnerId}\n${key}`;
}

function restKeyOf({ path, partnerId }: Pick<Read, 'path' | 'partnerId'>): string {
  return partnerId === null ? path : `${partnerId} ${path}`;
}

function add(line: ReadLine, { startedAt, durationMs }: Read): void {
  line.times++;
  if (startedAt > line.lastAt) line.lastAt = startedAt;
  if (durationMs > line.durationMs) line.durationMs = durationMs;
}
