import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withContents } from './contents.ts';

const COLUMNS = ['content', 'id', 'object', 'sha256', 'year'];
const row = (content: string, id: string, object: string): string =>
  [content, id, object, String.raw`\\x0a0b`, '2026'].join('\t');

const ROWS = [
  row(String.raw`\\x01`, '1', String.raw`\N`),
  row(String.raw`\N`, '2', 's/two'),
  row(String.raw`\N`, '3', 's/lost'),
  row(String.raw`\N`, '4', String.raw`\N`),
  ...Array.from({ length: 40 }, (_, index) => row(String.raw`\N`, `more ${index}`, `s/${index}`)),
];
const EXPECTED = ROWS.map((one) => {
  const [, id = '', object = ''] = one.split('\t');
  const isFilled = object.startsWith('s/') && object !== 's/lost';
  return isFilled ? row(`\\\\x${Buffer.from(object).toString('hex')}`, id, String.raw`\N`) : one;
});
const textOf = (rows: readonly string[]): string => rows.map((one) => `${one}\n`).join('');

for (const size of [1, 7, 100_000]) {
  test(`rows get the contents of the store, in chunks of ${size}`, async () => {
    const text = Buffer.from(textOf(ROWS));
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let start = 0; start < text.length; start += size) yield text.subarray(start, start + size);
    }
    const asked: string[] = [];
    const read = async ({ object, sha256 }: { object: string; sha256: Buffer }): Promise<Buffer | null> => {
      assert.equal(sha256.toString('hex'), '0a0b');
      asked.push(object);
      return object === 's/lost' ? null : Buffer.from(object);
    };
    const filled = await Array.fromAsync(withContents(chunks(), { columns: COLUMNS }, read));
    assert.equal(Buffer.concat(filled).toString(), textOf(EXPECTED));
    assert.equal(asked.length, 42);
  });
}
