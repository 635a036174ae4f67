import { existsSync, lstatSync, openSync, closeSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder, moveFile, READ_NO_LINK, writeWhole } from './write-whole.ts';

/** A folder into which a mail server puts mails, one file each: a Maildir, or a plain folder. */
export type MailFolder = {
  /** What has arrived, oldest name first. Files whose names begin with a dot or end in `.part` or `.tmp` are not whole yet. */
  incoming: () => string[];
  /** Null: it is gone, or no plain file of at most `largest` bytes. */
  read: (path: string, largest: number) => Buffer | null;
  /** Read: it goes to `done`, or to `refused` with the reason beside it. */
  putAway: (path: string, reason: string | null) => void;
};

export function openMailFolder(folder: string): MailFolder {
  return {
    incoming: () => {
      // What a mail program has looked at is in `cur`.
      const inside = ['new', 'cur'].map((name) => join(folder, name)).filter((one) => existsSync(one));
      return (inside.length > 0 ? inside : [folder]).flatMap(filesIn);
    },
    read: (path, largest) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found?.isFile() !== true || found.size > largest) return null;
      const file = openSync(path, READ_NO_LINK);
      try {
        return readFileSync(file);
      } finally {
        closeSync(file);
      }
    },
    putAway: (path, reason) => {
      const target = join(folder, reason === null ? 'done' : 'refused');
      makeFolder(target);
      const name = freeName(target, basename(path));
      if (reason !== null) writeWhole(join(target, `${name}.reason.txt`), `${reason}\n`, 0o640);
      moveFile(path, join(target, name));
    },
  };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && !/^\.|\.(?:part|tmp)$/.test(one.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

function freeName(folder: string, name: string): string {
  for (let number = 0; ; number++) {
    const free = number === 0 ? name : `${number}-${name}`;
    if (!existsSync(join(folder, free))) return free;
  }
}
