import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, join, sep } from 'node:path';
import { VERSION, type Home } from './home.ts';

type Running = { pid: number; program: string; paths: string[] };

/** Processes that run from a folder, or use it as theirs, as far as this user and this system show them (/proc). */
export function processesIn(folder: string): Running[] {
  const real = realOf(folder);
  return processes().filter(({ paths }) => paths.some((path) => path === real || path.startsWith(real + sep)));
}

/**
 * Processes of Depono by the version they run from. A version whose files were deleted is among them. An editor, or the
 * embedded PostgreSQL, does not depend on the schema.
 */
export function runningVersions({ releases }: Home): Map<string, Running[]> {
  const inside = realOf(releases) + sep;
  const byVersion = new Map<string, Running[]>();
  for (const running of processes().filter(({ program }) => program === '' || program.startsWith('node'))) {
    const own = running.paths.filter((path) => path.startsWith(inside));
    const names = new Set(own.map((path) => path.slice(inside.length).split(sep)[0] ?? ''));
    for (const version of [...names].filter((name) => VERSION.test(name))) {
      byVersion.set(version, [...(byVersion.get(version) ?? []), running]);
    }
  }
  return byVersion;
}

export const named = (all: readonly Running[]): string =>
  all.map(({ pid, program }) => (program === '' ? String(pid) : `${pid} (${program})`)).join(', ');

/** All but this command and the one that started it. */
function processes(): Running[] {
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && pid !== process.ppid)
    .map((pid) => {
      const at = join('/proc', String(pid));
      const [program, cwd] = [link(join(at, 'exe')), link(join(at, 'cwd'))];
      const args = read(join(at, 'cmdline')).split('\0');
      return {
        pid,
        program: basename(program === '' ? (args[0] ?? '') : program),
        paths: [program, cwd, ...args.filter(isAbsolute).map(realOf)],
      };
    });
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Links under /proc name the real path, so what they are compared with must be one. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Empty for processes of others, and for those that have just ended. */
function link(path: string): string {
  try {
    return readlinkSync(path).replace(/ \(deleted\)$/, '');
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
