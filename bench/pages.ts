import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { fill, refuseSmallDisk, setUp } from './growth/fill.ts';
import { keep, machine } from './keep.ts';
import { LIST, visitsOf, type Visit } from './pages/visits.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { demoOf, withClient, withSite, type Site } from './service.ts';

// What pages cost, one request after the other, beside a bare page: a server of Node that answers
// with as many bytes as the list and does nothing else.
//   npm run bench:pages                          100,000 deposits
//   npm run bench:pages -- --deposits 1000000    more; --rounds 50 for each page; --keep writes results/pages.json

const { values } = parseArgs({
  options: {
    deposits: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'boolean', default: false },
  },
});
const deposits = Number(values.deposits);
const rounds = Number(values.rounds);
const TOKEN = 'a-token-for-the-benchmark-of-the-pages';
const WARM_UP = 10;

/** `cpu`: milliseconds of processor time of service and database for one request; other programs do not change it. */
type Result = { page: string; cpu: number; median: number; p95: number; bytes: number; below: number | null };

refuseSmallDisk(deposits);
await withSite(async (site) => {
  await (await site.start()).stop();
  await setUp(site, demoOf(site));
  await fill(site, { from: 0, to: deposits });
  await addUp(site);
  const { url, pid } = await site.start({ OPERATOR_TOKEN: TOKEN });
  const postmaster = await postmasterOf(site);
  const spent = (): number => cpuSeconds([pid, ...familyOf(postmaster)]);
  const results: Result[] = [];
  for (const visit of await visitsOf(site, url, TOKEN)) results.push(await measure(visit, url, spent));
  const list = results.find(({ page }) => page === LIST);
  const bare = await serveBare(list?.bytes ?? 0);
  results.push(await measure({ page: 'a bare page', path: '/', headers: {}, below: null }, bare.url, () => 0));
  bare.stop();
  report(results);
  if (values.keep) keep('pages', { deposits, rounds, results });
});

/** The triggers are off while the ledger is filled: the service counts once more. */
async function addUp(site: Site): Promise<void> {
  await withClient(site, (client) =>
    client.query(`delete from level_changes; delete from levels; update levels_start set filled_at = null`),
  );
}

async function measure(
  { page, path, headers, below }: Omit<Visit, 'below'> & { below: number | null },
  url: string,
  spent: () => number,
): Promise<Result> {
  const times: number[] = [];
  let bytes = 0;
  let before = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0) before = spent();
    const start = performance.now();
    const answer = await fetch(new URL(path, url), { headers: { ...headers, 'accept-encoding': 'identity' } });
    const text = await answer.text();
    const took = performance.now() - start;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    bytes = Buffer.byteLength(text);
    if (round >= 0) times.push(took);
  }
  const cpu = ((spent() - before) * 1000) / rounds;
  times.sort((one, other) => one - other);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { page, cpu, median: at(0.5), p95: at(0.95), bytes, below };
}

async function serveBare(bytes: number): Promise<{ url: string; stop: () => void }> {
  const content = 'x'.repeat(bytes);
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(content);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function report(results: readonly Result[]): void {
  const { cores, processor } = machine();
  console.log(
    `\n${deposits} deposits, a tenth of them in the organization that is looked at; ${cores} cores, ${processor}`,
  );
  console.log(`medians of ${rounds}, in milliseconds; cpu: processor time of service and database\n`);
  console.log(
    ['page'.padEnd(30), 'cpu', 'median', 'p95', 'kB', 'goal']
      .map((head, n) => (n === 0 ? head : head.padStart(9)))
      .join(''),
  );
  for (const { page, cpu, median, p95, bytes, below } of results) {
    const goal = below === null ? '' : ` ${below}${median < below ? '' : ' missed'}`;
    const cells = [cpu.toFixed(1), median.toFixed(1), p95.toFixed(1), (bytes / 1000).toFixed(0), goal];
    console.log([page.padEnd(30), ...cells.map((cell) => cell.padStart(9))].join(''));
  }
}
