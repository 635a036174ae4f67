/** The columns of a table, listed once; the statements that name them are derived from the list. */
export type Columns = Readonly<Record<string, string>>;

/** `a, b, c`; with an alias `t.a, t.b, t.c`. */
export function columnNames(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.keys(columns)
    .map((name) => prefix + name)
    .join(', ');
}

/** `a as "one", b as "two"`, where the list gives the member that each column is read into. */
export function columnsAsMembers(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.entries(columns)
    .map(([name, member]) => `${prefix}${name} as "${member}"`)
    .join(', ');
}

/** `$1, $2, $3` */
export function placeholders(columns: Columns): string {
  return Object.keys(columns)
    .map((_, index) => `$${index + 1}`)
    .join(', ');
}
