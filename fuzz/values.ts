import type { Random } from './random.ts';

/** Part of every odd text: shows if an answer repeats a value of the payload. */
export const CANARY = 'zq7Kanari';
/** The same as markup, which must never be returned as markup. */
export const MARKUP_CANARY = `<i data-${CANARY}>`;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/** Texts known to cause bugs. All are well-formed and none is only white space. */
const TRAPS: readonly string[] = [
  'Zürich',
  'Žižek Đorđe Łukasz',
  'e\u0301\u0302\u0303\u0304'.repeat(8),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '𝒵𝓊𝓇𝒾𝒸𝒽',
  '\u202eחירכ\u202c',
  '\u2066\u2067\u2068x\u2069',
  'ﷺ﷽',
  'İıſßẞŉǰ',
  '\u200b\u200c\u200d\u2060x',
  '\u00ad\u034f\u180ex',
  'a\u0000b\u0007c\u001bd\u007fe\u0085f\u009f',
  '\ufdd0\ufffe\uffff\ufffd',
  '\u{10ffff}\u{1fffe}',
  "Robert'); drop table deposits;--",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '%00%0a%s%n%x',
  '../../../../etc/passwd',
  '\\u0000\\x00\\',
  '\r\nSet-Cookie: a=b\r\n\r\n',
  'file:///etc/passwd',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '=cmd|calc!A0',
  '$1$&$`',
  '٣٤٥',
  '１２３４',
  '-0',
  '0x1F',
  '1e999',
  '9'.repeat(40),
  'CH93 0076 2011 6238 5295 7',
  '1970-01-01T00:00:00Z',
  '2026-02-30',
  '-271821-04-20',
];

/** A valid text for any text field: well-formed, at most 200 characters, not empty after cleaning. */
export function goodText(random: Random): string {
  const core = random.weighted([
    [6, () => random.characters(LETTERS, random.between(1, 20))],
    [3, () => `x${random.pick(TRAPS)}`],
    [1, () => `${random.characters(LETTERS, 3)} ${random.pick(TRAPS)}`],
    [1, () => `ü${random.characters(`${LETTERS}${DIGITS} .,-/'äöüéè`, random.between(100, 198))}`],
    [1, () => '𝒵'.repeat(random.between(1, 200))],
  ])();
  return random.weighted([
    [8, core],
    [1, `  ${core}\t`],
    [1, `\u0000${core}\u001f`],
    [1, `\u00a0\ufeff${core}\u2003`],
  ]);
}

/** A valid text without digits: no house number is split off. */
export function goodWord(random: Random): string {
  return random.pick(['Seestrasse', 'Rue du Lac', 'Via Nassa', 'Am Bächli', "L'Île", 'x́', '𝒮trasse', 'Ø']);
}

/** A text with a lone surrogate. */
export function brokenText(random: Random): string {
  const half = String.fromCharCode(random.between(0xd800, 0xdfff));
  return random.pick([`${CANARY}${half}`, `a${half}${CANARY}`, half, `\ud800\ud800${CANARY}`, `\udc00\ud800`]);
}

/** A value that is not a text. */
export function notText(random: Random): unknown {
  return random.pick<unknown>([
    0,
    1,
    -1,
    8002,
    1e308,
    -1e-308,
    9_007_199_254_740_992,
    true,
    false,
    [],
    {},
    [CANARY],
    { value: CANARY },
    { toString: CANARY },
    [[[[null]]]],
    [1, 2, 3],
  ]);
}

/** All forms of "not sent"; `undefined` removes the field. */
export function nothing(random: Random): unknown {
  return random.pick<unknown>([undefined, null, '', ' ', '\t\n', '\u0000', '\u001b\u0007 ', '\u00a0\ufeff', '\u0085']);
}

/** Anything at all. */
export function anything(random: Random, depth = 0): unknown {
  return random.weighted<() => unknown>([
    [6, () => goodText(random)],
    [3, () => random.pick(TRAPS)],
    [2, () => nothing(random)],
    [3, () => notText(random)],
    [1, () => brokenText(random)],
    [1, () => `${CANARY}${'x'.repeat(random.pick([240, 255, 256, 257, 1_000, 5_000]))}`],
    [1, () => random.characters(DIGITS, random.between(1, 60))],
    [1, () => (depth > 3 ? null : Array.from({ length: random.below(4) }, () => anything(random, depth + 1)))],
    [
      1,
      () => (depth > 3 ? null : { [random.pick(TRAPS)]: anything(random, depth + 1), a: anything(random, depth + 1) }),
    ],
  ])();
}

export function digits(random: Random, length: number): string {
  return random.characters(DIGITS, length);
}

export function word(random: Random, length = 8): string {
  return random.characters('abcdefghijklmnopqrstuvwxyz0123456789', length);
}

/** Any text value. */
export function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
