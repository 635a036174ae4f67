import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** In bytes. `free` is what an ordinary user can still write. */
export type DiskSpace = { free: number; total: number };

/** Of the disk that holds the folder, which may not exist yet. */
export function diskSpace(folder: string): DiskSpace {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return diskSpace(dirname(folder));
  }
}

const LEAST_FREE = 1_073_741_824;

/** Less than 1 GiB or 5 %: as the alert DeponoDiskFull. */
export function isShort({ free, total }: DiskSpace): boolean {
  return free < LEAST_FREE || free < total * 0.05;
}

/** The disks that the service writes to. */
export function disksOf(folders: { dataDir: string; bankExchangeDir: string }): Record<'data' | 'bank', DiskSpace> {
  return { data: diskSpace(folders.dataDir), bank: diskSpace(folders.bankExchangeDir) };
}
