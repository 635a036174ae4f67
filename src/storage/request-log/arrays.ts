import type { Columns } from '../database/columns.ts';

/** The values of a row, in the order of its columns. */
export type LogRow = readonly (string | number | null)[];

/** One array parameter per column, numbered from `first`: PostgreSQL reads arrays faster than JSON. */
export function unnested(columns: Columns, first: number): string {
  const arrays = Object.values(columns).map((type, index) => `$${first + index}::${type}[]`);
  return `unnest(${arrays.join(', ')})`;
}

/** The values of the parameters of `unnested`. */
export function arraysOf(columns: Columns, rows: readonly LogRow[]): string[] {
  return Object.keys(columns).map((_, index) => arrayOf(rows, index));
}

/** One column as an array literal: the driver would escape each value several times. */
function arrayOf(rows: readonly LogRow[], index: number): string {
  let text = '{';
  for (const row of rows) {
    const value = row[index] ?? null;
    if (text.length > 1) text += ',';
    text += typeof value === 'string' ? quoted(value) : value === null ? 'NULL' : String(value);
  }
  return `${text}}`;
}

const PLAIN = /^[0-9A-Za-z:./-]+$/;

/** A text of four characters may be the word null, which unquoted is NULL. */
function quoted(text: string): string {
  if (PLAIN.test(text) && text.length !== 4) return text;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** PostgreSQL refuses NUL characters and lone surrogates. */
export function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '').toWellFormed() ?? null;
}
