import { open, type FileHandle } from 'node:fs/promises';
import { createReadStream, type ReadStream } from 'node:fs';
import { basename } from 'node:path';
import { FileRefused } from '../file-refused.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import type { BankSource } from './bank-source.ts';
import { gunzipped } from './gunzip.ts';
import { HEAD_BYTES, fileKind } from './signatures.ts';
import { unzip } from './unzip.ts';

type OpenedFile = { sources: readonly [BankSource, ...BankSource[]]; close: () => void };

/**
 * A file that the bank has sent, or the files inside, if it is an archive. What it is is decided by its first bytes.
 * Nothing is unpacked to the disk. An archive that cannot be read as a whole is one refused file. `name`: what the bank
 * called it, if it has another name now.
 */
export async function openBankFile(
  path: string,
  flags: number | 'r',
  { name = basename(path), limits = ARCHIVE_LIMITS }: { name?: string | undefined; limits?: ArchiveLimits } = {},
): Promise<OpenedFile> {
  const raw = (): ReadStream => createReadStream(path, { flags: flags as string });
  const whole = { name, archive: null, open: raw, refusal: null };
  switch (fileKind(await firstBytes(path, flags))) {
    case 'plain':
      return { sources: [whole], close: () => undefined };
    case 'other archive': {
      const refusal = new FileRefused(null, 'archives are read as .zip or .gz.');
      return { sources: [{ ...whole, refusal }], close: () => undefined };
    }
    case 'gzip': {
      const inside = name.replace(/\.gz$/i, '');
      const source = { ...whole, name: `${name}/${inside}`, archive: name, open: () => gunzipped(raw(), limits) };
      return { sources: [source], close: () => undefined };
    }
    case 'zip':
      try {
        return await unzip(name, path, { flags, limits });
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
        return { sources: [{ ...whole, refusal: error }], close: () => undefined };
      }
  }
}

async function firstBytes(path: string, flags: number | 'r'): Promise<Uint8Array> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, flags);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file?.close();
  }
}
