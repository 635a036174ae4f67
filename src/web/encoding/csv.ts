import { stringify } from 'csv-stringify/sync';
import { guardedCell, type CsvCell } from '../../domain/values/csv-cell.ts';

export type Separator = ',' | ';' | '\t';

/** Lines of a CSV file. Every CSV file that we write comes from here. */
export function csvText(rows: readonly (readonly CsvCell[])[], separator: Separator): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell.number)));
  return stringify(cells, { delimiter: separator, record_delimiter: '\r\n', quoted_match: /["\r\n,;\t]/ });
}
