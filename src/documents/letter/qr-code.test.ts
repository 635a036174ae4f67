import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { qrCode } from './qr-code.ts';

const read = jsqr as unknown as (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

/** Drawn with four pixels per module and a white border, and read back by another program. */
function readBack(modules: readonly (readonly boolean[])[]): string | null {
  const [scale, border] = [4, 16];
  const size = modules.length * scale + 2 * border;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let place = 0; place < scale * scale; place++) {
        const [left, top] = [border + x * scale + (place % scale), border + y * scale + Math.floor(place / scale)];
        pixels.fill(0, (top * size + left) * 4, (top * size + left) * 4 + 3);
      }
    }
  }
  return read(pixels, size, size)?.data ?? null;
}

for (const length of [1, 14, 15, 26, 42, 62, 84, 85, 106, 107, 122, 152, 180, 213]) {
  test(`a text of ${length} bytes is read back`, () => {
    const text = `https://depono.example/t/${'aB3-_x9'.repeat(40)}`.slice(0, length);
    assert.equal(readBack(qrCode(text)), text);
  });
}

test('a longer text is refused', () => {
  assert.throws(() => qrCode('x'.repeat(214)), /too long/);
});
