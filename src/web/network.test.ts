import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

const ROWS: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
];
for (const [address, network] of ROWS)
  test(`${address} is in ${network}`, () => assert.equal(networkOf(address), network));
