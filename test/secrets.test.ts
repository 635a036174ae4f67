import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { MACHINE, type Ended } from './support/command-line.ts';
import { OTHER_TENANT, PERSON, SECRETS } from './support/planted.ts';
import { beginLife, breakDown, journey, lookAtDoor, work, type Life } from './support/planted-life.ts';
import { filesBelow, found, NO_PROCESSES, processesAt, rowsOf, type Seen } from './support/secret-hunt.ts';

// Plants secrets and personal data where they belong, plays a whole lifecycle with failures, and then searches for them
// where they do not belong.

let life: Life;
/** Refusals of any page or call. */
const refusals: { path: string; text: string }[] = [];
const processes: Seen[] = [];
let commands: Ended[];
let rows: Map<string, string>;
let mails: { to: string; cc: string[]; kind: string; text: string }[];
let metrics = '';
let access: Awaited<ReturnType<typeof lookAtDoor>>;
const plainFetch = globalThis.fetch;

before(async () => {
  globalThis.fetch = async (...args) => {
    const response = await plainFetch(...args);
    if (response.status >= 400) refusals.push({ path: response.url, text: await response.clone().text() });
    return response;
  };
  life = await beginLife();
  const { service, sql, folder } = life;
  const looking = setInterval(() => processes.push(...processesAt(folder)), 250);
  try {
    await journey(life);
    await breakDown(life);
    commands = await work(life);
    access = await lookAtDoor(life);
    rows = await rowsOf(sql);
    mails = (await service.sandbox('GET', '/mailbox')).body.mails;
    const bearer = { authorization: `Bearer ${SECRETS['metrics token']}` };
    metrics = (await service.call('GET', '/metrics', { headers: bearer })).text;
  } finally {
    clearInterval(looking);
    await life.stop();
  }
});
after(() => {
  globalThis.fetch = plainFetch;
  life?.remove();
});

test('the secret search finds planted secrets', () => {
  assert.ok(Object.keys(SECRETS).length >= 17, Object.keys(SECRETS).join(', '));
  assert.deepEqual(found({ it: 'dpk_geheim' }, 'the key DPK_GEHEIM is wrong'), ['it']);
  assert.deepEqual(found({ it: 'dpk_geheim' }, `\\x00${Buffer.from('dpk_geheim').toString('hex')}`), ['it']);
  assert.deepEqual(found({ it: PERSON.account }, 'CH56 0483 5012 3456 7800 9'), ['it']);
  assert.deepEqual(found({ it: PERSON['e-mail address'] }, 'to=xaverina.z%40geheim.example'), ['it']);
  assert.deepEqual(found(SECRETS, 'nothing at all'), []);
  assert.notDeepEqual(found(PERSON, rows.get('tenants') ?? ''), []);
});

test('no secret and no personal data in the output of the service', () => {
  const { stdout, stderr } = life.service.printed();
  assert.match(stderr, /the mail server answered 550/);
  assert.match(stderr, /violates check constraint/);
  assert.deepEqual(found({ ...SECRETS, ...PERSON, ...OTHER_TENANT }, stderr + stdout), []);
});

test('no secret in a refusal, and no personal data in one to a partner', () => {
  assert.ok(refusals.length >= 8, `${refusals.length} refusals`);
  for (const { path, text } of refusals) {
    assert.deepEqual(found(SECRETS, text), [], path);
    if (path.includes('/webhook/')) assert.deepEqual(found(PERSON, text), [], path);
  }
});

test('no secret is readable in any table', () => {
  assert.ok(rows.size > 25);
  for (const [table, text] of rows) assert.deepEqual(found(SECRETS, text), [], table);
});

/**
 * Tables that may contain readable data of a tenant. The simulated bank exists in the test environment only. The last one has addresses as typed at the sign-in page, for a day.
 */
const ABOUT_TENANTS =
  'deposits tenants deposit_list history_personal orders payments bank_entries payment_runs simulated_bank sign_in_links';

test('tenant data is only in its own tables, not in history, audit log, calls or jobs', () => {
  for (const table of ['history', 'audit_log', 'calls', 'call_payloads', 'effects', 'refused_calls']) {
    assert.ok((rows.get(table) ?? '').length > 0, `${table} has something in it`);
  }
  for (const [table, text] of rows) {
    if (!ABOUT_TENANTS.split(' ').includes(table)) assert.deepEqual(found(PERSON, text), [], table);
  }
});

test(
  'no secret is a process argument, and database processes have none of our settings',
  { skip: NO_PROCESSES },
  () => {
    const programs = new Set(processes.map(({ program }) => program.split('/').at(-1)));
    assert.ok(programs.has('postgres') && programs.has('node'), [...programs].join(', '));
    for (const { command, program, environment } of processes) {
      assert.deepEqual(found({ ...SECRETS, ...PERSON }, withoutPerson(command)), [], command);
      if (program.endsWith('/postgres')) assert.deepEqual(found(SECRETS, environment), [], program);
    }
  },
);

