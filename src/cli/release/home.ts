import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../files/write-whole.ts';
import { refuseCommand, wrongCall, type CommandContext } from '../command.ts';
import { readManifest, type Manifest } from './manifest.ts';

/**
 * The folder of an installation:
 *
 *     releases/0.3.0    one folder for each version, never changed once it is there
 *     current           a link to the one that starts next
 *     previous          a link to the one before, for `depono release rollback`
 */
export type Home = { root: string; releases: string };

export type InstalledRelease = {
  version: string;
  folder: string;
  manifest: Manifest | null;
  is: 'current' | 'previous' | null;
};

/** The project that this program belongs to. Node resolves links, so it is the folder of the release itself. */
const OWN_FOLDER = join(import.meta.dirname, '..', '..', '..');

/** DEPONO_HOME, or the installation in which this program lies. */
export function homeOf(env: CommandContext['env'], own = OWN_FOLDER): Home {
  const given = env['DEPONO_HOME']?.trim();
  if (given) return homeAt(realPath(resolve(given)));
  if (basename(dirname(own)) === 'releases') return homeAt(dirname(dirname(own)));
  throw wrongCall(
    'This program is not in a release folder. Say where releases are kept, for example: DEPONO_HOME=/opt/depono',
  );
}

/** Without links, also where the last folders do not exist yet: processes are found by their real path. */
function realPath(path: string): string {
  return existsSync(path) || path === dirname(path)
    ? realpathSync(path)
    : join(realPath(dirname(path)), basename(path));
}

const homeAt = (root: string): Home => ({ root, releases: join(root, 'releases') });

export const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** All releases, the newest version first. */
export function listReleases(home: Home): InstalledRelease[] {
  if (!existsSync(home.releases)) return [];
  const [current, previous] = [linkedVersion(home, 'current'), linkedVersion(home, 'previous')];
  return readdirSync(home.releases)
    .filter((name) => VERSION.test(name))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((version) => {
      const folder = join(home.releases, version);
      const is = version === current ? 'current' : version === previous ? 'previous' : null;
      return { version, folder, manifest: readManifest(folder), is };
    });
}

/** `0.3.0`, `v0.3.0`, or `newest`: the highest version. */
export function findRelease(home: Home, version: string): InstalledRelease {
  const all = listReleases(home);
  const isMeant = (one: InstalledRelease): boolean => one.version === version || `v${one.version}` === version;
  const found = version === 'newest' ? all[0] : all.find(isMeant);
  if (found !== undefined) return found;
  const known = all.length === 0 ? 'There are none.' : `There are: ${all.map((one) => one.version).join(', ')}.`;
  throw refuseCommand(`There is no release ${version} in ${home.releases}. ${known}`);
}

type LinkName = 'current' | 'previous';

/** The version that a link names; null if there is no link. */
export function linkedVersion({ root }: Home, name: LinkName): string | null {
  const link = join(root, name);
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const target = found.isSymbolicLink() ? readlinkSync(link) : '';
  const version = basename(target);
  const isInside = realPath(dirname(resolve(root, target))) === realPath(join(root, 'releases'));
  if (!isInside || !VERSION.test(version)) {
    throw refuseCommand(
      `${link} is not a link to a release. Move it away, load the settings of the service, then run the same command again.`,
    );
  }
  return version;
}

/** Points a link to a version in one step: there is no moment without it. */
export function pointLink(home: Home, name: LinkName, version: string): void {
  const temporary = join(home.root, `.${name}-${process.pid}`);
  rmSync(temporary, { force: true });
  symlinkSync(join('releases', version), temporary);
  renameSync(temporary, join(home.root, name));
  syncFolder(home.root);
}

const PARTIAL = /^\.partial-(\d+)-/;

export const partialName = (): string => `.partial-${process.pid}-${Date.now()}`;
export const removedName = (version: string): string => `.removed-${version}-${process.pid}-${Date.now()}`;

/** Removes what commands have left behind that were killed. Only with the lock: no one else removes or switches. */
export function removeLeftovers({ root, releases }: Home): void {
  const isLeft = (name: string): boolean => {
    const owner = PARTIAL.exec(name)?.[1];
    return name.startsWith('.removed-') || (owner !== undefined && !isRunning(Number(owner)));
  };
  for (const name of readdirSync(releases).filter(isLeft)) {
    rmSync(join(releases, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(root).filter((one) => /^\.(?:current|previous)-\d+$/.test(one))) {
    rmSync(join(root, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Ended, and nobody has asked how: on Linux the number stays taken until then. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
