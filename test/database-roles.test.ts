import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { connectionFailure } from '../src/storage/database/connection-failure.ts';
import { patroniFinding } from '../src/cli/doctor/patroni-check.ts';
import { poolerFinding, poolerRefusal, rightsFindings } from '../src/cli/doctor/server-checks.ts';
import type { ServerRights } from '../src/storage/database/server-rights.ts';
import { depono, settingsOf } from './support/depono.ts';
import { stage, TENANT_IBAN, verified } from './support/play.ts';
import { startService } from './support/service.ts';

// The SQL of docs/operations.md, as it stands there: an owner that migrates, a service without CREATE, a reader.

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
const blockOf = (kind: string): string =>
  new RegExp(`^\`\`\`sql ${kind}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
const server = process.env['TEST_SERVER'] ?? '';
/** Roles belong to the whole server, which other tests use too. */
const id = `${process.pid}_${Date.now()}`;
const own = (sql: string): string => sql.replace(/depono_(owner|service|reader)/g, `$1_${id}`);
const name = `roles_${id}`;

const urlOf = (role: 'owner' | 'service' | 'reader'): string => {
  const url = new URL(server);
  const password = { owner: 'choose-one', service: 'choose-another', reader: 'choose-a-third' }[role];
  Object.assign(url, { username: `${role}_${id}`, password, pathname: `/${name}` });
  return url.href;
};

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // One by one: a database cannot be created in a transaction.
    for (const statement of sql.split(';\n').filter((one) => one.trim() !== '')) await client.query(statement);
  } finally {
    await client.end();
  }
}

const inDatabase = (): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;

before(async () => {
  await run(server, own(blockOf('server')).replace('database depono owner', `database ${name} owner`));
  await run(inDatabase(), own(blockOf('database')));
});
after(async () => {
  await run(server, `drop database ${name} with (force)`);
  for (const role of ['owner', 'service', 'reader']) await run(server, `drop role ${role}_${id}`);
});

const of = (role: 'owner' | 'service' | 'reader', more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: urlOf(role),
  DATA_DIR: '/nonexistent',
  SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
  OPERATOR_TOKEN: 'a-token-for-the-tests-of-the-operator',
  ...more,
});

test('the service without CREATE: refuses an empty database, and lives on a current one', async () => {
  const early = await depono(of('service'), 'migrate');
  assert.notEqual(early.code, 0);
  assert.match(early.errors, /this role may not change the schema\. Run depono migrate with the role that owns/);
  const migrated = await depono(of('owner'), 'migrate');
  assert.equal(migrated.code, 0, migrated.errors);

  const service = await startService({ databaseUrl: urlOf('service') });
  try {
    await assert.rejects(run(urlOf('service'), 'create table x (a integer)'), /permission denied/);
    await assert.rejects(run(urlOf('service'), 'alter table deposits add column x integer'), /must be owner/);
    const it = await (await stage(service, { preSigned: true })).start();
    await it.play('tenant-signs');
    await it.play('account-opened');
    await it.play('payment');
    await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
    await it.play('consent', { by: 'manager' });
    assert.equal((await it.play('payout-completed')).state, 'closed');
    await service.sandbox('POST', '/clock', { days: 400 });
    await verified(service);
    // What the heartbeat for replicas needs.
    await run(urlOf('service'), `select pg_logical_emit_message(true, 'depono', 'x') from (select 1) one`);
    await run(urlOf('service'), 'select from pg_stat_replication');
    const page = (await service.call('GET', '/metrics')).text;
    assert.match(page, /^depono_wal_archive_failing_seconds 0$/m, 'this role may ask the archiver');
    const { output } = await depono(settingsOf(service), 'doctor');
    assert.match(output, /^ok {4}rights: service_\S+ may read and write; run depono migrate with the role that owns/m);
  } finally {
    await service.stop();
  }
});

test('the reader verifies the books, changes nothing, and the doctor says that it only reads', async () => {
  const proof = await depono(of('reader'), 'deposit', 'verify');
  assert.equal(proof.code, 0, proof.errors);
  await assert.rejects(run(urlOf('reader'), 'delete from deposits'), /permission denied/);
  const { output } = await depono(of('reader'), 'doctor');
  assert.match(output, /^warn {2}rights: reader_\S+ may only read \S+, \S+, \S+ and \d+ more tables$/m);
});

const RIGHTS: ServerRights = {
  walLevel: 'replica',
  role: 'depono_service',
  isSuperuser: false,
  mayCreate: false,
  unreadable: [],
  readOnly: [],
  missingSettings: [],
};
const pool = (poolMode: string, preparedStatements = 0) => ({ poolMode, preparedStatements });
const FOUND: [what: string, findings: { check: string; state: string }[], expected: string[]][] = [
  ['as it should be', rightsFindings(RIGHTS, 'production'), ['rights ok', 'WAL ok']],
  ['a superuser', rightsFindings({ ...RIGHTS, isSuperuser: true }, 'production'), ['rights warn', 'WAL ok']],
  ['a superuser in the sandbox', rightsFindings({ ...RIGHTS, isSuperuser: true }, 'test'), ['rights ok', 'WAL ok']],
  [
    'a table out of reach',
    rightsFindings({ ...RIGHTS, unreadable: ['deposits'] }, 'production'),
    ['rights fail', 'WAL ok'],
  ],
  ['minimal WAL', rightsFindings({ ...RIGHTS, walLevel: 'minimal' }, 'production'), ['rights ok', 'WAL warn']],
  [
    'settings that a pool has dropped',
    rightsFindings({ ...RIGHTS, missingSettings: [{ name: 'jit', value: 'off' }] }, 'production'),
    ['rights ok', 'WAL ok', 'session settings warn'],
  ],
  ['PgBouncer 1.18 in transaction mode', [poolerFinding('PgBouncer 1.18.0', pool('transaction'))], ['PgBouncer fail']],
  ['PgBouncer 1.18 in session mode', [poolerFinding('PgBouncer 1.18.0', pool('session'))], ['PgBouncer ok']],
  ['PgBouncer 1.21', [poolerFinding('PgBouncer 1.21.0', pool('transaction', 200))], ['PgBouncer ok']],
  [
    'PgBouncer 1.21 without prepared statements',
    [poolerFinding('PgBouncer 1.21.0', pool('transaction', 0))],
    ['PgBouncer fail'],
  ],
  ['PgBouncer 1.9', [poolerFinding('PgBouncer 1.9.0', null)], ['PgBouncer fail']],
  ['a server without PgBouncer', poolerRefusal({ code: '3D000', message: 'database "pgbouncer" does not exist' }), []],
  ['PgBouncer that refuses to answer', poolerRefusal({ code: '08P01', message: 'not allowed' }), ['PgBouncer warn']],
  ['Patroni of Debian 12', [patroniFinding('3.0.2')], ['Patroni fail']],
  ['Patroni that was mended', [patroniFinding('3.0.3')], ['Patroni ok']],
  ['a newer Patroni', [patroniFinding('4.1.4')], ['Patroni ok']],
  ['an old Patroni', [patroniFinding('2.9.9')], ['Patroni fail']],
];
for (const [what, findings, expected] of FOUND) {
  test(`the doctor: ${what}`, () =>
    assert.deepEqual(
      findings.map(({ check, state }) => `${check} ${state}`),
      expected,
    ));
}

test('the doctor asks Patroni for its version', async () => {
  const patroni = createServer((_, response) => response.end(JSON.stringify({ patroni: { version: '3.0.2' } })));
  await new Promise<void>((listening) => patroni.listen(0, '127.0.0.1', listening));
  const { port } = patroni.address() as AddressInfo;
  const { output } = await depono(of('reader', { PATRONI_URL: `http://127.0.0.1:${port}` }), 'doctor');
  patroni.close();
  assert.match(output, /^FAIL {2}Patroni: version 3\.0\.2\n {6}Use Patroni 3\.0\.3 or newer/m);
});

test('a connection pool that refuses our settings is named, with what to set', () => {
  const error = Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' });
  assert.match(connectionFailure(error) ?? '', /ignore_startup_parameters = options in PgBouncer/);
});
