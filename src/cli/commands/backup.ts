import { resolve } from 'node:path';
import { listBackups } from '../../storage/backup/records.ts';
import { readOnly } from '../../storage/database/database.ts';
import { recipientsOf, writeIdentity } from '../backup/keys.ts';
import { makeBackup, type Made, type Target } from '../backup/make-backup.ts';
import { command, wrongCall, type Command, type Settings } from '../command.ts';
import { table } from '../output.ts';

const backup = command({
  name: 'backup',
  role: null,
  summary: 'Write a consistent backup of the whole database to a folder, a file or standard output',
  usage: '[FILE|-] [--folder FOLDER] [--recipient KEY]… [--kept] [--without-documents]',
  about: `The service keeps running. The archive contains every table with a checksum, and nothing else. Back up separately:
SECRET_KEY (or the file secret-key in DATA_DIR), without which the sealed data in the archive cannot be read; and the
bank folder, if it has files that were not imported yet.

Documents that are in the object store (DOCUMENTS_URL) are read from there: the archive has them, too, and can be restored
without the store. With --without-documents it only says where they are: then back up the store as well.

With --folder (or BACKUP_DIR) the archive is named after the time and the database. When it is complete, older archives
of this database in the folder are removed as BACKUP_KEEP says; other files stay. With - the archive goes to standard
output, and everything else to standard error.

The archive holds personal data. It is encrypted in the age format for the public keys of BACKUP_RECIPIENTS and --recipient,
and its name ends in .age. Without them it is not encrypted; only you can read the file (mode 600).

An archive in BACKUP_DIR, or in --folder where BACKUP_DIR is not set, counts as the last backup, which doctor, metrics and
alerts watch. Any other does not: it may be for a drill, and gone tomorrow. Say --kept if it is brought to a safe place.

The audit log says who made a backup; \`depono backup list\` shows them.`,
  words: [0, 1],
  examples: [
    'depono backup --folder /backup --recipient age1…',
    'depono backup /backup/before-upgrade.gz',
    "depono backup - --kept | ssh backup@other.example 'cat > depono.gz.age'",
  ],
  options: {
    folder: { type: 'text', value: 'FOLDER', about: 'write an archive named after the time, and remove old ones' },
    recipient: { type: 'list', value: 'KEY', about: 'encrypt for this public key (age1…); may be repeated' },
    'without-documents': { type: 'flag', about: 'leave out documents that are in the object store' },
    kept: { type: 'flag', about: 'it counts as the last backup, although it is not in BACKUP_DIR' },
  },
  run: async (context, { words: [file], options: { folder, recipient, kept, 'without-documents': isWithout } }) => {
    const settings = context.settings();
    const recipients = recipientsOf(settings.backupRecipients, recipient);
    const target = targetOf({ file, folder }, settings, recipients.length > 0);
    if (target.kind === 'output' && context.output.isTerminal) {
      throw wrongCall('Standard output is a terminal. Send the archive to a file or a program: depono backup - > FILE');
    }
    const output = target.kind === 'output' ? context.output.toErrors() : context.output;
    const made = await makeBackup(context, {
      target,
      recipients,
      kept: kept || isKept(target, settings),
      withDocuments: !isWithout,
      output,
    });
    if (!made.isRecorded) {
      output.warn('The backup is not in the audit log: the database can only be read, or has an older schema.');
    }
    if (made.unread > 0) {
      output.warn(
        `${made.unread} documents could not be read from the object store and are not in the backup. Which ones: depono documents check`,
      );
    }
    output.show(made, () => inWords(made));
    return 0;
  },
});

function targetOf(
  { file, folder }: { file: string | undefined; folder: string | null },
  { backupDir, backupKeep: keep }: Settings,
  isEncrypted: boolean,
): Target {
  if (file !== undefined && folder !== null) throw wrongCall('Give a file or --folder, not both.');
  if (file === '-') return { kind: 'output' };
  if (file !== undefined) {
    if (isEncrypted && !file.endsWith('.age'))
      throw wrongCall(`The archive is encrypted. Let its name end in .age: ${file}.age`);
    if (!isEncrypted && file.endsWith('.age')) {
      throw wrongCall(
        'A name that ends in .age is for encrypted archives. Set BACKUP_RECIPIENTS, or give --recipient.',
      );
    }
    return { kind: 'file', file };
  }
  const into = folder ?? backupDir;
  if (into === null)
    throw wrongCall(
      'Where to? depono backup FILE, depono backup -, or depono backup --folder FOLDER (or set BACKUP_DIR).',
    );
  return { kind: 'folder', folder: into, keep };
}

/** Whether the archive lies where the nightly ones do. */
function isKept(target: Target, { backupDir }: Settings): boolean {
  return target.kind === 'folder' && (backupDir === null || resolve(target.folder) === resolve(backupDir));
}

function inWords({ tables, rows, bytes, file, migration, encrypted, kept, removed, ofOthers }: Made): string {
  const filled = tables.filter((one) => one.rows > 0).map((one) => [one.table, one.rows]);
  const what = `${rows} rows in ${file === '-' ? 'standard output' : file}, ${mebibytes(bytes)}, migration ${migration}`;
  const lines = [table(['TABLE', 'ROWS'], filled), '', `${what}, ${encrypted ? 'encrypted' : 'not encrypted'}.`];
  if (!kept) lines.push('It does not count as the last backup: it is not where backups are kept. See --kept.');
  if (removed.length > 0) lines.push(`Removed because of BACKUP_KEEP: ${removed.join(', ')}.`);
  if (ofOthers > 0)
    lines.push(`${ofOthers} archives of other databases are in the folder. BACKUP_KEEP never removes them.`);
  return lines.join('\n');
}

const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

const MOST_LISTED = 1_000;

const list = command({
  name: 'backup list',
  role: null,
  summary: 'List the finished backups of this database, the newest first',
  usage: '',
  about: 'As the database knows them, for 400 days. Whether the files still exist is not checked.',
  words: [0, 0],
  examples: ['depono backup list', 'depono backup list --json'],
  options: {},
  run: async ({ output, withConnection }) => {
    const backups = await withConnection((connection) => readOnly(connection, (sql) => listBackups(sql, MOST_LISTED)));
    for (const one of backups) output.object(one);
    const rows = backups.map(({ at, file, bytes, rows: count, encrypted, kept }) => [
      at,
      file,
      mebibytes(bytes),
      count,
      encrypted,
      kept,
    ]);
    output.say(
      rows.length === 0 ? 'No backup was made yet.' : table(['AT', 'FILE', 'SIZE', 'ROWS', 'ENCRYPTED', 'KEPT'], rows),
    );
    return 0;
  },
});

const keygen = command({
  name: 'backup keygen',
  role: null,
  summary: 'Write a new secret key for encrypted backups to a file, and print its public key',
  usage: 'FILE',
  about: `The public key (age1…) goes into BACKUP_RECIPIENTS. The file with the secret key is needed only for restoring: keep it
away from this machine, in two places. Whoever has it can read the archives; without it no one can. The file has mode 600
and is never overwritten. Keys of the program age-keygen work as well.`,
  words: [1, 1],
  examples: ['depono backup keygen depono-backup.key'],
  options: {},
  run: async ({ output }, { words: [file = ''] }) => {
    const recipient = await writeIdentity(file, new Date());
    output.show({ file, recipient }, () => recipient);
    return 0;
  },
});

export const backupCommands: readonly Command[] = [backup, list, keygen];
