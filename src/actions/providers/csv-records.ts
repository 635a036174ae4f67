import { CsvError, parse } from 'csv-parse/sync';
import { unguardedCell } from '../../domain/values/csv-cell.ts';

/** UTF-8, or as older spreadsheets write it. Null: not a text. */
export function csvTextOf(file: Uint8Array): string | null {
  if (file.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

export type CsvRecord = { line: number; cells: string[] };

/** The records that are not empty, or what is wrong with the file. The separator is the one of the first line. */
export function csvRecords(text: string): CsvRecord[] | string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const delimiter = [';', '\t', ','].find((one) => first.includes(one)) ?? ';';
  try {
    const found = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return found
      .map(({ record, info }) => ({ line: info.lines - lineBreaks(record), cells: record.map(unguardedCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = (error as unknown as { lines?: number }).lines;
    const where = at === undefined ? '' : ` near line ${at}`;
    return `This is not a CSV file, or a quote (")${where} is not closed.`;
  }
}

/** A row begins this many lines before it ends. */
function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}
