import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, distanceOf } from './did-you-mean.ts';

const DISTANCES: [one: string, other: string, distance: number][] = [
  ['', '', 0],
  ['list', 'list', 0],
  ['lst', 'list', 1],
  ['lisst', 'list', 1],
  ['lost', 'list', 1],
  ['lsit', 'list', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
];
for (const [one, other, distance] of DISTANCES) {
  test(`from "${one}" to "${other}" it is ${distance}`, () => {
    assert.equal(distanceOf(one, other), distance);
    assert.equal(distanceOf(other, one), distance);
  });
}

test('the closest word is suggested, and none if none is close', () => {
  assert.equal(didYouMean('partnr', ['partner', 'party']), 'partner');
  assert.equal(didYouMean('PARTNER', ['partner']), 'partner');
  assert.equal(didYouMean('xyz', ['partner', 'org']), null);
  assert.equal(didYouMean('partner', []), null);
});
