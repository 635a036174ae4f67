import { maskRecord } from '../../domain/masking/mask-for-viewer.ts';
import { journalText } from '../../domain/statements/journal.ts';
import type { Month } from '../../domain/statements/period.ts';
import { plainAmount } from '../../domain/values/money.ts';
import type { Sql } from '../../storage/database/database.ts';
import { streamJournal, type JournalEntry } from '../../storage/statements/journal.ts';
import type { CsvCell } from '../../domain/values/csv-cell.ts';
import { csvText } from '../../web/encoding/csv.ts';

/** One posting. `account` is the debit account, where the money goes; `counterAccount` is credited. */
type JournalLine = {
  date: string;
  depositId: string;
  externalContractId: string;
  account: string;
  counterAccount: string;
  amount: string;
  text: string;
};

const COLUMNS = ['date', 'depositId', 'externalContractId', 'account', 'counterAccount', 'amount', 'text'] as const;

/** The journal of a month as CSV, page by page. */
export async function* journalCsv(sql: Sql, month: Month, how: { isMasked: boolean }): AsyncGenerator<string> {
  yield csvText([COLUMNS], ',');
  for await (const lines of journalLines(sql, month, how)) yield csvText(lines.map(cellsOf), ',');
}

/** `isMasked`: for a viewer. */
export async function* journalLines(
  sql: Sql,
  month: Month,
  { isMasked }: { isMasked: boolean },
): AsyncGenerator<JournalLine[]> {
  for await (const entries of streamJournal(sql, month)) {
    yield entries.map(lineOf).map((line) => (isMasked ? masked(line) : line));
  }
}

function lineOf({ on, depositId, externalContractId, from, to, amount, reference }: JournalEntry): JournalLine {
  const text = journalText({ from, to });
  return {
    date: on,
    depositId: depositId ?? '',
    externalContractId: externalContractId ?? '',
    account: to,
    counterAccount: from,
    amount: plainAmount(amount),
    text: reference === '' ? text : `${text}, reference ${reference}`,
  };
}

/** Its accounts are those of the ledger, not of persons. */
function masked(line: JournalLine): JournalLine {
  const { externalContractId, text } = line;
  return { ...line, ...maskRecord({ externalContractId, text }) };
}

function cellsOf(line: JournalLine): CsvCell[] {
  return COLUMNS.map((column) => (column === 'amount' ? { number: line.amount } : line[column]));
}

export function journalFileName({ from }: Month): string {
  return `depono-journal-${from.slice(0, 7)}.csv`;
}
