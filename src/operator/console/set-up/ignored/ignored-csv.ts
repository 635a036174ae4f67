import { CsvError, parse } from 'csv-parse/sync';
import { parseDay, startOfDay, type Day } from '../../../../domain/values/calendar.ts';
import { clean, LONGEST_CONTRACT_ID } from '../../../../domain/payload/fields.ts';

/** `until` null: permanently. */
type Ignored = { externalContractId: string; until: Date | null };
export type LineProblem = { line: number; message: string };

export const MOST_LINES = 5_000;

/**
 * A list of contracts to ignore, one per line: `contract id;last day`. Without a day the contract is ignored permanently. A
 * header and empty lines are skipped; columns are separated by semicolons, commas or tabs. If a contract is listed twice, the
 * last line counts.
 */
export function readIgnored(text: string): { contracts: Ignored[]; problems: LineProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const contracts = new Map<string, Ignored>();
  const problems: LineProblem[] = [];
  let filled = 0;
  for (const [index, raw] of lines.entries()) {
    if (raw.trim() === '') continue;
    filled++;
    if (filled === 1 && isHeader(raw)) continue;
    const read = readLine(raw);
    if (typeof read === 'string') problems.push({ line: index + 1, message: read });
    else contracts.set(read.externalContractId, read);
  }
  if (filled === 0) problems.push({ line: 1, message: 'The list is empty.' });
  if (contracts.size > MOST_LINES) {
    problems.push({ line: MOST_LINES + 1, message: `A list has at most ${MOST_LINES} contracts. Send it in parts.` });
  }
  return { contracts: [...contracts.values()], problems };
}

/** The contract, or what is wrong with the line. */
function readLine(raw: string): Ignored | string {
  const found = cells(raw);
  if (found === null) return 'A quote (") is not closed.';
  const [first = '', second = '', ...others] = found;
  if (others.some((cell) => cell !== '')) return 'There are more than two columns.';
  const externalContractId = readIgnoredId(first);
  if (externalContractId === null) return 'The first column is not a contract id.';
  const until = readUntil(second);
  if (until === undefined) return `“${second}” is not a day, such as 2027-03-31 or 31.03.2027.`;
  return { externalContractId, until };
}

export function readIgnoredId(text: string): string | null {
  const id = clean(text);
  return id === '' || [...id].length > LONGEST_CONTRACT_ID || !id.isWellFormed() ? null : id;
}

/** The end of the last day on which a contract is ignored, or an exact instant. Undefined: malformed. */
export function readUntil(text: string): Date | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const swiss = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed);
  const iso = swiss === null ? typed : `${swiss[3]}-${swiss[2]?.padStart(2, '0')}-${swiss[1]?.padStart(2, '0')}`;
  const day = parseDay(iso);
  if (day !== null) return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString() as Day);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(typed)) return undefined;
  try {
    return new Date(Temporal.Instant.from(typed).epochMilliseconds);
  } catch {
    return undefined;
  }
}

function isHeader(raw: string): boolean {
  const [first = '', second = ''] = cells(raw) ?? [];
  return /contract|vertrag/i.test(first) && (second === '' || readUntil(second) === undefined);
}

/** Separators may differ between lines. Null: a quote is not closed. */
function cells(raw: string): string[] | null {
  const delimiter = [';', '\t', ','].find((one) => raw.includes(one)) ?? ';';
  try {
    return parse(raw, { delimiter, relax_quotes: true, relax_column_count: true, trim: true })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
