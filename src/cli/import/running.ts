import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { intend } from '../../actions/audit.ts';
import {
  checkRunning,
  countRows,
  finishParts,
  importPart,
  startParts,
  type RowFields,
  type RunningReport,
  type RunningRowReport,
} from '../../actions/running/import-running.ts';
import { undoImport } from '../../actions/running/undo-import.ts';
import type { Services } from '../../actions/services.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import { RUNNING_FIELDS } from '../../domain/running/read-row.ts';
import { organizationOfImport } from '../../storage/running/imports.ts';
import { refuseCommand, wrongCall, type CommandContext, type ExitCode } from '../command.ts';
import { confirm } from '../confirm.ts';
import { table } from '../output.ts';
import { inChunks, showProgress } from './chunks.ts';
import { BadFile } from './csv.ts';
import { chooseOrganization } from './destination.ts';
import { problemsIn } from './report.ts';
import { openSource, type Source, type SourceLine } from './source.ts';

/** Rows per transaction. */
const PART = 250;

/** A row to take over, or the report on a line that cannot be read. */
type Line = { number: number; fields: RowFields } | { number: number; report: RunningRowReport };

/** `depono import --running`: prints what the operator API answers. */
export async function importRunningFile(
  context: CommandContext,
  file: string,
  { org, isDryRun }: { org: string | null; isDryRun: boolean },
): Promise<ExitCode> {
  const { output } = context;
  const source = openSource(file, output.warn, RUNNING_FIELDS);
  const services = await context.services();
  const { id: organizationId } = await chooseOrganization(services, org);
  const work = isDryRun ? checkFile : importFile;
  const report = await work(context, services, { source, organizationId }).catch((error: unknown) => {
    if (error instanceof BadFile) throw wrongCall(error.message);
    if (error instanceof SetUpRefused) throw refuseCommand(error.message);
    throw error;
  });
  output.show(report, () => inWords(report, isDryRun));
  return report.counts.errored === 0 ? 0 : 1;
}

type Given = { source: Source; organizationId: string };

/** All rows at once: whether a row repeats an earlier one is known only of all of them. */
async function checkFile(
  _context: CommandContext,
  services: Services,
  { source, organizationId }: Given,
): Promise<RunningReport> {
  const lines: Line[] = [];
  let number = 0;
  for await (const line of source.lines) lines.push(lineOf(line, ++number, source));
  const rows = lines.flatMap((line) => ('fields' in line ? [line.fields] : []));
  const { rows: reports } = await checkRunning(services, { organizationId, rows, language: 'en' });
  return reportOf(null, merged(lines, reports));
}

/** In parts, each of them in a transaction. Interrupted and repeated, it continues the same import. */
async function importFile(
  context: CommandContext,
  services: Services,
  { source, organizationId }: Given,
): Promise<RunningReport> {
  const { output } = context;
  const fingerprint = createHash('sha256').update(readFileSync(source.file)).digest();
  const about = { organization: organizationId, file: basename(source.file) };
  const change = { verb: 'import', thing: 'running deposits', about, organizationId };
  const intention = await intend(services, await context.author(), change);
  const { importId, isContinued } = await startParts(services, { organizationId, fingerprint });
  output.warn(
    `${isContinued ? 'Continues the import' : 'Import'} ${importId}. To undo it: depono import --undo ${importId} --yes`,
  );
  const progress = output.progress(`${source.file} (KiB)`);
  const done: RunningRowReport[] = [];
  let number = 0;
  try {
    for await (const part of inChunks(source.lines, PART)) {
      const lines = part.map((line) => lineOf(line, ++number, source));
      const rows = lines.flatMap((line) => ('fields' in line ? [line.fields] : []));
      const reports = await importPart(services, { organizationId, rows, language: 'en', importId }, 'operator');
      done.push(...merged(lines, reports));
      showProgress(progress, source);
    }
  } finally {
    progress.end();
  }
  await finishParts(services, { organizationId, id: importId });
  const report = reportOf(importId, done);
  await intention.done({
    ...change,
    about: { ...about, import: importId },
    changes: { opened: { to: report.counts.opened } },
  });
  return report;
}

function lineOf({ body }: SourceLine, number: number, { format }: Source): Line {
  if (body.is === 'object') return { number, fields: body.fields };
  const problems = problemsIn({ is: 'unreadable', fault: body.is }, format.is);
  return {
    number,
    report: { row: number, externalContractId: null, outcome: 'errored', depositId: null, problems },
  };
}

/** The reports of the rows, in the order of the lines. */
function merged(lines: readonly Line[], reports: readonly RunningRowReport[]): RunningRowReport[] {
  let next = 0;
  return lines.map((line) =>
    'report' in line ? line.report : { ...(reports[next++] as RunningRowReport), row: line.number },
  );
}

function reportOf(importId: string | null, rows: RunningRowReport[]): RunningReport {
  return { importId, counts: countRows(rows), rows };
}

function inWords({ importId, counts, rows }: RunningReport, isDryRun: boolean): string {
  const { opened, would_open: wouldOpen, skipped, errored } = counts;
  const first = isDryRun ? `${wouldOpen} would be opened` : `${opened} opened`;
  const sum = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${first}, ${skipped} skipped, ${errored} with errors`;
  const told = rows.flatMap(({ row, externalContractId, outcome, problems }) =>
    problems.map(({ message }) => [String(row), externalContractId ?? '', outcome, message]),
  );
  const list = told.length === 0 ? '' : `\n\n${table(['row', 'contract', 'outcome', 'why'], told)}`;
  const undo = importId === null ? '' : `\n\nTo undo it within 24 hours: depono import --undo ${importId} --yes`;
  return `${sum}${list}${undo}`;
}

/** `depono import --undo`. */
export async function undoRunning(context: CommandContext, id: string, isConfirmed: boolean): Promise<ExitCode> {
  const services = await context.services();
  const organizationId = await organizationOfImport(services.database, id);
  if (organizationId === null) throw refuseCommand(`There is no import ${id}.`);
  await confirm(context, isConfirmed, `Remove everything that the import ${id} has opened?`);
  const change = {
    verb: 'undo',
    thing: 'import of running deposits',
    about: { organization: organizationId, import: id },
    organizationId,
  };
  const intention = await intend(services, await context.author(), change);
  const undone = await undoImport(services, { organizationId, id }).catch(async (error: unknown) => {
    if (!(error instanceof SetUpRefused)) throw error;
    await intention.dropped();
    throw refuseCommand(error.message);
  });
  await intention.done({ ...change, changes: { deposits: { from: undone, to: 0 } } });
  context.output.show({ undone }, () => `${undone} ${undone === 1 ? 'deposit' : 'deposits'} removed.`);
  return 0;
}
