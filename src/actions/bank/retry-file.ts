import { fingerprintOf } from '../../bank/incoming/fingerprint.ts';
import { openBankFile } from '../../bank/incoming/open-bank-file.ts';
import { findBankFile, type ListedBankFile } from '../../storage/money/bank-files.ts';
import type { Services } from '../services.ts';
import { importFile } from './import-file.ts';

export type Retried =
  /** As it is now; it may be refused again. */
  | { is: 'read'; file: ListedBankFile }
  /** `done`: it was not refused, or has been read since. `gone`: nobody has the file any more. */
  | { is: 'unknown' | 'done' | 'gone' };

/** Reads a refused file again, from where it was put away. Of an archive all files are read; what is booked is known. */
export async function retryFile(services: Services, id: string): Promise<Retried> {
  const { database } = services;
  const file = await findBankFile(database, id);
  if (file === null) return { is: 'unknown' };
  if (file.state !== 'refused') return { is: 'done' };
  const path = await findRefused(services, file);
  if (path === null) {
    // Someone else may have been quicker.
    return { is: (await findBankFile(database, id))?.state === 'refused' ? 'gone' : 'done' };
  }
  await importFile(services, path, { name: fileNameOf(file) });
  const read = await findBankFile(database, id);
  return read === null ? { is: 'unknown' } : { is: 'read', file: read };
}

/** Why nothing was read, for a person. */
export const NOT_RETRIED: Record<'done' | 'gone', string> = {
  done: 'This file is not refused.',
  gone: 'This file is no longer in the folder refused/. Import it again: depono bank import FILE',
};

function fileNameOf({ name, archive }: ListedBankFile): string {
  return archive ?? name;
}

/** By its content: several files may have had the name. */
async function findRefused({ exchange }: Services, file: ListedBankFile): Promise<string | null> {
  const name = fileNameOf(file);
  for (const path of exchange.refusedFiles(name)) {
    if (await unlessGone(holds(path, exchange.flagsFor(path), { ...file, fileName: name }))) return path;
  }
  return null;
}

async function holds(
  path: string,
  flags: number | 'r',
  { name, sha256, fileName }: Pick<ListedBankFile, 'name' | 'sha256'> & { fileName: string },
): Promise<boolean> {
  const { sources, close } = await openBankFile(path, flags, { name: fileName });
  try {
    for (const source of sources.filter((one) => one.name === name)) {
      if ((await fingerprintOf(source.open())).sha256.equals(sha256)) return true;
    }
    return false;
  } finally {
    close();
  }
}

/** False where the file has been moved away meanwhile. */
function unlessGone(looking: Promise<boolean>): Promise<boolean> {
  return looking.catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  });
}
