import { checkLines, NothingCanBeOpened, type LineOutcome } from '../../actions/import-deposits.ts';
import { command, wrongCall } from '../command.ts';
import { chooseDestination } from '../import/destination.ts';
import { CHUNK, inChunks, showProgress } from '../import/chunks.ts';
import { BadFile } from '../import/csv.ts';
import { noCounts, problemsIn } from '../import/report.ts';
import { openSource } from '../import/source.ts';
import { table } from '../output.ts';

/** A longer table is cut; --json prints everything. */
const MOST_ROWS = 500;

export const checkCommand = command({
  name: 'check',
  role: 'viewer',
  summary: 'Check a file before importing it; nothing is stored',
  usage: 'FILE.jsonl|FILE.csv [--org ORG] [--connection ID]',
  about: `Applies the same rules as "depono import" to each line and lists the problems: line, contract, field, code,
message. Contracts that occur twice in the file are listed too: only the first one would be opened.`,
  words: [1, 1],
  examples: ['depono check contracts.csv --org "Verwaltung Seeblick AG"', 'depono check contracts.jsonl --json'],
  options: {
    org: { type: 'text', value: 'ORG', about: 'name or id of the organization; required if there are several' },
    connection: {
      type: 'text',
      value: 'ID',
      about: 'id or external id of its connection to a partner; required if there are several',
    },
  },
  run: async ({ output, services: open }, { words: [file = ''], options }) => {
    const source = openSource(file, output.warn);
    const services = await open();
    const destination = await chooseDestination(services, options);
    const counts = { ...noCounts(), repeated: 0 };
    const rows: (string | number)[][] = [];
    const firstLines = new Map<string, number>();
    let problems = 0;
    const progress = output.progress(`${file} (KiB)`);
    try {
      for await (const lines of inChunks(source.lines, CHUNK)) {
        const outcomes = await checkLines(services, destination, lines);
        for (const [index, { number, body }] of lines.entries()) {
          const decided = outcomes[index] as LineOutcome;
          const contract = body.is === 'object' ? body.contractId.text : null;
          const first = contract === null ? undefined : firstLines.get(contract);
          const isRepeated = first !== undefined && decided.is === 'opened';
          const found = isRepeated ? [repeated(first)] : problemsIn(decided, source.format.is);
          if (isRepeated) counts.repeated++;
          else counts[decided.is]++;
          if (contract !== null && decided.is === 'opened' && !isRepeated) firstLines.set(contract, number);
          problems += found.length;
          const outcome = isRepeated ? 'repeated' : decided.is;
          if (found.length > 0) output.object({ line: number, externalContractId: contract, outcome, problems: found });
          for (const { field, code, message } of found) {
            if (rows.length < MOST_ROWS) rows.push([number, contract ?? '', field, code, message]);
          }
        }
        showProgress(progress, source);
      }
    } catch (error) {
      if (error instanceof BadFile || error instanceof NothingCanBeOpened) throw wrongCall(error.message);
      throw error;
    } finally {
      progress.end();
    }
    if (rows.length > 0) output.say(table(['LINE', 'CONTRACT', 'FIELD', 'CODE', 'PROBLEM'], rows));
    if (problems > rows.length) output.say(`… and ${problems - rows.length} more. Use --json to list all.`);
    const { opened, exists, ignored } = counts;
    const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const toMend = lines - opened - exists - ignored;
    output.show({ file, organizationId: destination.organizationId, lines, ...counts }, () =>
      [
        `${lines} ${lines === 1 ? 'line' : 'lines'}: ${opened} would be opened`,
        ...(exists > 0 ? [`${exists} already exist`] : []),
        ...(ignored > 0 ? [`${ignored} are on the ignore list`] : []),
        ...(toMend > 0 ? [`${toMend} to fix`] : []),
      ].join(', '),
    );
    return toMend === 0 ? 0 : 1;
  },
});

function repeated(first: number) {
  return { field: 'externalContractId', code: 'repeated', message: `The contract is already on line ${first}.` };
}
