import { closeSync, createWriteStream, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../files/write-whole.ts';
import { encryptFor } from '../../vault/age.ts';
import type { Sql } from '../database/database.ts';
import type { Connection } from '../database/servers.ts';
import type { Sum } from './archive.ts';
import type { ReadOutside } from './contents.ts';
import { CannotBackUp, withDump, type Dump, type OnRows } from './dump.ts';

export type BackupReport = { file: string; bytes: number; rows: number; migration: number; tables: Sum[] };

export type HowToWrite = {
  key: string | null;
  /** Who can read the archive (age1…). None: it is not encrypted. */
  recipients?: readonly string[];
  onRows?: OnRows;
  /** Reads documents that are in their store. Null: the archive says where they are. */
  readOutside?: ReadOutside | null;
  /** Called when all bytes are written. For a file before it gets its name: without it there is no archive. */
  onWritten?: (sql: Sql, written: Pick<BackupReport, 'bytes' | 'rows'>) => Promise<void>;
  signal?: AbortSignal;
};

/**
 * Writes a snapshot of the whole database to one file that only its owner can read. The service keeps running. The file
 * appears complete: it is written under another name, synced and linked. If aborted by the signal, nothing remains.
 */
export async function writeBackup(connection: Connection, file: string, how: HowToWrite): Promise<BackupReport> {
  if (existsSync(file)) throw isThere(file);
  const aside = partialName(file);
  try {
    return await withDump(connection, how, async (dump) => {
      const written = createWriteStream(aside, { mode: 0o600, flags: 'wx', flush: true });
      const report = await write(dump, written, how);
      giveName(aside, file);
      syncFolder(dirname(file));
      return { file, ...report };
    });
  } finally {
    rmSync(aside, { force: true });
  }
}

const isThere = (file: string): CannotBackUp =>
  new CannotBackUp(`${file} is there already. Give the archive another name.`);

/** What file systems without hard links say, such as those of memory sticks. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Unlike a rename, a link never replaces the archive of another process that was faster. */
function giveName(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'EEXIST') throw isThere(file);
    if (!NO_LINKS.has(code)) throw error;
    reserve(file);
    renameSync(aside, file);
  }
}

function reserve(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw (error as { code?: string }).code === 'EEXIST' ? isThere(file) : error;
  }
}

/** Writes it to a stream instead. If it fails, the stream ends without the end of an archive. */
export async function streamBackup(connection: Connection, to: Writable, how: HowToWrite): Promise<BackupReport> {
  return withDump(connection, how, async (dump) => ({ file: '-', ...(await write(dump, to, how)) }));
}

/** Machine and process tell a file in progress from one that a killed process has left. */
const partialName = (file: string): string => `${file}.${hostname()}.${process.pid}.partial`;

/** The process that writes a file, by its name. Null: it is no file in progress. */
export function partialOf(name: string): { host: string; pid: number } | null {
  const [, host, pid] = /\.gz(?:\.age)?\.(.+)\.([0-9]+)\.partial$/.exec(name) ?? [];
  return host === undefined ? null : { host, pid: Number(pid) };
}

async function write(
  { text, client, content }: Dump,
  to: Writable,
  { recipients = [], onWritten = async () => undefined, signal }: HowToWrite,
): Promise<Omit<BackupReport, 'file'>> {
  let bytes = 0;
  async function* last(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of recipients.length === 0 ? chunks : encryptFor(recipients, chunks)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(text, createGzip(), last, to, signal === undefined ? {} : { signal });
  const { rows, migration, tables } = content();
  await onWritten(client, { bytes, rows });
  return { bytes, rows, migration, tables };
}
