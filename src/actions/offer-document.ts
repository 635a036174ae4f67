import { addDocumentLink } from '../storage/documents.ts';
import type { Sql } from '../storage/database.ts';
import { documentToken } from '../vault/keys.ts';

/** How long a link to a document is good. */
export const DOCUMENT_LINK_DAYS = 30;

/** A new link to a document: unguessable, expiring, revocable. */
export async function offerDocument(
  sql: Sql,
  { organizationId, documentId, baseUrl }: { organizationId: string; documentId: string; baseUrl: string },
): Promise<string> {
  const token = documentToken(organizationId);
  await addDocumentLink(sql, { organizationId, documentId, token, days: DOCUMENT_LINK_DAYS });
  return `${baseUrl}/documents/${token}`;
}
