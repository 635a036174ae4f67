import type { DocumentKind } from '../../domain/document.ts';
import { nextRandom, sha256 } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { successorsOf } from '../mandates/successors.ts';

/** `year`: of an account overview. `amendment`: its number, of an agreement that amends another. */
export type ListedDocument = {
  id: string;
  kind: DocumentKind;
  year: number | null;
  amendment: number | null;
  sha256: string;
  createdAt: string;
};

/** A document as it was made. */
export type MadeDocument = {
  organizationId: string;
  id: string;
  depositId: string;
  kind: DocumentKind;
  /** Of an account overview. */
  year: number | null;
  /** The number of an amendment. */
  amendment: number | null;
  language: string;
  createdAt: Date;
  content: Buffer;
};

/** False: it was made before, by a worker that died after it. */
export async function insertDocument(sql: Sql, document: MadeDocument): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into documents (organization_id, id, deposit_id, kind, year, language, created_at, sha256, content, amendment)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      document.organizationId,
      document.id,
      document.depositId,
      document.kind,
      document.year,
      document.language,
      document.createdAt,
      sha256(document.content),
      document.content,
      document.amendment,
    ],
  );
  return rowCount === 1;
}

/** `object`: where its content is in the store. Without an object and a content it was removed. */
export type FoundDocument = {
  organizationId: string;
  id: string;
  kind: DocumentKind;
  sha256: Buffer;
  content: Buffer | null;
  object: string | null;
};

const FOUND = `d.organization_id as "organizationId", d.id, d.kind, d.sha256, d.content, d.object`;

export async function findDocument(sql: Sql, id: string): Promise<FoundDocument | null> {
  const { rows } = await sql.query<FoundDocument>(`select ${FOUND} from documents d where d.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Links to documents, one each; only a hash of a token is kept. They belong where the document is. */
export async function addDocumentLinks(
  sql: Sql,
  links: readonly { documentId: string; token: string }[],
  { days }: { days: number },
): Promise<void> {
  await sql.query(
    `insert into document_links (organization_id, hash, document_id, expires_at)
     select d.organization_id, l.hash, d.id, service_now() + make_interval(days => $3)
     from unnest($1::bytea[], $2::uuid[]) as l (hash, document_id) join documents d on d.id = l.document_id
     for key share of d`,
    [links.map(({ token }) => sha256(token)), links.map(({ documentId }) => documentId), days],
  );
}

/** The link is where the token says, or has gone on with its document to where a mandate has moved it. */
export async function findByDocumentLink(
  sql: Sql,
  { organizationId, token }: { organizationId: string; token: string },
): Promise<FoundDocument | null> {
  const find = async (organizationIds: readonly string[]): Promise<FoundDocument | null> => {
    const { rows } = await sql.query<FoundDocument>(
      `select ${FOUND}
       from document_links l join documents d on d.id = l.document_id
       where l.organization_id = any($1::uuid[]) and l.hash = $2 and l.revoked_at is null
         and l.expires_at > (select service_now())`,
      [organizationIds, sha256(token)],
    );
    return rows[0] ?? null;
  };
  return (await find([organizationId])) ?? (await find(await successorsOf(sql, organizationId)));
}

/**
 * By a signed link, which has no row: it names the document, wherever a mandate has moved it. Links made before the last
 * revocation count no more; each is valid for so many days.
 */
export async function findBySignedLink(
  sql: Sql,
  { documentId, expiresAt, days }: { documentId: string; expiresAt: Date; days: number },
): Promise<FoundDocument | null> {
  const { rows } = await sql.query<FoundDocument>(
    `select ${FOUND} from documents d
     where d.id = $1 and $2 > (select service_now())
       and not exists (select from document_links l
                       where l.organization_id = d.organization_id and l.document_id = d.id
                         and l.revoked_at >= $2 - make_interval(days => $3))`,
    [documentId, expiresAt, days],
  );
  return rows[0] ?? null;
}

/** How many links there were to revoke. */
export async function revokeDocumentLinks(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<number> {
  const { rowCount } = await sql.query(
    `update document_links set revoked_at = service_now()
     where organization_id = $1 and document_id = $2 and revoked_at is null`,
    [organizationId, id],
  );
  // Signed links have no row to revoke. This one outlives them all, and tells that they were revoked.
  await sql.query(
    `insert into document_links (organization_id, hash, document_id, expires_at, revoked_at)
     select organization_id, $3, id, service_now() + interval '30 days', service_now() from documents
     where organization_id = $1 and id = $2`,
    [organizationId, id, sha256(nextRandom(32))],
  );
  return rowCount ?? 0;
}

export async function forgetOldDocumentLinks(sql: Sql): Promise<void> {
  await sql.query(`delete from document_links where expires_at < (select service_now()) - interval '30 days'`);
}
