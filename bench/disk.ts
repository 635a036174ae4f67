import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from './load.ts';

/** Milliseconds for a page that is written and on the disk for certain, as the database does at each commit. */
export type Disk = { median: number; p99: number; count: number };

const [PAGE, FILE] = [8192, 4 * 2 ** 20];

/** With nothing else to do: pages one after the other into a file that is there already, as into one of the database's log. */
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
