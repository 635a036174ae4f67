import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file completely, or throws and leaves none: the disk may be full at any byte. Others may see it while it is
 * written, so give it a name that nobody reads, and rename it. The mode does not depend on the umask.
 */
export function writeWhole(path: string, content: string, mode: number): void {
  const file = openSync(path, 'w', mode);
  try {
    try {
      fchmodSync(file, mode);
      const owner = ownerOf(dirname(path));
      if (owner !== null) fchownSync(file, owner.uid, owner.gid);
      // Not writeSync: it may write only a part.
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!holds(path, content)) throw new Error(`${basename(path)} could not be written completely. Is the disk full?`);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Whether a file exists and has exactly this content. */
export function holds(path: string, content: string): boolean {
  try {
    const expected = Buffer.from(content);
    return statSync(path).size === expected.length && readFileSync(path).equals(expected);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

/** The folders may be on different disks: then the file appears under its name once it is whole. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    const partial = join(dirname(to), `.${basename(to)}.part`);
    try {
      copyFileSync(from, partial);
      syncFile(partial);
      renameSync(partial, to);
    } catch (failure) {
      rmSync(partial, { force: true });
      throw failure;
    }
    syncFolder(dirname(to));
    rmSync(from);
  }
}

/** A name lasts only once its folder is written, too. */
export const syncFolder = syncFile;

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Group rights and the set-group-ID bit are taken over from the folder around it: another user may exchange files there. */
const SHARED = 0o2070;

/** Creates a folder, and those around it, that belongs to whom the folder around it belongs to, also for a command of root. */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(path);
  makeFolder(parent);
  const { mode } = statSync(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process was first.
    if ((error as { code?: string }).code === 'EEXIST') return;
    throw error;
  }
  const owner = ownerOf(parent);
  if (owner !== null) chownSync(path, owner.uid, owner.gid);
  chmodSync(path, 0o750 | (mode & 0o2000 ? mode & SHARED : 0));
}

/** What root creates belongs to the owner of the folder; anyone else cannot give files away. */
function ownerOf(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}
