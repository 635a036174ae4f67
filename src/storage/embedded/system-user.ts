import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CannotStart } from '../database/cannot-start.ts';
import { bareEnvironment } from './process.ts';

/** The user that the database runs as. Null: the current user. */
export type SystemUser = { uid: number; gid: number } | null;

const NAME = 'depono';

/** PostgreSQL refuses to run as root; for root, a system user is created on the first start. */
export function databaseUser(): SystemUser {
  if (process.getuid?.() !== 0) return null;
  const user = find() ?? create();
  if (user === null) {
    throw new CannotStart(
      `Running as root, Depono needs a system user named "${NAME}" for its database, and could not create it. ` +
        `Create it (useradd --system ${NAME}), or start Depono as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return user;
}

/** Whether the user can enter a folder. Tried out, not derived from modes. */
export function canEnter(user: SystemUser, folder: string): boolean {
  if (user === null) return true;
  const how = { ...user, cwd: '/', stdio: 'ignore', env: bareEnvironment() } as const;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], how).status === 0;
}

function find(): NonNullable<SystemUser> | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  if (line === undefined) return null;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function create(): NonNullable<SystemUser> | null {
  const ways = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME],
    ['adduser', '-S', '-D', '-H', NAME],
  ] as const;
  for (const [command, ...args] of ways) {
    spawnSync(command, args, { stdio: 'ignore', env: bareEnvironment() });
    const user = find();
    if (user !== null) return user;
  }
  return null;
}
