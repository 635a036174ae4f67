import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const KEPT = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'debian');

/**
 * A program of a Debian package: the installed one, or else unpacked from the package into a folder of the project, without
 * installing it. Null where neither is possible.
 */
export function debianProgram(name: string, packageName: string): string | null {
  const installed = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
  if (installed !== undefined) return installed;
  const folder = join(KEPT, packageName);
  const find = (): string | undefined => ['bin', 'sbin'].map((bin) => join(folder, 'usr', bin, name)).find(existsSync);
  const kept = find();
  if (kept !== undefined) return kept;
  unpack(() => [packageName], folder);
  return find() ?? null;
}

/**
 * A folder with what Debian packages and their dependencies would add to this machine, unpacked without installing them;
 * null where that is not possible.
 */
export function debianPackages(...names: string[]): string | null {
  const folder = join(KEPT, names.join('+'));
  if (!existsSync(folder)) unpack(() => missing(names), folder);
  return existsSync(folder) ? folder : null;
}

/** The packages that an installation would add; null if it cannot be told. */
function missing(names: readonly string[]): string[] | null {
  const args = ['install', '--simulate', '--no-install-recommends', ...names];
  const { status, stdout } = spawnSync('apt-get', args, { encoding: 'utf8' });
  return status === 0 ? [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name) : null;
}

function unpack(packages: () => string[] | null, folder: string): void {
  mkdirSync(KEPT, { recursive: true });
  const aside = mkdtempSync(join(KEPT, '.new-'));
  const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { cwd: aside }).status === 0;
  const download = (): boolean => {
    const names = packages();
    return names !== null && (names.length === 0 || run('apt-get', 'download', ...names));
  };
  try {
    // The list of packages may be missing; only root can fetch it.
    if (!download()) {
      run('apt-get', 'update');
      if (!download()) return;
    }
    // As on Debian today; packages may still name the old folders.
    for (const name of ['bin', 'lib', 'sbin']) {
      mkdirSync(join(aside, 'unpacked', 'usr', name), { recursive: true });
      symlinkSync(`usr/${name}`, join(aside, 'unpacked', name));
    }
    const files = readdirSync(aside).filter((one) => one.endsWith('.deb'));
    if (!files.every((file) => run('dpkg', '-x', file, 'unpacked'))) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(aside, 'unpacked'), folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
