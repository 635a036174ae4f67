import type { ProofType } from '../closing/proof-type.ts';

export type NoteAuthor = { name: string; email: string };

/** A note of the property management. Tenants see it if it is shared. */
export type Note = { id: string; at: Date; by: NoteAuthor; text: string; shared: boolean };

/** A file that the property management keeps with a deposit. */
export type DepositFile = {
  id: string;
  at: Date;
  by: NoteAuthor;
  name: string;
  type: ProofType;
  size: number;
  sha256: string;
  shared: boolean;
  /** A paper that an operator has accepted as the signature of this tenant. */
  paper: { tenant: number; acceptedAt: Date } | null;
};

export const LONGEST_NOTE = 4_000;
/** Bytes. */
export const LARGEST_FILE = 10_000_000;
/** Of one deposit. */
export const MOST_NOTES = 500;
export const MOST_FILES = 100;
