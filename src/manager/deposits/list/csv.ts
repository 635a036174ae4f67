import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Language } from '../../../domain/values/language.ts';
import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { plainAmount } from '../../../domain/values/money.ts';
import type { ListedDeposit } from '../../../storage/deposit-list/deposit-list.ts';
import type { CsvCell } from '../../../domain/values/csv-cell.ts';
import { csvText } from '../../../web/csv.ts';
import { DEPOSIT_WORDS } from '../words.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** The list as CSV, streamed page by page. Swiss spreadsheets separate columns with semicolons. */
export async function* csvOf(
  pages: AsyncIterable<readonly ListedDeposit[]>,
  language: Language,
): AsyncIterable<string> {
  const { list } = DEPOSIT_WORDS[language];
  const { contract, tenant, property, amount, rental_start: start, created, state } = list.columns;
  yield UTF8 + csvText([[contract, tenant, property, amount, start, created, state, list.step, list.manager]], ';');
  for await (const deposits of pages) {
    yield csvText(
      deposits.map((deposit) => cellsOf(deposit, language)),
      ';',
    );
  }
}

function cellsOf(deposit: ListedDeposit, language: Language): CsvCell[] {
  return [
    deposit.externalContractId,
    deposit.tenants,
    deposit.property,
    { number: plainAmount(deposit.rentalDeposit) },
    formatDay(deposit.rentalStart),
    formatDay(swissDay(deposit.createdAt)),
    STATE_NAMES[language][deposit.state],
    deposit.step === null ? '' : STEP_NAMES[language][deposit.step],
    deposit.manager.name,
  ];
}
