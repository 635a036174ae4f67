/** A reader's call that was answered: of which contract, and what was said. */
export type Read = {
  path: string;
  organizationId: string;
  /** Null: the call was about none, as one for events is. */
  contractId: string | null;
  state: string;
  product: string | null;
  startedAt: number;
  durationMs: number;
};

/** One line of the log: calls that asked for the same and were told the same, within a few seconds. */
export type ReadLine = Read & {
  times: number;
  lastAt: number;
  /** Of a line for many contracts: which they are, as far as they are counted. */
  others: Set<string> | null;
};

type Reader = {
  lines: Map<string, ReadLine>;
  /** By path: what goes beyond the lines of the hour. */
  rest: Map<string, ReadLine>;
  hour: number;
  /** How many lines the hour still has. */
  left: number;
};

export type ReadLimits = {
  /** How long a line waits for more of the same. */
  heldMs: number;
  /** For each organization and hour: so many days of them stay a table that can be searched. */
  anHour: number;
  /** At once in memory, of all organizations. */
  held: number;
  /** How many contracts of a line for many are told apart. */
  toldApart: number;
};

const LIMITS: ReadLimits = { heldMs: 10_000, anHour: 20_000, held: 20_000, toldApart: 10_000 };
const HOUR_MS = 3_600_000;

/**
 * Reads come by the thousand a second, and every one of them is accounted for: in the line of its contract, or beyond the
 * limits in one line for the rest of its organization. Noting one is two lookups, and nothing is written meanwhile.
 */
export class ReadLines {
  readonly #limits: ReadLimits;
  readonly #readers = new Map<string, Reader>();
  /** In the order in which they began. */
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
    const rest = reader.rest.get(read.path);
    if (rest === undefined) {
      const others = new Set(read.contractId === null ? [] : [read.contractId]);
      const line = { ...read, contractId: null, state: '', product: null, times: 1, lastAt: read.startedAt, others };
      reader.rest.set(read.path, this.#hold(line));
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

  /** Those that have waited long enough; with `isAll` also those that have not. At most so many, the oldest first. */
  take({ now, most, isAll }: { now: number; most: number; isAll: boolean }): ReadLine[] {
    const isDue = (line: ReadLine | undefined): boolean => line !== undefined && (isAll || this.#hasWaited(line, now));
    let count = 0;
    while (count < most && isDue(this.#held[count])) count++;
    const taken = this.#held.splice(0, count);
    for (const line of taken) this.#forget(line);
    return taken;
  }

  /** A line that begins later than now is from before the clock was set back: it would hold up all after it. */
  #hasWaited({ startedAt }: ReadLine, now: number): boolean {
    return startedAt <= now - this.#limits.heldMs || startedAt > now;
  }

  #forget(line: ReadLine): void {
    const reader = this.#readers.get(line.organizationId);
    if (reader === undefined) return;
    if (reader.lines.get(keyOf(line)) === line) reader.lines.delete(keyOf(line));
    if (reader.rest.get(line.path) === line) reader.rest.delete(line.path);
  }
}

/** A path begins with a slash and the line break keeps it apart: no contract id is taken for it. */
function keyOf({ contractId, path }: Pick<Read, 'contractId' | 'path'>): string {
  return contractId ?? `\n${path}`;
}

function add(line: ReadLine, { startedAt, durationMs }: Read): void {
  line.times++;
  if (startedAt > line.lastAt) line.lastAt = startedAt;
  if (durationMs > line.durationMs) line.durationMs = durationMs;
}
