import writeExcelFile, { type Cell, type Row } from 'write-excel-file/node';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { withoutInvisible } from '../../domain/values/visible.ts';
import { holdingsTable, type HoldingsRow } from './holdings-table.ts';

const AMOUNT_FORMAT = '#,##0.00';
const WIDTHS = [24, 40, 40, 30, 16];

/** The balance confirmation as a workbook. Texts are texts, whatever they begin with; amounts are numbers. */
export async function holdingsXlsx(confirmation: BalanceConfirmation): Promise<Buffer> {
  const { title, about, head, rows, total } = holdingsTable(confirmation);
  const [totalName, totalAmount] = total;
  const data: Row[] = [
    [{ ...text(title), fontWeight: 'bold', fontSize: 14 }],
    ...about.map(([name, value]): Row => [
      text(name),
      { ...text(value), columnSpan: 4, wrap: true, alignVertical: 'top' },
    ]),
    [],
    head.map((name) => ({ ...text(name), fontWeight: 'bold' }) as const),
    ...rows.map(rowOf),
    [{ ...text(totalName), fontWeight: 'bold' }, null, null, null, { ...chf(totalAmount), fontWeight: 'bold' }],
  ];
  const file = writeExcelFile(data, {
    sheet: title,
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: about.length + 3,
  });
  return file.toBuffer();
}

function rowOf([contract, tenants, property, account, amount]: HoldingsRow): Row {
  return [text(contract), text(tenants), text(property), text(account), chf(amount)];
}

function text(value: string): Cell & object {
  return { type: String, value: withoutInvisible(value) };
}

/** Rappen as CHF. */
function chf(amount: number): Cell & object {
  return { type: Number, value: amount / 100, format: AMOUNT_FORMAT };
}
