import type { Sql } from '../../storage/database/database.ts';
import { findDocument, type FoundDocument } from '../../storage/deposits/documents.ts';
import type { Services } from '../services.ts';
import type { DocumentStore } from './store.ts';

/** A document with its PDF. Null as content: it was removed, because its time was over. */
export type ReadDocument = Omit<FoundDocument, 'object'>;

/** The PDF is in the object store, and cannot be read from there now. */
export class DocumentUnreadable extends Error {
  constructor(id: string, why: string, cause?: unknown) {
    super(`the document ${id} could not be read: ${why}`, { cause });
  }
}

type Reading = Pick<Services, 'documentStore'> & { database: Sql };

/** Throws `DocumentUnreadable`. */
export async function readDocument(services: Reading, id: string): Promise<ReadDocument | null> {
  return withContent(services, await findDocument(services.database, id));
}

/** Throws `DocumentUnreadable`. */
export async function withContent(
  { database, documentStore }: Reading,
  found: FoundDocument | null,
): Promise<ReadDocument | null> {
  if (found === null) return null;
  const { object, ...document } = found;
  if (object === null) return document;
  try {
    return { ...document, content: await contentIn(documentStore, object, found.sha256) };
  } catch (error) {
    // It may have come back into the database, or have been removed, since the row was read.
    const now = await findDocument(database, found.id);
    if (now !== null && now.object === null) return { ...document, content: now.content };
    throw new DocumentUnreadable(found.id, (error as Error).message, error);
  }
}

async function contentIn(store: DocumentStore | null, object: string, hash: Buffer): Promise<Buffer> {
  if (store === null) throw new Error('its content is in an object store, and DOCUMENTS_URL is not set');
  return store.get(object, hash);
}
