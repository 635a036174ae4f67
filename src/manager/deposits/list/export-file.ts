import { csvCellOf, tableXlsx } from '../../../documents/tables/table-xlsx.ts';
import type { Language } from '../../../domain/values/language.ts';
import { csvText } from '../../../web/encoding/csv.ts';
import { exportColumns, type Exported } from './export-columns.ts';
import { LIST_WORDS } from './list-words.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** Deposits as CSV, streamed page by page. Swiss spreadsheets separate columns with semicolons. */
export async function* csvOf(pages: AsyncIterable<readonly Exported[]>, language: Language): AsyncIterable<string> {
  const columns = exportColumns(language);
  yield UTF8 + csvText([columns.map(({ head }) => head)], ';');
  for await (const deposits of pages) {
    yield csvText(
      deposits.map((one) => columns.map(({ cell }) => csvCellOf(cell(one)))),
      ';',
    );
  }
}

/** The same as a workbook; it is made in memory. */
export function xlsxOf(deposits: readonly Exported[], language: Language): Promise<Buffer> {
  const columns = exportColumns(language);
  return tableXlsx({
    name: LIST_WORDS[language].sheet.name,
    head: columns.map(({ head }) => head),
    rows: deposits.map((one) => columns.map(({ cell }) => cell(one))),
  });
}
