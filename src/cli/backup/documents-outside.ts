import { DamagedObject, openDocumentStore } from '../../actions/documents/store.ts';
import type { ReadOutside } from '../../storage/backup/contents.ts';
import { Vault } from '../../vault/vault.ts';
import type { CommandContext } from '../command.ts';
import { readOlderKeys, readSecretKey } from './secret-key.ts';

/** Documents are in a store that cannot be read. */
export class CannotReadOutside extends Error {}

/** Reads the documents for an archive; `unread`: how many the store did not have, or not as they were stored. */
export function documentsOutside(context: CommandContext): { read: ReadOutside; unread: () => number } {
  const { documents, dataDir } = context.settings();
  const key = readSecretKey(context, dataDir);
  const store =
    documents === null || key === null ? null : openDocumentStore(documents, new Vault(key, readOlderKeys(context)));
  let unread = 0;
  return {
    unread: () => unread,
    read: async ({ object, sha256 }) => {
      if (store === null) {
        throw new CannotReadOutside(
          'Documents are in an object store. Set DOCUMENTS_URL and SECRET_KEY as for the service, or leave them out: --without-documents.',
        );
      }
      try {
        return await store.get(object, sha256);
      } catch (error) {
        if (!(error instanceof DamagedObject)) {
          throw new CannotReadOutside(`Documents cannot be read: ${(error as Error).message}.`, { cause: error });
        }
        unread++;
        return null;
      }
    },
  };
}
