import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseUser } from '../src/storage/embedded/system-user.ts';
import { depono } from './support/depono.ts';
import { IN_DEPTH } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, TOKEN, type Service } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const ARCHIVE = join(root, 'packaging', 'archive-wal');
const guide = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'depono-pitr-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

test('archive-wal: complete or not at all, never overwritten', () => {
  const into = join(folder, 'archive');
  const source = join(folder, 'segment');
  mkdirSync(into);
  writeFileSync(source, 'x'.repeat(100_000));
  const archive = (name: string, ...limits: string[]): SpawnSyncReturns<string> => {
    const args = [...limits, ARCHIVE, source, name, into];
    return spawnSync('env', args, { encoding: 'utf8' });
  };
  assert.equal(archive('01').status, 0);
  assert.equal(readFileSync(join(into, '01'), 'utf8').length, 100_000);
  assert.equal(archive('01').status, 0, 'the same again, as after a crash');
  writeFileSync(source, 'other');
  const other = archive('01');
  assert.deepEqual([other.status, /another content/.test(other.stderr)], [1, true]);
  assert.equal(readFileSync(join(into, '01'), 'utf8').length, 100_000);
  writeFileSync(source, 'x'.repeat(100_000));
  if (spawnSync('prlimit', ['--version']).status === 0) {
    assert.notEqual(archive('02', 'prlimit', '--fsize=5000').status, 0, 'a full disk');
  }
  rmSync(source);
  assert.notEqual(archive('03').status, 0, 'nothing to copy');
  assert.deepEqual(readdirSync(into), ['01'], 'and nothing partial is left');
});

test('archive-wal: if the folder could not be synced, the next attempt does it', () => {
  const [into, programs] = [join(folder, 'unsynced'), join(folder, 'programs')];
  const [source, calls] = [join(folder, 'segment'), join(folder, 'synced')];
  for (const one of [into, programs]) mkdirSync(one);
  writeFileSync(source, 'x');
  writeFileSync(join(programs, 'sync'), `#!/bin/sh\necho "$1" >> ${calls}\n[ ! -d "$1" ] || [ -e ${folder}/works ]\n`);
  chmodSync(join(programs, 'sync'), 0o755);
  const archive = (): number | null => {
    rmSync(calls, { force: true });
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH']}` };
    return spawnSync(ARCHIVE, [source, '01', into], { env }).status;
  };
  assert.notEqual(archive(), 0, 'an error of the disk');
  assert.notEqual(archive(), 0, 'and again');
  writeFileSync(join(folder, 'works'), '');
  assert.equal(archive(), 0);
  assert.equal(readFileSync(calls, 'utf8'), `${join(into, '01')}\n${into}\n`);
  rmSync(source);
});

const BIN = '/usr/lib/postgresql/15/bin';
const skip = IN_DEPTH.skip || (!existsSync(join(BIN, 'pg_basebackup')) && `needs ${BIN}`);

/** PostgreSQL does not run as root. */
const user = skip ? null : databaseUser();
const runAs = user === null ? [] : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];

