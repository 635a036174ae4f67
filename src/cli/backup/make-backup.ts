import { basename, join } from 'node:path';
import { archiveName, type BackupKeep } from '../../domain/backup-keep.ts';
import { databaseId } from '../../storage/backup/catalog.ts';
import { oneAtATime, withClient } from '../../storage/backup/connect.ts';
import { CannotBackUp } from '../../storage/backup/dump.ts';
import { insertBackup } from '../../storage/backup/records.ts';
import { streamBackup, writeBackup, type BackupReport, type HowToWrite } from '../../storage/backup/write-backup.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { Connection } from '../../storage/database/servers.ts';
import { refuseCommand, wrongCall, type CommandContext, type CommandFailed } from '../command.ts';
import type { Output } from '../output.ts';
import { prepareFolder, prune } from './folder.ts';
import { rowsShown } from './progress.ts';
import { authorIn, ifWritable, recordIn } from './recorded.ts';
import { CannotReadOutside, documentsOutside } from './documents-outside.ts';
import { keyMark } from './secret-key.ts';

/** Where the archive goes: standard output, one file, or a folder from which old archives are removed. */
export type Target =
  | { kind: 'output' }
  | { kind: 'file'; file: string }
  | { kind: 'folder'; folder: string; keep: BackupKeep };

export type Made = BackupReport & {
  encrypted: boolean;
  /** Whether it counts as the last backup. */
  kept: boolean;
  /** Archives that are no longer kept, only with a folder. */
  removed: string[];
  /** How many archives of other databases the folder has. */
  ofOthers: number;
  /** False: the database can only be read, or has an older schema. */
  isRecorded: boolean;
  /** Documents that are in their store, and could not be read from it. */
  unread: number;
};

/** Writes the archive, then records it: the audit log says who made it, and the list of backups that it is finished. */
export async function makeBackup(
  context: CommandContext,
  {
    target,
    recipients,
    kept,
    withDocuments,
    output,
  }: {
    target: Target;
    recipients: readonly string[];
    kept: boolean;
    /** Whether it has documents that are in their store. */
    withDocuments: boolean;
    output: Output;
  },
): Promise<Made> {
  const key = keyMark(context, context.settings().dataDir);
  const progress = output.progress('rows');
  const signal = context.untilInterrupted();
  const encrypted = recipients.length > 0;
  const outside = withDocuments ? documentsOutside(context) : null;
  const make = async (connection: Connection): Promise<Made> => {
    const { author, file } = await withClient(connection, async (sql) => ({
      author: await authorIn(context, sql),
      file: await nameOf(sql, target, encrypted),
    }));
    const onWritten = async (sql: Sql, { bytes, rows }: Pick<BackupReport, 'bytes' | 'rows'>): Promise<void> => {
      const changes = { bytes: { to: bytes }, rows: { to: rows }, encrypted: { to: encrypted } };
      const change = { verb: 'write', thing: 'backup', about: { file }, changes };
      await ifWritable(() => recordIn(sql, author, change));
    };
    const report = await write(
      context,
      connection,
      { target, file },
      {
        key,
        recipients,
        onRows: rowsShown(progress),
        readOutside: outside?.read ?? null,
        onWritten,
        signal,
      },
    );
    const { bytes, rows } = report;
    const isRecorded = await withClient(connection, (sql) =>
      ifWritable(() => insertBackup(sql, { file, bytes, rows, encrypted, kept })),
    );
    const pruned = target.kind === 'folder' ? prune(target.folder, target.keep, file) : { removed: [], ofOthers: 0 };
    return { ...report, encrypted, kept, ...pruned, isRecorded, unread: outside?.unread() ?? 0 };
  };
  try {
    return await context.withConnection(async (connection) => {
      if (target.kind !== 'folder') return make(connection);
      let made: Made | null = null;
      const isMine = await oneAtATime(connection, async () => void (made = await make(connection)));
      if (!isMine || made === null)
        throw refuseCommand('Another backup of this database is being made. Nothing was done.');
      return made;
    });
  } catch (error) {
    throw explained(error, target, signal) ?? error;
  } finally {
    progress.end();
  }
}

function write(
  context: CommandContext,
  connection: Connection,
  { target, file }: { target: Target; file: string },
  how: HowToWrite,
): Promise<BackupReport> {
  switch (target.kind) {
    case 'output':
      return streamBackup(connection, context.rawOutput(), how);
    case 'file':
      return writeBackup(connection, target.file, how);
    case 'folder':
      prepareFolder(target.folder);
      return writeBackup(connection, join(target.folder, file), how);
  }
}

/** The name of the archive, without its folder. */
async function nameOf(sql: Sql, target: Target, isEncrypted: boolean): Promise<string> {
  switch (target.kind) {
    case 'output':
      return '-';
    case 'file':
      return basename(target.file);
    case 'folder':
      return archiveName({ time: new Date(), database: await databaseId(sql), isEncrypted });
  }
}

/** What the reader can do about it; null for everything else. */
function explained(error: unknown, target: Target, signal: AbortSignal): CommandFailed | null {
  const nothing = target.kind === 'output' ? 'The archive is not complete.' : 'No archive was written.';
  if (signal.aborted) return refuseCommand(`Interrupted. ${nothing}`);
  if (error instanceof CannotBackUp) return wrongCall(error.message);
  if (error instanceof CannotReadOutside) return wrongCall(`${error.message} ${nothing}`);
  const { code = '', message } = error as { code?: string; message: string };
  if (code === 'EPIPE' && target.kind === 'output') {
    return refuseCommand(`The program that reads standard output ended too early. ${nothing}`);
  }
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    const older = target.kind === 'folder' ? ' No older one was removed.' : '';
    return refuseCommand(
      `The disk is full, or takes no file of this size. ${nothing}${older} Free some space, or back up to another disk.`,
    );
  }
  if (['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(code)) return refuseCommand(`${nothing} ${message}`);
  return null;
}
