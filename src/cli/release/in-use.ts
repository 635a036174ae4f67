import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Processes that run from a folder, as far as this user and this system show them (/proc). */
export function processesIn(folder: string): number[] {
  const inside = (path: string): boolean => path === folder || path.startsWith(folder + sep);
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && pid !== process.ppid)
    .filter((pid) => {
      const at = join('/proc', String(pid));
      const links = [link(join(at, 'exe')), link(join(at, 'cwd'))];
      const args = read(join(at, 'cmdline')).split('\0');
      return [...links, ...args].some(inside);
    });
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for processes of others, and for those that have just ended. */
function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
