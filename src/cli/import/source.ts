import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { ImportLine } from '../../actions/import-deposits.ts';
import { parseBody } from '../../actions/parse-body.ts';
import { objectBody } from '../../domain/open-call.ts';
import {
  ASSISTANT_FIELDS,
  CONTRACT_FIELDS,
  MANAGER_FIELDS,
  OWNER_FIELDS,
  PROPERTY_FIELDS,
  TENANT_FIELDS,
  TENANT_PREFIXES,
} from '../../domain/payload/problem.ts';
import { LARGEST_BODY } from '../../partner/read-body.ts';
import { wrongCall } from '../command.ts';
import type { Separator } from '../../web/encoding/csv.ts';
import { BadFile, readCsv } from './csv.ts';

/** A line of a file as an open call would bring it, and its original text. */
export type SourceLine = ImportLine & { number: number; original: Original };
type Original = { cells: readonly string[] } | { text: string };

export type Source = {
  file: string;
  format: Format;
  size: number;
  lines: AsyncGenerator<SourceLine>;
  /** The number of bytes read so far. */
  done: () => number;
};
type Format = { is: 'jsonl' } | { is: 'csv'; header: () => { columns: readonly string[]; separator: Separator } };

/** The columns added by a report; ignored when it is imported. */
export const REPORT_COLUMNS = ['line', 'outcome', 'problems'] as const;

const FIELDS: ReadonlySet<string> = new Set([
  ...CONTRACT_FIELDS,
  ...PROPERTY_FIELDS,
  ...OWNER_FIELDS,
  ...MANAGER_FIELDS,
  ...ASSISTANT_FIELDS,
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)),
]);

/** `more`: columns of a CSV file beside the fields of an open call. */
export function openSource(file: string, warn: (words: string) => void, more: readonly string[] = []): Source {
  const kind = extname(file).toLowerCase();
  if (kind !== '.jsonl' && kind !== '.ndjson' && kind !== '.csv') {
    throw wrongCall(`${file}: the name must end in .jsonl (one JSON object per line) or .csv.`);
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw wrongCall(`File not found: ${file}`);
  let done = 0;
  const bytes = readBytes(file, (count) => (done += count));
  const common = { file, size: found.size, done: () => done };
  if (kind !== '.csv') return { ...common, format: { is: 'jsonl' }, lines: jsonLines(bytes) };
  let header: { columns: readonly string[]; separator: Separator } = { columns: [], separator: ',' };
  const known = more.length === 0 ? FIELDS : new Set([...FIELDS, ...more]);
  const lines = csvLines(bytes, known, (found) => {
    header = found;
    warnOfColumns(found.columns, known, warn);
  });
  return { ...common, format: { is: 'csv', header: () => header }, lines };
}

async function* readBytes(file: string, onRead: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** One JSON object per line. A line that is not an object is reported, and reading continues. */
async function* jsonLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceLine> {
  let number = 0;
  for await (const line of splitLines(bytes)) {
    number++;
    if (line === 'too_large') {
      yield { number, body: { is: 'too_large' }, payload: Buffer.alloc(0), original: { text: '' } };
      continue;
    }
    const text = line.toString('utf8');
    if (text.replace('\uFEFF', '').trim() === '') continue;
    yield { number, body: parseBody(line), payload: line, original: { text } };
  }
}

async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer | 'too_large'> {
  let parts: Buffer[] = [];
  let size = 0;
  const end = (): Buffer | 'too_large' => {
    const line = size > LARGEST_BODY ? 'too_large' : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      yield end();
    }
    keep(chunk.subarray(from));
  }
  if (size > 0) yield end();

  /** Drops the content of a line that is too long. */
  function keep(part: Buffer): void {
    size += part.length;
    if (size > LARGEST_BODY) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}

/** The first row names the fields; every other row is one contract. */
async function* csvLines(
  bytes: AsyncIterable<Buffer>,
  known: ReadonlySet<string>,
  onHeader: (header: { columns: readonly string[]; separator: Separator }) => void,
): AsyncGenerator<SourceLine> {
  let columns: string[] | null = null;
  for await (const { line: number, cells, separator } of readCsv(decoded(bytes))) {
    if (columns === null) {
      columns = cells.map((cell) => cell.trim());
      refuseHeader(columns);
      onHeader({ columns, separator });
      continue;
    }
    const { length } = columns;
    const isWhole =
      cells.length === length || (cells.length > length && cells.slice(length).every((cell) => cell === ''));
    if (!isWhole) {
      yield { number, body: { is: 'not_an_object' }, payload: Buffer.alloc(0), original: { cells } };
      continue;
    }
    const given = columns.map((column, index) => [column, cells[index] ?? ''] as const);
    const fields = Object.fromEntries(given.filter(([column, value]) => known.has(column) && value !== ''));
    yield { number, body: objectBody(fields), payload: Buffer.from(JSON.stringify(fields)), original: { cells } };
  }
  if (columns === null) throw wrongCall('The file is empty. The first line must name the fields.');
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadFile('The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
}

function refuseHeader(columns: readonly string[]): void {
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice !== undefined) throw wrongCall(`The column ${twice} occurs twice.`);
  if (columns.includes('externalContractId')) return;
  throw wrongCall(
    'The first line must name the fields, including externalContractId. Found: ' +
      `${columns.slice(0, 8).join(', ')}${columns.length > 8 ? ', …' : ''}`,
  );
}

function warnOfColumns(columns: readonly string[], known: ReadonlySet<string>, warn: (words: string) => void): void {
  const ours: readonly string[] = REPORT_COLUMNS;
  const strange = columns.filter((column) => column !== '' && !known.has(column) && !ours.includes(column));
  if (strange.length > 0) warn(`Unknown columns, ignored: ${strange.join(', ')}`);
}
