import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { Day } from '../src/domain/values/calendar.ts';
import { context } from '../test/support/sample-deposit.ts';
import type { Demo } from '../src/sandbox/demo/demo.ts';
import { startEmbedded } from '../src/storage/embedded/server.ts';
import { keep } from './keep.ts';
import { latencies, latencyOf, undisturbed } from './latency.ts';
import { ID, type Call } from './load.ts';
import { DEPOSITS, depositsOf, openCalls } from './long-served.ts';
import { PAYLOAD } from './payload.ts';
import { installPeer, nested, PEERS, startPeer } from './peers/peers.ts';
import { stopped, withSite } from './service.ts';
import { show, showRatio, type Ratio } from './show.ts';
import { start } from './start.ts';
import { watchStolen } from './stolen.ts';
import {
  inTurns,
  LIMIT,
  limit,
  MORE_CONTRACTS,
  opening,
  putInStock,
  reading,
  type Measured,
  type Subject,
} from './subjects.ts';
import { validationInParses } from './validate.ts';

// Measures the running service over loopback HTTP, and what it is compared with on the same PostgreSQL. Prints ratios
// within this run, and writes bench/results/speed.json.
//   npm run bench                              three rounds of 5 seconds each, after a warm-up
//   npm run bench -- 1 2                       one round of 2 seconds
//   npm run bench -- 3 5 none                  without the peers, which are installed at the first run
//   npm run bench -- 1 2 none --deposits 0     latency on a new database, which needs no preparation

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { deposits: { type: 'string', default: String(DEPOSITS) } },
});
const [rounds = 3, seconds = 5] = positionals.slice(0, 2).map(Number);
const peers = positionals[2] === 'none' ? [] : PEERS;
const deposits = depositsOf(options.deposits);

const OPEN = 'open a deposit';
const OPEN_ON_ALL_CORES = 'open a deposit, a process per core';
const STATUS = 'contract status';
const STATUS_OF_MANY = 'contract status, not cached';
const SIX_ROUND_TRIPS = 'no checks, six round trips';
const BARE = 'bare server, a constant';
const TODAY = '2026-11-15' as Day;
const WEB = { PORT: '0', ROLE: 'web', LOG_LEVEL: 'error', DEMO: 'keys' };

const folder = mkdtempSync(join(tmpdir(), 'depono-bench-'));
chmodSync(folder, 0o755);
const atEnd: (() => Promise<void>)[] = [];
const leftOut: string[] = [];

const stolen = watchStolen();
const { read, written } = await measureSpeeds();
const speed = speedsOf([...read, ...written]);
// On a server of its own: idle processes still take a little CPU time.
const tried = await withSite(async (site) => {
  const { side } = await openCalls(site, { deposits, seconds });
  return latencies(side, { rounds, seconds });
});
report();

