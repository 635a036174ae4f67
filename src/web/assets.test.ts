import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as brand from '../brand/colours.ts';
import { contrast, isColour } from '../domain/values/colour.ts';
import { STYLE_PARTS } from './assets.ts';

const folder = join(import.meta.dirname, 'assets', 'css');
const read = (part: string): string => readFileSync(join(folder, `${part}.css`), 'utf8');
const DARK_BEGINS = '@media screen and (prefers-color-scheme: dark)';
const tokensIn = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
const [lightCss = '', darkCss = ''] = read('tokens').split(DARK_BEGINS);
const [light, dark] = [tokensIn(lightCss), tokensIn(darkCss)];

test('every style sheet is served', () => {
  assert.deepEqual(readdirSync(folder).sort(), STYLE_PARTS.map((part) => `${part}.css`).sort());
});

test('colours are tokens: no other file than tokens.css contains one', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:[^;{]*\b(?:white|black)\b(?!-)/gi;
  for (const part of STYLE_PARTS.filter((one) => one !== 'tokens')) {
    assert.deepEqual(read(part).match(colour), null, `${part}.css`);
  }
});

test('every token that is used is defined, and every one that is defined is used', () => {
  const used = STYLE_PARTS.flatMap((part) => [...read(part).matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...new Set(used)].sort(), [...light.keys()].sort());
});

test('every colour has its like in the dark, but the paper of a payment slip', () => {
  const same = ['--slip-paper', '--radius'];
  assert.deepEqual([...dark.keys()].sort(), [...light.keys()].filter((name) => !same.includes(name)).sort());
  assert.ok(!STYLE_PARTS.some((part) => part !== 'tokens' && read(part).includes('prefers-color-scheme')));
});

const TEXTS: [text: string, ...on: string[]][] = [
  ['--ink', '--paper', '--ground', '--code', '--table-head', '--table-hover', '--sheet', '--chosen', '--brand-pale'],
  ['--ink', '--info-pale', '--good-pale', '--wait-pale', '--warn-pale'],
  ['--soft', '--paper', '--ground', '--code', '--table-head', '--table-hover', '--sheet', '--chosen', '--brand-pale'],
  ['--soft', '--info-pale', '--good-pale', '--wait-pale', '--warn-pale'],
  ['--brand-dark', '--paper', '--ground', '--brand-pale', '--sheet', '--table-hover'],
  ['--brand-dark', '--info-pale', '--good-pale', '--wait-pale', '--warn-pale'],
  ['--on-brand', '--brand', '--brand-dark', '--method-get', '--method-delete'],
  ['--listing-ink', '--listing'],
  ...['info', 'good', 'wait', 'warn'].map((tone): [string, ...string[]] => [`--${tone}`, `--${tone}-pale`, '--paper']),
];
for (const [scheme, tokens] of [
  ['light', light],
  ['dark', dark],
] as const) {
  test(`WCAG 1.4.3 texts have enough contrast in the ${scheme}`, () => {
    for (const [text, ...grounds] of TEXTS) {
      for (const ground of grounds) {
        const colours = [tokens.get(text) ?? '', tokens.get(ground) ?? ''] as const;
        assert.ok(colours.every(isColour), `${text} on ${ground}: ${colours.join(' on ')}`);
        assert.ok(contrast(...colours) >= 4.5, `${text} on ${ground}: ${contrast(...colours).toFixed(2)}`);
      }
    }
  });
  test(`WCAG 1.4.11 edges of fields can be seen in the ${scheme}`, () => {
    for (const edge of ['--line-strong', '--brand', '--warn']) {
      const value = contrast(tokens.get(edge) ?? '', tokens.get('--paper') ?? '');
      assert.ok(value >= 3, `${edge}: ${value.toFixed(2)}`);
    }
  });
}

test('the brand colour of pages is that of mails and drawings', () => {
  assert.equal(light.get('--brand'), brand.BRAND);
  assert.ok(readFileSync(join(folder, '..', 'icon.svg'), 'utf8').includes(`fill="${brand.BRAND}"`));
});

test('the colours of mails in the dark are those of pages', () => {
  const ofMails = Object.entries(brand).filter(([name]) => name.startsWith('DARK_'));
  const asToken = (name: string): string => `--${name.slice('DARK_'.length).toLowerCase().replaceAll('_', '-')}`;
  assert.deepEqual(
    ofMails.map(([name]) => [name, dark.get(asToken(name))]),
    ofMails,
  );
});
