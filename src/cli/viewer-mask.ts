import { maskRecord } from '../domain/masking/mask-for-viewer.ts';

/**
 * Masks what a viewer sees. Commands give the record before the text about it. The values that are masked in the record
 * are then masked in the text too, where no member name says what they are.
 */
export function viewerMask(isMasked: () => boolean): {
  record: (value: object, list?: string) => object;
  text: (words: string) => string;
} {
  const known = new Map<string, string>();
  return {
    record: (value, list = '') => {
      if (!isMasked()) return value;
      const masked = maskRecord({ [list]: value })[list] as object;
      compare(value, masked, known);
      return masked;
    },
    text: (words) => (isMasked() ? maskLines(words, known) : words),
  };
}

function compare(value: unknown, masked: unknown, known: Map<string, string>): void {
  if (typeof value === 'string') {
    if (value !== masked) known.set(value, String(masked));
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  for (const [name, inner] of Object.entries(value)) {
    compare(inner, (masked as Record<string, unknown>)[name], known);
  }
}

const GAP = /( {2,})/;

function maskLines(words: string, known: ReadonlyMap<string, string>): string {
  // The longest first, so that no part of a longer value is left.
  const values = [...known.keys()].toSorted((one, other) => other.length - one.length);
  const pattern =
    values.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${values.map((value) => RegExp.escape(value)).join('|')})(?![\\p{L}\\p{N}])`,
          'gu',
        );
  const maskCell = (cell: string): string =>
    maskRecord(pattern === null ? cell : cell.replaceAll(pattern, (found) => known.get(found) ?? found));
  return words
    .split('\n')
    .map((line) => inColumns(line, maskCell))
    .join('\n');
}

/** Keeps the columns of a table: what a cell loses, the gap after it gets. */
function inColumns(line: string, maskCell: (cell: string) => string): string {
  const parts = line.split(GAP);
  const cells = parts.map((part, index) => (index % 2 === 0 ? maskCell(part) : part));
  return cells
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const lost = (parts[index - 1] ?? '').length - (cells[index - 1] ?? '').length;
      return part + ' '.repeat(Math.max(0, lost));
    })
    .join('');
}
