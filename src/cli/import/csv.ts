import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { unguardedCell } from '../../domain/values/csv-cell.ts';
import { csvText, type Separator } from '../../web/encoding/csv.ts';

/** A row of cells, and the line of the file on which it begins. */
type CsvRow = { line: number; cells: string[] };

/** The file cannot be read any further. */
export class BadFile extends Error {}

/** A longer row is refused: most often a quote was never closed. In bytes. */
const LONGEST_ROW = 262_144;

const RULES = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };

/** Rows by RFC 4180, with the separator of the first line. Cells in quotes may contain line breaks. */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<CsvRow & { separator: Separator }> {
  let beginning: string | null = '';
  let reader: RowReader | null = null;
  for await (const text of texts) {
    if (beginning !== null) {
      beginning += text;
      if (beginning.length <= LONGEST_ROW && !/[\r\n]/.test(beginning)) continue;
    }
    reader ??= rowReader(separatorOf(beginning ?? ''));
    yield* reader.take(beginning ?? text);
    beginning = null;
  }
  reader ??= rowReader(separatorOf(beginning ?? ''));
  if (beginning !== null) yield* reader.take(beginning);
  yield* reader.end();
}

/** One line of a CSV file. */
export function csvLine(cells: readonly string[], separator: Separator): string {
  return csvText([cells], separator);
}

/** The most frequent separator of the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (separator: Separator): number => first.split(separator).length;
  return ([',', ';', '\t'] as const).reduce((best, one) => (count(one) > count(best) ? one : best));
}

type RowReader = ReturnType<typeof rowReader>;
type Parsed = { record: string[]; raw: string };

function rowReader(separator: Separator) {
  const parser = parse({
    ...RULES,
    delimiter: separator,
    raw: true,
    // A quote inside a plain cell is part of its text.
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  let fault: Error | null = null;
  parser.on('error', (error) => (fault = error));
  let nextLine = 1;

  function* rowFrom({ record, raw }: Parsed): Generator<CsvRow & { separator: Separator }> {
    const line = nextLine;
    nextLine += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
    refuseEarlyQuote(raw, record, { separator, line });
    // Empty lines are skipped.
    if (record.length > 1 || record[0]?.trim() !== '') yield { line, cells: record.map(unguardedCell), separator };
  }

  return {
    *take(text: string) {
      parser.write(text);
      for (let read = nextOf(parser); read !== null; read = nextOf(parser)) yield* rowFrom(read);
      if (fault !== null) throw badFile(fault, nextLine);
    },
    async *end() {
      parser.end();
      try {
        for await (const read of parser as AsyncIterable<Parsed>) yield* rowFrom(read);
      } catch (error) {
        throw badFile(error, nextLine);
      }
    },
  };
}

function nextOf(parser: ReturnType<typeof parse>): Parsed | null {
  return parser.read() as Parsed | null;
}

/** `"1"2`: most likely a quote that should have been doubled, so the row is not guessed at. */
function refuseEarlyQuote(
  raw: string,
  cells: readonly string[],
  { separator, line }: { separator: Separator; line: number },
): void {
  if (!cells.some((cell) => cell.startsWith('"'))) return;
  try {
    parseSync(raw, { ...RULES, delimiter: separator });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_INVALID_CLOSING_QUOTE') return;
    throw new BadFile(`On line ${line} a quote (") stands inside a cell. It must be doubled ("").`);
  }
}

function badFile(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new BadFile(`The row that begins on line ${line} is too long. Most often a quote (") is not closed.`);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new BadFile(`A quote (") in the row that begins on line ${line} is never closed.`);
  }
  return new BadFile(`The row that begins on line ${line} cannot be read.`);
}
