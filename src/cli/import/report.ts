import { closeSync, fsyncSync, linkSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
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
 * The refused lines as they came, with their problems. Once corrected, the file can be imported itself. It is readable only
 * by its owner and appears whole, at the end: until then its name ends in `.partial`. Files are never overwritten: a repeated
 * import writes the next one (`.refused-2`), and a file named by --report must not exist.
 */
export function openReport(source: Source, wished: string | null): Report {
  if (wished !== null && resolve(wished) === resolve(source.file)) {
    throw wrongCall('The report must not be the imported file. Name another file: --report FILE');
  }
  if (wished !== null && isThere(wished)) {
    throw wrongCall(`${wished} already exists and is not overwritten. Name another file: --report FILE`);
  }
  const first = wished ?? numbered(source.file, 1);
  const partial = `${first}.${process.pid}.partial`;
  let handle: number | null = null;
  const discard = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
    rmSync(partial, { force: true });
  };
  const write = (text: string): void => {
    try {
      if (handle === null) {
        handle = openSync(partial, 'wx', 0o600);
        writeFileSync(handle, headOf(source));
      }
      // Not writeSync: it may write only a part.
      writeFileSync(handle, text);
    } catch (error) {
      discard();
      throw new ReportFailed(`The report ${first} could not be written: ${(error as Error).message}.`);
    }
  };
  return {
    add: (line, outcome) => {
      if (needsCorrection(outcome)) write(reported(source, line, outcome));
    },
    close: () => {
      if (handle === null) return null;
      try {
        fsyncSync(handle);
        return wished !== null && give(partial, wished) ? wished : giveNext(partial, source.file);
      } finally {
        discard();
      }
    },
  };
}

/** The disk is full, or the folder cannot be written to. No report is left behind. */
export class ReportFailed extends Error {}

function numbered(source: string, number: number): string {
  return source.replace(/(\.[^.]+)$/, `.refused${number === 1 ? '' : `-${number}`}$1`);
}

function giveNext(partial: string, source: string): string {
  for (let number = 1; ; number++) {
    const file = numbered(source, number);
    if (give(partial, file)) return file;
  }
}

/** False: the name is taken, be it by a link that leads nowhere. */
function give(partial: string, file: string): boolean {
  try {
    linkSync(partial, file);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
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
