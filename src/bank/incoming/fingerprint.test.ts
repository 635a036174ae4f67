import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf } from '../bank-files.test.ts';
import { FileRefused } from '../file-refused.ts';
import { fingerprintOf, unchanged } from './fingerprint.ts';
import { runCount } from '../../../test/support/depth.ts';

const MB = 1_048_576;
const file = Buffer.alloc(2.5 * MB, 'abcdefg');

async function read(content: Uint8Array, as: Uint8Array, size: number): Promise<Buffer> {
  const fingerprint = await fingerprintOf(chunksOf(as, 10_000));
  return Buffer.concat(await Array.fromAsync(unchanged(chunksOf(content, size), fingerprint)));
}

test('the same content is given out, in chunks of any size', async () => {
  for (const size of [65_536, MB, 3 * MB]) assert.deepEqual(await read(file, file, size), file);
  for (const length of [0, 1, MB - 1, MB, MB + 1, 2 * MB]) {
    const part = file.subarray(0, length);
    assert.deepEqual(await read(part, part, 65_536), part);
  }
});

test('the hash is that of the whole file, the head its beginning', async () => {
  const { sha256, head, refusal } = await fingerprintOf(chunksOf(file, 777));
  assert.deepEqual(sha256, createHash('sha256').update(file).digest());
  assert.deepEqual([Buffer.from(head), refusal], [file.subarray(0, 8_192), null]);
});

test('a file that has changed since gives out nothing that differs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.constantFrom('changed', 'cut', 'longer'), async (at, how) => {
      const other =
        how === 'changed'
          ? Buffer.concat([file.subarray(0, at), Buffer.from('X'), file.subarray(at + 1)])
          : how === 'cut'
            ? file.subarray(0, at)
            : Buffer.concat([file, file.subarray(0, at + 1)]);
      const given: Uint8Array[] = [];
      const fingerprint = await fingerprintOf(chunksOf(file, 65_536));
      await assert.rejects(
        async () => {
          for await (const chunk of unchanged(chunksOf(other, 65_536), fingerprint)) given.push(chunk);
        },
        { name: 'FileChanged' },
      );
      const all = Buffer.concat(given);
      assert.deepEqual(all, file.subarray(0, all.length));
    }),
    { numRuns: runCount({ quick: 15, deep: 200 }) },
  );
});

test('what cannot be read to its end has the hash of what can be read, and the reason', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* chunksOf(file.subarray(0, MB));
    throw new FileRefused(null, 'it is damaged.');
  }
  const { sha256, refusal } = await fingerprintOf(broken());
  assert.deepEqual(sha256, createHash('sha256').update(file.subarray(0, MB)).digest());
  assert.equal(refusal?.message, 'It is damaged.');
});
