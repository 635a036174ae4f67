import { closeSync, constants, fchownSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStart } from '../database/cannot-start.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Without waiting for the other end of a named pipe. */
const SAFELY = O_NOFOLLOW | O_NONBLOCK;

/**
 * Opens a log for appending. Root may start a server in a folder of the service: whoever owns the folder must not be able to
 * redirect what root writes, so links of either kind are refused. A new log belongs to the owner of the folder.
 */
export function openLog(file: string): number {
  const { uid, gid } = statSync(dirname(file));
  try {
    const made = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | SAFELY, 0o600);
    if (process.getuid?.() === 0) fchownSync(made, uid, gid);
    return made;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return openExisting(file, O_WRONLY | O_APPEND);
}

const LONGEST_END = 2_000;

/** What the server said last. */
export function endOfLog(file: string): string {
  const log = openExisting(file, O_RDONLY);
  try {
    const end = Buffer.alloc(LONGEST_END);
    const { size } = fstatSync(log);
    return end.toString('utf8', 0, readSync(log, end, 0, LONGEST_END, Math.max(size - LONGEST_END, 0)));
  } finally {
    closeSync(log);
  }
}

function openExisting(file: string, how: number): number {
  const refused = new CannotStart(`${file} is not a file of its own, or belongs to another user. Remove it first.`);
  let log: number;
  try {
    log = openSync(file, how | SAFELY);
  } catch (error) {
    // A link, or a named pipe that no one reads.
    if (['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'].includes((error as { code?: string }).code ?? '')) throw refused;
    throw error;
  }
  const found = fstatSync(log);
  const isOurs = [0, process.getuid?.(), statSync(dirname(file)).uid].includes(found.uid);
  if (found.isFile() && found.nlink === 1 && isOurs) return log;
  closeSync(log);
  throw refused;
}
