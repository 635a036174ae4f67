import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const SHORTEST_SECRET = 16;

/** The secret in a file, or `fresh` written there: whole or not at all, and the same for all who ask at once. */
export function writeSecretOnce(file: string, fresh: string): string {
  const known = readSecret(file);
  if (known !== null) return known;
  const aside = `${file}.${process.pid}`;
  const handle = openSync(aside, 'w', 0o600);
  writeSync(handle, fresh);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    // Someone else was first; or the file is there but empty, as a full disk leaves it, and is of no use to anyone.
    if (readSecret(file) === null) renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
  return readSecret(file) ?? fresh;
}

function readSecret(file: string): string | null {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    return secret.length < SHORTEST_SECRET ? null : secret;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
