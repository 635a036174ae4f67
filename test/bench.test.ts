import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from '../bench/soak/growth-of.ts';

const every5Seconds = (bytesAt: (seconds: number) => number): { seconds: number; bytes: number }[] =>
  Array.from({ length: 360 }, (_, place) => ({ seconds: place * 5, bytes: bytesAt(place * 5) }));

for (const [name, bytesAt, expected] of [
  ['what stays the same does not grow', () => 100e6, 0],
  ['a leak of 1 % in ten minutes is found', (s: number) => 100e6 + ((s - 897.5) / 600) * 1e6, 0.01],
  ['what a start needs does not count: the first third is left out', (s: number) => Math.min(100e6, s * 1e6), 0],
  ['a saw does not grow', (s: number) => 100e6 + (s % 50) * 1e4, 0],
  ['nor does one whose teeth are as long as a third', (s: number) => 100e6 + (s % 600) * 1e5, 0],
  ['what shrinks is told so', (s: number) => 100e6 - ((s - 897.5) / 600) * 2e6, -0.02],
] as const) {
  test(name, () => {
    const { per10Minutes } = growthOf(every5Seconds(bytesAt));
    assert.ok(Math.abs(per10Minutes - expected) < 0.0005, String(per10Minutes));
  });
}
