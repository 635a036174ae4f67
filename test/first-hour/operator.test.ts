import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnvText } from '../../src/env-file.ts';
import { rappen } from '../../src/domain/values/money.ts';
import { writeCamt054 } from '../../src/sandbox/simulated-bank/write-camt054.ts';
import { readDocument, rowsOf, type Section } from '../support/document.ts';
import { newConsoleBrowser } from '../support/operator.ts';
import type { ManagerBrowser } from '../support/manager.ts';
import { payload } from '../support/payload.ts';
import { until } from '../support/receiver.ts';
import { freshDatabase } from '../support/server.ts';
import { startService, type Service } from '../support/service.ts';
import { openLetterbox, type Letterbox } from '../support/smtp.ts';
import { storyOf } from '../support/story.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

// The first hour of an operator in production. test/runbook.test.ts runs the whole of “Operations” on a machine of its own.

const operations = readDocument('docs/operations.md');
const commands = readDocument('docs/command-line.md');
const money = readDocument('docs/money-guide.md');
const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let letterbox: Letterbox;
let terminal: Terminal;
let service: Service | null = null;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-operator-'));
  for (const name of ['bin', 'other', 'backups']) mkdirSync(join(folder, name));
  symlinkSync(join(ROOT, 'bin', 'depono'), join(folder, 'bin', 'depono'));
  database = await freshDatabase();
  letterbox = await openLetterbox();
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  terminal = openTerminal({ folder, env, placed });
  // The machine of the reader: systemd, the user of the service, and another machine.
  await terminal.paste(
    `systemctl() { :; }\nrunuser() { shift 3; "$@"; }\nscp() { cp "$1" ${folder}/other/; }\nset -o pipefail`,
  );
});
after(async () => {
  await terminal.close();
  await service?.stop();
  await letterbox.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Folders, database and mail server of this machine instead of those of the document. */
const placed = (text: string): string =>
  text
    .replaceAll('/etc/depono', `${folder}/etc`)
    .replaceAll(/ (?:-[og] depono)(?= )/g, '')
    .replaceAll("'/var/lib/depono-bank'", `'${folder}/bank'`)
    .replaceAll("'/var/lib/depono'", `'${folder}/data'`)
    .replaceAll("'/var/backups/depono'", `'${folder}/backups'`)
    .replaceAll(/'postgres:\/\/depono_\w+:[\w-]+@db\.example\.ch\/depono'/g, `'${database.url}'`)
    .replaceAll("'smtp://depono:secret@mail.example.ch:587'", `'${letterbox.url}'\nSMTP_ALLOW_PLAIN=true`);

const block = ({ blocks, heading }: Section, words: string): string =>
  blocks.find(({ text }) => text.includes(words))?.text ?? assert.fail(`${heading}: ${words}`);
const lineWith = (section: Section, words: string): string =>
  block(section, words)
    .split('\n')
    .find((line) => line.includes(words)) ?? '';

/** The command line, as a person with a token of their own. */
const as = async (email: string, command: string, expected = 0): Promise<string> => {
  const token = /dok_\S+/.exec(await terminal.paste(`depono operator token ${email} --name hour`))?.[0] ?? '';
  const { code, output, errors } = await terminal.try(`DEPONO_TOKEN=${token} ${command}`);
  assert.equal(code, expected, `${command}\n${output}${errors}`);
  return output + errors;
};

test('an operator in production, with “Operations”, the command line and the money guide', async (t) => {
  const step = storyOf(t);
  let settings: Record<string, string> = {};
  let key = '';
  let requestId = '';
  let anna: ManagerBrowser;
  const api = (method: string, path: string): Promise<any> =>
    (service as Service).call(method, `/operator/api${path}`, {
      headers: { authorization: `Bearer ${settings['OPERATOR_TOKEN']}` },
    });

  await step(operations, '4. Settings', 'writes the two files', async (section) => {
    await terminal.follow(section);
    settings = Object.fromEntries(parseEnvText(readFileSync(join(folder, 'etc', 'depono.env'), 'utf8')));
    assert.equal(settings['ENVIRONMENT'], 'production');
  });

  await step(operations, '5. Start', 'migrates, starts, and asks the doctor', async (section) => {
    const [before = '', afterwards = ''] = block(section, 'depono migrate').split(/^systemctl daemon-reload\n.*\n/m);
    await terminal.paste(before);
    service = await startService({ env: { ...settings, LOG_LEVEL: 'silent' }, databaseUrl: database.url });
    const { code, output } = await terminal.try(afterwards);
    assert.equal(code, 0, output);
    assert.match(output, /example_bank/, 'asks for name and address of the bank');
    assert.match(output, /fewer than two|two people|second person/i, output);
  });

  await step(operations, 'Two people', 'adds them', async (section) => {
    await terminal.paste(block(section, 'operator add'));
    assert.match(await terminal.paste('depono operator list'), /Anna Muster[^]*Beat Beispiel/);
  });

  await step(operations, 'Twenty people', 'adds a list, and acts as one of them', async ({ blocks }) => {
    const [list = '', issue = '', read = ''] = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text);
    await terminal.paste(list);
    const token = /dok_\S+/.exec(await terminal.paste(issue))?.[0] ?? '';
    await terminal.paste(read, `${token}\n`);
    await terminal.paste('depono approval list');
    const refused = await terminal.try('depono partner add Nobody --integration custom');
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /admin/);
    await terminal.paste('unset DEPONO_TOKEN');
  });

  await step(
    commands,
    'Setting up from a file',
    'sets up partner, bank, organizations, members',
    async ({ blocks }) => {
      writeFileSync(join(folder, 'set-up.yaml'), blocks.find(({ language }) => language === 'yaml')?.text ?? '');
      assert.equal((await terminal.try('depono apply set-up.yaml --plan')).code, 1);
      const printed = await terminal.paste('depono apply set-up.yaml --yes');
      key = /dpk_\S+/.exec(printed)?.[0] ?? assert.fail(printed);
      assert.match(printed, /whsec_/);
      assert.equal((await terminal.try('depono apply set-up.yaml --plan')).code, 0);
    },
  );

  await step(commands, 'Commands', 'a partner sends contract 4711; looks at it; replaces the key', async (section) => {
    const headers = { 'x-api-key': key, 'x-external-org-id': '4711' };
    const body = payload({ externalContractId: '4711' });
    const opened = await (service as Service).call('POST', '/webhook/garaio-rem', { headers, body });
    assert.deepEqual(opened.body, { success: true, result: 'success' });
    requestId = opened.headers.get('x-request-id') ?? '';
    assert.match(await terminal.paste(block(section, 'deposit show 4711')), /4711/);
    const [old] = JSON.parse(
      await terminal.paste('depono key list --partner "Garaio REM" --json | head -n 1 | sed "s/^/[/; s/$/]/"'),
    );
    const rotation = block(section, 'key revoke').replace('abcd2345efgh', old.keyId).trimEnd();
    await terminal.paste(`${rotation} --yes`);
    const again = await (service as Service).call('POST', '/webhook/garaio-rem', { headers, body });
    assert.equal(again.headers.get('x-depono-code'), 'not_authorised');
  });

  await step(
    operations,
    'What waits for a second person',
    'changes an account; another person approves',
    async (section) => {
      const change = (iban: string): string => `depono org change "Muster Immobilien AG" payoutIban=${iban}`;
      await as('anna@example.ch', change('CH5604835012345678009'));
      const asked = await as('anna@example.ch', change('CH9300762011623852957'));
      const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(asked)?.[0] ?? assert.fail(asked);
      assert.match(await terminal.paste(block(section, 'approval list')), new RegExp(id));
      assert.match(section.text, /`depono approval show`[^]*`depono approval approve`/);
      assert.match(await as('anna@example.ch', `depono approval approve ${id}`, 1), /other|another|second/i);
      assert.match(await terminal.paste(`depono approval show ${id}`), /CH93/);
      await as('beat@example.ch', `depono approval approve ${id}`);
      assert.match(await terminal.paste('depono org show "Muster Immobilien AG"'), /CH93/);
    },
  );

  await step(operations, 'Two people', 'Anna signs in to the console, and reads the request log', async () => {
    anna = newConsoleBrowser({ ...(service as Service), baseUrl: (service as Service).address });
    assert.equal((await anna.post('/operator/sign-in', { email: 'anna@example.ch' })).status, 303);
    const link = await until(() => {
      const mail = letterbox.mails.findLast(({ envelope }) => envelope.includes('anna@example.ch'));
      return /https:\S+(\/operator\/sign-in\/\S+)/.exec(mail?.email.text ?? '')?.[1];
    }, 'the mail with the link');
    assert.equal((await anna.get(link)).status, 303);
    const { text } = await anna.page('/operator/calls');
    assert.match(text, /4711/);
    const call = /href="(\/operator\/calls\/[^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
    assert.ok(text.includes(requestId) || (await anna.page(call)).text.includes('4711'), requestId);
  });

  await step(money, 'Each day', 'opens every list that the table names', async (section) => {
    for (const [look = ''] of rowsOf(section)) {
      const [area = '', list = area] = [...look.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);
      const page = await anna.page(linkNamed((await anna.page('/operator')).text, area));
      assert.ok(page.text.includes(list), `${area}: ${list}`);
    }
  });

  await step(commands, 'Commands', 'resolves a booking, and takes the journal', async (section) => {
    const booking = {
      accountIban: 'CH5109000000250092291',
      direction: 'credit' as const,
      amount: rappen(100_00),
      bookedOn: new Date().toISOString().slice(0, 10),
      bankReference: 'HOUR-1',
      debtor: { name: 'Lea Brunner', iban: 'CH5604835012345678009' },
      reference: null,
    };
    const file = join(folder, 'camt.xml');
    writeFileSync(file, writeCamt054({ messageId: 'HOUR-1', createdAt: new Date(), bookings: [booking] }));
    await terminal.paste(`bin/depono bank import ${file}`);
    const day = block(section, 'bank entries');
    const entries = await terminal.paste('depono bank entries --json');
    const entry = JSON.parse(entries.trim().split('\n')[0] ?? '');
    assert.equal(entry.why, 'foreign_account');
    await terminal.paste(lineWith(section, 'bank entries'));
    await terminal.paste(lineWith(section, 'bank resolve').replace('KEY', entry.key));
    assert.equal((await terminal.try(lineWith(section, 'release-payment').replace('ORDER', entry.key))).code, 1);
    await terminal.paste(lineWith(section, 'journal'));
    assert.match(day, /--out (\S+)/);
    const journal = readFileSync(join(folder, /--out (\S+)/.exec(day)?.[1] ?? ''), 'utf8');
    assert.match(journal, /^date,depositId,externalContractId,account,counterAccount,amount,text/);
  });

  await step(operations, 'Encryption', 'makes a key, and keeps it on another machine', async (section) => {
    await terminal.follow(section);
    assert.deepEqual(readdirSync(join(folder, 'other')), ['depono-backup.key']);
    assert.ok(!readdirSync(folder).includes('depono-backup.key'));
  });

  await step(operations, 'Every night', 'backs up; nobody here can read the archive', async (section) => {
    const unit = readFileSync(join(ROOT, 'packaging', 'depono-backup.service'), 'utf8');
    const started = /^ExecStart=.*\/src\/cli\.ts (.*)$/m.exec(unit)?.[1] ?? assert.fail(unit);
    await terminal.paste(`depono ${started}`);
    const archives = readdirSync(join(folder, 'backups'));
    assert.match(archives.join(), /^depono-\d+T\d+Z-\w+\.gz\.age$/);
    const listed = await terminal.paste(lineWith(section, 'depono backup list'));
    assert.match(listed, /\d{4}/);
    const refused = await terminal.try(`depono restore backups/${archives[0]}`);
    assert.notEqual(refused.code, 0);
  });

  await step(
    operations,
    'Every day',
    'the morning: nothing fails, nothing waits, the books balance',
    async (section) => {
      await terminal.follow(section);
      assert.match(await terminal.paste('depono deposit verify'), /All books balance/);
      const { body } = await api('GET', '/verification');
      assert.equal(body.ok, true);
    },
  );
});

/** The address of the link with these words in it. */
function linkNamed(page: string, words: string): string {
  const links = [...page.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^]*?)<\/a>/g)];
  const found = links.find(([, , inside = '']) =>
    inside
      .replaceAll(/<[^>]+>/g, ' ')
      .trim()
      .startsWith(words),
  );
  return found?.[1] ?? assert.fail(`no link “${words}”`);
}
