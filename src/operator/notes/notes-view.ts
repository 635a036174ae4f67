import * as z from 'zod';
import { PROOF_TYPES } from '../../domain/closing/proof-type.ts';
import type { Letter } from '../../domain/letters/letters.ts';
import type { DepositFile, Note } from '../../domain/notes/notes.ts';

const by = z.object({ name: z.string(), email: z.string() });

export const noteSchema = z.object({
  id: z.string(),
  at: z.string(),
  by,
  text: z.string(),
  shared: z.boolean().describe('Tenants see it.'),
});

export const keptFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(PROOF_TYPES),
  size: z.int().describe('Bytes.'),
  sha256: z.string(),
  shared: z.boolean().describe('Tenants see it.'),
});

export const fileSchema = z.object({
  ...keptFileSchema.shape,
  at: z.string(),
  by,
  paper: z
    .object({ tenant: z.int(), acceptedAt: z.string() })
    .nullable()
    .describe('A paper that an operator has accepted as the signature of this tenant.'),
});

export function noteView({ at, ...note }: Note): z.infer<typeof noteSchema> {
  return { ...note, at: at.toISOString() };
}

export function fileView({ at, paper, ...file }: DepositFile): z.infer<typeof fileSchema> {
  return {
    ...file,
    at: at.toISOString(),
    paper: paper === null ? null : { tenant: paper.tenant, acceptedAt: paper.acceptedAt.toISOString() },
  };
}

export const letterSchema = z.object({
  tenant: z.int(),
  dueAt: z.string(),
  doneAt: z.string().nullable(),
  way: z.enum(['printed', 'folder']).nullable(),
});

export function letterView({ tenant, dueAt, doneAt, way }: Letter): z.infer<typeof letterSchema> {
  return { tenant, way, dueAt: dueAt.toISOString(), doneAt: doneAt?.toISOString() ?? null };
}
