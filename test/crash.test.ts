import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packagedBinaries } from '../src/storage/embedded/binaries.ts';
import { startEmbedded } from '../src/storage/embedded/server.ts';
import { databaseUser } from '../src/storage/embedded/system-user.ts';
import { startProcess } from './support/process.ts';
import { until } from './support/receiver.ts';
import { NO_PROCESSES, processesAt } from './support/secret-hunt.ts';
import { freshDatabase } from './support/server.ts';

const WORDS = 'xaverina.z@geheim.example Zgraggenhuber dsk_abcdefghijkl_geheim';

for (const by of ['exception', 'rejection']) {
  test(`a bug ends the process with the bare error and no attached data: ${by}`, { skip: NO_PROCESSES }, async () => {
    const database = await freshDatabase();
    const hook = join(import.meta.dirname, 'support', 'crash-on-signal.ts');
    const mark = mkdtempSync(join(tmpdir(), 'depono-crash-'));
    const env = {
      NODE_OPTIONS: `--import ${hook}`,
      CRASH_WITH: WORDS,
      CRASH_BY: by,
      LOG_LEVEL: 'silent',
      TMPDIR: mark,
    };
    const service = await startProcess(database.url, env);
    try {
      const [own] = processesAt(mark).filter(({ command }) => command.includes('main.ts'));
      process.kill(own?.pid ?? 0, 'SIGUSR2');
      await until(() => processesAt(mark).length === 0, 'the end of the process');
      // Everything that it printed has been read once its streams are closed.
      await service.stop();
      const { stderr } = service.printed();
      const line = JSON.parse(stderr) as {
        level: number;
        msg: string;
        err: { code: string; message: string; stack: string };
      };
      assert.deepEqual([line.level, line.msg, line.err.code], [60, 'crashed', '23505']);
      assert.match(line.err.message, /violates unique constraint "members_email"/);
      assert.match(line.err.stack, /crash-on-signal/, 'where it was is told');
      for (const word of WORDS.split(' ')) assert.ok(!stderr.includes(word), stderr);
    } finally {
      await service.stop();
      await database.drop();
      rmSync(mark, { recursive: true, force: true });
    }
  });
}

test('database programs are started without our settings and without secrets in their arguments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-children-'));
  chmodSync(folder, 0o755);
  const [told, binaries] = [join(folder, 'told'), join(folder, 'bin')];
  for (const path of [told, binaries]) mkdirSync(path);
  chmodSync(told, 0o777);
  const real = packagedBinaries(databaseUser());
  for (const name of ['initdb', 'postgres']) {
    const script = `#!/bin/sh\n{ env; printf '%s\\n' "$@"; } > ${told}/${name}.$$\nexec ${real}/${name} "$@"\n`;
    writeFileSync(join(binaries, name), script, { mode: 0o755 });
  }
  process.env['SECRET_KEY'] = 'ein-ganz-geheimer-Schluessel-fuer-alles-4711';
  try {
    const dataDir = join(folder, 'data');
    const database = await startEmbedded(dataDir, { binaries });
    await database.stop();
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
    const heard = readdirSync(told).map(
      (name) => [name.split('.')[0], readFileSync(join(told, name), 'utf8')] as const,
    );
    assert.deepEqual([...new Set(heard.map(([name]) => name))].sort(), ['initdb', 'postgres']);
    for (const [name, text] of heard) {
      assert.ok(!text.includes('SECRET_KEY') && !text.includes(password), `${name}: ${text}`);
    }
  } finally {
    delete process.env['SECRET_KEY'];
    rmSync(folder, { recursive: true, force: true });
  }
});
