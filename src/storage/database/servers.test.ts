import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionFailure } from './connection-failure.ts';
import { serverAddresses, serverOf } from './servers.ts';

const ROWS: [what: string, url: string, addresses: string[]][] = [
  ['one server', 'postgres://u:p@a:5432/d', ['postgres://u:p@a:5432/d']],
  [
    'two servers',
    'postgres://u:p@a:5432,b:5433/d?sslmode=require',
    ['postgres://u:p@a:5432/d?sslmode=require', 'postgres://u:p@b:5433/d?sslmode=require'],
  ],
  ['without user, password and ports', 'postgresql://a,b/d', ['postgresql://a/d', 'postgresql://b/d']],
  ['IPv6', 'postgres://u@[::1]:5432,[fe80::2]/d', ['postgres://u@[::1]:5432/d', 'postgres://u@[fe80::2]/d']],
  ['a comma in the password', 'postgres://u:p%2Cq@a,b/d', ['postgres://u:p%2Cq@a/d', 'postgres://u:p%2Cq@b/d']],
  ['a socket', 'postgres:///d?host=/tmp', ['postgres:///d?host=/tmp']],
];
for (const [what, url, addresses] of ROWS) {
  test(`many-machines, finding 2: ${what}`, () => assert.deepEqual(serverAddresses(url), addresses));
}

test('many-machines, finding 2: where no server can be used, the sentence says why for each', async () => {
  const { Client, config } = serverOf('postgres://u:hush@127.0.0.1:1,127.0.0.1:2/d');
  const failure = await new Client(config).connect().then(
    () => null,
    (error: unknown) => connectionFailure(error),
  );
  assert.match(
    failure ?? '',
    /None of the 2 servers in DATABASE_URL accepts writes: 127\.0\.0\.1:1: .*; 127\.0\.0\.1:2: /,
  );
  assert.doesNotMatch(failure ?? '', /hush/);
});
