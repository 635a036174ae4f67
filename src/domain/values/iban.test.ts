import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupedIban, parseIban, parseQrIban, parseSwissIban, swissIban } from './iban.ts';

test('kinds of accounts', () => {
  const rows: [name: string, text: string, any: boolean, swiss: boolean, qr: boolean][] = [
    ['Swiss', 'CH9300762011623852957', true, true, false],
    ['Swiss, as people write it', 'CH93 0076 2011 6238 5295 7', true, true, false],
    ['QR-IBAN', 'CH4431999123000889012', true, false, true],
    ['Liechtenstein', 'LI21088100002324013AA', true, true, false],
    ['German', 'DE89370400440532013000', true, false, false],
    ['wrong check digits', 'CH9400762011623852957', false, false, false],
    ['too short', 'CH930076201162385295', false, false, false],
    ['nothing', '', false, false, false],
  ];
  for (const [name, text, any, swiss, qr] of rows) {
    assert.deepEqual(
      [parseIban(text) !== null, parseSwissIban(text) !== null, parseQrIban(text) !== null],
      [any, swiss, qr],
      name,
    );
  }
});

test('every account of the simulated bank is valid, and reads back from groups', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{12}$/), (account) => {
      assert.ok(parseSwissIban(swissIban('09999', account)));
      assert.ok(parseQrIban(swissIban('30999', account)));
      const iban = swissIban('00762', account);
      assert.equal(parseIban(groupedIban(iban)), iban);
    }),
  );
});
