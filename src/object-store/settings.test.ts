import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStoreUrl } from './settings.ts';

test('an address has all that is needed', () => {
  assert.deepEqual(readStoreUrl('DOCUMENTS_URL', 'https://KEY:S%2Fcret@s3.example.ch:9000/bucket/a/b/?region=ch-1'), {
    address: 'https://s3.example.ch:9000',
    region: 'ch-1',
    bucket: 'bucket',
    prefix: 'a/b/',
    accessKeyId: 'KEY',
    secretAccessKey: 'S/cret',
  });
  const { region, prefix } = readStoreUrl('DOCUMENTS_URL', 'http://KEY:secret@127.0.0.1/bucket');
  assert.deepEqual([region, prefix], ['us-east-1', '']);
});

const WRONG: [what: string, address: string, says: RegExp][] = [
  ['no address', 'hidden', /is not an address that starts with https/],
  ['another scheme', 's3://KEY:hidden@host/bucket', /is not an address that starts with https/],
  ['no key', 'https://host/bucket', /has no access key, or no secret/],
  ['no secret', 'https://KEY@host/bucket', /has no access key, or no secret/],
  ['no bucket', 'https://KEY:hidden@host/', /names no bucket/],
  ['a malformed bucket', 'https://KEY:hidden@host/B', /names no bucket/],
  ['a folder with other characters', 'https://KEY:hidden@host/bucket/a%20b', /has a folder whose name/],
  ['a parameter', 'https://KEY:hidden@host/bucket?regio=x', /has the parameter "regio". Only "region" is known/],
  ['a region', 'https://KEY:hidden@host/bucket?region=A', /has a region that is not made of small letters/],
  ['a % that stands alone', 'https://KEY:hidden%@host/bucket', /percent-encoded/],
];

for (const [what, address, says] of WRONG) {
  test(`refused, without the secret: ${what}`, () => {
    assert.throws(
      () => readStoreUrl('DOCUMENTS_URL', address),
      ({ message }: Error) => message.startsWith('DOCUMENTS_URL ') && says.test(message) && !message.includes('hidden'),
    );
  });
}
