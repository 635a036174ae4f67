import type { ContractStatus } from '../../domain/contract-status.ts';
import type { DocumentKind } from '../../domain/document.ts';
import { sha256 } from '../../vault/vault.ts';
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

type FoundDocument = {
  organizationId: string;
  id: string;
  kind: DocumentKind;
  sha256: Buffer;
  content: Buffer | null;
};

export async function findDocument(sql: Sql, id: string): Promise<FoundDocument | null> {
  const { rows } = await sql.query<{
    organization_id: string;
    kind: DocumentKind;
    sha256: Buffer;
    content: Buffer | null;
  }>('select organization_id, kind, sha256, content from documents where id = $1', [id]);
  const row = rows[0];
  return row === undefined
    ? null
    : { organizationId: row.organization_id, id, kind: row.kind, sha256: row.sha256, content: row.content };
}

/** An event of an organization, as partners are told of it. */
export type DocumentEvent = {
  organizationId: string;
  number: number;
  sequence: number;
  at: Date;
  depositId: string;
  connectionId: string;
  status: ContractStatus;
  document: { id: string; kind: DocumentKind; sha256: string };
};

/**
 * Numbered per organization under a lock that is held until the commit: who reads up to a number has missed none
 * before it. A document that took long to be made tells of its deposit what is known by then: of two events the one with
 * the higher sequence never has the older snapshot.
 */
export async function insertEvent(
  sql: Sql,
  {
    organizationId,
    depositId,
    documentId,
    at,
    status,
  }: {
    organizationId: string;
    depositId: string;
    documentId: string;
    at: Date;
    status: ContractStatus;
  },
): Promise<{ number: number; connectionId: string }> {
  // A statement of its own: the next one then sees the events of whoever held the lock before.
  const counted = await sql.query<{ last: number }>(
    `insert into event_numbers (organization_id, last) values ($1, 1)
     on conflict (organization_id) do update set last = event_numbers.last + 1 returning last`,
    [organizationId],
  );
  const { rows } = await sql.query<{ number: number; connection_id: string }>(
    `insert into events (organization_id, number, deposit_id, connection_id, sequence, at, type, document_id, status)
     select $1, $6, d.id, d.connection_id,
            (select coalesce(max(e.sequence), 0) + 1 from events e where ${OF_DEPOSIT}),
            $4, 'document.created', $3,
            coalesce((select e.status from events e where ${OF_DEPOSIT} and e.at > $4
                      order by e.at desc, e.sequence desc limit 1), $5)
     from deposits d where d.organization_id = $1 and d.id = $2
     returning number, connection_id`,
    [organizationId, depositId, documentId, at, JSON.stringify(status), counted.rows[0]?.last],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an event belongs to a deposit');
  return { number: row.number, connectionId: row.connection_id };
}

/** Its events, also those told to partners of organizations that it has gone from: they count on. */
const OF_DEPOSIT = `e.deposit_id = $2 and e.organization_id = any (array(
  select $1::uuid union all select m.organization_id from moved_contracts m where m.deposit_id = $2))`;

type EventRow = {
  organization_id: string;
  number: number;
  sequence: number;
  at: Date;
  deposit_id: string;
  connection_id: string;
  status: ContractStatus;
  document_id: string;
  kind: DocumentKind;
  sha256: Buffer;
};

/** Of the events that are chosen first. Chosen after the join, all that an organization ever had would be joined for a hundred. */
const withDocuments = (chosen: string): string => `
  select e.organization_id, e.number, e.sequence, e.at, e.deposit_id, e.connection_id, e.status, e.document_id, d.kind,
         d.sha256
  from (select * from events where organization_id = $1 and ${chosen}) e
  join documents d on d.id = e.document_id
  order by e.number`;

export async function listEvents(
  sql: Sql,
  { organizationId, after, most }: { organizationId: string; after: number; most: number },
): Promise<DocumentEvent[]> {
  // Written out: a plan that does not know how few are wanted reads all of them and sorts them.
  const chosen = `number > $2 order by number limit ${most}`;
  const { rows } = await sql.query<EventRow>(withDocuments(chosen), [organizationId, after]);
  return rows.map(eventFrom);
}

export async function findEvent(sql: Sql, organizationId: string, number: number): Promise<DocumentEvent | null> {
  const { rows } = await sql.query<EventRow>(withDocuments('number = $2'), [organizationId, number]);
  return rows[0] === undefined ? null : eventFrom(rows[0]);
}

function eventFrom(row: EventRow): DocumentEvent {
  return {
    organizationId: row.organization_id,
    number: row.number,
    sequence: row.sequence,
    at: row.at,
    depositId: row.deposit_id,
    connectionId: row.connection_id,
    status: row.status,
    document: { id: row.document_id, kind: row.kind, sha256: row.sha256.toString('hex') },
  };
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
      `select d.organization_id as "organizationId", d.id, d.kind, d.sha256, d.content
       from document_links l join documents d on d.id = l.document_id
       where l.organization_id = any($1::uuid[]) and l.hash = $2 and l.revoked_at is null
         and l.expires_at > (select service_now())`,
      [organizationIds, sha256(token)],
    );
    return rows[0] ?? null;
  };
  return (await find([organizationId])) ?? (await find(await successorsOf(sql, organizationId)));
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
  return rowCount ?? 0;
}

export async function forgetOldDocumentLinks(sql: Sql): Promise<void> {
  await sql.query(`delete from document_links where expires_at < (select service_now()) - interval '30 days'`);
}
