import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AGE_START, CannotDecrypt, decryptWith } from '../../vault/age.ts';
import { BadArchive } from './archive.ts';

/** An archive is encrypted, and there is no identity for it. Nothing was changed. */
export class NeedsIdentity extends Error {}

const ARMORED = Buffer.from('-----BEGIN AGE ENCRYPTED FILE-----');

/** The text of an archive: decrypted if its first bytes say so, and unpacked. Fails at once if its start cannot be read. */
export async function readArchive(
  from: string | AsyncIterable<Uint8Array>,
  identities: readonly string[] = [],
): Promise<AsyncGenerator<Buffer>> {
  const { first, all, close } = await peek(typeof from === 'string' ? createReadStream(from) : from);
  const isEncrypted = first.subarray(0, AGE_START.length).equals(AGE_START);
  if (first.subarray(0, ARMORED.length).equals(ARMORED)) {
    await close();
    throw new BadArchive('It is encrypted as text (armored). Decrypt it with: age --decrypt --identity FILE');
  }
  if (isEncrypted && identities.length === 0) {
    await close();
    throw new NeedsIdentity(
      'The archive is encrypted. Give the file with its secret key (AGE-SECRET-KEY-…): --identity FILE',
    );
  }
  // Whoever can write to the store of the archives needs no key to put a plain one there.
  if (!isEncrypted && (identities.length > 0 || (typeof from === 'string' && from.endsWith('.age')))) {
    await close();
    throw new BadArchive(
      'It is not encrypted, so anyone may have made it. If you know where it comes from, restore it without --identity, ' +
        'under a name that does not end in .age.',
    );
  }
  const text = unpack(isEncrypted ? decryptWith(identities, all) : all);
  const start = await text.next();
  return (async function* () {
    if (start.done !== true) yield start.value;
    yield* text;
  })();
}

async function* unpack(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Buffer> {
  // Errors are thrown by the loop below.
  const unpacked = pipeline(packed, createGunzip(), () => undefined);
  try {
    yield* unpacked as AsyncIterable<Buffer>;
  } catch (error) {
    throw explained(error as Error);
  } finally {
    unpacked.destroy();
  }
}

/** The first bytes, enough to know the format, and all of them. */
async function peek(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < ARMORED.length) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first = Buffer.concat([first, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, all: all(), close: async () => iterator.return?.() };
}

function explained(error: Error & { syscall?: string }): Error {
  // A system error: the file itself cannot be read.
  if (error.syscall !== undefined) return error;
  if (error instanceof CannotDecrypt) {
    if (/no identity matched/.test(error.message)) {
      return new BadArchive('It was encrypted for other keys: none of the given identities can decrypt it.');
    }
    return new BadArchive(`It cannot be decrypted, because it was changed or cut off: ${error.message}.`);
  }
  return new BadArchive(`It cannot be unpacked: ${error.message}.`);
}
