import { withoutInvisible } from './visible.ts';

/** A text, or a number, which a spreadsheet may calculate with. */
export type CsvCell = string | { number: string };

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
export function guardedCell(text: string): string {
  return withoutInvisible(text).replaceAll(UNGUARDED, "'");
}

/** A cell as it was before it was guarded, so that a report that we wrote can be imported. */
export function unguardedCell(text: string): string {
  return text.replaceAll(GUARDED, '');
}
