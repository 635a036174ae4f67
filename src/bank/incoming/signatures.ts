type FileKind = 'plain' | 'zip' | 'gzip' | 'other archive';

/** How archives begin: ZIP (also an empty one), gzip, bzip2, 7-Zip, xz, RAR. */
const SIGNATURES: readonly [FileKind, ...number[]][] = [
  ['zip', 0x50, 0x4b, 0x03, 0x04],
  ['zip', 0x50, 0x4b, 0x05, 0x06],
  ['gzip', 0x1f, 0x8b],
  ['other archive', 0x42, 0x5a, 0x68],
  ['other archive', 0x37, 0x7a, 0xbc, 0xaf],
  ['other archive', 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ['other archive', 0x52, 0x61, 0x72, 0x21],
];

/** So many bytes tell the kind of a file: a tar has its signature behind the name of its first file. */
export const HEAD_BYTES = 262;

/** By the first bytes of a file, not by its name. */
export function fileKind(head: Uint8Array): FileKind {
  const [kind = null] = SIGNATURES.find(([, ...bytes]) => bytes.every((byte, index) => head[index] === byte)) ?? [];
  if (kind !== null) return kind;
  return Buffer.from(head.subarray(257, HEAD_BYTES)).toString('latin1') === 'ustar' ? 'other archive' : 'plain';
}
