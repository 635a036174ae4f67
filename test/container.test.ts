import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { instructionsOf, makeByHand, type Made } from './support/container.ts';
import { IN_DEPTH } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, TOKEN } from './support/service.ts';

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

test('its steps, one by one: the service and the command line run on what they make', IN_DEPTH, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'depono-container-')));
  const database = await freshDatabase();
  try {
    const made = makeByHand(root, folder, { npm: realNpm() });
    assert.equal(made.user, 'node', 'unprivileged');
    assert.deepEqual(made.command, ['node', 'src/main.ts']);
    assert.match(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start, / src\/main\.ts$/);
    for (const dev of ['oxlint', 'typescript', 'playwright-core']) {
      assert.ok(!existsSync(made.at(`/app/node_modules/${dev}`)), `${dev} is for development`);
    }
    await runMade(made, join(folder, 'tools'), database.url);
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The one of the machine, and not the stand-in that may be first in PATH. */
function realNpm(): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' });
  return stdout.trim();
}

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
    for (const path of ['/healthz', '/readyz', '/docs', '/docs/partner-guide', '/manager/sign-in']) {
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, `${path}: ${output}`);
    }
  } finally {
    service.kill('SIGTERM');
  }
  assert.equal(await ended, 0, output);
}

test('podman builds it, with its health check', IN_DEPTH, (t) => {
  const podman = (...args: string[]): { ok: boolean; output: string } => {
    const { status, stdout, stderr } = spawnSync('podman', args, { cwd: root, encoding: 'utf8', timeout: 600_000 });
    return { ok: status === 0, output: `${stdout}${stderr}` };
  };
  if (!podman('info').ok) return t.skip('podman is not installed here, or cannot run: the image was not built');
  const image = instructionsOf(containerfile)[0]?.text.split(' ')[0] ?? '';
  if (!podman('pull', '--quiet', image).ok)
    return t.skip('the base image cannot be pulled here: the image was not built');
  const name = `depono-test-${process.pid}`;
  const built = podman('build', '--format', 'docker', '-f', 'packaging/Containerfile', '-t', name, '.');
  try {
    assert.ok(built.ok, built.output);
    const { output } = podman('image', 'inspect', name);
    assert.match(output, /healthz/);
    assert.match(podman('run', '--rm', name, 'depono', '--help').output, /depono serve/);
  } finally {
    podman('image', 'rm', '--force', name);
  }
});
