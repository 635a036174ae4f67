import { BACKUP_IS_OLD_AFTER_HOURS } from '../../domain/backup-keep.ts';
import { newestKept, type BackupRecord } from '../../storage/backup/records.ts';
import { readArchiver, type Archiver } from '../../storage/backup/archiver.ts';
import { realTime } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { Settings } from '../command.ts';
import { ok, warn, type Finding } from './finding.ts';

type Backed = Pick<Settings, 'environment' | 'backupRecipients'>;

export async function checkBackups(sql: Sql, settings: Backed): Promise<Finding[]> {
  const archiver = await readArchiver(sql);
  return [
    backupFinding(await newestKept(sql), await realTime(sql), settings),
    ...encryptionFindings(settings),
    ...(archiver === null ? [] : [archivingFinding(archiver)]),
  ];
}

export function backupFinding(newest: BackupRecord | null, now: Date, { environment }: Backed): Finding {
  const check = 'backup';
  const isProduction = environment === 'production';
  const mend = 'Make one: depono backup --folder FOLDER. For a nightly one: packaging/depono-backup.timer.';
  const none = 'none that is kept was made yet';
  if (newest === null) return isProduction ? warn(check, none, mend) : ok(check, none);
  const hours = (now.getTime() - newest.at.getTime()) / 3_600_000;
  const says = `the last one was ${newest.file}, ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`} ago`;
  return isProduction && hours > BACKUP_IS_OLD_AFTER_HOURS ? warn(check, says, mend) : ok(check, says);
}

export function encryptionFindings({ environment, backupRecipients }: Backed): Finding[] {
  const check = 'BACKUP_RECIPIENTS';
  const { length } = backupRecipients;
  if (length > 0) return [ok(check, `backups are encrypted for ${length} ${length === 1 ? 'key' : 'keys'}`)];
  if (environment !== 'production') return [];
  const mend =
    'On another machine: depono backup keygen FILE. Then set BACKUP_RECIPIENTS to the public key that it prints.';
  return [warn(check, 'not set: backups hold personal data in plain text', mend)];
}

export function archivingFinding({ isOn, lastArchived, lastFailed, failed, failingSeconds }: Archiver): Finding {
  const check = 'WAL archiving';
  if (!isOn) return ok(check, 'off: a loss of the disk loses everything since the last backup');
  const success = lastArchived === null ? 'never' : lastArchived.toISOString();
  if (failingSeconds > 0) {
    return warn(
      check,
      `fails: ${failed} at ${lastFailed?.toISOString()}; the last success was ${success === 'never' ? 'never' : `at ${success}`}`,
      'See the log of PostgreSQL and its archive_command. Until it works, log files fill the disk of the database.',
    );
  }
  return ok(check, lastArchived === null ? 'on; nothing archived yet' : `works, the last file at ${success}`);
}
