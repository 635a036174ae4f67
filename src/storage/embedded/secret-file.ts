import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readOwnFile } from './own-file.ts';

const SHORTEST_SECRET = 16;

/** The secret in a file; if there is none, writes `fresh`. Atomic: concurrent callers get the same secret. */
export function writeSecretOnce(file: string, fresh: string): string {
  const known = readSecret(file);
  if (known !== null) return known;
  const aside = `${file}.${process.pid}`;
  // What a dead process with this id has left, or someone else put there: it must not be followed if it is a link.
  rmSync(aside, { force: true });
  const handle = openSync(aside, 'wx', 0o600);
  writeFileSync(handle, fresh);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    // Another process was first, or the file is empty and useless, as after a full disk.
    if (readSecret(file) === null) renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
  return readSecret(file) ?? fresh;
}

function readSecret(file: string): string | null {
  const secret = readOwnFile(file)?.trim() ?? '';
  return secret.length < SHORTEST_SECRET ? null : secret;
}
