import { csvRecords, csvTextOf, type CsvRecord } from './csv-records.ts';
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
  const text = csvTextOf(file);
  if (text === null) return { rows: null, problem: 'This is not a CSV file. In a spreadsheet, save it as CSV.' };
  const read = csvRecords(text);
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
