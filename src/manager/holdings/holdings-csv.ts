import { holdingsTable } from '../../documents/holdings/holdings-table.ts';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { plainSignedAmount } from '../../domain/values/money.ts';
import type { CsvCell } from '../../domain/values/csv-cell.ts';
import { csvText } from '../../web/encoding/csv.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** The balance confirmation as CSV: the deposits with their total, then organization, day, calculation and time. */
export function holdingsCsv(confirmation: BalanceConfirmation): string {
  const { about, head, rows, total } = holdingsTable(confirmation);
  const chf = (amount: number): CsvCell => ({ number: plainSignedAmount(amount) });
  const lines: CsvCell[][] = [
    [...head],
    ...rows.map(([contract, tenants, property, account, amount]) => [
      contract,
      tenants,
      property,
      account,
      chf(amount),
    ]),
    [total[0], '', '', '', chf(total[1])],
    ...about.map(([name, value]) => [name, value, '', '', '']),
  ];
  return UTF8 + csvText(lines, ';');
}
