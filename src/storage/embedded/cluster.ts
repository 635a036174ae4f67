import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotStart } from '../database/cannot-start.ts';
import { makeReachable, REACHABLE, serverVersion } from './binaries.ts';
import { readOwnFile } from './own-file.ts';
import { writeSecretOnce } from './secret-file.ts';
import { bareEnvironment, isAlive } from './process.ts';
import { canEnter, type SystemUser } from './system-user.ts';

export const SUPERUSER = 'depono';

/**
 * The folder of the database files: `postgres` in the data folder. If the database user cannot enter the data folder of
 * root, a folder under /var/lib/depono whose name is stored in the data folder.
 */
export function clusterFolder(dataDir: string, user: SystemUser): string {
  const inside = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-location');
  const known = readPointer(pointer);
  if (known !== null) return known;
  if (existsSync(inside) || canEnter(user, dataDir)) return inside;
  const outside = join(REACHABLE, `data-${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(pointer, `${outside}\n`, { flag: 'wx' });
  } catch (error) {
    // Another process was first.
    const first = readPointer(pointer);
    if (first === null) throw error;
    return first;
  }
  return outside;
}

const OUTSIDE = /^data-[0-9a-f]{16}$/;

/** Only names as above: whoever can write to the data folder must not let root work in another one. */
function readPointer(pointer: string): string | null {
  const folder = readOwnFile(pointer)?.trim() ?? null;
  if (folder === null || (dirname(folder) === REACHABLE && OUTSIDE.test(basename(folder)))) return folder;
  throw new CannotStart(
    `${pointer} names ${JSON.stringify(folder)}, which Depono has not made. Expected is a folder such as ` +
      `${REACHABLE}/data-0123456789abcdef.`,
  );
}

export function clusterPassword(dataDir: string): string {
  return writeSecretOnce(join(dataDir, 'postgres-password'), randomBytes(24).toString('base64url'));
}

/** Writers wait while PostgreSQL fills a new WAL segment with zeros, which is quick for a small one. */
const LOG_FILE_MB = '4';

/** Creates the database files in a temporary folder and renames it, so that an interrupted start leaves nothing partial. */
export function createCluster(
  folder: string,
  { binaries, password, user }: { binaries: string; password: string; user: SystemUser },
): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const parent = dirname(folder);
  if (parent === REACHABLE) makeReachable();
  else mkdirSync(parent, { recursive: true });
  removeLeftovers(folder);
  const partial = `${folder}.new-${process.pid}`;
  const passwordFile = `${partial}.password`;
  try {
    mkdirSync(partial, { mode: 0o700 });
    writeFileSync(passwordFile, password, { flag: 'wx', mode: 0o600 });
    // The owner of the folder may have replaced them with links.
    if (user !== null) for (const path of [partial, passwordFile]) lchownSync(path, user.uid, user.gid);
    const locale = serverVersion(binaries) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
    const made = spawnSync(
      join(binaries, 'initdb'),
      [
        `--pgdata=${partial}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        `--wal-segsize=${LOG_FILE_MB}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        ...locale,
      ],
      { ...user, cwd: '/', encoding: 'utf8', env: { ...bareEnvironment(), TZ: 'UTC' } },
    );
    if (made.status !== 0) {
      throw new Error(
        `The embedded database could not be created in ${folder}:\n${made.stderr || made.error?.message}`,
      );
    }
    moveInto(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** Removes temporary folders of starts that were killed; their process id is in the name. */
function removeLeftovers(folder: string): void {
  const start = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder)).filter((entry) => entry.startsWith(start))) {
    const pid = Number.parseInt(name.slice(start.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function moveInto(partial: string, folder: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // A concurrent start was first.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

/** A Unix socket's path is at most 107 bytes long; for a longer folder the socket is in the temporary folder. */
export function socketFolder(cluster: string, user: SystemUser): string {
  const folder = socketPath(cluster);
  if (folder !== cluster) makePrivate(folder, user);
  return folder;
}

export function socketPath(cluster: string): string {
  if (Buffer.byteLength(cluster) <= 80) return cluster;
  const id = cluster
    .split('/')
    .reduce((hash, part) => (hash * 31 + sum(part)) >>> 0, 7)
    .toString(36);
  return `/tmp/depono-${process.getuid?.() ?? 0}-${id}`;
}

/** Makes the folder if it is missing. Only the user can enter it. */
export function makePrivate(folder: string, user: SystemUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  const handle = openFolder(folder);
  try {
    const { uid } = fstatSync(handle);
    if (uid !== process.getuid?.() && uid !== user?.uid) throw belongsToOthers(folder);
    fchmodSync(handle, 0o700);
    if (user !== null) fchownSync(handle, user.uid, user.gid);
  } finally {
    closeSync(handle);
  }
}

/** Links are not followed: root would give away what they point to. */
function openFolder(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    throw ['ELOOP', 'ENOTDIR', 'EACCES'].includes(code) ? belongsToOthers(folder) : error;
  }
}

const belongsToOthers = (folder: string): CannotStart =>
  new CannotStart(`${folder} belongs to another user. Remove it, or choose a shorter DATA_DIR.`);

function sum(text: string): number {
  return [...text].reduce((total, letter) => (total * 33 + (letter.codePointAt(0) ?? 0)) >>> 0, 5);
}
