import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callbackFault, isPrivate, lookupFor, PrivateAddress } from './addresses.ts';

const rows: [what: string, address: string, isPrivate: boolean][] = [
  ['public', '8.8.8.8', false],
  ['public', '193.134.96.1', false],
  ['public, next to 10/8', '11.0.0.1', false],
  ['public, below 172.16/12', '172.15.255.255', false],
  ['public, above 172.16/12', '172.32.0.0', false],
  ['public, next to 100.64/10', '100.128.0.1', false],
  ['unspecified', '0.0.0.0', true],
  ['this network', '0.1.2.3', true],
  ['private', '10.1.2.3', true],
  ['private', '172.16.0.1', true],
  ['private', '172.31.255.255', true],
  ['private', '192.168.1.1', true],
  ['shared, of carriers', '100.64.0.1', true],
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.255.255.254', true],
  ['link-local, where clouds keep their secrets', '169.254.169.254', true],
  ['protocol assignments', '192.0.0.8', true],
  ['documentation', '192.0.2.1', true],
  ['documentation', '198.51.100.1', true],
  ['documentation', '203.0.113.1', true],
  ['6to4 relay', '192.88.99.1', true],
  ['benchmarking', '198.19.0.1', true],
  ['multicast', '224.0.0.1', true],
  ['reserved', '240.0.0.1', true],
  ['broadcast', '255.255.255.255', true],
  ['public', '2606:4700::1111', false],
  ['public', '2a00:1450:400a:800::200e', false],
  ['public, next to 2001::/23', '2001:4860:4860::8888', false],
  ['unspecified', '::', true],
  ['loopback', '::1', true],
  ['loopback, written out', '0:0:0:0:0:0:0:1', true],
  ['IPv4-compatible', '::127.0.0.1', true],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1', true],
  ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1', true],
  ['IPv4-mapped loopback in capitals', '::FFFF:127.0.0.1', true],
  ['IPv4-mapped loopback, written out', '0:0:0:0:0:ffff:7f00:0001', true],
  ['IPv4-mapped private', '::ffff:10.0.0.1', true],
  ['IPv4-mapped public', '::ffff:8.8.8.8', false],
  ['IPv4-mapped public in hexadecimal', '::ffff:808:808', false],
  ['IPv4-translated', '::ffff:0:127.0.0.1', true],
  ['NAT64', '64:ff9b::7f00:1', true],
  ['NAT64', '64:ff9b::10.0.0.1', true],
  ['NAT64 of a network', '64:ff9b:1::1', true],
  ['discard', '100::1', true],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', true],
  ['documentation', '2001:db8::1', true],
  ['documentation', '3fff::1', true],
  ['6to4 of loopback', '2002:7f00:1::', true],
  ['6to4', '2002:808:808::1', true],
  ['unassigned', '4000::1', true],
  ['segment routing', '5f00::1', true],
  ['unique local', 'fc00::1', true],
  ['unique local', 'fd12:3456::1', true],
  ['link-local', 'fe80::1', true],
  ['link-local of an interface', 'fe80::1%eth0', true],
  ['site-local', 'fec0::1', true],
  ['multicast', 'ff02::1', true],
  ['no address', 'localhost', true],
  ['no address', '', true],
];
for (const [what, address, expected] of rows) {
  test(`${expected ? 'refused' : 'allowed'}: ${what} ${address}`, () => assert.equal(isPrivate(address), expected));
}

type Found = { error: Error | null; found: unknown };

function lookUp(hostname: string, { allowPrivate, all }: { allowPrivate: boolean; all: boolean }): Promise<Found> {
  return new Promise((done) =>
    lookupFor({ allowPrivate })(hostname, { all }, (error, found) => done({ error, found })),
  );
}

test('a name that leads to a private address is refused when it is resolved', async () => {
  for (const all of [true, false]) {
    const { error } = await lookUp('localhost', { allowPrivate: false, all });
    assert.ok(error instanceof PrivateAddress);
    assert.match(error.message, /private/);
  }
});

test('if private addresses are allowed, a name resolves in both forms', async () => {
  const { found: one } = await lookUp('localhost', { allowPrivate: true, all: false });
  assert.ok(one === '127.0.0.1' || one === '::1');
  const twice = await Promise.all([1, 2].map(() => lookUp('localhost', { allowPrivate: true, all: true })));
  for (const { found } of twice) assert.ok((found as { address: string }[]).some(({ address }) => address === one));
});

const HTTPS = /^must start with https/;
const PRIVATE = /^must not be a private address/;
const entered: [address: string, fault: RegExp | null, allowed: RegExp | null][] = [
  ['https://partner.example/depono', null, null],
  ['https://8.8.8.8/', null, null],
  ['https://[2606:4700::1111]:8443/x', null, null],
  ['http://partner.example/', HTTPS, null],
  ['ftp://partner.example/', HTTPS, HTTPS],
  ['no address', HTTPS, HTTPS],
  ['https://localhost/', PRIVATE, null],
  ['https://LOCALHOST.:8443/', PRIVATE, null],
  ['https://depono.localhost/', PRIVATE, null],
  ['https://127.0.0.1:9/', PRIVATE, null],
  ['https://2130706433/', PRIVATE, null],
  ['https://0x7f.1/', PRIVATE, null],
  ['https://10.0.0.1/', PRIVATE, null],
  ['https://192.168.1.20/', PRIVATE, null],
  ['https://169.254.169.254/latest/meta-data', PRIVATE, null],
  ['https://[::1]/', PRIVATE, null],
  ['https://[::ffff:10.0.0.1]/', PRIVATE, null],
  ['https://[fd12:3456::1]/', PRIVATE, null],
  ['https://[fe80::1]/', PRIVATE, null],
];
for (const [address, fault, allowed] of entered) {
  test(`entered: ${address} is ${fault === null ? 'taken' : 'refused'}`, () => {
    for (const [allowPrivate, wanted] of [
      [false, fault],
      [true, allowed],
    ] as const) {
      const found = callbackFault(address, { allowPrivate });
      if (wanted === null) assert.equal(found, null);
      else assert.match(found ?? '', wanted);
    }
  });
}
