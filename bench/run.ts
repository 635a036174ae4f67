import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Options, type Result } from 'autocannon';
import { DEMO_PAYLOAD, type Demo } from '../src/sandbox/demo.ts';

// Drives the running service over loopback HTTP and prints its speed as ratios of things measured in the same run.
//   npm run bench                three rounds of 6 seconds each
//   npm run bench -- 1 2         one round of 2 seconds

const [rounds = 3, seconds = 6] = process.argv.slice(2).map(Number);
const CALLERS = 64;

const folder = mkdtempSync(join(tmpdir(), 'depono-bench-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const children: ChildProcess[] = [];

try {
  const service = await start('src/main.ts', { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const database = `postgres://depono:${password}@${encodeURIComponent(join(dataDir, 'postgres'))}/postgres`;
  const plain = await start('bench/six-round-trips.ts', {
    DATABASE_URL: database,
    ORGANIZATION_ID: demo.organizationId,
  });
  const bare = await start('bench/bare.ts', {});

  const keys = { 'x-api-key': demo.apiKey, 'x-external-org-id': demo.externalOrgId };
  const statusKeys = { 'x-api-key': demo.statusKey, 'x-org-id': demo.organizationId };
  await fetch(`${service}/webhook/custom`, { method: 'POST', headers: keys, body: JSON.stringify(payload('BENCH-1')) });
  const status = `${service}/webhook/contract-status?ext-contract-id=BENCH-1`;

  const measured: Record<string, Result[]> = { open: [], sixRoundTrips: [], status: [], bare: [], lone: [] };
  console.log(
    `${rounds} round(s) of ${seconds} s each, ${CALLERS} callers, ${cpus().length} cores, Node ${process.version}\n`,
  );
  for (let round = 0; round < rounds; round++) {
    measured['open']?.push(await load(opening(`${service}/webhook/custom`, keys)));
    measured['sixRoundTrips']?.push(await load(opening(`${plain}/open`, {})));
    measured['status']?.push(await load({ url: status, headers: statusKeys }));
    measured['bare']?.push(await load({ url: `${bare}/status` }));
    measured['lone']?.push(await load({ ...opening(`${service}/webhook/custom`, keys), connections: 1, duration: 2 }));
  }

  const row = (name: string, of: Result[]): void => {
    const [rate, median, p99] = [
      perSecond(of),
      middle(of.map((one) => one.latency.p50)),
      middle(of.map((one) => one.latency.p99)),
    ];
    console.log(`${name.padEnd(46)}${rate.toFixed(0).padStart(8)} /s   median ${median} ms   p99 ${p99} ms`);
  };
  row('open a deposit', measured['open'] ?? []);
  row('  no checks, the same inserts, six round trips', measured['sixRoundTrips'] ?? []);
  row('  open a deposit, one lone caller', measured['lone'] ?? []);
  row('contract status', measured['status'] ?? []);
  row('  bare handler that answers a constant', measured['bare'] ?? []);
  console.log('');
  ratio('open a deposit : six round trips', measured['open'], measured['sixRoundTrips'], 3);
  ratio('contract status : bare handler', measured['status'], measured['bare'], 0.7);
} finally {
  for (const child of children) child.kill('SIGINT');
  await Promise.all(
    children.map((child) => new Promise((done) => (child.exitCode === null ? child.on('exit', done) : done(0)))),
  );
  rmSync(folder, { recursive: true, force: true });
}

function payload(externalContractId: string): Record<string, string> {
  return { ...DEMO_PAYLOAD, externalContractId };
}

function opening(url: string, headers: Record<string, string>): Options {
  const [before, after] = JSON.stringify(payload('#')).split('#') as [string, string];
  const run = Math.random().toString(36).slice(2);
  let n = 0;
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: `${before}${run}-${n++}${after}` }) }],
  };
}

async function load(options: Options): Promise<Result> {
  const result = await autocannon({ connections: CALLERS, duration: seconds, ...options });
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} calls to ${options.url} did not get their answer`);
  return result;
}

function perSecond(results: readonly Result[]): number {
  return middle(results.map((result) => result.requests.total / result.duration));
}

function middle(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function ratio(name: string, of: Result[] | undefined, to: Result[] | undefined, aim: number): void {
  const value = perSecond(of ?? []) / perSecond(to ?? []);
  console.log(
    `${name.padEnd(46)}${value.toFixed(2).padStart(8)}      aim: at least ${aim}  ${value >= aim ? 'reached' : 'MISSED'}`,
  );
}

async function start(program: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', program)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  return new Promise((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address !== undefined) done(address.replace('localhost', '127.0.0.1'));
    });
    child.on('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
  });
}
