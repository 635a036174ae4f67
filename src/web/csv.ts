import { stringify } from 'csv-stringify/sync';
import { withoutInvisible } from '../domain/values/visible.ts';

export type Separator = ',' | ';' | '\t';

/** A text, or a number, which a spreadsheet may calculate with. */
export type CsvCell = string | { number: string };

/** Lines of a CSV file. Every CSV file that we write comes from here. */
export function csvText(rows: readonly (readonly CsvCell[])[], separator: Separator): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell.number)));
  return stringify(cells, { delimiter: separator, record_delimiter: '\r\n', quoted_match: /["\r\n,;\t]/ });
}

/** What a cell begins with that a spreadsheet would run as a formula. */
const FORMULA = String.raw`'*[=+\-@\t\r＝＋－＠]`;
/**
 * Where a cell may begin: also inside of ours, because a spreadsheet may separate columns by another character than we do
 * (`Lea,=1+1,` in a file with semicolons), or read each line of a cell by itself.
 */
const BEGIN = String.raw`(?<=(?:^|[,;\t\r\n"]) *)`;
const UNGUARDED = new RegExp(`${BEGIN}(?=${FORMULA})`, 'g');
const GUARDED = new RegExp(`${BEGIN}'(?=${FORMULA})`, 'g');

/** With an apostrophe before everything that could be run: spreadsheets take it as the sign of a text. */
function guarded(text: string): string {
  return withoutInvisible(text).replaceAll(UNGUARDED, "'");
}

/** A cell as it was before it was guarded, so that a report that we wrote can be imported. */
export function unguardedCell(text: string): string {
  return text.replaceAll(GUARDED, '');
}
