import { formatDay, swissDay } from '../../../domain/calendar.ts';
import type { Language } from '../../../domain/language.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { plainAmount } from '../../../domain/money.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/deposit-list.ts';
import { DEPOSIT_WORDS } from '../words.ts';

/** A mark by which spreadsheets know that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** A list as a file for a spreadsheet, written while it is read. Swiss spreadsheets part columns with a semicolon. */
export async function* csvOf(
  pages: AsyncIterable<readonly ListedDeposit[]>,
  language: Language,
): AsyncIterable<string> {
  const { list } = DEPOSIT_WORDS[language];
  const { contract, tenant, property, amount, rental_start: start, created, state } = list.columns;
  yield UTF8 + line([contract, tenant, property, amount, start, created, state, list.step, list.manager]);
  for await (const deposits of pages) {
    yield deposits.map((deposit) => line(cellsOf(deposit, language))).join('');
  }
}

function cellsOf(deposit: ListedDeposit, language: Language): string[] {
  return [
    deposit.externalContractId,
    deposit.tenants,
    deposit.property,
    plainAmount(deposit.rentalDeposit),
    formatDay(deposit.rentalStart),
    formatDay(swissDay(deposit.createdAt)),
    STATE_NAMES[language][deposit.state],
    deposit.step === null ? '' : STEP_NAMES[language][deposit.step],
    deposit.manager.name,
  ];
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(';')}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe before it: what a partner has sent is never run. */
function cell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
