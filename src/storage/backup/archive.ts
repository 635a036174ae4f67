import type { AppliedMigration, Sequence } from './catalog.ts';

// An archive is a gzipped text file, usually encrypted in the age format. Its tables have the format of psql, so the data can also be read without this
// program. Our own additions are comments.
//
//   -- Depono backup {"format":1,"createdAt":…,"migrations":[…],"tables":[…],…}
//   copy "deposits" ("id", …) from stdin;
//   …rows…
//   \.
//   -- {"table":"deposits","rows":2,"sha256":"…"}
//   -- {"end":true,"tables":25,"rows":1200}

export const FORMAT = 1;

export type Header = {
  format: number;
  createdAt: string;
  /** A hash that identifies the SECRET_KEY that sealed the data, without revealing it. */
  key: string | null;
  migrations: AppliedMigration[];
  tables: { name: string; columns: string[] }[];
  sequences: Sequence[];
  /** The approximate number of rows. */
  about: number;
};

/** The checksum of a table's rows. */
export type Sum = { table: string; rows: number; sha256: string };
type End = { end: true; tables: number; rows: number };

/** The file is not an archive of Depono, or it is damaged. */
export class BadArchive extends Error {}

const FIRST = '-- Depono backup ';
const NOTE = '-- ';
/** No header or note is longer; rows are not read line by line. */
const LONGEST_LINE = 4_194_304;
const END_OF_ROWS = Buffer.from('\n\\.\n');

export const headerLine = (header: Header): string => `${FIRST}${JSON.stringify(header)}\n`;
export const noteLine = (note: Sum | End): string => `${NOTE}${JSON.stringify(note)}\n`;
export const endOfRows = '\\.\n';

export type Archive = {
  header: Header;
  /** The rows of the next table; read them to the end before calling `sum`. */
  rows: () => AsyncGenerator<Buffer>;
  sum: () => Promise<Sum>;
  end: () => Promise<End>;
  close: () => Promise<void>;
};

export async function openArchive(text: AsyncGenerator<Buffer>): Promise<Archive> {
  const reader = readerOf(text);

  async function note<T extends object>(member: keyof T & string, start = NOTE): Promise<T> {
    const found = await reader.line();
    const value = found.startsWith(start) ? parse(found.slice(start.length)) : null;
    if (value === null || !(member in value)) throw new BadArchive('It is not an archive of Depono, or it is damaged.');
    return value as T;
  }

  /** Reads on to the very end: only there it shows whether the file was cut off or changed. */
  async function end(): Promise<End> {
    const found = await note<End>('end');
    if ((await reader.rest()) > 0) throw new BadArchive('It continues after its end.');
    return found;
  }

  const close = async (): Promise<void> => void (await text.return(undefined).catch(() => undefined));
  try {
    const header = await note<Header>('format', FIRST);
    if (header.format !== FORMAT) throw new BadArchive('It was written by a newer Depono.');
    return { header, rows: reader.rows, sum: () => note<Sum>('sha256'), end, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readerOf(text: AsyncGenerator<Buffer>) {
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const { done, value } = await text.next();
    if (done === true) throw new BadArchive('It ends too early.');
    held = held.length === 0 ? value : Buffer.concat([held, value]);
  }

  async function line(): Promise<string> {
    let end: number;
    while ((end = held.indexOf(0x0a)) < 0) {
      if (held.length > LONGEST_LINE) throw new BadArchive('It is not an archive of Depono.');
      await more();
    }
    const found = held.toString('utf8', 0, end);
    held = held.subarray(end + 1);
    return found;
  }

  async function* rows(): AsyncGenerator<Buffer> {
    if (!(await line()).startsWith('copy ')) throw new BadArchive('A table does not begin where it should.');
    // The end mark starts with a line break, also in an empty table.
    held = Buffer.concat([Buffer.from('\n'), held]);
    let isFirst = true;
    for (;;) {
      const end = held.indexOf(END_OF_ROWS);
      // The last bytes may be the start of the end mark; keep them for the next chunk.
      const safe = end >= 0 ? end + 1 : Math.max(held.length - END_OF_ROWS.length + 1, 0);
      const ready = held.subarray(isFirst ? 1 : 0, safe);
      if (safe > 0) isFirst = false;
      if (end >= 0) held = held.subarray(end + END_OF_ROWS.length);
      else held = held.subarray(safe);
      if (ready.length > 0) yield ready;
      if (end >= 0) return;
      await more();
    }
  }

  /** The number of bytes that are left. */
  async function rest(): Promise<number> {
    let bytes = held.length;
    for (let next = await text.next(); next.done !== true; next = await text.next()) bytes += next.value.length;
    return bytes;
  }

  return { line, rows, rest };
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
