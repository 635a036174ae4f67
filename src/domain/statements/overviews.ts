import type { DocumentKind } from '../document.ts';

type Listed = { kind: DocumentKind; year: number | null };

/**
 * The account overviews that tenants see, the newest of each year. Those from before the agreement that all have signed
 * may name other tenants; if it was withdrawn unsigned, those from before that. The documents are given oldest first.
 */
export function currentOverviews<T extends Listed>({
  documents,
  signatures,
}: {
  documents: readonly T[];
  signatures: readonly unknown[];
}): T[] {
  const isSigned = signatures.every((signature) => signature !== null);
  const start = documents.findLastIndex(({ kind }) => kind === (isSigned ? 'agreement' : 'withdrawal'));
  if (start === -1) return [];
  const overviews = documents.slice(start + 1).filter(({ kind }) => kind === 'year_statement');
  const byYear = new Map(overviews.map((one) => [one.year, one]));
  return [...byYear.values()].toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0));
}
