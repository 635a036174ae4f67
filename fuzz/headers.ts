import type { Random } from './random.ts';
import { CANARY, MARKUP_CANARY, word } from './values.ts';
import type { Organization, World } from './world.ts';

export type Header = [name: string, value: string];

/** A header's value and its kind. */
export type Standing = 'right' | 'wrong' | 'missing';

export type Varied = { standing: Standing; headers: Header[]; kind: string };

/** A key in all forms. `wrong` ones come from different addresses, because repeated failures are slowed down. */
export function keyHeaders(random: Random, right: string, { organizations, revokedKey }: World): Varied {
  const name = random.pick(['x-api-key', 'X-Api-Key', 'X-API-KEY']);
  const wrong = (kind: string, ...values: string[]): Varied => ({
    standing: 'wrong',
    kind: `key ${kind}`,
    headers: [...values.map((value): Header => [name, value]), ['x-forwarded-for', someAddress(random)]],
  });
  return random.pick<() => Varied>([
    () => ({ standing: 'right', kind: 'key with space around it', headers: [[name, `  ${right} \t`]] }),
    () => ({ standing: 'missing', kind: 'key missing', headers: [['x-forwarded-for', someAddress(random)]] }),
    () => ({ ...wrong('blank', '  '), standing: 'missing' }),
    () => wrong('unknown', `${right.slice(0, 4)}${word(random, 12)}_${'a'.repeat(43)}`),
    () => wrong('of the right id with another secret', `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`),
    () => wrong('in other case', right.toUpperCase()),
    () => wrong('cut short', right.slice(0, random.between(1, right.length - 1))),
    () => wrong('with more behind it', `${right}${random.pick(['x', ' x', ',', "'", '%00'])}.`),
    () => wrong('given twice', right, right),
    () => wrong('with another behind it', right, 'x'),
    () => wrong('huge', 'k'.repeat(random.pick([300, 2_000, 8_000]))),
    () => wrong('of odd bytes', latin(random, 60)),
    () => wrong('of SQL', `' or 1=1; -- ${CANARY}`),
    () => wrong('revoked', revokedKey),
    () => wrong('with a scheme', `Bearer ${right}`),
    () => wrong('of another door', otherKind(random, organizations, right)),
  ])();
}

/** A key of another path, or a status key. */
function otherKind(random: Random, organizations: readonly Organization[], right: string): string {
  const others = organizations.flatMap(({ apiKey, statusKey }) => [apiKey, statusKey]).filter((key) => key !== right);
  return random.pick(others);
}

/** An id in all forms. */
export function idHeaders(random: Random, name: string, right: string): Varied {
  const wrong = (kind: string, ...values: string[]): Varied => ({
    standing: 'wrong',
    kind: `${name} ${kind}`,
    headers: values.map((value): Header => [name, value]),
  });
  return random.pick<() => Varied>([
    () => ({ standing: 'right', kind: `${name} with space around it`, headers: [[name.toUpperCase(), ` ${right}\t`]] }),
    () => ({ standing: 'missing', kind: `${name} missing`, headers: [] }),
    () => ({ ...wrong('blank', ' \t '), standing: 'missing' }),
    () => wrong('unknown', word(random)),
    () => wrong('unknown of the right shape', '01980000-0000-7000-8000-000000000000'),
    () => wrong('of markup', `${MARKUP_CANARY}&"'`),
    () => wrong('given twice', right, right),
    () => wrong('huge', `${CANARY}${'o'.repeat(random.pick([60, 300, 4_000]))}`),
    () => wrong('of odd bytes', latin(random, 80)),
    () => wrong('of characters beyond Latin', Buffer.from('Žižek 𝒵 \u202e').toString('latin1').trim()),
    () => wrong('of SQL', `' or '1'='1`),
    () => wrong('with more behind it', `${right}.`),
  ])();
}

/** Headers that must not matter. */
export function idleHeaders(random: Random): Header[] {
  const all: Header[] = [
    [
      'content-type',
      random.pick(['application/json', 'text/plain', 'application/xml; charset=latin1', ';;;', '', 'a'.repeat(500)]),
    ],
    ['accept', random.pick(['*/*', 'text/html', 'application/xml;q=0', ''])],
    ['accept-encoding', 'gzip, br, zstd'],
    ['content-encoding', random.pick(['identity', ' Identity '])],
    ['x-request-id', random.pick(['0123456789abcdef', '<b>', '0'.repeat(65), CANARY, latin(random, 20)])],
    ['x-http-method-override', 'DELETE'],
    ['x-forwarded-for', random.pick([someAddress(random), 'unknown', '::1', `${CANARY}, 127.0.0.1`, ', ,'])],
    ['forwarded', 'for=1.2.3.4;proto=https'],
    ['origin', random.pick(['null', 'https://evil.example', 'x'])],
    ['cookie', random.pick(['depono=x', '=;=;', `a=${'b'.repeat(2_000)}`, latin(random, 40)])],
    ['expect', random.pick(['100-continue', 'x'])],
    ['authorization', random.pick(['Basic !!!!', 'Bearer', `Bearer ${CANARY}`])],
    ['if-none-match', '*'],
    ['range', 'bytes=0-1'],
    ['te', 'trailers'],
    ['constructor', 'x'],
    ['__proto__', 'x'],
  ];
  return random.chance(0.7) ? [] : random.some(all, random.between(1, 4));
}

/** Addresses of reserved networks. */
export function someAddress(random: Random): string {
  return `10.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`;
}

/** Unusual bytes that are allowed in a header. */
function latin(random: Random, length: number): string {
  let text = '';
  for (let n = 0; n < length; n++) text += String.fromCharCode(random.between(0xa0, 0xff));
  return `${text}x`;
}
