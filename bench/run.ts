import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Options, type Result } from 'autocannon';
import { DEMO_PAYLOAD, type Demo } from '../src/sandbox/demo.ts';

// Drives the running service over loopback HTTP and prints its speed as ratios of things measured in the same run.
//   npm run bench                three rounds of 5 seconds each, after a warm-up
//   npm run bench -- 1 2         one round of 2 seconds

const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number);
/** Each thing is measured with both, and counts with the one that suits it better. */
const CALLERS = [64, 256];

type Figures = { perSecond: number; median: number; p99: number };

const TITLES = {
  open: 'open a deposit',
  sixRoundTrips: 'no checks, the same inserts, six round trips',
  status: 'contract status',
  bare: 'bare handler that answers a constant',
};

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

  const subjects = {
    open: () => opening(`${service}/webhook/custom`, keys),
    sixRoundTrips: () => opening(`${plain}/open`, {}),
    status: (): Options => ({ url: status, headers: statusKeys }),
    bare: (): Options => ({ url: `${bare}/status` }),
  };
  type Subject = keyof typeof subjects;

  console.log(`${rounds} round(s) of ${seconds} s each, ${cpus().length} cores, Node ${process.version}`);
  const best = {} as Record<Subject, Figures>;
  // Reads first: a database that still tidies up after a million inserts answers nobody at its best.
  for (const pair of [
    ['status', 'bare'],
    ['open', 'sixRoundTrips'],
  ] as const) {
    for (const name of pair) await load(subjects[name](), { connections: 256, duration: seconds });
    for (const connections of CALLERS) {
      const results: Result[][] = [[], []];
      for (let round = 0; round < rounds; round++) {
        for (const [n, name] of pair.entries()) {
          results[n]?.push(await load(subjects[name](), { connections, duration: seconds }));
        }
      }
      console.log(`\n${connections} callers`);
      for (const [n, name] of pair.entries()) {
        const figures = figuresOf(results[n] ?? []);
        show(TITLES[name], figures);
        if (figures.perSecond > (best[name]?.perSecond ?? 0)) best[name] = figures;
      }
    }
  }
  console.log('\n1 caller');
  show(TITLES.open, figuresOf([await load(subjects.open(), { connections: 1, duration: seconds })]));
  console.log('\nRatios, each side with the callers that suit it better');
  ratio('open a deposit : six round trips', best.open.perSecond / best.sixRoundTrips.perSecond, 3);
  ratio('contract status : bare handler', best.status.perSecond / best.bare.perSecond, 0.7);
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

async function load(options: Options, how: { connections: number; duration: number }): Promise<Result> {
  const result = await autocannon({ ...options, ...how });
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} calls to ${options.url} did not get their answer`);
  return result;
}

function figuresOf(results: readonly Result[]): Figures {
  return {
    perSecond: middle(results.map((result) => result.requests.total / result.duration)),
    median: middle(results.map((result) => result.latency.p50)),
    p99: middle(results.map((result) => result.latency.p99)),
  };
}

function middle(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function show(title: string, { perSecond, median, p99 }: Figures): void {
  const figures = `${perSecond.toFixed(0).padStart(7)} /s   median ${String(median).padStart(3)} ms   p99 ${p99} ms`;
  console.log(`  ${title.padEnd(48)}${figures}`);
}

function ratio(title: string, value: number, aim: number): void {
  const verdict = value >= aim ? 'reached' : 'MISSED';
  console.log(`  ${title.padEnd(48)}${value.toFixed(2).padStart(7)}      aim: at least ${aim}, ${verdict}`);
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
