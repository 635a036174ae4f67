import { RUNNING_FIELDS } from '../../domain/running/read-row.ts';
import { CONTRACT_FIELDS, PROPERTY_FIELDS, OWNER_FIELDS } from '../../domain/payload/problem.ts';
import { ASSISTANT_FIELDS, MANAGER_FIELDS, TENANT_FIELDS, TENANT_PREFIXES } from '../../domain/payload/problem.ts';
import { csvRecords, csvTextOf } from '../providers/csv-records.ts';
import { MOST_ROWS, type RowFields } from './import-running.ts';

/** Every column that a file of running deposits can have. */
const COLUMNS: readonly string[] = [
  ...CONTRACT_FIELDS,
  ...RUNNING_FIELDS,
  ...PROPERTY_FIELDS,
  ...OWNER_FIELDS,
  ...MANAGER_FIELDS,
  ...ASSISTANT_FIELDS,
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)),
];

/** The columns of the template: those of two tenants. */
export const TEMPLATE_COLUMNS: readonly string[] = COLUMNS.filter((name) => !/^tenant[34]/.test(name));

/** Why a file cannot be read. */
export type FileFault = 'not_readable' | 'no_contract_column' | 'unknown_column' | 'no_rows' | 'too_many_rows';

/** The rows of a file: CSV with a line of column names, or one JSON object per line. */
export function readRows(file: Uint8Array): RowFields[] | FileFault {
  const text = csvTextOf(file);
  if (text === null) return 'not_readable';
  const rows = text.replace('\uFEFF', '').trimStart().startsWith('{') ? jsonRows(text) : csvRows(text);
  if (typeof rows === 'string') return rows;
  if (rows.length === 0) return 'no_rows';
  return rows.length > MOST_ROWS ? 'too_many_rows' : rows;
}

function jsonRows(text: string): RowFields[] | FileFault {
  try {
    const lines = text
      .replace('\uFEFF', '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const rows = lines.map((line) => JSON.parse(line) as unknown);
    const isObject = (row: unknown): row is RowFields => typeof row === 'object' && row !== null && !Array.isArray(row);
    return rows.every(isObject) ? rows : 'not_readable';
  } catch {
    return 'not_readable';
  }
}

function csvRows(text: string): RowFields[] | FileFault {
  const records = csvRecords(text);
  if (typeof records === 'string') return 'not_readable';
  const [head, ...others] = records;
  if (head === undefined) return 'no_rows';
  const names = head.cells.map((name) => name.trim());
  if (!names.includes('externalContractId')) return 'no_contract_column';
  if (names.some((name) => name !== '' && !COLUMNS.includes(name))) return 'unknown_column';
  return others.map(({ cells }) =>
    Object.fromEntries(names.flatMap((name, at) => (name !== '' && cells[at] ? [[name, cells[at]]] : []))),
  );
}
