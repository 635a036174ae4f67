import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { clusterFolder, clusterPassword, makePrivate } from './cluster.ts';
import { endOfLog, openLog } from './log-file.ts';
import { launch } from './postmaster.ts';
import { writeSecretOnce } from './secret-file.ts';

// Root may run a command on a data folder of the service, whose user can put anything into it.

const folder = mkdtempSync(join(tmpdir(), 'depono-root-writes-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const [victim, home] = [join(folder, 'victim'), join(folder, 'data')];
const log = join(home, 'postgres.log');

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  writeFileSync(victim, 'as before');
});

const traps: [what: string, set: () => void][] = [
  ['a symbolic link', () => symlinkSync(victim, log)],
  ['a link to nothing', () => symlinkSync(join(folder, 'none'), log)],
  ['a hard link', () => linkSync(victim, log)],
  ['a folder', () => mkdirSync(log)],
  ['a named pipe', () => spawnSync('mkfifo', [log])],
];
for (const [what, set] of traps) {
  test(`${what} instead of the log of the server: refused`, () => {
    set();
    const at = { home, user: null, binaries: join(folder, 'none'), cluster: home, socket: home, isReadOnly: false };
    assert.throws(() => launch(at), /postgres\.log is not a file of its own/);
    assert.throws(() => endOfLog(log), /postgres\.log is not a file of its own/);
    assert.equal(readFileSync(victim, 'utf8'), 'as before');
    assert.equal(statSync(join(folder, 'none'), { throwIfNoEntry: false }), undefined);
  });
}

const isRoot = process.getuid?.() === 0;

test('the log is made for the owner of the folder, is private, and grows', () => {
  if (isRoot) chownSync(home, 65_534, 65_534);
  for (const line of ['one\n', 'two\n']) {
    const file = openLog(log);
    writeSync(file, line);
    closeSync(file);
  }
  assert.equal(readFileSync(log, 'utf8'), 'one\ntwo\n');
  assert.deepEqual([statSync(log).mode & 0o777, statSync(log).uid], [0o600, statSync(home).uid]);
  appendFileSync(log, 'x'.repeat(3_000));
  assert.equal(endOfLog(log), 'x'.repeat(2_000));
});

const FILES: [name: string, read: () => unknown][] = [
  ['postgres-password', () => clusterPassword(home)],
  ['postgres-location', () => clusterFolder(home, null)],
];
const FOREIGN: [what: string, set: (file: string) => void][] = [
  ['a symbolic link', (file) => symlinkSync(victim, file)],
  ['a link to nothing', (file) => symlinkSync(join(folder, 'none'), file)],
  ['a hard link', (file) => linkSync(victim, file)],
  ['a folder', (file) => mkdirSync(file)],
  ['a named pipe', (file) => spawnSync('mkfifo', [file])],
  [
    'a file of another user',
    (file) => {
      writeFileSync(file, '/var/lib/depono/data-0123456789abcdef');
      chownSync(file, 65_533, 65_533);
    },
  ],
];
for (const [name, read] of FILES) {
  for (const [what, set] of FOREIGN) {
    test(`${what} instead of ${name}: root does not read it`, { skip: !isRoot && 'needs root' }, () => {
      writeFileSync(victim, '/var/lib/depono/data-fedcba9876543210');
      set(join(home, name));
      assert.throws(read, (error: Error) => {
        assert.match(error.message, new RegExp(`${name} is not a file of its own, or belongs to another user`));
        assert.doesNotMatch(error.message, /fedcba/, 'what a link leads to is not shown');
        return true;
      });
      assert.equal(statSync(join(folder, 'none'), { throwIfNoEntry: false }), undefined);
    });
  }

  test(`${name} of the service's user, or while another process makes it: read`, () => {
    const [file, content] = [join(home, name), '/var/lib/depono/data-0123456789abcdef'];
    writeFileSync(file, content);
    if (isRoot) for (const path of [home, file]) chownSync(path, 65_534, 65_534);
    linkSync(file, `${file}.4711`);
    assert.equal(read(), content);
  });
}

for (const content of ['/etc', '/var/lib/depono', '/var/lib/depono/data-0123456789abcdef/../../../etc', 'data-0', '']) {
  test(`postgres-location with ${JSON.stringify(content)}: refused`, () => {
    writeFileSync(join(home, 'postgres-location'), `${content}\n`);
    assert.throws(() => clusterFolder(home, null), /postgres-location names ".*", which Depono has not made/);
  });
}

test('a link where a secret is prepared is not followed', () => {
  const file = join(home, 'postgres-password');
  symlinkSync(victim, `${file}.${process.pid}`);
  const secret = 'a-secret-of-the-database';
  assert.equal(writeSecretOnce(file, secret), secret);
  assert.deepEqual([readFileSync(victim, 'utf8'), readFileSync(file, 'utf8')], ['as before', secret]);
});

test('a link instead of the folder of a socket: refused', () => {
  const target = join(home, 'target');
  mkdirSync(target, { mode: 0o755 });
  symlinkSync(target, join(home, 'socket'));
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : null;
  assert.throws(() => makePrivate(join(home, 'socket'), nobody), /belongs to another user/);
  assert.deepEqual([statSync(target).uid, statSync(target).mode & 0o777], [process.getuid?.(), 0o755]);
  makePrivate(target, nobody);
  assert.deepEqual([statSync(target).uid, statSync(target).mode & 0o777], [nobody?.uid ?? process.getuid?.(), 0o700]);
});
