import type { TableShape } from './catalog.ts';

/** Reads a content from the store of documents. Null: the store does not have it as it was stored. */
export type ReadOutside = (document: { object: string; sha256: Buffer }) => Promise<Buffer | null>;

/** Rows whose contents are read at once. */
const AT_ONCE = 16;
const TAB = 0x09;
const LINE_BREAK = 0x0a;

/**
 * The rows of `documents` with the contents that are in the store: an archive has all of them, and a restored database
 * needs no store. Text as COPY writes it. A row whose content cannot be read stays as it is.
 */
export async function* withContents(
  chunks: AsyncIterable<Buffer>,
  { columns }: Pick<TableShape, 'columns'>,
  read: ReadOutside,
): AsyncGenerator<Buffer> {
  const at = {
    content: columns.indexOf('content'),
    object: columns.indexOf('object'),
    hash: columns.indexOf('sha256'),
  };
  const filled = async (row: Buffer): Promise<Buffer> => {
    const fields = fieldsOf(row);
    const object = fields[at.object]?.toString('utf8') ?? NULL;
    if (object === NULL) return row;
    const content = await read({ object, sha256: bytesOf(fields[at.hash]) });
    if (content === null) return row;
    fields[at.object] = Buffer.from(NULL);
    fields[at.content] = Buffer.from(`\\\\x${content.toString('hex')}`);
    return Buffer.concat(fields.flatMap((field, index) => (index === 0 ? [field] : [Buffer.of(TAB), field])));
  };
  let rows: Buffer[] = [];
  for await (const row of linesOf(chunks)) {
    rows.push(row);
    if (rows.length < AT_ONCE) continue;
    yield Buffer.concat(await Promise.all(rows.map(filled)));
    rows = [];
  }
  if (rows.length > 0) yield Buffer.concat(await Promise.all(rows.map(filled)));
}

const NULL = '\\N';

/** The last one ends with the line break. */
function fieldsOf(row: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  for (let end = row.indexOf(TAB); end >= 0; end = row.indexOf(TAB, start)) {
    fields.push(row.subarray(start, end));
    start = end + 1;
  }
  return [...fields, row.subarray(start)];
}

/** COPY writes bytes as `\\x…`. */
function bytesOf(field: Buffer | undefined): Buffer {
  return Buffer.from(field?.toString('latin1').slice('\\\\x'.length) ?? '', 'hex');
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end + 1)]);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}
