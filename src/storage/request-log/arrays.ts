/** The values of a row, in the order of its columns. */
export type Row = readonly (string | number | null)[];

/** Names of columns and their types. */
export type Columns = readonly (readonly [name: string, type: string])[];

export function namesOf(columns: Columns): string {
  return columns.map(([name]) => name).join(', ');
}

/** Rows as arrays of their columns, from a parameter on: PostgreSQL reads arrays faster than JSON. */
export function unnested(columns: Columns, first: number): string {
  return `unnest(${columns.map(([, type], place) => `$${place + first}::${type}[]`).join(', ')})`;
}

export function arraysOf(columns: Columns, rows: readonly Row[]): string[] {
  return columns.map((_, place) => arrayOf(rows, place));
}

/** One column as PostgreSQL writes an array; the driver would look at each value several times. */
function arrayOf(rows: readonly Row[], place: number): string {
  let text = '{';
  for (const row of rows) {
    const value = row[place] ?? null;
    if (text.length > 1) text += ',';
    text += typeof value === 'string' ? quoted(value) : value === null ? 'NULL' : String(value);
  }
  return `${text}}`;
}

const PLAIN = /^[0-9A-Za-z:./-]+$/;

/** The word null would be none. */
function quoted(text: string): string {
  if (PLAIN.test(text) && text.length !== 4) return text;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** PostgreSQL takes no NUL and no half of a character. */
export function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '').toWellFormed() ?? null;
}
