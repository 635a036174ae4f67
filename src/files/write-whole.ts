import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** For reading a file that another user has put there: a link could lead to a file which only we may read. */
export const READ_NO_LINK = O_RDONLY | O_NOFOLLOW;

/**
 * Writes a file completely, or throws and changes nothing: the disk may be full at any byte. It is written under a hidden name,
 * compared, and then gets its own in place of an older one. The mode does not depend on the umask.
 */
export function writeWhole(path: string, content: string | Buffer, mode: number): void {
  const aside = join(dirname(path), `.${basename(path)}.part`);
  try {
    const file = openNew(aside, mode);
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
    if (!holds(aside, content)) throw new Error(`${basename(path)} could not be written completely. Is the disk full?`);
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** One that a process left behind is removed; what someone puts there in between is neither opened nor followed. */
function openNew(path: string, mode: number): number {
  rmSync(path, { force: true });
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/** Whether a file exists and has exactly this content. */
export function holds(path: string, content: string | Buffer): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const expected = Buffer.from(content);
  return found?.isFile() === true && found.size === expected.length && readFileSync(path).equals(expected);
}

/** The folders may be on different disks: then the file appears under its name once it is whole. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    const partial = join(dirname(to), `.${basename(to)}.part`);
    try {
      copyFile(from, partial);
      renameSync(partial, to);
    } catch (failure) {
      rmSync(partial, { force: true });
      throw failure;
    }
    syncFolder(dirname(to));
    rmSync(from);
  }
}

const CHUNK = 1_048_576;

function copyFile(from: string, to: string): void {
  const source = openSync(from, READ_NO_LINK);
  try {
    const target = openNew(to, 0o600);
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (let size = readSync(source, chunk); size > 0; size = readSync(source, chunk)) {
        writeFileSync(target, chunk.subarray(0, size));
      }
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** A name lasts only once its folder is written, too. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a folder, and those around it, that belongs to whom the folder around it belongs to, also for a command of root.
 * `shared`: the group of the folder around it may write there, if that folder hands its group on (mode 2750).
 */
export function makeFolder(path: string, { shared = false }: { shared?: boolean } = {}): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(path);
  makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if ((error as { code?: string }).code === 'EEXIST') return;
    throw error;
  }
  const handle = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const owner = ownerOf(parent);
    if (owner !== null) fchownSync(handle, owner.uid, owner.gid);
    const isHandedOn = (statSync(parent).mode & 0o2000) !== 0;
    fchmodSync(handle, isHandedOn ? (shared ? 0o2770 : 0o2750) : 0o750);
  } finally {
    closeSync(handle);
  }
}

/** Throws where someone else could have put the folder there: only we, its owner's folder, and root may have. */
export function requireOwn(path: string): void {
  const found = lstatSync(path);
  const mine = [0, process.getuid?.() ?? 0, statSync(dirname(path)).uid];
  if (mine.includes(found.uid)) return;
  throw new Error(
    `${path} belongs to another user (${found.uid}). Remove it, and check who may write to ${dirname(path)}.`,
  );
}

/** What root creates belongs to the owner of the folder; anyone else cannot give files away. */
function ownerOf(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}
