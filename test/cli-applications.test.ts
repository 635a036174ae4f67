import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { listAudit } from '../src/storage/audit-log.ts';
import { openDatabase, type Database } from '../src/storage/database/database.ts';
import { commandLine, type CommandLine, type Ended } from './support/command-line.ts';
import { reach, stage, verified, type Play, type Stage } from './support/play.ts';
import { setUpProvider, type ProviderVisitor } from './support/provider.ts';
import { startService, type Service } from './support/service.ts';

// Provider interface: without an interface, `depono provider applications` gives what is open, and `depono provider answer`
// takes the answers, with a report per row.

let service: Service;
let cli: CommandLine;
let database: Database;
let folder: string;
let bank: ProviderVisitor;
let insurer: ProviderVisitor;
let theirs: Stage;
before(async () => {
  service = await startService();
  cli = await commandLine(service);
  database = await openDatabase(service.databaseUrl, () => undefined);
  folder = mkdtempSync(join(tmpdir(), 'depono-answers-'));
  bank = await setUpProvider(service, 'bank');
  insurer = await setUpProvider(service, 'insurer');
  theirs = await stage(service, { bankProviderId: bank.id, insurerProviderId: insurer.id });
});
after(async () => {
  await cli.end();
  await database.end();
  await verified(service);
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
/** Valid IBANs that no other deposit has. */
function newIban(): string {
  const account = `0483501299${String(++count).padStart(7, '0')}`;
  return `CH${String(98n - (BigInt(`${account}121700`) % 97n)).padStart(2, '0')}${account}`;
}
function fileWith(...lines: string[]): string {
  const path = join(folder, `${++count}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
async function asked(product: 'bank_deposit' | 'insurance' = 'bank_deposit'): Promise<{ play: Play; id: string }> {
  const play = await theirs.start();
  await reach('tenants', play, product);
  const [application] = await (product === 'bank_deposit' ? bank : insurer).open(play.id);
  return { play, id: application.id };
}
const reads = async (): Promise<any[]> =>
  (await listAudit(database, {}, { most: 50 })).filter(
    ({ verb, thing, way }) => way === 'command_line' && verb === 'read' && thing === 'application',
  );
const outcomes = ({ output }: Ended): any[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('open applications as a table, as JSON and as CSV; each reading is in the audit log with the ids', async () => {
  const { play, id } = await asked();
  const words = await cli.done('provider', 'applications', '--provider', bank.code);
  assert.match(words, /^APPLICATION +KIND +ASKED +HOLDER +CHF +PROPERTY +REFERENCE\n/);
  assert.match(words, new RegExp(`${id} +account_opening +\\d{4}-\\S+ +\\S.* +\\d+\\.\\d\\d `));
  const listed = await cli.json('provider', 'applications', '--provider', bank.id);
  const { body } = await bank.call('GET', `/applications/${id}`);
  assert.deepEqual(
    listed.find((one) => one.id === id),
    body,
    'as the provider itself reads it',
  );
  const text = Buffer.from(await cli.done('provider', 'applications', '--provider', bank.code, '--csv'), 'latin1');
  const rows: any[] = parse(text, { bom: true, columns: true, delimiter: ';' });
  assert.equal(rows.find(({ application }) => application === id).email, play.sent['tenantEmail']);
  const entries = await reads();
  assert.equal(entries.length, 3);
  for (const { changes, about } of entries) {
    assert.deepEqual(about, { provider: bank.id });
    assert.ok(changes.applications.to.includes(id));
  }
});

test('a CSV file is new, readable only by its owner, and never overwritten', async () => {
  await asked();
  const out = join(folder, 'applications.csv');
  const call = ['provider', 'applications', '--provider', bank.code, '--csv', '--out', out];
  assert.match(await cli.done(...call), /^\d+ applications? (?:is|are) in /);
  assert.equal(statSync(out).mode & 0o777, 0o600);
  assert.match(readFileSync(out, 'utf8'), /^\uFEFFapplication;kind;state;/);
  const again = await cli.run(...call);
  assert.deepEqual(
    [again.code, again.errors],
    [2, `${out} already exists and is not overwritten. Choose another name.\n`],
  );
});

test('none is open: a sentence, no object, and the head of a CSV file alone', async () => {
  const nobody = await setUpProvider(service, 'bank');
  const call = ['provider', 'applications', '--provider', nobody.code];
  assert.equal(await cli.done(...call), `No open applications of ${nobody.code}.\n`);
  assert.deepEqual(await cli.json(...call), []);
  assert.match(await cli.done(...call, '--csv'), /^\S+application;kind;\S+\r\n$/);
});

test('a file of applications goes back with the answers: taken once, again it changes nothing', async () => {
  const [{ play, id }, insured] = [await asked(), await asked('insurance')];
  const iban = newIban();
  const text = Buffer.from(await cli.done('provider', 'applications', '--provider', bank.code, '--csv'), 'latin1');
  const [head = '', ...lines] = text.toString('utf8').trimEnd().split('\r\n');
  const file = fileWith(
    `${head};answer;iban;openedOn;policyNumber;premium`,
    ...lines.map((line) => `${line}${line.startsWith(id) ? `;account;${iban};17.11.2026;;` : ';;;;;'}`),
    `${insured.id}${';'.repeat(head.split(';').length - 1)};cover;;;P-1;84.00`,
  );
  for (const round of [1, 2]) {
    const { code, output, errors } = await cli.run('provider', 'answer', file);
    assert.equal(code, 0, errors + output);
    assert.match(output, new RegExp(`${id} +account +taken`), `round ${round}`);
    assert.match(output, / rows: 2 taken(?:, \d+ without an answer)?\.\n$/);
  }
  const record = await play.record();
  assert.deepEqual([record.step, record.iban, record.provider], ['awaiting_payment', iban, bank.code]);
  assert.deepEqual((await insured.play.record()).policy, { policyNumber: 'P-1', from: null, premium: 84 });
  assert.equal((await play.mails(String(play.sent['tenantEmail']), 'tenant_payment')).length, 1);
  const { body } = await bank.call('GET', `/applications/${id}`);
  assert.deepEqual([body.state, body.answer.openedOn], ['answered', '2026-11-17']);
  const answered = (await listAudit(database, {}, { most: 50 })).filter(
    ({ verb, way, changes }) =>
      way === 'command_line' && verb === 'answer' && String(changes['applications']?.to) === id,
  );
  assert.ok(answered.length > 0, 'in the audit log');
});

test('a report per row: one bad row spoils no other, and the exit code is 1', async () => {
  const [good, other, cancelled] = [await asked(), await asked(), await asked()];
  await cancelled.play.play('edit', { rentalDeposit: 1200 });
  const iban = newIban();
  const rows: [cells: string, is: string, message: RegExp][] = [
    [`${good.id};account;${iban};`, 'done', /^$/],
    [`${other.id};account;CH00;`, 'invalid', /^iban: must be a valid IBAN of Switzerland/],
    [`${other.id};account;;`, 'invalid', /^iban: is missing\.$/],
    [`${other.id};account;${iban};`, 'conflict', /^Another deposit has this account\.$/],
    [`${other.id};cover;;`, 'invalid', /^policyNumber: is missing\.$/],
    [`${other.id};opened;${newIban()};`, 'invalid', /^The answer must be one of acknowledge, account/],
    [`${other.id};;${newIban()};`, 'invalid', /^The answer must be one of/],
    [`${other.id};ended;;`, 'conflict', /./],
    [`${other.id};acknowledge;;B-7`, 'done', /^$/],
    ['no-id;ended;;', 'unknown', /^There is no such application\.$/],
    [`;account;${newIban()};`, 'invalid', /^The id of the application is missing\.$/],
    [`${cancelled.id};account;${newIban()};`, 'recorded', /cancelled.*recorded with the deposit/i],
    [`${good.id};;;`, 'skipped', /./],
  ];
  const file = fileWith('application;answer;iban;reference', ...rows.map(([cells]) => cells));
  const ended = await cli.run('provider', 'answer', file, '--json');
  assert.equal(ended.code, 1);
  const told = outcomes(ended);
  for (const [at, [cells, is, message]] of rows.entries()) {
    assert.deepEqual([told[at].line, told[at].is], [at + 2, is], `${cells}: ${told[at].message}`);
    assert.match(told[at].message, message, cells);
  }
  assert.equal((await good.play.record()).iban, iban);
  const { body } = await bank.call('GET', `/applications/${other.id}`);
  assert.deepEqual([body.state, body.reference], ['acknowledged', 'B-7']);
  const words = await cli.run('provider', 'answer', file);
  assert.equal(words.code, 1);
  assert.match(words.output, /^LINE +APPLICATION +ANSWER +OUTCOME +WHY\n2 +\S+ +account +taken +–\n/);
  assert.match(words.output, /\n13 rows: 2 taken, 1 without an answer, 10 not taken\.\n$/);
});

test('--provider takes only answers to applications of this provider', async () => {
  const { id } = await asked();
  const file = fileWith('application;answer', `${id};acknowledge`);
  const other = await cli.run('provider', 'answer', file, '--provider', insurer.code);
  assert.equal(other.code, 1);
  assert.match(other.output, /unknown +There is no such application\./);
  assert.equal((await cli.run('provider', 'answer', file, '--provider', bank.code)).code, 0);
});

test('answers from standard input', async (t) => {
  const { id } = await asked();
  const piped = await commandLine(service, { stdin: `application,answer,reference\n${id},acknowledge,B-8\n` });
  t.after(() => piped.end());
  assert.match(await piped.done('provider', 'answer', '-'), /\n1 row: 1 taken\.\n$/);
});

const WRONG: [what: string, args: () => string[], code: number, sentence: RegExp][] = [
  ['no provider', () => ['applications'], 2, /^Missing option: --provider CODE\n$/],
  [
    'an unknown provider',
    () => ['applications', '--provider', 'demo_bnk'],
    1,
    /^No bank or insurer "demo_bnk" found\. Did you mean demo_bank\?\n$/,
  ],
  [
    'an unknown state',
    () => ['applications', '--provider', bank.code, '--state', 'new'],
    2,
    /^--state must be one of open, acknowledged, answered, cancelled\. Got: new\n$/,
  ],
  [
    'CSV and JSON',
    () => ['applications', '--provider', bank.code, '--csv', '--json'],
    2,
    /--csv and --json cannot be combined/,
  ],
  [
    'a file without CSV',
    () => ['applications', '--provider', bank.code, '--out', 'x.csv'],
    2,
    /^--out FILE requires --csv\.\n$/,
  ],
  ['no file', () => ['answer'], 2, /^Missing argument\. Usage: depono provider answer FILE\.csv/],
  ['a file that is not there', () => ['answer', join(folder, 'none.csv')], 2, /^File not found: .*none\.csv\n$/],
  ['a folder', () => ['answer', folder], 2, /is not a file\.\n$/],
  ['an empty file', () => ['answer', fileWith()], 2, /\.csv: The file is empty\. Nothing was done\.\n$/],
  [
    'a file of something else',
    () => ['answer', fileWith('name;street', 'a;b')],
    2,
    /“application” and “answer” are missing\. Nothing was done\.\n$/,
  ],
  [
    'a misspelt column',
    () => ['answer', fileWith('application;answer;ibna', 'a;account;b')],
    2,
    /There is no column “ibna”\. The columns are application, answer, iban,/,
  ],
  [
    'no rows',
    () => ['answer', fileWith('application;answer')],
    2,
    /The file has no answers below its head\. Nothing was done\.\n$/,
  ],
  [
    'answers of an unknown provider',
    () => ['answer', fileWith('application;answer', 'a;ended'), '--provider', 'x'],
    1,
    /^No bank or insurer "x" found\./,
  ],
];
for (const [what, args, code, sentence] of WRONG) {
  test(`bad input has a clear sentence: ${what}`, async () => {
    const ended = await cli.run('provider', ...args());
    assert.equal(ended.code, code, ended.errors);
    assert.match(ended.errors.startsWith('{') ? JSON.parse(ended.errors).error : ended.errors, sentence);
    assert.equal(ended.output, '');
    assert.equal(existsSync('x.csv'), false);
  });
}
