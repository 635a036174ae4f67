import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { writeBackup, type BackupReport } from '../src/storage/backup/write-backup.ts';
import { startEmbedded, type EmbeddedDatabase } from '../src/storage/embedded/server.ts';
import { MACHINE, runDepono, type Ended } from './support/command-line.ts';
import { depono, startDeponoCommand } from './support/depono.ts';
import { IN_DEPTH } from './support/depth.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { startService, TOKEN } from './support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-upgrade-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder whose database was made by another version; only the file that says so. */
function madeBy(version: number): string {
  const home = join(folder, `made-by-${version}`);
  mkdirSync(join(home, 'postgres'), { recursive: true });
  writeFileSync(join(home, 'postgres', 'PG_VERSION'), `${version}\n`);
  writeFileSync(join(home, 'postgres-password'), 'a-password-of-the-database');
  return home;
}

/** The service as systemd starts it. */
async function start(env: Record<string, string>): Promise<Ended> {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const child = spawn(process.execPath, [main], { env: { ...MACHINE, PORT: '0', ...env } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += String(data);
    if (output.includes('Depono is ready')) child.kill('SIGTERM');
  });
  child.stderr.on('data', (data) => (errors += String(data)));
  return new Promise((ended) => child.on('close', (code) => ended({ code, output, errors })));
}

const OLDER =
  /^The database in \S+ was made by PostgreSQL 14, but this Depono brings PostgreSQL \d+, .* Run: \S+\/bin\/depono database upgrade\n$/;
const NEWER =
  /^The database in \S+ was made by PostgreSQL 99, but this Depono brings PostgreSQL \d+, .* Start the newer version of Depono\.\n$/;

test('a database of another major version: one sentence at once, and exit code 78, so that no one tries again', async () => {
  const home = madeBy(14);
  const started = await start({ DATA_DIR: home });
  assert.equal(started.code, 78);
  assert.match(started.errors, OLDER);
  assert.match((await start({ DATA_DIR: madeBy(99) })).errors, NEWER);
  assert.ok(!existsSync(join(home, 'postgres.log')), 'no server was started');
});

for (const args of [['migrate'], ['deposit', 'verify'], ['backup', 'x.gz']]) {
  test(`depono ${args[0]} on a database of another major version`, async () => {
    const ended = await depono({ DATA_DIR: madeBy(14) }, ...args);
    assert.equal(ended.code, 2, ended.errors);
    assert.match(ended.errors, OLDER);
    assert.match((await depono({ DATA_DIR: madeBy(99) }, ...args)).errors, NEWER);
  });
}

test('the doctor names the command', async () => {
  const { output } = await depono({ DATA_DIR: madeBy(14) }, 'doctor');
  assert.match(output, /FAIL {2}database: .*PostgreSQL 14.*depono database upgrade/);
});

test('exit code 78 for wrong settings and for a newer schema, 1 for what may pass', async () => {
  assert.equal((await start({ DATA_DIR: join(folder, 'settings'), PORT: 'x' })).code, 78);
  const { url, drop } = await freshDatabase({ isMigrated: true });
  try {
    await ask(url, `insert into migrations values (9999, '9999-future.sql', now())`);
    const newer = await start({ DATA_DIR: join(folder, 'schema'), DATABASE_URL: url });
    assert.equal(newer.code, 78);
    assert.match(newer.errors, /migrated by a newer Depono/);
  } finally {
    await drop();
  }
  const away = { DATA_DIR: join(folder, 'away'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  assert.equal((await start(away)).code, 1);
  const unit = readFileSync(join(import.meta.dirname, '..', 'packaging', 'depono.service'), 'utf8');
  assert.match(unit, /^RestartPreventExitStatus=78$/m);
});

test('what the upgrade refuses', async () => {
  const own = await depono({ DATA_DIR: folder, DATABASE_URL: 'postgres://x/y' }, 'database', 'upgrade');
  assert.deepEqual([own.code, /only for the embedded database/.test(own.errors)], [2, true]);
  const none = await depono({ DATA_DIR: join(folder, 'none') }, 'database', 'upgrade');
  assert.deepEqual([none.code, /no database in/.test(none.errors)], [1, true]);
  const home = madeBy(14);
  const programs = await depono({ DATA_DIR: home }, 'database', 'upgrade', '--from', '/usr');
  assert.deepEqual([programs.code, /PostgreSQL 14 were not found/.test(programs.errors)], [1, true]);
  assert.match((await depono({ DATA_DIR: madeBy(99) }, 'database', 'upgrade')).errors, NEWER);
  const linked = madeBy(13);
  renameSync(join(linked, 'postgres'), join(linked, 'elsewhere'));
  symlinkSync(join(linked, 'elsewhere'), join(linked, 'postgres'));
  const link = await depono({ DATA_DIR: linked }, 'database', 'upgrade');
  assert.deepEqual([link.code, /\/postgres is a link\. Move the folder/.test(link.errors)], [1, true]);
  assert.deepEqual(readdirSync(home).sort(), ['operator-token', 'postgres', 'postgres-password', 'secret-key']);
});

test('while an upgrade runs, nothing else uses the database; the lock of a dead one does not count', async () => {
  const home = madeBy(14);
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'database', 'upgrade'], {
    stdio: 'ignore',
  });
  try {
    writeFileSync(join(home, `postgres-upgrade.${other.pid}`), '');
    for (const args of [['migrate'], ['deposit', 'verify'], ['database', 'upgrade']]) {
      assert.match((await depono({ DATA_DIR: home }, ...args)).errors, /is being upgraded by process \d+/);
    }
    assert.equal((await start({ DATA_DIR: home })).code, 1, 'a supervisor tries again');
  } finally {
    other.kill('SIGKILL');
    await new Promise((ended) => other.on('exit', ended));
  }
  assert.match((await depono({ DATA_DIR: home }, 'migrate')).errors, OLDER);
  // A process id that now belongs to another program.
  writeFileSync(join(home, 'postgres-upgrade.1'), '');
  assert.match((await depono({ DATA_DIR: home }, 'migrate')).errors, OLDER);
  await depono({ DATA_DIR: home }, 'database', 'upgrade', '--from', '/usr');
  const left = readdirSync(home).filter((name) => name.startsWith('postgres-upgrade'));
  assert.deepEqual(left, [], 'the next upgrade removes them');
});

