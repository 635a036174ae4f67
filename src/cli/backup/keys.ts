import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { isRecipient } from '../../vault/age-recipient.ts';
import { identitiesIn, newIdentity } from '../../vault/age.ts';
import { refuseCommand, wrongCall } from '../command.ts';

/** Who can read an archive: those of the settings, and those of this call. */
export function recipientsOf(ofSettings: readonly string[], given: readonly string[]): string[] {
  for (const recipient of given) {
    if (isRecipient(recipient)) continue;
    const isSecret = recipient.toUpperCase().startsWith('AGE-SECRET-KEY-');
    throw wrongCall(
      isSecret
        ? '--recipient is a secret key. Anyone on this machine may have read it: make a new one. Give its public key, age1….'
        : `--recipient ${recipient} is not a public key of age (age1…). To make one: depono backup keygen FILE`,
    );
  }
  return [...new Set([...ofSettings, ...given])];
}

/** The identities in files that only their owner can read. */
export async function readIdentities(files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) found.push(...(await identitiesOf(file)));
  return found;
}

async function identitiesOf(file: string): Promise<string[]> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw wrongCall(`File not found: ${file}`);
  if (found.isFile() && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    throw refuseCommand(`${file} is readable by others (mode ${mode}). A secret key must not be: chmod 600 ${file}`);
  }
  const identities = await identitiesIn(readFileSync(file, 'utf8'));
  if (identities === null)
    throw wrongCall(`${file} has no secret key of age (AGE-SECRET-KEY-…), or another line in it.`);
  return identities;
}

/** Writes a new identity to a file of its own, and returns its public key. */
export async function writeIdentity(file: string, now: Date): Promise<string> {
  const { identity, recipient } = await newIdentity();
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw refuseCommand(`${file} is there already, and is not overwritten: archives may need the key in it.`);
  }
  try {
    // As age-keygen writes it. One write: a short one would lack the end of the line, and is noticed below.
    writeSync(handle, `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (!readFileSync(file, 'utf8').endsWith(`${identity}\n`)) throw new Error(`${file} could not be written.`);
  return recipient;
}
