import crypto, { type Cipheriv } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { openS3, type ObjectStore } from '../../src/object-store/s3.ts';
import { readStoreUrl } from '../../src/object-store/settings.ts';

export const BUCKET = 'documents';

/** An S3-compatible server on this machine, which can go away and come back. */
export type TestStore = {
  /** A setting for DOCUMENTS_URL. */
  url: (changes?: { secret?: string; bucket?: string; folder?: string }) => string;
  /** As others reach it. */
  s3: (folder?: string) => ObjectStore;
  /** The names of all objects. */
  names: (folder?: string) => Promise<string[]>;
  /** All objects were stored two hours ago. */
  age: () => void;
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The server encrypts the tokens of its lists with DES, which OpenSSL has no longer. We do not read them. */
const { createCipheriv } = crypto;
crypto.createCipheriv = ((algorithm: string, key: Buffer, iv: Buffer): Cipheriv =>
  algorithm === 'des'
    ? createCipheriv('aes-128-gcm', Buffer.alloc(16), iv)
    : createCipheriv(algorithm, key, iv)) as never;

export async function startStore(): Promise<TestStore> {
  const directory = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'objects-'));
  const open = (port: number): S3rver => {
    const made = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    removeInTurn(made);
    return made;
  };
  let server = open(0);
  const { port } = await server.run();
  const url: TestStore['url'] = ({ secret = 'S3RVER', bucket = BUCKET, folder = '' } = {}) =>
    `http://S3RVER:${secret}@127.0.0.1:${port}/${bucket}${folder === '' ? '' : `/${folder}`}`;
  const s3: TestStore['s3'] = (folder = '') => openS3(readStoreUrl('DOCUMENTS_URL', url({ folder })));
  return {
    url,
    s3,
    names: async (folder) => (await Array.fromAsync(s3(folder).list(''))).map(({ name }) => name),
    age: () => {
      const then = Date.now() / 1_000 - 7_200;
      for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        utimesSync(join(directory, file), then, then);
      }
    },
    goAway: () => server.close(),
    comeBack: async () => {
      server = open(port);
      await server.run();
    },
    stop: async () => {
      await server.close().catch(() => undefined);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Of two removals at once, one does not find the folder any more that the other has just removed, and answers 500. */
function removeInTurn({ store }: S3rver): void {
  const remove = store.deleteObject.bind(store);
  let last = Promise.resolve();
  store.deleteObject = (bucket, key) => (last = last.then(() => remove(bucket, key)));
}
