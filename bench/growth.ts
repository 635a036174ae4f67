import { parseArgs } from 'node:util';
import { measureCalls } from './growth/calls.ts';
import { fill, refuseSmallDisk, setUp } from './growth/fill.ts';
import { measureSubjects } from './growth/measure.ts';
import { report, TOLERANCE, type Size } from './growth/report.ts';
import { keep } from './keep.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { demoOf, withClient, withSite, type Site } from './service.ts';

// Fills one database step by step and measures at each size what a call, a page and a job cost.
//   npm run bench:growth                              10 thousand, 100 thousand, 1 million and 5 million deposits
//   npm run bench:growth -- 10000,100000              other sizes
//   npm run bench:growth -- 10000,100000 --plans      with the plans of all statements
//   npm run bench:growth -- 10000,100000 --pages      pages only, which do not depend on the machine
//   npm run bench:growth -- 10000 --pages --only Today   only what has this in its title; nothing is kept

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plans: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const sizes = (positionals[0] ?? '10000,100000,1000000,5000000').split(',').map(Number);
const SECONDS = 4;

refuseSmallDisk(sizes.at(-1) ?? 0);

await withSite(async (site) => {
  // The first start creates the tables and a partner with keys.
  await (await site.start()).stop();
  await setUp(site, demoOf(site));
  const postmaster = await postmasterOf(site);
  const results: Size[] = [];
  for (const [place, size] of sizes.entries()) {
    const [start, cpuBefore] = [performance.now(), cpuSeconds(familyOf(postmaster))];
    await fill(site, { from: sizes[place - 1] ?? 0, to: size });
    const fillSeconds = (performance.now() - start) / 1000;
    const fillCpuSeconds = cpuSeconds(familyOf(postmaster)) - cpuBefore;
    const sums = await bytesOf(site);
    console.log(
      `${size} deposits, filled in ${fillSeconds.toFixed(0)} s (${fillCpuSeconds.toFixed(0)} s of processor): ` +
        `${(sums.bytes / 1e9).toFixed(2)} GB, ${Math.round(sums.bytes / size)} bytes a deposit`,
    );
    const { plans: withPlans, only } = options;
    const subjects = await measureSubjects(site, { size, isTimed: !options.pages, withPlans, only });
    const calls = options.pages ? null : await measureCalls(site, { size, seconds: SECONDS });
    results.push({ deposits: size, fillSeconds, ...sums, subjects, calls });
    // Page counts do not depend on other programs; times do, so they are kept in a separate file.
    if (only === '') keep(options.pages ? 'growth-pages' : 'growth-times', { tolerance: TOLERANCE, sizes: results });
  }
  report(results);
});

function bytesOf(site: Site): Promise<Pick<Size, 'bytes' | 'tables'>> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_total_relation_size(oid) > 1000000
       order by bytes desc`,
    );
    return {
      bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
    };
  });
}