/** Takes the lock and releases it, many times; says how often, and how often someone else had it as well. */
const CONTENDER = `
  import { closeSync, openSync, rmSync } from 'node:fs';
  import { lockForUpgrade } from '${join(import.meta.dirname, '..', 'src', 'storage', 'embedded', 'upgrade-state.ts')}';
  const [home, held] = process.argv.slice(-2);
  let [taken, shared] = [0, 0];
  for (let n = 0; n < 500; n++) {
    let unlock;
    try { unlock = lockForUpgrade(home); } catch { continue; }
    taken++;
    try { closeSync(openSync(held, 'wx')); rmSync(held); } catch { shared++; }
    unlock();
  }
  console.log(JSON.stringify({ taken, shared }));
`;

test('two upgrades at once: never do both have the lock', IN_DEPTH, async () => {
  const home = join(folder, 'contended');
  mkdirSync(home);
  const contend = (): Promise<{ taken: number; shared: number }> => {
    const args = ['--input-type=module-typescript', '-e', CONTENDER, 'upgrade', home, join(folder, 'held')];
    const child = spawn(process.execPath, args, { env: MACHINE, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    return new Promise((ended) => child.on('close', () => ended(JSON.parse(output))));
  };
  const found = await Promise.all([contend(), contend()]);
  assert.ok(found.some(({ taken }) => taken > 0));
  assert.deepEqual(
    found.map(({ shared }) => shared),
    [0, 0],
  );
  assert.deepEqual(readdirSync(home), []);
});

async function ask(connection: string | object, text: string): Promise<any[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const OLD = '/usr/lib/postgresql/15/bin';

test('the upgrade by root does not follow what another user put into the data folder', async (t) => {
  if (process.getuid?.() !== 0 || !existsSync(join(OLD, 'postgres'))) return t.skip(`needs root and ${OLD}`);
  for (const name of ['postgres-location', 'postgres-password']) {
    const home = madeBy(15);
    const secret = join(folder, 'secret-of-root');
    writeFileSync(secret, 'only-root-may-read-this', { mode: 0o600 });
    rmSync(join(home, name), { force: true });
    symlinkSync(secret, join(home, name));
    const { code, output, errors } = await depono({ DATA_DIR: home }, 'database', 'upgrade', '--from', OLD);
    assert.equal(code, 2, errors);
    assert.match(
      errors,
      new RegExp(`^\\S+/${name} is not a file of its own, or belongs to another user\\. .*\\n$`, 'm'),
    );
    assert.doesNotMatch(output + errors, /only-root/);
    rmSync(home, { recursive: true });
  }
});

const skip = IN_DEPTH.skip || (!existsSync(join(OLD, 'postgres')) && `needs ${OLD}`);

describe('from PostgreSQL 15 of Debian to the packaged one', { skip }, () => {
  const home = join(folder, 'data');
  const env = { DATA_DIR: home, SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32', OPERATOR_TOKEN: TOKEN };
  let contracts: string[] = [];
  let tables: BackupReport['tables'];
  let cluster: string;

  before(async () => {
    const old = await startEmbedded(home, { binaries: OLD });
    const service = await startService({ databaseUrl: urlOf(old) });
    const partner = await setUpPartner(service);
    for (let n = 0; n < 20; n++) {
      const body = payload({ externalContractId: `OLD-${n}` });
      assert.equal((await partner.open(body)).status, 200);
      contracts.push(`OLD-${n}`);
    }
    await service.stop();
    ({ tables } = await writeBackup(old.connection, join(folder, 'before.gz'), { key: null }));
    await old.stop();
    const pointer = join(home, 'postgres-location');
    cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(home, 'postgres');
  });

  const version = (name = cluster): string => readFileSync(join(name, 'PG_VERSION'), 'utf8').trim();

  test('not while a service runs on it', async () => {
    const old = await startEmbedded(home, { binaries: OLD });
    try {
      const { code, errors } = await runDepono(['database', 'upgrade', '--from', OLD], { env });
      assert.deepEqual([code, /Another Depono is already running/.test(errors)], [2, true], errors);
    } finally {
      await old.stop();
    }
  });

  test('while it copies, the old server can only be read, and not be found at its usual place', async () => {
    const usual = await startEmbedded(home, { binaries: OLD });
    await usual.stop();
    const old = await startEmbedded(home, { binaries: OLD, isCopied: true });
    try {
      await assert.rejects(ask(old.connection, 'delete from backups'), /read-only transaction/);
      await assert.rejects(ask(usual.connection, 'select'), /ENOENT/);
    } finally {
      await old.stop();
    }
  });

  test('killed at any step, the old files still work, and it can be repeated', { timeout: 300_000 }, async () => {
    for (const step of ['Starting', 'Creating', 'Copying', 'Verifying']) {
      const child = startDeponoCommand(env, 'database', 'upgrade');
      let errors = '';
      child.stderr.on('data', (data) => {
        errors += String(data);
        if (errors.includes(step)) child.kill('SIGKILL');
      });
      const code = await new Promise((ended) => child.on('close', ended));
      assert.equal(code, null, `${step}: ${errors}`);
      assert.equal(version(), '15', step);
    }
    const old = await startEmbedded(home, { binaries: OLD });
    try {
      const found = await ask(old.connection, 'select external_contract_id as id from deposits');
      assert.deepEqual(found.map(({ id }) => id).sort(), [...contracts].sort());
    } finally {
      await old.stop();
    }
  });

  test('every table is equal, the books are verified, and no hold is set', { timeout: 300_000 }, async () => {
    const { code, output, errors } = await runDepono(['database', 'upgrade', '--json'], { env });
    assert.equal(code, 0, errors);
    const { upgraded, faults, deposits } = JSON.parse(output);
    assert.deepEqual([upgraded.from, faults, deposits], [15, 0, contracts.length]);
    assert.equal(version(), String(upgraded.to));
    assert.equal(upgraded.kept, `${cluster}-15`);
    assert.equal(version(upgraded.kept), '15');
    const beside = readdirSync(join(cluster, '..')).filter((name) => /^postgres[.-]|^data-.*[.-]/.test(name));
    assert.deepEqual(
      beside.filter((name) => /upgrad/.test(name)),
      [],
    );
    const fresh = await startEmbedded(home);
    try {
      const now = await writeBackup(fresh.connection, join(folder, 'after.gz'), { key: null });
      const compared = (all: typeof tables) => all.filter(({ table }) => table !== 'audit_log');
      assert.deepEqual(compared(now.tables), compared(tables));
      assert.deepEqual(await ask(fresh.connection, 'select why from bank_hold'), []);
      const [entry] = await ask(fresh.connection, `select verb, thing, about from audit_log order by at desc limit 1`);
      assert.deepEqual([entry.verb, entry.thing, entry.about['from PostgreSQL']], ['upgrade', 'database', '15']);
    } finally {
      await fresh.stop();
    }
    const again = await runDepono(['database', 'upgrade'], { env });
    assert.deepEqual([again.code, /Nothing to do/.test(again.output)], [0, true]);
  });

  test('killed between the two renames: the next start completes the swap', { timeout: 300_000 }, async () => {
    renameSync(cluster, `${cluster}.upgraded`);
    const started = await start({ ...env });
    assert.match(started.output, /Depono is ready/, started.errors);
    assert.ok(!existsSync(`${cluster}.upgraded`));
    // Before the first rename: the copy is outdated once the old files are used, and must not replace them later.
    renameSync(cluster, `${cluster}.upgraded`);
    renameSync(`${cluster}-15`, cluster);
    const old = await startEmbedded(home, { binaries: OLD });
    await old.stop();
    assert.deepEqual([version(), existsSync(`${cluster}.upgraded`)], ['15', false]);
    const upgraded = await runDepono(['database', 'upgrade', '--from', OLD], { env });
    assert.equal(upgraded.code, 0, upgraded.errors);
    assert.equal((await runDepono(['deposit', 'verify'], { env })).code, 0);
  });

  after(() => {
    if (cluster !== undefined && !cluster.startsWith(home)) {
      for (const name of [cluster, `${cluster}-15`]) rmSync(name, { recursive: true, force: true });
    }
  });
});

function urlOf({ connection: { user, password, host, database } }: EmbeddedDatabase): string {
  return `postgres://${user}:${password}@${encodeURIComponent(host)}/${database}`;
}
