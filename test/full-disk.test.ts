import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { MACHINE } from './support/command-line.ts';
import { settingsOf } from './support/depono.ts';
import { IN_DEPTH } from './support/depth.ts';
import { stage, TENANT_IBAN } from './support/play.ts';
import { setUpPartner } from './support/partner.ts';
import { startService, type Service } from './support/service.ts';

// A limit on the size of files stops a write in the middle, as a full disk does: the rest of the bytes is not written, and
// the next write fails.
const root = join(import.meta.dirname, '..');
const skip = spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed';
const folder = mkdtempSync(join(tmpdir(), 'depono-full-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a file is written whole or not at all, whatever its size and wherever the disk is full', { skip }, () => {
  const program = `
    import { existsSync, readFileSync } from 'node:fs';
    import { writeWhole } from ${JSON.stringify(join(root, 'src/files/write-whole.ts'))};
    const [file, limit] = [${JSON.stringify(join(folder, 'file'))}, 1000];
    let failed = 0;
    let last = null;
    for (let length = 0; length <= 3 * limit; length++) {
      const content = 'é'.repeat(length % 2) + 'x'.repeat(length);
      const bytes = Buffer.byteLength(content);
      let error = null;
      try { writeWhole(file, content, 0o640); last = content; } catch (thrown) { error = thrown; failed++; }
      if ((error === null) !== (bytes <= limit)) throw new Error('wrong outcome for ' + bytes + ': ' + error);
      if (readFileSync(file, 'utf8') !== last) throw new Error('neither the old nor the new file of ' + bytes);
      if (existsSync(file.replace(/file$/, '.file.part'))) throw new Error('a partial file of ' + bytes);
    }
    console.log(failed);`;
  const child = spawnSync('prlimit', ['--fsize=1000', process.execPath, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: MACHINE,
  });
  assert.equal(child.status, 0, child.stderr);
  assert.ok(Number(child.stdout) > 1_900);
  rmSync(join(folder, 'file'));
});

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Ended = { code: number | null; output: string };

function limited(bytes: number, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(
    'prlimit',
    [`--fsize=${bytes}`, process.execPath, 'src/cli.ts', ...args],
    { cwd: root, encoding: 'utf8', env: { ...MACHINE, ...settingsOf(service) } },
  );
  return { code: status, output: `${stdout}${stderr}` };
}

test(
  'a payment file on a full disk is not published, and its orders are not sent; later it is whole',
  { skip },
  async () => {
    const demo = await stage(service, { preSigned: true });
    for (let n = 0; n < 3; n++) {
      const it = await demo.start();
      await it.play('tenant-signs');
      await it.play('account-opened');
      await it.play('payment');
      await it.play('start-closing', { by: 'tenant', amountLandlord: 60, tenantIban: TENANT_IBAN });
      await it.play('consent', { by: 'manager' });
    }
    const out = join(service.config.bankExchangeDir, 'out');
    const before = readdirSync(out);
    const full = limited(4_096, 'bank', 'export');
    assert.notEqual(full.code, 0);
    assert.match(full.output, /EFBIG|file too large/i);
    assert.deepEqual(readdirSync(out), before, 'no file, not even a partial one');
    const sql = new Client({ connectionString: service.databaseUrl });
    await sql.connect();
    try {
      const { rows: unwritten } = await sql.query('select id, content from payment_runs where written_at is null');
      assert.equal(unwritten.length, 1, 'the run waits to be written');
      const [run] = unwritten;
      assert.ok(run.content.length > 4_096);
      const later = limited(1_000_000, 'bank', 'export');
      assert.equal(later.code, 0, later.output);
      assert.equal(readFileSync(join(out, `${run.id}.xml`), 'utf8'), run.content);
      assert.equal((await sql.query('select from payment_runs where written_at is null')).rowCount, 0);

      // A prepared file that was cut afterwards is written again before it gets its name.
      rmSync(join(out, `${run.id}.xml`));
      const ready = join(service.config.bankExchangeDir, 'ready', `${run.id}.xml`);
      writeFileSync(ready, run.content.slice(0, 100));
      assert.notEqual(limited(4_096, 'bank', 'export').code, 0);
      assert.equal(readFileSync(ready, 'utf8').length, 100, 'it stays until it can be written');
      assert.equal(limited(1_000_000, 'bank', 'export').code, 0);
      assert.equal(readFileSync(join(out, `${run.id}.xml`), 'utf8'), run.content);
    } finally {
      await sql.end();
    }
  },
);

test(
  'the report of an import on a full disk: no partial report, a sentence, and what was opened stays',
  { skip: skip || IN_DEPTH.skip },
  async () => {
    const { organizationId } = await setUpPartner(service);
    const file = join(folder, 'import.jsonl');
    const refused = JSON.stringify({ externalContractId: 'C-1', zip: 'x', note: 'y'.repeat(1_000) });
    writeFileSync(file, `${Array.from({ length: 20 }, (_, n) => refused.replace('C-1', `C-${n}`)).join('\n')}\n`);
    const args = ['import', file, '--org', organizationId];
    const full = limited(5_000, ...args);
    assert.notEqual(full.code, 0);
    assert.match(full.output, /The report .*import\.refused\.jsonl could not be written/, full.output);
    assert.deepEqual(readdirSync(folder), ['import.jsonl'], 'nothing is left');
    const later = limited(1_000_000, ...args);
    assert.equal(later.code, 1, later.output);
    const report = join(folder, 'import.refused.jsonl');
    assert.equal(readFileSync(report, 'utf8').trim().split('\n').length, 20);
    assert.equal(readdirSync(folder).length, 2);
  },
);
