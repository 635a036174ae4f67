import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep } from './keep.ts';
import { ID, type Call, type Load } from './load.ts';
import { PAYLOAD } from './payload.ts';
import { demoOf, withSite } from './service.ts';
import { start, type Started } from './start.ts';
import { putInStock, reading, type Subject } from './subjects.ts';

// Profiles the thread of the service for status reads, and that of the bare server, with 256 callers. Writes the sums to
// bench/results/status-profile.json.
//   npm run bench:profile           5 seconds each, after a warm-up of 5 seconds
//   npm run bench:profile -- 10     10 seconds each

const [seconds = 5] = process.argv.slice(2).map(Number);
const CALLERS = 256;

/** In the order of the output. */
const PARTS = ['http', 'framework', 'ours', 'driver', 'collector', 'native'] as const;
const TITLES: Record<Part, string> = {
  http: 'Node’s HTTP server, sockets, streams and events',
  framework: 'the framework',
  ours: 'our own code',
  driver: 'the database driver',
  collector: 'the garbage collector',
  native: 'the event loop, outside any function',
};
type Part = (typeof PARTS)[number];

/** Microseconds of the thread per call. */
type Spent = Record<Part, number>;

type Frame = { functionName: string; url: string };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[]; startTime: number };

await withSite(async (site) => {
  const folder = mkdtempSync(join(tmpdir(), 'depono-profile-'));
  try {
    const profiled = (name: string): string[] => ['--cpu-prof', `--cpu-prof-dir=${join(folder, name)}`];
    const service = await site.start({ ROLE: 'web' }, profiled('service'));
    const { apiKey, externalOrgId, statusKey, organizationId } = demoOf(site);
    await putInStock(service.url, {
      method: 'POST',
      path: '/webhook/custom',
      headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
      body: JSON.stringify(PAYLOAD),
    });
    const status: Call = {
      method: 'GET',
      path: `/webhook/contract-status?ext-contract-id=${ID}`,
      headers: { 'x-api-key': statusKey, 'x-org-id': organizationId },
    };
    const whole = await profile(reading('contract status', service.url, status), service, join(folder, 'service'));
    const bare = await start('bench/bare.ts', {}, profiled('bare'));
    const constant = await profile(
      reading('bare server', bare.url, { method: 'GET', path: '/status' }),
      bare,
      join(folder, 'bare'),
    );
    const sum = (spent: Spent): number => PARTS.reduce((total, part) => total + spent[part], 0);
    console.log('  µs of the thread per call'.padEnd(52), 'contract status', '  bare server');
    for (const part of PARTS) tell(TITLES[part], whole.spent[part], constant.spent[part]);
    tell('all', sum(whole.spent), sum(constant.spent));
    keep('status-profile', { seconds, callers: CALLERS, whole, constant });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function tell(title: string, whole: number, constant: number): void {
  console.log(`  ${title.padEnd(50)} ${whole.toFixed(1).padStart(15)} ${constant.toFixed(1).padStart(13)}`);
}

/** The profile is written when the process ends; the warm-up is left out. */
async function profile({ measure }: Subject, { stop }: Started, folder: string): Promise<{ load: Load; spent: Spent }> {
  const { from, load, until } = await stopAfter(underLoad(measure), stop);
  const [file = ''] = globSync(join(folder, '*.cpuprofile'));
  const sums = sumsOf(JSON.parse(readFileSync(file, 'utf8')) as Profile, { from, until });
  return { load, spent: Object.fromEntries(PARTS.map((part) => [part, sums[part] / load.count])) as Spent };
}

async function stopAfter<T>(work: Promise<T>, stop: Started['stop']): Promise<T> {
  try {
    return await work;
  } finally {
    await stop();
  }
}

async function underLoad(measure: Subject['measure']): Promise<{ from: number; load: Load; until: number }> {
  await measure(seconds, CALLERS);
  return { from: now(), load: await measure(seconds, CALLERS), until: now() };
}

/** Microseconds of the monotonic clock that profiles use. */
function now(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

function sumsOf({ nodes, samples, timeDeltas, startTime }: Profile, { from, until }: { from: number; until: number }) {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames = (id: number): Frame[] => {
    const all: Frame[] = [];
    for (let at = byId.get(id); at !== undefined; at = byId.get(parents.get(at.id) ?? 0)) all.push(at.callFrame);
    return all;
  };
  const parts = new Map(nodes.map(({ id }) => [id, partOf(frames(id))]));
  const sums: Record<Part, number> = { http: 0, framework: 0, ours: 0, driver: 0, collector: 0, native: 0 };
  let time = startTime;
  for (const [place, id] of samples.entries()) {
    const delta = timeDeltas[place] ?? 0;
    time += delta;
    const part = parts.get(id) ?? null;
    if (part !== null && time >= from && time < until) sums[part] += delta;
  }
  return sums;
}

/** By the nearest caller with a source file; null if idle. */
function partOf(frames: readonly Frame[]): Part | null {
  const name = frames[0]?.functionName;
  if (name === '(idle)') return null;
  if (name === '(garbage collector)') return 'collector';
  const urls = frames.map(({ url }) => url).filter((url) => url !== '');
  const [nearest] = urls;
  if (nearest === undefined) return 'native';
  const isDriver = (url: string): boolean => /\/node_modules\/pg/.test(url);
  if (nearest.startsWith('node:')) return urls.some(isDriver) ? 'driver' : 'http';
  if (nearest.includes('/node_modules/')) return isDriver(nearest) ? 'driver' : 'framework';
  return 'ours';
}
