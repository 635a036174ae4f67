import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, isColour, lightened, mix, WHITE } from './colour.ts';

const CONTRASTS: [name: string, one: string, other: string, expected: string][] = [
  ['WCAG 1.4.3 black on white', '#000000', '#ffffff', '21.00'],
  ['the order does not matter', '#ffffff', '#000000', '21.00'],
  ['the same colour', '#0b6e66', '#0B6E66', '1.00'],
  ['the darkest grey that is not enough on white', '#777777', '#ffffff', '4.48'],
  ['the lightest grey that is enough on white', '#767676', '#ffffff', '4.54'],
  ['red weighs less than green', '#ff0000', '#ffffff', '4.00'],
  ['green', '#00ff00', '#ffffff', '1.37'],
];
for (const [name, one, other, expected] of CONTRASTS) {
  test(`contrast: ${name}`, () => assert.equal(contrast(one, other).toFixed(2), expected));
}

test('a colour is #rrggbb', () => {
  for (const colour of ['#0b6e66', '#ABCDEF']) assert.ok(isColour(colour), colour);
  for (const other of ['0b6e66', '#0b6', '#0b6e6g', '#0b6e66 ', 'red', '#0b6e66;', '#0b6e6600', '']) {
    assert.ok(!isColour(other), other);
  }
});

test('a mix goes from one colour to the other', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((share) => mix('#000000', '#ff8000', share)),
    ['#000000', '#804000', '#ff8000'],
  );
});

test('any colour becomes light enough for the dark, and no lighter than it must', () => {
  for (const colour of ['#000000', '#0b6e66', '#5a1e8c', '#8f2415', '#1d4f80']) {
    const light = lightened(colour, '#17212a', 6);
    assert.ok(contrast(light, '#17212a') >= 6, colour);
    assert.ok(contrast(light, '#17212a') < 7, `${colour} became ${light}`);
  }
  assert.equal(lightened(WHITE, '#17212a', 6), WHITE);
});
