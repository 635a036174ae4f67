import type { BankStatement } from '../../domain/bank/bank-statement.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { Chunks } from '../decode-text.ts';
import type { XmlElement } from '../xml-element.ts';
import type { DetailFacts } from './camt-detail.ts';
import type { EntryEnd, EntryFacts } from './camt-entry.ts';
import { readCamtFile, type OpenEntry } from './camt-file.ts';
import { readStatement } from './camt-statement.ts';
import { PackedParts } from './packed-parts.ts';

/** What the first reading of a file finds. Entries are known by their number in the file. */
export type CheckedCamt = {
  /** How many transactions the second reading gives out. */
  entries: number;
  /** Entries that their details do not add up to, in sum or in number. */
  mismatched: ReadonlySet<number>;
  /** Entries of several details that count less the charges which the bank has deducted. */
  netted: ReadonlySet<number>;
  /** What the bank says of an entry after its several details. */
  texts: ReadonlyMap<number, string>;
  /** The accounts, as the file writes them. */
  accounts: ReadonlySet<string>;
  /** Of a camt.053; a camt.054 has none. */
  statements: readonly BankStatement[];
  /** All entries with their details, for the second reading. */
  parts: PackedParts;
};

/** Reads a file to its end: all of it can be read, or `FileRefused` is thrown. */
export async function checkCamt(chunks: Chunks, parts = new PackedParts()): Promise<CheckedCamt> {
  const check = new Check(parts);
  for await (const _ of readCamtFile(chunks, check)) continue;
  return check;
}

class Check implements CheckedCamt {
  entries = 0;
  readonly mismatched = new Set<number>();
  readonly netted = new Set<number>();
  readonly texts = new Map<number, string>();
  readonly accounts = new Set<string>();
  readonly statements: BankStatement[] = [];
  readonly parts: PackedParts;
  /** Of the booked entries of the open statement. */
  #sum = 0;

  constructor(parts: PackedParts) {
    this.parts = parts;
  }

  open(entry: EntryFacts): OpenEntry<never> {
    const { number, amount, direction, isBooked, accountIban } = entry;
    this.accounts.add(accountIban);
    if (isBooked) this.#sum += (direction === 'credit' ? 1 : -1) * (amount ?? 0);
    this.parts.add({ entry });
    const details = new Details(entry);
    return {
      add: (detail) => {
        this.parts.add({ detail });
        details.add(detail);
        return [];
      },
      close: (end) => {
        this.parts.add({ end });
        const fit = details.fit(end);
        if (fit === 'mismatched') this.mismatched.add(number);
        if (fit === 'netted') this.netted.add(number);
        if (details.count > 1 && fit !== 'mismatched' && end.text !== null) this.texts.set(number, end.text);
        this.entries += fit === 'mismatched' ? 1 : Math.max(1, details.count);
        return [];
      },
    };
  }

  statement(element: XmlElement, account: string): void {
    this.accounts.add(account);
    if (element.name === 'Stmt') this.statements.push(readStatement(element, account, this.#sum));
    this.#sum = 0;
  }
}

/** The details of an entry, added up. */
class Details {
  readonly #entry: EntryFacts;
  count = 0;
  /** Their sums in the direction of the entry, as written and less charges. */
  #gross = 0;
  #net = 0;
  #isComplete = true;
  #canBeNetted = true;
  #first: DetailFacts | null = null;

  constructor(entry: EntryFacts) {
    this.#entry = entry;
  }

  add(detail: DetailFacts): void {
    this.count++;
    this.#first ??= detail;
    const amount = detail.amount?.amount ?? null;
    if (amount === null) {
      this.#isComplete = false;
      return;
    }
    const gross = directionOf(detail, this.#entry) === this.#entry.direction ? amount : 0 - amount;
    const net = gross + this.#charged(detail.charges);
    this.#gross += gross;
    this.#net += net;
    if (gross * net < 0) this.#canBeNetted = false;
  }

  fit({ announced }: EntryEnd): 'fits' | 'netted' | 'mismatched' {
    const { amount, charges } = this.#entry;
    if (this.count === 0) return 'fits';
    if (announced !== null && announced !== this.count) return 'mismatched';
    // In another currency it is kept in any case.
    if (amount === null) return 'fits';
    if (this.count === 1) return this.#firstFits(amount, charges) ? 'fits' : 'mismatched';
    if (!this.#isComplete) return 'mismatched';
    if (this.#gross === amount) return 'fits';
    return this.#net === amount && this.#canBeNetted ? 'netted' : 'mismatched';
  }

  /** Of a single transaction what moved is the amount of the entry; the detail only has to agree with it. */
  #firstFits(amount: Rappen, charges: Rappen | null): boolean {
    const own = this.#first?.amount?.amount ?? null;
    if (own === null) return true;
    return [null, this.#first?.charges ?? null, charges].some((one) => own + this.#charged(one) === amount);
  }

  /** Charges make a credit smaller and a debit larger. */
  #charged(charges: Rappen | null): number {
    return (this.#entry.direction === 'credit' ? -1 : 1) * (charges ?? 0);
  }
}

/** An entry may be the net of credits and debits. The details of a reversal often have the direction of what is reversed. */
export function directionOf(detail: DetailFacts, entry: EntryFacts): EntryFacts['direction'] {
  return entry.isReversal ? entry.direction : (detail.direction ?? entry.direction);
}
