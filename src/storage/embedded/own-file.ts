import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotStart } from '../database/cannot-start.ts';

// Root may run a command on a data folder of the service, whose user can put anything into it: a link would let root read
// or write a file of someone else.

/** Without following a link, or waiting for the other end of a named pipe. */
export const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The content of a file of the data folder; null if there is none. Root reads only files of its own or of the service. */
export function readOwnFile(file: string): string | null {
  try {
    if (process.getuid?.() !== 0) return readFileSync(file, 'utf8');
    const handle = openOwnFile(
      file,
      constants.O_RDONLY,
      'Put the file itself in its place, owned by root or the service.',
    );
    try {
      return readFileSync(handle, 'utf8');
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens a file that exists. It must be a file of its own, of root, of this process or of the owner of the folder. */
export function openOwnFile(file: string, how: number, mend: string): number {
  const refused = new CannotStart(`${file} is not a file of its own, or belongs to another user. ${mend}`);
  let handle: number;
  try {
    handle = openSync(file, how | SAFELY);
  } catch (error) {
    // A link, or a named pipe that no one reads.
    if (['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'].includes((error as { code?: string }).code ?? '')) throw refused;
    throw error;
  }
  const { uid } = fstatSync(handle);
  const isOurs = [0, process.getuid?.(), statSync(dirname(file)).uid].includes(uid);
  if (fstatSync(handle).isFile() && isOurs && hasOneName(handle, file)) return handle;
  closeSync(handle);
  throw refused;
}

/** A hard link has another name elsewhere. `FILE.123` is how a process makes FILE, and may be there for a moment. */
function hasOneName(handle: number, file: string): boolean {
  const isAside = (name: string): boolean => /^\.[0-9]+$/.test(name.slice(basename(file).length));
  for (let tries = 0; tries < 3; tries++) {
    const { ino, nlink } = fstatSync(handle);
    if (nlink === 1) return true;
    const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)) && isAside(name));
    const same = names.filter((name) => statSync(join(dirname(file), name), { throwIfNoEntry: false })?.ino === ino);
    if (same.length + 1 === nlink) return true;
  }
  return false;
}
