import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
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
  unpack(packageName, folder);
  return find() ?? null;
}

function unpack(packageName: string, folder: string): void {
  mkdirSync(KEPT, { recursive: true });
  const aside = mkdtempSync(join(KEPT, '.new-'));
  const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { cwd: aside }).status === 0;
  try {
    // The list of packages may be missing; only root can fetch it.
    if (!run('apt-get', 'download', packageName)) {
      run('apt-get', 'update');
      run('apt-get', 'download', packageName);
    }
    const file = readdirSync(aside).find((one) => one.endsWith('.deb'));
    if (file === undefined || !run('dpkg', '-x', file, 'unpacked')) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(aside, 'unpacked'), folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
