import { createWriteStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readAnswersCsv } from '../../actions/providers/answers-csv.ts';
import type { ApplicationView } from '../../actions/providers/application-view.ts';
import { giveAnswerRow, type RowOutcome } from '../../actions/providers/give-answer-row.ts';
import { viewsOf } from '../../actions/providers/read-applications.ts';
import { recordSeen } from '../../actions/providers/record-seen.ts';
import type { Services } from '../../actions/services.ts';
import { APPLICATION_STATES, type ApplicationState } from '../../domain/application.ts';
import { includesRole } from '../../domain/operator.ts';
import { applicationsFile } from '../../operator/providers/applications-file.ts';
import { findApplications, listApplicationIds } from '../../storage/providers/queue.ts';
import { command, wrongCall, type Command, type CommandContext } from '../command.ts';
import { providerByCode } from '../find.ts';
import { table, type Cell } from '../output.ts';
import { readAnswerFile } from './answer-file.ts';

/** Readable only by the user who runs the command. */
const PRIVATE_FILE = 0o600;

const applications = command({
  name: 'provider applications',
  role: 'viewer',
  summary: 'List what is asked of a bank or an insurer, or write it as CSV',
  usage: '--provider CODE [--state STATE] [--csv [--out FILE]]',
  about: `Oldest first. Each has only what the provider needs for it. Every reading is in the audit log.
A CSV file can be sent back: add the columns "answer" and those of the answer, and give it to depono provider answer.
It has personal data; a new file is readable only by you.`,
  words: [0, 0],
  examples: [
    'depono provider applications --provider example_bank',
    'depono provider applications --provider example_bank --csv --out applications.csv',
  ],
  options: {
    provider: { type: 'text', value: 'CODE', about: 'code or id of the bank or insurer' },
    state: { type: 'text', value: 'STATE', about: `${APPLICATION_STATES.join(', ')} (default: open)` },
    csv: { type: 'flag', about: 'write CSV, separated by semicolons' },
    out: { type: 'text', value: 'FILE', about: 'with --csv: a new file, instead of standard output' },
  },
  run: async (context, { options: { provider: typed, state: typedState, csv, out } }) => {
    if (typed === null) throw wrongCall('Missing option: --provider CODE');
    if (out !== null && !csv) throw wrongCall('--out FILE requires --csv.');
    if (csv && context.output.isJson && out === null) throw wrongCall('--csv and --json cannot be combined.');
    if (out !== null && existsSync(out)) {
      throw wrongCall(`${out} already exists and is not overwritten. Choose another name.`);
    }
    const state = stateFrom(typedState ?? 'open');
    const all = await context.services();
    const { id: providerId, code } = await providerByCode(all, typed);
    const ids = await listApplicationIds(all.database, providerId, state);
    await recordSeen(all, { author: await context.author(), providerId }, { verb: 'read', applications: ids });
    if (csv) await writeCsv(context, all, { providerId, ids, out });
    else await showTable(context, all, { providerId, ids, none: `No ${state} applications of ${code}.` });
    return 0;
  },
});

function stateFrom(typed: string): ApplicationState {
  const found = APPLICATION_STATES.find((state) => state === typed);
  if (found === undefined) throw wrongCall(`--state must be one of ${APPLICATION_STATES.join(', ')}. Got: ${typed}`);
  return found;
}

async function writeCsv(
  { output, acting, rawOutput }: CommandContext,
  services: Services,
  { providerId, ids, out }: { providerId: string; ids: readonly string[]; out: string | null },
): Promise<void> {
  const isMasked = !includesRole((await acting()).role, 'clerk');
  const target = out === null ? rawOutput() : createWriteStream(out, { mode: PRIVATE_FILE, flags: 'wx' });
  await pipeline(Readable.from(applicationsFile(services, { providerId, ids, isMasked })), target);
  if (out === null) return;
  const count = ids.length;
  output.show(
    { applications: count, out },
    () => `${count} ${count === 1 ? 'application is' : 'applications are'} in ${out}`,
  );
}

/** Read some at a time; a table needs all rows for its columns. */
const AT_A_TIME = 200;

