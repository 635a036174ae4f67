import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { archivingFinding, backupFinding, encryptionFindings } from '../src/cli/doctor/backup-checks.ts';
import {
  aheadFinding,
  backwardsFinding,
  booksFinding,
  migrationFinding,
  queueFindings,
  skewFinding,
} from '../src/cli/doctor/database-checks.ts';
import { checkBankFolder, checkBankFolders, checkSecretFiles, diskFinding } from '../src/cli/doctor/file-checks.ts';
import type { Finding } from '../src/cli/doctor/finding.ts';
import { checkBaseUrl, checkSettings } from '../src/cli/doctor/settings-checks.ts';
import type { BankFolder } from '../src/domain/bank/bank-folder.ts';
import { readConfig } from '../src/config.ts';
import type { SchemaStep } from '../src/storage/database/schema-version.ts';
import { payloadsContext } from '../src/storage/request-log/list.ts';
import { Vault } from '../src/vault/vault.ts';
import type { Ended } from './support/command-line.ts';
import { depono, settingsOf } from './support/depono.ts';
import { setUpProvider } from './support/provider.ts';
import { listening } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let service: Service;
let letterbox: Letterbox;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'depono-doctor-'));
  letterbox = await openLetterbox();
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  await listening(service, { url: 'http://127.0.0.1:9/' });
});
after(async () => {
  await service.stop();
  await letterbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const findingsOf = ({ output }: Ended): Finding[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const examine = async (env: Record<string, string> = {}): Promise<Ended & { findings: Finding[] }> => {
  const ended = await depono({ ...settingsOf(service), ...env }, 'doctor', '--json');
  return { ...ended, findings: findingsOf(ended) };
};
const of = (findings: readonly Finding[], check: string): Finding[] => findings.filter((one) => one.check === check);
const states = (findings: readonly Finding[], check: string): string[] => of(findings, check).map(({ state }) => state);

test('a healthy service: every check is ok, nothing is sent, exit code 0', async () => {
  const { code, findings, errors } = await examine({ SMTP_URL: letterbox.url });
  assert.equal(code, 0, errors);
  const bad = findings.filter(({ state, check }) => state !== 'ok' && check !== 'disk');
  assert.deepEqual(bad, []);
  const checks = new Set(findings.map(({ check }) => check));
  for (const check of [
    'configuration',
    'BASE_URL',
    'secrets',
    'disk',
    'bank folder',
    'database',
    'migrations',
    'clock',
    'service clock',
    'order of time',
    'secret key',
    'jobs',
    'mail',
    'service',
  ]) {
    assert.ok(checks.has(check), check);
  }
  assert.equal(letterbox.mails.length, 0);
});

test('as text: each line has a mark, and problems say how to fix them', async () => {
  const { code, output } = await depono({ ...settingsOf(service), SMTP_URL: 'smtp://127.0.0.1:9' }, 'doctor');
  assert.equal(code, 1);
  assert.match(output, /^ok {4}migrations: all \d+ applied$/m);
  assert.match(output, /^FAIL {2}mail: 127\.0\.0\.1:9: .*\n {6}Check host and port in SMTP_URL/m);
  assert.match(output, /1 check failed/);
});

test('invalid settings are listed one by one, and nothing else is checked', async () => {
  const { code, findings } = await examine({ PORT: 'x', ENVIRONMENT: 'live' });
  assert.equal(code, 1);
  assert.deepEqual(
    findings.map(({ check, state }) => [check, state]),
    [
      ['configuration', 'fail'],
      ['configuration', 'fail'],
    ],
  );
});

test('a missing data folder is reported, and not created', async () => {
  const dataDir = join(folder, 'nowhere');
  const { code, findings } = await examine({ DATABASE_URL: '', DATA_DIR: dataDir });
  assert.equal(code, 1);
  assert.match(findings[0]?.says ?? '', /data folder .* does not exist/);
  assert.equal(existsSync(dataDir), false);
});

test('a database that is unreachable or refuses the login', async () => {
  const { code, findings } = await examine({ DATABASE_URL: 'postgres://127.0.0.1:9/none' });
  assert.equal(code, 1);
  assert.deepEqual(states(findings, 'database'), ['fail']);
  const url = new URL(service.databaseUrl);
  url.pathname = '/there_is_no_such_database';
  const unknown = await examine({ DATABASE_URL: url.href });
  assert.match(of(unknown.findings, 'database')[0]?.says ?? '', /DATABASE_URL/);
});

test('a secret key that opens no sealed value', async () => {
  const { findings } = await examine({ SECRET_KEY: 'another-secret-key-of-at-least-32-letters' });
  assert.deepEqual(states(findings, 'secret key'), ['fail']);
});

test('a secret key that opens the callbacks, but not the calls sealed with another', async () => {
  const other = 'another-secret-key-of-at-least-32-letters';
  const id = '01900000-0000-7000-8000-000000000001';
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  try {
    await sql.query('insert into call_payloads (organization_id, id, content) values ($1, $2, $3)', [
      '00000000-0000-0000-0000-000000000000',
      id,
      new Vault(other).seal('{}', payloadsContext(id)),
    ]);
    const [finding] = of((await examine()).findings, 'secret key');
    assert.deepEqual(
      [finding?.state, finding?.says],
      ['warn', 'does not decrypt some of the stored data: payloads of calls'],
    );
    const [older] = of((await examine({ SECRET_KEYS_OLD: other })).findings, 'secret key');
    assert.deepEqual(
      [older?.state, older?.says],
      ['warn', 'stored data is still encrypted with a key of SECRET_KEYS_OLD'],
    );
  } finally {
    await sql.query('delete from call_payloads where id = $1', [id]);
    await sql.end();
  }
});

test('a service that does not answer', async () => {
  const { findings } = await examine({ BASE_URL: 'http://127.0.0.1:9' });
  assert.deepEqual(states(findings, 'service'), ['warn']);
});

test('failed jobs', async () => {
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  try {
    await sql.query(
      `insert into effects (organization_id, id, kind, due_at, created_at, state, last_error, finished_at)
       values (gen_random_uuid(), gen_random_uuid(), 'mail', now(), now(), 'failed', 'no such mailbox', now())`,
    );
    const { findings } = await examine();
    assert.deepEqual(states(findings, 'jobs'), ['warn']);
    assert.match(of(findings, 'jobs')[0]?.says ?? '', /given up: 1 of mail/);
    await sql.query(`delete from effects where last_error = 'no such mailbox'`);
  } finally {
    await sql.end();
  }
});

const backlog = (oldestSeconds: number) => ({ due: 3, oldestSeconds });
const none = {
  effects: new Map(),
  failed: new Map(),
  retrying: new Map(),
  deliveries: { due: 0, oldestSeconds: 0, failed: 0 },
};
const production = readConfig({
  ENVIRONMENT: 'production',
  OPERATOR_TOKEN: 'a-token-of-at-least-16',
  SMTP_URL: 'smtp://localhost',
  SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
  MAIL_FROM: 'deposits@example.ch',
  BASE_URL: 'https://depono.example.ch',
  PROVIDER_BANK: 'kantonalbank',
  PROVIDER_INSURANCE: 'mietgarantie',
});
const base = (baseUrl: string | null): Finding => checkBaseUrl({ ...production, baseUrl });
const now = new Date('2026-11-15T10:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const GIB = 1_073_741_824;

const applied = (number: number, worksFrom = number): SchemaStep => ({ number, worksFrom });

const rows: [what: string, finding: Finding | undefined, state: Finding['state']][] = [
  ['production without BASE_URL', base(null), 'fail'],
  ['production on localhost', base('https://localhost'), 'fail'],
  ['production without TLS', base('http://depono.example.ch'), 'fail'],
  ['production under a path', base('https://depono.example.ch/app'), 'fail'],
  ['production as it should be', base('https://depono.example.ch'), 'ok'],
  ['the test environment anywhere', checkBaseUrl({ ...production, environment: 'test', baseUrl: null }), 'ok'],
  ['all migrations', migrationFinding([applied(1), applied(2)], [1, 2]), 'ok'],
  ['a missing migration', migrationFinding([applied(1)], [1, 2]), 'warn'],
  ['no migration yet', migrationFinding([], [1, 2]), 'warn'],
  ['a newer database', migrationFinding([applied(1), applied(2), applied(3)], [1, 2]), 'fail'],
  ['a newer database that this version works with', migrationFinding([applied(2), applied(3, 2)], [2]), 'ok'],
  ['one of two newer migrations too new', migrationFinding([applied(2), applied(3, 3), applied(4, 2)], [2]), 'fail'],
  ['clocks together', skewFinding(now, later(1)), 'ok'],
  ['clocks apart', skewFinding(now, later(-5)), 'warn'],
  ['clocks far apart', skewFinding(later(60), now), 'fail'],
  ['the service’s clock ahead in production', aheadFinding(86_400, 'production'), 'fail'],
  ['the service’s clock ahead in a test', aheadFinding(86_400, 'test'), 'ok'],
  ['a deposit of before', backwardsFinding(later(-5), now), 'ok'],
  ['a deposit of the future', backwardsFinding(later(600), now), 'fail'],
  ['no deposit yet', backwardsFinding(null, now), 'ok'],
  ['room on the disk', diskFinding('/data', { free: 10 * GIB, total: 100 * GIB }), 'ok'],
  ['little room', diskFinding('/data', { free: 0.5 * GIB, total: 100 * GIB }), 'warn'],
  ['a small part of a large disk', diskFinding('/data', { free: 4 * GIB, total: 100 * GIB }), 'warn'],
  ['no room', diskFinding('/data', { free: 0.1 * GIB, total: 1 * GIB }), 'fail'],
  ['books that were proven last night', booksFinding({ finishedAt: now, faults: 0, now: later(3_600) }), 'ok'],
  ['books that were proven days ago', booksFinding({ finishedAt: now, faults: 0, now: later(200_000) }), 'warn'],
  ['books with faults', booksFinding({ finishedAt: now, faults: 1, now }), 'fail'],
  ['books before the first proof', booksFinding({ finishedAt: null, faults: null, now }), 'ok'],
  ['nothing waits', queueFindings(none)[0], 'ok'],
  ['mails that wait shortly', queueFindings({ ...none, effects: new Map([['mail', backlog(10)]]) })[0], 'ok'],
  ['mails that wait long', queueFindings({ ...none, effects: new Map([['mail', backlog(900)]]) })[0], 'warn'],
  ['callbacks that wait long', queueFindings({ ...none, deliveries: { ...backlog(900), failed: 0 } })[0], 'warn'],
];
for (const [what, finding, state] of rows) test(`${what}: ${state}`, () => assert.equal(finding?.state, state));

test('production: private callbacks and a sender on localhost fail', () => {
  const settings = { ...production, baseUrl: 'https://depono.example.ch' };
  assert.deepEqual(new Set(checkSettings(settings).map(({ state }) => state)), new Set(['ok']));
  const careless = checkSettings({ ...settings, callbackAllowPrivate: true, mailFrom: 'deposits@localhost' });
  assert.deepEqual(states(careless, 'CALLBACK_ALLOW_PRIVATE'), ['fail']);
  assert.deepEqual(states(careless, 'MAIL_FROM'), ['fail']);
  const unencrypted = checkSettings({ ...settings, smtpRequiresTls: false });
  assert.deepEqual(states(unencrypted, 'SMTP_ALLOW_PLAIN'), ['warn']);
});

test('secrets readable by others are reported with the command that fixes it', () => {
  const dataDir = mkdtempSync(join(folder, 'secrets-'));
  assert.equal(checkSecretFiles(dataDir)[0]?.state, 'ok');
  const file = join(dataDir, 'secret-key');
  writeFileSync(file, 'x');
  chmodSync(file, 0o644);
  const [finding] = checkSecretFiles(dataDir);
  assert.deepEqual(finding, {
    check: 'secrets',
    state: 'fail',
    says: `${file} is readable by others (mode 644)`,
    mend: `chmod 600 ${file}`,
  });
  chmodSync(file, 0o600);
  assert.equal(checkSecretFiles(dataDir)[0]?.state, 'ok');
});

test('the bank folder: missing, fresh files, stuck files, refused files', () => {
  const bank = join(folder, 'bank');
  const at = new Date();
  const look = (): [string, string][] => checkBankFolder(bank, at).map(({ state, says }) => [state, says]);
  assert.match(look()[0]?.join() ?? '', /^warn.*does not exist yet/);
  for (const name of ['in', 'out', 'ready', 'done', 'refused']) mkdirSync(join(bank, name), { recursive: true });
  const put = (path: string, minutes: number): void => {
    writeFileSync(join(bank, path), '');
    const time = new Date(at.getTime() - minutes * 60_000);
    utimesSync(join(bank, path), time, time);
  };
  put('in/fresh.xml', 1);
  put('in/.part', 60);
  put('ready/fresh.xml', 1);
  put('out/sent.xml', 60);
  put('done/old.xml', 60);
  assert.deepEqual(
    look().map(([state]) => state),
    ['ok'],
  );
  put('in/stuck.xml', 11);
  put('ready/stuck.xml', 11);
  put('refused/bad.xml', 0);
  const found = look();
  assert.deepEqual(
    found.map(([state]) => state),
    ['warn', 'warn', 'warn'],
  );
  assert.match(found[0]?.[1] ?? '', /1 file in in\//);
  assert.match(found[1]?.[1] ?? '', /1 file in ready\//);
  assert.match(found[2]?.[1] ?? '', /1 file in refused\//);
});

test('the folders of several banks: each is checked, and the bank is named', () => {
  const exchange = join(folder, 'banks');
  const at = new Date();
  const look = (...banks: BankFolder[]): [string, string][] =>
    checkBankFolders(exchange, banks, at).map(({ check, state }) => [check, state]);
  const first = { code: 'first', folder: null };
  const second = { code: 'second', folder: 'kb' };
  assert.deepEqual(look(), [['bank folder', 'warn']]);
  assert.deepEqual(look(first), [['bank folder', 'warn']]);
  assert.deepEqual(look(first, second), [
    ['bank folder of first', 'warn'],
    ['bank folder of second', 'warn'],
  ]);
  assert.match(JSON.stringify(checkBankFolders(exchange, [second], at)[1]), /exchangeFolder of the bank/);
  for (const name of ['in', 'out', 'ready', 'done', 'refused'])
    mkdirSync(join(exchange, 'kb', name), { recursive: true });
  chmodSync(join(exchange, 'kb'), 0o777);
  assert.deepEqual(look(first, second), [
    ['bank folder of first', 'ok'],
    ['bank folder of second', 'fail'],
  ]);
  chmodSync(join(exchange, 'kb'), 0o755);
  writeFileSync(join(exchange, 'kb', 'refused', 'bad.xml'), '');
  assert.deepEqual(look(second), [
    ['bank folder', 'ok'],
    ['bank folder of second', 'warn'],
  ]);
});

test('the folders are those of the banks that are set up', async () => {
  await setUpProvider(service, 'bank', { code: 'bergbank' });
  const { findings } = await examine();
  assert.equal(of(findings, 'bank folder of demo_bank').length, 1);
  const [found] = of(findings, 'bank folder of bergbank');
  assert.match(found?.says ?? '', /bank\/bergbank/);
});

const backups: [
  what: string,
  environment: 'test' | 'production',
  hours: number | null,
  expected: string,
  says: RegExp,
][] = [
  ['none in production', 'production', null, 'warn', /none that is kept was made yet/],
  ['none in test', 'test', null, 'ok', /none that is kept was made yet/],
  ['26 hours', 'production', 26, 'ok', /x\.gz, 26 h ago/],
  ['27 hours', 'production', 27, 'warn', /27 h ago/],
  ['27 hours in test', 'test', 27, 'ok', /27 h ago/],
  ['a moment ago', 'production', 0, 'ok', /less than an hour ago/],
];
for (const [what, environment, hours, expected, says] of backups) {
  test(`the last backup: ${what}`, () => {
    const now = new Date('2026-11-18T12:00:00Z');
    const at = new Date(now.getTime() - (hours ?? 0) * 3_600_000);
    const newest = hours === null ? null : { at, file: 'x.gz', bytes: 1, rows: 1, encrypted: true, kept: true };
    const found = backupFinding(newest, now, { environment, backupRecipients: [] });
    assert.deepEqual([found.state, says.test(found.says)], [expected, true], found.says);
  });
}

test('in production backups should be encrypted', () => {
  const state = (environment: 'test' | 'production', backupRecipients: string[]): string[] =>
    encryptionFindings({ environment, backupRecipients }).map((one) => one.state);
  assert.deepEqual(state('production', []), ['warn']);
  assert.deepEqual(state('production', ['age1x']), ['ok']);
  assert.deepEqual(state('test', []), []);
});

test('archiving of the log: off, new, working, failing', () => {
  const [one, two] = [new Date('2026-11-18T01:00:00Z'), new Date('2026-11-18T02:00:00Z')];
  const nothing = { lastArchived: null, lastFailed: null, failed: null, failingSeconds: 0 };
  assert.match(archivingFinding({ isOn: false, ...nothing }).says, /^off/);
  assert.match(archivingFinding({ isOn: true, ...nothing }).says, /^on; nothing/);
  const works = archivingFinding({ isOn: true, lastArchived: two, lastFailed: one, failed: '0001', failingSeconds: 0 });
  assert.deepEqual([works.state, works.says.startsWith('works')], ['ok', true]);
  const fails = archivingFinding({ isOn: true, lastArchived: one, lastFailed: two, failed: '0002', failingSeconds: 9 });
  assert.deepEqual([fails.state, /^fails: 0002 .* success was at 2026-11-18T01/.test(fails.says)], ['warn', true]);
  const never = archivingFinding({ isOn: true, ...nothing, lastFailed: two, failed: '0001', failingSeconds: 9 });
  assert.match(never.says, /success was never/);
});
