import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_LOGO, readLogo } from './logo.ts';
import { readTypedBrand, typedFromBrand, type TypedBrand } from './typed-brand.ts';

const EMPTY: TypedBrand = { name: '', colour: '', senderName: '', replyTo: '', footer: '' };
const INHERITED = { name: null, colour: null, senderName: null, replyTo: null, footer: null };
const typed = (given: Partial<TypedBrand>) => readTypedBrand({ ...EMPTY, ...given });

test('pages 28 what is left empty is inherited', () => {
  assert.deepEqual(typed({}), { value: INHERITED });
  assert.deepEqual(
    typed({ name: ' Muster ', colour: ' #004488 ', replyTo: ' a@b.example ', footer: ' F ', senderName: ' S ' }),
    {
      value: { name: 'Muster', colour: '#004488', senderName: 'S', replyTo: 'a@b.example', footer: 'F' },
    },
  );
});

const PROBLEMS: [given: Partial<TypedBrand>, problems: object][] = [
  [{ name: 'x'.repeat(61) }, { name: 'too_long' }],
  [{ senderName: 'x'.repeat(61) }, { senderName: 'too_long' }],
  [{ footer: 'x'.repeat(301) }, { footer: 'too_long' }],
  [{ name: 'a\u0007b' }, { name: 'not_plain' }],
  [{ name: 'a\u200bb' }, { name: 'not_plain' }],
  [{ name: '\ud800' }, { name: 'not_plain' }],
  [{ colour: 'red' }, { colour: 'not_a_colour' }],
  [{ colour: '#ffff00' }, { colour: 'too_light' }],
  [{ replyTo: 'nobody' }, { replyTo: 'not_an_address' }],
  [
    { name: 'x'.repeat(61), colour: 'red' },
    { colour: 'not_a_colour', name: 'too_long' },
  ],
];
for (const [given, problems] of PROBLEMS) {
  test(`pages 28 a brand is refused: ${JSON.stringify(problems)}`, () => assert.deepEqual(typed(given), { problems }));
}

test('pages 28 the longest texts are fine, and a brand is shown in its form as it was typed', () => {
  const longest = { name: 'x'.repeat(60), senderName: 'y'.repeat(60), footer: 'z'.repeat(300) };
  assert.deepEqual(typed(longest), { value: { ...INHERITED, ...longest } });
  assert.deepEqual(typedFromBrand({ name: 'Muster', footer: null }), { ...EMPTY, name: 'Muster' });
});

function png(width: number, height: number, changed: Record<number, number> = {}): Uint8Array {
  const content = new Uint8Array(57);
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(content.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  for (const [at, byte] of Object.entries(changed)) content[Number(at)] = byte;
  return content;
}

/** A comment, then the frame. */
function jpeg(width: number, height: number, { marker = 0xc0, bits = 8, parts = 3 } = {}): Uint8Array {
  const content = new Uint8Array(40);
  content.set([0xff, 0xd8, 0xff, 0xfe, 0, 6, 1, 2, 3, 4, 0xff, marker, 0, 17, bits]);
  const view = new DataView(content.buffer);
  view.setUint16(15, height);
  view.setUint16(17, width);
  content[19] = parts;
  return content;
}

const LOGOS: [name: string, content: Uint8Array, read: object | string][] = [
  ['a PNG', png(200, 100), { type: 'image/png', width: 200, height: 100 }],
  ['the largest', png(1_000, 500), { type: 'image/png', width: 1_000, height: 500 }],
  ['too wide', png(1_001, 500), 'too_many_pixels'],
  ['too high', png(1_000, 501), 'too_many_pixels'],
  ['without width', png(0, 100), 'not_a_picture'],
  ['without height', png(100, 0), 'not_a_picture'],
  ['one pixel', png(1, 1), { type: 'image/png', width: 1, height: 1 }],
  ['interlaced', png(200, 100, { 28: 1 }), 'interlaced'],
  ['another first part', png(200, 100, { 12: 0x4a }), 'not_a_picture'],
  ['cut off', png(200, 100).slice(0, 56), 'not_a_picture'],
  ['a JPEG', jpeg(300, 80), { type: 'image/jpeg', width: 300, height: 80 }],
  ['a progressive one', jpeg(300, 80, { marker: 0xc2 }), { type: 'image/jpeg', width: 300, height: 80 }],
  ['an extended one', jpeg(300, 80, { marker: 0xc1 }), { type: 'image/jpeg', width: 300, height: 80 }],
  ['in grey', jpeg(300, 80, { parts: 1 }), { type: 'image/jpeg', width: 300, height: 80 }],
  ['a lossless one', jpeg(300, 80, { marker: 0xc3 }), 'not_a_picture'],
  ['with twelve bits', jpeg(300, 80, { bits: 12 }), 'not_a_picture'],
  ['with four colours', jpeg(300, 80, { parts: 4 }), 'not_a_picture'],
  ['too wide a JPEG', jpeg(1_001, 80), 'too_many_pixels'],
  ['half a start', new Uint8Array([0xff, 0xd9, ...jpeg(300, 80).slice(2)]), 'not_a_picture'],
  ['a malformed marker', new Uint8Array([0xff, 0xd8, 0x00, ...jpeg(300, 80).slice(3)]), 'not_a_picture'],
  ['a JPEG without a frame', jpeg(300, 80).slice(0, 12), 'not_a_picture'],
  ['a text', new TextEncoder().encode('<svg/>'), 'not_a_picture'],
  ['too many bytes', new Uint8Array(LARGEST_LOGO + 1), 'too_large'],
  ['as many bytes as allowed', new Uint8Array(LARGEST_LOGO), 'not_a_picture'],
];
for (const [name, content, read] of LOGOS) {
  test(`pages 28 a logo by its content: ${name}`, () => assert.deepEqual(readLogo(content), read));
}

test('a part of a larger buffer is read from its own beginning', () => {
  const whole = new Uint8Array(100);
  whole.set(png(200, 100), 20);
  assert.deepEqual(readLogo(whole.subarray(20, 77)), { type: 'image/png', width: 200, height: 100 });
  whole.set(jpeg(300, 80), 20);
  assert.deepEqual(readLogo(whole.subarray(20, 60)), { type: 'image/jpeg', width: 300, height: 80 });
});
