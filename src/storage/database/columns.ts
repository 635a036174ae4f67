/**
 * The columns of a table are listed once, by name, with their SQL types; the statements that name them are derived
 * from the list.
 */
export type Columns = Readonly<Record<string, string>>;

/** A column of an SQL type, read as `T`. */
type Column<T> = string & { readonly readAs: T };

export function column<T>(type: string): Column<T> {
  return type as Column<T>;
}

/** A row of such columns, as it is read. */
export type RowOf<C> = { -readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };

/** `a, b`; with an alias `t.a, t.b`. */
export function columnNames(columns: Columns, alias?: string): string {
  return Object.keys(columns).map(named(alias)).join(', ');
}

/** `a uuid, b text`, for `json_to_recordset`. JSON has no bytes: they are passed as base64. */
export function recordColumns(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type === 'bytea' ? 'text' : type}`)
    .join(', ');
}

/** `a, decode(b, 'base64')`: the values of a record with `recordColumns`. */
export function recordValues(columns: Columns, alias?: string): string {
  const name = named(alias);
  return Object.entries(columns)
    .map(([column, type]) => (type === 'bytea' ? `decode(${name(column)}, 'base64')` : name(column)))
    .join(', ');
}

/** `a as "one", b as "two"`, where the list gives the member that each column is read into instead of its type. */
export function columnsAsMembers(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, member]) => `${name} as "${member}"`)
    .join(', ');
}

function named(alias: string | undefined): (column: string) => string {
  return alias === undefined ? (column) => column : (column) => `${alias}.${column}`;
}
