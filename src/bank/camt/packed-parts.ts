import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { DetailFacts } from './camt-detail.ts';
import type { EntryEnd, EntryFacts } from './camt-entry.ts';
import type { OpenEntry } from './camt-file.ts';

type Part = { entry: EntryFacts } | { detail: DetailFacts } | { end: EntryEnd };

/** Characters that are packed together. */
const BLOCK = 250_000;
/** Bytes that are held at most: those of about half a million entries. */
const MOST_BYTES = 48_000_000;

/**
 * What the first reading of a file has found in it, compressed in memory: reading XML costs far more. It is never on the
 * disk, where it would outlive a process that is killed.
 */
export class PackedParts {
  readonly #most: number;
  #blocks: Buffer[] = [];
  #bytes = 0;
  #texts: string[] = [];
  #length = 0;
  #isTooLarge = false;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** More than may be held: nothing is left, and the file must be read again. To be asked for at the end. */
  get isTooLarge(): boolean {
    this.#pack();
    return this.#isTooLarge;
  }

  add(part: Part): void {
    if (this.#isTooLarge) return;
    const text = JSON.stringify(part);
    this.#texts.push(text);
    this.#length += text.length;
    if (this.#length >= BLOCK) this.#pack();
  }

  /** Gives the parts to another reading, in their order. */
  *read<T>(open: (entry: EntryFacts) => OpenEntry<T>): Generator<T> {
    let current: OpenEntry<T> | null = null;
    for (const block of this.#blocks) {
      for (const part of JSON.parse(zstdDecompressSync(block).toString('utf8')) as Part[]) {
        if ('entry' in part) current = open(part.entry);
        else if ('detail' in part) yield* current?.add(part.detail) ?? [];
        else yield* current?.close(part.end) ?? [];
      }
    }
  }

  #pack(): void {
    if (this.#texts.length === 0) return;
    const block = zstdCompressSync(`[${this.#texts.join(',')}]`);
    this.#blocks.push(block);
    this.#bytes += block.length;
    [this.#texts, this.#length] = [[], 0];
    if (this.#bytes <= this.#most) return;
    this.#isTooLarge = true;
    this.#blocks = [];
  }
}
