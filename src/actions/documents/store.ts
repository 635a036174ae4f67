import { openS3, StoreFailed } from '../../object-store/s3.ts';
import type { StoreSettings } from '../../object-store/settings.ts';
import { sha256, type Vault } from '../../vault/vault.ts';

/** What a content belongs to. Equal contents share an object within a deposit, and nowhere else. */
type Belonging = { organizationId: string; depositId: string };

/** The contents of documents in an object store, encrypted with a key derived from SECRET_KEY. */
export type DocumentStore = {
  /** Where a content is stored in a name space. */
  nameOf: (space: string, belonging: Belonging, content: Buffer) => string;
  /** Stores a content and reads it back, so that what is stored is known to be readable. */
  put: (object: string, content: Buffer) => Promise<void>;
  /** Throws `StoreFailed`, or `DamagedObject` for one that is missing or is not what was stored. */
  get: (object: string, hash: Buffer) => Promise<Buffer>;
  /** Encrypts again what an older SECRET_KEY has encrypted. False: the current one has. */
  renew: (object: string) => Promise<boolean>;
  remove: (object: string) => Promise<void>;
  list: (space: string) => ReturnType<ReturnType<typeof openS3>['list']>;
  probe: () => Promise<void>;
  /** What was wrong when the store was last asked. Null: nothing. */
  fault: () => string | null;
};

/** The store works, but has not what it should have. */
export class DamagedObject extends Error {}

export function openDocumentStore(settings: StoreSettings, vault: Vault): DocumentStore {
  const store = openS3(settings);
  let fault: string | null = null;
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      fault = null;
      return result;
    } catch (error) {
      if (error instanceof StoreFailed) fault = error.message;
      throw error;
    }
  };
  const read = async (object: string): Promise<Buffer> => {
    const sealed = await noting(() => store.get(object));
    if (sealed === null) throw new DamagedObject(`the object ${object} is missing`);
    return sealed;
  };
  const get = async (object: string, hash: Buffer): Promise<Buffer> => {
    const content = opened(await read(object), object, (sealed, context) => vault.unseal(sealed, context));
    if (!sha256(content).equals(hash)) throw new DamagedObject(`the object ${object} is not what was stored`);
    return content;
  };
  return {
    nameOf: (space, { organizationId, depositId }, content) =>
      `${space}/${vault.nameOf(content, `document ${organizationId} ${depositId}`)}`,
    put: async (object, content) => {
      await noting(() => store.put(object, vault.seal(content, contextOf(object))));
      await get(object, sha256(content));
    },
    get,
    renew: async (object) => {
      const renewed = opened(await read(object), object, (sealed, context) => vault.renew(sealed, context));
      if (renewed === null) return false;
      await noting(() => store.put(object, renewed.sealed));
      await get(object, sha256(renewed.content));
      return true;
    },
    remove: (object) => noting(() => store.remove(object)),
    list: (space) => store.list(`${space}/`),
    probe: () => noting(() => store.probe()),
    fault: () => fault,
  };
}

/** Without a store nothing fails. */
export const hasFailed = (store: DocumentStore | null): boolean => store !== null && store.fault() !== null;

const contextOf = (object: string): string => `document object ${object}`;

function opened<T>(sealed: Buffer, object: string, open: (sealed: Buffer, context: string) => T): T {
  try {
    return open(sealed, contextOf(object));
  } catch (error) {
    throw new DamagedObject(`the object ${object} cannot be decrypted: it was changed, or SECRET_KEY is another`, {
      cause: error,
    });
  }
}
