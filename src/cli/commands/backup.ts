import { basename } from 'node:path';
import { withClient } from '../../storage/backup/connect.ts';
import { CannotBackUp, writeBackup, type BackupReport } from '../../storage/backup/write-backup.ts';
import type { Sql } from '../../storage/database/database.ts';
import { rowsShown } from '../backup/progress.ts';
import { authorIn, recordIfPossible } from '../backup/recorded.ts';
import { keyMark } from '../backup/secret-key.ts';
import { command, refuseCommand, wrongCall } from '../command.ts';
import { table } from '../output.ts';

export const backupCommand = command({
  name: 'backup',
  role: null,
  summary: 'Write a consistent backup of the whole database to one file',
  usage: 'FILE',
  about: `The service keeps running. The archive contains every table with a checksum, and nothing else. Back up separately:
SECRET_KEY (or the file secret-key in DATA_DIR), without which the sealed data in the archive cannot be read; and the
bank folder, if it has files that were not imported yet.

The audit log says who made a backup, with the name and size of the file.

The archive holds personal data in plain text. Only you can read it (mode 600). Encrypt it before it leaves the
machine.`,
  words: [1, 1],
  examples: ['depono backup /backup/depono-$(date +%F).gz', 'depono backup depono.gz --json'],
  options: {},
  run: async (context, { words: [file = ''] }) => {
    const { output } = context;
    const key = keyMark(context, context.settings().dataDir);
    const progress = output.progress('rows');
    const onRows = rowsShown(progress);
    const signal = context.untilInterrupted();
    let isRecorded = false;
    const report = await context
      .withConnection(async (connection) => {
        const author = await withClient(connection, (client) => authorIn(context, client));
        const onWritten = async (sql: Sql, { bytes, rows }: Pick<BackupReport, 'bytes' | 'rows'>): Promise<void> => {
          const changes = { bytes: { to: bytes }, rows: { to: rows } };
          const change = { verb: 'write', thing: 'backup', about: { file: basename(file) }, changes };
          isRecorded = await recordIfPossible(sql, author, change);
        };
        return writeBackup(connection, file, { key, onRows, onWritten, signal });
      })
      .catch((error: unknown) => {
        if (signal.aborted) throw refuseCommand('Interrupted. No archive was written.');
        throw error instanceof CannotBackUp ? wrongCall(error.message) : error;
      })
      .finally(progress.end);
    if (!isRecorded) {
      output.warn('The backup is not in the audit log: the database can only be read, or has an older schema.');
    }
    output.show(report, () => {
      const filled = report.tables.filter(({ rows }) => rows > 0).map(({ table: name, rows }) => [name, rows]);
      const size = `${(report.bytes / 1_048_576).toFixed(1)} MiB`;
      return `${table(['TABLE', 'ROWS'], filled)}\n\n${report.rows} rows in ${file}, ${size}, migration ${report.migration}.`;
    });
    return 0;
  },
});
