import type { Bounce } from '../../domain/changes/bounce.ts';
import type { Letter } from '../../domain/letters/letters.ts';
import type { DepositFile, Note } from '../../domain/notes/notes.ts';

/** Lists for the record of a deposit `d`, oldest first. */
export const NOTES_JSON = `
  (select json_agg(json_build_object('id', n.id, 'at', n.created_at, 'by', n.author, 'text', n.text, 'shared', n.shared)
                   order by n.created_at, n.id)
   from deposit_notes n where n.organization_id = d.organization_id and n.deposit_id = d.id) as notes`;
export const FILES_JSON = `
  (select json_agg(json_build_object('id', f.id, 'at', f.created_at, 'by', f.author, 'name', f.name, 'type', f.type,
                                     'size', f.size, 'sha256', encode(f.sha256, 'hex'), 'shared', f.shared,
                                     'signedBy', f.signed_by, 'acceptedAt', f.accepted_at) order by f.created_at, f.id)
   from deposit_files f where f.organization_id = d.organization_id and f.deposit_id = d.id) as files`;

export const BOUNCES_JSON = `
  (select json_agg(json_build_object('email', b.email, 'at', b.at, 'reason', b.reason) order by b.at)
   from bounces b where b.organization_id = d.organization_id and b.deposit_id = d.id) as bounces`;

export const LETTERS_JSON = `
  (select json_agg(json_build_object('tenant', l.tenant, 'dueAt', l.due_at, 'doneAt', l.done_at, 'way', l.way)
                   order by l.tenant)
   from letters l where l.organization_id = d.organization_id and l.deposit_id = d.id) as letters`;

export type LetterJson = Pick<Letter, 'tenant' | 'way'> & { dueAt: string; doneAt: string | null };

export function letterFrom({ tenant, way, dueAt, doneAt }: LetterJson): Letter {
  return { tenant, way, dueAt: new Date(dueAt), doneAt: doneAt === null ? null : new Date(doneAt) };
}

export type BounceJson = Omit<Bounce, 'at'> & { at: string };
export type NoteJson = Omit<Note, 'at'> & { at: string };
export type FileJson = Omit<DepositFile, 'at' | 'paper'> & {
  at: string;
  signedBy: number | null;
  acceptedAt: string | null;
};

export function noteFrom({ at, ...note }: NoteJson): Note {
  return { ...note, at: new Date(at) };
}

export function fileFrom({ at, signedBy, acceptedAt, ...file }: FileJson): DepositFile {
  const paper =
    signedBy === null || acceptedAt === null ? null : { tenant: signedBy, acceptedAt: new Date(acceptedAt) };
  return { ...file, at: new Date(at), paper };
}
