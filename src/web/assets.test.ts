import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BRAND } from '../brand/colours.ts';
import { STYLE_PARTS } from './assets.ts';

const folder = join(import.meta.dirname, 'assets', 'css');
const read = (part: string): string => readFileSync(join(folder, `${part}.css`), 'utf8');
const tokens = new Map(
  [...read('tokens').matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
);

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
  assert.deepEqual([...new Set(used)].sort(), [...tokens.keys()].sort());
});

test('the brand colour of pages is that of mails and drawings', () => {
  assert.equal(tokens.get('--brand'), BRAND);
  assert.ok(readFileSync(join(folder, '..', 'icon.svg'), 'utf8').includes(`fill="${BRAND}"`));
});
