import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { findByDocumentLink, findBySignedLink, type FoundDocument } from '../../storage/deposits/documents.ts';
import { organizationOfToken } from '../../vault/keys.ts';
import { readSignedLink, signedLink } from '../../vault/signed-link.ts';
import type { Vault } from '../../vault/vault.ts';
import { DOCUMENT_LINK_DAYS, type OfferedDocuments } from '../offer-document.ts';
import type { Services } from '../services.ts';

const DAY_MS = 24 * 3_600_000;

/** Links that are signed instead of stored, from a process that cannot write. Valid as long as the stored ones. */
export async function offerSigned(
  { sql, vault }: { sql: Sql; vault: Vault },
  { organizationId, documentIds, baseUrl }: OfferedDocuments,
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const expiresAt = new Date((await serviceNow(sql)).getTime() + DOCUMENT_LINK_DAYS * DAY_MS);
  return documentIds.map(
    (documentId) => `${baseUrl}/documents/${signedLink(vault, { organizationId, documentId, expiresAt })}`,
  );
}

/** By a stored link or a signed one. Null: the link is not valid, or no longer. */
export async function findOffered({ database, vault }: Services, token: string): Promise<FoundDocument | null> {
  const signed = readSignedLink(vault, token);
  if (signed !== null) return findBySignedLink(database, { ...signed, days: DOCUMENT_LINK_DAYS });
  const organizationId = organizationOfToken(token);
  return organizationId === null ? null : findByDocumentLink(database, { organizationId, token });
}

/** The organization for which a link was made. Null: no link of ours. */
export function organizationOfOffered({ vault }: Pick<Services, 'vault'>, token: string): string | null {
  return readSignedLink(vault, token)?.organizationId ?? organizationOfToken(token);
}
