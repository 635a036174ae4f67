import { CannotBackUp, writeBackup } from '../../storage/backup/write-backup.ts';
import { rowsShown } from '../backup/progress.ts';
import { keyMark } from '../backup/secret-key.ts';
import { command, refuse, wrongCall } from '../command.ts';
import { table } from '../output.ts';

export const backupCommand = command({
  name: 'backup',
  summary: 'Write the whole database, as it is at one moment, into one file',
  usage: 'FILE',
  about: `The service goes on meanwhile. The archive has every table with a checksum, and nothing but the database: keep
SECRET_KEY (or the file secret-key of DATA_DIR) somewhere else, for without it what is sealed in the archive cannot be
read; and keep the bank folder, if files in it were not read yet.

The archive holds personal data in plain text. It is readable to you alone (mode 600): encrypt it before it leaves the
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
    const report = await context
      .withConnection((connection) => writeBackup(connection, file, { key, onRows, signal }))
      .catch((error: unknown) => {
        if (signal.aborted) throw refuse('It was interrupted, and no archive was written.');
        throw error instanceof CannotBackUp ? wrongCall(error.message) : error;
      })
      .finally(progress.end);
    output.show(report, () => {
      const filled = report.tables.filter(({ rows }) => rows > 0).map(({ table: name, rows }) => [name, rows]);
      const size = `${(report.bytes / 1_048_576).toFixed(1)} MiB`;
      return `${table(['TABLE', 'ROWS'], filled)}\n\n${report.rows} rows in ${file}, ${size}, migration ${report.migration}.`;
    });
    return 0;
  },
});
