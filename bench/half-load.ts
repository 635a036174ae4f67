import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { keep } from './keep.ts';
import { AIM, latencies, latencyOf, undisturbed, type Round } from './latency.ts';
import type { Other } from './plots/half-load.ts';
import { limitSide } from './limit.ts';
import { DEPOSITS, depositsOf, openCalls } from './long-served.ts';
import { demoOf, withClient, withSite, type Site } from './service.ts';
import { httpSide, sixRoundTrips, type Side } from './side.ts';
import { show, showRatio } from './show.ts';
import { CAUSES } from './slow/groups.ts';
import { watchOf } from './slow/watch.ts';
import { fresh } from './subjects.ts';

// Many rounds of peak load, a single caller and half of the peak load, each with the CPU time that other guests of the host
// took. Then half as many for what the service is compared with: only inserts, or only a constant answer. Writes
// bench/results/half-load.json.
//   npm run bench:latency                        ten undisturbed rounds of 4 and 8 seconds, or forty tries
//   npm run bench:latency -- 3 2                 three of 2 and 4 seconds, or twelve tries
//   npm run bench:latency -- 3 2 --deposits 0    on a new database instead of one with a million deposits
//   npm run bench:latency -- --watched           also records what happens next to slow calls, which takes CPU time

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { deposits: { type: 'string', default: String(DEPOSITS) }, watched: { type: 'boolean', default: false } },
});
const [rounds = 10, seconds = 4] = positionals.map(Number);
const deposits = depositsOf(options.deposits);

await withSite(async (site) => {
  const { side, pid } = await openCalls(site, { deposits, seconds });
  const watch = options.watched ? await watchOf(site, pid) : undefined;
  const all = await latencies(side, { rounds, seconds, onRound: tell, ...(watch && { watch }) });
  const left = undisturbed(all);
  const [latency, ofAll] = [latencyOf(left), latencyOf(all)];
  console.log(`\n${left.length} of ${all.length} rounds were undisturbed by other guests of the host`);
  if (left.length > 0) {
    show('one caller', latency.lone);
    show('at half of the peak load', latency.half);
  }
  showRatio(['p99 at half load : median of a single call', latency.ratio, 'below', AIM]);
  console.log(`  (of all rounds ${ofAll.ratio.toFixed(2)})`);
  if (options.watched) tellCauses(left.length > 0 ? left : all);
  const others: Other[] = [];
  for (const [name, side] of await othersOf(site)) others.push({ name, rounds: await roundsOf(name, side) });
  keep('half-load', { seconds, deposits, ratio: latency.ratio, rounds: all, others });
});

/** What the service is compared with. */
async function othersOf(site: Site): Promise<[name: string, side: Side][]> {
  const { organizationId } = demoOf(site);
  const { databaseUrl, dataDir: folder } = site;
  // One that a call has opened.
  const { rows } = await withClient(site, (client) =>
    client.query<{ id: string }>('select id from deposits where organization_id = $1 limit 1', [organizationId]),
  );
  const [six, bare] = [await sixRoundTrips(site), await site.run('bench/bare.ts')];
  const pgbench = await limitSide({ databaseUrl, depositId: rows[0]?.id ?? '', folder });
  return [
    ['six round trips', httpSide(six.url, () => fresh(six.call))],
    ...(pgbench === null ? [] : [['pgbench', pgbench] as [string, Side]]),
    ['bare server', httpSide(bare.url, () => ({ method: 'GET', path: '/status' }))],
  ];
}

async function roundsOf(name: string, side: Side): Promise<Round[]> {
  console.log(`\nThe same for: ${name}`);
  const tried = await latencies(side, { rounds: Math.ceil(rounds / 2), seconds, onRound: tell });
  const left = undisturbed(tried);
  const [ratio, ofAll] = [latencyOf(left).ratio, latencyOf(tried).ratio].map((one) => one.toFixed(1));
  console.log(
    `  p99 at half load : single call ${ratio} in ${left.length} undisturbed rounds, ${ofAll} in all ${tried.length}`,
  );
  return tried;
}

function tell({ highest, lone, half, stolen, slow, disk }: Round): void {
  const written = disk === undefined ? '' : `   disk ${disk.median.toFixed(2)} ms, p99 ${disk.p99.toFixed(1)}`;
  const taken = stolen === null ? '' : `   stolen ${(stolen * 100).toFixed(1).padStart(4)} %`;
  const away = slow?.probed
    ? `   away ${((slow.all.away / slow.all.ms / cpus().length) * 100).toFixed(1).padStart(4)} %`
    : '';
  console.log(
    `  peak ${highest.toFixed(0).padStart(5)} /s   single ${lone.median.toFixed(2).padStart(6)} ms   p99 ${half.p99.toFixed(1).padStart(7)} ms   ${(half.p99 / lone.median).toFixed(1).padStart(6)} times${taken}${away}${written}`,
  );
}

/** What happened next to calls slower than ten single ones. */
function tellCauses(rounds: readonly Round[]): void {
  const seen = rounds.flatMap(({ slow }) => (slow === undefined ? [] : [slow]));
  const calls = seen.reduce((sum, { of }) => sum + of, 0);
  console.log(`\nShare of ${calls} calls that took longer than ${AIM} single ones, by cause`);
  for (const cause of CAUSES) {
    const sums = seen.flatMap(({ causes }) => causes[cause] ?? []);
    const [slow, groups] = [
      sums.reduce((sum, one) => sum + one.calls, 0),
      sums.reduce((sum, one) => sum + one.groups, 0),
    ];
    if (slow > 0)
      console.log(`  ${cause.padEnd(12)} ${((slow / calls) * 100).toFixed(2).padStart(6)} %   ${groups} groups`);
  }
}
