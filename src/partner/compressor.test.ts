import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createZstdCompress, zstdDecompressSync, type ZstdCompress } from 'node:zlib';
import fc from 'fast-check';
import { Compressor } from './compressor.ts';
import { DEEPER, runCount, test } from '../../test/support/depth.ts';

const content = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  // Larger than a stream's buffer, and incompressible.
  fc.integer({ min: 1, max: 400_000 }).map((length) => randomBytes(length)),
  fc.integer({ min: 1, max: 1_000_000 }).map((length) => Buffer.alloc(length, 'gleich')),
);

test('each content can be decompressed on its own, however many are given at once', DEEPER, async () => {
  const compressor = new Compressor();
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 6 }), async (contents) => {
      const compressed = await Promise.all(contents.map((one) => compressor.compress(one)));
      assert.deepEqual(
        compressed.map((one) => zstdDecompressSync(one)),
        contents,
      );
    }),
    { numRuns: runCount({ quick: 15, deep: 200 }) },
  );
});

test('a compressor that fails is replaced for the next content', async () => {
  const broken = Object.assign(createZstdCompress(), {
    _transform: (_content: Buffer, _encoding: string, done: (error: Error) => void) => done(new Error('no memory')),
  });
  const compressors = [broken, createZstdCompress()];
  const compressor = new Compressor(() => compressors.shift() as ZstdCompress);
  const [first, next] = [Buffer.from('the first one'), Buffer.from('the next one')];
  const results = await Promise.allSettled([compressor.compress(first), compressor.compress(next)]);
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? zstdDecompressSync(one.value) : String(one.reason))),
    ['Error: no memory', next],
  );
});
