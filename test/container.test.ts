import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { instructionsOf, makeByHand, type Made } from './support/container.ts';
import { IN_DEPTH } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { blocks } from './support/guide.ts';
import { whyNoMachine, type Machine } from './support/machine.ts';
import { debianPostgres, startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts';
import { BASE_IMAGE, GATEWAY, makeBaseImage, reach, startPodmanMachine } from './support/podman.ts';
import { remoteIn, type Remote } from './support/remote.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, TOKEN } from './support/service.ts';
import { openLetterbox } from './support/smtp.ts';

const root = join(import.meta.dirname, '..');
const containerfile = readFileSync(join(root, 'packaging', 'Containerfile'), 'utf8');

test('the base image is pinned by digest, the same in every stage', () => {
  const images = instructionsOf(containerfile).flatMap(({ name, text }) =>
    name === 'FROM' ? [text.split(' ')[0]] : [],
  );
  assert.equal(images.length, 2);
  assert.equal(new Set(images).size, 1);
  assert.match(
    images[0] ?? '',
    /^docker\.io\/library\/node:26\.\d+\.\d+-\w+-slim@sha256:[0-9a-f]{64}$/,
    'as 0010 says',
  );
});

test('it copies existing files, and none that is secret or large', () => {
  const copied = instructionsOf(containerfile).flatMap(({ name, text }) =>
    name === 'COPY' && !text.startsWith('--from') ? text.split(' ').slice(0, -1) : [],
  );
  assert.ok(copied.length >= 5);
  for (const file of copied) assert.ok(globSync(file, { cwd: root }).length > 0, file);
  assert.ok(!copied.some((file) => /^(?:\.|data|node_modules|test)/.test(file)), 'named one by one');
});

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'depono-container-')));
/** Filled by the steps, read by podman's build. */
const npmCache = join(folder, 'npm');
after(() => rmSync(folder, { recursive: true, force: true }));

/** The one of the machine, and not the stand-in that may be first in PATH. */
const npm = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();

test('its steps, one by one: the service and the command line run on what they make', IN_DEPTH, async () => {
  const database = await freshDatabase();
  try {
    const made = makeByHand(root, folder, { npm: `env npm_config_cache=${npmCache} ${npm}` });
    assert.equal(made.user, 'node', 'unprivileged');
    assert.deepEqual(made.command, ['node', 'src/main.ts']);
    assert.match(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start, / src\/main\.ts$/);
    for (const dev of ['oxlint', 'typescript', 'playwright-core']) {
      assert.ok(!existsSync(made.at(`/app/node_modules/${dev}`)), `${dev} is for development`);
    }
    await runMade(made, join(folder, 'tools'), database.url);
  } finally {
    await database.drop();
  }
});

async function runMade(made: Made, tools: string, databaseUrl: string): Promise<void> {
  const port = String(await freePort());
  const env = {
    ...made.env,
    ...PRODUCTION,
    PATH: [tools, made.at('/usr/local/bin'), process.env['PATH']].join(delimiter),
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: made.at(made.env['DATA_DIR'] ?? ''),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'x'.repeat(32),
    OPERATOR_TOKEN: TOKEN,
  };
  assert.equal(made.env['ENVIRONMENT'], 'production', 'not the test environment');
  const options = { cwd: made.at(made.workdir), env };
  const migrated = spawnSync('depono', ['migrate', '--json'], { ...options, encoding: 'utf8' });
  assert.equal(migrated.status, 0, migrated.stderr);
  const [program = '', ...args] = made.command;
  const isHealthy = (): boolean => spawnSync(made.health[0] ?? '', made.health.slice(1), options).status === 0;
  assert.equal(isHealthy(), false, 'not before it runs');
  const service = spawn(program, args, options);
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (output += String(text)));
  let isOver = false;
  const ended = new Promise<number | null>((over) => service.on('close', over)).finally(() => (isOver = true));
  try {
    while (!output.includes('Depono is ready') && !isOver) await wait(20);
    assert.equal(isHealthy(), true, output);
    for (const path of [
      '/healthz',
      '/readyz',
      '/docs',
      '/docs/partner/first-deposit',
      '/docs/partner/events',
      '/manager/sign-in',
    ]) {
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, `${path}: ${output}`);
    }
  } finally {
    service.kill('SIGTERM');
  }
  assert.equal(await ended, 0, output);
}

