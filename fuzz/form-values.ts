import { faultyPayload, wildPayload } from './faults.ts';
import type { Header } from './headers.ts';
import { goodPayload, type Fields } from './payload.ts';
import type { Random } from './random.ts';
import { anything, asText, CANARY, MARKUP_CANARY, word } from './values.ts';
import type { Organization } from './world.ts';

/** A payload as people and links send it: valid, faulty, wild, or all markup. */
export function payloadFields(random: Random, organization: Organization, contractId: string): Fields {
  const good = goodPayload(random, contractId, organization);
  return random.weighted<() => Fields>([
    [2, () => good],
    [3, () => faultyPayload(random, good, organization).fields],
    [3, () => wildPayload(random, good, anything)],
    [1, () => good.map(([name]): Fields[number] => [name, MARKUP_CANARY])],
    [
      1,
      () => [
        ...good,
        ['connection', anything(random)],
        ['organization', anything(random)],
        ['token', anything(random)],
      ],
    ],
  ])();
}

export function tenantForm(random: Random): Fields {
  const names = [
    'seen',
    'product',
    'typedName',
    'consent',
    'tenancyEnd',
    'amountLandlord',
    'reason',
    'iban',
    'tenantIban',
    'split',
  ];
  const likely = [
    'yes',
    'bank_deposit',
    'insurance',
    'Lea Brunner',
    '2027-03-31',
    '100.50',
    "1'000.–",
    'CH5604835012345678009',
    '1',
    '0',
  ];
  return names.map((name) => [name, random.chance(0.5) ? random.pick(likely) : anything(random)]);
}

/** A form as text, with text for all values, sometimes with duplicate names or invalid escapes. */
export function encoded(random: Random, fields: Fields): string {
  const pairs = fields
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`);
  if (random.chance(0.1)) pairs.push(...random.some(pairs, 2));
  if (random.chance(0.1))
    pairs.push(random.pick(['%', '%zz=%ff', '=', '&&&', 'a=%00', '%ed%a0%80=1', '__proto__=x', '+=+']));
  return pairs.join('&');
}

export function oddQuery(random: Random, names: readonly string[]): string {
  return encoded(
    random,
    random
      .some(names, random.between(1, 3))
      .map((name) => [name, random.chance(0.3) ? MARKUP_CANARY : anything(random)]),
  );
}

export function oddSegment(random: Random): string {
  return random.pick([
    '01980000-0000-7000-8000-000000000000',
    'x',
    '%00',
    '%2e%2e',
    '%ff',
    'a'.repeat(43),
    'a'.repeat(2_100),
    "'",
    CANARY,
    encodeURIComponent(MARKUP_CANARY),
    word(random, 43),
  ]);
}

export function oddToken(random: Random, right: string): string {
  const at = random.below(right.length);
  const other = right[at] === 'A' ? 'B' : 'A';
  return random.pick([
    `${right.slice(0, at)}${other}${right.slice(at + 1)}`,
    right.slice(1),
    `${right}A`,
    right.toLowerCase(),
    oddSegment(random),
  ]);
}

export function forgedCookies(random: Random, session: string): Header[] {
  const [name = '', secret = ''] = session.split('=');
  return random.pick<Header[]>([
    [],
    [['cookie', `${name}=`]],
    [['cookie', `${name}=${word(random, 43)}`]],
    [['cookie', `${name}=${secret.slice(1)}`]],
    [['cookie', `${name}=%00%ff; ${name}=${MARKUP_CANARY}`]],
    [['cookie', `x${session}`]],
    [['cookie', ';;;=;=;']],
  ]);
}

export function oddBody(random: Random): Buffer {
  return random.pick([
    random.bytes(300),
    Buffer.from('{"a":1}'),
    Buffer.alloc(300_000, 'a=b&'),
    Buffer.from('a=b&'.repeat(2_000)),
    Buffer.alloc(0),
  ]);
}

export function oddType(random: Random): string {
  return random.pick([
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    ';',
    'application/x-www-form-urlencoded; charset=utf-16',
    'application/x-www-form-urlencoded',
  ]);
}