async function measureSpeeds(): Promise<{ read: Measured[]; written: Measured[] }> {
  const measure = async (): Promise<{ read: Measured[]; written: Measured[] }> => {
    const { opens, reads } = await arrange();
    console.log(`${rounds} round(s) of ${seconds} s each, ${cpus().length} cores, Node ${process.version}`);
    for (const one of leftOut) console.log(`left out: ${one}`);
    // Reads first: after a million inserts the database is still vacuuming.
    const read = await inTurns('status reads', reads, { rounds, seconds });
    return { read, written: await inTurns('open calls', opens, { rounds, seconds }) };
  };
  try {
    return await Promise.race([measure(), stopped()]);
  } finally {
    for (const end of atEnd.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(): void {
  const counted = undisturbed(tried);
  const { lone, half, ratio } = latencyOf(counted);
  console.log(
    `\nlatency of an open call, with ${deposits.toLocaleString('en')} deposits stored before, in ${counted.length} of ${tried.length} rounds that were undisturbed`,
  );
  if (counted.length > 0) {
    show('one caller', lone);
    show('at half of the peak load', half);
  }
  console.log(`  p99 at half load : single call, in all rounds ${latencyOf(tried).ratio.toFixed(2)}`);
  const taken = stolen();
  if (taken !== null) console.log(`\nOther guests of the host took ${(taken * 100).toFixed(1)} % of the CPU time.`);

  const bestPeer = (measured: readonly Measured[]): number => {
    const speeds = measured.filter(({ name }) => peers.some((peer) => peer.name === name)).map((one) => one.perSecond);
    return speeds.length === 0 ? Number.NaN : Math.max(...speeds);
  };
  const ratios: Ratio[] = [
    ['open calls : pgbench limit', Math.max(speed(OPEN), speed(OPEN_ON_ALL_CORES)) / speed(LIMIT), 'at least', 1],
    ['open calls : best peer', speed(OPEN) / bestPeer(written), 'at least', 4],
    ['open calls : six round trips', speed(OPEN) / speed(SIX_ROUND_TRIPS), 'at least', 3],
    ['status reads : bare server', speed(STATUS) / speed(BARE), 'at least', 0.8],
    ['status reads : best peer', speed(STATUS) / bestPeer(read), 'at least', 5],
    ['p99 at half load : median of a single call', ratio, 'below', 10],
    ['reading a full payload : parsing its JSON', validationInParses(context.organization, TODAY), 'below', 3],
  ];
  console.log('\nRatios');
  for (const ratio of ratios) showRatio(ratio);
  keep('speed', { rounds, seconds, stolen: taken, leftOut, ratios, read, written, deposits, latency: tried });
}

/** All sides on one PostgreSQL: the service with one process and with one per core, and what it is compared with. */
async function arrange(): Promise<{ opens: Subject[]; reads: Subject[] }> {
  const server = await startEmbedded(join(folder, 'postgres'));
  atEnd.push(() => server.stop());
  const { user, password, host } = server.connection;
  const urlOf = (name: string): string => `postgres://${user}:${password}@${encodeURIComponent(host)}/${name}`;
  const database = async (name: string): Promise<string> => {
    const client = new Client({ connectionString: urlOf('postgres') });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return urlOf(name);
  };
  const run = async (program: string, env: Record<string, string>): Promise<string> => {
    const { url, stop } = await start(program, env);
    atEnd.push(stop);
    return url;
  };

  const databaseUrl = await database('depono');
  const dataDir = join(folder, 'data');
  const settings = { ...WEB, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const service = await run('src/main.ts', settings);
  const shared = await run('src/main.ts', { ...settings, SHARE_PORT: 'true' });
  for (let n = 1; n < cpus().length; n++) {
    await run('src/main.ts', { ...settings, SHARE_PORT: 'true', PORT: new URL(shared).port });
  }
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const body = JSON.stringify(PAYLOAD);
  const keys = { 'x-api-key': demo.apiKey, 'x-external-org-id': demo.externalOrgId };
  const call: Call = { method: 'POST', path: '/webhook/custom', headers: keys, body };
  const status: Call = {
    method: 'GET',
    path: `/webhook/contract-status?ext-contract-id=${ID}`,
    headers: { 'x-api-key': demo.statusKey, 'x-org-id': demo.organizationId },
  };
  const sixRoundTrips = await run('bench/six-round-trips.ts', {
    DATABASE_URL: databaseUrl,
    ORGANIZATION_ID: demo.organizationId,
  });
  await putInStock(service, call, MORE_CONTRACTS);
  const pgbench = await limit(databaseUrl, folder, seconds);
  if (pgbench === null) leftOut.push('pgbench, which is not installed (it comes with Debian’s package postgresql)');
  const opens = [
    ...(pgbench === null ? [] : [pgbench]),
    opening(OPEN, service, call),
    opening(OPEN_ON_ALL_CORES, shared, call),
    opening(SIX_ROUND_TRIPS, sixRoundTrips, { method: 'POST', path: '/open', body }),
  ];
  const reads = [
    reading(BARE, await run('bench/bare.ts', {}), { method: 'GET', path: '/status' }),
    reading(STATUS, service, status),
    reading(STATUS_OF_MANY, service, status, MORE_CONTRACTS),
  ];
  for (const peer of peers) {
    const installed = await installPeer(peer);
    if (!installed.installed) {
      leftOut.push(`${peer.name}: ${installed.why}`);
      continue;
    }
    const { url, stop } = await startPeer(peer, { databaseUrl: await database(peer.folder.replaceAll('-', '_')) });
    atEnd.push(stop);
    const { headers = {}, openPath: path } = peer;
    const open: Call = { method: 'POST', path, headers, body: JSON.stringify(peer.body(nested(PAYLOAD))) };
    await putInStock(url, open);
    opens.push(opening(peer.name, url, open));
    reads.push(reading(peer.name, url, { method: 'GET', path: peer.statusPath(ID), headers }));
  }
  return { opens, reads };
}

function speedsOf(measured: readonly Measured[]): (name: string) => number {
  return (name) => measured.find((one) => one.name === name)?.perSecond ?? Number.NaN;
}
