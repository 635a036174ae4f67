import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountsFor } from './bank/accounts.ts';
import { bookingLimit } from './bank/booking-limit.ts';
import { copyDeposits, makeOriginals } from './bank/fill.ts';
import { importFile, run } from './bank/import.ts';
import { importKilled, requireBookedOnce, type Killed } from './bank/killed.ts';
import { writeStatements } from './bank/statement.ts';
import { keep } from './keep.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { withSite, type Site } from './service.ts';
import { showRatio, type Ratio } from './show.ts';
import { busySeconds, watchStolen } from './stolen.ts';

// How fast the entries of a bank file are booked, beside reading the file and beside pgbench, and that an import which is
// killed at any moment goes on. Prints ratios within this run, and writes bench/results/bank.json.
//   npm run bench:bank                          100,000 entries, and 20,000 more in a process that is killed
//   npm run bench:bank -- --entries 10000       fewer

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '100000' }, kills: { type: 'string', default: '8' } },
});
const [entries, kills] = [Number(values.entries), Number(values.kills)];
/** Seconds of pgbench for each number of clients. */
const SECONDS = 5;

type Speed = { perSecond: number; seconds: number; cpuSeconds: number };
type Imported = Speed & { databaseCpuSeconds: number; othersCpuSeconds: number; mebibytesOfMemory: number };

const stolen = watchStolen();
const loadBefore = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'depono-bank-'));
const secret = 'a-secret-key-for-the-benchmark-of-the-bank';
try {
  await withSite(async (site) => {
    const env = { DATABASE_URL: site.databaseUrl, DATA_DIR: join(folder, 'data'), SECRET_KEY: secret };
    const [whole, killedFile] = [join(folder, 'camt053-1.xml'), join(folder, 'camt053-2.xml')];
    const originals = await makeOriginals(site, env);
    const accounts = accountsFor(entries, 0);
    const others = accountsFor(entries / 5, accounts.length);
    await copyDeposits(site, originals, [...accounts, ...others]);
    await writeStatements(whole, accounts, originals.orderId);
    await writeStatements(killedFile, others, originals.orderId);
    const bytes = statSync(whole).size;
    console.log(
      `${entries} entries on ${accounts.length} accounts, ${(bytes / 1e6).toFixed(0)} MB; ${cpus().length} cores, Node ${process.version}`,
    );
    const parsed = await parse(whole);
    const imported = await measureImport(site, whole, env);
    const killed = await importKilled(site, {
      path: killedFile,
      env,
      entries: entries / 5,
      times: kills,
    });
    await requireBookedOnce(site, [...accounts, ...others], env);
    const pgbench = await bookingLimit(site, { folder, seconds: SECONDS });
    report({ bytes, parsed, imported, killed, pgbench });
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One reading; an import reads the file twice: for its hash, and to check all of it; then what was read is booked. */
async function parse(path: string): Promise<Speed> {
  const { code, output } = await run(['bench/bank/parse.ts', path], {});
  assert.equal(code, 0);
  const read = JSON.parse(output) as { entries: number; seconds: number; cpuSeconds: number };
  assert.equal(read.entries, entries);
  return { perSecond: entries / read.seconds, seconds: read.seconds, cpuSeconds: read.cpuSeconds };
}

/** From the start of the process to its end. */
async function measureImport(site: Site, path: string, env: Record<string, string>): Promise<Imported> {
  const postmaster = await postmasterOf(site);
  const database = (): number => cpuSeconds(familyOf(postmaster));
  const [databaseBefore, busyBefore] = [database(), busySeconds()];
  const { code, output, seconds, cpuSeconds: own, mebibytes } = await importFile(path, env);
  const databaseCpuSeconds = database() - databaseBefore;
  const othersCpuSeconds = Math.max(0, busySeconds() - busyBefore - databaseCpuSeconds - own);
  assert.equal(code, 0, output);
  const { counts } = JSON.parse(output) as { counts: Record<string, number> };
  assert.equal(counts['booked'], entries, output);
  const speed = { perSecond: entries / seconds, seconds, cpuSeconds: own };
  return { ...speed, databaseCpuSeconds, othersCpuSeconds, mebibytesOfMemory: mebibytes };
}

type Measured = { bytes: number; parsed: Speed; imported: Imported; killed: Killed; pgbench: number | null };

function report(measured: Measured): void {
  const { parsed, imported, killed, pgbench } = measured;
  const line = (name: string, perSecond: number, more = ''): void =>
    console.log(`  ${name.padEnd(44)}${perSecond.toFixed(0).padStart(7)} /s   ${more}`);
  const spent = (of: Speed): string => `${of.seconds.toFixed(1)} s, ${of.cpuSeconds.toFixed(1)} s of CPU`;
  console.log('\nEntries');
  line('parse alone', parsed.perSecond, spent(parsed));
  line(
    'import',
    imported.perSecond,
    `${spent(imported)}, ${imported.databaseCpuSeconds.toFixed(1)} s in the database; at most ${imported.mebibytesOfMemory} MiB`,
  );
  if (pgbench === null) console.log('  left out: pgbench, which is not installed');
  else line('pgbench, one transaction each', pgbench);
  console.log(
    `  killed ${killed.kills.length} times, when ${killed.kills.map(({ booked }) => booked).join(', ')} of ${killed.entries} were booked: ` +
      'each is booked once; books and bank agree',
  );
  const taken = stolen();
  const share = imported.othersCpuSeconds / (imported.seconds * cpus().length);
  console.log(
    `\nDuring the import other programs took ${(share * 100).toFixed(0)} % of the CPU time` +
      (taken === null ? '.' : `, and in the whole run other guests of the host ${(taken * 100).toFixed(1)} %.`),
  );
  const beside = {
    parse: imported.perSecond / parsed.perSecond,
    pgbench: pgbench === null ? null : imported.perSecond / pgbench,
  };
  console.log(
    `Import : parse alone ${beside.parse.toFixed(2)}` +
      (beside.pgbench === null ? '' : `; import : pgbench ${beside.pgbench.toFixed(2)}`),
  );
  const ratios: Ratio[] = [
    ['entries booked per second', imported.perSecond, 'at least', 2_000],
    ['memory of the import, in MiB', imported.mebibytesOfMemory, 'below', 256],
  ];
  console.log('\nTargets');
  for (const ratio of ratios) showRatio(ratio);
  const load = { before: loadBefore, after: loadavg()[0] ?? 0 };
  keep('bank', { entries, load, stolen: taken, ratios, beside, ...measured });
}
