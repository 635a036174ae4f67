import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { formatDay, type Day } from '../../domain/values/calendar.ts';
import type { CsvCell } from '../../domain/values/csv-cell.ts';
import { plainAmount, type Rappen } from '../../domain/values/money.ts';
import { withoutInvisible } from '../../domain/values/visible.ts';

/** A cell of a table that becomes a file: text, an amount or a day; null: empty. */
export type TableCell = string | { amount: Rappen } | { day: Day } | null;
type Table = { name: string; head: readonly string[]; rows: readonly (readonly TableCell[])[] };

const AMOUNT_FORMAT = '#,##0.00';
const DAY_FORMAT = 'dd.mm.yyyy';
const NARROWEST = 12;
const WIDEST = 40;

/** A workbook with one sheet. Texts are texts, whatever they begin with; amounts and days can be calculated with. */
export async function tableXlsx({ name, head, rows }: Table): Promise<Buffer> {
  const data = [
    head.map((title) => ({ ...text(title), fontWeight: 'bold' }) as const),
    ...rows.map((row) => row.map(cellOf)),
  ];
  const columns = head.map((title) => ({ width: Math.min(WIDEST, Math.max(NARROWEST, title.length + 2)) }));
  return writeExcelFile(data, { sheet: name, columns, stickyRowsCount: 1 }).toBuffer();
}

function cellOf(cell: TableCell): Cell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return text(cell);
  if ('amount' in cell) return { type: Number, value: cell.amount / 100, format: AMOUNT_FORMAT };
  return { type: Date, value: new Date(`${cell.day}T00:00:00Z`), format: DAY_FORMAT };
}

function text(value: string): Cell & object {
  return { type: String, value: withoutInvisible(value) };
}

/** The same cell in a CSV file. */
export function csvCellOf(cell: TableCell): CsvCell {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return 'amount' in cell ? { number: plainAmount(cell.amount) } : formatDay(cell.day);
}
