import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { COMMANDS } from '../src/cli/commands.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { freshDatabase } from './support/server.ts';
import { startService, TOKEN } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guide = read('docs/operations.md');
const blocks = [...guide.matchAll(/^```(\w+)( drill)?\n([\s\S]*?)^```$/gm)].map(([, language, drill, text = '']) => ({
  language,
  isDrill: drill !== undefined,
  text,
}));

test('the guide uses only existing commands', () => {
  const names = COMMANDS.map(({ name }) => name);
  const shell = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
  const inText = [...guide.matchAll(/`depono ([^`]+)`/g)].map(([, call = '']) => `depono ${call}`);
  const calls = [...shell, ...inText].flatMap((line) => /(?:^|[ ;])depono ((?!-)[a-z].*)$/.exec(line)?.[1] ?? []);
  assert.ok(calls.length > 25, `${calls.length} calls`);
  for (const call of calls) {
    // In parentheses, or piped to another program.
    const typed = call.replace(/[)|].*$/, '').trim();
    const isKnown = names.some((name) => typed === name || typed.startsWith(`${name} `));
    assert.ok(isKnown, `there is no depono ${call}`);
  }
});

test('the guide uses only existing settings', () => {
  // The service reads all of them; DEPONO_TOKEN and DEPONO_HOME are only for the command line.
  const files = [
    'src/cell-settings.ts',
    'src/config.ts',
    'src/config-parts.ts',
    'src/config-values.ts',
    'src/env-file.ts',
    'src/cli/acting.ts',
    'src/cli/release/home.ts',
  ];
  const config = files.map(read).join('');
  const environment = blocks
    .filter(({ text }) => text.includes('ENVIRONMENT='))
    .flatMap(({ text }) => text.split('\n'));
  const set = environment.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
  assert.ok(set.length >= 10);
  const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)*)(?:=\w+)?`/g)].map(([, name = '']) => name);
  for (const name of new Set([...set, ...named])) assert.ok(config.includes(`'${name}'`), name);
});

test('every alert has a row in troubleshooting, and no row names an unknown one', () => {
  const { groups } = parse(read('packaging/alerts.yml')) as { groups: { rules: { alert: string }[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const named = new Set([...guide.matchAll(/`(Depono[A-Za-z]+)`/g)].map(([, name]) => name));
  assert.deepEqual([...named].sort(), alerts.sort());
});

test('the drill of the guide as written: a backup, restored elsewhere and verified', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-drill-'));
  const service = await startService();
  const drill = await freshDatabase();
  try {
    const partner = await setUpPartner(service);
    for (let n = 0; n < 5; n++) assert.equal((await partner.open(payload())).status, 200);
    const scripts = blocks.filter(({ isDrill }) => isDrill);
    assert.equal(scripts.length, 1);
    const { code, output } = await bash(scripts[0]?.text ?? '', {
      BACKUP: join(folder, 'depono.gz'),
      DRILL_URL: drill.url,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: folder,
      SECRET_KEY: service.config.secretKey,
      OPERATOR_TOKEN: TOKEN,
    });
    assert.equal(code, 0, output);
    assert.match(output, /Verwaltung/, 'the organization is there again');
  } finally {
    await service.stop();
    await drill.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function bash(script: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const path = [join(root, 'bin'), process.env['PATH']].join(delimiter);
  const child = spawn('bash', ['-e', '-c', script], { env: { ...process.env, PATH: path, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

test('the container is built as the guide says', () => {
  const build = 'podman build --format docker -f packaging/Containerfile -t depono .\n';
  assert.ok(guide.includes(build) && read('packaging/Containerfile').includes(build));
  assert.match(read('packaging/depono'), /exec node \/app\/src\/cli\.ts "\$@"/);
});

test('the soak was measured with the settings an operator gets', () => {
  const measured = [...read('bench/soak.ts').matchAll(/^ {2}(MALLOC_\w+): '(\d+)'/gm)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  assert.equal(measured.length, 3);
  for (const file of ['packaging/depono.service', 'packaging/Containerfile']) {
    assert.deepEqual(read(file).match(/MALLOC_\w+=\d+/g), measured, file);
  }
});

test('the unit starts an existing program, unprivileged, and lets it stop gracefully', () => {
  const unit = read('packaging/depono.service');
  const value = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text = '']) => text);
  for (const path of value('ExecStart')[0]?.split(' ') ?? []) {
    assert.ok(existsSync(path.replace('/opt/depono/current', root)), path);
  }
  assert.deepEqual(value('User'), ['depono']);
  assert.deepEqual(value('KillMode'), ['mixed'], 'else the embedded database would be told to stop before the service');
  assert.deepEqual(value('NoNewPrivileges'), ['yes']);
  assert.ok(Number(value('TimeoutStopSec')[0]) >= 30);
  const config = read('src/config.ts');
  const names = [...(value('Environment')[0] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
  for (const name of names.filter((one) => one !== 'NODE_ENV')) assert.ok(config.includes(`'${name}'`), name);
  assert.match(value('Environment')[0] ?? '', /(?:^| )ENVIRONMENT=production(?: |$)/, 'not the test environment');
});

test('the units of the backup: hardened like the service, and systemd accepts all of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-units-'));
  const names = ['depono.service', 'depono-backup.service', 'depono-backup.timer'];
  names.push('depono-basebackup.service', 'depono-basebackup.timer');
  const protections = (name: string): string[] =>
    read(`packaging/${name}`).match(
      /^(?:NoNew|Protect|Private|Restrict(?!ion)|Lock|Capability|Ambient|SystemCall)\w+=.*$/gm,
    ) ?? [];
  const shared = (lines: string[]): string[] => lines.filter((line) => !line.startsWith('RestartPrevent'));
  assert.ok(shared(protections('depono.service')).length > 15);
  for (const name of ['depono-backup.service', 'depono-basebackup.service']) {
    assert.deepEqual(shared(protections(name)), shared(protections('depono.service')), name);
  }
  const [program = '', script = '', ...args] = (
    /^ExecStart=(.*)$/m.exec(read('packaging/depono-backup.service'))?.[1] ?? ''
  ).split(' ');
  for (const path of [program, script]) assert.ok(existsSync(path.replace('/opt/depono/current', root)), path);
  assert.deepEqual(args, ['backup']);
  assert.match(read('packaging/depono-backup.timer'), /^Persistent=true$/m);
  assert.match(read('packaging/depono-backup.timer'), /^RandomizedDelaySec=/m);
  try {
    for (const name of names) {
      // The programs are those of this folder, the user is one that exists here.
      const unit = read(`packaging/${name}`)
        .replaceAll('/opt/depono/current', root)
        .replaceAll(/=(?:depono|postgres)\n/g, '=root\n');
      writeFileSync(join(folder, name), unit);
    }
    const { status, stderr, error } = spawnSync(
      'systemd-analyze',
      ['verify', ...names.map((name) => join(folder, name))],
      {
        encoding: 'utf8',
      },
    );
    if (error !== undefined) return console.log('systemd-analyze was not found: the units were not verified');
    const ours = stderr.split('\n').filter((line) => line.includes(folder) || line.startsWith('depono'));
    assert.deepEqual([status, ours], [0, []], stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
