import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { COMMANDS } from '../src/cli/commands.ts';
import { EXIT_CODES, helpOn } from '../src/cli/help.ts';
import { commandLine, runDepono, type CommandLine } from './support/command-line.ts';
import { payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { freshDatabase } from './support/server.ts';
import { startService, type Service } from './support/service.ts';

// Every command, and the common rules: help, JSON, exit codes, and confirmation of irreversible commands.

let service: Service;
let partner: Stage;
let folder: string;
let sql: Client;
/** No terminal; the answer is yes; the answer is no. */
let alone: CommandLine;
let yes: CommandLine;
let no: CommandLine;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'depono-walk-'));
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
  partner = await stage(service, { preSigned: true, tenantChoosesProduct: false });
  sql = new Client({ connectionString: service.databaseUrl });
  await sql.connect();
  alone = await commandLine(service);
  yes = await commandLine(service, { answer: true });
  no = await commandLine(service, { answer: false });
});
after(async () => {
  for (const one of [alone, yes, no]) await one.end();
  await sql.end();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every command: help with an example, --json, and exit code', async () => {
  for (const command of COMMANDS) {
    const help = await alone.done(...command.name.split(' '), '--help');
    assert.equal(help, `${helpOn(command)}\n`);
    for (const said of [`depono ${command.name}`, 'Examples:', '--json', '--help', EXIT_CODES]) {
      assert.ok(help.includes(said), `${command.name}: ${said}`);
    }
  }
});

/** The arguments of each, and its exit code. */
const CALLS = (): Record<string, [words: string[], code: number]> => {
  const org = partner.organizationId;
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const contracts = file('contracts.jsonl', `${JSON.stringify(payload({ zip: 'x' }))}\n`);
  return {
    serve: [[], 0],
    migrate: [[], 0],
    'release add': [[folder], 2],
    'release list': [[], 2],
    'release verify': [[], 2],
    'release use': [['1.2.3'], 2],
    'release rollback': [[], 2],
    'release remove': [['1.2.3'], 2],
    'release prune': [[], 2],
    apply: [[file('set-up.json', '{"partners":[{"name":"Walk","integration":"custom"}]}'), '--plan'], 1],
    'partner list': [[], 0],
    'partner add': [['Walk', '--integration', 'custom'], 0],
    'provider list': [[], 0],
    'provider show': [['demo_bank'], 0],
    'provider add': [['walk_bank', '--kind', 'bank'], 2],
    'provider change': [['demo_bank', 'name=Walk Bank'], 0],
    'provider retire': [['demo_bank'], 1],
    'provider callback': [['demo_bank', '--callback', 'http://127.0.0.1:9/hook'], 0],
    'partner contacts': [[partner.partnerId], 0],
    'partner add-contact': [[partner.partnerId, 'walk@partner.example', '--name', 'Walk', '--role', 'admin'], 0],
    'partner remove-contact': [[partner.partnerId, 'nobody@partner.example', '--yes'], 1],
    'provider contacts': [['demo_bank'], 0],
    'provider add-contact': [['demo_bank', 'walk@bank.example', '--name', 'Walk', '--role', 'clerk'], 0],
    'provider remove-contact': [['demo_bank', 'nobody@bank.example', '--yes'], 1],
    'provider applications': [['--provider', 'demo_bank'], 0],
    'provider answer': [[file('answers.csv', 'application;answer\nnone;ended\n')], 1],
    'key list': [['--org', org], 0],
    'key issue': [['--org', org], 0],
    'key revoke': [['abcdefgh2345', '--org', org, '--yes'], 1],
    'key reseal': [[], 0],
    'org list': [[], 0],
    'org show': [[org], 0],
    'org add': [['Walk AG'], 2],
    'org change': [[org, 'preSigned=true'], 0],
    'org map': [[], 0],
    'org move': [[org, '--yes'], 2],
    'settings change': [['brand.name=Kaution'], 0],
    'settings show': [[], 0],
    'org connect': [[org], 2],
    'org callback': [[org, partner.externalOrgId, '--callback', 'http://127.0.0.1:9/hook'], 0],
    'member list': [[org], 0],
    'member add': [[org, 'walk@example.ch'], 2],
    'member change': [[org, partner.managerEmail, '--first-name', 'Walter'], 0],
    'member remove': [[org, 'nobody@example.ch', '--yes'], 1],
    'ignore list': [[org], 0],
    'ignore add': [[org, 'walk-1'], 0],
    'ignore remove': [[org, 'walk-1'], 0],
    'deposit list': [[org], 0],
    'deposit show': [['walk-none'], 1],
    'deposit history': [['walk-none'], 1],
    'deposit account': [['walk-none', 'CH5604835012345678009', '--reason', 'walk'], 1],
    'deposit hold': [['walk-none', '--ground', 'death', '--evidence', 'walk'], 1],
    'deposit lift-hold': [['walk-none', '--reason', 'walk'], 1],
    'deposit contact': [['walk-none', '1', '--phone', '0791234567', '--reason', 'walk'], 1],
    'deposit verify': [[], 0],
    'bank import': [[join(folder, 'none.xml')], 2],
    'bank retry': [['none'], 1],
    'bank resend': [['none'], 1],
    'bank release-payment': [['none'], 1],
    'bank hold': [['the walk'], 0],
    'bank entries': [[], 0],
    'bank resolve': [['none', '--as', 'none', '--reason', 'walk'], 1],
    'money assign': [['none', '--deposit', 'walk-none', '--reason', 'walk'], 1],
    'bank export': [[], 0],
    statements: [['--year', '2025'], 0],
    journal: [['--month', '2026-01'], 0],
    'bank release': [['--yes'], 0],
    'deliveries list': [[], 0],
    'deliveries replay': [['none'], 1],
    jobs: [[], 0],
    'jobs failed': [[], 0],
    'jobs retry': [['none'], 1],
    'person export': [['nobody@example.ch', '--out', join(folder, 'nobody.zip')], 1],
    'operator list': [[], 0],
    'operator add': [['walk@depono.example', '--name', 'Walk', '--role', 'viewer'], 0],
    'operator change': [['walk@depono.example', '--role', 'clerk'], 0],
    'operator remove': [['nobody@depono.example', '--yes'], 1],
    'operator reset-passkey': [['walk@depono.example'], 0],
    'operator tokens': [['walk@depono.example'], 0],
    'operator token': [['walk@depono.example', '--name', 'walk'], 0],
    'operator revoke': [['walk@depono.example', 'abcdefgh2345'], 1],
    'approval list': [[], 0],
    'mandate list': [[], 0],
    'mandate show': [['none'], 1],
    'approval show': [['none'], 1],
    'approval approve': [['none'], 1],
    'approval reject': [['none', '--reason', 'walk'], 1],
    'approval withdraw': [['none'], 1],
    import: [[contracts, '--org', org], 1],
    check: [[contracts, '--org', org], 1],
    listen: [['--url', 'no address'], 2],
    'documents move': [[], 2],
    'documents check': [[], 2],
    'documents release': [['--yes'], 2],
    backup: [[join(folder, 'walk.gz')], 0],
    'backup list': [[], 0],
    'backup keygen': [[join(folder, 'walk.key')], 0],
    restore: [[join(folder, 'none.gz')], 2],
    'database upgrade': [[], 2],
    doctor: [[], 0],
  };
};

