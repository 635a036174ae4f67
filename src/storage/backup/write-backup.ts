import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection, Sql } from '../database/database.ts';
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
import { withClient } from './connect.ts';

export type BackupReport = { file: string; bytes: number; rows: number; migration: number; tables: Sum[] };

/** `total` is approximate. */
export type OnRows = (done: number, total: number) => void;

/** There is nothing to back up, or nowhere to put it. */
export class CannotBackUp extends Error {}

/**
 * Writes a snapshot of the whole database to one file that only its owner can read. The service keeps running. The file
 * appears complete: it is written under another name, synced and renamed. If aborted by the signal, nothing remains.
 */
export async function writeBackup(
  connection: Connection,
  file: string,
  {
    key,
    onRows = () => undefined,
    onWritten = async () => undefined,
    signal,
  }: {
    key: string | null;
    onRows?: OnRows;
    /** Called before the file gets its name: without it there is no archive. */
    onWritten?: (sql: Sql, written: Pick<BackupReport, 'bytes' | 'rows'>) => Promise<void>;
    signal?: AbortSignal;
  },
): Promise<BackupReport> {
  if (existsSync(file)) throw new CannotBackUp(`${file} is there already. Give the archive another name.`);
  const aside = `${file}.${process.pid}.partial`;
  try {
    return await withClient(connection, async (client) => {
      const { header, tables } = await snapshot(client, key);
      const sums: Sum[] = [];
      const text = archive(client, { header, tables, sums, onRows: (done) => onRows(done, header.about) });
      const written = createWriteStream(aside, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline(text, createGzip(), written, signal === undefined ? {} : { signal });
      await client.query('commit');
      const { size: bytes } = statSync(aside);
      const rows = sums.reduce((sum, one) => sum + one.rows, 0);
      await onWritten(client, { bytes, rows });
      renameSync(aside, file);
      await syncFolder(dirname(file));
      const migration = header.migrations.at(-1)?.number ?? 0;
      return { file, bytes, rows, migration, tables: sums };
    });
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Starts the snapshot transaction. Locks the tables first, so that their schema cannot change. */
async function snapshot(client: Client, key: string | null) {
  const names = await listTables(client);
  if (!names.includes('migrations')) throw new CannotBackUp('There is nothing in this database to back up.');
  await client.query('begin isolation level repeatable read read only');
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
    onRows,
  }: { header: Header; tables: readonly TableShape[]; sums: Sum[]; onRows: (done: number) => void },
): AsyncGenerator<Buffer | string> {
  yield headerLine(header);
  let done = 0;
  for (const table of tables) {
    yield `${copyIn(table)};\n`;
    const hash = createHash('sha256');
    const stream = client.query(copyTo(copyOut(table)));
    let rows = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      rows += countLines(chunk);
      onRows(done + rows);
      yield chunk;
    }
    done += rows;
    const sum: Sum = { table: table.name, rows, sha256: hash.digest('hex') };
    sums.push(sum);
    yield endOfRows;
    yield noteLine(sum);
  }
  yield noteLine({ end: true, tables: tables.length, rows: done });
}

/** Each row has exactly one line break, at its end. */
export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count++;
  return count;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
