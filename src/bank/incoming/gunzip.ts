import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileRefused } from '../file-refused.ts';
import type { Chunks } from '../decode-text.ts';
import { tooLarge, type ArchiveLimits } from './archive-limits.ts';
import { notNested, unpackedBytes } from './unpacked.ts';

/** What a gzip file holds. It stops at the limit, however much is to come. */
export function gunzipped(raw: Readable, limits: ArchiveLimits): Chunks {
  return notNested(
    atMost(
      unpackedBytes(() => Promise.resolve(unpacking(raw))),
      limits,
    ),
  );
}

function unpacking(raw: Readable): Readable {
  const unpacked = createGunzip();
  // The reader of the unpacked stream gets the error.
  pipeline(raw, unpacked, () => undefined);
  return unpacked;
}

async function* atMost(chunks: Chunks, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limits.bytes) throw new FileRefused(null, tooLarge(limits));
    yield chunk;
  }
}