test('every command prints only JSON with --json, also on refusal, with the documented exit code', async () => {
  const calls = CALLS();
  assert.deepEqual(Object.keys(calls).sort(), COMMANDS.map(({ name }) => name).sort(), 'each is called');
  for (const { name } of COMMANDS) {
    const [words, expected] = calls[name] ?? assert.fail(name);
    const { code, output, errors } = await alone.run(...name.split(' '), ...words, '--json');
    // The state of the test machine does not matter here.
    if (name === 'doctor') assert.ok(code === 0 || code === 1, errors);
    else assert.equal(code, expected, `${name}: ${output}${errors}`);
    for (const line of [...output.split('\n'), ...errors.split('\n')].filter((one) => one !== '')) {
      assert.equal(typeof JSON.parse(line), 'object', `${name}: ${line}`);
    }
    if (expected !== 0 && output === '') assert.match(errors, /^\{"error":"/, name);
  }
});

type Irreversible = { name: string; args: () => Promise<string[]>; isDone: () => Promise<boolean>; asks: RegExp };

const key = async (): Promise<string> => (await alone.json('key', 'issue', '--org', partner.organizationId))[0].keyId;
const count = async (text: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await sql.query(`select count(*)::integer as n from ${text}`, values);
  return rows[0].n;
};
let keyId = '';
const callback = (option: string): string[] => [
  'org',
  'callback',
  partner.organizationId,
  partner.externalOrgId,
  option,
];
const bankCallback = (option: string): string[] => ['provider', 'callback', 'demo_bank', option];

const IRREVERSIBLE: Irreversible[] = [
  {
    name: 'key revoke',
    args: async () => ['key', 'revoke', (keyId = await key()), '--org', partner.organizationId],
    isDone: async () => (await count('status_keys where id = $1 and revoked_at is not null', [keyId])) === 1,
    asks: /^Revoke the key \w+ of .+, never used\?/,
  },
  {
    name: 'member remove',
    args: async () => {
      const person = ['--first-name', 'Lea', '--last-name', 'Leer', '--language', 'de'];
      await alone.run('member', 'add', partner.organizationId, 'leaves@example.ch', ...person);
      return ['member', 'remove', partner.organizationId, 'leaves@example.ch'];
    },
    isDone: async () => (await count(`members where email = 'leaves@example.ch'`)) === 0,
    asks: /^Remove leaves@example\.ch from .+, and give the deposits to the default property manager\?/,
  },
  {
    name: 'org callback --retire-old-secret',
    args: async () => {
      await alone.done(...callback('--callback'), 'http://127.0.0.1:9/hook');
      await alone.done(...callback('--new-secret'));
      return callback('--retire-old-secret');
    },
    isDone: async () => (await count('connections where callback_previous_secret is not null')) === 0,
    asks: /^Retire the old secret of the connection \S+ of .+\?/,
  },
  {
    name: 'org callback --remove',
    args: async () => {
      await alone.done(...callback('--callback'), 'http://127.0.0.1:9/hook');
      return callback('--remove');
    },
    isDone: async () =>
      (await count('connections where organization_id = $1 and callback_url is not null', [partner.organizationId])) ===
      0,
    asks: /^Remove the callback of the connection \S+ of .+, with its secrets\?/,
  },
  {
    name: 'partner remove-contact',
    args: async () => {
      const person = [partner.partnerId, 'leaves@partner.example', '--name', 'Lea', '--role', 'viewer'];
      await alone.run('partner', 'add-contact', ...person);
      return ['partner', 'remove-contact', partner.partnerId, 'leaves@partner.example'];
    },
    isDone: async () => (await count(`partner_contacts where email = 'leaves@partner.example'`)) === 0,
    asks: /^Remove leaves@partner\.example from .+\?/,
  },
  {
    name: 'provider remove-contact',
    args: async () => {
      await alone.run(
        'provider',
        'add-contact',
        'demo_bank',
        'leaves@bank.example',
        '--name',
        'Lea',
        '--role',
        'clerk',
      );
      return ['provider', 'remove-contact', 'demo_bank', 'leaves@bank.example'];
    },
    isDone: async () => (await count(`provider_contacts where email = 'leaves@bank.example'`)) === 0,
    asks: /^Remove leaves@bank\.example from demo_bank\?/,
  },
  {
    name: 'provider callback --retire-old-secret',
    args: async () => {
      await alone.done(...bankCallback('--callback'), 'http://127.0.0.1:9/hook');
      await alone.done(...bankCallback('--new-secret'));
      return bankCallback('--retire-old-secret');
    },
    isDone: async () => (await count('providers where callback_previous_secret is not null')) === 0,
    asks: /^Retire the old secret of demo_bank\?/,
  },
  {
    name: 'provider callback --remove',
    args: async () => {
      await alone.done(...bankCallback('--callback'), 'http://127.0.0.1:9/hook');
      return bankCallback('--remove');
    },
    isDone: async () => (await count(`providers where code = 'demo_bank' and callback_url is not null`)) === 0,
    asks: /^Remove the callback of demo_bank, with its secrets\?/,
  },
  {
    name: 'jobs retry --all',
    args: async () => {
      await sql.query(
        `insert into effects (organization_id, id, kind, state, due_at, created_at, finished_at, last_error)
         values ($1, gen_random_uuid(), 'remind', 'failed', now(), now(), now(), 'no')`,
        [partner.organizationId],
      );
      return ['jobs', 'retry', '--all'];
    },
    isDone: async () => (await count(`effects where state = 'failed'`)) === 0,
    asks: /^Retry 0 mails and [1-9]\d* other steps that were given up\?/,
  },
  {
    name: 'deliveries replay --failed',
    args: async () => {
      await alone.done(...callback('--callback'), 'http://127.0.0.1:9/hook');
      if ((await count('deliveries')) === 0) {
        const it = await partner.start();
        for (const move of ['tenant-signs', 'account-opened', 'payment']) await it.play(move);
      }
      // Between two attempts: one in progress would reset it.
      const give = `update deliveries set state = 'failed', finished_at = now() where tries > 0 and claimed_until is null`;
      for (let tries = 0; tries < 200 && (await sql.query(give)).rowCount === 0; tries++) await wait(50);
      return ['deliveries', 'replay', '--failed'];
    },
    isDone: async () => (await count(`deliveries where state = 'failed'`)) === 0,
    asks: /^Send [1-9]\d* failed callbacks again\?/,
  },
  {
    name: 'bank release',
    args: async () => {
      await alone.done('bank', 'hold', 'a test');
      return ['bank', 'release'];
    },
    isDone: async () => (await count('bank_hold')) === 0,
    asks: /^Payment files are still on hold/,
  },
];

for (const { name, args, isDone, asks } of IRREVERSIBLE) {
  test(`an irreversible command needs confirmation: ${name}`, async () => {
    const call = await args();
    const refused = await alone.run(...call);
    assert.equal(refused.code, 1);
    assert.match(refused.errors, asks);
    assert.match(refused.errors, /--yes/);
    assert.equal((await yes.run(...call, '--json')).code, 1, 'a program is never asked');
    assert.equal((await no.run(...call)).code, 1);
    assert.equal(await isDone(), false, 'nothing was done so far');
    assert.equal((await yes.run(...call)).code, 0);
    assert.equal(await isDone(), true);
    const again = await args();
    assert.equal((await alone.run(...again, '--yes')).code, 0);
    assert.equal(await isDone(), true);
  });
}

test('only migrate and serve change the schema: other commands refuse another version and say what to do', async () => {
  const database = await freshDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: service.config.secretKey };
    const refused = async (sentence: RegExp, ...args: string[]): Promise<void> => {
      const { code, errors } = await runDepono(args, { env });
      assert.equal(code, 2, errors);
      assert.match(errors, sentence);
    };
    await refused(/The database is empty.*depono migrate/, 'partner', 'list');
    const tables = `select count(*)::integer as n from pg_class where relnamespace = 'public'::regnamespace`;
    assert.equal((await client.query(tables)).rows[0].n, 0);
    assert.equal((await runDepono(['migrate'], { env })).code, 0);
    assert.equal((await runDepono(['partner', 'list'], { env })).code, 0);
    const last = 'delete from migrations where number = (select max(number) from migrations) returning number, name';
    const { rows } = await client.query(last);
    for (const args of [
      ['partner', 'list'],
      ['deposit', 'verify'],
    ]) {
      await refused(new RegExp(`older Depono: migration ${rows[0].number} is missing.*depono migrate`), ...args);
    }
    assert.equal((await client.query(`select from migrations where number = $1`, [rows[0].number])).rowCount, 0);
    await client.query('insert into migrations values ($1, $2, now()), (9999, $3, now())', [
      rows[0].number,
      rows[0].name,
      '9999-future.sql',
    ]);
    await refused(/migrated by a newer Depono \(migration 9999/, 'partner', 'list');
    await refused(/migrated by a newer Depono \(migration 9999/, 'migrate');
  } finally {
    await client.end();
    await database.drop();
  }
});

test('the report of an import is a new file, readable only by its owner', async () => {
  const path = join(folder, 'report.jsonl');
  writeFileSync(path, `${JSON.stringify(payload({ zip: 'x' }))}\n`);
  const imported = async (...more: string[]): Promise<{ code: number | null; report: string; errors: string }> => {
    const args = ['import', path, '--org', partner.organizationId, '--json', ...more];
    const { code, output, errors } = await alone.run(...args);
    return { code, errors, report: code === 1 ? JSON.parse(output).report : '' };
  };
  const victim = join(folder, 'victim.txt');
  writeFileSync(victim, 'as it was');
  symlinkSync(victim, join(folder, 'report.refused.jsonl'));
  const first = await imported();
  assert.equal(first.report, join(folder, 'report.refused-2.jsonl'));
  assert.equal(readFileSync(victim, 'utf8'), 'as it was', 'a link that lay there is not followed');
  assert.equal(statSync(first.report).mode & 0o777, 0o600);
  assert.equal((await imported()).report, join(folder, 'report.refused-3.jsonl'));
  const named = await imported('--report', victim);
  assert.equal(named.code, 2);
  assert.match(named.errors, /is not overwritten/);
  assert.equal((await imported('--report', join(folder, 'mine.jsonl'))).report, join(folder, 'mine.jsonl'));
});
