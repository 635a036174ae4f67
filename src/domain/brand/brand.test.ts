import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../values/colour.ts';
import type { EmailAddress } from '../values/contact.ts';
import { documentBrand, operatorBrand, shownBrand, type Brand, type Logo } from './brand.ts';
import { parseColour, shadesOf, type Colour } from './colour.ts';
import { readLogo } from './logo.ts';

const logo: Logo = { sha256: '0'.repeat(64), type: 'image/png', width: 10, height: 10 };
const ofOperator: Partial<Brand> = { name: 'Kaution Plus', logo, footer: 'Kaution Plus AG' };
const shown = (own: Partial<Brand>, parent: Partial<Brand> = {}, operator: Partial<Brand> = ofOperator) =>
  shownBrand({ own, parent, operator, organization: 'Muster AG' });

test('pages.md 28: what is not set comes from the parent, then from the operator, then from us', () => {
  const colour = parseColour('#14507a') as Colour;
  assert.equal(shown({}, {}, {}).name, 'Depono');
  assert.equal(shown({}).name, 'Kaution Plus');
  assert.equal(shown({}, { name: 'Gruppe' }).name, 'Gruppe');
  assert.equal(shown({ name: 'Tochter' }, { name: 'Gruppe', colour, footer: 'F' }).name, 'Tochter');
  assert.deepEqual(shown({ name: 'Tochter' }, { colour }).colour, colour);
  assert.equal(shown({ name: 'Tochter' }, { footer: 'F' }).footer, 'F');
  assert.equal(shown({ name: 'Tochter' }).footer, 'Kaution Plus AG');
  assert.equal(shown({ name: 'Tochter' }).service, 'Kaution Plus');
});

test('pages.md 28: the operator’s logo is not shown beside another name, nor its name beside another logo', () => {
  assert.equal(shown({ name: 'Muster' }).logo, null);
  assert.equal(shown({ logo }).name, 'Muster AG');
  assert.deepEqual(shown({ name: 'Tochter' }, { logo }).logo, logo);
  assert.deepEqual(shown({}).logo, logo);
});

test('documents have a brand only where something is set', () => {
  assert.equal(documentBrand(operatorBrand({})), undefined);
  assert.equal(documentBrand(operatorBrand({ replyTo: 'a@b.example' as EmailAddress })), undefined);
  assert.equal(documentBrand(operatorBrand({ footer: 'F' }))?.footer, 'F');
});

for (const [text, expected] of [
  ['#0B6E66', '#0b6e66'],
  [' #0b6e66 ', '#0b6e66'],
  // 4.54:1 and 4.48:1 with white.
  ['#767676', '#767676'],
  ['#777777', 'too_light'],
  ['#ffffff', 'too_light'],
  ['#0b6', null],
  ['teal', null],
  ['#0b6e66;}', null],
] as const) {
  test(`pages.md 28: the colour ${text} is ${expected}`, () => assert.equal(parseColour(text), expected));
}

test('pages.md 28: every shade of a colour can be read where it stands, in the light and in the dark', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  const colours = all.map(parseColour).filter((one): one is Colour => one !== null && one !== 'too_light');
  assert.ok(colours.length > 50);
  for (const colour of colours) {
    const { light, dark } = shadesOf(colour);
    for (const [text, ground] of [
      [light.brand, '#ffffff'],
      [light.brand, '#f4f6f8'],
      [light.brand, light.pale],
      [light.dark, light.pale],
      [light.on, light.brand],
      [light.on, light.dark],
      [dark.brand, '#17212a'],
      [dark.brand, '#0e161d'],
      [dark.brand, dark.pale],
      [dark.dark, dark.pale],
      [dark.on, dark.brand],
      [dark.on, dark.dark],
    ] as const) {
      assert.ok(contrast(text, ground) >= 4.5, `${colour}: ${text} on ${ground}`);
    }
  }
});

const jpeg = (frame: number, channels: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, frame, 0, 17, 8, 0, 40, 0, 120, channels, ...Array.from({ length: 12 }, () => 0)],
  ]);

test('pages.md 28: a logo is a PNG or a JPEG of limited size', () => {
  assert.deepEqual(readLogo(jpeg(0xc0, 3)), { type: 'image/jpeg', width: 120, height: 40 });
  assert.deepEqual(readLogo(jpeg(0xc2, 1)), { type: 'image/jpeg', width: 120, height: 40 });
  // Four channels, as for print, look wrong on screens.
  assert.equal(readLogo(jpeg(0xc0, 4)), 'not_a_picture');
  assert.equal(readLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'not_a_picture');
  assert.equal(readLogo(new Uint8Array(0)), 'not_a_picture');
  assert.equal(readLogo(new Uint8Array(100_001)), 'too_large');
});
