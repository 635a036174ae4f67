import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { archiveName } from '../src/domain/backup-keep.ts';
import { databaseId } from '../src/storage/backup/catalog.ts';
import { oneAtATime, withClient } from '../src/storage/backup/connect.ts';
import { deleteOldBackups } from '../src/storage/backup/records.ts';
import { MACHINE, type Ended } from './support/command-line.ts';
import { depono, deponoWith, settingsOf, startDeponoCommand } from './support/depono.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'depono-places-'));
let service: Service;
let env: Record<string, string>;
let keyFile: string;
let recipient: string;

before(async () => {
  service = await startService();
  const partner = await setUpPartner(service);
  for (let n = 0; n < 3; n++) assert.equal((await partner.open(payload())).status, 200);
  env = settingsOf(service);
  keyFile = join(folder, 'backup.key');
  const made = await depono(env, 'backup', 'keygen', keyFile);
  assert.equal(made.code, 0, made.errors);
  recipient = made.output.trim();
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function inFresh<T>(work: (settings: Record<string, string>) => Promise<T>): Promise<T> {
  const { url, drop } = await freshDatabase();
  try {
    return await work({ ...env, DATABASE_URL: url });
  } finally {
    await drop();
  }
}

async function ask(text: string, url = service.databaseUrl): Promise<any[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process whose output is bytes. */
async function piped(program: string, input?: Buffer): Promise<Ended & { bytes: Buffer }> {
  const child = spawn('bash', ['--norc', '-o', 'pipefail', '-c', program], {
    cwd: root,
    env: { ...MACHINE, ...env, NODE: process.execPath },
  });
  const [chunks, errors]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (data: Buffer) => chunks.push(data));
  child.stderr.on('data', (data: Buffer) => errors.push(data));
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  const bytes = Buffer.concat(chunks);
  return { code, bytes, output: bytes.toString('latin1'), errors: Buffer.concat(errors).toString() };
}

test('backup - writes the archive to standard output and nothing else; restore - reads it', async () => {
  const { code, bytes, errors } = await piped('"$NODE" src/cli.ts backup -');
  assert.equal(code, 0, errors);
  assert.match(gunzipSync(bytes).toString(), /^-- Depono backup [\s\S]*-- \{"end":true,"tables":\d+,"rows":\d+\}\n$/);
  assert.match(errors, /rows in standard output, .* not encrypted\./);
  assert.ok(!existsSync(join(root, '-')));
  await inFresh(async (settings) => {
    const restored = await deponoWith(bytes.toString('latin1'), settings, 'restore', '-');
    assert.equal(restored.code, 0, restored.errors);
    assert.match(restored.output, /all checksums match/);
  });
  const json = await depono(env, 'backup', '-', '--json');
  assert.equal(JSON.parse(json.errors).file, '-', 'the report is on standard error, as JSON');
  assert.match(gunzipSync(Buffer.from(json.output, 'latin1')).toString(), /"end":true/);
});

test('a reader that ends too early is reported, and so is a database that goes away; no archive has an end then', async () => {
  const closed = await piped('"$NODE" src/cli.ts backup - | true');
  assert.notEqual(closed.code, 0);
  assert.match(
    closed.errors,
    /^The program that reads standard output ended too early\. The archive is not complete\.\n$/,
  );
  // The server ends the connection while the archive is written.
  const child = startDeponoCommand(env, 'backup', '-');
  const chunks: Buffer[] = [];
  let errors = '';
  child.stderr.on('data', (data) => (errors += String(data)));
  const reader = await heldTable();
  const ended = new Promise<number | null>((done) => child.on('close', done));
  child.stdout.on('data', (data: Buffer) => chunks.push(data));
  for (let n = 0; n < 500; n++) {
    const rows = await ask(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where application_name = 'depono (backup)' and wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length > 0) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.notEqual(await ended, 0);
  await reader.end();
  assert.notEqual(errors, '');
  assert.throws(() => gunzipSync(Buffer.concat(chunks)));
});

/** A table that no one can read meanwhile. */
async function heldTable(): Promise<Client> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table backups in access exclusive mode');
  return client;
}

test('keygen writes the secret for its owner alone, once, and prints only the public key', async () => {
  assert.match(recipient, /^age1[a-z0-9]{58}$/);
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  assert.match(readFileSync(keyFile, 'utf8'), /^# created: .*\n# public key: age1.*\nAGE-SECRET-KEY-1[A-Z0-9]{58}\n$/);
  const again = await depono(env, 'backup', 'keygen', keyFile);
  assert.equal(again.code, 1);
  assert.match(again.errors, /is not overwritten/);
});

test('an encrypted backup: recognized by its first bytes, and restored with its identity only', async () => {
  const file = join(folder, 'one.gz.age');
  const other = join(folder, 'other.key');
  await depono(env, 'backup', 'keygen', other);
  const made = await depono({ ...env, BACKUP_RECIPIENTS: recipient }, 'backup', file, '--json');
  assert.equal(made.code, 0, made.errors);
  assert.deepEqual([JSON.parse(made.output).encrypted, statSync(file).mode & 0o777], [true, 0o600]);
  const bytes = readFileSync(file);
  assert.equal(JSON.parse(made.output).bytes, bytes.length);
  assert.ok(bytes.toString('latin1').startsWith('age-encryption.org/v1\n'));
  const renamed = join(folder, 'renamed.gz');
  writeFileSync(renamed, bytes);
  const damaged = join(folder, 'damaged.age');
  writeFileSync(damaged, bytes.with(bytes.length - 20, (bytes.at(-20) ?? 0) ^ 1));
  const short = join(folder, 'short.age');
  writeFileSync(short, bytes.subarray(0, bytes.length - 100));
  // Whoever can write to the store needs no key for a plain archive.
  const forged = join(folder, 'forged.gz.age');
  assert.equal((await depono(env, 'backup', join(folder, 'forged.gz'))).code, 0);
  renameSync(join(folder, 'forged.gz'), forged);
  const plain = join(folder, 'plain.gz');
  copyFileSync(forged, plain);
  await inFresh(async (settings) => {
    const rows: [args: string[], code: number, says: RegExp][] = [
      [[renamed], 2, /is encrypted\. Give the file .* --identity FILE/],
      [[file, '--identity', other], 1, /encrypted for other keys/],
      [[file, '--identity', join(folder, 'none')], 2, /File not found/],
      [[file, '--identity', join(root, 'package.json')], 1, /readable by others|no secret key/],
      [[damaged, '--identity', keyFile], 1, /changed or cut off/],
      [[short, '--identity', keyFile], 1, /changed or cut off/],
      [[forged, '--identity', keyFile], 1, /not encrypted/],
      [[forged], 1, /not encrypted/],
      [[plain, '--identity', keyFile], 1, /not encrypted/],
    ];
    for (const [args, code, says] of rows) {
      const ended = await depono(settings, 'restore', ...args);
      assert.deepEqual([ended.code, says.test(ended.errors)], [code, true], ended.errors);
    }
    chmodSync(keyFile, 0o640);
    const open = await depono(settings, 'restore', file, '--identity', keyFile);
    assert.match(open.errors, /readable by others \(mode 640\).*chmod 600/);
    chmodSync(keyFile, 0o600);
    const restored = await depono(settings, 'restore', file, '--identity', other, '--identity', keyFile);
    assert.equal(restored.code, 0, restored.errors);
  });
});

const wrong: [what: string, env: Record<string, string>, args: string[], says: RegExp][] = [
  ['a name without .age', {}, ['x.gz', '--recipient', 'KEY'], /Let its name end in \.age: x\.gz\.age/],
  ['a name with .age', {}, ['x.gz.age'], /Set BACKUP_RECIPIENTS, or give --recipient/],
  ['a wrong key', {}, ['x.age', '--recipient', 'age1xyz'], /age1xyz is not a public key/],
  ['a secret key', {}, ['x.age', '--recipient', 'AGE-SECRET-KEY-1QQ'], /is a secret key.*make a new one/],
  ['a wrong key in the settings', { BACKUP_RECIPIENTS: 'age1xyz' }, ['-'], /BACKUP_RECIPIENTS has "age1xyz"/],
  [
    'a secret key in the settings',
    { BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1QQ' },
    ['-'],
    /BACKUP_RECIPIENTS has a secret/,
  ],
  ['a wrong policy', { BACKUP_KEEP: 'all' }, ['-'], /BACKUP_KEEP is "all"\. .*daily=14/],
  ['no place', {}, [], /Where to\?/],
  ['two places', {}, ['x.gz', '--folder', '/tmp'], /not both/],
];
for (const [what, settings, args, says] of wrong) {
  test(`depono backup with ${what}`, async () => {
    const given = args.map((arg) => (arg === 'KEY' ? recipient : arg));
    const { code, errors } = await depono({ ...env, ...settings }, 'backup', ...given);
    assert.deepEqual([code, says.test(errors)], [2, true], errors);
    assert.ok(!errors.includes('AGE-SECRET-KEY-1QQ'), 'a secret is not repeated');
  });
}

const DAY = 86_400_000;

const nameOf = (days: number, database: string, isEncrypted: boolean): string =>
  archiveName({ time: new Date(Date.now() - days * DAY), database, isEncrypted });

test('a folder: named after the time, old archives and files of killed runs are removed, everything else stays', async () => {
  const into = join(folder, 'nightly');
  mkdirSync(into);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const database = await withClient(service.databaseUrl, databaseId);
  const old = [1, 2, 3, 40].map((days) => nameOf(days, database, days < 3));
  // A drill writes to the same folder.
  const drill = await inFresh(async (settings) => {
    assert.equal((await depono(settings, 'migrate')).code, 0);
    const made = await depono({ ...settings, BACKUP_RECIPIENTS: recipient }, 'backup', '--folder', into, '--json');
    return basename(JSON.parse(made.output).file);
  });
  const foreign = [
    drill,
    'depono-20200101T000000Z.gz',
    'notes.txt',
    'depono.gz',
    `other-20200101T000000Z.gz.${hostname()}.${dead}.partial`,
  ];
  const abandoned = `depono-20200101T000000Z.gz.${hostname()}.${dead}.partial`;
  const running = `depono-20200101T000000Z.gz.${hostname()}.${process.pid}.partial`;
  const elsewhere = `depono-20200101T000000Z.gz.another-machine.${dead}.partial`;
  for (const name of [...old, ...foreign, abandoned, running, elsewhere]) writeFileSync(join(into, name), name);
  const settings = { ...env, BACKUP_DIR: into, BACKUP_KEEP: 'daily=3', BACKUP_RECIPIENTS: recipient };
  const { code, output, errors } = await depono(settings, 'backup', '--json');
  assert.equal(code, 0, errors);
  const { file, removed, ofOthers } = JSON.parse(output);
  assert.match(file, /nightly\/depono-\d{8}T\d{6}Z-[0-9a-f]{8}\.gz\.age$/);
  assert.ok(file.includes(database) && !drill.includes(database));
  assert.equal(ofOthers, 1);
  assert.deepEqual(removed, old.slice(2));
  const left = [...old.slice(0, 2), ...foreign, running, elsewhere, file.split('/').at(-1)];
  assert.deepEqual(readdirSync(into).sort(), left.sort());
});

test('two at once: one is refused, and nothing is removed by it', async () => {
  const into = join(folder, 'twice');
  await oneAtATime(service.databaseUrl, async () => {
    const { code, errors } = await depono({ ...env, BACKUP_KEEP: 'daily=1' }, 'backup', '--folder', into);
    assert.deepEqual([code, /Another backup of this database is being made/.test(errors)], [1, true], errors);
  });
  assert.equal((await depono(env, 'backup', '--folder', into)).code, 0, 'the lock is released');
});

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;
test(
  'a full disk: a sentence, no archive, and the old ones stay',
  { skip: !hasLimits && 'needs prlimit' },
  async () => {
    const into = join(folder, 'full');
    mkdirSync(into);
    const database = await withClient(service.databaseUrl, databaseId);
    const old = [1, 2, 3].map((days) => nameOf(days, database, false));
    for (const name of old) writeFileSync(join(into, name), name);
    // A limit on the size of files fails a write in the middle, as a full disk does.
    const ended = spawnSync('prlimit', ['--fsize=2000', process.execPath, 'src/cli.ts', 'backup', '--folder', into], {
      cwd: root,
      encoding: 'utf8',
      env: { ...MACHINE, ...env, BACKUP_KEEP: 'daily=1', NODE_COMPILE_CACHE: '' },
    });
    assert.equal(ended.status, 1, ended.stderr);
    assert.match(ended.stderr, /^The disk is full, .* No archive was written\. No older one was removed\./);
    assert.deepEqual(readdirSync(into).sort(), old.sort());
  },
);

test('every finished backup is listed, is in the audit log, and has its age in the metrics', async () => {
  const { databaseUrl } = service;
  await ask('delete from backups', databaseUrl);
  const age = async (): Promise<string | undefined> =>
    /^depono_backup_age_seconds (\S+)$/m.exec((await service.call('GET', '/metrics')).text)?.[1];
  assert.equal(await age(), undefined, 'absent before the first');
  assert.match((await depono(env, 'backup', 'list')).output, /No backup was made yet/);
  assert.equal((await depono(env, 'backup', join(folder, 'listed.gz'), '--kept')).code, 0);
  assert.ok(Number(await age()) < 60);
  await ask(`update backups set at = at - interval '30 hours'`);
  assert.ok(Number(await age()) > 30 * 3600 - 60);
  assert.equal((await depono({ ...env, BACKUP_RECIPIENTS: recipient }, 'backup', '-')).code, 0);
  const listed = (await depono(env, 'backup', 'list', '--json')).output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    listed.map(({ file, encrypted }) => [file, encrypted]),
    [
      ['-', true],
      ['listed.gz', false],
    ],
  );
  assert.match((await depono(env, 'backup', 'list')).output, /listed\.gz/);
  const [entry] = await ask(`select about from audit_log where thing = 'backup' order by at desc limit 1`);
  assert.equal(entry.about.file, '-');
});

const KEPT: [what: string, backupDir: string | null, args: string[], isKept: boolean][] = [
  ['in BACKUP_DIR, as the timer does', 'kept', [], true],
  ['--folder names BACKUP_DIR', 'kept', ['--folder', 'kept/'], true],
  ['--folder, without BACKUP_DIR', null, ['--folder', 'any'], true],
  ['--folder names another folder', 'kept', ['--folder', 'drill'], false],
  ['a file', 'kept', ['copy.gz'], false],
  ['a file in BACKUP_DIR, which no one removes', 'kept', ['kept/before-upgrade.gz'], false],
  ['standard output', null, ['-'], false],
  ['a file that is brought to a safe place', null, ['safe.gz', '--kept'], true],
  ['standard output to a safe place', 'kept', ['-', '--kept'], true],
];
for (const [index, [what, backupDir, args, isKept]] of KEPT.entries()) {
  test(`whether it counts as the last backup: ${what}`, async () => {
    await ask('delete from backups');
    const at = (path: string): string => join(folder, `place-${index}`, path);
    mkdirSync(at('kept'), { recursive: true });
    const settings = backupDir === null ? env : { ...env, BACKUP_DIR: at(backupDir) };
    const given = args.map((word) => (word.startsWith('-') ? word : at(word)));
    const { code, output, errors } = await depono(settings, 'backup', ...given);
    assert.equal(code, 0, errors);
    assert.equal(/does not count as the last backup/.test(output + errors), !isKept, output);
    assert.deepEqual(await ask('select kept from backups'), [{ kept: isKept }]);
    const page = (await service.call('GET', '/metrics')).text;
    assert.equal(/^depono_backup_age_seconds/m.test(page), isKept);
    const doctor = await depono({ ...settings, ENVIRONMENT: 'test' }, 'doctor');
    assert.match(doctor.output, isKept ? /backup: the last one was/ : /backup: none that is kept was made yet/);
  });
}

test('records of backups are removed after 400 days', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into backups (id, at, file, bytes, rows, encrypted)
       select gen_random_uuid(), now() - make_interval(days => days), 'old-' || days, 1, 1, true from unnest('{399,401}'::int[]) days`,
    );
    await deleteOldBackups(client);
    const { rows } = await client.query(`select file from backups where file like 'old-%'`);
    assert.deepEqual(rows, [{ file: 'old-399' }]);
  } finally {
    await client.end();
  }
});

test('a database that can only be read takes no record, and the command says so', async () => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const before = await ask('select count(*)::int as n from backups');
  await ask(`alter database ${name} set default_transaction_read_only = on`);
  try {
    const { code, errors } = await depono(env, 'backup', join(folder, 'replica.gz'));
    assert.equal(code, 0, errors);
    assert.match(errors, /not in the audit log: the database can only be read/);
  } finally {
    await ask(`begin read write; alter database ${name} reset default_transaction_read_only; commit`);
  }
  assert.deepEqual(await ask('select count(*)::int as n from backups'), before);
});
