import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type OwnPostgres = {
  port: number;
  password: string;
  superuser: string;
  /** Makes a copy that follows this server until it is promoted. */
  follow: () => Promise<OwnPostgres & { promote: () => void }>;
  /** Ends it at once, as a power cut does. */
  halt: () => void;
  stop: () => void;
};

/** Debian's binaries, newest first; null where there are none. */
export function debianPostgres(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((one) => Number(one) >= 15) : [];
  const found = versions.sort().map((version) => join(folder, version, 'bin'));
  return found.findLast((binaries) => existsSync(join(binaries, 'pg_ctl'))) ?? null;
}

/** Nobody: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const [SUPERUSER, PASSWORD] = ['postgres', 'superuser-password'];

/** A server of its own, over TCP, as an operator would have it. */
export async function startOwnPostgres(binaries: string, settings: readonly string[] = []): Promise<OwnPostgres> {
  const place = placeIn(binaries);
  const secret = join(place.folder, 'password');
  writeFileSync(secret, PASSWORD);
  place.own(secret);
  place.run(
    'initdb',
    '-D',
    place.data,
    '-U',
    SUPERUSER,
    '--auth=scram-sha-256',
    `--pwfile=${secret}`,
    '--locale=C.UTF-8',
  );
  return serve(binaries, place, settings);
}

type Place = {
  folder: string;
  data: string;
  own: (path: string) => void;
  run: (program: string, ...args: string[]) => void;
};

function placeIn(binaries: string): Place {
  const folder = mkdtempSync(join(tmpdir(), 'depono-own-postgres-'));
  const user = process.getuid?.() === 0 ? NOBODY : {};
  const own = (path: string): void => {
    if ('uid' in user) chownSync(path, NOBODY.uid, NOBODY.gid);
  };
  own(folder);
  const env = { ...process.env, PGPASSWORD: PASSWORD };
  const run: Place['run'] = (program, ...args) => {
    // Its output goes nowhere: a server that inherits a pipe keeps it open.
    const { status } = spawnSync(join(binaries, program), args, { ...user, cwd: folder, stdio: 'ignore', env });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}`);
  };
  return { folder, data: join(folder, 'data'), own, run };
}

async function serve(
  binaries: string,
  { folder, data, run }: Place,
  settings: readonly string[] = [],
): Promise<OwnPostgres> {
  const port = await freePort();
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off${settings.map((one) => ` -c ${one}`).join('')}`;
  const start = (): void => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  start();
  return {
    port,
    password: PASSWORD,
    superuser: SUPERUSER,
    follow: async () => {
      const place = placeIn(binaries);
      if (existsSync(join(binaries, 'pg_basebackup'))) {
        const from = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER];
        place.run('pg_basebackup', ...from, '-D', place.data, '--write-recovery-conf', '--checkpoint=fast');
      } else {
        run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
        copyStopped(data, place, port);
        start();
      }
      const standby = await serve(binaries, place);
      return { ...standby, promote: () => place.run('pg_ctl', '-D', place.data, '-w', 'promote') };
    },
    halt: () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop'),
    stop: () => {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The packaged PostgreSQL lacks `pg_basebackup`: the files of the stopped server, and where to follow it. */
function copyStopped(data: string, { data: copy, own }: Place, port: number): void {
  cpSync(data, copy, { recursive: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${SUPERUSER} password=${PASSWORD}'\n`,
  );
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) own(join(copy, name));
  own(copy);
}
