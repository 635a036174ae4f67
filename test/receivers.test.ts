import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders } from '../src/callbacks/message.ts';
import { debianPackages } from './support/debian-program.ts';
import { freePort } from './support/free-port.ts';
import { setUpPartner } from './support/partner.ts';
import { startService, type Service } from './support/service.ts';

const FOLDER = join(import.meta.dirname, '..', 'examples', 'receivers');
const SECRET = `whsec_${Buffer.from('a secret of the tests, long enough').toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.from('another secret of the tests, long').toString('base64')}`;

/** The installed one, or that of Debian, which is not installed for this. */
const PHP = phpOf();

type Language = { name: string; file: string; command: (port: number) => string[]; version: string[]; atLeast: RegExp };
const LANGUAGES: Language[] = [
  {
    name: 'TypeScript',
    file: 'receiver.ts',
    command: () => [process.execPath, 'receiver.ts'],
    version: [process.execPath, '--version'],
    atLeast: /^v(?:2[4-9]|[3-9][0-9])/,
  },
  {
    name: 'Python',
    file: 'receiver.py',
    command: () => ['python3', 'receiver.py'],
    version: ['python3', '--version'],
    atLeast: /Python 3\.(?:9|[1-9][0-9])/,
  },
  {
    name: 'PHP',
    file: 'receiver.php',
    command: (port) => [...PHP, '-S', `127.0.0.1:${port}`, 'receiver.php'],
    version: [...PHP, '--version'],
    atLeast: /PHP (?:[89]|[1-9][0-9])\./,
  },
  {
    name: 'Java',
    file: 'Receiver.java',
    command: () => ['java', 'Receiver.java'],
    version: ['java', '--version'],
    atLeast: /(?:openjdk|java) (?:1[7-9]|[2-9][0-9])/,
  },
  {
    name: 'C#',
    file: 'Receiver.cs',
    command: () => ['dotnet', 'run', 'Receiver.cs'],
    version: ['dotnet', '--version'],
    atLeast: /^[1-9][0-9]\./,
  },
];

let service: Service;
before(async () => {
  service = await startService({ env: { CALLBACK_ALLOW_PRIVATE: 'true' } });
});
after(() => service.stop());

for (const language of LANGUAGES) {
  const skip = whyNot(language) ?? false;
  describe(`partner-kit.md 5: the receiver in ${language.name}`, { skip }, () => {
    let receiver: Running;
    before(async () => {
      receiver = await start(language, SECRET);
    });
    after(() => receiver.stop());

    const ROWS: [what: string, status: number, change: (sent: Sent) => Sent][] = [
      ['takes a message that is signed', 204, (sent) => sent],
      ['takes one of a type it does not know', 204, (sent) => signed({ ...sent, body: body('deposit.moved') })],
      ['takes a test event', 204, (sent) => signed({ ...sent, body: '{"type":"test","timestamp":"x","data":{}}' })],
      ['takes one of two signatures', 204, (sent) => signed({ ...sent, secrets: [OLD_SECRET, SECRET] })],
      ['refuses another secret', 401, (sent) => signed({ ...sent, secrets: [OLD_SECRET] })],
      ['refuses a changed body', 401, (sent) => ({ ...sent, body: `${sent.body} ` })],
      [
        'refuses a changed id',
        401,
        ({ headers, ...sent }) => ({ ...sent, headers: { ...headers, 'webhook-id': 'x' } }),
      ],
      ['refuses one that is ten minutes old', 401, (sent) => signed({ ...sent, at: new Date(Date.now() - 600_000) })],
      ['refuses one of the future', 401, (sent) => signed({ ...sent, at: new Date(Date.now() + 600_000) })],
      ['refuses one without headers', 401, (sent) => ({ ...sent, headers: {} })],
      [
        'refuses an empty signature',
        401,
        ({ headers, ...sent }) => ({ ...sent, headers: { ...headers, 'webhook-signature': 'v1,' } }),
      ],
      [
        'refuses a time that is no number',
        401,
        ({ headers, ...sent }) => ({ ...sent, headers: { ...headers, 'webhook-timestamp': 'now' } }),
      ],
    ];
    for (const [what, status, change] of ROWS) {
      test(what, async () => {
        const sent = change(signed({ id: `row-${what}`, body: body('document.created'), secrets: [SECRET], at: null }));
        assert.equal(await receiver.post(sent), status);
        assert.equal(await receiver.printedOf(sent.id, status === 204 ? 1 : 0), status === 204 ? 1 : 0);
      });
    }

    test('takes the same message again, and processes it once, also at once', async () => {
      const sent = signed({ id: 'again', body: body('document.created'), secrets: [SECRET], at: null });
      const answers = await Promise.all([1, 2, 3, 4].map(() => receiver.post(sent)));
      assert.deepEqual([...answers, await receiver.post(sent)], [204, 204, 204, 204, 204]);
      assert.equal(await receiver.printedOf('again', 1), 1);
    });

    test('takes a test event of the service', async () => {
      const { apiKey, externalOrgId } = await setUpPartner(service);
      const at = `/partner/api/connections/${externalOrgId}`;
      const headers = { 'x-api-key': apiKey };
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const set = await service.call('PUT', `${at}/callback`, { headers, body: { url } });
      const own = await start(language, set.body.callback.secret, port);
      try {
        const { body: answer } = await service.call('POST', `${at}/test-event`, { headers });
        assert.equal(answer.status, 204, JSON.stringify(answer));
      } finally {
        await own.stop();
      }
    });
  });
}

