import { basename } from 'node:path';
import { intend, type Change, type Intention } from '../../actions/audit.ts';
import { importLines, NothingCanBeOpened, type LineOutcome } from '../../actions/import-deposits.ts';
import { command, refuseCommand, wrongCall, type CommandContext, type ExitCode } from '../command.ts';
import { YES } from '../confirm.ts';
import { chooseDestination } from '../import/destination.ts';
import { CHUNK, inChunks, showProgress } from '../import/chunks.ts';
import { BadFile } from '../import/csv.ts';
import { noCounts, openReport, ReportFailed, type Counts } from '../import/report.ts';
import { importRunningFile, undoRunning } from '../import/running.ts';
import { openSource } from '../import/source.ts';

export const importCommand = command({
  name: 'import',
  role: 'clerk',
  summary: 'Open many deposits from a file, with the rules of a partner’s call',
  usage:
    'FILE.jsonl|FILE.csv [--org ORG] [--connection ID] [--mails] [--report FILE]\n' +
    '       depono import --running FILE --org ORG [--dry-run]\n' +
    '       depono import --undo ID --yes',
  about: `A .jsonl file has one payload per line; a .csv file names the fields in its first line (UTF-8, separated by comma,
semicolon or tab). Each line is handled like an open call, and a new deposit sends its usual mails.

It can be interrupted and repeated at any time: a contract that already has a deposit is skipped, and nothing is opened
twice. Refused lines are written to FILE.refused.csv (or .jsonl) together with the problems; correct that file and
import it. It contains personal data, and only you can read it. It is never overwritten: the next one is called
FILE.refused-2.csv.

--running takes over deposits that are in force elsewhere: the fields of a call, and iban or policyNumber, openSince,
balance and balanceOn. Birth date, phone and e-mail of a tenant may be missing. No mail is sent. --undo ID removes what an
import has opened, for 24 hours and as long as none of it has changed.`,
  words: [0, 1],
  examples: [
    'depono import contracts.csv --org "Verwaltung Seeblick AG"',
    'depono import contracts.jsonl --org 0198a… --connection 0198b… --mails',
    'depono import contracts.refused.csv --json',
    'depono import --running old-deposits.csv --org "Verwaltung Seeblick AG" --dry-run',
    'depono import --undo 0198c… --yes',
  ],
  options: {
    running: { type: 'text', value: 'FILE', about: 'take over running deposits from this file' },
    'dry-run': { type: 'flag', about: 'with --running: only report what would happen' },
    undo: { type: 'text', value: 'ID', about: 'undo the import of running deposits with this id' },
    ...YES,
    org: { type: 'text', value: 'ORG', about: 'name or id of the organization; required if there are several' },
    connection: {
      type: 'text',
      value: 'ID',
      about: 'id or external id of its connection to a partner; required if there are several',
    },
    mails: { type: 'flag', about: 'store refused lines as import errors and mail the managers, as for a call' },
    report: {
      type: 'text',
      value: 'FILE',
      about: 'where to write refused lines (default: FILE.refused.csv or .jsonl)',
    },
  },
  run: async (context, { words: [file = null], options }) => {
    const { running, undo, 'dry-run': isDryRun } = options;
    const isAlone = [file, running, undo].filter((one) => one !== null).length === 1;
    if (!isAlone) throw wrongCall('Give one of FILE, --running FILE and --undo ID.');
    if (undo !== null) return undoRunning(context, undo, options.yes);
    if (running !== null) return importRunningFile(context, running, { org: options.org, isDryRun });
    return importCalls(context, file as string, options);
  },
});

type CallOptions = { org: string | null; connection: string | null; mails: boolean; report: string | null };

async function importCalls(context: CommandContext, file: string, options: CallOptions): Promise<ExitCode> {
  const { output } = context;
  const source = openSource(file, output.warn);
  const services = await context.services();
  const destination = await chooseDestination(services, options);
  const report = openReport(source, options.report);
  const progress = output.progress(`${file} (KiB)`);
  const counts = noCounts();
  let reported: string | null = null;
  const { organizationId } = destination;
  const about = { organization: organizationId, file: basename(file) };
  const change = { verb: 'import', thing: 'deposits', about, organizationId };
  const intention = await intend(services, await context.author(), change);
  try {
    for await (const lines of inChunks(source.lines, CHUNK)) {
      const outcomes = await importLines(services, destination, lines, { keepRefused: options.mails });
      // Counted first: the deposits are open even if writing the report fails.
      for (const { is } of outcomes) counts[is]++;
      for (const [index, line] of lines.entries()) report.add(line, outcomes[index] as LineOutcome);
      showProgress(progress, source);
    }
  } catch (error) {
    // This fails too if the database is down. The audit log then still says that an import was started.
    await noteEarlyEnd(intention, change, { error, counts }).catch(() => undefined);
    throw explained(error, counts);
  } finally {
    progress.end();
    reported = report.close();
  }
  const { opened } = counts;
  if (opened === 0) await intention.dropped();
  else await intention.done({ ...change, changes: { opened: { to: opened } } });
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const toMend = counts.refused + counts.unreadable + counts.without_contract_id;
  output.show({ file, organizationId: destination.organizationId, lines, ...counts, report: reported }, () =>
    inWords(context, { lines, counts, reported }),
  );
  return toMend === 0 ? 0 : 1;
}

function inWords(
  { output: { paint } }: CommandContext,
  { lines, counts, reported }: { lines: number; counts: Counts; reported: string | null },
): string {
  const { opened, exists, ignored, refused, unreadable, without_contract_id: nameless } = counts;
  const parts = [
    `${lines} ${lines === 1 ? 'line' : 'lines'}: ${paint.good(`${opened} opened`)}`,
    exists > 0 ? `${exists} already exist` : '',
    ignored > 0 ? `${ignored} on the ignore list` : '',
    refused > 0 ? paint.bad(`${refused} refused`) : '',
    unreadable > 0 ? paint.bad(`${unreadable} unreadable`) : '',
    nameless > 0 ? paint.bad(`${nameless} without externalContractId`) : '',
  ];
  const sum = parts.filter((part) => part !== '').join(', ');
  return reported === null ? sum : `${sum}\nRefused lines and their problems: ${reported}`;
}

/** Only an unreadable file ends between two chunks. Other errors may end within one, which is not counted yet. */
async function noteEarlyEnd(
  intention: Intention,
  change: Change,
  { error, counts: { opened } }: { error: unknown; counts: Counts },
): Promise<void> {
  const isCertain = error instanceof BadFile;
  if (isCertain && opened === 0) return intention.dropped();
  const why = isCertain ? 'the rest of the file cannot be read' : `up to ${CHUNK} further lines may have been opened`;
  await intention.done({ ...change, changes: { opened: { to: opened }, outcome: { to: `ended early: ${why}` } } });
}

/** Opened deposits stay; the same command continues from there. */
function explained(error: unknown, counts: Counts): unknown {
  const done =
    counts.opened > 0 ? ` ${counts.opened} deposits were opened before that. Importing again skips them.` : '';
  if (error instanceof BadFile || error instanceof NothingCanBeOpened) return wrongCall(`${error.message}${done}`);
  if (error instanceof ReportFailed) return refuseCommand(`${error.message}${done}`);
  return error;
}