/** The operator types the person's address. */
const withoutPerson = (command: string): string => command.replace(PERSON['e-mail address'], '');

test('commands print only the secrets they create', () => {
  assert.equal(commands.length, 8);
  for (const { output, errors } of commands) assert.deepEqual(found(SECRETS, output + errors), []);
});

test('files are written only to the data folder, readable only by their owner', () => {
  for (const path of [life.tmp, life.home]) {
    for (const file of filesBelow(path)) assert.deepEqual(found({ ...SECRETS, ...PERSON }, file.text), [], file.path);
  }
  const { dataDir } = life;
  const own = filesBelow(dataDir).filter(({ path }) => !path.startsWith(join(dataDir, 'postgres/')));
  assert.ok(own.some(({ path }) => path.endsWith('postgres.log')));
  const ofBank = join(dataDir, 'bank/');
  assert.equal(statSync(join(dataDir, 'bank')).mode & 0o007, 0, 'nobody else enters the bank’s folder');
  for (const { path, mode, text } of own.filter((file) => !file.path.startsWith(ofBank))) {
    assert.equal(mode & 0o077, 0, path);
    assert.deepEqual(found(PERSON, text), [], path);
    if (!path.endsWith('postgres-password')) assert.deepEqual(found(SECRETS, text), [], path);
  }
});

test('the embedded database listens on no port, and needs its password', () => {
  assert.deepEqual(access, { port: '', rules: ['scram-sha-256'], without: 'refused' });
});

test('a backup has no secret, and is readable only by its owner', () => {
  const backupFile = join(life.folder, 'backup.gz');
  assert.equal(statSync(backupFile).mode & 0o077, 0);
  const text = gunzipSync(readFileSync(backupFile)).toString('utf8');
  assert.notDeepEqual(found(PERSON, text), [], 'people are in it: it is kept as what it is');
  assert.deepEqual(found(SECRETS, text), []);
});

test('a link is only in mails to its owner, and a mail has no private data of others', () => {
  assert.ok(mails.length > 8);
  const owners: Record<string, string> = {
    'link of a tenant': PERSON['e-mail address'],
    'link of the other tenant': OTHER_TENANT['e-mail address of the other tenant'],
    'link to sign in': life.organization.managerEmail,
  };
  const { 'first name': _, 'last name': __, ...ownAffairs } = PERSON;
  for (const { to, cc, kind, text } of mails) {
    if (to === PERSON['e-mail address']) assert.deepEqual(cc, [], kind);
    const others = Object.entries(SECRETS).filter(([what]) => owners[what] !== to);
    assert.deepEqual(found(Object.fromEntries(others), text), [], `${kind} to ${to}`);
    if (to !== PERSON['e-mail address']) assert.deepEqual(found(ownAffairs, text), [], `${kind} to ${to}`);
  }
});

test('metrics have no personal data', () => {
  assert.match(metrics, /depono_calls_total/);
  assert.deepEqual(found({ ...SECRETS, ...PERSON, ...OTHER_TENANT }, metrics), []);
});

const HIDDEN = 'Drachenfels-4711-geheim';
/** The server of the tests, with another password. */
function serverWithPassword(password: string): string {
  const url = new URL(process.env['TEST_SERVER'] ?? 'postgres://x:y@127.0.0.1');
  url.password = password;
  return url.href;
}

const WRONG: Record<string, string> = {
  DATABASE_URL: `mysql://depono:${HIDDEN}@db.example/depono`,
  SMTP_URL: HIDDEN,
  SECRET_KEY: HIDDEN,
  ZEFIX_PASSWORD: HIDDEN,
};
const WRONG_STARTS: [what: string, env: Record<string, string>, says: RegExp, code?: number][] = [
  ['settings that are wrong', WRONG, /DATABASE_URL[\s\S]*SMTP_URL[\s\S]*ZEFIX_URL[\s\S]*SECRET_KEY is too short/, 78],
  ['a password that is not the one', { DATABASE_URL: serverWithPassword(HIDDEN) }, /refused the connection/],
  ['a database that is not there', { DATABASE_URL: `postgres://depono:${HIDDEN}@127.0.0.1:9/depono` }, /DATABASE_URL/],
];
for (const [what, env, says, code = 1] of WRONG_STARTS) {
  test(`a start that fails does not repeat its secrets: ${what}`, () => {
    const start = { ...MACHINE, PORT: '0', DATA_DIR: join(life.folder, 'another'), LOG_LEVEL: 'debug' };
    const main = join(import.meta.dirname, '..', 'src', 'main.ts');
    const started = spawnSync(process.execPath, [main], {
      env: { ...start, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    });
    const printed = started.stdout + started.stderr;
    assert.equal(started.status, code, printed);
    assert.match(printed, says);
    assert.ok(!printed.includes(HIDDEN), printed);
  });
}
