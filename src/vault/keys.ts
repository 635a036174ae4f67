import { randomBytes, randomInt } from 'node:crypto';
import { isEqual, nextRandom, sha256 } from './vault.ts';

/** An API key is shown once; its id (to find it) and its hash (to verify it) are stored. */
type IssuedKey = { id: string; key: string; hash: Buffer };

const SHAPE = /^d[psovw]k_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * `dpk_…` opens deposits, `dsk_…` reads contract status, `dwk_…` that of all deposits of a partner, `dok_…` is an
 * operator's token.
 */
export function issueKey(prefix: 'dpk' | 'dsk' | 'dwk' | 'dok' | 'dvk'): IssuedKey {
  const id = Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join('');
  const key = `${prefix}_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, key, hash: sha256(key) };
}

/** The id inside a key; null where it does not have the form of one. */
export function keyId(key: string): string | null {
  return SHAPE.test(key) ? key.slice(4, 16) : null;
}

/** Whether it has the form of a key that is good for all organizations of a partner. */
export function isPartnerWide(key: string): boolean {
  return key.startsWith('dwk_');
}

const NO_HASH = Buffer.alloc(32);

/** Takes as long for an unknown key as for a wrong one. */
export function isKey(key: string, hash: Buffer | null): boolean {
  const isSame = isEqual(sha256(key), hash ?? NO_HASH);
  return isSame && hash !== null;
}

/** The token of a tenant link or document link. It contains the organization, by which the data is partitioned. */
export function linkToken(organizationId: string): string {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([organization, nextRandom(24)]).toString('base64url');
}

export function organizationOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 40 || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** For a cookie or a mail: its holder is signed in. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
