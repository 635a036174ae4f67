import { parseKeep, STANDARD_KEEP, type BackupKeep } from './domain/backup-keep.ts';
import { isRecipient } from './vault/age-recipient.ts';

/** The public keys, separated by commas. Throws a sentence for what is none. */
export function backupRecipients(text: string | null): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  const recipients = keys.filter((key) => key !== '');
  if (recipients.some((key) => key.toUpperCase().startsWith('AGE-SECRET-KEY-'))) {
    throw new Error(
      'BACKUP_RECIPIENTS has a secret key. Backups need only its public key (age1…); keep the secret elsewhere.',
    );
  }
  const wrong = recipients.find((key) => !isRecipient(key));
  if (wrong === undefined) return recipients;
  throw new Error(
    `BACKUP_RECIPIENTS has "${wrong}", which is not a public key of age (age1…). Separate several by commas. ` +
      'To make one: depono backup keygen FILE',
  );
}

export function backupKeep(text: string | null): BackupKeep {
  const keep = text === null ? STANDARD_KEEP : parseKeep(text);
  if (keep !== null) return keep;
  throw new Error(
    `BACKUP_KEEP is "${text}". It says how many archives are kept, for example daily=14,weekly=8,monthly=12.`,
  );
}
