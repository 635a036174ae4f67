import { CsvError, parse } from 'csv-parse/sync';
import { unguardedCell } from '../../domain/values/csv-cell.ts';
import { APPLICATION_COLUMNS } from './applications-csv.ts';

/** The members of the answers, by their names in the API. A certificate cannot be sent in a CSV file. */
const MEMBERS = [
  'iban',
  'qrIban',
  'openedOn',
  'policyNumber',
  'from',
  'premium',
  'amount',
  'on',
  'code',
  'reason',
  'reference',
] as const;
export type AnswerMember = (typeof MEMBERS)[number];

/** One line of a file of answers, as typed. Empty cells are absent. */
export type AnswerRow = {
  line: number;
  application: string;
  answer: string;
  members: Partial<Record<AnswerMember, string>>;
};

export const MOST_ANSWER_ROWS = 1_000;

/** `problem`: why nothing of the file can be read. */
type AnswersRead = { rows: AnswerRow[]; problem: null } | { rows: null; problem: string };

/**
 * A file of answers: `application`, `answer`, then the members of the answers by name, in any order. The columns of a file of
 * applications may be there, too, and are not read.
 */
export function readAnswersCsv(file: Uint8Array): AnswersRead {
  const text = textOf(file);
  if (text === null) return { rows: null, problem: 'This is not a CSV file. In a spreadsheet, save it as CSV.' };
  const read = recordsOf(text);
  if (typeof read === 'string') return { rows: null, problem: read };
  const [head, ...others] = read;
  if (head === undefined) return { rows: null, problem: 'The file is empty.' };
  const columns = columnsOf(head.cells);
  if (typeof columns === 'string') return { rows: null, problem: columns };
  if (others.length === 0) return { rows: null, problem: 'The file has no answers below its head.' };
  if (others.length > MOST_ANSWER_ROWS) {
    return {
      rows: null,
      problem: `The file has ${others.length} rows; at most ${MOST_ANSWER_ROWS} are taken at once. Send it in parts.`,
    };
  }
  return { rows: others.map((record) => rowOf(record, columns)), problem: null };
}

/** UTF-8, or as older spreadsheets write it. Null: not a text. */
function textOf(file: Uint8Array): string | null {
  if (file.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

type CsvRecord = { line: number; cells: string[] };

/** The records that are not empty, or what is wrong with the file. The separator is the one of the first line. */
function recordsOf(text: string): CsvRecord[] | string {
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

type Column = 'application' | 'answer' | AnswerMember | null;

const READ = ['application', 'answer', ...MEMBERS] as const;

/** What each column is, or what is wrong with the head. Null: not read. */
function columnsOf(head: readonly string[]): Column[] | string {
  const isSame = (name: string) => (one: string) => one.toLowerCase() === name.trim().toLowerCase();
  const columns = head.map((name) => READ.find(isSame(name)) ?? null);
  const missing = (['application', 'answer'] as const).filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    return `The first line must name the columns; ${missing.map((name) => `“${name}”`).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
  }
  const unknown = head.find(
    (name, at) => columns[at] === null && name.trim() !== '' && !APPLICATION_COLUMNS.some(isSame(name)),
  );
  if (unknown !== undefined) {
    return `There is no column “${unknown.trim().slice(0, 60)}”. The columns are ${READ.join(', ')}.`;
  }
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at);
  return twice === undefined || twice === null ? columns : `The column “${twice}” is there twice.`;
}

function rowOf({ line, cells }: CsvRecord, columns: readonly Column[]): AnswerRow {
  const given: Partial<Record<NonNullable<Column>, string>> = {};
  for (const [at, cell] of cells.entries()) {
    const column = columns[at] ?? null;
    if (column !== null && cell !== '') given[column] = cell;
  }
  const { application = '', answer = '', ...members } = given;
  return { line, application: application.toLowerCase(), answer: answer.toLowerCase(), members };
}
