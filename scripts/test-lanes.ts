import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const root = join(import.meta.dirname, '..');
const LANE = join(root, 'test', 'support', 'lane.ts');
/** Every lane loads the whole service: compiled by the first, it is only read by the others. */
const COMPILED = join(root, 'node_modules', '.cache', 'depono-tests');
/** Lanes at a time: more than there are cores, because some tests wait; more than four would want too much of the server. */
const LANES = Math.min(4, availableParallelism() + 2);
/** Room for what lives shortly, so that it is collected less often. */
const ARGUMENTS = ['--max-semi-space-size=64', '--min-semi-space-size=16'];

/** Files that change the process they run in (flags of V8, its environment) or measure it. */
const ALONE = ['src/bank/camt-size', 'src/jobs/abandonment', 'test/crash', 'test/key-timing', 'test/memory'];
/** Files that take long, the longest first: started last, one of them would keep a single lane busy at the end. */
const LONG = [
  'test/runbook',
  'test/release-walk',
  'test/container',
  'test/proxy',
  'test/failover',
  'test/point-in-time',
  'test/database-upgrade',
  'test/first-hour/newcomer',
  'test/first-hour/operator',
  'test/browser/journeys',
  'test/start',
  'test/callbacks',
  'test/browser/console',
  'test/access',
  'test/secrets',
  'test/chaos',
  'test/markup',
  'test/backup',
  'test/processes',
];

export type FileTimes = { file: string; wallMs: number; cpuMs: number; startUpMs: number };

/** Runs test files, several in one process. Gives whether all passed, and how long each file took. */
export async function runInLanes(
  files: readonly string[],
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
): Promise<{ ok: boolean; times: FileTimes[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-test-queue-'));
  try {
    const isAlone = (file: string): boolean => ALONE.includes(file.replace('.test.ts', ''));
    const alone = files.filter(isAlone);
    const shared = longestFirst(files.filter((file) => !isAlone(file)));
    writeFileSync(join(folder, 'queue.json'), JSON.stringify({ alone, shared }));
    const runner = String(process.pid);
    Object.assign(process.env, env, { TEST_QUEUE: folder, TEST_RUNNER: runner, NODE_COMPILE_CACHE: COMPILED });
    const lanes = alone.length + Math.min(LANES, shared.length);
    let ok = await runLanes(lanes, signal);
    const times = readTimes(folder);
    const unfinished = files.filter((file) => !times.some((one) => one.file === file));
    if (unfinished.length > 0) {
      ok = false;
      console.log(`Not finished: ${unfinished.join(', ')}`);
    }
    return { ok, times };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runLanes(count: number, signal: AbortSignal): Promise<boolean> {
  const lanes = Array.from({ length: count }, () => LANE);
  const tests = run({ files: lanes, concurrency: LANES, cwd: root, signal, execArgv: ARGUMENTS });
  let ok = true;
  tests.on('test:fail', ({ todo, skip }) => {
    if (todo === undefined && skip === undefined) ok = false;
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  return new Promise((done, fail) => report.on('end', () => done(ok)).on('error', fail));
}

function longestFirst(files: readonly string[]): string[] {
  const rank = (file: string): number => {
    const place = LONG.indexOf(file.replace('.test.ts', ''));
    if (place >= 0) return place;
    return LONG.length + (file.startsWith('src/') ? 1 : 0);
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}

function readTimes(folder: string): FileTimes[] {
  const file = join(folder, 'times.tsv');
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [name = '', wallMs, cpuMs, startUpMs] = row.split('\t');
    return { file: name, wallMs: Number(wallMs), cpuMs: Number(cpuMs), startUpMs: Number(startUpMs) };
  });
}

/** Seconds for each file, the most CPU time first. */
export function printTimes(times: readonly FileTimes[]): void {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);
  const line = ({ file, wallMs, cpuMs, startUpMs }: FileTimes): string =>
    `${seconds(wallMs)} ${seconds(cpuMs)} ${seconds(startUpMs)}  ${file}`;
  const sum = (key: 'wallMs' | 'cpuMs' | 'startUpMs'): number => times.reduce((total, one) => total + one[key], 0);
  const total = { file: 'all files', wallMs: sum('wallMs'), cpuMs: sum('cpuMs'), startUpMs: sum('startUpMs') };
  console.log('\n    wall      CPU start-up  (seconds; without PostgreSQL)');
  for (const one of [...times.toSorted((one, other) => other.cpuMs - one.cpuMs), total]) console.log(line(one));
}
