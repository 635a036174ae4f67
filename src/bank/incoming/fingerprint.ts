import { createHash } from 'node:crypto';
import type { Chunks } from '../decode-text.ts';
import { FileRefused } from '../file-refused.ts';

/** A file is compared in pieces of this size before they are read. */
const BLOCK = 1_048_576;
const HEAD = 8_192;

export type Fingerprint = {
  sha256: Buffer;
  /** The hash of all bytes up to the end of each whole block. */
  blocks: readonly string[];
  head: Uint8Array;
  /** Why the file cannot be read to its end; then the hash is that of what can be read. */
  refusal: FileRefused | null;
};

/** A file has changed between two readings. It is read again later. */
class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

export async function fingerprintOf(chunks: Chunks): Promise<Fingerprint> {
  const hash = createHash('sha256');
  const blocks: string[] = [];
  const head: Uint8Array[] = [];
  let total = 0;
  let refusal: FileRefused | null = null;
  try {
    for await (const { bytes, isWhole } of inBlocks(chunks)) {
      for (const chunk of bytes) {
        hash.update(chunk);
        if (total < HEAD) head.push(chunk);
        total += chunk.length;
      }
      if (isWhole) blocks.push(hash.copy().digest('base64'));
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    refusal = error;
  }
  return { sha256: hash.digest(), blocks, head: Buffer.concat(head).subarray(0, HEAD), refusal };
}

/** The bytes of a file, as they were when its fingerprint was taken. Throws `FileChanged` before it gives out others. */
export async function* unchanged(chunks: Chunks, { blocks, sha256 }: Fingerprint): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let number = 0;
  let isEnd = false;
  for await (const { bytes, isWhole } of inBlocks(chunks)) {
    for (const chunk of bytes) hash.update(chunk);
    isEnd = !isWhole;
    const expected = isWhole ? blocks[number++] : sha256.toString('base64');
    if (hash.copy().digest('base64') !== expected) throw new FileChanged('the file has changed while it was read');
    yield* bytes;
  }
  if (!isEnd && !hash.digest().equals(sha256)) throw new FileChanged('the file has become shorter while it was read');
}

type Block = { bytes: Uint8Array[]; isWhole: boolean };

/** The last block may be shorter. */
async function* inBlocks(chunks: Chunks): AsyncGenerator<Block> {
  let bytes: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (size + rest.length >= BLOCK) {
      bytes.push(rest.subarray(0, BLOCK - size));
      rest = rest.subarray(BLOCK - size);
      yield { bytes, isWhole: true };
      [bytes, size] = [[], 0];
    }
    if (rest.length > 0) bytes.push(rest);
    size += rest.length;
  }
  if (size > 0) yield { bytes, isWhole: false };
}
