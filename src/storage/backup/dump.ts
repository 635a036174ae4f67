import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection } from '../database/servers.ts';
import { endOfRows, FORMAT, headerLine, noteLine, type Header, type Sum } from './archive.ts';
import {
  copyIn,
  copyOut,
  describeTables,
  estimateRows,
  holdTables,
  listTables,
  readMigrations,
  readSequences,
  type TableShape,
} from './catalog.ts';
import { beginUnlimited, withClient } from './connect.ts';
import { withContents, type ReadOutside } from './contents.ts';

/** `total` is approximate. */
export type OnRows = (done: number, total: number) => void;

/** There is nothing to back up, or nowhere to put it. */
export class CannotBackUp extends Error {}

/** A snapshot of the whole database as the text of an archive. */
export type Dump = {
  text: AsyncGenerator<Buffer>;
  /** The connection; after the text it is free for other statements. */
  client: Client;
  /** What the text contains, once it was read to its end. */
  content: () => { rows: number; migration: number; tables: Sum[] };
};

/** The service keeps running. `key` is the fingerprint of the key of the sealed values. */
export function withDump<T>(
  connection: Connection,
  {
    key,
    onRows = () => undefined,
    readOutside = null,
  }: {
    key: string | null;
    onRows?: OnRows | undefined;
    /** Where documents that are in their store are read. Null: the archive says where they are. */
    readOutside?: ReadOutside | null;
  },
  work: (dump: Dump) => Promise<T>,
): Promise<T> {
  return withClient(connection, async (client) => {
    const { header, tables } = await snapshot(client, key);
    const sums: Sum[] = [];
    const text = archive(client, { header, tables, sums, readOutside, onRows: (done) => onRows(done, header.about) });
    const content: Dump['content'] = () => ({
      rows: sums.reduce((sum, one) => sum + one.rows, 0),
      migration: header.migrations.at(-1)?.number ?? 0,
      tables: sums,
    });
    return work({ text, client, content });
  });
}

/** Starts the snapshot transaction. Locks the tables first, so that their schema cannot change. */
async function snapshot(client: Client, key: string | null) {
  const names = await listTables(client);
  if (!names.includes('migrations')) throw new CannotBackUp('There is nothing in this database to back up.');
  await beginUnlimited(client, 'isolation level repeatable read read only');
  await holdTables(client, names);
  const tables = await describeTables(client);
  const header: Header = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    key,
    migrations: await readMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(client),
    about: await estimateRows(client),
  };
  return { header, tables };
}

async function* archive(
  client: Client,
  {
    header,
    tables,
    sums,
    readOutside,
    onRows,
  }: {
    header: Header;
    tables: readonly TableShape[];
    sums: Sum[];
    readOutside: ReadOutside | null;
    onRows: (done: number) => void;
  },
): AsyncGenerator<Buffer> {
  yield Buffer.from(headerLine(header));
  let done = 0;
  for (const table of tables) {
    yield Buffer.from(`${copyIn(table)};\n`);
    const hash = createHash('sha256');
    const stream = client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>;
    const isOutside = readOutside !== null && table.name === 'documents' && table.columns.includes('object');
    let rows = 0;
    for await (const chunk of isOutside ? withContents(stream, table, readOutside) : stream) {
      hash.update(chunk);
      rows += countLines(chunk);
      onRows(done + rows);
      yield chunk;
    }
    done += rows;
    const sum: Sum = { table: table.name, rows, sha256: hash.digest('hex') };
    sums.push(sum);
    yield Buffer.from(endOfRows + noteLine(sum));
  }
  yield Buffer.from(noteLine({ end: true, tables: tables.length, rows: done }));
  await client.query('commit');
}

/** Each row has exactly one line break, at its end. */
export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count++;
  return count;
}
