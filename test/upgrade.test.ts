import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { IN_DEPTH } from './support/depth.ts';
import { newBrowser, signIn } from './support/manager.ts';
import { signInOperator } from './support/operator.ts';
import { payload } from './support/payload.ts';
import { TENANT_IBAN, type Play } from './support/play.ts';
import { startProcess, type OwnProcess } from './support/process.ts';
import { listening, openReceiver } from './support/receiver.ts';
import { freshDatabase } from './support/server.ts';
import { openLetterbox } from './support/smtp.ts';
import { openTenant } from './support/tenant.ts';

const root = join(import.meta.dirname, '..');

// An upgrade replaces files while processes run. A process that loads one of them afterwards runs half old, half new code.

/** The project as an installation has it. Files are linked, not copied: a test removes them and never writes into them. */
function copyProject(into: string): void {
  mkdirSync(into);
  for (const part of ['package.json', 'CHANGELOG.md', 'src', 'docs', 'examples', 'node_modules']) {
    execFileSync('cp', ['-al', join(root, part), into]);
  }
}

test('modules are imported when the process starts, not when they are first needed', () => {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const lazy = files.filter((file) => /\bimport\(/.test(readFileSync(join(root, file), 'utf8')));
  // `depono serve` starts the service with its first step, and a command loads its area; only commands encrypt and
  // decrypt backups; the seal is loaded at the start where a certificate is set, and in the test environment when needed.
  assert.deepEqual(lazy.sort(), [
    'src/cli.ts',
    'src/cli/areas.ts',
    'src/cli/doctor/seal-check.ts',
    'src/seal-settings.ts',
    'src/seal/certificate.ts',
    'src/vault/age.ts',
  ]);
});

test('a running process needs no file of its installation', IN_DEPTH, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-upgrade-'));
  const project = join(folder, 'project');
  copyProject(project);
  const database = await freshDatabase({ isMigrated: true });
  const [letterbox, receiver] = [await openLetterbox(), await openReceiver()];
  const bank = join(folder, 'bank');
  const env = {
    TRUST_PROXY: 'true',
    CALLBACK_ALLOW_PRIVATE: 'true',
    BANK_EXCHANGE_DIR: bank,
    SMTP_URL: letterbox.url,
  };
  let service: OwnProcess | null = null;
  try {
    service = await startProcess(database.url, env, project);
    rmSync(project, { recursive: true });
    await walkEverything(service, { bank, callback: receiver.url });
    assert.ok(letterbox.mails.length > 5, 'mails are sent');
    await receiver.received(1);
    assert.doesNotMatch(service.printed().stderr, /"level":(?:50|60)/, 'no error in the log');
  } catch (error) {
    throw new Error(service?.printed().stderr, { cause: error });
  } finally {
    await service?.stop();
    await Promise.all([database.drop(), letterbox.close(), receiver.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Pages, guides, files of pages, mails, documents, bank files, passkeys, metrics, and calls that are refused. */
async function walkEverything(
  service: OwnProcess,
  { bank, callback }: { bank: string; callback: string },
): Promise<void> {
  await walkOpenPages(service);
  const partner = await listening(service, { url: callback });
  assert.equal((await partner.open(payload({ zip: 'x' }))).status, 500, 'refused, with problems in words');
  const play = await partner.start();
  await walkTenant(play);
  await play.play('start-closing', { by: 'tenant', tenantIban: TENANT_IBAN });
  await play.play('consent', { by: 'manager' });
  await play.play('payout-completed');
  assert.equal((await play.status()).state, 'closed');
  assert.ok(readdirSync(join(bank, 'out')).length > 0 || readdirSync(join(bank, 'done')).length > 0, 'bank files');
  const manager = await signIn(service, partner.managerEmail);
  for (const path of ['deposits', `deposits/${play.id}`, 'deposits.csv', 'deposits/new', 'import-errors', 'account']) {
    await manager.page(`/manager/${path}`);
  }
  assert.equal((await manager.post('/manager/passkeys/options')).status, 200);
  const operator = await signInOperator(service);
  const areas = ['deposits', `deposits/${play.id}`, 'calls', 'money', 'bank', 'failures', 'statistics', 'operators'];
  for (const path of [...areas, 'audit', 'account', 'partners', 'organizations']) {
    await operator.page(`/operator/${path}`);
  }
  assert.equal((await service.call('GET', '/metrics')).status, 200);
}

async function walkOpenPages(service: OwnProcess): Promise<void> {
  const paths = [
    '/',
    '/docs/partner/first-deposit',
    '/docs/callbacks',
    '/docs/sandbox',
    '/docs/api',
    '/openapi.json',
    '/manager',
  ];
  for (const path of [...paths, '/healthz', '/readyz', '/t/new-link', '/operator', '/sandbox/mailbox']) {
    const { status, text } = await service.call('GET', path);
    assert.ok(status < 500, `${path}: ${text}`);
    for (const [, asset = ''] of text.matchAll(/"(\/assets\/[^"]+)"/g)) {
      assert.equal((await service.call('GET', asset)).status, 200, asset);
    }
  }
  for (const realm of ['manager', 'operator']) {
    const answer = await newBrowser(service).post(`/${realm}/sign-in/passkey/options`, { token: '' });
    assert.equal(answer.status, 200, answer.text);
  }
}

/** The agreement, the slip and its picture are rendered for the request; the others by the worker. */
async function walkTenant(play: Play): Promise<void> {
  const { tenantEmail } = play.sent;
  await play.play('manager-signs');
  const signing = await openTenant(play, tenantEmail);
  assert.equal((await signing.get()).status, 200);
  assert.match((await signing.get('/agreement.pdf')).text, /^%PDF/);
  await play.play('tenant-signs', { product: 'bank_deposit' });
  await play.play('account-opened');
  const paying = await openTenant(play, tenantEmail);
  assert.match((await paying.get('/slip.pdf')).text, /^%PDF/);
  assert.match((await paying.get('/slip.svg')).text, /<svg/);
  await play.play('payment');
  const { documents } = await play.record();
  assert.ok(documents.length > 0);
}
