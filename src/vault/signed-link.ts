import type { Vault } from './vault.ts';

const ID_BYTES = 16;
const TIME_BYTES = 6;
const SIGNATURE_BYTES = 16;
const LENGTH = 2 * ID_BYTES + TIME_BYTES + SIGNATURE_BYTES;

type SignedLink = { organizationId: string; documentId: string; expiresAt: Date };

/**
 * A token for a document that needs no row in the database: a process that only reads cannot write one. Like other tokens it
 * begins with the organization; it is longer than they are.
 */
export function signedLink(vault: Vault, { organizationId, documentId, expiresAt }: SignedLink): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(Math.floor(expiresAt.getTime() / 1_000), 0, TIME_BYTES);
  const named = Buffer.concat([bytesOf(organizationId), bytesOf(documentId), time]);
  const signature = Buffer.from(vault.sign(USE, named.toString('base64url')), 'base64url');
  return Buffer.concat([named, signature]).toString('base64url');
}

/** Null: none of ours. Whether it has expired is for the reader to compare. */
export function readSignedLink(vault: Vault, token: string): SignedLink | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== token) return null;
  const named = bytes.subarray(0, LENGTH - SIGNATURE_BYTES);
  const signature = bytes.subarray(LENGTH - SIGNATURE_BYTES).toString('base64url');
  if (!vault.isSigned(USE, named.toString('base64url'), signature)) return null;
  return {
    organizationId: idOf(named.subarray(0, ID_BYTES)),
    documentId: idOf(named.subarray(ID_BYTES, 2 * ID_BYTES)),
    expiresAt: new Date(named.readUIntBE(2 * ID_BYTES, TIME_BYTES) * 1_000),
  };
}

const USE = 'document link';

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
