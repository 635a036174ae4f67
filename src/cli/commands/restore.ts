import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { verify } from '../../actions/verify.ts';
import { BadArchive } from '../../storage/backup/archive.ts';
import { CannotRestore, restoreBackup } from '../../storage/backup/restore-backup.ts';
import { NeedsIdentity, readArchive } from '../../storage/backup/source.ts';
import { readOnly, type Sql } from '../../storage/database/database.ts';
import type { Connection } from '../../storage/database/servers.ts';
import { startEmbedded } from '../../storage/embedded/server.ts';
import { rowsShown } from '../backup/progress.ts';
import { readIdentities } from '../backup/keys.ts';
import { authorIn, recordIn } from '../backup/recorded.ts';
import { keyMark } from '../backup/secret-key.ts';
import { command, CommandFailed, refuseCommand, wrongCall, type CommandContext } from '../command.ts';

export const restoreCommand = command({
  name: 'restore',
  role: null,
  summary: 'Restore an archive into an empty database, completely or not at all',
  usage: 'FILE|- [--identity FILE]… [--other-key]',
  about: `The database must be empty: a new one at DATABASE_URL, or a DATA_DIR without one. Nothing is ever overwritten. In one
transaction the tables are created, filled, read again and compared with the checksums of the archive. Then they are
migrated to this version, and the books and histories are verified. The audit log of the restored database says who
restored it, and from which file.

With - the archive comes from standard input. An encrypted archive needs the file with its secret key: --identity.

First set SECRET_KEY to the key used at the time of the backup, or copy the file secret-key into the new DATA_DIR. Stop
the old service before the new one starts: otherwise both send the waiting mails and callbacks. No payment file is
written before \`depono bank release\`: orders sent to the bank after the backup would be paid twice.`,
  words: [1, 1],
  examples: [
    'DATA_DIR=/srv/depono-new SECRET_KEY=… depono restore depono-2026-11-15.gz',
    'DATABASE_URL=postgres://…/depono_new depono restore depono.gz.age --identity depono-backup.key --json',
  ],
  options: {
    identity: { type: 'list', value: 'FILE', about: 'decrypt with the secret key (AGE-SECRET-KEY-…) in this file' },
    'other-key': {
      type: 'flag',
      about: 'continue without the SECRET_KEY of the archive; sealed data stays unreadable',
    },
  },
  run: async (context, { words: [file = ''], options }) => {
    const { output } = context;
    // Checked before a database is created.
    if (file !== '-' && !existsSync(file)) throw wrongCall(`File not found: ${file}`);
    if (file === '-' && context.input.canAsk) {
      throw wrongCall('Standard input is a terminal. Send the archive to it: depono restore - < FILE');
    }
    const text = await open(context, file, options.identity);
    const { dataDir } = context.settings();
    const key = options['other-key'] ? null : keyMark(context, dataDir);
    const progress = output.progress('rows');
    const onRows = rowsShown(progress);
    const { report, verification } = await inNewDatabase(context, async (connection) => {
      const onRestored = (sql: Sql, createdAt: string): Promise<void> => record(context, sql, { file, createdAt });
      const restored = await restoreBackup(connection, text, { key, onRows, onRestored }).finally(progress.end);
      return { report: restored, verification: await readOnly(connection, verify) };
    }).catch((error: unknown) => {
      throw explained(error, file);
    });
    const { faults } = verification;
    output.show({ ...report, verification }, () =>
      [
        `${report.rows} rows restored from the backup of ${report.createdAt}; all checksums match.`,
        report.migrated.length > 0 ? `Migrated from ${report.migration} to ${report.migrated.at(-1)}.` : '',
        faults.length === 0
          ? `${verification.deposits} deposits verified: all books balance, and no history was changed.`
          : `${faults.length} faults, already present in the archive. To list them: depono deposit verify`,
        'Payment files are on hold. Import the bank files since the backup, compare the open orders, then: depono bank release',
      ]
        .filter((line) => line !== '')
        .join('\n'),
    );
    return faults.length === 0 ? 0 : 1;
  },
});

async function open(
  context: CommandContext,
  file: string,
  identities: readonly string[],
): Promise<AsyncGenerator<Buffer>> {
  const secrets = await readIdentities(identities);
  return readArchive(file === '-' ? context.rawInput() : file, secrets).catch((error: unknown) => {
    throw explained(error, file);
  });
}

/** An entry in the restored database, which is also the one that must know the token. */
async function record(
  context: CommandContext,
  sql: Sql,
  { file, createdAt }: { file: string; createdAt: string },
): Promise<void> {
  const author = await authorIn(context, sql).catch((error: unknown) => {
    if (!(error instanceof CommandFailed)) throw error;
    throw wrongCall(
      'The restored database does not know DEPONO_TOKEN. Nothing was restored. Run it again without DEPONO_TOKEN.',
    );
  });
  const about = { file: basename(file), 'backup of': createdAt };
  await recordIn(sql, author, { verb: 'restore', thing: 'backup', about });
}

/** Creates a database in a data folder without one. */
async function inNewDatabase<T>(
  { settings }: CommandContext,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings();
  if (databaseUrl !== null) return work(databaseUrl);
  const embedded = await startEmbedded(dataDir);
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof CannotRestore || error instanceof NeedsIdentity) return wrongCall(error.message);
  if (error instanceof BadArchive)
    return refuseCommand(
      `${file === '-' ? 'Standard input' : file} cannot be restored. Nothing was changed. ${error.message}`,
    );
  return error;
}
