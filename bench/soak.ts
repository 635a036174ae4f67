import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { thinOut } from './condense.ts';
import { keep } from './keep.ts';
import { familyOf, memoryOf, postmasterOf } from './processes.ts';
import { withClient, withSite, type Site } from './service.ts';
import { openOutside } from './soak/outside.ts';
import { pressOn } from './soak/pressure.ts';
import { growthOf, type Growth } from './soak/growth-of.ts';
import { COLLECTABLE, heapOf, livingIn, type Needed } from './soak/living.ts';
import { setUpOperator } from './soak/set-up.ts';
import type { Living, Sample, Verdict } from './soak/types.ts';

// Full load for a long time, as in production: partners open deposits and read contract status, managers read pages, the
// operator withdraws deposits, a worker sends mails over SMTP, makes documents and delivers callbacks. Does the memory of
// any process grow? Measured twice: resident memory, and live memory after garbage collection. For the second, all callers
// pause at the end of each third, because calls in progress keep memory alive. The status cache holds up to 20,000 contracts
// and is then cleared, so more than that are read during the pause: the minimum is that of an empty cache.
//   npm run bench:soak                  30 minutes
//   npm run bench:soak -- 5             5 minutes
//   npm run bench:soak -- 30 300        with 300 deposits a second instead of 150
// At 150 a second, half an hour opens 270,000 deposits, which take about 2 GB of disk.

const minutes = Number(process.argv[2] ?? 30);
const opensPerSecond = Number(process.argv[3] ?? 150);
const MOST_DEPOSITS = 2_000_000;
const EVERY_MS = 5_000;
/** The plot needs no more. Verdicts are computed from all samples. */
const KEPT_SAMPLES = 60;
const SHORTEST_MINUTES = 15;
/** Live memory is measured this long before the end of each third. */
const BEFORE_END_SECONDS = 45;
/** For resident and live memory. */
const MOST_GROWTH_PER_10_MINUTES = 0.01;

/** As in the systemd unit and the container. */
const PACKAGED = {
  ENVIRONMENT: 'production',
  MAIL_FROM: 'deposits@depono.example',
  SMTP_ALLOW_PLAIN: 'true',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

if (opensPerSecond * minutes * 60 > MOST_DEPOSITS) {
  throw new Error(`More than ${MOST_DEPOSITS} deposits. Choose fewer minutes or fewer deposits per second.`);
}

await withSite(async (site) => {
  const outside = await openOutside();
  try {
    const secrets = {
      OPERATOR_TOKEN: 'operator-token-of-the-soak',
      DEMO: 'keys',
      SECRET_KEY: 'secret-key-of-the-soak-that-is-long-enough',
    };
    const env = { ...PACKAGED, SMTP_URL: outside.smtpUrl, CALLBACK_ALLOW_PRIVATE: 'true', ...secrets };
    const port = String(await freePort());
    const web = await site.start(
      { ...env, ROLE: 'web', PORT: port, BASE_URL: `http://localhost:${port}` },
      COLLECTABLE,
    );
    const worker = await site.start({ ...env, ROLE: 'worker', BASE_URL: web.url }, COLLECTABLE);
    const postmaster = await postmasterOf(site);
    const operator = await setUpOperator(web.url, { token: secrets.OPERATOR_TOKEN, outside });
    const sizeBefore = await databaseBytes(site);
    const pressure = pressOn(web.url, operator, { opensPerSecond, seconds: minutes * 60 });
    const start = performance.now();
    const samples: Sample[] = [];
    const living: Living[] = [];
    let isOver = false;
    const over = pressure.over.finally(() => (isOver = true));
    while (!isOver) {
      await Promise.race([wait(EVERY_MS), over]);
      if (isOver) break;
      const seconds = (performance.now() - start) / 1000;
      if (seconds > ((living.length + 1) * minutes * 60) / 3 - BEFORE_END_SECONDS) {
        const [inWeb, inWorker] = await pressure.rest((readSome) =>
          Promise.all([livingIn(web, readSome), livingIn(worker)]),
        );
        living.push({ seconds, web: inWeb, worker: inWorker });
        const inWords = ({ bytes, code }: Needed): string => `${exact(bytes)} MiB (compiled code ${exact(code)})`;
        console.log(`         live: web ${inWords(inWeb)}, worker ${inWords(inWorker)}`);
      }
      const sample: Sample = {
        seconds,
        databaseBytes: await databaseBytes(site),
        done: { ...pressure.done(), mails: outside.mails(), callbacks: outside.callbacks() },
        processes: {
          web: { ...memoryOf([web.pid]), ...(await heapOf(web.url)) },
          worker: { ...memoryOf([worker.pid]), ...(await heapOf(worker.url)) },
          database: memoryOf(familyOf(postmaster)),
        },
      };
      samples.push(sample);
      if (samples.length % 12 === 0) console.log(lineOf(sample));
    }
    await over;
    const verdicts = (['web', 'worker'] as const).map((name) => verdictOf(name, { samples, living }));
    const grown = (samples.at(-1)?.databaseBytes ?? sizeBefore) - sizeBefore;
    const { opened = 0 } = samples.at(-1)?.done ?? {};
    console.log(
      `\nThe database grew by ${mib(grown)} MiB for ${opened} deposits: ${Math.round(grown / opened)} bytes each.`,
    );
    keep('soak', {
      minutes,
      opensPerSecond,
      most: MOST_GROWTH_PER_10_MINUTES,
      bytesPerDeposit: grown / opened,
      verdicts,
      living,
      samples: thinOut(samples, KEPT_SAMPLES),
    });
  } finally {
    await outside.close();
  }
});

function verdictOf(
  name: Verdict['process'],
  { samples, living }: { samples: readonly Sample[]; living: readonly Living[] },
): Verdict {
  const held = growthOf(samples.map(({ seconds, processes }) => ({ seconds, bytes: processes[name].resident })));
  const needed = growthOf(living.map(({ seconds, [name]: { bytes } }) => ({ seconds, bytes })));
  const isFlat = [held, needed].every(({ per10Minutes }) => per10Minutes < MOST_GROWTH_PER_10_MINUTES);
  const inWords = ({ mean, per10Minutes }: Growth): string =>
    `${mib(mean)} MiB in the last third, ${(per10Minutes * 100).toFixed(2)} % growth in ten minutes`;
  console.log(
    `${name}: resident ${inWords(held)}; live ${inWords(needed)}; ` +
      `allowed ${MOST_GROWTH_PER_10_MINUTES * 100} %: ${isFlat ? 'flat' : 'GROWS'}` +
      (minutes < SHORTEST_MINUTES ? ' (the run is too short for a verdict)' : ''),
  );
  return { process: name, held, living: needed, isFlat };
}

function databaseBytes(site: Site): Promise<number> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
    return rows[0]?.bytes ?? 0;
  });
}

function lineOf({ seconds, processes, done }: Sample): string {
  const { web, worker, database } = processes;
  return (
    `${(seconds / 60).toFixed(0).padStart(3)} min  web ${mib(web.resident)} MiB (heap ${mib(web.heap)})` +
    `  worker ${mib(worker.resident)} MiB (heap ${mib(worker.heap)})  database ${mib(database.own)} MiB` +
    `  ${done.opened} opened, ${done.statusReads} status, ${done.pages} pages, ${done.withdrawn} withdrawn, ${done.mails} mails, ${done.callbacks} callbacks`
  );
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function exact(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(2);
}
