export type Separator = ',' | ';' | '\t';

/** A row of cells, and the line of the file that it begins on. */
export type CsvRow = { line: number; cells: string[] };

/** The file cannot be read any further. */
export class BadFile extends Error {}

/** A row that is longer is no row: most often a quote that was never closed. */
const LONGEST_ROW = 262_144;

/** Rows as RFC 4180 has them, with the separator that parts the first line. Cells in quotes may have line breaks. */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<CsvRow & { separator: Separator }> {
  let separator: Separator | null = null;
  let beginning = '';
  const rows = rowReader();
  for await (const text of texts) {
    if (separator !== null) {
      for (const row of rows.take(text, separator)) yield { ...row, separator };
      continue;
    }
    beginning += text;
    if (beginning.length <= LONGEST_ROW && !/[\r\n]/.test(beginning)) continue;
    separator = separatorOf(beginning);
    for (const row of rows.take(beginning, separator)) yield { ...row, separator };
  }
  const rest = separator === null ? [...rows.take(beginning, separatorOf(beginning))] : [];
  separator ??= separatorOf(beginning);
  for (const row of [...rest, ...rows.end()]) yield { ...row, separator };
}

/** A row as it is written. */
export function csvLine(cells: readonly string[], separator: Separator): string {
  const quoted = cells.map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(separator)}\r\n`;
}

/** The one that stands most often in the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (separator: Separator): number => first.split(separator).length;
  return ([',', ';', '\t'] as const).reduce((best, one) => (count(one) > count(best) ? one : best));
}

type Phase = 'start' | 'plain' | 'quoted' | 'quote_in_quoted';

function rowReader() {
  let place: Phase = 'start';
  let cells: string[] = [];
  let cell = '';
  let size = 0;
  let line = 1;
  let begun = 1;
  let wasReturn = false;

  function endCell(): void {
    cells.push(cell);
    cell = '';
    place = 'start';
  }

  function endRow(): CsvRow | null {
    endCell();
    const row = { line: begun, cells };
    cells = [];
    size = 0;
    // An empty line is nothing.
    return row.cells.length === 1 && row.cells[0]?.trim() === '' ? null : row;
  }

  function* take(text: string, separator: Separator): Generator<CsvRow> {
    for (const letter of text) {
      const isBreak = letter === '\n' || letter === '\r';
      // A line may end with CR, LF or both.
      const isSecond = letter === '\n' && wasReturn;
      wasReturn = letter === '\r';
      if (isBreak && !isSecond) line++;
      size += letter.length;
      if (size > LONGEST_ROW) {
        throw new BadFile(`The row that begins on line ${begun} is too long. Most often a quote (") is not closed.`);
      }
      if (place === 'quoted') {
        if (letter === '"') place = 'quote_in_quoted';
        else cell += letter;
      } else if (letter === '"' && place === 'quote_in_quoted') {
        cell += letter;
        place = 'quoted';
      } else if (letter === '"' && place === 'start' && cell === '') {
        place = 'quoted';
      } else if (letter === separator) endCell();
      else if (isBreak) {
        if (isSecond) {
          begun = line;
          size = 0;
          continue;
        }
        const row = endRow();
        begun = line;
        if (row !== null) yield row;
      } else if (place === 'quote_in_quoted') {
        throw new BadFile(`On line ${line} a quote (") stands inside a cell. It must be doubled ("").`);
      } else {
        cell += letter;
        place = 'plain';
      }
    }
  }

  function end(): CsvRow[] {
    if (place === 'quoted') throw new BadFile(`A quote (") in the row that begins on line ${begun} is never closed.`);
    const row = cell === '' && cells.length === 0 && place === 'start' ? null : endRow();
    return row === null ? [] : [row];
  }

  return { take, end };
}
