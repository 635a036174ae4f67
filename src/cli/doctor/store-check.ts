import { openDocumentStore } from '../../actions/documents/store.ts';
import type { Sql } from '../../storage/database/database.ts';
import { hasOutside } from '../../storage/document-objects/objects.ts';
import { listSpaces } from '../../storage/document-objects/spaces.ts';
import { Vault } from '../../vault/vault.ts';
import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const CHECK = 'documents';

/** Asks for a list, and changes nothing. */
export async function checkStore(
  { documents }: Pick<Settings, 'documents'>,
  secretKey: string | null,
): Promise<Finding[]> {
  if (documents === null) return [];
  try {
    await openDocumentStore(documents, new Vault(secretKey ?? '')).probe();
    return [ok(CHECK, `the object store at ${new URL(documents.address).host} answers`)];
  } catch (error) {
    return [
      fail(
        CHECK,
        (error as Error).message,
        'Check DOCUMENTS_URL (host, bucket, key, secret, region) and the network. Until then documents in the store cannot be read, and new ones stay in the database.',
      ),
    ];
  }
}

/** What the database says of the store. */
export async function checkOutside(sql: Sql, { documents }: Pick<Settings, 'documents'>): Promise<Finding[]> {
  if (documents === null) {
    if (!(await hasOutside(sql))) return [];
    return [
      fail(
        CHECK,
        'documents are in an object store, and DOCUMENTS_URL is not set',
        'Set DOCUMENTS_URL to the store. To do without: depono documents move --back, and then remove it.',
      ),
    ];
  }
  if ((await listSpaces(sql)).every(({ isOwn }) => isOwn)) return [];
  return [
    warn(
      CHECK,
      'this database is a copy or has taken over, so it removes no objects that were stored before',
      'Once the original is gone for good: depono documents release. Until then nothing is lost.',
    ),
  ];
}