type Sent = { id: string; body: string; secrets: string[]; at: Date | null; headers: Record<string, string> };

const body = (type: string): string =>
  JSON.stringify({ type, timestamp: '2026-11-15T00:00:00.000Z', data: { sequence: 2, city: 'Zürich' } });

function signed({ id, body: text, secrets, at }: Omit<Sent, 'headers'>): Sent {
  return { id, body: text, secrets, at, headers: signedHeaders(text, { id, at: at ?? new Date(), secrets }) };
}

function phpOf(): string[] {
  if (spawnSync('php', ['--version']).error === undefined) return ['php'];
  const folder = debianPackages('php-cli');
  const programs = folder === null ? [] : readdirSync(join(folder, 'usr', 'bin'));
  const program = programs.find((name) => /^php[0-9.]+$/.test(name));
  if (folder === null || program === undefined) return ['php'];
  const libraries = readdirSync(join(folder, 'usr', 'lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(folder, 'usr', 'lib', name));
  return ['env', `LD_LIBRARY_PATH=${libraries.join(':')}`, join(folder, 'usr', 'bin', program)];
}

function whyNot({ version: [program = '', ...args], atLeast, name }: Language): string | null {
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined) return `${name} is not installed on this machine`;
  return atLeast.test(stdout) ? null : `${name} is too old on this machine: ${stdout.split('\n')[0]}`;
}

type Running = {
  post: (sent: Sent) => Promise<number>;
  /** How many lines it has printed about a message, once there are this many. */
  printedOf: (id: string, expected: number) => Promise<number>;
  stop: () => Promise<void>;
};

async function start({ command, name }: Language, secret: string, given?: number): Promise<Running> {
  const port = given ?? (await freePort());
  const known = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'receiver-'));
  const [program = '', ...args] = command(port);
  const env = { ...process.env, CALLBACK_SECRET: secret, PORT: String(port), KNOWN_FOLDER: known };
  const child = spawn(program, args, { cwd: FOLDER, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const ended = new Promise((done) => child.on('close', done));
  const address = `http://127.0.0.1:${port}/`;
  const lines = (id: string): number => printed.split('\n').filter((line) => line.startsWith(`${id} `)).length;
  for (let tries = 0; ; tries++) {
    const isThere = await fetch(address, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    );
    if (isThere) break;
    assert.ok(tries < 300 && child.exitCode === null, `the receiver in ${name} does not start: ${printed}`);
    await wait(100);
  }
  return {
    post: async ({ headers, body: text }) => (await fetch(address, { method: 'POST', headers, body: text })).status,
    printedOf: async (id, expected) => {
      for (let tries = 0; tries < 50 && lines(id) < expected; tries++) await wait(20);
      return lines(id);
    },
    stop: async () => {
      child.kill();
      await ended;
      rmSync(known, { recursive: true, force: true });
    },
  };
}