function asPostgres(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const [first = '', ...rest] = [...runAs, program, ...args];
  const ended = spawnSync(first, rest, { encoding: 'utf8', cwd: '/', env: { PATH: process.env['PATH'], ...env } });
  assert.equal(ended.status, 0, `${program}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

function ownFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (user !== null) chownSync(path, user.uid, user.gid);
  return path;
}

test(
  'the drill of the guide: exactly what was acknowledged up to the time is there, and payment files are on hold',
  { skip, timeout: 300_000 },
  async () => {
    const [data, wal, base, drill] = ['primary', 'wal', 'base', 'drill'].map(ownFolder) as [
      string,
      string,
      string,
      string,
    ];
    const [port, drillPort] = [await freePort(), await freePort()];
    const url = (at: number): string => `postgres://depono@127.0.0.1:${at}/postgres`;
    asPostgres(join(BIN, 'initdb'), [
      '-D',
      data,
      '-U',
      'depono',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--wal-segsize=4',
    ]);
    // As the guide says, apart from the folders.
    const [, settings = ''] = /```conf\n([\s\S]*?)```/.exec(guide) ?? [];
    assert.match(settings, /^archive_command = /m);
    const own = settings.replace('/opt/depono/current', root).replace('/var/lib/depono-wal', wal);
    appendFileSync(
      join(data, 'postgresql.conf'),
      `\n${own}\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
    );
    const control = (action: string, at: string): string =>
      asPostgres(
        join(BIN, 'pg_ctl'),
        [action, '-D', at, '-w', '-m', 'immediate', '-l', `${at}.log`].filter(
          (word) => action === 'stop' || !['-m', 'immediate'].includes(word),
        ),
      );
    let service: Service | null = null;
    const running = new Set<string>();
    try {
      if (user !== null) for (const name of ['primary.log', 'drill/log']) writeFileSync(join(folder, name), '');
      if (user !== null)
        for (const name of ['primary.log', 'drill/log']) chownSync(join(folder, name), user.uid, user.gid);
      control('start', data);
      running.add(data);
      service = await startService({ databaseUrl: url(port) });
      const partner = await setUpPartner(service);
      const early = await open(partner, 'BEFORE');
      const env = { PG_BIN: BIN, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'depono' };
      const made = asPostgres(join(root, 'packaging', 'base-backup'), [base, wal, '2'], env).trim();
      assert.match(made, /\/base-\d{8}T\d{6}Z$/);
      // As on Debian, where they are not in the data folder.
      for (const name of ['postgresql.conf', 'pg_ident.conf']) rmSync(join(made, name));
      const between = await open(partner, 'BETWEEN');
      const [{ now }] = await ask(url(port), 'select clock_timestamp()::text as now');
      await open(partner, 'AFTER');
      await archived(url(port));
      const settingsOfService = {
        DATABASE_URL: url(port),
        SECRET_KEY: service.config.secretKey,
        OPERATOR_TOKEN: TOKEN,
      };
      const { output } = await depono({ ...settingsOfService, DATA_DIR: folder }, 'doctor');
      assert.match(output, /WAL archiving: works, the last file at/);
      await failureSeen(service, url(port));
      await service.stop();
      service = null;
      control('stop', data);
      running.delete(data);
      rmSync(data, { recursive: true });

      const [, script = ''] = /^```sh pitr-drill\n([\s\S]*?)^```$/m.exec(guide) ?? [];
      running.add(join(drill, 'data'));
      const ended = spawnSync('bash', ['--norc', '-e', '-c', script], {
        encoding: 'utf8',
        cwd: '/',
        env: {
          ...settingsOfService,
          PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter),
          BASE_FOLDER: base,
          WAL_FOLDER: wal,
          DRILL_FOLDER: drill,
          DRILL_PORT: String(drillPort),
          DRILL_URL: url(drillPort),
          DATA_DIR: folder,
          TARGET_TIME: now,
          RUN_AS: runAs.join(' '),
          PG_BIN: BIN,
        },
      });
      const log = existsSync(join(drill, 'log')) ? readFileSync(join(drill, 'log'), 'utf8') : '';
      assert.equal(ended.status, 0, `${ended.stdout}${ended.stderr}${log}`);
      const rows = await ask(
        url(drillPort),
        `select external_contract_id as id from deposits where external_contract_id ~ '^(BEFORE|BETWEEN|AFTER)'`,
      );
      assert.deepEqual(rows.map(({ id }) => id).sort(), [...early, ...between].sort());
      assert.match((await ask(url(drillPort), 'select why from bank_hold'))[0]?.why, /^recovered to /);
      const exported = await depono(
        { ...settingsOfService, DATABASE_URL: url(drillPort), DATA_DIR: folder },
        'bank',
        'export',
      );
      assert.deepEqual([exported.code, /held since/.test(exported.errors)], [1, true], exported.errors);
    } finally {
      await service?.stop();
      for (const at of running) if (existsSync(join(at, 'postmaster.pid'))) control('stop', at);
    }
  },
);

async function open(partner: Partner, kind: string): Promise<string[]> {
  const ids = Array.from({ length: 15 }, (_, n) => `${kind}-${n}`);
  for (const externalContractId of ids) assert.equal((await partner.open(payload({ externalContractId }))).status, 200);
  return ids;
}

/** Waits until everything up to now is in the archive, as archive_timeout brings about within a minute. */
async function archived(url: string): Promise<void> {
  const [{ file }] = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as file');
  for (let n = 0; n < 600; n++) {
    const [{ last }] = await ask(url, 'select last_archived_wal as last from pg_stat_archiver');
    if (last !== null && last >= file) return;
    await wait(100);
  }
  assert.fail(`${file} was not archived`);
}

/** While files cannot be archived, the metric says for how long; afterwards it is 0. */
async function failureSeen(service: Service, url: string): Promise<void> {
  const failing = async (): Promise<number> => {
    const { text } = await service.call('GET', '/metrics');
    return Number(/^depono_wal_archive_failing_seconds (\S+)$/m.exec(text)?.[1] ?? assert.fail(text));
  };
  const reload = async (statement: string): Promise<void> => {
    await ask(url, statement);
    await ask(url, 'select pg_reload_conf()');
  };
  const until = async (isSo: (seconds: number) => boolean): Promise<void> => {
    for (let n = 0; n < 600 && !isSo(await failing()); n++) await wait(100);
    assert.ok(isSo(await failing()));
  };
  assert.equal(await failing(), 0);
  await reload(`alter system set archive_command = 'false'`);
  await ask(url, `select pg_logical_emit_message(false, 'test', 'something to archive'), pg_switch_wal()`);
  await until((seconds) => seconds > 0);
  await reload('alter system reset archive_command');
  await until((seconds) => seconds === 0);
}

async function ask(url: string, text: string): Promise<any[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
