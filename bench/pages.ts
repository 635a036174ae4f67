import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { signIn, type ManagerBrowser } from '../test/support/manager.ts';
import type { Service } from '../test/support/service.ts';
import { fill, refuseSmallDisk, setUp } from './growth/fill.ts';
import { keep, machine } from './keep.ts';
import { cpuSeconds, familyOf, postmasterOf } from './processes.ts';
import { demoOf, withClient, withSite, type Site } from './service.ts';

// What the property managers' pages cost, one request after the other, beside a bare page: a server of Node that answers
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
const LIST = 'list: 50 of all';
const LIST_BELOW_MS = 50;
const OTHERS_BELOW_MS = 20;

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
  const browser = await signIn(asService(url), 'm0@growth1.example');
  const pages = await pagesOf(browser);
  const results: Result[] = [];
  for (const [page, path, below] of pages)
    results.push(await measure({ page, path, below }, browser.cookies, url, spent));
  const list = results.find(({ page }) => page === LIST);
  const bare = await serveBare(list?.bytes ?? 0);
  results.push(await measure({ page: 'a bare page', path: '/', below: null }, new Map(), bare.url, () => 0));
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

async function pagesOf(browser: ManagerBrowser): Promise<[page: string, path: string, below: number | null][]> {
  const { text } = await browser.page('/manager/deposits?state=open');
  const id = /href="\/manager\/deposits\/([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  const next = /href="(\/manager\/deposits\?[^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const list = (path: string): [string, number] => [`/manager/deposits${path}`, LIST_BELOW_MS];
  return [
    [LIST, ...list('')],
    ['list: one state, next page', next, LIST_BELOW_MS],
    ['list: by amount', ...list('?sort=amount&dir=down')],
    ['list: to sign', ...list('?show=sign')],
    ['list: mine', ...list('?show=todo')],
    ['list: search, few', ...list('?q=zwyssig')],
    ['list: search, many', ...list('?q=abderhalden')],
    ['list: search, all', ...list('?q=zurich')],
    ['list: search by amount', ...list('?q=1500')],
    ['start page', '/manager/start', OTHERS_BELOW_MS],
    ['one deposit', `/manager/deposits/${id}`, OTHERS_BELOW_MS],
    ['new deposit', '/manager/deposits/new', OTHERS_BELOW_MS],
    ['import errors', '/manager/import-errors', OTHERS_BELOW_MS],
    ['organization', '/manager/organization', OTHERS_BELOW_MS],
    ['my account', '/manager/account', OTHERS_BELOW_MS],
  ];
}

async function measure(
  { page, path, below }: { page: string; path: string; below: number | null },
  cookies: ReadonlyMap<string, string>,
  url: string,
  spent: () => number,
): Promise<Result> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const times: number[] = [];
  let bytes = 0;
  let before = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0) before = spent();
    const start = performance.now();
    const answer = await fetch(new URL(path, url), { headers: { cookie, 'accept-encoding': 'identity' } });
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

/** The sandbox of the service, from which the sign-in mail is read. */
function asService(baseUrl: string): Service {
  const sandbox = async (method: string, path: string): Promise<{ body: unknown }> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(new URL(`/sandbox/api${path}`, baseUrl), { method, headers });
    return { body: await answer.json() };
  };
  return { baseUrl, sandbox } as unknown as Service;
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
