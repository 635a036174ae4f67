import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not public. A callback must not reach into the operator's own network. */
const PRIVATE = new BlockList();
const RANGES: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  // IPv4 inside IPv6: translated, NAT64 and 6to4. Mapped addresses are checked as IPv4 addresses.
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  // Nothing above 3fff is public: local, link-local, multicast and unassigned addresses.
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
];
for (const [network, prefix, family] of RANGES) PRIVATE.addSubnet(network, prefix, family);

export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivate(mapped);
  const family = isIP(address);
  // An unknown format is refused.
  return family === 0 || PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * What is wrong with a callback address, or null. Asked where one is entered. A name is resolved only when a callback is
 * sent, and checked then.
 */
export function callbackFault(address: string, rules: { allowPrivate: boolean }): string | null {
  const fault = addressFault(address, rules);
  return fault === null ? null : FAULTS[fault];
}

type AddressFault = 'not_https' | 'private';

const FAULTS: Record<AddressFault, string> = {
  not_https: 'must start with https://',
  private: 'must not be a private address, such as 127.0.0.1, 192.168.1.20 or localhost',
};

export function addressFault(address: string, { allowPrivate }: { allowPrivate: boolean }): AddressFault | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && !(allowPrivate && url?.protocol === 'http:')) return 'not_https';
  return allowPrivate || !leadsHome(hostOf(url)) ? null : 'private';
}

/** The host of an address: a name, or an IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function leadsHome(host: string): boolean {
  return isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : isPrivate(host);
}

export class PrivateAddress extends Error {}

/**
 * Resolves a name for a connection and refuses private addresses unless `allowPrivate` is set. The connection uses
 * exactly the checked addresses, so DNS rebinding has no effect.
 */
export function lookupFor({ allowPrivate }: { allowPrivate: boolean }): LookupFunction {
  return (hostname, options, answer) => {
    const answered = (addresses: readonly LookupAddress[]): void => {
      const [first] = addresses;
      if (first === undefined || (!allowPrivate && addresses.some(({ address }) => isPrivate(address)))) {
        answer(new PrivateAddress('The name resolves to a private address.'), '', 0);
      } else if (options.all === true) answer(null, [...addresses]);
      else answer(null, first.address, first.family);
    };
    resolveOnce(hostname).then(answered, (error: Error) => answer(error, '', 0));
  };
}

const underWay = new Map<string, Promise<LookupAddress[]>>();

/** Node resolves names on few threads. One lookup at a time per name keeps a slow name server from blocking others. */
function resolveOnce(hostname: string): Promise<LookupAddress[]> {
  const asked = underWay.get(hostname) ?? lookup(hostname, { all: true }).finally(() => underWay.delete(hostname));
  underWay.set(hostname, asked);
  return asked;
}
