import { ReadableStream as WebStream } from 'node:stream/web';

// The age format (age-encryption.org/v1), as the program `age` reads and writes it. A recipient (`age1…`) is public and
// can only encrypt; an identity (`AGE-SECRET-KEY-…`) is secret and decrypts. The library is loaded when it is needed: the
// service itself never does.

/** Every encrypted file starts with this. */
export const AGE_START = Buffer.from('age-encryption.org/');

/** The chunks were changed or cut off, or no identity fits. */
export class CannotDecrypt extends Error {}

/** A new pair. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The identities in the text of an identity file: one per line, other lines are comments. Null: there is none. */
export async function identitiesIn(text: string): Promise<string[] | null> {
  const { Decrypter } = await import('age-encryption');
  const lines = text.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    for (const line of found) decrypter.addIdentity(line);
  } catch {
    return null;
  }
  return found.length === 0 ? null : found;
}

/** Encrypts chunk by chunk, in constant memory. */
export async function* encryptFor(
  recipients: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* chunksOf(await encrypter.encrypt(streamOf(chunks)));
}

/** Decrypts chunk by chunk. Throws `CannotDecrypt`, possibly after some chunks; errors of the source stay as they are. */
export async function* decryptWith(
  identities: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  let sourceError: unknown = null;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  try {
    yield* chunksOf(await decrypter.decrypt(streamOf(watched())));
  } catch (error) {
    if (sourceError !== null) throw sourceError;
    throw new CannotDecrypt((error as Error).message, { cause: error });
  }
}

/** Pulled chunk by chunk. The types of the library are those of browsers. */
const streamOf = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  WebStream.from(chunks) as unknown as ReadableStream<Uint8Array>;

const chunksOf = (stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> => stream;
