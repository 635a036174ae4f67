import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { commandLine, type CommandLine } from './support/command-line.ts';
import { signIn } from './support/manager.ts';
import { payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { setUpProvider } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

// Provider interface: an organization without a provider of the kind it needs. Everyone who would open a deposit reads why
// it cannot be opened, before the data is looked at.

let service: Service;
let theirs: Stage;
let cli: CommandLine;
let folder: string;
before(async () => {
  service = await startService();
  theirs = await stage(service, { preSigned: true, product: 'bank_deposit' });
  cli = await commandLine(service);
  folder = mkdtempSync(join(tmpdir(), 'depono-none-'));
  // As in production before the operator has set one up. The demo insurer stays: it is not what the product needs.
  const sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  await sql.query(`update providers set is_default = false, is_active = false where kind = 'bank'`);
  await sql.end();
});
after(async () => {
  await cli.end();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (page: string): string => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const isOpened = async (contract: unknown): Promise<boolean> => (await theirs.record(contract)) !== undefined;

test('the open call and the dry run say so, and nothing is stored', async () => {
  const sent = payload();
  assert.match((await theirs.open(sent)).text, /Organization has no bank or insurer yet: the service operator has to/);
  assert.match((await theirs.check(sent)).text, /no bank or insurer|no_provider/);
  assert.equal(await isOpened(sent['externalContractId']), false);
});

test('depono import and depono check name the kind and the command, and write no report', async () => {
  const path = join(folder, 'contracts.jsonl');
  const sent = payload();
  writeFileSync(path, `${JSON.stringify(sent)}\n`);
  for (const name of ['import', 'check']) {
    const { code, errors, output } = await cli.run(name, path, '--org', theirs.organizationId);
    assert.equal(code, 2, `${name}: ${output}`);
    assert.match(
      errors,
      /^\S.* has no bank: add one \(depono provider add CODE --kind bank …\), then try again\.\n$/,
      name,
    );
    assert.equal(existsSync(join(folder, 'contracts.refused.jsonl')), false);
  }
  assert.equal(await isOpened(sent['externalContractId']), false);
});

const WORDS = /Es ist noch keine Bank oder Versicherung eingerichtet\. Bitte wenden Sie sich an den Betreiber\./;

test('the manager’s form says so before it is filled in, and again when it is sent', async () => {
  const clara = await signIn(service, theirs.managerEmail);
  const form = await clara.page(`/manager/deposits/new?organization=${theirs.organizationId}`);
  assert.match(plain(form.text), WORDS);
  const sent = payload() as Record<string, string>;
  const posted = await clara.post('/manager/deposits', { organization: theirs.organizationId, ...sent });
  assert.equal(posted.status, 422);
  assert.match(plain(posted.text), WORDS);
  assert.ok(posted.text.includes(String(sent['externalContractId'])), 'what was typed is kept');
  assert.equal(await isOpened(sent['externalContractId']), false);
});

test('with a bank everything works, without a restart', async () => {
  const bank = await setUpProvider(service, 'bank');
  const clara = await signIn(service, theirs.managerEmail);
  const form = await clara.page(`/manager/deposits/new?organization=${theirs.organizationId}`);
  assert.doesNotMatch(plain(form.text), WORDS);
  const [shown] = await cli.json('provider', 'show', bank.code);
  assert.equal(shown.default, true, 'the first is the default');
  const sent = payload();
  assert.equal((await theirs.open(sent)).status, 200);
  assert.equal(await isOpened(sent['externalContractId']), true);
  const path = join(folder, 'later.jsonl');
  writeFileSync(path, `${JSON.stringify(payload())}\n`);
  assert.match(await cli.done('import', path, '--org', theirs.organizationId), /^1 line: 1 opened/);
});
