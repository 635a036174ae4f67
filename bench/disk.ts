import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from './load.ts';

/** Milliseconds to write a page and sync it to disk, as the database does at each commit. */
export type Disk = { median: number; p99: number; count: number };

const [PAGE, FILE] = [8192, 4 * 2 ** 20];

/** Without other load: pages one after the other into an existing file, like WAL. */
export function diskAlone(folder: string, seconds: number): Disk {
  const path = join(folder, 'disk-alone');
  const file = openSync(path, 'w');
  try {
    writeSync(file, Buffer.alloc(FILE));
    fdatasyncSync(file);
    const page = Buffer.alloc(PAGE, 1);
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    for (let now = performance.now(); now < end;) {
      writeSync(file, page, 0, PAGE, (times.length * PAGE) % FILE);
      fdatasyncSync(file);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
    return { ...figures(times), count: times.length };
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
