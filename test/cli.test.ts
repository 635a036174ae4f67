import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { commandsFor } from '../src/cli/areas.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { helpOn } from '../src/cli/help.ts';
import { listAudit } from '../src/storage/audit-log.ts';
import { openDatabase } from '../src/storage/database/database.ts';
import { commandLine, runDepono, type CommandLine } from './support/command-line.ts';
import { settingsOf } from './support/depono.ts';
import { IN_DEPTH, test } from './support/depth.ts';
import { stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

const ROOT = join(import.meta.dirname, '..');
const ORG = 'Seeblick Verwaltungen AG';

const ADDRESS = [
  'language=de',
  'emailDomain=seeblick.example',
  'address.street=Seestrasse',
  'address.streetNumber=7',
  'address.zip=8002',
  'address.city=Zürich',
];

let service: Service;
let demo: Stage;
let it: Play;
let cli: CommandLine;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  demo = await stage(service, { preSigned: true });
  it = await demo.start();
  cli = await commandLine(service);
  await cli.done('org', 'add', ORG, ...ADDRESS);
});
after(async () => {
  await cli.end();
  await service.stop();
});

test('every command has help with examples, and is in the guide', async () => {
  const document = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8');
  for (const command of COMMANDS) {
    const { name, examples, summary } = command;
    assert.equal(await cli.done(...name.split(' '), '--help'), `${helpOn(command)}\n`);
    assert.ok(examples.length > 0, `${name} has an example`);
    assert.ok(
      examples.every((example) => example.includes(`depono ${name}`)),
      `the examples of ${name} call it`,
    );
    assert.doesNotMatch(summary, /\.$/, `${name}: without a full stop`);
    assert.ok(document.includes(`depono ${name}`), `docs/command-line.md names depono ${name}`);
  }
  const named = [...document.matchAll(/`depono ([a-z]+(?: [a-z]+)?)/g)].map((match) => match[1] as string);
  const areas = new Set(COMMANDS.flatMap(({ name }) => [name, name.split(' ')[0] as string]));
  for (const name of named) {
    assert.ok(areas.has(name) || areas.has(name.split(' ')[0] as string), `docs/command-line.md names depono ${name}`);
  }
});

test('a command is found without loading those of other areas', async () => {
  for (const command of COMMANDS) {
    const found = await commandsFor(['--json', ...command.name.split(' '), '--help']);
    assert.ok(found.includes(command), command.name);
  }
  for (const { name } of await commandsFor(['partner', 'list'])) assert.match(name, /^partner /);
  for (const args of [[], ['--help'], ['partner'], ['partner', 'lst'], ['partnr', 'list']]) {
    assert.equal(await commandsFor(args), COMMANDS, args.join(' '));
  }
});

test('the help lists every command; an area lists its own', async () => {
  const all = await cli.done('--help');
  for (const { name } of COMMANDS) assert.ok(all.includes(`depono ${name}`));
  const area = await cli.done('key', '--help');
  assert.match(area, /depono key issue/);
  assert.doesNotMatch(area, /depono org/);
});

const WRONG: [what: string, args: string[], sentence: RegExp][] = [
  ['a command that is not there', ['partnr', 'list'], /Unknown command.*Did you mean depono partner list\?/],
  ['a verb that is not there', ['partner', 'lst'], /Did you mean depono partner list\?/],
  ['nothing alike', ['xyzzy'], /Unknown command: depono xyzzy\. List them with: depono --help/],
  ['an unknown option', ['partner', 'list', '--jsn'], /no option --jsn\. Did you mean --json\?/],
  ['an option without its value', ['partner', 'add', 'A', '--integration'], /--integration needs a value/],
  ['a flag with a value', ['partner', 'list', '--json=yes'], /--json takes no value/],
  [
    'an option given twice',
    ['partner', 'add', 'A', '--integration=custom', '--integration=custom'],
    /may be given only once/,
  ],
  ['too few words', ['org', 'show'], /Usage: depono org show ORG/],
  ['too many words', ['org', 'show', 'a', 'b'], /Unexpected argument "b"/],
  ['an unknown path', ['partner', 'add', 'A', '--integration', 'sap'], /integration .*custom/],
  ['no path', ['partner', 'add', 'A'], /integration/],
  ['an invalid setting', ['org', 'change', ORG, 'preSigned'], /name=value/],
  ['a setting of the wrong type', ['org', 'change', ORG, 'preSigned=maybe'], /preSigned/],
  ['an unknown setting', ['org', 'change', ORG, 'colour=red'], /colour/],
  ['keys of nobody', ['key', 'list'], /--partner PARTNER, --provider CODE .*, or --org ORG/],
  ['keys of both', ['key', 'list', '--org', 'a', '--partner', 'b'], /either --partner/],
  ['a callback over http', ['org', 'callback', ORG, '1', '--callback', 'ftp://x.example'], /https:\/\//],
  ['no instant', ['ignore', 'add', ORG, '1', '--until', 'tomorrow'], /ISO 8601/],
  ['an unknown state', ['deliveries', 'list', '--state', 'lost'], /waiting, delivered, failed/],
  ['replaying nothing', ['deliveries', 'replay'], /--failed/],
  ['retrying nothing', ['jobs', 'retry'], /--all/],
  ['changing nothing of a member', ['member', 'change', ORG, 'x@y.example'], /Nothing to change was given/],
];
for (const [what, args, sentence] of WRONG) {
  test(`wrong usage exits with 2 and shows the right usage: ${what}`, async () => {
    const { code, output, errors } = await cli.run(...args);
    assert.equal(code, 2);
    assert.equal(output, '');
    assert.match(errors, sentence);
    const asJson = await cli.run(...args, ...(args.includes('--json=yes') ? [] : ['--json']));
    if (asJson.errors.startsWith('{')) assert.match(JSON.parse(asJson.errors).error, sentence);
  });
}

test('an unknown name exits with 1 and a suggestion', async () => {
  const cases: [string[], RegExp][] = [
    [['org', 'show', 'Seeblik Verwaltungen AG'], new RegExp(`No organization.*Did you mean ${ORG}\\?`)],
    [['deposit', 'show', 'no-such-contract'], /No deposit found with this id or contract id/],
    [['key', 'revoke', 'abcdefgh2345', '--org', ORG], /has no key/],
    [['ignore', 'remove', ORG, 'never-ignored'], /Nothing was changed/],
  ];
  for (const [args, sentence] of cases) {
    const { code, errors } = await cli.run(...args);
    assert.equal(code, 1, errors);
    assert.match(errors, sentence);
  }
});

test('a partner is set up from scratch, and its keys work', async () => {
  const [partner] = await cli.json('partner', 'add', 'Hausblick', '--integration', 'custom');
  assert.match(partner.apiKey, /^dpk_/);
  const again = await cli.run('partner', 'add', 'Hausblick', '--integration', 'custom');
  assert.equal(again.code, 1);
  const [org] = await cli.json('org', 'add', 'Hausblick AG', ...ADDRESS, 'smallDepositLimit=1500.5');
  assert.equal(org.address.zip, '8002');
  assert.equal(org.smallDepositLimit, 1500.5);
  await cli.done(
    'member',
    'add',
    'hausblick ag',
    'anna@seeblick.example',
    '--first-name',
    'Anna',
    '--last-name',
    'Muster',
    '--language',
    'de',
    '--default',
  );
  const [connection] = await cli.json(
    'org',
    'connect',
    'Hausblick AG',
    '--partner',
    'hausblick',
    '--external-id',
    'H-1',
    '--callback',
    'http://127.0.0.1:9/hook',
  );
  assert.match(connection.callback.secret, /^whsec_/);
  const opened = await service.call('POST', '/webhook/custom/open-rental-deposit/dry-run', {
    headers: { 'x-api-key': partner.apiKey, 'x-external-org-id': 'H-1' },
    body: {},
  });
  assert.notEqual(opened.status, 401);

  const [second] = await cli.json('key', 'issue', '--partner', 'Hausblick');
  assert.notEqual(second.keyId, partner.keyId);
  await cli.done('key', 'revoke', partner.keyId, '--partner', 'Hausblick', '--yes');
  const keys = await cli.json('key', 'list', '--partner', 'Hausblick');
  assert.deepEqual(
    keys.map(({ keyId, revokedAt }) => [keyId, revokedAt === null]).toSorted(),
    [
      [second.keyId, true],
      [partner.keyId, false],
    ].toSorted(),
  );
  assert.match(await cli.done('key', 'list', '--partner', 'Hausblick'), /KEY +ISSUED +LAST USED +REVOKED/);
  const [status] = await cli.json('key', 'issue', '--org', 'Hausblick AG');
  assert.match(status.apiKey, /^dsk_/);
  assert.match(await cli.done('partner', 'list'), /Hausblick +custom/);
});

test('9 a QR-IBAN as payee is refused by the command line', async () => {
  await cli.done('org', 'add', 'Kein QR AG', ...ADDRESS);
  for (const words of [
    ['org', 'change', 'Kein QR AG', 'payoutIban=CH4431999123000889012'],
    ['org', 'change', 'Kein QR AG', 'payoutIban=CH44 3199 9123 0008 8901 2'],
  ]) {
    const { code, errors } = await cli.run(...words);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(errors, /payoutIban.*QR-IBAN/);
  }
  assert.equal((await cli.json('org', 'show', 'Kein QR AG'))[0].payoutIban, null);
});

test('an organization is changed and shown, including a single part of its address', async () => {
  await cli.done('org', 'add', 'Wechsel AG', ...ADDRESS);
  const words = await cli.done(
    'org',
    'change',
    'Wechsel AG',
    'preSigned=true',
    'address.streetNumber=8',
    'payoutIban=null',
  );
  assert.match(words, /preSigned +no +yes/);
  assert.match(words, /address\.streetNumber +7 +8/);
  assert.doesNotMatch(words, /payoutIban/);
  assert.match(await cli.done('org', 'change', 'Wechsel AG', 'preSigned=true'), /Nothing to change/);
  const [shown] = await cli.json('org', 'show', 'Wechsel AG');
  assert.deepEqual([shown.preSigned, shown.address.streetNumber, shown.address.zip], [true, '8', '8002']);
  assert.match(await cli.done('org', 'show', 'Wechsel AG'), /Seestrasse 8, 8002 Zürich/);
  const [sub] = await cli.json('org', 'add', 'Wechsel Bern', ...ADDRESS, '--parent', 'Wechsel AG');
  assert.equal(sub.parentId, shown.id);
  const list = await cli.json('org', 'list');
  assert.ok(list.some(({ id }) => id === sub.id));
  const deeper = await cli.run('org', 'add', 'Zu tief', ...ADDRESS, '--parent', 'Wechsel Bern');
  assert.equal(deeper.code, 1);
  assert.match(deeper.errors, /parentId names a sub-organization/);
});

test('members are added, changed and removed', async () => {
  await cli.done('org', 'add', 'Leute AG', ...ADDRESS);
  const person = (email: string): string[] => [
    'member',
    'add',
    'Leute AG',
    email,
    '--first-name',
    'A',
    '--last-name',
    'B',
    '--language',
    'fr',
  ];
  await cli.done(...person('eins@seeblick.example'), '--default');
  await cli.done(...person('zwei@seeblick.example'));
  assert.equal((await cli.run(...person('ZWEI@seeblick.example'))).code, 1);
  await cli.done('member', 'change', 'Leute AG', 'Zwei@seeblick.example', '--default', '--first-name', 'Zita');
  const leaves = await cli.run('member', 'remove', 'Leute AG', 'zwei@seeblick.example', '--yes');
  assert.deepEqual([leaves.code, /name another one first/.test(leaves.errors)], [1, true]);
  await cli.done(
    'member',
    'remove',
    'Leute AG',
    'eins@seeblick.example',
    '--reassign-to',
    'zwei@seeblick.example',
    '--yes',
  );
  const members = await cli.json('member', 'list', 'Leute AG');
  assert.deepEqual(
    members.map(({ email, firstName, defaultPropertyManager }) => [email, firstName, defaultPropertyManager]),
    [['zwei@seeblick.example', 'Zita', true]],
  );
  assert.match(await cli.done('member', 'list', 'Leute AG'), /zwei@seeblick.example +Zita B +fr +default/);
});

test('contracts are ignored and accepted again', async () => {
  await cli.done('org', 'add', 'Ignoranz AG', ...ADDRESS);
  await cli.done('ignore', 'add', 'Ignoranz AG', '0044', '0045');
  await cli.done('ignore', 'add', 'Ignoranz AG', '0045', '--until', '2027-01-31T12:00:00Z');
  assert.deepEqual(await cli.json('ignore', 'list', 'Ignoranz AG'), [
    { externalContractId: '0044', until: null },
    { externalContractId: '0045', until: '2027-01-31T12:00:00.000Z' },
  ]);
  assert.match(await cli.done('ignore', 'list', 'Ignoranz AG'), /0044 +always\n0045 +2027-01-31T12:00:00Z/);
  await cli.done('ignore', 'remove', 'Ignoranz AG', '0044', '0045');
  assert.match(await cli.done('ignore', 'list', 'Ignoranz AG'), /ignores no contract/);
});

test('what happened to a contract: by contract id across all organizations, or by deposit id', async () => {
  const [byContract] = await cli.json('deposit', 'show', it.contractId);
  const [byId] = await cli.json('deposit', 'show', it.id);
  assert.deepEqual(byContract, byId);
  assert.deepEqual(byContract, await it.record());
  const words = await cli.done('deposit', 'show', it.contractId, '--org', demo.organizationId);
  assert.match(words, new RegExp(`contract +${it.contractId}`));
  const entries = await cli.json('deposit', 'history', it.contractId);
  assert.deepEqual(
    entries.map(({ event }) => event),
    (await it.record()).history.map(({ event }: any) => event),
  );
  assert.match(await cli.done('deposit', 'history', it.id), /AT +WHO +WHAT/);
  const listed = await cli.json('deposit', 'list', demo.organizationId);
  assert.ok(listed.some(({ id }) => id === it.id));
  assert.match(await cli.done('deposit', 'list', demo.organizationId), new RegExp(`${it.id} +${it.contractId}`));
  const [proof] = await cli.json('deposit', 'verify');
  assert.deepEqual([proof.ok, proof.faults], [true, []]);
  assert.match(await cli.done('deposit', 'verify'), /All books balance/);
});

test('deliveries are listed and replayed; jobs are listed', async () => {
  await cli.json('org', 'callback', demo.organizationId, demo.externalOrgId, '--callback', 'http://127.0.0.1:9/hook');
  await it.play('tenant-signs');
  await it.play('account-opened');
  await it.play('payment');
  const deliveries = await cli.json('deliveries', 'list', '--deposit', it.id);
  assert.ok(deliveries.length > 0);
  const [first] = deliveries;
  assert.match(await cli.done('deliveries', 'list'), new RegExp(first.id));
  const replayed = await cli.run('deliveries', 'replay', first.id, '0198fa00-0000-7000-8000-000000000000', '--json');
  const outcomes = replayed.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).outcome);
  assert.equal(replayed.code, 1, 'not all were replayed');
  assert.equal(outcomes[1], 'unknown');
  assert.ok(['queued', 'under_way'].includes(outcomes[0]));
  const [jobs] = await cli.json('jobs');
  assert.equal(jobs.failed.mails.givenUp, 0);
  assert.match(await cli.done('jobs'), /callbacks/);
  assert.match(await cli.done('jobs', 'failed'), /Nothing has failed/);
  assert.match(await cli.done('jobs', 'retry', '--all'), /^0 jobs are being retried/);
  const secret = await cli.done('org', 'callback', demo.organizationId, demo.externalOrgId, '--new-secret');
  assert.match(secret, /^whsec_/);
  await cli.done('org', 'callback', demo.organizationId, demo.externalOrgId, '--retire-old-secret', '--yes');
  const [removed] = await cli.json('org', 'callback', demo.organizationId, demo.externalOrgId, '--remove', '--yes');
  assert.equal(removed.callback, null);
});

test('failed jobs are listed with their error and without content, and retried', async () => {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const { rows } = await database.query(
    `update effects set state = 'failed', last_error = 'the mail server said no', attempts = 8
     where id = (select id from effects where kind = 'mail' and content is not null limit 1) returning id`,
  );
  const { id } = rows[0] as { id: string };
  const failed = await cli.json('jobs', 'failed');
  assert.deepEqual(
    failed.map((job) => [job.id, job.error, 'mail' in job]),
    [[id, 'the mail server said no', false]],
  );
  assert.match(await cli.done('jobs', 'failed'), /given up +the mail server said no/);
  assert.match(await cli.done('jobs', 'retry', id), /is being retried/);
  assert.equal((await cli.run('jobs', 'retry', '0198fa00-0000-7000-8000-000000000000')).code, 1);
  await database.end();
});

test('every change is recorded in the audit log as made by the command line, without secrets', async () => {
  const [partner] = await cli.json('partner', 'add', 'Protokoll', '--integration', 'abaimmo');
  await cli.done('key', 'issue', '--partner', 'Protokoll');
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const entries = await listAudit(database, { partnerId: partner.id }, { most: 10 });
  await database.end();
  assert.deepEqual(
    entries.map(({ actor, way, verb, thing }) => [actor, way, verb, thing]),
    [
      ['command_line', 'command_line', 'issue', 'partner key'],
      ['command_line', 'command_line', 'add', 'partner'],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes(partner.apiKey));
});

test('as a process: exit codes, JSON, and a missing database', async () => {
  const env = {
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.config.dataDir,
    SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
  };
  const [migrated, wrong, nowhere, settings, file] = await Promise.all([
    runDepono(['migrate', '--json'], { env }),
    runDepono(['migrat'], { env }),
    runDepono(['partner', 'list'], { env: { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }),
    runDepono(['partner', 'list'], { env: { ...env, PORT: 'x' } }),
    runDepono(['partner', 'list'], { env: { DATA_DIR: '/nonexistent/depono' } }),
  ]);
  assert.deepEqual([migrated?.code, JSON.parse(migrated?.output ?? '')], [0, { applied: [] }]);
  assert.equal(wrong?.code, 2);
  assert.deepEqual([nowhere?.code, /cannot be reached.*DATABASE_URL/.test(nowhere?.errors ?? '')], [2, true]);
  assert.deepEqual([settings?.code, /PORT is "x"/.test(settings?.errors ?? '')], [2, true]);
  assert.equal(file?.code, 2);
});

test('with the embedded database: migrate creates it, other commands start and stop it', IN_DEPTH, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'depono-cli-'));
  // The database runs as a user of its own where we are root, who must be able to pass through the folder.
  chmodSync(dataDir, 0o711);
  const env = { DATA_DIR: dataDir };
  const early = await runDepono(['partner', 'list'], { env });
  assert.deepEqual([early.code, /no database in .*depono migrate/.test(early.errors)], [2, true]);
  const migrated = await runDepono(['migrate', '--json'], { env });
  assert.equal(migrated.code, 0, migrated.errors);
  assert.ok(JSON.parse(migrated.output).applied.length > 0);
  const content = JSON.stringify({ partners: [{ name: 'P', integration: 'custom' }] });
  const applied = await runDepono(['apply', '-', '--yes', '--json'], { env, input: content });
  assert.match(JSON.parse(applied.output).secrets[0].apiKey, /^dpk_/, applied.errors);
  const listed = await runDepono(['partner', 'list', '--json'], { env });
  assert.equal(JSON.parse(listed.output).name, 'P');
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false, 'nothing is left running');
  rmSync(dataDir, { recursive: true, force: true });
});

test('serve runs the service until it is stopped', IN_DEPTH, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'depono-serve-'));
  const env = { ...process.env, DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['src/cli.ts', 'serve'], { cwd: ROOT, env });
  let output = '';
  await new Promise<void>((ready) => {
    child.stdout.on('data', (data) => {
      output += String(data);
      if (/http:\/\/localhost:\d+/.test(output)) ready();
    });
    child.on('close', () => ready());
  });
  const address = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
  assert.equal((await fetch(`http://127.0.0.1:${address}/readyz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await new Promise((ended) => child.on('close', ended)), 0);
  rmSync(dataDir, { recursive: true, force: true });
});

test('settings from DEPONO_ENV_FILE, in a process of its own: no shell reads them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-cli-env-'));
  try {
    const file = join(folder, 'depono.env');
    const settings = { ...settingsOf(service), MAIL_FROM: 'Depono & Co <deposits@depono.example>' };
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
      { mode: 0o600 },
    );
    const read = await runDepono(['partner', 'list', '--json'], { env: { DEPONO_ENV_FILE: file } });
    assert.equal(read.code, 0, read.errors);
    chmodSync(file, 0o644);
    const refused = await runDepono(['partner', 'list', '--json'], { env: { DEPONO_ENV_FILE: file } });
    assert.deepEqual([refused.code, refused.output], [2, '']);
    assert.match(refused.errors, /open to every user of this machine. Run: chmod o-rwx/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
