import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { FileIncomplete, FileRefused } from '../file-refused.ts';
import type { Chunks } from '../decode-text.ts';
import { HEAD_BYTES, fileKind } from './signatures.ts';

/** The bytes of a file inside an archive. Errors of the disk stay what they are; others refuse the file. */
export async function* unpackedBytes(open: () => Promise<Readable>): AsyncGenerator<Uint8Array> {
  let stream: Readable | null = null;
  try {
    stream = await open();
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw archiveProblem(error);
  } finally {
    stream?.destroy();
  }
}

/** An error of the disk has a number of the system. */
export function archiveProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileRefused || 'syscall' in error) return error;
  const isShort = /unexpected end of file|record signature not found/i.test(error.message);
  if (isShort) return new FileIncomplete(null, 'the archive ends too early and is not complete.');
  return new FileRefused(null, `the archive is damaged (${error.message.replace(/\.$/, '')}).`);
}

/** Refuses an archive inside an archive. */
export async function* notNested(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield* checked(head);
    head = null;
  }
  if (head !== null) yield* checked(head);
}

function* checked(head: Uint8Array): Generator<Uint8Array> {
  if (fileKind(head) !== 'plain') {
    throw new FileRefused(null, 'it is an archive inside an archive. Pack the files only once.');
  }
  yield head;
}

/** Refuses a file whose checksum is not the one that the archive has. */
export async function* matching(chunks: Chunks, checksum: number): AsyncGenerator<Uint8Array> {
  let found = 0;
  for await (const chunk of chunks) {
    found = crc32(chunk, found);
    yield chunk;
  }
  if (found !== checksum) throw new FileRefused(null, 'the archive is damaged (a checksum is wrong).');
}
