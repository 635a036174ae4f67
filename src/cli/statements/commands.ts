import { createWriteStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { intended } from '../../actions/audit.ts';
import { lastYear, makeStatements } from '../../actions/statements/year-statements.ts';
import { includesRole } from '../../domain/operator.ts';
import { readPastMonth } from '../../domain/statements/period.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { journalCsv, journalLines } from '../../operator/statements/journal-csv.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { command, wrongCall, type Command } from '../command.ts';

/** Readable only by the user who runs the command. */
const PRIVATE_FILE = 0o600;
const FIRST_YEAR = 2000;

const statements = command({
  name: 'statements',
  role: 'clerk',
  summary: 'Make the account overviews of a year for the tenants',
  usage: '--year YYYY [--again]',
  about:
    'Each bank deposit that held money in that year gets one, as a PDF on the tenants’ page. Those that exist are not\n' +
    'made again, unless with --again their figures have changed. The running service makes them as soon as the bank’s\n' +
    'statement of 31 December is read, and on 31 January for all others.',
  words: [0, 0],
  examples: ['depono statements --year 2026', 'depono statements --year 2026 --again --json'],
  options: {
    year: { type: 'text', value: 'YYYY', about: 'a year that is over' },
    again: { type: 'flag', about: 'also those whose figures have changed since' },
  },
  run: async ({ output, services, author, untilInterrupted }, { options: { year: typed, again } }) => {
    if (typed === null) throw wrongCall('Missing option: --year YYYY');
    const all = await services();
    const year = Number(typed);
    if (!Number.isInteger(year) || typed.length !== 4 || year < FIRST_YEAR) throw wrongCall(`${typed} is not a year.`);
    if (year > (await lastYear(all))) throw wrongCall(`The year ${year} is not over yet.`);
    const signal = untilInterrupted();
    const change = { verb: 'make', thing: 'account overviews', about: { year: typed } };
    const { made, madeAgain, isComplete } = await intended(all, await author(), change, async () => {
      const filter = { year, needsBankStatement: false, again };
      const result = await makeStatements(all, filter, { isStopping: () => signal.aborted });
      const count = String(result.made + result.madeAgain);
      return { result, change: count === '0' ? null : { ...change, about: { ...change.about, count } } };
    });
    output.show({ year, made, madeAgain, isComplete }, () => {
      const parts = [`${made} ${made === 1 ? 'overview is' : 'overviews are'} being made.`];
      if (again) parts.push(`${madeAgain} ${madeAgain === 1 ? 'is' : 'are'} being made again.`);
      if (!isComplete) parts.push('Interrupted; run the same command to go on.');
      return parts.join(' ');
    });
    return isComplete ? 0 : 1;
  },
});

const journal = command({
  name: 'journal',
  role: 'viewer',
  summary: 'Write the accounting journal of a month as CSV',
  usage: '--month YYYY-MM [--out FILE]',
  about:
    'One line for each posting, by booking day. `account` is the debit account, where the money goes; `counterAccount`\n' +
    'is credited. Without --out it goes to standard output. With --json each posting is an object.',
  words: [0, 0],
  examples: ['depono journal --month 2026-11 > journal.csv', 'depono journal --month 2026-11 --out journal.csv'],
  options: {
    month: { type: 'text', value: 'YYYY-MM', about: 'a month that has begun' },
    out: { type: 'text', value: 'FILE', about: 'a new file' },
  },
  run: async ({ output, services, acting, rawOutput }, { options: { month: typed, out } }) => {
    if (typed === null) throw wrongCall('Missing option: --month YYYY-MM');
    if (out !== null && existsSync(out)) {
      throw wrongCall(`${out} already exists and is not overwritten. Choose another name.`);
    }
    const { database } = await services();
    const month = readPastMonth(typed, swissDay(await serviceNow(database)));
    if ('problem' in month) {
      throw wrongCall(`${typed} is ${month.problem === 'future' ? 'in the future' : 'not a month, such as 2026-11'}.`);
    }
    const isMasked = !includesRole((await acting()).role, 'clerk');
    const isJson = out === null && output.isJson;
    const content = isJson ? journalJson(database, month, { isMasked }) : journalCsv(database, month, { isMasked });
    const target = out === null ? rawOutput() : createWriteStream(out, { mode: PRIVATE_FILE, flags: 'wx' });
    await pipeline(Readable.from(content), target);
    if (out !== null) output.show({ month: typed, out }, () => `The journal of ${typed} is in ${out}`);
    return 0;
  },
});

async function* journalJson(...of: Parameters<typeof journalLines>): AsyncGenerator<string> {
  for await (const lines of journalLines(...of)) {
    yield lines.map(({ amount, ...line }) => `${JSON.stringify({ ...line, amount: Number(amount) })}\n`).join('');
  }
}

export const statementCommands: readonly Command[] = [statements, journal];
