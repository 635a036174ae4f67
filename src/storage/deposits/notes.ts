import type { ProofType } from '../../domain/closing/proof-type.ts';
import type { DepositFile, NoteAuthor } from '../../domain/notes/notes.ts';
import type { Sql } from '../database/database.ts';
import type { Location } from './deposits.ts';

type NewNote = Location & { id: string; text: string; shared: boolean; author: NoteAuthor; createdAt: Date };

/** Of a deposit that is locked. False: it has as many as it can have. */
export async function insertNote(sql: Sql, note: NewNote, { most }: { most: number }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into deposit_notes (organization_id, deposit_id, id, text, shared, author, created_at)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from deposit_notes where organization_id = $1 and deposit_id = $2) < $8`,
    [
      note.organizationId,
      note.depositId,
      note.id,
      note.text,
      note.shared,
      JSON.stringify(note.author),
      note.createdAt,
      most,
    ],
  );
  return rowCount === 1;
}

type NewFile = Location & {
  id: string;
  name: string;
  type: ProofType;
  content: Buffer;
  /** In hex. */
  sha256: string;
  shared: boolean;
  author: NoteAuthor;
  createdAt: Date;
};

/** Of a deposit that is locked. False: it has as many as it can have. */
export async function insertFile(sql: Sql, file: NewFile, { most }: { most: number }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into deposit_files
       (organization_id, deposit_id, id, name, type, size, sha256, content, shared, author, created_at)
     select $1, $2, $3, $4, $5, octet_length($6::bytea), decode($7, 'hex'), $6, $8, $9, $10
     where (select count(*) from deposit_files where organization_id = $1 and deposit_id = $2) < $11`,
    [
      file.organizationId,
      file.depositId,
      file.id,
      file.name,
      file.type,
      file.content,
      file.sha256,
      file.shared,
      JSON.stringify(file.author),
      file.createdAt,
      most,
    ],
  );
  return rowCount === 1;
}

/** The name and whether it was shared before. Null: the deposit has no such file. */
export async function setShared(
  sql: Sql,
  { organizationId, depositId }: Location,
  { id, shared }: Pick<DepositFile, 'id' | 'shared'>,
): Promise<{ name: string; wasShared: boolean } | null> {
  const { rows } = await sql.query<{ name: string; was_shared: boolean }>(
    `with before as (select id, shared from deposit_files where organization_id = $1 and deposit_id = $2 and id = $3)
     update deposit_files f set shared = $4 from before b where f.organization_id = $1 and f.id = b.id
     returning f.name, b.shared as was_shared`,
    [organizationId, depositId, id, shared],
  );
  const row = rows[0];
  return row === undefined ? null : { name: row.name, wasShared: row.was_shared };
}

/** Marks a file as the signature of a tenant; once. */
export async function takePaper(
  sql: Sql,
  { organizationId, depositId }: Location,
  { id, tenant, at }: { id: string; tenant: number; at: Date },
): Promise<'taken' | 'taken_before' | 'none'> {
  const { rows } = await sql.query<{ was_accepted: boolean }>(
    `with before as (select id, accepted_at from deposit_files where organization_id = $1 and deposit_id = $2 and id = $3
                     and content is not null)
     update deposit_files f set signed_by = coalesce(f.signed_by, $4), accepted_at = coalesce(f.accepted_at, $5)
     from before b where f.organization_id = $1 and f.id = b.id
     returning b.accepted_at is not null as was_accepted`,
    [organizationId, depositId, id, tenant, at],
  );
  const row = rows[0];
  if (row === undefined) return 'none';
  return row.was_accepted ? 'taken_before' : 'taken';
}

type StoredFile = { name: string; type: ProofType; content: Buffer };

/** Null: there is none, or its time is over. */
export async function findFile(
  sql: Sql,
  { organizationId, depositId }: Location,
  id: string,
): Promise<StoredFile | null> {
  const { rows } = await sql.query<Omit<StoredFile, 'content'> & { content: Buffer | null }>(
    'select name, type, content from deposit_files where organization_id = $1 and deposit_id = $2 and id = $3',
    [organizationId, depositId, id],
  );
  const row = rows[0];
  return row === undefined || row.content === null ? null : { ...row, content: row.content };
}
