import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EnvFileError, parseEnvText, useEnvFile } from './env-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-env-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'depono.env');

function write(text: string, mode = 0o640): void {
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const HARD = 'Depono & Söhne <a@b.ch> $HOME `id` "x" \\n # ; %20 !';

test('a quoted value is read alike by us and by a shell, whatever it has', () => {
  write(`# settings\n\nA='${HARD}'\nB=plain-value_1.2:3/4@5\nC="a \\"b\\" \\$c"\n`);
  const env: Record<string, string | undefined> = { DEPONO_ENV_FILE: file };
  useEnvFile(env);
  assert.deepEqual([env['A'], env['B'], env['C']], [HARD, 'plain-value_1.2:3/4@5', 'a "b" $c']);
  const sourced = execFileSync('sh', ['-c', `set -a; . "${file}"; printf '%s|' "$A" "$B" "$C"`], { encoding: 'utf8' });
  assert.equal(sourced, `${HARD}|plain-value_1.2:3/4@5|a "b" $c|`);
});

test('a plain value is taken as systemd takes it', () => {
  assert.deepEqual(
    parseEnvText('; a remark\nMAIL_FROM=Depono <a@b.ch>\r\n  X= a b \nY=\nZ=1'),
    [
      ['MAIL_FROM', 'Depono <a@b.ch>'],
      ['X', ' a b'],
      ['Y', ''],
      ['Z', '1'],
    ].map(([name, value]) => [name, value]),
  );
});

const UNCLEAR: [line: string, message: RegExp][] = [
  ["A='it's", /line 2: A: the value must be in single quotes/],
  ['A="costs $5"', /line 2: A: the value/],
  ['A=a\\ b', /line 2: A: the value/],
  ["A='a' 'b'", /line 2: A: the value/],
  ['A', /line 2: is not NAME=value/],
  ['1A=hush', /line 2: is not NAME=value/],
];
for (const [line, message] of UNCLEAR) {
  test(`refused: ${line}`, () => {
    assert.throws(
      () => parseEnvText(`OK=1\n${line}\n`),
      (error: Error) => error instanceof EnvFileError && message.test(error.message) && !error.message.includes('hush'),
    );
  });
}

test('the environment wins, and an empty variable counts as not set', () => {
  write("PORT='1'\nHOST='2'");
  const env: Record<string, string | undefined> = { DEPONO_ENV_FILE: file, PORT: '9', HOST: ' ' };
  useEnvFile(env);
  assert.deepEqual([env['PORT'], env['HOST']], ['9', '2']);
});

test('a file that others may read or that is not there is refused, with what to do', () => {
  for (const mode of [0o644, 0o641, 0o602]) {
    write('A=1', mode);
    assert.throws(() => useEnvFile({ DEPONO_ENV_FILE: file }), /open to every user.*chmod o-rwx/);
  }
  assert.throws(() => useEnvFile({ DEPONO_ENV_FILE: join(folder, 'none') }), /DEPONO_ENV_FILE cannot be read: ENOENT/);
  const nothing = {};
  useEnvFile(nothing);
  assert.deepEqual(nothing, {});
});

test('the example of the guide is quoted so that systemd, a shell and we read the same', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
  const example = /<< SETTINGS\n(ENVIRONMENT=[\s\S]*?)^SETTINGS$/m.exec(guide)?.[1] ?? '';
  assert.match(example, /^MAIL_FROM='[^'\n]*<[^'\n]*>'$/m, 'the case that failed');
  write(example, 0o600);
  const names = parseEnvText(example);
  assert.ok(names.length > 10);
  const sourced = execFileSync('sh', ['-euc', `set -a; . "${file}"; set +a; env -0`], { encoding: 'utf8', env: {} });
  for (const [name, value] of names) assert.ok(sourced.split('\0').includes(`${name}=${value}`), name);
});
