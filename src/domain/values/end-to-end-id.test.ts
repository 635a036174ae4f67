import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEndIdOf, namedOrder, orderIdOf } from './end-to-end-id.ts';

const ORDER = '01a1b2c3-d4e5-7f60-8a1b-2c3d4e5f6071';
const ID = '01a1b2c3d4e57f608a1b2c3d4e5f6071';

test('bank and money 3: each attempt has another end-to-end id, of at most 35 characters', () => {
  assert.equal(endToEndIdOf(ORDER), ID);
  assert.equal(endToEndIdOf(ORDER, 2), `${ID}-2`);
  assert.equal(endToEndIdOf(ORDER, 99).length, 35);
});

test('the order and the attempt that an end-to-end id names', () => {
  assert.deepEqual(namedOrder(ID), { orderId: ORDER, attempt: 1 });
  assert.deepEqual(namedOrder(ID.toUpperCase()), { orderId: ORDER, attempt: 1 });
  assert.deepEqual(namedOrder(`${ID}-12`), { orderId: ORDER, attempt: 12 });
  for (const other of [null, '', `x${ID}`, `${ID}0`, `${ID}-`, `${ID}-123`, 'NOTPROVIDED', ID.slice(1)]) {
    assert.equal(namedOrder(other), null);
    assert.equal(orderIdOf(other), null);
  }
  assert.equal(orderIdOf(`${ID}-2`), ORDER);
});
