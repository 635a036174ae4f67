import { zipSync } from 'fflate';

export type File = { path: string; content: Buffer };

/** A zip archive in memory: for megabytes, not for gigabytes. */
export function zip(files: readonly File[], at: Date): Buffer {
  const entries = Object.fromEntries(files.map(({ path, content }) => [path, content]));
  return Buffer.from(zipSync(entries, { mtime: at }));
}
