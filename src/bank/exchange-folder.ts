import { existsSync, readdirSync, renameSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FOLDERS_INSIDE } from '../domain/bank/bank-folder.ts';
import { holds, makeFolder, moveFile, READ_NO_LINK, requireOwn, syncFolder, writeWhole } from '../files/write-whole.ts';

/** The folder through which files are exchanged with the bank, by EBICS, SFTP or hand. */
type ExchangeFolder = {
  /** What the bank has put there and is whole, oldest first. */
  incoming: () => string[];
  inFile: (name: string) => string;
  /** How to open a file for reading: files of the bank without following links. */
  flagsFor: (path: string) => number | 'r';
  /** Files of the bank that wait to be read, and for how long the oldest has been there. Creates no folder. */
  unread: () => { files: number; oldestSeconds: number };
  /** What was put away as refused under a name: several files may have had it. */
  refusedFiles: (name: string) => string[];
  /** Read: it goes to `done`, or to `refused`, where it stays until it is read. Other files stay where they are. */
  putAway: (path: string, state: 'done' | 'refused') => void;
  /** Written into a folder that the bank does not see, completely or not at all. */
  prepare: (name: string, content: string) => void;
  /** Gets its own name if it holds this content. Once: what was published is not there to be published again. */
  publish: (name: string, content: string) => void;
  /** The files that are prepared and not published yet. */
  prepared: () => string[];
  outFile: (name: string) => string;
  /** A file appears whole: it is written under another name and renamed. */
  writeIncoming: (name: string, content: string) => string;
};

/** The folder of the first bank, and below it one for each other bank. */
export type ExchangeFolders = ExchangeFolder & {
  /** The folder of a bank, by its name. Null: the first bank's. */
  bank: (name: string | null) => ExchangeFolder;
};

/**
 * The folders of all banks. What a path belongs to is told by where it lies; what is looked for is looked for in all of
 * them.
 */
export function openExchange(folder: string): ExchangeFolders {
  const first = openFolder(folder);
  const others = new Map<string, ExchangeFolder>();
  const bank = (name: string | null): ExchangeFolder => {
    if (name === null) return first;
    const known = others.get(name) ?? openFolder(join(folder, name));
    others.set(name, known);
    return known;
  };
  const all = (): ExchangeFolder[] => [first, ...banksIn(folder).map(bank)];
  const holding = (path: string): ExchangeFolder => {
    const its = dirname(dirname(resolve(path)));
    return dirname(its) === resolve(folder) ? bank(basename(its)) : first;
  };
  return {
    ...first,
    bank,
    flagsFor: (path) => holding(path).flagsFor(path),
    putAway: (path, state) => holding(path).putAway(path, state),
    refusedFiles: (name) => all().flatMap((one) => one.refusedFiles(name)),
    unread: () => {
      const each = all().map((one) => one.unread());
      return {
        files: each.reduce((sum, { files }) => sum + files, 0),
        oldestSeconds: Math.max(...each.map(({ oldestSeconds }) => oldestSeconds)),
      };
    },
  };
}

/** The folders of other banks that exist. */
function banksIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !FOLDERS_INSIDE.includes(entry.name) && !isHidden(entry.name))
    .map(({ name }) => name);
}

/** The bank's client brings and fetches files in these … */
const SHARED = ['in', 'out'] as const;
/** … and has no business in these. A payment file is in `ready` until it is published. */
const OWN = ['ready', 'done', 'refused'] as const;
/** What others are still writing is left alone for so long. */
const QUIET_MS = 3_000;
/** The bank's client reads payment files as a member of the folder's group. */
const FILE_MODE = 0o640;

