import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runDepono, type Ended } from './command-line.ts';
import { newBrowser, signIn } from './manager.ts';
import { signInOperator } from './operator.ts';
import { naturalTenant, payload } from './payload.ts';
import { openEcho, openPostbox, OTHER_TENANT, PERSON, SECRETS } from './planted.ts';
import { reach } from './play.ts';
import { startProcess, type OwnProcess } from './process.ts';
import { delivery, hasAttempts, listening, type Listening } from './receiver.ts';
import { openTenant } from './tenant.ts';
import { TOKEN } from './service.ts';

/** A service with planted secrets, and everything around it that can be inspected. */
export type Life = {
  /** Contains all folders below. */
  folder: string;
  dataDir: string;
  tmp: string;
  home: string;
  settings: Record<string, string>;
  service: OwnProcess;
  sql: Client;
  organization: Listening;
  /** Stops the service; its output and files stay. */
  stop: () => Promise<void>;
  remove: () => void;
};

/** The service as a separate process, with its own database and folders. */
export async function beginLife(): Promise<Life> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-secrets-'));
  chmodSync(folder, 0o755);
  const [dataDir, tmp, home] = ['data', 'tmp', 'home'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [tmp, home]) mkdirSync(path);
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of undo.splice(0).toReversed()) await end();
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const [postbox, echo] = [await openPostbox(), await openEcho()];
    undo.push(postbox.close, echo.close);
    const settings = { ...settingsWith(postbox.port), DATA_DIR: dataDir, TMPDIR: tmp, HOME: home };
    const service = await startProcess('', settings);
    undo.push(service.stop);
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
    SECRETS['password of the database'] = password;
    const sql = new Client({
      host: join(dataDir, 'postgres'),
      port: 5432,
      user: 'depono',
      password,
      database: 'postgres',
    });
    await sql.connect();
    undo.push(() => sql.end());
    const organization = await listening(service, { url: `http://127.0.0.1:${echo.port}/callback` });
    SECRETS['secret of the callback'] = organization.secret;
    SECRETS['partner’s key'] = organization.apiKey;
    const path = `/organizations/${organization.organizationId}/status-keys`;
    SECRETS['status key'] = (await service.operator('POST', path)).body.apiKey;
    return { folder, dataDir, tmp, home, settings, service, sql, organization, stop, remove };
  } catch (error) {
    // A process that is not stopped keeps the test run from ending.
    await stop();
    remove();
    throw error;
  }
}

const settingsWith = (postbox: number): Record<string, string> => ({
  LOG_LEVEL: 'debug',
  TRUST_PROXY: 'true',
  CALLBACK_ALLOW_PRIVATE: 'true',
  OPERATOR_TOKEN: TOKEN,
  SECRET_KEY: SECRETS['secret key'] ?? '',
  SECRET_KEYS_OLD: SECRETS['older secret key'] ?? '',
  METRICS_TOKEN: SECRETS['metrics token'] ?? '',
  SMTP_URL: `smtp://postfach:${SECRETS['password of the mail server']}@127.0.0.1:${postbox}`,
  ZEFIX_URL: 'http://127.0.0.1:9',
  ZEFIX_USER: 'depono',
  ZEFIX_PASSWORD: SECRETS['password of the register'] ?? '',
});

const tenant = {
  tenantFirstName: PERSON['first name'],
  tenantLastName: PERSON['last name'],
  tenantEmail: PERSON['e-mail address'],
  tenantPhoneNumber: PERSON['telephone number'],
  tenantBirthDate: PERSON['birth date'],
  tenantAddressStreet: PERSON.street,
};

