import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { beginning, ending } from '../decode-text.ts';
import { FileIncomplete } from '../file-refused.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { fingerprintOf } from './fingerprint.ts';
import { gunzipped } from './gunzip.ts';
import { HEAD_BYTES, fileKind } from './signatures.ts';

/** A file that does not grow any more is refused after this time; until then its end may still come. */
const PATIENCE_MS = 86_400_000;

/** The closing tag is in the last bytes, and so is the end of a ZIP archive, behind a comment of at most 64 KiB. */
const TAIL = 4_096;
const ZIP_TAIL = 65_577;
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/** Says whether the end of a file is there. A file that waits in vain for its end, or cannot have one, is read, too. */
export function completeness(): (path: string, flags: number | 'r') => Promise<boolean> {
  /** To find the end of a gzip file all of it is unpacked, so once for each of its sizes. */
  const incomplete = new Map<string, string>();
  return async (path, flags) => {
    const file = await open(path, flags);
    try {
      const found = await file.stat();
      if (ageOf(found) > PATIENCE_MS) return true;
      const version = `${found.size} ${found.mtimeMs} ${found.ino}`;
      if (incomplete.get(path) === version) return false;
      incomplete.delete(path);
      const isComplete = await hasEnd(file, found.size);
      if (!isComplete) incomplete.set(path, version);
      return isComplete;
    } finally {
      await file.close();
    }
  };
}

/** Since its last change, or since it came here: a client may keep the time of the bank, which may be in the future. */
function ageOf({ mtimeMs, ctimeMs }: Stats): number {
  return Date.now() - Math.min(mtimeMs, ctimeMs);
}

async function hasEnd(file: FileHandle, size: number): Promise<boolean> {
  const head = await bytesAt(file, 0, Math.min(size, 1_024));
  // Too few bytes to tell what it will be.
  if (size < 4 && head[0] !== LESS_THAN) return false;
  switch (fileKind(head.subarray(0, HEAD_BYTES))) {
    case 'plain':
      return !isBeginning(head) || CLOSING_TAG.test(ending(head, await lastBytes(file, size, TAIL)));
    case 'zip':
      return hasZipEnd(await lastBytes(file, size, ZIP_TAIL));
    case 'gzip': {
      const raw = file.createReadStream({ start: 0, autoClose: false });
      return !((await fingerprintOf(gunzipped(raw, ARCHIVE_LIMITS))).refusal instanceof FileIncomplete);
    }
    case 'other archive':
      return true;
  }
}

/** The last record of an archive has 22 bytes, and a comment whose length is in the last two of them. */
function hasZipEnd(tail: Buffer): boolean {
  const at = tail.lastIndexOf(ZIP_END);
  const rest = tail.length - at;
  return at !== -1 && rest >= 22 && rest >= 22 + tail.readUInt16LE(at + 20);
}

const LESS_THAN = 0x3c;
const CLOSING_TAG = /<\/(?:[A-Za-z_][\w.-]*:)?Document\s*>/;
const BEGINNINGS = ['<?xml', '<!--', '<Document'];

/** Whether it may become a file of the bank: it begins like one, or has hardly begun. */
function isBeginning(head: Uint8Array): boolean {
  // The last character may be cut.
  const text =
    beginning(head)
      ?.replace(/\uFFFD$/, '')
      .trimStart() ?? null;
  if (text === null) return false;
  return (
    BEGINNINGS.some((one) => text.startsWith(one) || one.startsWith(text)) || /^<[A-Za-z_][\w.-]*:Document/.test(text)
  );
}

/** From an even position: in UTF-16 a character has two bytes. */
function lastBytes(file: FileHandle, size: number, most: number): Promise<Buffer> {
  const earliest = Math.max(0, size - most);
  const start = earliest - (earliest % 2);
  return bytesAt(file, start, size - start);
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
