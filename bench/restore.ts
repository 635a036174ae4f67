import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newIdentity } from '../src/vault/age.ts';
import { fill, refuseSmallDisk, setUp } from './growth/fill.ts';
import { keep, kept } from './keep.ts';
import { measureRecovery, type Recovery } from './restore/recovery.ts';
import { peakOf } from './processes.ts';
import { demoOf, withSite } from './service.ts';

// How long a backup, a restore and a point-in-time recovery take.
//   npm run bench:restore                            100 thousand deposits
//   npm run bench:restore -- --deposits 1000000      another size; results are kept by size
//   npm run bench:restore -- --encrypted-only        only encrypted archives, which takes half of the time

const { values } = parseArgs({
  options: {
    deposits: { type: 'string', default: '100000' },
    'encrypted-only': { type: 'boolean', default: false },
  },
});
const isPlainToo = !values['encrypted-only'];
const deposits = Number(values.deposits);
const root = join(import.meta.dirname, '..');

type Step = { seconds: number; mebibytesOfMemory: number };
type Result = {
  deposits: number;
  /** Of the last minute, before and after: above the number of cores, other programs have slowed this down. */
  load: { before: number; after: number };
  rows: number;
  /** Null: only encrypted archives were measured. */
  backup: (Step & { bytes: number }) | null;
  encryptedBackup: Step & { bytes: number };
  /** Into a new embedded database, with its creation, checksums and the proof of the books. */
  restore: Step | null;
  encryptedRestore: Step;
  /** Null: no PostgreSQL with pg_basebackup was found. */
  recovery: Recovery | null;
};

refuseSmallDisk(deposits);
const loadBefore = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'depono-restore-'));
try {
  const made = await withSite(async (site) => {
    await (await site.start()).stop();
    await setUp(site, demoOf(site));
    await fill(site, { from: 0, to: deposits });
    const secretKey = readFileSync(join(site.dataDir, 'secret-key'), 'utf8').trim();
    const env = { DATABASE_URL: site.databaseUrl, DATA_DIR: site.dataDir, SECRET_KEY: secretKey };
    const { identity, recipient } = await newIdentity();
    writeFileSync(join(folder, 'key'), `${identity}\n`, { mode: 0o600 });
    const [plain, sealed] = [join(folder, 'plain.gz'), join(folder, 'sealed.gz.age')];
    const backup = isPlainToo ? await run(env, 'backup', plain, '--json') : null;
    const encryptedBackup = await run(env, 'backup', sealed, '--recipient', recipient, '--json');
    return { secretKey, backup, encryptedBackup, plain, sealed };
  });
  const { secretKey, plain, sealed } = made;
  const into = (name: string): Record<string, string> => ({ DATA_DIR: join(folder, name), SECRET_KEY: secretKey });
  const restore = isPlainToo ? await run(into('one'), 'restore', plain, '--json') : null;
  rmSync(join(folder, 'one'), { recursive: true, force: true });
  const encryptedRestore = await run(into('two'), 'restore', sealed, '--identity', join(folder, 'key'), '--json');
  rmSync(join(folder, 'two'), { recursive: true, force: true });
  const recovery = await measureRecovery(folder, (databaseUrl) =>
    run(
      { ...into('three'), DATABASE_URL: databaseUrl },
      'restore',
      sealed,
      '--identity',
      join(folder, 'key'),
      '--json',
    ),
  );
  const result: Result = {
    deposits,
    load: { before: loadBefore, after: loadavg()[0] ?? 0 },
    rows: made.encryptedBackup.rows,
    backup: made.backup === null ? null : { ...made.backup.step, bytes: statSync(plain).size },
    encryptedBackup: { ...made.encryptedBackup.step, bytes: statSync(sealed).size },
    restore: restore?.step ?? null,
    encryptedRestore: encryptedRestore.step,
    recovery,
  };
  console.log(JSON.stringify(result, null, 2));
  const others = ((kept('restore') as { sizes?: Result[] } | null)?.sizes ?? []).filter(
    (one) => one.deposits !== deposits,
  );
  keep('restore', { sizes: [...others, result].sort((one, other) => one.deposits - other.deposits) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs `depono …` as a process of its own. A restore exits with 1 where the books of the filled rows have faults. */
async function run(env: Record<string, string>, ...args: string[]): Promise<{ step: Step; rows: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [output, memory] = ['', 0];
  child.stdout.on('data', (data) => (output += String(data)));
  const watch = setInterval(() => (memory = Math.max(memory, peakOf(child.pid ?? 0))), 200);
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  clearInterval(watch);
  if (code !== 0 && code !== 1) throw new Error(`depono ${args.join(' ')} ended with ${code}`);
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
  const { rows } = JSON.parse(output) as { rows: number };
  return { step: { seconds, mebibytesOfMemory: memory }, rows };
}