/** A deposit from its opening to its end, calls that are refused, people who sign in, and callbacks that fail. */
export async function journey({ service, organization }: Life): Promise<void> {
  await organization.open(payload({ ...tenant, zip: 'x' }));
  await organization.check(payload(tenant));
  await organization.open(payload(tenant), { 'x-api-key': SECRETS['wrong key'] ?? '' });
  const keys = { 'x-api-key': organization.apiKey, 'x-external-org-id': organization.externalOrgId };
  await service.call('POST', '/webhook/custom', {
    headers: keys,
    raw: `{"tenantLastName": "${PERSON['last name']}", oops`,
  });
  const status = { 'x-api-key': SECRETS['partner’s key'] ?? '', 'x-org-id': organization.organizationId };
  await service.call('GET', '/webhook/contract-status?ext-contract-id=x', { headers: status });
  await service.call('GET', '/operator/api/partners', { headers: { authorization: `Bearer ${TOKEN}x` } });

  const second = { ...naturalTenant('tenant2'), tenant2Email: Object.values(OTHER_TENANT)[0] };
  const play = await organization.start({ ...tenant, ...second });
  await reach('signed', play);
  for (const [name, email] of [
    ['a tenant', PERSON['e-mail address']],
    ['the other tenant', OTHER_TENANT['e-mail address of the other tenant']],
  ] as const) {
    const page = await openTenant(play, email);
    assert.equal((await page.get()).status, 200);
    SECRETS[`link of ${name}`] = page.path.split('/').at(-1) ?? '';
  }
  await play.play('tenant-signs', { product: 'bank_deposit' });
  await play.play('tenant-signs', { position: 2 }).catch(() => undefined);
  await play.play('account-opened');
  await play.play('payment');
  await play.play('start-closing', { by: 'tenant', tenantIban: PERSON.account });
  await play.play('consent', { by: 'manager' });
  await play.play('payout-completed');
  await delivery(service, play.id, hasAttempts(1));

  const manager = await signIn(service, organization.managerEmail);
  const operator = await signInOperator(service);
  for (const [who, browser] of [
    ['manager', manager],
    ['operator', operator],
  ] as const) {
    for (const [name, value] of browser.cookies) SECRETS[`cookie ${name} of the ${who}`] = value;
  }
  await manager.page(`/manager/deposits?q=${PERSON['last name']}`);
  await manager.page(`/manager/deposits/${play.id}`);
  await operator.page(`/operator/deposits/${play.id}`);
  await operator.post('/operator/privacy/person', { email: PERSON['e-mail address'] });
  await newBrowser(service).post('/manager/sign-in', { email: PERSON['e-mail address'] });
  const link = (await service.sandbox('GET', `/mailbox?to=${organization.managerEmail}`)).body.mails[0].text;
  SECRETS['link to sign in'] = /sign-in\/(\S+)/.exec(link)?.[1] ?? '';
}

/** The database refuses what it is given and quotes it, misses a table, and drops its connections. */
export async function breakDown({ service, organization, sql }: Life): Promise<void> {
  const manager = await signIn(service, organization.managerEmail);
  await sql.query(`alter table tenants add constraint never check (last_name <> '${PERSON['last name']}') not valid`);
  const refused = await organization.open(payload(tenant));
  assert.match(refused.body.reason, /Nothing was created/);
  await sql.query('alter table tenants drop constraint never');
  await sql.query('alter table deposits rename to deposits_away');
  await organization.open(payload(tenant)).catch(() => null);
  assert.equal((await manager.get(`/manager/deposits?q=${PERSON['last name']}`)).status, 500);
  await service.call('GET', `/t/${SECRETS['link of a tenant']}`);
  await sql.query('alter table deposits_away rename to deposits');
  await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
                   where pid <> pg_backend_pid() and datname = current_database() and application_name = 'depono'`);
  await service.call('GET', '/readyz');
}

/** How to connect to the embedded database, and what happens without the password. */
export async function lookAtDoor({ sql, dataDir }: Life): Promise<{ port: string; rules: string[]; without: string }> {
  const { rows: port } = await sql.query<{ value: string }>(`select current_setting('listen_addresses') as value`);
  const { rows: rules } = await sql.query<{ way: string }>('select distinct auth_method as way from pg_hba_file_rules');
  const host = join(dataDir, 'postgres');
  const stranger = new Client({ host, port: 5432, user: 'depono', password: 'falsch', database: 'postgres' });
  const without = await stranger.connect().then(
    () => 'let in',
    () => 'refused',
  );
  await stranger.end().catch(() => undefined);
  return { port: port[0]?.value ?? '?', rules: rules.map(({ way }) => way), without };
}

/** Actions of an operator on the machine itself. */
export async function work({ service, organization, settings, folder }: Life): Promise<Ended[]> {
  const env = { ...settings, BASE_URL: service.baseUrl };
  const ended: Ended[] = [];
  for (const args of [
    ['doctor'],
    ['key', 'list', '--org', organization.organizationId],
    ['jobs', 'failed'],
    ['deliveries', 'list'],
    ['org', 'show', organization.organizationId],
    ['backup', join(folder, 'backup.gz')],
    ['person', 'export', PERSON['e-mail address'], '--out', join(folder, 'person.zip')],
    ['restore', join(folder, 'backup.gz')],
  ]) {
    ended.push(await runDepono(args, { env }));
  }
  return ended;
}
