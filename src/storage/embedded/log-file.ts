import { closeSync, constants, fchownSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openOwnFile, SAFELY } from './own-file.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

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
  return openOwnFile(file, O_WRONLY | O_APPEND, 'Remove it first.');
}

const LONGEST_END = 2_000;

/** What the server said last. */
export function endOfLog(file: string): string {
  const log = openOwnFile(file, O_RDONLY, 'Remove it first.');
  try {
    const end = Buffer.alloc(LONGEST_END);
    const { size } = fstatSync(log);
    return end.toString('utf8', 0, readSync(log, end, 0, LONGEST_END, Math.max(size - LONGEST_END, 0)));
  } finally {
    closeSync(log);
  }
}
