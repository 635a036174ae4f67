import { isIPv6 } from 'node:net';

/** The network of an address: an IPv4 address itself, the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:([0-9.]+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  return `${expanded(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups, each without leading zeros. */
function expanded(address: string): string[] {
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':')).flatMap(asGroups);
  const [before = '', after] = address.split('::');
  const [head, tail] = [groups(before), after === undefined ? [] : groups(after)];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

/** The last 32 bits may be written as an IPv4 address. */
function asGroups(group: string): string[] {
  if (!group.includes('.')) return [group];
  const [one = 0, two = 0, three = 0, four = 0] = group.split('.').map(Number);
  return [(one * 256 + two).toString(16), (three * 256 + four).toString(16)];
}
