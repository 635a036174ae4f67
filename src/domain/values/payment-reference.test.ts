import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { creditorReference, groupedReference, isReference, plainReference, qrReference } from './payment-reference.ts';

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));

test('known references of the standards', () => {
  assert.equal(qrReference('21000000000313947143000901'), '210000000003139471430009017');
  assert.equal(creditorReference('539007547034'), 'RF18539007547034');
  assert.ok(isReference('RF18539007547034') && isReference('210000000003139471430009017'));
  assert.equal(groupedReference('210000000003139471430009017'), '21 00000 00003 13947 14300 09017');
  assert.equal(groupedReference('RF18539007547034'), 'RF18 5390 0754 7034');
});

test('every reference we make is valid, and any other single digit makes it invalid', () => {
  fc.assert(
    fc.property(digits(26), digits(20), fc.nat(26), fc.integer({ min: 1, max: 9 }), (long, short, index, change) => {
      for (const reference of [qrReference(long), creditorReference(short)]) {
        assert.ok(isReference(reference), reference);
        assert.equal(plainReference(` ${groupedReference(reference).toLowerCase()} `), reference);
        const at = 4 + (index % (reference.length - 4));
        const other = (Number(reference[at]) + change) % 10;
        assert.ok(!isReference(`${reference.slice(0, at)}${other}${reference.slice(at + 1)}`));
      }
    }),
  );
});

test('invalid references', () => {
  for (const text of ['', 'RF', 'RF00', '12345', 'RF19539007547034', '210000000003139471430009018', 'ÄÖ']) {
    assert.equal(isReference(text), false, text);
  }
  assert.throws(() => qrReference('1'));
  assert.throws(() => creditorReference('ä'));
});
