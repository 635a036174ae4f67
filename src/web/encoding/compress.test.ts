import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncoding } from './compress.ts';

for (const [header, encoding] of [
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP, Deflate, BR', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['deflate', null],
  ['brotli', null],
  ['gzip;q=nonsense', null],
  [' gzip ; q=0.1 ', 'gzip'],
] as const) {
  test(`accepted by "${header ?? 'nothing'}": ${encoding ?? 'no encoding'}`, () => {
    assert.equal(acceptedEncoding(header), encoding);
  });
}
