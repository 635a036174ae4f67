import { setTimeout as wait } from 'node:timers/promises';
import { keep } from './keep.ts';
import type { Load } from './load.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { withClient, withSite, type Site } from './service.ts';
import { CALLERS, load, openCall, statusCall } from './scale-out/load.ts';
import type { Arrangement, Drain, Measured } from './scale-out/types.ts';
import type { Started } from './start.ts';

// Several web processes and separate workers on one PostgreSQL: calls per second, and CPU time by process.
//   npm run bench:scale-out              5 seconds each
//   npm run bench:scale-out -- 10        10 seconds each

const seconds = Number(process.argv[2] ?? 5);
const ARRANGEMENTS: readonly { web: number; workers: number }[] = [
  { web: 1, workers: 0 },
  { web: 2, workers: 0 },
  { web: 4, workers: 0 },
  { web: 1, workers: 1 },
  { web: 2, workers: 1 },
  { web: 4, workers: 2 },
];
const DRAINERS = [1, 2];

await withSite(async (site) => {
  const arrangements: Arrangement[] = [];
  await warmUp(site);
  for (const arrangement of ARRANGEMENTS) {
    const measured = await measure(site, arrangement);
    arrangements.push(measured);
    show(measured, arrangements[0] as Arrangement);
  }
  const drains: Drain[] = [];
  for (const workers of DRAINERS) {
    const drain = await measureDrain(site, workers);
    drains.push(drain);
    console.log(
      `${workers} worker(s): ${drain.perSecond.toFixed(0)} jobs/s of ${drain.jobs}, ` +
        `${(drain.perSecond / (drains[0] as Drain).perSecond).toFixed(2)} times; µs a job: ` +
        `worker ${drain.cpu.workers.toFixed(0)}, database ${drain.cpu.database.toFixed(0)}`,
    );
  }
  keep('scale-out', { seconds, callers: CALLERS, arrangements, drains });
});

/** Sets up the demo, and warms up the server's files and caches. */
async function warmUp(site: Site): Promise<void> {
  const service = await site.start();
  await load([service], openCall(site), seconds);
  await load([service], await statusCall(site), seconds);
  await settled(site);
  await service.stop();
}

async function measure(site: Site, { web, workers }: { web: number; workers: number }): Promise<Arrangement> {
  const serving = await several(web, () => site.start({ ROLE: 'web' }));
  const baseUrl = serving[0]?.url ?? '';
  const working = await several(workers, () => site.start({ ROLE: 'worker', BASE_URL: baseUrl }));
  try {
    const status = await statusCall(site);
    // Warm-up: each process compiles its code.
    await load(serving, status, 2);
    await load(serving, openCall(site), 2);
    const watch = await watching(site, serving, working);
    return {
      web,
      workers,
      status: await watch(() => load(serving, status, seconds)),
      open: await watch(() => load(serving, openCall(site), seconds)),
    };
  } finally {
    await Promise.all([...serving, ...working].map((one) => one.stop()));
    await finishAll(site);
  }
}

/** Runs a load and returns the CPU time per call, by process. */
async function watching(
  site: Site,
  serving: readonly Started[],
  working: readonly Started[],
): Promise<(run: () => Promise<Load>) => Promise<Measured>> {
  const postmaster = await postmasterOf(site);
  const now = (): number[] => [
    cpuSeconds(serving.map(({ pid }) => pid)),
    cpuSeconds(working.map(({ pid }) => pid)),
    cpuSeconds(familyOf(postmaster)),
    cpuSeconds([process.pid]),
  ];
  return async (run) => {
    const [before, logBefore] = [now(), await logBytes(site)];
    const { perSecond, median, p99, count } = await run();
    const log = ((await logBytes(site)) - logBefore) / count;
    const [web = 0, workers = 0, database = 0, callers = 0] = now().map(
      (used, place) => ((used - (before[place] ?? 0)) / count) * 1e6,
    );
    return { perSecond, median, p99, log, cpu: { web, workers, database, callers } };
  };
}

/** Bytes of WAL written so far. */
function logBytes(site: Site): Promise<number> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`,
    );
    return rows[0]?.bytes ?? 0;
  });
}

/** Web processes leave a backlog; then the workers are started, and measured from their first job on. */
async function measureDrain(site: Site, workers: number): Promise<Drain> {
  const web = await site.start({ ROLE: 'web' });
  for (let round = 0; round < 3; round++) await load([web], openCall(site), seconds);
  const working = await several(workers, () => site.start({ ROLE: 'worker', BASE_URL: web.url }));
  try {
    const postmaster = await postmasterOf(site);
    const cpu = (): number[] => [cpuSeconds(working.map(({ pid }) => pid)), cpuSeconds(familyOf(postmaster))];
    // In this order, because due jobs are counted at the time of the query.
    const [before, start, jobs] = [cpu(), performance.now(), await due(site)];
    await settled(site);
    const over = (performance.now() - start) / 1000;
    const [worker = 0, database = 0] = cpu().map((used, place) => ((used - (before[place] ?? 0)) / jobs) * 1e6);
    return { workers, jobs, perSecond: jobs / over, cpu: { workers: worker, database } };
  } finally {
    await Promise.all([web, ...working].map((one) => one.stop()));
    await tidyUp(site);
  }
}

function due(site: Site): Promise<number> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ due: number }>(
      `select count(*) as due from effects where state = 'waiting' and due_at <= service_now()`,
    );
    return rows[0]?.due ?? 0;
  });
}

/** Asks for one job instead of counting them: counting a backlog repeatedly would load the database. */
function settled(site: Site): Promise<void> {
  return withClient(site, async (client) => {
    const isOneDue = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from effects where state = 'waiting' and due_at <= service_now() order by due_at, id limit 1`,
      );
      return rowCount === 1;
    };
    while (await isOneDue()) await wait(50);
  });
}

/** Finishes an arrangement's jobs, so that the next one starts from the same state. */
async function finishAll(site: Site): Promise<void> {
  const service = await site.start();
  await settled(site);
  await service.stop();
  await tidyUp(site);
}

async function tidyUp(site: Site): Promise<void> {
  await withClient(site, (client) => client.query('vacuum analyze'));
}

function several<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

function show(one: Arrangement, first: Arrangement): void {
  console.log(`\n${one.web} web process(es), ${one.workers} worker(s)`);
  for (const what of ['status', 'open'] as const) {
    const { perSecond, median, p99, log, cpu } = one[what];
    console.log(
      `  ${what.padEnd(7)}${perSecond.toFixed(0).padStart(7)} /s  ${(perSecond / first[what].perSecond).toFixed(2).padStart(5)} times` +
        `   median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` +
        `   µs a call: web ${cpu.web.toFixed(0)}, workers ${cpu.workers.toFixed(0)}, database ${cpu.database.toFixed(0)}, callers ${cpu.callers.toFixed(0)}; ${log.toFixed(0)} bytes of WAL`,
    );
  }
}