async function showTable(
  { output }: CommandContext,
  services: Services,
  { providerId, ids, none }: { providerId: string; ids: readonly string[]; none: string },
): Promise<void> {
  const rows: Cell[][] = [];
  for (let at = 0; at < ids.length; at += AT_A_TIME) {
    const found = await findApplications(services.database, providerId, ids.slice(at, at + AT_A_TIME));
    for (const view of await viewsOf(services, found)) {
      output.object(view);
      if (!output.isJson) rows.push(rowOf(view));
    }
  }
  const head = ['APPLICATION', 'KIND', 'ASKED', 'HOLDER', 'CHF', 'PROPERTY', 'REFERENCE'];
  output.say(rows.length === 0 ? none : table(head, rows));
}

function rowOf({ id, kind, createdAt, holder, deposit, claim, reference }: ApplicationView): Cell[] {
  const amount = (claim?.amount ?? deposit.amount).toFixed(2);
  return [id, kind, new Date(createdAt), holder.name, amount, deposit.property, reference];
}

const answer = command({
  name: 'provider answer',
  role: 'clerk',
  summary: 'Take the answers of banks and insurers from a CSV file',
  usage: 'FILE.csv [--provider CODE]',
  about: `The first line names the columns: application, answer, then the members of the answers by name: iban, qrIban, openedOn,
policyNumber, from, premium, amount, on, code, reason, reference. Answers are acknowledge, account, cover, ended, paid,
done and refused. The columns of depono provider applications --csv may stay; a row without an answer is skipped.
"-" is standard input.

Each row counts on its own, and is in the report. The same file can be taken again: an answer that was taken changes
nothing then. Exit code 1 when an answer was not taken.`,
  words: [1, 1],
  examples: ['depono provider answer answers.csv', 'depono provider answer answers.csv --provider example_bank --json'],
  options: {
    provider: { type: 'text', value: 'CODE', about: 'take answers to applications of this bank or insurer only' },
  },
  run: async ({ output, input, services, author }, { words: [file = ''], options: { provider: typed } }) => {
    const { rows, problem } = readAnswersCsv(await readAnswerFile(file, input));
    if (problem !== null) throw wrongCall(`${file === '-' ? 'Standard input' : file}: ${problem} Nothing was done.`);
    const all = await services();
    const providerId = typed === null ? null : (await providerByCode(all, typed)).id;
    const sender = { providerId, author: await author() };
    const outcomes: RowOutcome[] = [];
    for (const row of rows) {
      const outcome = await giveAnswerRow(all, sender, row);
      outcomes.push(outcome);
      output.object(outcome);
    }
    output.say(reportOf(outcomes));
    return outcomes.every(({ is }) => is === 'done' || is === 'skipped') ? 0 : 1;
  },
});

/** In the report. */
const OUTCOMES: Record<RowOutcome['is'], string> = {
  done: 'taken',
  skipped: 'skipped',
  recorded: 'cancelled',
  unknown: 'unknown',
  invalid: 'invalid',
  conflict: 'refused',
};

function reportOf(outcomes: readonly RowOutcome[]): string {
  const rows = outcomes.map(({ line, application, answer: given, is, message }) => [
    line,
    application,
    given,
    OUTCOMES[is],
    message,
  ]);
  const count = (...kinds: RowOutcome['is'][]): number => outcomes.filter(({ is }) => kinds.includes(is)).length;
  const [taken, skipped, failed] = [
    count('done'),
    count('skipped'),
    count('recorded', 'unknown', 'invalid', 'conflict'),
  ];
  const parts = [
    `${outcomes.length} ${outcomes.length === 1 ? 'row' : 'rows'}: ${taken} taken`,
    ...(skipped === 0 ? [] : [`${skipped} without an answer`]),
    ...(failed === 0 ? [] : [`${failed} not taken`]),
  ];
  return `${table(['LINE', 'APPLICATION', 'ANSWER', 'OUTCOME', 'WHY'], rows)}\n\n${parts.join(', ')}.`;
}

export const applicationCommands: readonly Command[] = [applications, answer];
