import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, mock, test } from 'node:test';
import { openExchange } from '../src/bank/exchange-folder.ts';
import { MACHINE } from './support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-exchange-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));
const names = (paths: readonly string[]): string[] => paths.map((path) => basename(path));

test('a file whose time is in the future is read once it has not changed for a while', () => {
  const exchange = openExchange(join(folder, 'future'));
  exchange.incoming();
  const path = exchange.inFile('camt.xml');
  writeFileSync(path, '<a/>');
  const start = Date.now();
  utimesSync(path, new Date(start + 86_400_000), new Date(start + 86_400_000));
  mock.timers.enable({ apis: ['Date'], now: start });
  try {
    assert.deepEqual(exchange.incoming(), [], 'it may still be written');
    mock.timers.setTime(start + 5_000);
    assert.deepEqual(names(exchange.incoming()), ['camt.xml']);
    writeFileSync(path, '<a/><b/>');
    utimesSync(path, new Date(start + 90_000_000), new Date(start + 90_000_000));
    mock.timers.setTime(start + 6_000);
    assert.deepEqual(exchange.incoming(), [], 'it was written again');
    mock.timers.setTime(start + 12_000);
    assert.deepEqual(names(exchange.incoming()), ['camt.xml']);
  } finally {
    mock.timers.reset();
  }
});

test('opening the folder creates nothing: only who exchanges files does', () => {
  const home = join(folder, 'lazy');
  const exchange = openExchange(home);
  assert.equal(statSync(home, { throwIfNoEntry: false }), undefined);
  exchange.incoming();
  assert.deepEqual(readdirSync(home), ['done', 'in', 'out', 'ready', 'refused']);
});

const isRoot = process.getuid?.() === 0;
const skip = isRoot ? false : 'needs root';
/** Users and groups that need no entry in the system's files. */
const [SERVICE, CLIENT, GROUP] = [61_001, 61_002, 61_003];

test('what a command of root creates belongs to the owner of the folder around it', { skip }, () => {
  const home = join(folder, 'owned');
  mkdirSync(home);
  chownSync(home, SERVICE, SERVICE);
  const exchange = openExchange(join(home, 'bank'));
  exchange.prepare('run.xml', '<a/>');
  exchange.publish('run.xml', '<a/>');
  for (const path of ['bank', 'bank/in', 'bank/out', 'bank/out/run.xml']) {
    const { uid, gid } = statSync(join(home, path));
    assert.deepEqual([uid, gid], [SERVICE, SERVICE], path);
  }
});

/** Whether a command of a user fails. */
function isRefused(uid: number, program: string): boolean {
  const args = [`--reuid=${uid}`, `--regid=${uid}`, `--groups=${GROUP}`, 'sh', '-c', program];
  return spawnSync('setpriv', args, { env: MACHINE }).status !== 0;
}

/** Runs a piece of the service as a user with the umask of its unit. */
function as(uid: number, program: string): string {
  const child = spawnSync(
    'setpriv',
    [`--reuid=${uid}`, `--regid=${uid}`, `--groups=${GROUP}`, 'sh', '-c', `umask 077; ${program}`],
    { encoding: 'utf8', env: MACHINE },
  );
  assert.equal(child.status, 0, child.stderr);
  return child.stdout;
}

test('the bank’s client is another user: it fetches payment files and brings statements', { skip }, () => {
  const home = join(folder, 'shared');
  mkdirSync(home);
  chownSync(home, SERVICE, GROUP);
  chmodSync(home, 0o2750);
  const module = JSON.stringify(join(import.meta.dirname, '..', 'src', 'bank', 'exchange-folder.ts'));
  const service = (work: string): string => {
    const file = join(folder, 'program.mjs');
    writeFileSync(
      file,
      `import { openExchange } from ${module};\nconst exchange = openExchange(${JSON.stringify(home)});\n${work}`,
    );
    chmodSync(file, 0o644);
    return as(SERVICE, `${process.execPath} ${file}`);
  };
  service(`exchange.prepare('run.xml', '<a/>'); exchange.publish('run.xml', '<a/>');`);
  assert.equal(as(CLIENT, `cat ${home}/out/run.xml && rm ${home}/out/run.xml`), '<a/>');
  // Clients create files readable by the group, as the guide tells them.
  as(CLIENT, `umask 027; printf '<b/>' > ${home}/in/camt.xml && touch -d '1 hour ago' ${home}/in/camt.xml`);
  const read = service(
    `import { readFileSync } from 'node:fs';
     for (const path of exchange.incoming()) { console.log(readFileSync(path, 'utf8')); exchange.putAway(path, 'done'); }`,
  );
  assert.equal(read, '<b/>\n');
  assert.deepEqual([readdirSync(join(home, 'in')), readdirSync(join(home, 'done'))], [[], ['camt.xml']]);
});

test('the bank’s client cannot make the service or root write elsewhere', { skip }, () => {
  const home = join(folder, 'attacked');
  mkdirSync(home);
  chownSync(home, SERVICE, GROUP);
  chmodSync(home, 0o2750);
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  const exchange = openExchange(home);
  exchange.incoming();
  for (const name of ['ready', 'done', 'refused']) {
    assert.ok(isRefused(CLIENT, `ln -s ${secret} ${home}/${name}/run.xml`), name);
    assert.ok(isRefused(CLIENT, `mv ${home}/${name} ${home}/x`), name);
  }
  assert.ok(isRefused(CLIENT, `mv ${home}/out ${home}/x`));
  // In the folders that it may write to, links are not followed.
  as(
    CLIENT,
    `ln -s ${secret} ${home}/out/run.xml; ln -s ${secret} ${home}/in/.camt.xml.part; ln -s ${secret} ${home}/in/evil.xml`,
  );
  exchange.prepare('run.xml', '<a/>');
  exchange.publish('run.xml', '<a/>');
  exchange.writeIncoming('camt.xml', '<b/>');
  assert.deepEqual([readFileSync(secret, 'utf8'), statSync(secret).mode & 0o777], ['secret', 0o600]);
  assert.equal(readFileSync(join(home, 'out', 'run.xml'), 'utf8'), '<a/>');
  assert.deepEqual(exchange.incoming(), [], 'neither the link nor what was just written');
  assert.throws(() => openSync(join(home, 'in', 'evil.xml'), exchange.flagsFor(join(home, 'in', 'evil.xml'))), /ELOOP/);
});

test('a folder that someone else has put in place of ours is refused', { skip }, () => {
  const home = join(folder, 'swapped');
  mkdirSync(home);
  chownSync(home, SERVICE, GROUP);
  // As an older guide had it: the group could write.
  chmodSync(home, 0o2770);
  const exchange = openExchange(home);
  exchange.incoming();
  as(CLIENT, `mv ${home}/done ${home}/x; ln -s /etc ${home}/done`);
  assert.throws(() => exchange.incoming(), /done belongs to another user \(61002\)/);
  assert.throws(() => exchange.putAway(exchange.inFile('x'), 'done'), /belongs to another user/);
});
