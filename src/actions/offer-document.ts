import { addDocumentLinks } from '../storage/deposits/documents.ts';
import type { Sql } from '../storage/database/database.ts';
import { linkToken } from '../vault/keys.ts';

/** How long a link to a document is valid. */
export const DOCUMENT_LINK_DAYS = 30;

export type OfferedDocuments = { organizationId: string; documentIds: readonly string[]; baseUrl: string };

/** New links to documents of an organization, in their order: unguessable, expiring, revocable. */
export async function offerDocuments(
  sql: Sql,
  { organizationId, documentIds, baseUrl }: OfferedDocuments,
): Promise<string[]> {
  const links = documentIds.map((documentId) => ({ documentId, token: linkToken(organizationId) }));
  if (links.length > 0) await addDocumentLinks(sql, links, { days: DOCUMENT_LINK_DAYS });
  return links.map(({ token }) => `${baseUrl}/documents/${token}`);
}
