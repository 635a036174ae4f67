import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type OwnPostgres = { port: number; password: string; superuser: string; stop: () => void };

/** Debian's binaries, newest first; null where there are none. */
export function debianPostgres(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((one) => Number(one) >= 15) : [];
  const found = versions.sort().map((version) => join(folder, version, 'bin'));
  return found.findLast((binaries) => existsSync(join(binaries, 'pg_ctl'))) ?? null;
}

/** Nobody: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A server of its own, over TCP, as an operator would have it. */
export async function startOwnPostgres(binaries: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-own-postgres-'));
  const user = process.getuid?.() === 0 ? NOBODY : {};
  if ('uid' in user) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const [superuser, password, port] = ['postgres', 'superuser-password', await freePort()];
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  if ('uid' in user) chownSync(secret, NOBODY.uid, NOBODY.gid);
  const run = (program: string, ...args: string[]): void => {
    // Its output goes nowhere: a server that inherits a pipe keeps it open.
    const { status } = spawnSync(join(binaries, program), args, { ...user, cwd: folder, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}`);
  };
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${secret}`, '--locale=C.UTF-8');
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off`,
    'start',
  );
  return {
    port,
    password,
    superuser,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
