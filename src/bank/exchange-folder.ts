import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The folder through which files are exchanged with the bank, by EBICS, SFTP or hand. */
export type ExchangeFolder = {
  /** What the bank has put there and is whole, oldest first. */
  incoming: () => string[];
  inFile: (name: string) => string;
  /** Read: it goes to `done`, or to `refused`. */
  putAway: (path: string, state: 'done' | 'refused') => void;
  /** Written under a name that the bank ignores. */
  prepare: (name: string, content: string) => void;
  /** Gets its own name. Once: what was published is not there to be published again. */
  publish: (name: string) => void;
  /** The files that are prepared and not published yet. */
  prepared: () => string[];
  outFile: (name: string) => string;
  /** A file appears whole: it is written under another name and renamed. */
  writeIncoming: (name: string, content: string) => string;
};

const FOLDERS = ['in', 'out', 'done', 'refused'] as const;
const READY = '.ready-';
/** What others are still writing is left alone for so long. */
const QUIET_MS = 3_000;

export function openExchange(folder: string): ExchangeFolder {
  const inside = (...parts: string[]): string => join(folder, ...parts);
  const prepareFolders = (): void => {
    for (const name of FOLDERS) mkdirSync(inside(name), { recursive: true, mode: 0o750 });
  };
  prepareFolders();
  return {
    incoming: () => {
      prepareFolders();
      return readdirSync(inside('in'), { withFileTypes: true })
        .filter((file) => file.isFile() && !isHidden(file.name))
        .map((file) => ({ path: inside('in', file.name), touchedAt: touched(inside('in', file.name)) }))
        .filter(({ touchedAt }) => touchedAt !== null && Date.now() - touchedAt > QUIET_MS)
        .sort((one, other) => (one.touchedAt ?? 0) - (other.touchedAt ?? 0) || (one.path < other.path ? -1 : 1))
        .map(({ path }) => path);
    },
    inFile: (name) => inside('in', name),
    putAway: (path, state) => {
      if (dirname(resolve(path)) !== resolve(inside('in'))) return;
      // Another process may have been quicker; what it booked is known.
      if (existsSync(path)) moveFile(path, freeName(inside(state), basename(path)));
    },
    prepare: (name, content) => writeWhole(inside('out', `${READY}${name}`), content),
    publish: (name) => {
      const ready = inside('out', `${READY}${name}`);
      if (!existsSync(ready)) return;
      renameSync(ready, inside('out', name));
      syncFolder(inside('out'));
    },
    prepared: () =>
      readdirSync(inside('out'))
        .filter((name) => name.startsWith(READY))
        .map((name) => name.slice(READY.length)),
    outFile: (name) => inside('out', name),
    writeIncoming: (name, content) => {
      const hidden = inside('in', `.${name}.part`);
      writeWhole(hidden, content);
      const path = inside('in', name);
      renameSync(hidden, path);
      return path;
    },
  };
}

/** Hidden, or marked as part of a file that is still being written. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || /\.(part|tmp|filepart|crdownload)$/i.test(name);
}

/** When a file was last changed; null where it cannot be read: it is gone, or its name is invalid. */
function touched(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

/** The folders may be on different disks. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
    rmSync(from);
  }
}

function writeWhole(path: string, content: string): void {
  const file = openSync(path, 'w', 0o640);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** A name lasts only once its folder is written, too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A file with the name of an earlier one is kept under another name. */
function freeName(folder: string, name: string): string {
  let path = join(folder, name);
  for (let count = 2; existsSync(path); count++) path = join(folder, `${count}-${name}`);
  return path;
}
