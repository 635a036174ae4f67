import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { codeIn, readDocument, rowsOf, type Section } from '../support/document.ts';
import { readForm } from '../support/form.ts';
import { freePort } from '../support/free-port.ts';
import { askForLink, newBrowser } from '../support/manager.ts';
import { group, isAlive, npmStart, postmaster, type Started } from '../support/npm-start.ts';
import { signInOperator } from '../support/operator.ts';
import { remoteIn } from '../support/remote.ts';
import type { Service } from '../support/service.ts';
import { storyOf } from '../support/story.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

// The first hour of someone who has only the address of the repository.

const readme = readDocument('README.md');
const configuration = readDocument('docs/configuration.md');
const ROOT = join(import.meta.dirname, '..', '..');
/** npm knows of no test run around it. */
const { NODE_TEST_CONTEXT: _context, TEST_QUEUE: _queue, TEST_DEPTH: _depth, ...ENV } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'first-hour-newcomer-'));
chmodSync(folder, 0o755);
const clone = join(folder, 'depono');
const data = join(clone, 'data');
after(() => rmSync(folder, { recursive: true, force: true }));

test('a newcomer, with the README alone', async (t) => {
  const step = storyOf(t);
  let started: Started;
  let terminal: Terminal;
  const stopped = new Set<Started>();
  t.after(() => {
    if (started !== undefined && !stopped.has(started)) group(started, 'SIGKILL');
  });

  await step(readme, 'Depono', 'clones, starts, and sees the lines that the README shows', async ({ blocks }) => {
    const [command, banner] = blocks;
    const { source } = remoteIn(folder);
    const [cloning = '', rest] = (command?.text ?? '')
      .replace('<address of this repository>', source)
      .split(' && npm ');
    assert.equal(rest?.trim(), 'start');
    const before = openTerminal({ folder });
    await before.paste(cloning);
    await before.close();
    // npm would install these from the registry.
    for (const part of ['node_modules', 'runtime/node/node_modules', 'runtime/postgres/node_modules']) {
      if (existsSync(join(ROOT, part))) symlinkSync(join(ROOT, part), join(clone, part));
    }
    started = await npmStart('', { ...ENV, DATA_DIR: undefined }, clone);
    assert.notEqual(started.baseUrl, '', started.output());
    const shown = (banner?.text ?? '').replaceAll('http://localhost:8080', started.baseUrl).split('\n');
    for (const line of shown.filter((one) => one !== '')) {
      assert.ok(
        started
          .output()
          .split('\n')
          .some((one) => asLine(line).test(one)),
        `${line}\n${started.output()}`,
      );
    }
    terminal = openTerminal({
      folder: clone,
      env: ENV as Record<string, string>,
      placed: (text) => text.replaceAll('http://localhost:8080', started.baseUrl),
    });
    t.after(() => terminal.close());
  });

  await step(readme, 'Depono', 'follows every link of these lines', async () => {
    const links = [...started.output().matchAll(/^ {2}\S.*? {2,}(http\S+)/gm)].map(([, link = '']) => link);
    assert.ok(links.length >= 6, started.output());
    for (const link of links) {
      const { status } = await fetch(link, { redirect: 'manual' });
      const expected = link.includes('/sign-in/') ? 303 : link.endsWith('/mailbox') ? 401 : 200;
      assert.equal(status, expected, link);
    }
  });

  await step(readme, 'Depono', 'pastes the two calls, and the one of the start lines', async (section) => {
    await terminal.follow(section, { from: 1 });
    const [call = '', status = ''] = [...started.output().matchAll(/^curl -s[\s\S]*?(?=\n\n|\n$)/gm)].map(
      ([one]) => one,
    );
    assert.equal(JSON.parse(await terminal.paste(call)).reason, 'Contract with external ID already exists');
    assert.equal(JSON.parse(await terminal.paste(status)).state, 'opening');
    const wrong = call.replace(/dpk_[^']*/, 'dpk_wrong');
    assert.equal(JSON.parse(await terminal.paste(wrong)).reason, 'Not Authorised!');
  });

  let service: Service;
  await step(readme, 'Depono', 'reads the mail in the mailbox, with the operator token as password', async () => {
    const token = readFileSync(join(data, 'operator-token'), 'utf8').trim();
    assert.ok(started.output().includes(token));
    service = serviceAt(started.baseUrl, token);
    await service.sandbox('GET', '/mailbox');
    const authorization = `Basic ${Buffer.from(`any name:${token}`).toString('base64')}`;
    const answer = await fetch(`${started.baseUrl}/sandbox/mailbox`, { headers: { authorization } });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /DEMO-1/);
  });

  await step(readme, 'Depono', 'tries the roles: manager, tenant, operators', async ({ text }) => {
    const emails = codeIn(text).filter((code) => /^[\w.]+@[\w.-]+$/.test(code));
    const [manager = '', ...operators] = emails;
    const anna = newBrowser(service);
    const link = await askForLink(service, manager, anna);
    assert.equal((await anna.get(link)).status, 303);
    const { body } = await service.operator(
      'GET',
      `/organizations/${demo('organizationId')}/deposits?externalContractId=DEMO-1`,
    );
    const [{ id }] = body.deposits;
    const sign = `/manager/deposits/${id}/sign`;
    const { text: shown } = await anna.page(`/manager/deposits/${id}`);
    assert.equal((await anna.post(sign, readForm(shown, sign))).status, 303);
    const { mails } = (await service.sandbox('GET', '/mailbox?to=lea.brunner@mail.example')).body;
    const mail = mails.find((one: any) => one.kind === 'tenant_sign' && one.text.includes('DEMO-1'));
    assert.equal((await fetch(mail.links[0])).status, 200);
    assert.equal(operators.length, 3);
    for (const email of operators) await (await signInOperator(service, email)).page('/operator');
  });

  await step(readme, 'Commands', 'every command of the table exists; one file of tests runs', async (section) => {
    const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
    const rows = rowsOf(section);
    const commands = rows.map(([cell = '']) => codeIn(cell)[0] ?? '');
    assert.ok(commands.length >= 10);
    for (const command of commands.filter((one) => one.startsWith('npm '))) {
      const name = command.replace(/^npm (?:run )?/, '');
      assert.ok(scripts[name] !== undefined, command);
    }
    assert.match(await terminal.paste('bin/depono --help'), /depono serve/);
    const [, example = ''] = codeIn(rows.find(([cell]) => cell === '`npm test`')?.[1] ?? '').filter(Boolean);
    const one = example === '' ? codeIn(rows.find(([cell]) => cell === '`npm test`')?.[1] ?? '')[0] : example;
    assert.match(await terminal.paste(`${one} 2>&1`), /pass [1-9][0-9]*\n[^]*fail 0\n/);
  });

  await step(readme, 'Verifying ledger and history', 'the books balance', async ({ blocks }) => {
    const [command, shown] = blocks;
    const printed = await terminal.paste(command?.text ?? '');
    const lines = (text: string): string[] =>
      text.split('\n').map((line) => line.replaceAll(/[\d’.]+/g, 'N').replaceAll(/ +/g, ' '));
    for (const line of lines(shown?.text ?? '')) assert.ok(lines(printed).includes(line), `${line}\n${printed}`);
  });

  await step(
    readme,
    'Where the data is stored',
    'finds the files, and starts a second time in the folder',
    async (section) => {
      const files = rowsOf(section).flatMap(([cell = '']) => codeIn(cell));
      const isElsewhere = existsSync(join(data, 'postgres-location'));
      for (const file of files)
        assert.ok(existsSync(join(data, file)) || (isElsewhere && /^postgres$/.test(file)), file);
      const second = await npmStart(data, ENV, clone);
      assert.notEqual(await second.ended, 0);
      assert.match(second.output(), /Another Depono is already running on the data folder/);
    },
  );

  await step(configuration, 'When it does not start', 'a port that is taken, and wrong variables', async ({ text }) => {
    const other = join(folder, 'other');
    const taken = await npmStart(other, { ...ENV, PORT: new URL(started.baseUrl).port }, clone);
    assert.notEqual(await taken.ended, 0);
    assert.match(taken.output(), /The port is in use by another program/);
    const wrong = await npmStart(other, { ...ENV, PORT: 'x', ENVIRONMENT: 'prod' }, clone);
    assert.notEqual(await wrong.ended, 0);
    for (const name of ['PORT is "x"', 'ENVIRONMENT is "prod"']) {
      assert.ok(wrong.output().split('Depono cannot start with these settings:')[1]?.includes(name), wrong.output());
    }
    for (const { output } of [taken, wrong]) assert.doesNotMatch(output(), /at .*\.ts:\d/, 'no stack');
    for (const words of ['cannot start with these settings', 'The port is in use'])
      assert.ok(text.includes(words), words);
  });

  await step(readme, 'Commands', 'stops it with Ctrl-C, and everything ends', async () => {
    const database = postmaster(data);
    group(started, 'SIGINT');
    await started.ended;
    stopped.add(started);
    assert.equal(isAlive(database), false);
    await assert.rejects(fetch(`${started.baseUrl}/readyz`));
  });

  await step(readme, 'Going to production', 'starts with the lines that the README shows', inProduction);
});

/** What ends with an ellipsis differs from start to start. */
function asLine(line: string): RegExp {
  const escaped = line.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/(?:, )?[0-9a-z]*…(?: (?=\\}))?/g, '.*')}$`);
}

const demo = (member: string): string => JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'))[member];

/** Calls with the operator token, at a service that is not of this process. */
function serviceAt(baseUrl: string, token: string): Service {
  const under =
    (prefix: string) =>
    async (method: string, path: string): Promise<{ body: unknown }> => {
      const answer = await fetch(`${baseUrl}${prefix}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      return { body: await answer.json() };
    };
  return { baseUrl, operator: under('/operator/api'), sandbox: under('/sandbox/api') } as unknown as Service;
}

/** The settings of the document; only the token, which it leaves open, is filled in. */
async function inProduction({ blocks }: Section): Promise<void> {
  const lines = (blocks[0]?.text ?? '').trim().split('\n');
  assert.equal(lines.pop(), 'npm start');
  const given = lines
    .flatMap((line) => line.replace('export ', '').split(' '))
    .map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1).replace('…', 'a-token-that-is-long-enough')];
    });
  const port = String(await freePort());
  const env = { ...ENV, ...Object.fromEntries(given), PORT: port };
  const production = await npmStart(join(folder, 'production'), env, clone);
  try {
    assert.notEqual(production.baseUrl, '', production.output());
    const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
    assert.deepEqual([(await at('/readyz')).status, (await at('/healthz')).status], [200, 200]);
    assert.equal((await at('/sandbox/mailbox')).status, 404);
    assert.doesNotMatch(production.output(), /\/sandbox|curl/);
  } finally {
    group(production, 'SIGINT');
    await production.ended;
  }
}
