import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LineOutcome } from '../../actions/import-deposits.ts';
import type { BodyFault } from '../../domain/open-call.ts';
import { speak } from '../../domain/messages/speak.ts';
import { wrongCall } from '../command.ts';
import { csvLine } from './csv.ts';
import { REPORT_COLUMNS, type Source, type SourceLine } from './source.ts';

export type Counts = Record<LineOutcome['is'], number>;

export const noCounts = (): Counts => ({
  opened: 0,
  exists: 0,
  ignored: 0,
  refused: 0,
  unreadable: 0,
  without_contract_id: 0,
});

/** Lines to correct. Existing and ignored contracts need nothing. */
function needsCorrection({ is }: LineOutcome): boolean {
  return is === 'refused' || is === 'unreadable' || is === 'without_contract_id';
}

type SpokenProblem = { field: string; code: string; message: string };

/** The problems of a line; empty if there is nothing to correct. */
export function problemsIn(outcome: LineOutcome, format: Source['format']['is']): SpokenProblem[] {
  switch (outcome.is) {
    case 'opened':
    case 'exists':
    case 'ignored':
      return [];
    case 'refused':
      return outcome.problems.map((problem) => ({
        field: problem.field,
        code: problem.code,
        message: speak(problem, 'en'),
      }));
    case 'without_contract_id':
      return [{ field: 'externalContractId', code: 'missing', message: 'externalContractId is missing.' }];
    case 'unreadable':
      return [{ field: '', code: outcome.fault, message: faultWords(outcome.fault, format) }];
  }
}

function faultWords(fault: BodyFault, format: Source['format']['is']): string {
  switch (fault) {
    case 'too_large':
      return 'The line is longer than 256 KiB.';
    case 'not_utf8':
      return 'The line is not UTF-8.';
    case 'not_json':
      return 'The line is not JSON.';
    case 'not_an_object':
      return format === 'csv'
        ? 'The row and the header have different numbers of cells.'
        : 'The line is not a JSON object.';
    case 'too_slow':
    case 'encoded':
      return 'The line cannot be read.';
  }
}

type Report = { add: (line: SourceLine, outcome: LineOutcome) => void; close: () => string | null };

/**
 * The refused lines as they came, with their problems. Once corrected, the file can be imported itself. It is created
 * with the first refused line, readable only by its owner. Files are never overwritten: a repeated import writes the
 * next one (`.refused-2`), and a file named by --report must not exist.
 */
export function openReport(source: Source, wished: string | null): Report {
  if (wished !== null && resolve(wished) === resolve(source.file)) {
    throw wrongCall('The report must not be the imported file. Name another file: --report FILE');
  }
  if (wished !== null && existsSync(wished)) throw isThere(wished);
  let made: { file: string; handle: number } | null = null;
  const write = (text: string): void => {
    if (made === null) {
      made = wished === null ? makeNext(source.file) : { file: wished, handle: makeFile(wished) ?? fail(wished) };
      writeSync(made.handle, headOf(source));
    }
    writeSync(made.handle, text);
  };
  return {
    add: (line, outcome) => {
      if (needsCorrection(outcome)) write(reported(source, line, outcome));
    },
    close: () => {
      if (made === null) return null;
      closeSync(made.handle);
      return made.file;
    },
  };
}

function makeNext(source: string): { file: string; handle: number } {
  for (let number = 1; ; number++) {
    const file = source.replace(/(\.[^.]+)$/, `.refused${number === 1 ? '' : `-${number}`}$1`);
    const handle = makeFile(file);
    if (handle !== null) return { file, handle };
  }
}

/** Null: the file, or a link in its index, already exists. */
function makeFile(file: string): number | null {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return null;
    throw error;
  }
}

function isThere(file: string): Error {
  return wrongCall(`${file} already exists and is not overwritten. Name another file: --report FILE`);
}

function fail(file: string): never {
  throw isThere(file);
}

/** The byte order mark, by which spreadsheets recognize UTF-8. */
const UTF8 = '\uFEFF';

function headOf({ format }: Source): string {
  if (format.is === 'jsonl') return '';
  const { columns, separator } = format.header();
  return UTF8 + csvLine([...withoutOurs(columns, columns), ...REPORT_COLUMNS], separator);
}

function reported({ format }: Source, { number, body, original }: SourceLine, outcome: LineOutcome): string {
  const problems = problemsIn(outcome, format.is);
  if (format.is === 'csv') {
    const { columns, separator } = format.header();
    const cells = 'cells' in original ? original.cells : [];
    const padded = columns.map((_, index) => cells[index] ?? '');
    const words = problems.map(({ message }) => message).join(' | ');
    return csvLine([...withoutOurs(columns, padded), String(number), outcome.is, words], separator);
  }
  const fields = body.is === 'object' ? body.fields : { text: 'text' in original ? original.text : '' };
  return `${JSON.stringify({ ...fields, line: number, outcome: outcome.is, problems })}\n`;
}

/** A report that is imported again already has these columns. */
function withoutOurs(columns: readonly string[], cells: readonly string[]): string[] {
  const ours: readonly string[] = REPORT_COLUMNS;
  return cells.filter((_, index) => !ours.includes(columns[index] ?? ''));
}
