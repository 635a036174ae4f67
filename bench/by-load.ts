import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { keep } from './keep.ts';
import { REST_MS, undisturbed } from './latency.ts';
import type { Call, Load } from './load.ts';
import { DEPOSITS, depositsOf, openCalls } from './long-served.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { withSite } from './service.ts';
import { middle } from './show.ts';
import { sixRoundTrips } from './side.ts';
import { watchStolen } from './stolen.ts';
import { answered, fresh } from './subjects.ts';

// CPU time and p99 of an open call, from the peak load down to a quarter of it. Calls in a batch cost less, so half of the
// peak load is more than half of the machine. The same for a handler without batches. Writes bench/results/by-load.json.
//   npm run bench:load                        ten rounds of 5 seconds for each load
//   npm run bench:load -- 2 2                 two rounds of 2 seconds
//   npm run bench:load -- 2 2 --deposits 0    on a new database instead of one with a million deposits

/** Shares of the same round's peak load (256 callers), because the CPU speed of a shared host changes. */
const SHARES = [1, 2 / 3, 1 / 2, 1 / 3, 1 / 4];

/** Microseconds of CPU time per call. */
type Spent = { service: number; database: number; callers: number };

export type AtLoad = {
  share: number;
  load: Load;
  /** p99, relative to a single call just before. */
  times: number;
  spent: Spent;
  /** Share of all CPUs. */
  inUse: number;
  stolen: number | null;
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { deposits: { type: 'string', default: String(DEPOSITS) } },
});
const [rounds = 10, seconds = 5] = positionals.map(Number);
const deposits = depositsOf(options.deposits);

/** Which side is called, and how. */
type Called = { url: string; pid: number; call: Call };

await withSite(async (site) => {
  const service = await openCalls(site, { deposits, seconds });
  const postmaster = await postmasterOf(site);
  const all = await roundsOf('the service', service, postmaster);
  const sixRounds = await roundsOf('six round trips', await sixRoundTrips(site), postmaster);
  keep('by-load', { seconds, deposits, rounds: all, sixRoundTrips: sixRounds });
});

async function roundsOf(name: string, { url, pid, call }: Called, postmaster: number): Promise<AtLoad[]> {
  const processorTime = (): Spent => {
    const { user, system } = process.cpuUsage();
    return { service: cpuSeconds([pid]), database: cpuSeconds(familyOf(postmaster)), callers: (user + system) / 1e6 };
  };
  const at = async (share: number, highest: number): Promise<AtLoad> => {
    await wait(REST_MS);
    const lone = await answered(name, url, fresh(call), { connections: 1, seconds: seconds / 2 });
    const [stolen, before, start] = [watchStolen(), processorTime(), performance.now()];
    const pace = share === 1 ? {} : { rate: highest * share };
    const load = await answered(name, url, fresh(call), { connections: 256, seconds, ...pace });
    const [after, lasted] = [processorTime(), (performance.now() - start) / 1_000];
    const used = (whose: keyof Spent): number => after[whose] - before[whose];
    const each = (whose: keyof Spent): number => (used(whose) * 1e6) / load.count;
    const spent = { service: each('service'), database: each('database'), callers: each('callers') };
    const inUse = (used('service') + used('database') + used('callers')) / lasted / cpus().length;
    return { share, load, times: load.p99 / lone.median, spent, inUse, stolen: stolen() };
  };
  const round = async (): Promise<AtLoad[]> => {
    const measured: AtLoad[] = [];
    for (const share of SHARES) measured.push(await at(share, measured[0]?.load.perSecond ?? 0));
    return measured;
  };
  // Warm-up: V8 compiles for each pace before any round counts.
  await round();
  const all: AtLoad[] = [];
  for (let count = 0; count < rounds; count++) all.push(...(await round()));
  console.log(`\n${name}, medians of the undisturbed rounds:\n`);
  console.log(
    '     of the peak load   rounds   calls/s   p99:single   µs a call: service   database   callers   in use',
  );
  for (const share of SHARES) tell(all.filter((one) => one.share === share));
  return all;
}

function tell(all: readonly AtLoad[]): void {
  const rounds = undisturbed(all);
  const of = (figure: (one: AtLoad) => number, digits: number, width: number): string =>
    middle(rounds.map(figure)).toFixed(digits).padStart(width);
  const share = `${((all[0]?.share ?? 0) * 100).toFixed(0)} %`.padStart(21);
  const counted = `${rounds.length} of ${all.length}`.padStart(9);
  if (rounds.length === 0) return console.log(`${share}${counted}`);
  console.log(
    `${share}${counted}${of(({ load }) => load.perSecond, 0, 10)}${of((one) => one.times, 1, 13)}${of(({ spent }) => spent.service, 0, 21)}${of(({ spent }) => spent.database, 0, 11)}${of(({ spent }) => spent.callers, 0, 10)}${of(({ inUse }) => inUse * 100, 0, 7)} %`,
  );
}