test('operations.md, In a container: every command, with Debian’s podman', IN_DEPTH, async (t) => {
  const binaries = debianPostgres();
  const why = binaries === null ? 'needs Debian’s PostgreSQL' : whyNoMachine();
  if (binaries === null || why !== null) return t.skip(why ?? '');
  const machine = await startPodmanMachine();
  if (machine === null) return t.skip('Debian’s podman cannot be had here');
  t.after(machine.end);
  await machine.run(`podman import --quiet ${makeBaseImage(folder, { npm, npmCache })} ${BASE_IMAGE}`);
  const postgres = await startOwnPostgres(binaries);
  t.after(postgres.stop);
  const letterbox = await openLetterbox({ auth: true });
  t.after(letterbox.close);
  t.after(await reach(machine, 5432, postgres.port));
  t.after(await reach(machine, 587, Number(new URL(letterbox.url).port)));
  const remote = remoteIn(machine.folder, (work) => {
    const file = join(work, 'packaging', 'Containerfile');
    writeFileSync(file, containerfile.replaceAll(/^FROM \S+/gm, `FROM ${BASE_IMAGE}`));
  });
  await firstDay(machine, postgres, remote);

  const [first = '', upgrade = '', ...others] = blocks.flatMap(({ kind, text }) =>
    kind === 'container' ? [text] : [],
  );
  assert.deepEqual(others, []);
  const output = await machine.run(first);
  assert.match(output, /\d+ rows in \/data\/backup\/depono-/);
  const rights = await machine.run('stat --format %a /etc/depono/*.podman.env; umask 022');
  assert.match(rights, /^600\n600$/m, 'secrets are for root alone');
  const version = async (): Promise<string> => {
    const metrics = await machine.run(
      `curl -fs -H "Authorization: Bearer $(sed -n 's/^METRICS_TOKEN=//p' /etc/depono/depono.podman.env)" http://127.0.0.1:8080/metrics`,
    );
    return /depono_info\{[^}]*version="([^"]+)"/.exec(metrics)?.[1] ?? metrics;
  };
  const before = await version();
  assert.match(await machine.run('curl -fs http://127.0.0.1:8080/readyz'), /ok|ready/);
  assert.match(await machine.run('podman image inspect depono'), /healthz/, 'the health check is kept');
  assert.equal((await machine.run('podman exec depono-web node -p "process.getuid()"')).trim(), '1000', 'not root');

  remote.release();
  await machine.run(upgrade);
  assert.equal(await version(), before.replace(/\.\d+$/, '.999'));
  await machine.run('podman stop depono-worker depono-web');
  const ended = await machine.run("podman inspect --format '{{.State.ExitCode}}' depono-worker depono-web");
  assert.deepEqual(ended.trim().split('\n'), ['0', '0'], 'stopped by itself, not killed');
});

/** What the section takes for granted: database, clone and settings, as in the guide. */
async function firstDay(machine: Machine, postgres: OwnPostgres, { source }: Remote): Promise<void> {
  const block = (words: string): string => blocks.find(({ text }) => text.includes(words))?.text ?? '';
  const { port, superuser: user, password } = postgres;
  for (const [database, text] of [
    ['postgres', block('create role depono_owner')],
    ['depono', block('revoke all on schema')],
  ] as const) {
    const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: user, PGPASSWORD: password };
    execFileSync('psql', ['--set', 'ON_ERROR_STOP=1', '--quiet', '--dbname', database], { input: text, env });
  }
  await machine.run('useradd --system --home-dir /var/lib/depono --shell /usr/sbin/nologin depono');
  await machine.run(`git clone --quiet ${source} /root/depono`);
  const settings = block('cat > /etc/depono/depono.env')
    .replace('mail.example.ch', GATEWAY)
    .replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=1\nSMTP_ALLOW_PLAIN=true');
  await machine.run(settings);
}