function openFolder(folder: string): ExchangeFolder {
  const inside = (...parts: string[]): string => join(folder, ...parts);
  const isIn = (name: 'in' | 'refused', path: string): boolean => dirname(resolve(path)) === resolve(inside(name));
  const isQuiet = quietness();
  /** A command that exchanges no files creates no folder. */
  const prepareFolders = (): void => {
    for (const name of SHARED) makeFolder(inside(name), { shared: true });
    for (const name of OWN) makeFolder(inside(name));
    for (const name of [...SHARED, ...OWN]) requireOwn(inside(name));
  };
  return {
    incoming: () => {
      prepareFolders();
      const now = Date.now();
      return readdirSync(inside('in'), { withFileTypes: true })
        .filter((file) => file.isFile() && !isHidden(file.name))
        .map((file) => ({ path: inside('in', file.name), found: statOf(inside('in', file.name)) }))
        .filter((file): file is { path: string; found: Stats } => file.found !== null)
        .filter(({ path, found }) => isQuiet(path, found, now))
        .sort((one, other) => one.found.mtimeMs - other.found.mtimeMs || (one.path < other.path ? -1 : 1))
        .map(({ path }) => path);
    },
    inFile: (name) => inside('in', name),
    flagsFor: (path) => (isIn('in', path) || isIn('refused', path) ? READ_NO_LINK : 'r'),
    unread: () => {
      const names = existsSync(inside('in')) ? readdirSync(inside('in')).filter((name) => !isHidden(name)) : [];
      const found = names.map((name) => statOf(inside('in', name))).filter((stats) => stats?.isFile() === true);
      // When it came here: a client may keep the time that the file had at the bank.
      const ages = found.map((stats) => Math.max(0, Date.now() - (stats?.ctimeMs ?? 0)) / 1000);
      return { files: found.length, oldestSeconds: Math.max(0, ...ages) };
    },
    refusedFiles: (name) => {
      const names = existsSync(inside('refused')) ? readdirSync(inside('refused')) : [];
      return names.filter((one) => originalName(one, name) === name).map((one) => inside('refused', one));
    },
    putAway: (path, state) => {
      if (!isIn('in', path) && !(isIn('refused', path) && state === 'done')) return;
      prepareFolders();
      // Another process may have been quicker; what it booked is known.
      if (existsSync(path)) moveFile(path, freeName(inside(state), basename(path)));
    },
    prepare: (name, content) => {
      prepareFolders();
      writeWhole(inside('ready', name), content, FILE_MODE);
    },
    publish: (name, content) => {
      const ready = inside('ready', name);
      if (!existsSync(ready)) return;
      // Damaged since it was prepared, or prepared by a version that did not notice a full disk.
      if (!holds(ready, content)) writeWhole(ready, content, FILE_MODE);
      renameSync(ready, inside('out', name));
      syncFolder(inside('out'));
    },
    prepared: () => {
      prepareFolders();
      return readdirSync(inside('ready')).filter((name) => !isHidden(name));
    },
    outFile: (name) => inside('out', name),
    writeIncoming: (name, content) => {
      prepareFolders();
      const path = inside('in', name);
      writeWhole(path, content, FILE_MODE);
      return path;
    },
  };
}

/** Hidden, or marked as part of a file that is still being written. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || /\.(part|tmp|filepart|crdownload)$/i.test(name);
}

/**
 * Says whether a file is no longer being written. Some clients keep the time of the bank's server, which may be in the
 * future: such a file is ready once it has not changed for a while.
 */
function quietness(): (path: string, found: Stats, now: number) => boolean {
  const seen = new Map<string, { size: number; mtimeMs: number; since: number }>();
  return (path, { size, mtimeMs }, now) => {
    if (mtimeMs <= now) {
      seen.delete(path);
      return now - mtimeMs > QUIET_MS;
    }
    const known = seen.get(path);
    if (known !== undefined && known.size === size && known.mtimeMs === mtimeMs) return now - known.since > QUIET_MS;
    seen.set(path, { size, mtimeMs, since: now });
    return false;
  };
}

/** Null where it cannot be read: it is gone, or its name is invalid. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** The inverse of `freeName`. */
function originalName(kept: string, name: string): string {
  return kept === name ? kept : kept.replace(/^[0-9]+-/, '');
}

/** A file with the name of an earlier one is kept under another name. */
function freeName(folder: string, name: string): string {
  let path = join(folder, name);
  for (let count = 2; existsSync(path); count++) path = join(folder, `${count}-${name}`);
  return path;
}
