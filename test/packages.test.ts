import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readAudit } from '../scripts/read-audit.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): any => JSON.parse(readFileSync(join(root, name), 'utf8'));
/** The packages of the project, and the Node and the PostgreSQL that it brings. */
const FOLDERS = ['.', 'runtime/node', 'runtime/postgres'];
const asked = FOLDERS.map((folder) => read(join(folder, 'package.json')));
const locked: [path: string, entry: any][] = FOLDERS.flatMap((folder) =>
  Object.entries(read(join(folder, 'package-lock.json')).packages),
).filter(([path]) => path !== '') as [string, any][];

test('every package is pinned to one version and one checksum', () => {
  const wanted = asked.flatMap(({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  assert.ok(wanted.length > 20 && locked.length > 100);
  for (const [name, version] of wanted) assert.match(String(version), /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
  for (const [path, { version, integrity, resolved, link }] of locked) {
    assert.match(version, /^\d+\.\d+\.\d+/, path);
    assert.match(integrity ?? '', /^sha512-/, path);
    // From any registry, but not from a repository, a folder or another address.
    assert.deepEqual([resolved, link], [undefined, undefined], path);
  }
});

test('no package runs an install script, except the named ones', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = running.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const allowed = asked.flatMap(({ allowScripts = {} }) => Object.keys(allowScripts));
  assert.deepEqual(names.sort(), allowed.sort());
});

test('npm ci accepts the lock files of a fresh clone, for every platform', () => {
  const clone = mkdtempSync(join(tmpdir(), 'depono-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    for (const folder of FOLDERS) {
      const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--loglevel=error'], {
        cwd: join(clone, folder),
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${folder}: ${stderr}`);
    }
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

const ADVISORY = { severity: 'high', via: [{ title: 'Opens the door', url: 'https://advisories.example/1' }] };

describe('the report of npm audit is read:', () => {
  const ROWS: [what: string, output: string, is: string][] = [
    ['nothing known', JSON.stringify({ vulnerabilities: {}, metadata: {} }), 'clean'],
    ['something known', JSON.stringify({ vulnerabilities: { door: ADVISORY }, metadata: {} }), 'known'],
    ['a registry without it', JSON.stringify({ statusCode: 405, message: '405 Method Not Allowed' }), 'not_offered'],
    ['a registry that has never heard of it', JSON.stringify({ statusCode: 404, message: '404' }), 'not_offered'],
    ['no network', JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo' } }), 'not_offered'],
    ['no lock file', JSON.stringify({ error: { code: 'ENOLOCK', summary: 'needs a lock file' } }), 'failed'],
    ['nothing at all', '', 'failed'],
  ];
  for (const [what, output, is] of ROWS) {
    test(what, () => assert.equal(readAudit(output).is, is));
  }
  test('with what it is about', () => {
    const read = readAudit(JSON.stringify({ vulnerabilities: { door: ADVISORY } }));
    assert.deepEqual(read, { is: 'known', lines: ['door (high): Opens the door https://advisories.example/1'] });
  });
});

test('screenshots and results stay small in the repository', () => {
  const bytesIn = (folder: string): number =>
    readdirSync(join(root, folder)).reduce((sum, file) => sum + statSync(join(root, folder, file)).size, 0);
  assert.ok(bytesIn('docs/screens') < 2_000_000);
  assert.ok(bytesIn('bench/results') + bytesIn('chaos/results') + bytesIn('fuzz/results') < 200_000);
});
