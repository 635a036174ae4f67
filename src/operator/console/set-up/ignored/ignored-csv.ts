import { parseDay, startOfDay, type Day } from '../../../../domain/calendar.ts';
import { clean, LONGEST_CONTRACT_ID } from '../../../../domain/payload/fields.ts';

/** `until` null: for always. */
export type Ignored = { externalContractId: string; until: Date | null };
export type LineProblem = { line: number; message: string };

/** More at once belong into several lists. */
export const MOST_LINES = 5_000;

/**
 * A list of contracts to ignore: one a line, `contract id;last day`. The day may be missing: then for always. A header, empty
 * lines, and semicolons, commas or tabs between the columns are taken as they come. Of a contract named twice the last
 * line counts.
 */
export function readIgnored(text: string): { contracts: Ignored[]; problems: LineProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const contracts = new Map<string, Ignored>();
  const problems: LineProblem[] = [];
  let filled = 0;
  for (const [place, raw] of lines.entries()) {
    if (raw.trim() === '') continue;
    filled++;
    if (filled === 1 && isHeader(raw)) continue;
    const read = readLine(raw);
    if (typeof read === 'string') problems.push({ line: place + 1, message: read });
    else contracts.set(read.externalContractId, read);
  }
  if (filled === 0) problems.push({ line: 1, message: 'The list is empty.' });
  if (contracts.size > MOST_LINES) {
    problems.push({ line: MOST_LINES + 1, message: `A list holds at most ${MOST_LINES} contracts: send it in parts.` });
  }
  return { contracts: [...contracts.values()], problems };
}

/** What is wrong with a line, or what it says. */
function readLine(raw: string): Ignored | string {
  const [first = '', second = '', ...others] = cells(raw);
  if (others.some((cell) => cell !== '')) return 'There are more than two columns.';
  const externalContractId = readContractId(first);
  if (externalContractId === null) return 'The first column is not a contract id.';
  const until = readUntil(second);
  if (until === undefined) return `“${second}” is not a day, such as 2027-03-31 or 31.03.2027.`;
  return { externalContractId, until };
}

export function readContractId(text: string): string | null {
  const id = clean(text);
  return id === '' || [...id].length > LONGEST_CONTRACT_ID || !id.isWellFormed() ? null : id;
}

/** The last day on which a contract is ignored, to its end; an instant is taken as it is. Undefined: neither. */
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
  const [first = '', second = ''] = cells(raw);
  return /contract|vertrag/i.test(first) && (second === '' || readUntil(second) === undefined);
}

/** A cell may stand in quotes, and then hold a separator; two quotes in it are one. */
function cells(raw: string): string[] {
  const separator = [';', '\t', ','].find((one) => raw.includes(one)) ?? ';';
  const found: string[] = [];
  let rest = raw;
  while (true) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const isLast = end === -1 || end >= rest.length;
    const cell = quoted?.[1]?.replaceAll('""', '"') ?? rest.slice(0, end === -1 ? undefined : end);
    found.push(cell.trim());
    if (isLast) return found;
    rest = rest.slice(end + (quoted === null || rest.startsWith(separator, end) ? 1 : 0));
  }
}
