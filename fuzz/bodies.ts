import { gzipSync } from 'node:zlib';
import type { Fields } from './payload.ts';
import type { Random } from './random.ts';
import { CANARY } from './values.ts';

/** Why the body cannot be read; null if it is one JSON object. */
export type BodyFault = 'too_large' | 'encoded' | 'not_utf8' | 'not_json' | 'not_an_object';

export const LARGEST_BODY = 262_144;

/** JSON with random escapes, white space and byte order mark. */
export function jsonBody(random: Random, fields: Fields): Buffer {
  const isEscaped = random.chance(0.1);
  const space = random.weighted([
    [6, ''],
    [1, ' '],
    [1, '\r\n\t'],
  ]);
  const members = fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${text(name, isEscaped)}${space}:${space}${text(value, isEscaped)}`);
  const whole = `{${space}${members.join(`${space},`)}${space}}${space}`;
  return Buffer.from(random.chance(0.03) ? `\ufeff${whole}` : whole);
}

/** JSON of a value, or escaped to ASCII. */
function text(value: unknown, isEscaped: boolean): string {
  const json = JSON.stringify(value);
  return isEscaped
    ? json.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
}

/** A body of exactly the allowed size. */
export function filledBody(fields: Fields, size = LARGEST_BODY): Buffer {
  const bare = Buffer.byteLength(JSON.stringify(asObject(fields))) - 1;
  const filler = `,"filler":"${'x'.repeat(Math.max(0, size - bare - 13))}"}`;
  return Buffer.concat([Buffer.from(JSON.stringify(asObject(fields)).slice(0, -1)), Buffer.from(filler)]);
}

function asObject(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(fields.filter(([name]) => name !== '__proto__'));
}

type Unreadable = [fault: BodyFault, body: Buffer];

/** Bodies that are not one JSON object, each with its fault. */
export function unreadableBody(random: Random, good: Buffer): Unreadable {
  const plain = good
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd();
  const cut = random.between(1, Math.max(1, plain.length - 1));
  return random.weighted<() => Unreadable>([
    [6, () => ['not_json', Buffer.from(plain.slice(0, cut).toWellFormed())]],
    [2, () => ['not_json', Buffer.from(`${plain}${random.pick([plain, '}', ',', '//', '\0', CANARY])}`)]],
    [
      1,
      () => [
        'not_json',
        Buffer.from(
          random.pick(['', ' ', '{', '}', '[', '"', '\\', '{]', "{'a':1}", '{a:1}', 'NaN', '{"a":undefined}']),
        ),
      ],
    ],
    [
      1,
      () => [
        'not_json',
        Buffer.from(
          random.pick(['{"a":01}', '{"a":+1}', '{"a":.5}', '{"a":1.}', '{"a":"\t"}', '{"a":"\\x"}', '{"a":1,}', '{,}']),
        ),
      ],
    ],
    [1, () => ['not_json', Buffer.from('\ufeff\ufeff{}')]],
    [1, () => ['not_json', Buffer.from('{"a":'.repeat(random.pick([10, 1_000, 40_000])))]],
    [
      2,
      () => [
        'not_an_object',
        Buffer.from(random.pick(['[]', 'null', '0', '-0', '1e400', 'true', '""', `"${CANARY}"`, `[${plain}]`])),
      ],
    ],
    [1, () => ['not_an_object', deepLists(random.pick([10, 1_000, 100_000]))]],
    [3, () => ['not_utf8', brokenBytes(random, Buffer.from(plain))]],
    [1, () => ['not_utf8', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(plain, 'utf16le')])]],
    [1, () => ['not_utf8', gzipSync(plain)]],
  ])();
}

function deepLists(depth: number): Buffer {
  return Buffer.from('['.repeat(depth) + ']'.repeat(depth));
}

/** Invalid UTF-8: overlong, cut, surrogates, beyond the last code point. */
function brokenBytes(random: Random, good: Buffer): Buffer {
  const bytes = random.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80], [0xe2, 0x82]]);
  const quote = good.indexOf('"') + 1;
  return Buffer.concat([good.subarray(0, quote), Buffer.from(bytes), Buffer.from('"'), good.subarray(quote)]);
}
