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
import { makePrivate } from './cluster.ts';
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
